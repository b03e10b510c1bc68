"""One line that says how far long work is."""

import time
from collections.abc import Iterable
from datetime import timedelta
from types import TracebackType
from typing import Self

from rich.console import Console
from rich.markup import escape

from autoact_precache.trajectories.record import Trajectory

QUIET_S = 60.0


class StatusLine:
    """One line, written over and over; in a file it comes anew, but not sooner than `QUIET_S`."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self.shown_at = -QUIET_S
        self.status = console.status("")

    def __enter__(self) -> Self:
        if self.console.is_terminal:
            self.status.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.status.stop()

    def show(self, line: str, *, is_last: bool = False) -> None:
        now = time.monotonic()
        if self.console.is_terminal:
            self.status.update(escape(line))
        elif is_last or now - self.shown_at >= QUIET_S:
            self.shown_at = now
            self.console.print(line, markup=False, soft_wrap=True)


class ProgressLine(StatusLine):
    """How far the questions of a benchmark are, `total` of them, and how well they went."""

    def __init__(
        self, console: Console, label: str, total: int, done: Iterable[Trajectory]
    ) -> None:
        """`done` are there already."""
        super().__init__(console)
        self.label = label
        self.total = total
        self.done = list(done)
        self.before = len(self.done)
        self.started = time.monotonic()

    def __enter__(self) -> Self:
        super().__enter__()
        self.show(self._line())
        return self

    def finished(self, trajectory: Trajectory) -> None:
        self.done.append(trajectory)
        self.show(self._line(), is_last=len(self.done) == self.total)

    def _line(self) -> str:
        line = f"{self.label}: {len(self.done)}/{self.total}"
        known = [trajectory.em for trajectory in self.done if trajectory.em is not None]
        if known:
            score = "accuracy" if self.done[0].f1 is None else "EM"
            line += f", {score} {100 * sum(known) / len(known):.1f}%"
        here = len(self.done) - self.before
        if here:
            pace = (time.monotonic() - self.started) / here
            line += f", {pace:.1f} s a question"
            line += time_left(self.started, here / (self.total - self.before))
        return line


def time_left(started: float, share: float) -> str:
    """How a line ends that tells of work begun at `started`, a `share` of which is done."""
    if share == 0:
        return ""
    passed = time.monotonic() - started
    return f", {timedelta(seconds=round(passed / share - passed))} left"
