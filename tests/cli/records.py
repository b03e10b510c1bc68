"""Records compared."""

import json
from pathlib import Path
from typing import Any


def without_measurements(record: Path) -> list[Any]:
    """A trajectory file line by line, less what differs between two runs: times and peak memory."""
    return [_stripped(json.loads(line)) for line in record.read_text().splitlines()]


def _stripped(value: Any) -> Any:
    if isinstance(value, list):
        return [_stripped(item) for item in value]
    if not isinstance(value, dict):
        return value
    measured = ("throughput", "peak_memory_bytes")
    return {
        key: _stripped(item)
        for key, item in value.items()
        if key not in measured and not key.endswith("_s")
    }
