"""Reads question files: JSON lines, and the benchmarks' own single JSON documents."""

import json
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from autoact_precache.agents.errors import TaskError
from autoact_precache.tools.index import SHIPPED_ARTICLES

ENCYCLOPEDIA = "encyclopedia"
AUTOACT = "autoact"
_DATA_FOLDER = "AUTOACT_DATA"  # the environment variable


@dataclass(frozen=True)
class Row:
    """One question as its file has it, and where that is."""

    where: str
    fields: dict[str, Any]

    def text(self, *names: str) -> str:
        """The first of the fields that is there. Raises TaskError unless it is a filled string."""
        value = next((self.fields[name] for name in names if name in self.fields), None)
        if not isinstance(value, str) or not value.strip():
            raise self.error(f"expected {' or '.join(map(repr, names))} with some text in it")
        return value.strip()

    def error(self, problem: str) -> TaskError:
        return TaskError(f"{self.where}: {problem}")


def question_files(source: str, *, shipped: str, autoact: Iterable[str], origin: str) -> list[Path]:
    """The files of `source`: 'encyclopedia', 'autoact', or the path of a file.

    `shipped` is the encyclopedia's file, `autoact` the files below the data folder, `origin` says
    where those come from. Raises TaskError for one that is not there.
    """
    if source == ENCYCLOPEDIA:
        return [SHIPPED_ARTICLES.with_name(shipped)]
    if source != AUTOACT:
        paths, hint = [Path(source)], f"task.source is {ENCYCLOPEDIA}, {AUTOACT} or a question file"
    elif folder := os.environ.get(_DATA_FOLDER):
        paths, hint = [Path(folder) / name for name in autoact], origin
    else:
        raise TaskError(
            f"task.source={AUTOACT} reads {', '.join(autoact)} below {_DATA_FOLDER}, "
            f"an environment variable that is not set; {origin}"
        )
    for path in paths:
        if not path.is_file():
            raise TaskError(f"no question file {path}; {hint}")
    return paths


def read_rows(paths: Iterable[Path]) -> Iterator[Row]:
    """The rows of JSON lines, or of one JSON array, or of one JSON object of rows by id.

    In such an object a row's key is its `id`. Raises TaskError naming the file and the place.
    """
    for path in paths:
        for where, fields in _items(path):
            if not isinstance(fields, dict):
                raise TaskError(f"{where}: expected a JSON object, one question")
            yield Row(where, fields)


def _items(path: Path) -> Iterator[tuple[str, Any]]:
    try:
        content = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise TaskError(f"{path}: cannot be read as UTF-8 text ({error})") from None
    if path.suffix == ".jsonl":
        for number, line in enumerate(content.split("\n"), start=1):
            if line.strip():
                where = f"{path}, line {number}"
                yield where, _parse(line, where)
        return
    document = _parse(content, str(path))
    if isinstance(document, dict):
        for key, fields in document.items():
            yield f"{path}, {key!r}", fields | {"id": key} if isinstance(fields, dict) else fields
    elif isinstance(document, list):
        for number, fields in enumerate(document, start=1):
            yield f"{path}, question {number}", fields
    else:
        raise TaskError(f"{path}: expected a JSON array or object of questions")


def _parse(text: str, where: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise TaskError(f"{where}: not JSON") from None
