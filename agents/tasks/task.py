"""What a task is: its questions, its prompt, and how an answer scores."""

from dataclasses import dataclass
from typing import Protocol

from autoact_precache.agents.prompt import Prompt
from autoact_precache.agents.scores import Score
from autoact_precache.tools import ImageText
from autoact_precache.trajectories.record import Trajectory

ALL = "all"  # as a level or a split: do not select by it


@dataclass(frozen=True)
class Question:
    """`text` is what the agents read; `level` and `split` are for selection only."""

    id: str
    text: str
    gold: str
    level: str | None = None
    split: str | None = None
    choices: tuple[str, ...] = ()
    image: ImageText | None = None


class Task(Protocol):
    """A benchmark."""

    @property
    def name(self) -> str: ...
    @property
    def prompt(self) -> Prompt: ...
    @property
    def levels(self) -> tuple[str, ...]:
        """What a question's level may be, in the order of tables."""
        ...

    def questions(self, limit: int | None = None, seed: int = 0) -> list[Question]:
        """At most `limit` questions, the same ones in the same order for the same arguments.

        Raises TaskError where there are none or they cannot be read.
        """
        ...

    def recorded(self, trajectory: Trajectory) -> Question:
        """The question of a record, to be answered and scored again."""
        ...

    def score(self, prediction: str | None, question: Question) -> Score: ...
