"""`bench`: what each cache policy costs, side by side, on controlled traces."""

import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hydra.core.hydra_config import HydraConfig
from hydra.types import RunMode
from omegaconf import DictConfig, OmegaConf
from rich.console import Console
from rich.markup import escape

from autoact_precache.commands.bench_result import (
    BENCH,
    SCHEMA_VERSION,
    Bench,
    PassesFile,
    measurement,
    read_bench,
)
from autoact_precache.commands.bench_settings import (
    Traces,
    agents_of,
    check_settings,
    read_traces,
)
from autoact_precache.commands.failures import UsageError
from autoact_precache.commands.hydra_app import command
from autoact_precache.commands.plots import check_plots
from autoact_precache.commands.policies import configured_policies, split_by_fit
from autoact_precache.commands.progress import StatusLine, time_left
from autoact_precache.commands.setup import quiet_libraries, warn_of_slow_dtype
from autoact_precache.trajectories.machine import this_machine
from autoact_precache.trajectories.traces import ForcedCall, TraceCall, random_calls

if TYPE_CHECKING:  # they take seconds, which a mistyped setting need not cost
    from autoact_precache import Policy, Runtime
    from autoact_precache.commands.bench_result import Memory
    from autoact_precache.commands.bench_subjects import Served, Subjects


@command
def main(config: DictConfig) -> None:
    console = Console()
    check_plots(config.plots)
    traces = read_traces(config)
    before = _before(config)
    check_settings(config)
    policies = configured_policies(config.policies)
    quiet_libraries()
    warn_of_slow_dtype(config.model)
    import torch

    from autoact_precache.commands import bench_report
    from autoact_precache.commands.bench_subjects import open_subjects
    from autoact_precache.policies import NonShared

    if config.threads is not None:
        torch.set_num_threads(config.threads)
    output = Path(config.output)
    with tempfile.TemporaryDirectory() as folder:
        with console.status("Loading the model ..."):
            served = _served(config, traces, Path(folder))
            runtime = served.runtime(NonShared())
        if config.policies is None:
            policies, unfit = split_by_fit(runtime, policies)
            for label, reason in unfit.items():
                console.print(f"without {label}: {escape(reason)}", style="dim", soft_wrap=True)
        subjects = open_subjects(runtime, policies, served, config.baselines)
        bench = _begun(config, runtime, list(subjects), traces, before)
        bench.write(output)
        passes = PassesFile(output, traces, resume=config.resume)
        done = {m.trace for m in bench.measurements}
        for name in [name for name in traces if name not in done]:
            calls = _calls(config, runtime, traces[name])
            memory = _memory(config, served, [*policies, *config.baselines], name, calls, console)
            work = _work(calls, runtime.new_caches.hidden_size)
            _time(config, subjects, name, traces[name], calls, work, passes, console)
            for subject in subjects:
                bench.measurements.append(
                    measurement(subject, name, traces[name], passes.done[name], memory.get(subject))
                )
            bench.write(output)
        passes.path.unlink(missing_ok=True)
    if HydraConfig.get().mode == RunMode.RUN:  # a sweep shows all of its runs at its end
        bench_report.show(console, {"": bench})
    written = [output / BENCH, bench_report.write_markdown(output, {"": bench})]
    if config.plots is not None:
        from autoact_precache.commands.bench_plots import draw

        written.append(draw(bench.measurements, output, config.plots))
    console.print(f"written: {', '.join(map(str, written))}", soft_wrap=True, markup=False)


def _before(config: DictConfig) -> Bench | None:
    """What an earlier bench left in the output folder, to go on after.

    Raises `UsageError` where there is something and it is not to be gone on with.
    """
    path = Path(config.output) / BENCH
    if not path.exists():
        return None
    before = read_bench(path)
    if not config.resume:
        raise UsageError(
            f"{path}: holds {len(before.measurements)} measurements already; resume=true goes on "
            "with it, another output starts anew"
        )
    return before


