"""`analyze`: every policy's fidelity to NonShared on recorded trajectories, and the geometry."""

import json
from pathlib import Path

from omegaconf import DictConfig
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

from autoact_precache.commands.hydra_app import command
from autoact_precache.commands.plots import check_plots
from autoact_precache.commands.policies import configured_policies
from autoact_precache.commands.replay import check_agents, recorded_trajectories
from autoact_precache.commands.setup import load_runtime

MEASURED = "analysis.jsonl"  # by trajectory
REPORT = "analyze"  # .json with every layer, .md with the tables


@command
def main(config: DictConfig) -> None:
    console = Console()
    check_plots(config.plots)
    recorded = recorded_trajectories(config)
    policies = configured_policies(config.policies)
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
    with progress_bar(console) as progress:
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


def progress_bar(console: Console) -> Progress:
    bars = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn())
    return Progress(*bars, TimeRemainingColumn(), console=console)
