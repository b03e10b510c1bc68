"""Reads question files: JSON lines, and the benchmarks' own single JSON documents."""

import json
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from autoact_precache.agents.errors import TaskError
from autoact_precache.tools.index import SHIPPED_ARTICLES

ENCYCLOPEDIA = "encyclopedia"
AUTOACT = "autoact"
_DATA_FOLDER = "AUTOACT_DATA"  # the environment variable
_AUTOACT_ADDRESS = "github.com/zjunlp/AutoAct"


@dataclass(frozen=True)
class Files:
    """A benchmark's question files.

    `shipped` lies beside the encyclopedia's articles, `autoact` (one a level) below the data
    folder; `official` are the names of the whole benchmark's files, to be had at `address`.
    """

    shipped: str
    autoact: str
    official: str
    address: str


@dataclass(frozen=True)
class Row:
    """One question as its file has it, and where that is."""

    where: str
    fields: dict[str, Any]

    @property
    def id(self) -> str:
        return self.text("id", "_id", "pid")

    @property
    def split(self) -> str | None:
        split = self.fields.get("split")
        if split is None or isinstance(split, str):
            return split
        raise self.error(f"expected 'split', a name, got {split!r}")

    def text(self, *names: str) -> str:
        """The first of the fields that is there. Raises TaskError unless it is a filled string."""
        value = next((self.fields[name] for name in names if name in self.fields), None)
        if not isinstance(value, str) or not value.strip():
            raise self.error(f"expected {' or '.join(map(repr, names))} with some text in it")
        return value.strip()

    def optional_text(self, name: str) -> str:
        """The field, '' where it is missing or null. Raises TaskError if it is no string."""
        value = self.fields.get(name)
        if value is not None and not isinstance(value, str):
            raise self.error(f"expected {name!r}, a string or null, got {type(value).__name__}")
        return value or ""

    def error(self, problem: str) -> TaskError:
        return TaskError(f"{self.where}: {problem}")


def question_files(source: str, files: Files, levels: Sequence[str]) -> list[Path]:
    """The files of `source`: 'encyclopedia', 'autoact', or the path of a file.

    Raises TaskError for one that is not there, saying where to get it and where to put it.
    """
    if source == ENCYCLOPEDIA:
        return [SHIPPED_ARTICLES.with_name(files.shipped)]
    if source != AUTOACT:
        path = Path(source)
        if not path.is_file():
            raise TaskError(
                f"no question file {path}; task.source is {ENCYCLOPEDIA}, {AUTOACT}, or the path "
                f"of a file; {files.official} is to be had at {files.address}"
            )
        return [path]
    names = [files.autoact.format(level=level) for level in levels]
    folder = os.environ.get(_DATA_FOLDER)
    if not folder:
        raise TaskError(
            f"task.source={AUTOACT} reads {', '.join(names)} below {_DATA_FOLDER}, an environment "
            f"variable that is not set; the files are to be had at {_AUTOACT_ADDRESS}"
        )
    paths = [Path(folder) / name for name in names]
    for path in paths:
        if not path.is_file():
            raise TaskError(
                f"no question file {path}; it is to be had at {_AUTOACT_ADDRESS}: put it there, "
                f"or set {_DATA_FOLDER} to the folder that has {names[0]}"
            )
    return paths


def read_rows(paths: Iterable[Path]) -> Iterator[Row]:
    """The rows of JSON lines, or of one JSON array, or of one JSON object of rows by id.

    In such an object a row's key is its `id`. Raises TaskError naming the file and the place, for
    an id that an earlier row has as well.
    """
    places: dict[str, str] = {}
    for path in paths:
        for where, fields in _items(path):
            if not isinstance(fields, dict):
                raise TaskError(f"{where}: expected a JSON object, one question")
            row = Row(where, fields)
            if places.setdefault(row.id, where) is not where:
                raise row.error(f"the id {row.id!r} stands in {places[row.id]} already")
            yield row


def read_document(path: Path) -> Any:
    """One JSON document. Raises TaskError naming the file."""
    return _parse(_content(path), str(path))


def _items(path: Path) -> Iterator[tuple[str, Any]]:
    if path.suffix == ".jsonl":
        for number, line in enumerate(_content(path).split("\n"), start=1):
            if line.strip():
                where = f"{path}, line {number}"
                yield where, _parse(line, where)
        return
    document = read_document(path)
    if isinstance(document, dict):
        for key, fields in document.items():
            yield f"{path}, {key!r}", fields | {"id": key} if isinstance(fields, dict) else fields
    elif isinstance(document, list):
        for number, fields in enumerate(document, start=1):
            yield f"{path}, question {number}", fields
    else:
        raise TaskError(f"{path}: expected a JSON array or object of questions")


def _content(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise TaskError(f"{path}: cannot be read as UTF-8 text ({error})") from None


def _parse(text: str, where: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise TaskError(f"{where}: not JSON") from None
