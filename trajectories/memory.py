"""Peak memory of this process: of the GPU's allocator where CUDA is in use, else of the host."""

import resource
import sys
from pathlib import Path

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
