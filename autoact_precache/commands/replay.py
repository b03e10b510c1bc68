"""`replay`: a recorded trajectory or a controlled trace again, under any policy."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import hydra
from omegaconf import DictConfig
from rich.console import Console
from rich.progress import track

from autoact_precache.agents.orchestrator import Orchestrator
from autoact_precache.commands.failures import UsageError
from autoact_precache.commands.hydra_app import command
from autoact_precache.commands.run import TRAJECTORIES
from autoact_precache.commands.setup import agent_settings, load_runtime
from autoact_precache.trajectories.agreement import agreement_by_agent
from autoact_precache.trajectories.record import Trajectory
from autoact_precache.trajectories.recorded_tools import RecordedToolbox
from autoact_precache.trajectories.replay import TRACE, replay_calls, replay_trajectory
from autoact_precache.trajectories.store import TrajectoryStore, read_trajectories
from autoact_precache.trajectories.summary import agreement_table, run_table, summarize
from autoact_precache.trajectories.traces import random_calls, read_trace

if TYPE_CHECKING:  # they take seconds, which a mistyped setting need not cost
    from autoact_precache import Runtime, Session

MODES = ("forced", "tools")


@dataclass
class Replays:
    """What is to be replayed: by id, and the `run` that each of the new trajectories carries."""

    runtime: "Runtime"
    run: dict[str, Any]
    by_id: dict[str, Callable[[], Trajectory]]

    def left(self, done: set[str]) -> Iterator[Trajectory]:
        for id, replay in self.by_id.items():
            if id not in done:
                yield replay()


@command
def main(config: DictConfig) -> None:
    console = Console()
    replays = _replays(config)
    path = Path(config.output) / TRAJECTORIES
    with TrajectoryStore(path, replays.run, resume=config.resume) as store:
        left = len(replays.by_id.keys() - store.ids)
        for trajectory in track(replays.left(store.ids), "Replaying", left, console=console):
            store.append(trajectory)
    done = list(read_trajectories(path))
    label = replays.runtime.policy.label
    console.print()
    console.print(run_table(summarize(done), f"replay of {config.source}, {label}"))
    agreement = agreement_by_agent(done)
    if agreement:
        console.print(agreement_table({label: agreement}))
    console.print(f"trajectories: {path}", soft_wrap=True)


def _replays(config: DictConfig) -> Replays:
    if config.mode not in MODES:
        raise UsageError(f"unknown mode {config.mode!r}; known: {', '.join(MODES)}")
    if not str(config.source).endswith(".jsonl"):
        if config.mode == "tools":
            raise UsageError("mode=tools needs a trajectories.jsonl: a trace has no tools")
        return _trace(config)
    recorded = recorded_trajectories(config)
    return _forced(config, recorded) if config.mode == "forced" else _anew(config, recorded)


def _forced(config: DictConfig, recorded: list[Trajectory]) -> Replays:
    """The same tokens again."""
    runtime = load_runtime(config)
    for trajectory in recorded:
        check_agents(runtime, {call.agent for call in trajectory.calls}, config.source)
    run = runtime.identity() | {"replay": "forced", "recorded": _what_made(recorded)}

    def replay(trajectory: Trajectory) -> Trajectory:
        reference = _reference(config, runtime)
        return replay_trajectory(trajectory, runtime.session(), run=run, reference=reference)

    return Replays(runtime, run, {t.id: partial(replay, t) for t in recorded})


def _anew(config: DictConfig, recorded: list[Trajectory]) -> Replays:
    """Tokens generated anew, the tools' answers from the record."""
    task = hydra.utils.instantiate(config.task)
    toolbox = hydra.utils.instantiate(config.tools)
    settings = agent_settings(config)
    runtime = load_runtime(config)

    def agents(trajectory: Trajectory) -> Orchestrator:
        answers = RecordedToolbox(trajectory, toolbox.names)
        return Orchestrator(runtime, task, answers, settings, config.seed)

    def replay(trajectory: Trajectory) -> Trajectory:
        return agents(trajectory).answer(task.recorded(trajectory))

    run = agents(recorded[0]).identity()
    return Replays(runtime, run, {t.id: partial(replay, t) for t in recorded})


def _trace(config: DictConfig) -> Replays:
    """A controlled trace with random token ids."""
    trace = read_trace(config.source)
    # The ids are random, so positions may run past what the model was trained for.
    tokens = sum(call.prompt_tokens + call.decode_tokens for call in trace)
    runtime = load_runtime(config, context_length=tokens)
    check_agents(runtime, {call.agent for call in trace}, config.source)
    first, last = runtime.ordinary_ids
    name = Path(config.source).stem
    run = runtime.identity() | {"replay": "forced", "trace": name, "seed": config.seed}

    def replay() -> Trajectory:
        calls = random_calls(trace, first_id=first, last_id=last, seed=config.seed)
        reference = _reference(config, runtime)
        return replay_calls(name, calls, runtime.session(), run=run, reference=reference)

    return Replays(runtime, run, {name: replay})


def _reference(config: DictConfig, runtime: "Runtime") -> "Session | None":
    from autoact_precache.policies import NonShared

    return runtime.with_policy(NonShared()).session() if config.compare else None


def recorded_trajectories(config: DictConfig) -> list[Trajectory]:
    """The first `limit` of the file `source`.

    Raises `UsageError` where there are none, and for those of another task than `task`, which the
    adapters go with.
    """
    recorded = list(read_trajectories(config.source))[: config.limit]
    if not recorded:
        raise UsageError(f"{config.source}: no trajectories in it")
    task = hydra.utils.instantiate(config.task).name
    other = next((t.task for t in recorded if t.task not in (task, TRACE)), None)
    if other is not None:
        raise UsageError(f"{config.source} was recorded with task={other}, not task={task}")
    return recorded


def check_agents(runtime: "Runtime", needed: set[str], source: str) -> None:
    missing = sorted(needed - set(runtime.agents))
    if missing:
        known = ", ".join(runtime.agents)
        raise UsageError(f"{source} has calls of {missing[0]!r}; the loaded adapters are {known}")


def _what_made(recorded: list[Trajectory]) -> list[dict[str, Any]]:
    """The runs that the records come from, each once."""
    runs: list[dict[str, Any]] = []
    for trajectory in recorded:
        if trajectory.run not in runs:
            runs.append(trajectory.run)
    return runs
