"""What the benchmarks have in common: where their questions come from, and which are asked."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import ClassVar

from autoact_precache.agents.errors import TaskError
from autoact_precache.agents.prompt import Prompt, load_prompt
from autoact_precache.agents.tasks.source import Files, question_files
from autoact_precache.agents.tasks.task import ALL, Question


@dataclass(frozen=True)
class Benchmark(ABC):
    """`source` is 'encyclopedia', 'autoact', or a file: JSON lines or the official document.

    `level` is one of `levels` or 'all'; `split` is 'train', 'test' or whatever the source has.
    With `shuffle`, questions come in an order drawn from the seed.
    """

    name: ClassVar[str]
    levels: ClassVar[tuple[str, ...]]
    files: ClassVar[Files]

    source: str
    level: str
    split: str
    shuffle: bool

    @property
    def prompt(self) -> Prompt:
        return load_prompt(self.name)

    def questions(self, limit: int | None = None, seed: int = 0) -> list[Question]:
        """See Task.questions. A question without a split belongs to every split."""
        if limit is not None and limit < 1:
            raise TaskError(f"limit: expected at least 1, got {limit}")
        if self.level not in (*self.levels, ALL):
            known = ", ".join((*self.levels, ALL))
            raise TaskError(f"task.level: expected one of {known}, got {self.level!r}")
        everything = list(self._read(self._paths(self.level)))
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

    def _paths(self, level: str) -> list[Path]:
        return question_files(self.source, self.files, self.levels if level == ALL else (level,))

    @abstractmethod
    def _read(self, paths: list[Path]) -> Iterator[Question]:
        """All questions of the files. Raises TaskError, naming the record that has another form."""
