"""Peak memory of this process: of the GPU's allocator where CUDA is in use, else of the host."""

import resource
import sys
import threading
from pathlib import Path
from typing import ClassVar

MEBIBYTE = 1024**2
_STATUS = Path("/proc/self/status")
_CLEAR_REFS = Path("/proc/self/clear_refs")
_RESET_PEAK = "5"  # proc(5), /proc/pid/clear_refs


def reset_peak_memory() -> None:
    """Start a new peak from what is in use now, where the system can (CUDA, Linux)."""
    import torch  # takes seconds, and `--help` imports this module

    if torch.cuda.is_initialized():
        torch.cuda.reset_peak_memory_stats()
    elif _CLEAR_REFS.exists():
        try:
            _CLEAR_REFS.write_text(_RESET_PEAK)
        except OSError:
            return  # not allowed here: the peak is then that of the whole process


def peak_memory_bytes() -> int:
    """Bytes: most allocated on the GPU, or most resident on the host, since the last reset."""
    import torch

    if torch.cuda.is_initialized():
        return int(torch.cuda.max_memory_allocated())
    if _STATUS.exists():
        for line in _STATUS.read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * 1024
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit


class PeakMemory:
    """A span of time, from here to `stop`, whose peak is wanted; those of threads may overlap.

    The process has one peak, whoever used the memory: before a new span resets it, the open ones
    take note of it.
    """

    _open: ClassVar[list["PeakMemory"]] = []
    _lock = threading.Lock()

    def __init__(self) -> None:
        self._bytes = 0
        with self._lock:
            self._take_note()
            reset_peak_memory()
            self._open.append(self)

    def stop(self) -> int:
        """Bytes, as `peak_memory_bytes`."""
        with self._lock:
            self._take_note()
            self._open.remove(self)
        return self._bytes

    @classmethod
    def _take_note(cls) -> None:
        if cls._open:
            peak = peak_memory_bytes()
            for span in cls._open:
                span._bytes = max(span._bytes, peak)
