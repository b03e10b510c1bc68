"""ScienceQA (Lu et al., 2022): multiple-choice questions of school grades, some with an image."""

import re
import string
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from autoact_precache.agents.scores import Score, nearest_option
from autoact_precache.agents.tasks.benchmark import Benchmark
from autoact_precache.agents.tasks.beside import read_captions, read_members
from autoact_precache.agents.tasks.source import Files, Row, read_rows
from autoact_precache.agents.tasks.task import Question
from autoact_precache.tools import ImageText
from autoact_precache.tools.image import NO_IMAGE
from autoact_precache.tools.text import one_line
from autoact_precache.trajectories.record import Trajectory

IMAGE_LINE = "Image: yes"  # of a question's text, where there is one


@dataclass(frozen=True)
class ScienceQA(Benchmark):
    """See Benchmark."""

    name: ClassVar[str] = "scienceqa"
    levels: ClassVar[tuple[str, ...]] = ("1-4", "5-8", "9-12")  # grades
    files: ClassVar[Files] = Files(
        shipped="science.jsonl",
        autoact="scienceqa/grade_{level}.jsonl",
        official="problems.json (with captions.json and pid_splits.json beside it)",
        address="scienceqa.github.io",
    )

    def recorded(self, trajectory: Trajectory) -> Question:
        """See Task.recorded. The image is not in the record; what was read from it is."""
        text = trajectory.question
        return Question(
            id=trajectory.id, text=text, gold=trajectory.gold, choices=parse_options(text)
        )

    def score(self, prediction: str | None, question: Question) -> Score:
        """1 if the answer names the right option, or is like it more than like any other."""
        matched = nearest_option(prediction or "", question.choices)
        return Score(em=float(matched == question.gold), f1=None)

    def _read(self, paths: list[Path]) -> Iterator[Question]:
        # Only problems.json has files beside it that belong to it.
        problems = [path for path in paths if path.suffix == ".json"]
        captions = {pid: text for path in problems for pid, text in read_captions(path).items()}
        members = {pid for path in problems for pid in read_members(path, self.split)}
        for row in read_rows(paths):
            choices = _choices(row)
            image = _image(row, captions)
            yield Question(
                id=row.id,
                text=_text(row, choices, image),
                gold=_gold(row, choices),
                level=_level(row),
                split=self.split if row.id in members else row.split,
                choices=choices,
                image=image,
            )


def format_options(choices: Sequence[str]) -> str:
    """One line: `Options: (A) red (B) blue`."""
    lettered = zip(string.ascii_uppercase, choices, strict=False)
    return "Options: " + " ".join(f"({letter}) {one_line(choice)}" for letter, choice in lettered)


def parse_options(text: str) -> tuple[str, ...]:
    """The choices in the last options line of a question's text."""
    rest = text.rpartition("\nOptions: (A) ")[2].partition("\n")[0]
    choices = []
    for letter in string.ascii_uppercase[1:]:
        choice, found, rest = rest.partition(f" ({letter}) ")
        choices.append(choice)
        if not found:
            return tuple(choices)
    return (*choices, rest)


def _text(row: Row, choices: tuple[str, ...], image: ImageText | None) -> str:
    """The question, its context, its options and whether there is an image, a line each."""
    lines = [row.text("question", "Question").partition("\nOptions:")[0]]
    if hint := row.optional_text("hint"):
        lines.append(f"Context: {hint}")
    lines.append(format_options(choices))
    if image:
        lines.append(IMAGE_LINE)
    return "\n".join(lines)


def _choices(row: Row) -> tuple[str, ...]:
    choices = row.fields.get("choices")
    if not isinstance(choices, list) or not all(isinstance(choice, str) for choice in choices):
        raise row.error("expected 'choices', a list of strings")
    if not 2 <= len(choices) <= len(string.ascii_uppercase):
        raise row.error(f"expected 2 to 26 choices, got {len(choices)}")
    return tuple(choices)


def _gold(row: Row, choices: tuple[str, ...]) -> str:
    """The letter; problems.json has the option's index instead."""
    answer = row.fields.get("answer", row.fields.get("Answer"))
    letters = string.ascii_uppercase[: len(choices)]
    if type(answer) is int and 0 <= answer < len(letters):
        return letters[answer]
    if isinstance(answer, str) and len(answer) == 1 and answer in letters:
        return answer
    raise row.error(f"expected 'answer', one of the letters {letters}, got {answer!r}")


def _level(row: Row) -> str:
    """The grade is 3, '3' or 'grade3', and may stand in the metadata."""
    metadata = row.fields.get("metadata")
    holder = row.fields if "grade" in row.fields or not isinstance(metadata, dict) else metadata
    grade = re.fullmatch(r"(?:grade)?(\d+)", str(holder.get("grade")))
    for level in ScienceQA.levels:
        first, last = map(int, level.split("-"))
        if grade and first <= int(grade[1]) <= last:
            return level
    raise row.error(f"expected 'grade', a number from 1 to 12, got {holder.get('grade')!r}")


def _image(row: Row, captions: Mapping[str, str]) -> ImageText | None:
    """Caption and OCR text as AutoAct's files have them; problems.json has the picture's name."""
    caption = row.optional_text("caption")
    if caption == NO_IMAGE or not (caption or row.fields.get("image")):
        return None
    return ImageText(caption=caption or captions.get(row.id, ""), ocr=row.optional_text("orc"))
