"""`analyze`: every policy's fidelity to NonShared on recorded trajectories, and the geometry."""

import importlib.util
import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import hydra
from omegaconf import DictConfig, ListConfig
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

from autoact_precache.commands.failures import UsageError
from autoact_precache.commands.hydra_app import command
from autoact_precache.commands.replay import check_agents, recorded_trajectories
from autoact_precache.commands.setup import load_runtime

if TYPE_CHECKING:  # they take seconds, which a mistyped setting need not cost
    from autoact_precache import Policy

MEASURED = "analysis.jsonl"  # by trajectory
REPORT = "analyze"  # .json with every layer, .md with the tables
FORMATS = ("png", "svg", "pdf")


@command
def main(config: DictConfig) -> None:
    console = Console()
    _check_plots(config.plots)
    recorded = recorded_trajectories(config)
    policies = _policies(config.policies)
    from autoact_precache.commands.analysis import AnalysisFile, analyze_trajectory
    from autoact_precache.commands.analysis_report import as_data, markdown, tables
    from autoact_precache.policies import NonShared

    with console.status("Loading the model ..."):
        runtime = load_runtime(config, policy=NonShared())
    check_agents(runtime, {call.agent for t in recorded for call in t.calls}, config.source)
    identity = runtime.identity()
    run = {key: identity[key] for key in ("model", "adapters", "dtype", "device")}
    run |= {"source": str(config.source), "policies": [policy.label for policy in policies]}
    output = Path(config.output)
    file = AnalysisFile(output / MEASURED, run, resume=config.resume)
    done = {analysis.id for analysis in file.done}
    left = [trajectory for trajectory in recorded if trajectory.id not in done]
    with _progress(console) as progress:
        bar = progress.add_task("Analyzing", total=len(left) * (2 + len(policies)))
        for trajectory in left:
            analysis = analyze_trajectory(
                runtime, policies, trajectory, run, lambda: progress.advance(bar)
            )
            file.append(analysis)
    report = tables(file.done)
    console.print()
    for table in report:
        console.print(table.on_screen())
        console.print()
    (output / f"{REPORT}.json").write_text(json.dumps(as_data(file.done), indent=1) + "\n")
    (output / f"{REPORT}.md").write_text(markdown(report, run, len(file.done)))
    written = [output / f"{REPORT}.json", output / f"{REPORT}.md"]
    if config.plots is not None:
        from autoact_precache.commands.analysis_plots import draw

        written += draw(file.done, output, config.plots)
    console.print(f"written: {', '.join(map(str, written))}", soft_wrap=True)


def _progress(console: Console) -> Progress:
    bars = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn())
    return Progress(*bars, TimeRemainingColumn(), console=console)


def _check_plots(plots: object) -> None:
    if plots is None:
        return
    if plots not in FORMATS:
        raise UsageError(f"plots: expected {', '.join(FORMATS)} or null, got {plots!r}")
    if importlib.util.find_spec("matplotlib") is None:
        raise UsageError(
            "analyze draws with matplotlib: pip install 'autoact-precache[plots]', or plots=null"
        )


def _policies(given: object) -> "Sequence[Policy]":
    """What the setting names. Raises `UsageError` for what is no policy, or the same one twice."""
    from autoact_precache.policies import Policy, make_policy

    if not isinstance(given, ListConfig) or not given:
        raise UsageError(f"policies: expected a list such as [fullshared,baseshared], got {given}")
    policies: list[Policy] = []
    for item in given:
        chosen = item if isinstance(item, str) else _instantiated(item)
        if not isinstance(chosen, str | Policy):
            raise UsageError(f"policies: {item} is no name and no {{_target_: CLASS}} of a Policy")
        policies.append(make_policy(chosen))
    labels = [policy.label for policy in policies]
    twice = next((label for label in labels if labels.count(label) > 1), None)
    if twice is not None:
        raise UsageError(f"policies: {twice} stands there twice")
    return policies


def _instantiated(item: object) -> object:
    return hydra.utils.instantiate(item) if isinstance(item, DictConfig) else item
