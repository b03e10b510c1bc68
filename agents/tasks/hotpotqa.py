"""HotpotQA (Yang et al., 2018): questions that take two pages to answer, free-text answers."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from autoact_precache.agents.prompt import Prompt, load_prompt
from autoact_precache.agents.scores import Score, exact_match, f1_score
from autoact_precache.agents.tasks.source import question_files, read_rows
from autoact_precache.agents.tasks.task import ALL, Question, Selection, check_level
from autoact_precache.trajectories.record import Trajectory

LEVELS = ("easy", "medium", "hard")
_ORIGIN = (
    "the levels are part of AutoAct (github.com/zjunlp/AutoAct), the whole benchmark is at "
    "hotpotqa.github.io"
)


@dataclass(frozen=True)
class HotpotQA:
    """`source` is 'encyclopedia', 'autoact', or a file: JSON lines or the official JSON array.

    `level` is one of LEVELS or 'all'; `split` is 'train', 'test' or whatever the source has.
    """

    name: ClassVar[str] = "hotpotqa"
    levels: ClassVar[tuple[str, ...]] = LEVELS

    source: str
    level: str
    split: str
    shuffle: bool

    @property
    def prompt(self) -> Prompt:
        return load_prompt(self.name)

    def questions(self, limit: int | None = None, seed: int = 0) -> list[Question]:
        """See Task.questions."""
        check_level(self.level, LEVELS)
        selection = Selection(self.level, self.split, self.shuffle)
        return selection.take(self._read(), limit, seed)

    def recorded(self, trajectory: Trajectory) -> Question:
        """See Task.recorded."""
        return Question(id=trajectory.id, text=trajectory.question, gold=trajectory.gold)

    def score(self, prediction: str | None, question: Question) -> Score:
        """Exact match and F1 of hotpot_evaluate_v1.py; no answer scores 0."""
        if prediction is None:
            return Score(em=0.0, f1=0.0)
        gold = question.gold
        return Score(exact_match(prediction, gold), f1_score(prediction, gold))

    def _read(self) -> Iterator[Question]:
        levels = LEVELS if self.level == ALL else (self.level,)
        files = question_files(
            self.source,
            shipped="multihop.jsonl",
            autoact=[f"hotpotqa/{level}.jsonl" for level in levels],
            origin=_ORIGIN,
        )
        for row in read_rows(files):
            yield Question(
                id=row.text("id", "_id"),
                text=row.text("question"),
                gold=row.text("answer"),
                level=row.text("level"),
                split=row.fields.get("split"),
            )
