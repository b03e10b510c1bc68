"""What a run shows while it goes: every thought, action and observation, and a bar with the score so far."""

from collections.abc import Sequence
from types import TracebackType
from typing import Self

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text

from autoact_precache.agents.episode import Said
from autoact_precache.agents.tasks.task import Question
from autoact_precache.trajectories.record import Trajectory
from autoact_precache.trajectories.summary import summarize

STYLES = {"plan": "cyan", "action": "magenta", "reflect": "yellow", "context": "dim"}


class Screen:
    """Prints one question after another. Everything shown is plain text: nothing in it is markup."""

    def __init__(self, console: Console, total: int, done: Sequence[Trajectory]) -> None:
        self.console = console
        self.done = list(done)
        self.progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
            console=console,
        )
        self.total = total
        self.bar = self.progress.add_task(self._score(), total=total, completed=len(self.done))

    def __enter__(self) -> Self:
        self.progress.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.progress.stop()

    def question(self, question: Question) -> None:
        number = f"[{len(self.done) + 1}/{self.total}]"
        self.console.print()
        self.console.print(Text(f"{number} {question.text}", style="bold"))

    def said(self, said: Said) -> None:
        self.console.print(
            Text.assemble(
                (f"  {said.kind.capitalize():<12}", STYLES[said.author]),
                (f"{said.author:<8}" if said.author != "context" else " " * 8, "dim"),
                said.text,
            )
        )

    def finished(self, trajectory: Trajectory) -> None:
        self.done.append(trajectory)
        answer = "no answer" if trajectory.prediction is None else trajectory.prediction
        outcome = trajectory.error or trajectory.ended.replace("_", " ")
        verdict = ("right" if trajectory.em else "wrong", "green" if trajectory.em else "red")
        self.console.print(
            Text.assemble(
                "  -> ",
                (answer, "bold"),
                f" (gold: {trajectory.gold}) ",
                verdict,
                (
                    f"  {outcome}, {trajectory.totals.trajectory_tokens} tokens, "
                    f"{trajectory.totals.e2e_s:.1f} s",
                    "dim",
                ),
            )
        )
        self.progress.update(self.bar, advance=1, description=self._score())

    def _score(self) -> str:
        summary = summarize(self.done)
        if summary.em is None:
            return "score  -"
        score = f"EM {100 * summary.em:.0f}%"
        return score if summary.f1 is None else f"{score}  F1 {100 * summary.f1:.0f}%"
