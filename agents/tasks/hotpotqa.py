"""HotpotQA (Yang et al., 2018): questions that take two pages to answer, free-text answers."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from autoact_precache.agents.scores import Score, exact_match, f1_score
from autoact_precache.agents.tasks.benchmark import Benchmark
from autoact_precache.agents.tasks.source import Files, Row, read_rows
from autoact_precache.agents.tasks.task import ALL, Question
from autoact_precache.trajectories.record import Trajectory

Paragraph = tuple[str, list[str]]
"""A title, and the sentences as the file has them: with a space in front, or empty."""


@dataclass(frozen=True)
class HotpotQA(Benchmark):
    """See Benchmark."""

    name: ClassVar[str] = "hotpotqa"
    levels: ClassVar[tuple[str, ...]] = ("easy", "medium", "hard")
    files: ClassVar[Files] = Files(
        shipped="multihop.jsonl",
        autoact="hotpotqa/{level}.jsonl",
        official="hotpot_dev_distractor_v1.json or hotpot_dev_fullwiki_v1.json",
        address="hotpotqa.github.io",
    )

    def recorded(self, trajectory: Trajectory) -> Question:
        """See Task.recorded."""
        return Question(id=trajectory.id, text=trajectory.question, gold=trajectory.gold)

    def score(self, prediction: str | None, question: Question) -> Score:
        """Exact match and F1 of hotpot_evaluate_v1.py; no answer scores 0."""
        if prediction is None:
            return Score(em=0.0, f1=0.0)
        gold = question.gold
        return Score(exact_match(prediction, gold), f1_score(prediction, gold))

    def contexts(self) -> Iterator[list[Paragraph]]:
        """The paragraphs that stand beside each question, whatever its level and its split.

        Raises TaskError, naming the record, where one has none.
        """
        for row in read_rows(self._paths(ALL)):
            yield _paragraphs(row)

    def _read(self, paths: list[Path]) -> Iterator[Question]:
        for row in read_rows(paths):
            yield Question(
                id=row.id,
                text=row.text("question"),
                gold=row.text("answer"),
                level=row.text("level"),
                split=row.split,
            )


def _paragraphs(row: Row) -> list[Paragraph]:
    context = row.fields.get("context")
    if not isinstance(context, list):
        raise row.error("expected 'context', a list of [title, sentences]; it has no paragraphs")
    for number, paragraph in enumerate(context, start=1):
        match paragraph:
            case [str(), [*sentences]] if all(isinstance(each, str) for each in sentences):
                pass
            case _:
                raise row.error(f"context, paragraph {number}: expected [title, [sentence, ...]]")
    return [(title, sentences) for title, sentences in context]
