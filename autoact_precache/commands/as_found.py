"""An output folder in which a command wrote nothing is left as it was found.

Hydra makes the folder and writes its settings there before the command sees whether they are any
good.
"""

import atexit
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from hydra.experimental.callback import Callback
from omegaconf import DictConfig

RUN_SETTINGS = ".hydra"
SWEEP_SETTINGS = "multirun.yaml"


class LeaveAsFound(Callback):
    """Hydra's callback: looks before Hydra writes, and puts things back when the program ends."""

    def on_run_start(self, config: DictConfig, **kwargs: Any) -> None:
        self.found = Found(Path(config.output).absolute())
        atexit.register(self.found.restore)

    on_multirun_start = on_run_start

    def on_job_start(self, config: DictConfig, **kwargs: Any) -> None:
        self.found.runs.add(Path(config.hydra.runtime.output_dir))


class Found:
    """A folder, which there may not be yet, and what is in it now."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.runs = {root}
        self.folders = {folder for folder in self._folders() if folder.exists()}
        self.settings = {path: path.read_bytes() for path in self._files() if _run_of(path)}
        self.results = {path: _state(path) for path in self._files() if not _run_of(path)}

    def restore(self) -> None:
        """Puts back the settings of those `runs` that wrote nothing; no new folder stays empty."""
        files = list(self._files())
        written = [p for p in files if not _run_of(p) and self.results.get(p) != _state(p)]
        for path in files:
            run = _run_of(path)
            if run not in self.runs or any(result.is_relative_to(run) for result in written):
                continue
            if path in self.settings:
                path.write_bytes(self.settings[path])
            else:
                path.unlink()
        for folder in sorted(self._folders() - self.folders, reverse=True):
            with suppress(OSError):  # something is in it
                folder.rmdir()

    def _files(self) -> Iterator[Path]:
        return (path for path in self.root.rglob("*") if path.is_file())

    def _folders(self) -> set[Path]:
        below = {path for path in self.root.rglob("*") if path.is_dir()}
        return {self.root, *self.root.parents, *below}


def _run_of(path: Path) -> Path | None:
    """The folder of the run or sweep whose settings Hydra writes to `path`; None for any other."""
    if path.parent.name == RUN_SETTINGS:
        return path.parent.parent
    return path.parent if path.name == SWEEP_SETTINGS else None


def _state(path: Path) -> tuple[int, int]:
    stat = path.stat()
    return stat.st_size, stat.st_mtime_ns
