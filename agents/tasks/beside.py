"""The files beside ScienceQA's problems.json: captions of its pictures, and lists of its splits."""

from pathlib import Path
from typing import Any

from autoact_precache.agents.errors import TaskError
from autoact_precache.agents.tasks.source import read_document

_CAPTIONS = "captions.json"  # {"captions": {id: text}, ...}
_SPLITS = "pid_splits.json"  # {split: [id, ...]}; the small ones are parts of the others


def read_captions(problems: Path) -> dict[str, str]:
    """The captions by question id; none where there is no file of them.

    Raises TaskError, naming file and record, for another form.
    """
    path = problems.with_name(_CAPTIONS)
    captions = _object(path, "captions") if path.is_file() else {}
    for question, caption in captions.items():
        if not isinstance(caption, str):
            raise TaskError(f"{path}, {question!r}: expected a caption, a string")
    return captions


def read_members(problems: Path, split: str) -> frozenset[str]:
    """The ids of the questions listed for the split; none where it is not listed.

    Raises TaskError, naming the file, for another form.
    """
    path = problems.with_name(_SPLITS)
    ids = _object(path).get(split, []) if path.is_file() else []
    if not isinstance(ids, list) or not all(isinstance(each, str) for each in ids):
        raise TaskError(f"{path}, {split!r}: expected a list of question ids")
    return frozenset(ids)


def _object(path: Path, *keys: str) -> dict[str, Any]:
    value = read_document(path)
    for key in keys:
        value = value.get(key) if isinstance(value, dict) else None
    if not isinstance(value, dict):
        inside = f" under {keys[0]!r}" if keys else ""
        raise TaskError(f"{path}: expected a JSON object{inside}")
    return value
