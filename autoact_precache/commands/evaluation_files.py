"""Evaluations in files: eval.json to read on, eval.md to read."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from rich.console import Console

from autoact_precache.agents.evaluation import Evaluation
from autoact_precache.commands.evaluation_tables import evaluation_tables, markdown, notes
from autoact_precache.trajectories.schema import RecordError, check
from autoact_precache.trajectories.whole_file import whole_file

EVALUATION = "eval.json"
TABLES = "eval.md"


def write_evaluation(folder: Path, evaluation: Evaluation) -> None:
    """The files of one run."""
    _write(folder / TABLES, markdown([evaluation], f"{evaluation.task}: {evaluation.label}"))
    _write_json(folder / EVALUATION, asdict(evaluation))


def write_pooled(folder: Path, evaluations: Mapping[str, Evaluation]) -> None:
    """The files of a sweep: its runs, by the names of their folders."""
    tables = [markdown(group, group[0].task) for group in by_task(evaluations.values())]
    _write(folder / TABLES, "\n".join(tables))
    _write_json(folder / EVALUATION, {name: asdict(run) for name, run in evaluations.items()})


def read_evaluation(path: Path) -> Evaluation:
    """Raises RecordError for a file that `write_evaluation` did not write."""
    try:
        evaluation: Evaluation = check(json.loads(path.read_text("utf-8")), Evaluation, "")
    except (ValueError, OSError) as error:
        raise RecordError(f"{path}: {error}") from error
    return evaluation


def by_task(evaluations: Iterable[Evaluation]) -> list[list[Evaluation]]:
    groups: dict[str, list[Evaluation]] = {}
    for evaluation in evaluations:
        groups.setdefault(evaluation.task, []).append(evaluation)
    return list(groups.values())


def show(console: Console, evaluations: Sequence[Evaluation]) -> None:
    """The tables of one task, and what their figures are."""
    for table in evaluation_tables(evaluations):
        console.print(table.on_screen())
        console.print()
    for note in notes(evaluations):
        console.print(note, markup=False, highlight=False)


def _write_json(path: Path, data: dict[str, Any]) -> None:
    _write(path, json.dumps(data, indent=2) + "\n")


def _write(path: Path, text: str) -> None:
    with whole_file(path) as file:
        file.write(text)
