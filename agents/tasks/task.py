"""What a task is: its questions, its prompt, and how an answer scores."""

from collections.abc import Iterable
from dataclasses import dataclass
from random import Random
from typing import Protocol

from autoact_precache.agents.errors import TaskError
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


@dataclass(frozen=True)
class Selection:
    """Which questions of a source: one level, one split, in order or shuffled."""

    level: str
    split: str
    shuffle: bool

    def take(self, questions: Iterable[Question], limit: int | None, seed: int) -> list[Question]:
        """A question without a split belongs to every split. Raises TaskError if none is left."""
        if limit is not None and limit < 1:
            raise TaskError(f"limit: expected at least 1, got {limit}")
        everything = list(questions)
        chosen = [
            question
            for question in everything
            if self.level in (ALL, question.level)
            and (question.split is None or self.split in (ALL, question.split))
        ]
        if not chosen:
            levels = sorted({question.level for question in everything if question.level})
            named = sorted({question.split for question in everything if question.split})
            splits = f"the splits {', '.join(named)}" if named else "no splits"
            raise TaskError(
                f"task: no questions with level={self.level} and split={self.split}; "
                f"the source has the levels {', '.join(levels)} and {splits}"
            )
        if self.shuffle:
            Random(seed).shuffle(chosen)
        return chosen[:limit]


def check_level(level: str, levels: Iterable[str]) -> None:
    """Raises TaskError unless `level` is one of `levels`, or all of them."""
    if level not in (*levels, ALL):
        raise TaskError(f"task.level: expected one of {', '.join((*levels, ALL))}, got {level!r}")
