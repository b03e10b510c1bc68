"""Recorded trajectories under some policies beside NonShared, into one file."""

import time
from collections.abc import Sequence
from pathlib import Path

from omegaconf import DictConfig
from rich.console import Console

from autoact_precache import Policy, Runtime
from autoact_precache.commands.analysis import AnalysisFile, analyze_trajectory, steps_of
from autoact_precache.commands.progress import StatusLine, time_left
from autoact_precache.commands.replay import check_agents
from autoact_precache.trajectories.record import Trajectory


def analyze_recorded(
    config: DictConfig,
    console: Console,
    runtime: Runtime,
    policies: Sequence[Policy],
    recorded: Sequence[Trajectory],
    name: str,
) -> AnalysisFile:
    """What the file `name` in the output folder holds once all of `recorded` are in it.

    Raises `UsageError` where a trajectory has an agent that the model lacks, `ConfigError` for a
    policy that cannot serve the adapters or the model, and what `AnalysisFile` raises.
    """
    check_agents(runtime, {call.agent for t in recorded for call in t.calls}, config.source)
    for policy in policies:
        runtime.with_policy(policy)  # refuses what it cannot serve
    identity = runtime.identity()
    run = {key: identity[key] for key in ("model", "adapters", "dtype", "device")}
    run |= {"source": str(config.source), "policies": [policy.label for policy in policies]}
    file = AnalysisFile(Path(config.output) / name, run, resume=config.resume)
    done = {analysis.id for analysis in file.done}
    left = [trajectory for trajectory in recorded if trajectory.id not in done]
    before, made, started = len(done), 0, time.monotonic()
    steps = steps_of(policies)
    total = steps * len(left)
    with StatusLine(console) as progress:

        def step() -> None:
            nonlocal made
            made += 1
            line = f"beside NonShared: {before + made // steps}/{len(recorded)} trajectories"
            progress.show(line + time_left(started, made / total), is_last=made == total)

        for trajectory in left:
            file.append(analyze_trajectory(runtime, policies, trajectory, run, step))
    return file
