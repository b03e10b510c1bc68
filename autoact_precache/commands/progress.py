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
        self.scores: list[float | None] = []
        self.before = 0
        self.started = self.shown_at = time.monotonic()
        self.status = console.status(escape(label))

    def after(self, done: Iterable[Trajectory]) -> Self:
        """Begins where these trajectories are there already."""
        self.scores = [trajectory.em for trajectory in done]
        self.before = len(self.scores)
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
        self.scores.append(trajectory.em)
        line, now = self._line(), time.monotonic()
        if self.console.is_terminal:
            self.status.update(escape(line))
        elif now - self.shown_at >= QUIET_S or len(self.scores) == self.total:
            self.shown_at = now
            self.console.print(line, markup=False, soft_wrap=True)

    def _line(self) -> str:
        line = f"{self.label}: {len(self.scores)}/{self.total}"
        known = [score for score in self.scores if score is not None]
        if known:
            line += f", EM {100 * sum(known) / len(known):.1f}%"
        here = len(self.scores) - self.before
        if here:
            pace = (time.monotonic() - self.started) / here
            left = timedelta(seconds=round(pace * (self.total - len(self.scores))))
            line += f", {pace:.1f} s a question, {left} left"
        return line
