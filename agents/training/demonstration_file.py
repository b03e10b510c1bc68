"""The file between `filter` and `train`: JSON lines, one demonstration each."""

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

from autoact_precache.agents.training.demonstration import Demonstration
from autoact_precache.agents.transcript import Step
from autoact_precache.trajectories.schema import RecordError, check
from autoact_precache.trajectories.whole_file import whole_file


@dataclass(frozen=True)
class _Line:
    """The schema of a line; see Demonstration."""

    task: str
    source: str
    question: str
    answer: str
    steps: list[Step]
    shown: list[int]


def write_demonstrations(path: Path, demonstrations: Iterable[Demonstration]) -> None:
    """Write the file, in the order given; it appears when it is whole, in place of an older one."""
    with whole_file(path) as file:
        for d in demonstrations:
            line = _Line(d.task, d.source, d.question, d.answer, list(d.steps), sorted(d.shown))
            file.write(json.dumps(asdict(line)) + "\n")


def read_demonstrations_file(path: Path) -> list[Demonstration]:
    """The demonstrations of a file that `write_demonstrations` wrote, in its order.

    Raises:
        RecordError: a file that cannot be read, or a corrupt line, naming file and line.
    """
    try:
        lines = path.read_bytes().split(b"\n")
    except OSError as error:
        raise RecordError(f"{path}: {error.strerror}") from error
    demonstrations = []
    for number, line in enumerate(lines, start=1):
        if line.strip():
            try:
                demonstrations.append(_parse(line))
            except RecordError as error:
                raise RecordError(f"{path}:{number}: {error}") from None
    return demonstrations


def _parse(line: bytes) -> Demonstration:
    try:
        data = json.loads(line.decode())
    except (ValueError, RecursionError) as error:
        raise RecordError(f"not JSON: {error}") from None
    if not isinstance(data, dict):
        raise RecordError(f"expected a JSON object, got {type(data).__name__}")
    parsed: _Line = check(data, _Line, "")
    if not parsed.steps:
        raise RecordError("steps: expected at least one")
    if any(index >= len(parsed.steps) for index in parsed.shown):
        raise RecordError(f"shown: expected indices below {len(parsed.steps)}, got {parsed.shown}")
    return Demonstration(
        question=parsed.question,
        steps=tuple(parsed.steps),
        shown=frozenset(parsed.shown),
        answer=parsed.answer,
        task=parsed.task,
        source=parsed.source,
    )
