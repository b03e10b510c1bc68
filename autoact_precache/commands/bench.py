"""`bench`: what each cache policy costs, side by side, on controlled traces."""

import tempfile
from collections.abc import Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hydra.core.hydra_config import HydraConfig
from hydra.types import RunMode
from omegaconf import DictConfig, ListConfig, OmegaConf
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

from autoact_precache.commands.failures import UsageError
from autoact_precache.commands.hydra_app import command
from autoact_precache.commands.plots import check_plots
from autoact_precache.commands.policies import configured_policies
from autoact_precache.commands.setup import quiet_libraries
from autoact_precache.trajectories.store import read_trajectories
from autoact_precache.trajectories.traces import (
    ForcedCall,
    TraceCall,
    random_calls,
    read_trace,
    trace_of,
)

if TYPE_CHECKING:  # they take seconds, which a mistyped setting need not cost
    from autoact_precache import Policy, Runtime
    from autoact_precache.commands.bench_result import Bench, Memory
    from autoact_precache.commands.bench_subjects import Served

Traces = dict[str, list[TraceCall]]


@command
def main(config: DictConfig) -> None:
    console = Console()
    check_plots(config.plots)
    _check_settings(config)
    traces = _traces(config)
    policies = configured_policies(config.policies)
    quiet_libraries()
    import torch

    from autoact_precache.commands import bench_report
    from autoact_precache.commands.bench_result import measurement
    from autoact_precache.commands.bench_subjects import open_subjects

    if config.threads is not None:
        torch.set_num_threads(config.threads)
    output = Path(config.output)
    with tempfile.TemporaryDirectory() as folder:
        with console.status("Loading the model ..."):
            served = _served(config, traces, Path(folder))
            runtime = served.runtime(policies[0])
            subjects = open_subjects(runtime, policies, served, config.baselines)
        bench = _begun(config, runtime, list(subjects))
        done = {m.trace for m in bench.measurements}
        for name in [name for name in traces if name not in done]:
            calls = _calls(config, runtime, traces[name])
            memory = _memory(config, served, [*policies, *config.baselines], calls, console)
            for subject, passes in _times(config, subjects, name, calls, console).items():
                bench.measurements.append(
                    measurement(subject, name, traces[name], passes, memory.get(subject))
                )
            bench.write(output)
    if HydraConfig.get().mode == RunMode.RUN:  # a sweep shows all of its runs at its end
        bench_report.show(console, {"": bench})
    written = [bench_report.write_markdown(output, {"": bench})]
    if config.plots is not None:
        from autoact_precache.commands.bench_plots import draw

        written.append(draw(bench.measurements, output, config.plots))
    console.print(f"written: {', '.join(map(str, written))}", soft_wrap=True)


def _check_settings(config: DictConfig) -> None:
    """Raises `UsageError` for a count that is none, and for a baseline that there is not."""
    from autoact_precache.commands.bench_subjects import BASELINES

    for name in ("repeats", "threads", "lora.rank"):
        value = OmegaConf.select(config, name)
        if name != "repeats" and value is None:
            continue
        if type(value) is not int or value < 1:
            raise UsageError(f"{name}: expected a whole number of at least 1, got {value!r}")
    if type(config.memory) is not bool:
        raise UsageError(f"memory: expected true or false, got {config.memory!r}")
    for name in config.baselines or ():
        if name not in BASELINES:
            raise UsageError(f"unknown baseline {name!r}; known: {', '.join(BASELINES)}")


