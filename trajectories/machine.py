"""What a run was timed on."""

import os
import platform
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path


@dataclass(frozen=True)
class Machine:
    cpu: str
    cores: int
    memory_bytes: int
    os: str
    python: str
    torch: str
    transformers: str
    peft: str

    def __str__(self) -> str:
        return (
            f"{self.cpu}, {self.cores} cores, {self.memory_bytes / 1024**3:.0f} GiB; "
            f"torch {self.torch}, transformers {self.transformers}, peft {self.peft}"
        )


def this_machine() -> Machine:
    return Machine(
        cpu=_cpu(),
        cores=os.cpu_count() or 1,
        memory_bytes=os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"),
        os=platform.platform(),
        python=platform.python_version(),
        torch=version("torch"),
        transformers=version("transformers"),
        peft=version("peft"),
    )


def _cpu() -> str:
    info = Path("/proc/cpuinfo")
    if info.exists():
        for line in info.read_text().splitlines():
            name, _, value = line.partition(":")
            if name.strip() == "model name":
                return value.strip()
    return platform.processor() or platform.machine()
