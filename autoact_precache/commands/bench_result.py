"""What `bench` measured, as its file bench.json holds it."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from typing import Any

from autoact_precache.metrics import CallMetrics
from autoact_precache.trajectories.machine import Machine
from autoact_precache.trajectories.record import CacheBytes
from autoact_precache.trajectories.schema import RecordError, parse
from autoact_precache.trajectories.traces import TraceCall
from autoact_precache.trajectories.whole_file import whole_file

BENCH = "bench.json"
PASSES = "passes.jsonl"  # what a stopped bench goes on from
SCHEMA_VERSION = 1


@dataclass(frozen=True)
class Turn:
    """One call of the trace: seconds are medians over the repeats."""

    agent: str
    prompt_tokens: int
    decode_tokens: int
    tokens_fed: int
    ttft_s: float
    decode_s: float
    reconstruct_s: float
    waited_s: float = 0.0  # of the TTFT, and counted where it was done


@dataclass(frozen=True)
class Repeat:
    """Sums over the calls of one repeat, in seconds; `total_s` counts nothing twice."""

    ttft_s: float
    decode_s: float
    reconstruct_s: float
    total_s: float


@dataclass(frozen=True)
class Memory:
    """Peak of a process of its own: with model and adapters loaded, and over the whole trace."""

    before_bytes: int
    peak_bytes: int


@dataclass(frozen=True)
class Measurement:
    """One subject, a policy or a baseline, on one trace. Seconds are medians over the repeats.

    `ttft_s`, `decode_s` and `reconstruct_s` are summed over the calls; `total_s` is their sum
    without what a TTFT waited for, which is counted where it is done. `throughput` = trajectory
    tokens / total_s. `time_per_token_s` is that of the tokens after each call's first.
    """

    subject: str
    trace: str
    trajectory_tokens: int
    agents: int
    calls: list[Turn]
    ttft_s: float
    decode_s: float
    reconstruct_s: float
    total_s: float
    time_per_token_s: float
    throughput: float
    tokens_fed: int
    repeats: list[Repeat]
    cache_bytes: CacheBytes
    memory: Memory | None


@dataclass(frozen=True)
class Bench:
    """`settings` says what was measured, and decides which measurements compare."""

    schema_version: int
    machine: Machine
    settings: dict[str, Any]
    measurements: list[Measurement]

    def write(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        with whole_file(folder / BENCH) as file:
            file.write(json.dumps(asdict(self), indent=1) + "\n")


def read_bench(path: Path) -> Bench:
    """Raises `RecordError` for a file that is none, or damaged, naming it."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        raise RecordError(f"{path}: {error}") from error
    found: Bench = parse(text, Bench, str(path))
    if found.schema_version != SCHEMA_VERSION:
        raise RecordError(f"{path}: schema version {found.schema_version}, not {SCHEMA_VERSION}")
    return found


Pass = dict[str, list[CallMetrics]]
"""One repeat of a trace: by subject, the metrics of every call."""


class PassesFile:
    """The passes of a bench, one a line, so that `resume` goes on after the last whole one."""

    def __init__(
        self, folder: Path, traces: Mapping[str, list[TraceCall]], *, resume: bool
    ) -> None:
        """Raises `RecordError` for a line that cannot be read, or is of another trace."""
        self.path = folder / PASSES
        self.done: dict[str, list[Pass]] = {}
        if not resume:
            self.path.unlink(missing_ok=True)
        elif self.path.exists():
            lines = self.path.read_bytes().splitlines(keepends=True)
            whole = [line for line in lines if line.endswith(b"\n")]
            for number, line in enumerate(whole, start=1):
                found: _Line = parse(line, _Line, f"{self.path}:{number}")
                if found.turns != traces.get(found.trace):
                    raise RecordError(f"{self.path}:{number}: {found.trace} was another trace then")
                self.done.setdefault(found.trace, []).append(found.calls)
            with self.path.open("r+b") as file:
                file.truncate(sum(map(len, whole)))

    def append(self, trace: str, turns: list[TraceCall], calls: Pass) -> None:
        line = json.dumps(asdict(_Line(trace, turns, calls)))
        with self.path.open("a", encoding="utf-8") as file:
            file.write(line + "\n")
        self.done.setdefault(trace, []).append(calls)


@dataclass(frozen=True)
class _Line:
    trace: str
    turns: list[TraceCall]
    calls: Pass


def measurement(
    subject: str,
    trace: str,
    calls: Sequence[TraceCall],
    passes: Sequence[Pass],
    memory: Memory | None,
) -> Measurement:
    """From the metrics of every call, repeat by repeat."""
    own = [each[subject] for each in passes]
    repeats = [_repeat(each) for each in own]
    last = own[0][-1]
    total_s = median(repeat.total_s for repeat in repeats)
    decode_s = median(repeat.decode_s for repeat in repeats)
    decoded = sum(call.decode_tokens - 1 for call in calls)
    turns = [_turn(call, metrics) for call, *metrics in zip(calls, *own, strict=True)]
    return Measurement(
        subject=subject,
        trace=trace,
        trajectory_tokens=last.trajectory_tokens,
        agents=len({call.agent for call in calls}),
        calls=turns,
        ttft_s=median(repeat.ttft_s for repeat in repeats),
        decode_s=decode_s,
        reconstruct_s=median(repeat.reconstruct_s for repeat in repeats),
        total_s=total_s,
        time_per_token_s=decode_s / decoded if decoded else 0.0,
        throughput=last.trajectory_tokens / total_s if total_s else 0.0,
        tokens_fed=sum(turn.tokens_fed for turn in turns),
        repeats=repeats,
        cache_bytes=last.cache_bytes,
        memory=memory,
    )


def _repeat(calls: Sequence[CallMetrics]) -> Repeat:
    ttft_s = sum(call.ttft_s for call in calls)
    decode_s = sum(call.decode_s for call in calls)
    reconstruct_s = sum(call.reconstruct_s for call in calls)
    waited_s = sum(call.waited_s for call in calls)
    return Repeat(ttft_s, decode_s, reconstruct_s, ttft_s - waited_s + decode_s + reconstruct_s)


def _turn(call: TraceCall, repeats: Sequence[CallMetrics]) -> Turn:
    one = repeats[0]
    return Turn(
        agent=call.agent,
        prompt_tokens=call.prompt_tokens,
        decode_tokens=call.decode_tokens,
        tokens_fed=one.prefilled_tokens + one.generated_tokens - 1 + one.reconstructed_tokens,
        ttft_s=median(metrics.ttft_s for metrics in repeats),
        decode_s=median(metrics.decode_s for metrics in repeats),
        reconstruct_s=median(metrics.reconstruct_s for metrics in repeats),
        waited_s=median(metrics.waited_s for metrics in repeats),
    )
