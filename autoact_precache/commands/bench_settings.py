"""What a bench is asked for: its traces read, and its settings checked."""

from collections.abc import Iterable
from itertools import islice
from pathlib import Path

from omegaconf import DictConfig, ListConfig, OmegaConf

from autoact_precache.commands.failures import UsageError
from autoact_precache.trajectories.store import read_trajectories
from autoact_precache.trajectories.traces import TraceCall, read_trace, trace_of

Traces = dict[str, list[TraceCall]]
"""Schedules by name."""


def read_traces(config: DictConfig) -> Traces:
    """By name. Raises `UsageError` for an agent without adapter, and where there is no trace."""
    given = config.trace if isinstance(config.trace, ListConfig) else [config.trace]
    found: list[tuple[str, list[TraceCall]]] = []
    for source in map(str, given):
        if source.endswith(".jsonl"):
            recorded = islice(read_trajectories(source), config.limit)
            found += [(trajectory.id, trace_of(trajectory)) for trajectory in recorded]
        else:
            found.append((Path(source).stem, read_trace(source)))
    traces: Traces = {}
    for name, trace in found:
        if not trace:
            continue  # a trajectory that failed before its first call
        if name in traces:
            raise UsageError(f"trace: two of them are called {name!r}")
        missing = agents_of([trace]) - set(config.model.adapters)
        if config.lora.rank is None and missing:
            raise UsageError(
                f"trace {name!r} has calls of {min(missing)!r}; the model's adapters are "
                f"{', '.join(config.model.adapters)}: lora.rank=8 makes random ones instead"
            )
        traces[name] = trace
    if not traces:
        raise UsageError(f"trace={config.trace}: no calls in it")
    return traces


def check_settings(config: DictConfig) -> None:
    """Raises `UsageError` for a count that is none, and for a baseline that there is not."""
    for name in ("repeats", "threads", "lora.rank"):
        value = OmegaConf.select(config, name)
        if name != "repeats" and value is None:
            continue
        if type(value) is not int or value < 1:
            raise UsageError(f"{name}: expected a whole number of at least 1, got {value!r}")
    for name in ("memory", "lora.share_a"):
        value = OmegaConf.select(config, name)
        if type(value) is not bool:
            raise UsageError(f"{name}: expected true or false, got {value!r}")
    for name in ("lora.targets", "baselines"):
        value = OmegaConf.select(config, name)
        if not isinstance(value, ListConfig):
            raise UsageError(f"{name}: expected a list such as [A,B], got {value!r}")
    from autoact_precache.commands.bench_subjects import BASELINES

    for name in config.baselines:
        if name not in BASELINES:
            raise UsageError(f"unknown baseline {name!r}; known: {', '.join(BASELINES)}")


def agents_of(traces: Iterable[list[TraceCall]]) -> set[str]:
    return {call.agent for trace in traces for call in trace}