def _served(config: DictConfig, traces: Traces, folder: Path) -> "Served":
    """The model, with its own adapters or with random ones that are saved into `folder`."""
    from autoact_precache.commands.bench_subjects import Served
    from autoact_precache.commands.random_adapters import save_random_adapters

    model = config.model
    if config.lora.rank is None:
        adapters = {agent: model.adapters[agent] for agent in model.adapters}
    else:
        agents = sorted(agents_of(traces.values()))
        adapters = save_random_adapters(model.path, agents, folder, config.lora, config.seed)
    # The ids are random, so positions may run past what the model was trained for.
    length = max(sum(c.prompt_tokens + c.decode_tokens for c in t) for t in traces.values())
    return Served(model.path, adapters, model.dtype, model.device, model.context_length or length)


def _begun(
    config: DictConfig,
    runtime: "Runtime",
    subjects: Sequence[str],
    traces: Traces,
    before: Bench | None,
) -> Bench:
    """`before`, or a bench without measurements. Raises `UsageError` where it is another one."""
    import torch

    from autoact_precache.commands.bench_subjects import describe

    settings: dict[str, Any] = describe(runtime)
    settings |= {"threads": torch.get_num_threads(), "repeats": config.repeats, "seed": config.seed}
    settings |= {"subjects": list(subjects), "lora": None}
    if config.lora.rank is not None:
        settings["lora"] = OmegaConf.to_container(config.lora, resolve=True)
    if before is None:
        return Bench(SCHEMA_VERSION, this_machine(), settings, [])
    path = Path(config.output) / BENCH
    if before.settings != settings:
        raise UsageError(f"{path} was measured with other settings: give another output")
    if before.machine != this_machine():
        raise UsageError(f"{path} was measured on another machine: give another output")
    for found in before.measurements:
        turns = [TraceCall(t.agent, t.prompt_tokens, t.decode_tokens) for t in found.calls]
        if traces.get(found.trace, turns) != turns:
            raise UsageError(f"{path}: {found.trace} was another trace then: give another output")
    return before


def _calls(config: DictConfig, runtime: "Runtime", trace: list[TraceCall]) -> list[ForcedCall]:
    first, last = runtime.ordinary_ids
    return random_calls(trace, first_id=first, last_id=last, seed=config.seed)


def _memory(
    config: DictConfig,
    served: "Served",
    subjects: "Sequence[Policy | str]",
    trace: str,
    calls: list[ForcedCall],
    console: Console,
) -> "Mapping[str, Memory]":
    import torch

    from autoact_precache.commands.bench_measure import measure_memory

    memory: dict[str, Memory] = {}
    with StatusLine(console) as progress:
        for subject in subjects if config.memory else ():
            name = subject if isinstance(subject, str) else subject.label
            progress.show(f"{trace}: peak memory of {name}")
            memory[name] = measure_memory(served, subject, calls, torch.get_num_threads())
    return memory


def _time(
    config: DictConfig,
    subjects: "Subjects",
    name: str,
    turns: list[TraceCall],
    calls: list[ForcedCall],
    work: list[int],
    passes: PassesFile,
    console: Console,
) -> None:
    """The passes over one trace that are not in the file yet; `work`, by call, tells how far."""
    from autoact_precache.commands.bench_measure import measure

    left = range(len(passes.done.get(name, [])), config.repeats)
    total = len(subjects) * len(left) * sum(work)
    made, started = 0, 0.0
    with StatusLine(console) as progress:
        progress.show(f"{name}: warming up")

        def before_call(subject: str, number: int) -> None:
            nonlocal made, started
            started = started or time.monotonic()
            line = f"{name}: {made / total:.0%}, {subject}"
            progress.show(line + time_left(started, made / total))
            made += work[number]

        for metrics in measure(subjects, calls, left, before_call):
            passes.append(name, turns, metrics)


def _work(calls: list[ForcedCall], d: int) -> list[int]:
    """What each call takes of a pass's time, in proportion.

    A layer of width `d` computes 24 d^2 for a token, and 4 d for each token before it (Kaplan et
    al., 2020, table 1).
    """
    position, work = 0, []
    for call in calls:
        tokens = len(call.prompt_ids) + len(call.token_ids)
        work.append(tokens * (6 * d + position + tokens // 2))
        position += tokens
    return work