def _traces(config: DictConfig) -> Traces:
    """By name. Raises `UsageError` for an agent without adapter, and where there is no trace."""
    given = config.trace if isinstance(config.trace, ListConfig) else [config.trace]
    traces: Traces = {}
    for source in map(str, given):
        if source.endswith(".jsonl"):
            recorded = islice(read_trajectories(Path(source)), config.limit)
            traces |= {trajectory.id: trace_of(trajectory) for trajectory in recorded}
        else:
            traces[Path(source).stem] = read_trace(source)
    if not any(traces.values()):
        raise UsageError(f"trace={config.trace}: no calls in it")
    for name, trace in traces.items():
        missing = _agents({name: trace}) - set(config.model.adapters)
        if config.lora.rank is None and missing:
            raise UsageError(
                f"trace {name} has calls of {min(missing)!r}; the model's adapters are "
                f"{', '.join(config.model.adapters)}: lora.rank=8 makes random ones instead"
            )
    return traces


def _agents(traces: Traces) -> set[str]:
    return {call.agent for trace in traces.values() for call in trace}


def _served(config: DictConfig, traces: Traces, folder: Path) -> "Served":
    """The model, with its own adapters or with random ones that are saved into `folder`."""
    from autoact_precache.commands.bench_subjects import Served, save_random_adapters

    model = config.model
    if config.lora.rank is None:
        adapters = {agent: model.adapters[agent] for agent in model.adapters}
    else:
        agents = sorted(_agents(traces))
        adapters = save_random_adapters(model.path, agents, folder, config.lora, config.seed)
    # The ids are random, so positions may run past what the model was trained for.
    length = max(sum(c.prompt_tokens + c.decode_tokens for c in t) for t in traces.values())
    return Served(model.path, adapters, model.dtype, model.device, model.context_length or length)


def _begun(config: DictConfig, runtime: "Runtime", subjects: Sequence[str]) -> "Bench":
    """The bench in the output folder, if it is to be gone on with, else one without measurements.

    Raises `UsageError` where it is another one.
    """
    import torch

    from autoact_precache.commands.bench_result import (
        BENCH,
        SCHEMA_VERSION,
        Bench,
        read_bench,
        this_machine,
    )

    identity = runtime.identity()
    settings: dict[str, Any] = {key: identity[key] for key in ("model", "adapters")}
    settings |= {key: identity[key] for key in ("dtype", "device")}
    settings |= {"threads": torch.get_num_threads(), "repeats": config.repeats, "seed": config.seed}
    settings |= {"subjects": list(subjects), "lora": None}
    if config.lora.rank is not None:
        settings["lora"] = OmegaConf.to_container(config.lora, resolve=True)
    path = Path(config.output) / BENCH
    if not config.resume or not path.exists():
        return Bench(SCHEMA_VERSION, this_machine(), settings, [])
    before = read_bench(path)
    if before.settings != settings:
        raise UsageError(f"{path} was measured with other settings: give another output")
    return before


def _calls(config: DictConfig, runtime: "Runtime", trace: list[TraceCall]) -> list[ForcedCall]:
    first, last = runtime.ordinary_ids
    return random_calls(trace, first_id=first, last_id=last, seed=config.seed)


def _memory(
    config: DictConfig,
    served: "Served",
    subjects: "Sequence[Policy | str]",
    calls: list[ForcedCall],
    console: Console,
) -> "Mapping[str, Memory]":
    import torch

    from autoact_precache.commands.bench_measure import measure_memory

    memory: dict[str, Memory] = {}
    for subject in subjects if config.memory else ():
        name = subject if isinstance(subject, str) else subject.label
        with console.status(f"Peak memory of {name} ..."):
            memory[name] = measure_memory(served, subject, calls, torch.get_num_threads())
    return memory


def _times(
    config: DictConfig,
    subjects: Mapping[str, Any],
    name: str,
    calls: list[ForcedCall],
    console: Console,
) -> Mapping[str, Any]:
    from autoact_precache.commands.bench_measure import measure

    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn())
    with Progress(*columns, TimeRemainingColumn(), console=console) as progress:
        bar = progress.add_task(f"{name}", total=len(subjects) * len(calls) * config.repeats)
        return measure(subjects, calls, config.repeats, lambda: progress.advance(bar))
