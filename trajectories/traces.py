"""Controlled traces: who runs when and how many tokens each turn takes and decodes.

A trace is a CSV file, `agent,prompt_tokens,decode_tokens`, one turn a row. The ones in `traces/`
are known by their names, and so are those that `round_robin` makes.
"""

import csv
import random
import re
from dataclasses import dataclass, fields
from pathlib import Path

from autoact_precache.trajectories.record import Kind, Trajectory
from autoact_precache.trajectories.schema import RecordError

_FOLDER = Path(__file__).parent / "traces"
ROUND_ROBIN_TURNS, ROUND_ROBIN_CONTEXT = 8, 8
_ROUND_ROBIN = re.compile(f"round_robin_([1-{ROUND_ROBIN_TURNS}])(?:_([1-9][0-9]?)k)?")


@dataclass(frozen=True)
class TraceCall:
    """One turn: `prompt_tokens` are appended to the transcript, then `decode_tokens` decoded."""

    agent: str
    prompt_tokens: int
    decode_tokens: int


@dataclass(frozen=True)
class ForcedCall:
    """One turn with its ids: `prompt_ids` are appended, then `token_ids` are decoded as given."""

    agent: str
    kind: Kind
    prompt_ids: list[int]
    token_ids: list[int]


def trace_names() -> list[str]:
    """The traces that ship with the package as files."""
    return sorted(path.stem for path in _FOLDER.glob("*.csv"))


def round_robin(agents: int, context: int = ROUND_ROBIN_CONTEXT) -> list[TraceCall]:
    """Eight turns of `context` k tokens, which `agent_1` to `agent_N` take one after the other.

    However many agents there are, the transcript is the same: what grows with their number is the
    cost of keeping them.
    """
    return [
        TraceCall(f"agent_{1 + turn % agents}", prompt_tokens=1024 * context, decode_tokens=32)
        for turn in range(ROUND_ROBIN_TURNS)
    ]


def read_trace(name_or_path: str | Path) -> list[TraceCall]:
    """A shipped trace by its name, `round_robin_N` or `round_robin_N_Ck`, or a CSV file's path.

    Raises RecordError for an unknown name or an unreadable file, and for a wrong row, naming file
    and line. The first turn needs a prompt, every turn decodes at least one token.
    """
    path, name = Path(name_or_path), str(name_or_path)
    if agents := _ROUND_ROBIN.fullmatch(name):
        return round_robin(int(agents[1]), int(agents[2] or ROUND_ROBIN_CONTEXT))
    if name in trace_names():
        path = _FOLDER / f"{name}.csv"
    elif not path.is_file():
        raise RecordError(
            f"trace {name!r} is neither a file nor one of {', '.join(trace_names())}, "
            f"round_robin_1 to round_robin_{ROUND_ROBIN_TURNS}, round_robin_1_1k and so on"
        )
    header = [field.name for field in fields(TraceCall)]
    calls: list[TraceCall] = []
    try:
        with path.open(newline="", encoding="utf-8-sig") as file:
            rows = csv.reader(file)
            if next(rows, None) != header:
                raise RecordError(f"{path}:1: expected the header {','.join(header)}")
            for row in filter(None, rows):  # blank lines come as empty rows
                calls.append(_call(row, f"{path}:{rows.line_num}", first=not calls))
    except OSError as error:
        raise RecordError(f"{path}: {error.strerror}") from error
    except (UnicodeDecodeError, csv.Error) as error:
        raise RecordError(f"{path}: not a CSV file: {error}") from error
    if not calls:
        raise RecordError(f"{path}: the trace has no turns")
    return calls


def trace_of(trajectory: Trajectory) -> list[TraceCall]:
    """The schedule of a recorded trajectory, as a controlled trace."""
    return [
        TraceCall(call.agent, len(call.prompt_ids), len(call.token_ids))
        for call in trajectory.calls
    ]


def random_calls(
    trace: list[TraceCall], *, first_id: int, last_id: int, seed: int
) -> list[ForcedCall]:
    """The trace with random ids from `first_id` to `last_id` inclusive, the same for one seed.

    Choose the range so that it leaves out the vocabulary's special tokens.
    """
    if not 0 <= first_id <= last_id:
        raise RecordError(f"token ids from {first_id} to {last_id}: expected 0 <= first <= last")
    source = random.Random(seed)
    ids = range(first_id, last_id + 1)
    return [
        ForcedCall(
            call.agent,
            "trace",
            prompt_ids=source.choices(ids, k=call.prompt_tokens),
            token_ids=source.choices(ids, k=call.decode_tokens),
        )
        for call in trace
    ]


def _call(row: list[str], where: str, *, first: bool) -> TraceCall:
    if len(row) != len(fields(TraceCall)):
        raise RecordError(f"{where}: expected {len(fields(TraceCall))} columns, got {len(row)}")
    agent, prompt, decode = (cell.strip() for cell in row)
    if not agent:
        raise RecordError(f"{where}: agent: missing")
    return TraceCall(
        agent,
        _count(prompt, 1 if first else 0, f"{where}: prompt_tokens"),
        _count(decode, 1, f"{where}: decode_tokens"),
    )


def _count(cell: str, least: int, where: str) -> int:
    digits = cell.isascii() and cell.isdigit() and len(cell) < 10
    if not digits or int(cell) < least:
        raise RecordError(f"{where}: expected a whole number of at least {least}, got {cell!r}")
    return int(cell)
