"""What a run shows while it goes: thoughts, actions, observations, and the score so far."""

from collections.abc import Sequence
from types import TracebackType
from typing import Self

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from autoact_precache.agents.episode import Said
from autoact_precache.agents.tasks.task import Question
from autoact_precache.trajectories.record import Trajectory
from autoact_precache.trajectories.summary import summarize

WHO_WIDTH = len("tool observation")
STYLES = {"plan": "cyan", "action": "magenta", "reflect": "yellow", "context": "blue"}


class Screen:
    """Prints one question after another, all of it as plain text: nothing in it is markup."""

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
        row = Table.grid(padding=(0, 1))
        row.add_column(width=WHO_WIDTH, justify="right")
        row.add_column(overflow="fold")
        who = "tool" if said.author == "context" else said.author
        text = Text(said.text)
        if said.kind == "action":  # what follows the bracket may be another agent's
            name, bracket, argument = said.text.partition("[")
            second = "action" if said.author == "plan" else said.author
            text = Text.assemble((name + bracket, STYLES[said.author]), (argument, STYLES[second]))
        row.add_row(Text(f"{who} {said.kind}", STYLES[said.author]), text)
        self.console.print(row)

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
