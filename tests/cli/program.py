"""The program as a user starts it: its console script, in a folder of its own."""

import os
import signal
import subprocess
import sysconfig
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

SCRIPT = Path(sysconfig.get_path("scripts")) / "autoact-precache"
TIMEOUT_S = 300


@dataclass(frozen=True)
class Finished:
    code: int
    stdout: str
    stderr: str


@dataclass(frozen=True)
class Program:
    """`folder` is the working folder; `settings` follow the command on every command line."""

    folder: Path
    settings: tuple[str, ...] = ()
    environment: dict[str, str] = field(default_factory=dict)

    def __call__(self, command: str, *arguments: str) -> Finished:
        with self.started(command, *arguments) as process:
            stdout, stderr = process.communicate(timeout=TIMEOUT_S)
        return Finished(process.returncode, stdout, stderr)

    @contextmanager
    def started(self, command: str, *arguments: str) -> Iterator["subprocess.Popen[str]"]:
        """The process while it runs; it does not outlive the block."""
        line = [str(SCRIPT), *filter(None, [command]), *arguments, *self.settings]
        with subprocess.Popen(
            line,
            cwd=self.folder,
            env=_environment() | self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            # As from a terminal: tests run in the background have Ctrl-C ignored, and inherit it.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        ) as process:
            try:
                yield process
            finally:
                process.kill()

    def files(self) -> list[Path]:
        return sorted(path for path in self.folder.rglob("*") if path.is_file())

    def contents(self) -> dict[Path, bytes | None]:
        """Every file with what is in it, every folder with None."""
        return {p: p.read_bytes() if p.is_file() else None for p in self.folder.rglob("*")}


def _environment() -> dict[str, str]:
    """What the tests inherit, less what would decide about a run; wide enough for every table."""
    left_out = ("SERPER_API_KEY", "AUTOACT_DATA")
    inherited = {name: value for name, value in os.environ.items() if name not in left_out}
    return inherited | {"COLUMNS": "140"}


def wait_for(path: Path, lines: int, process: "subprocess.Popen[str]") -> None:
    """Until the running program has written so many lines."""
    deadline = time.monotonic() + TIMEOUT_S
    while process.poll() is None and time.monotonic() < deadline:
        if path.exists() and path.read_bytes().count(b"\n") >= lines:
            return
        time.sleep(0.01)
    raise AssertionError(f"no {lines} lines: {process.communicate(timeout=TIMEOUT_S)}")


def refused(finished: Finished, *reasons: str) -> None:
    """At once: nothing was shown."""
    failed(finished, *reasons)
    assert finished.stdout == ""


def failed(finished: Finished, *reasons: str) -> None:
    assert finished.code == 2, finished
    [line] = finished.stderr.splitlines()
    for reason in reasons:
        assert reason in line
