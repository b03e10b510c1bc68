"""One line that says how far a benchmark is."""

import time
from collections.abc import Iterable
from datetime import timedelta
from types import TracebackType
from typing import Self

from rich.console import Console
from rich.markup import escape

from autoact_precache.trajectories.record import Trajectory

QUIET_S = 60.0
"""Where the line cannot be written over (a file), it comes anew, but not sooner than this."""


class ProgressLine:
    """`total` is how many trajectories there will be."""

    def __init__(self, console: Console, label: str, total: int) -> None:
        self.console = console
        self.label = label
        self.total = total
        self.done: list[Trajectory] = []
        self.before = 0
        self.started = self.shown_at = time.monotonic()
        self.status = console.status(escape(label))

    def after(self, done: Iterable[Trajectory]) -> Self:
        """Begins where these trajectories are there already."""
        self.done = list(done)
        self.before = len(self.done)
        self.started = self.shown_at = time.monotonic()
        self.status.update(escape(self._line()))
        return self

    def __enter__(self) -> Self:
        if self.console.is_terminal:
            self.status.start()
        else:
            self.console.print(self._line(), markup=False, soft_wrap=True)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.status.stop()

    def finished(self, trajectory: Trajectory) -> None:
        self.done.append(trajectory)
        line, now = self._line(), time.monotonic()
        if self.console.is_terminal:
            self.status.update(escape(line))
        elif now - self.shown_at >= QUIET_S or len(self.done) == self.total:
            self.shown_at = now
            self.console.print(line, markup=False, soft_wrap=True)

    def _line(self) -> str:
        line = f"{self.label}: {len(self.done)}/{self.total}"
        known = [trajectory.em for trajectory in self.done if trajectory.em is not None]
        if known:
            score = "accuracy" if self.done[0].f1 is None else "EM"
            line += f", {score} {100 * sum(known) / len(known):.1f}%"
        here = len(self.done) - self.before
        if here:
            pace = (time.monotonic() - self.started) / here
            left = timedelta(seconds=round(pace * (self.total - len(self.done))))
            line += f", {pace:.1f} s a question, {left} left"
        return line
