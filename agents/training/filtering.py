"""From trajectories of any source to the demonstrations worth learning from."""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from autoact_precache.agents.scores import exact_match, f1_score, normalize_answer
from autoact_precache.agents.tasks.scienceqa import ScienceQA
from autoact_precache.agents.training.autoact import read_autoact
from autoact_precache.agents.training.demonstration import Demonstration, last_answer
from autoact_precache.agents.training.errors import TrainingError
from autoact_precache.agents.training.held_out import HeldOut
from autoact_precache.agents.training.near_duplicates import NearDuplicates
from autoact_precache.agents.training.records import read_records
from autoact_precache.trajectories.record import LINE_START

Measure = Literal["em", "f1"]


def read_source(path: Path, counts: Counter[str]) -> Iterator[Demonstration]:
    """The well-formed trajectories of a file of records or a raw AutoAct file, whichever it is.

    `counts` is added to as `autoact.read_autoact` says.

    Raises:
        TrainingError: a file that is missing or neither.
        RecordError: a corrupt record, naming file and line.
    """
    return _reader(path)(path, counts)


def _reader(path: Path) -> Callable[[Path, Counter[str]], Iterator[Demonstration]]:
    """Told by the first line that is one of the two: raw files have corrupt lines."""
    try:
        with path.open("rb") as lines:
            for line in lines:
                if line.startswith(LINE_START):
                    return read_records
                row = _row(line)
                if "schema_version" in row:
                    return read_records
                if {"question", "prompt"} <= row.keys():
                    return read_autoact
    except OSError as error:
        raise TrainingError(f"{path}: {error.strerror}") from None
    raise TrainingError(f"{path}: neither trajectory records nor AutoAct trajectories are in it")


def _row(line: bytes) -> dict[str, Any]:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return row if isinstance(row, dict) else {}


@dataclass
class Filter:
    """What a demonstration must be to be kept; it compares each with those kept before it.

    `least` is the least reward by `measure`; `held_out` are the evaluated questions by task;
    `near_duplicates` decides which of the kept questions are too close to a new one.
    """

    measure: Measure
    least: float
    held_out: Mapping[str, HeldOut]
    near_duplicates: NearDuplicates

    def __post_init__(self) -> None:
        self._questions: set[str] = set()

    def keep(
        self, demonstrations: Iterable[Demonstration], counts: Counter[str]
    ) -> Iterator[Demonstration]:
        """Those to learn from. Adds `kept` and `dropped: {reason}` to `counts`."""
        counts["kept"] += 0  # said even where there is none
        for demonstration in demonstrations:
            reason = self._fault(demonstration)
            if reason:
                counts[f"dropped: {reason}"] += 1
            else:
                counts["kept"] += 1
                yield demonstration

    def _fault(self, demonstration: Demonstration) -> str:
        reason = malformation(demonstration)
        if reason:
            return reason
        if reward(demonstration, self.measure) < self.least:
            return "reward too low"
        held_out = self.held_out.get(demonstration.task)
        if held_out and (demonstration.question, demonstration.answer) in held_out:
            return "a question that is evaluated"
        text = normalize_answer(demonstration.question)
        if text in self._questions:
            return "the same question again"
        if self.near_duplicates.add(text):
            return "nearly the same question again"
        self._questions.add(text)
        return ""


def malformation(demonstration: Demonstration) -> str:
    """Why a demonstration would teach what the loop cannot use; "" if it is well-formed."""
    steps = demonstration.steps
    if len(steps) < 3:
        return "answered without using a tool"
    if not all(any(c.isalnum() for c in step.thought) for step in steps):
        return "a step without a thought of its own"
    if any(set("[]") & set(step.argument) for step in steps):
        return "a bracket in an argument, which would end it"
    return ""


def reward(demonstration: Demonstration, measure: Measure) -> float:
    """Exact match or F1 of the last answer; of a multiple-choice question its accuracy."""
    answer = last_answer(demonstration) or ""
    if demonstration.task == ScienceQA.name:
        return float(answer == demonstration.answer)
    score = {"em": exact_match, "f1": f1_score}[measure]
    return score(answer, demonstration.answer)
