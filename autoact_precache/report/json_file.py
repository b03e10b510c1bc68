"""JSON files, with the file's name in whatever is wrong with them."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from autoact_precache.trajectories.schema import RecordError

Read = TypeVar("Read")


def read_json(path: Path) -> dict[str, Any]:
    """The object in a file. Raises RecordError where there is none."""
    data = reading(path, lambda: json.loads(path.read_text(encoding="utf-8")))
    if not isinstance(data, dict):
        raise RecordError(f"{path}: expected a JSON object, got {type(data).__name__}")
    return data


def reading(path: Path, read: Callable[[], Read]) -> Read:
    """What `read` gives. Raises RecordError, naming the file, where it fails."""
    try:
        return read()
    except (ValueError, OSError) as error:
        raise RecordError(f"{path}: {error}") from error
