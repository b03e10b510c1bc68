"""Runs that are killed or stopped on the way, and go on."""

import signal
import subprocess
import time
from pathlib import Path

from autoact_precache.trajectories.store import read_trajectories
from tests.cli.program import TIMEOUT_S, Program

QUESTIONS = 12


def test_a_killed_and_a_stopped_run_go_on_where_they_were(small):
    # kill -9
    record, code, _ = _broken_off(small, signal.SIGKILL, after=2)
    assert code == -signal.SIGKILL
    killed = _whole_lines(record)
    assert 2 <= len(killed) < QUESTIONS

    # Without `output`, the run with the same settings goes on. Then Ctrl-C.
    again, code, stderr = _broken_off(small, signal.SIGINT, "resume=true", after=len(killed) + 2)
    assert again == record
    assert code == 130
    assert stderr.strip().count("\n") == 0
    stopped = _whole_lines(record)
    assert stopped[: len(killed)] == killed
    # The line seen last is taken back where Ctrl-C came before it was safely on the disk.
    assert len(killed) + 1 <= len(stopped) < QUESTIONS

    # With `output`, to its end.
    output = record.parent.relative_to(small.folder)
    finished = small("run", f"limit={QUESTIONS}", "resume=true", f"output={output}")
    assert finished.code == 0, finished.stderr
    lines = _whole_lines(record)
    assert lines[: len(stopped)] == stopped
    ids = [trajectory.id for trajectory in read_trajectories(record)]
    assert len(ids) == len(set(ids)) == QUESTIONS
    assert f"{QUESTIONS}/{QUESTIONS}" in finished.stdout
    assert len(list(small.folder.rglob("trajectories.jsonl"))) == 1


def _broken_off(
    program: Program, how: signal.Signals, *arguments: str, after: int
) -> tuple[Path, int, str]:
    """Sends a signal once `after` trajectories are recorded: the record, exit code and stderr."""
    with program.started("run", f"limit={QUESTIONS}", *arguments) as process:
        record = _record_with(program, after, process)
        process.send_signal(how)
        _, stderr = process.communicate(timeout=TIMEOUT_S)
    return record, process.returncode, stderr


def _record_with(program: Program, lines: int, process: "subprocess.Popen[str]") -> Path:
    deadline = time.monotonic() + TIMEOUT_S
    while process.poll() is None and time.monotonic() < deadline:
        for record in program.folder.rglob("trajectories.jsonl"):
            if len(_whole_lines(record)) >= lines:
                return record
        time.sleep(0.01)
    raise AssertionError(f"no {lines} trajectories: {process.communicate(timeout=TIMEOUT_S)}")


def _whole_lines(record: Path) -> list[bytes]:
    return [line for line in record.read_bytes().splitlines(keepends=True) if line.endswith(b"\n")]
