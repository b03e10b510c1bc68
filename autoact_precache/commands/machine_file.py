"""The machine that a command ran on, in a file beside its settings."""

import json
from dataclasses import asdict
from pathlib import Path

from autoact_precache.trajectories.machine import Machine, this_machine
from autoact_precache.trajectories.schema import RecordError, check

MACHINE = Path(".hydra/machine.json")


def write_machine(folder: Path) -> None:
    path = folder / MACHINE
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(asdict(this_machine()), indent=2) + "\n", encoding="utf-8")


def read_machine(folder: Path) -> Machine | None:
    """None where it was not written down. Raises RecordError for a damaged file."""
    path = folder / MACHINE
    if not path.exists():
        return None
    try:
        machine: Machine = check(json.loads(path.read_text(encoding="utf-8")), Machine, "")
    except (ValueError, OSError) as error:
        raise RecordError(f"{path}: {error}") from error
    return machine
