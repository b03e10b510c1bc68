"""The trajectory file: JSON lines, one a trajectory, appended by one run at a time."""

import fcntl
import json
import os
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from autoact_precache.trajectories.record import LINE_START, Trajectory
from autoact_precache.trajectories.schema import RecordError


class TrajectoryStore:
    """Appends the trajectories of one run to the file `path`, which stays locked until `close`.

    With `resume` the run goes on after the last whole line of the file, whose trajectories must
    carry the same `run`; `ids` then holds what is done. What a killed run left of its last line is
    cut off.

    Raises RecordError if another run holds the file, if it has trajectories and `resume` is off,
    if a line is corrupt, or if its trajectories are another run's; the file is then unchanged.
    """

    def __init__(self, path: str | Path, run: dict[str, Any], *, resume: bool = False) -> None:
        self.path = Path(path)
        self.ids: set[str] = set()
        self._run = _as_json(run)
        self.path.parent.mkdir(parents=True, exist_ok=True)
        is_new = not self.path.exists()
        self._descriptor = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o666)
        try:
            self._lock()
            self._take_over(resume)
            if is_new:
                _sync_folder(self.path.parent)
        except BaseException:
            self.close()
            raise

    def append(self, trajectory: Trajectory) -> None:
        """Write one line; on return it is on the disk, after an exception the file is as before.

        Raises RecordError if the record would be refused on reading, its id is in the file
        already, or its `run` is not the store's.
        """
        if trajectory.id in self.ids:
            raise RecordError(f"{self.path}: trajectory {trajectory.id!r} is already there")
        self._check_run(trajectory, str(self.path))
        line = memoryview(trajectory.to_json().encode("ascii") + b"\n")
        end = os.fstat(self._descriptor).st_size
        try:
            while line:
                line = line[os.write(self._descriptor, line) :]
            os.fsync(self._descriptor)
        except BaseException:
            os.ftruncate(self._descriptor, end)
            raise
        self.ids.add(trajectory.id)

    def close(self) -> None:
        """Let go of the file and its lock."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def _lock(self) -> None:
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise RecordError(f"{self.path}: another run is writing to this file") from error

    def _take_over(self, resume: bool) -> None:
        whole = 0  # bytes
        for number, line, trajectory in _read_lines(self.path):
            if resume:
                self._check_run(trajectory, f"{self.path}:{number}")
            self.ids.add(trajectory.id)
            whole += len(line)
        if self.ids and not resume:
            raise RecordError(
                f"{self.path}: holds {len(self.ids)} trajectories already; resume=true goes on "
                "after them, another output starts anew"
            )
        os.ftruncate(self._descriptor, whole)
        if whole and not line.endswith(b"\n"):
            os.write(self._descriptor, b"\n")

    def _check_run(self, trajectory: Trajectory, where: str) -> None:
        ours, theirs = self._run, _as_json(trajectory.run)
        for key in [*ours, *theirs]:
            if ours.get(key) != theirs.get(key):
                raise RecordError(
                    f"{where}: trajectory {trajectory.id!r} was made with {key}="
                    f"{theirs.get(key)!r}, this run has {ours.get(key)!r}"
                )


def read_trajectories(path: str | Path) -> Iterator[Trajectory]:
    """The trajectories of a file, in its order; what a killed run left of its last line is skipped.

    Raises RecordError naming file and line for one that is corrupt, of an unknown schema version,
    or has the id of an earlier line.
    """
    for _, _, trajectory in _read_lines(Path(path)):
        yield trajectory


def _read_lines(path: Path) -> Iterator[tuple[int, bytes, Trajectory]]:
    """Line number, line as it stands in the file, trajectory."""
    first: dict[str, int] = {}
    try:
        file = path.open("rb")
    except OSError as error:
        raise RecordError(f"{path}: {error.strerror}") from error
    with file:
        for number, line in enumerate(file, start=1):
            if _is_torn(line):
                return
            try:
                trajectory = Trajectory.from_json(line.decode())
            except ValueError as error:  # RecordError, or bytes that are no text
                raise RecordError(f"{path}:{number}: {error}") from error
            if trajectory.id in first:
                raise RecordError(
                    f"{path}:{number}: id: trajectory {trajectory.id!r} is on line "
                    f"{first[trajectory.id]} already"
                )
            first[trajectory.id] = number
            yield number, line, trajectory


def _as_json(run: dict[str, Any]) -> dict[str, Any]:
    """`run` as it comes back from a file: tuples are lists then."""
    data: dict[str, Any] = json.loads(json.dumps(run))
    return data


def _is_torn(line: bytes) -> bool:
    """Whether `line` is the beginning of a record, cut off before its end.

    A proper prefix of a JSON object is never JSON. Anything that does not begin like a record is
    not ours to cut off.
    """
    if line.endswith(b"\n") or not LINE_START.startswith(line[: len(LINE_START)]):
        return False
    try:
        json.loads(line)
    except ValueError:
        return True
    return False


def _sync_folder(folder: Path) -> None:
    """Make a new file's name as durable as its contents."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
