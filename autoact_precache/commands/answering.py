"""Questions through an orchestrator: recorded one by one, shown on the screen."""

from collections.abc import Sequence
from pathlib import Path

from rich.console import Console

from autoact_precache.agents.orchestrator import Orchestrator
from autoact_precache.agents.tasks.task import Question
from autoact_precache.commands.screen import Screen
from autoact_precache.trajectories.store import TrajectoryStore, read_trajectories
from autoact_precache.trajectories.summary import run_table, summarize


def answer_questions(
    orchestrator: Orchestrator,
    questions: Sequence[Question],
    path: Path,
    label: str,
    console: Console,
    *,
    resume: bool,
) -> None:
    """Answer those of `questions` that the file `path` lacks, and end with a table named `label`.

    Raises RecordError as TrajectoryStore does.
    """
    with TrajectoryStore(path, orchestrator.identity(), resume=resume) as store:
        done = [trajectory for trajectory in read_trajectories(path) if trajectory.id in store.ids]
        with Screen(console, len(questions), done) as screen:
            for question in questions:
                if question.id not in store.ids:
                    screen.question(question)
                    trajectory = orchestrator.answer(question, screen.said)
                    store.append(trajectory)
                    screen.finished(trajectory)
    console.print()
    console.print(run_table(summarize(read_trajectories(path)), label))
    console.print(f"trajectories: {path}", soft_wrap=True)
