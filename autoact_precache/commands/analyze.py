"""`analyze`: every policy's fidelity to NonShared on recorded trajectories, and the geometry."""

import json
from pathlib import Path

from omegaconf import DictConfig
from rich.console import Console

from autoact_precache.commands.hydra_app import command
from autoact_precache.commands.plots import check_plots
from autoact_precache.commands.policies import configured_policies
from autoact_precache.commands.replay import recorded_trajectories
from autoact_precache.commands.setup import load_runtime
from autoact_precache.trajectories.whole_file import whole_file

MEASURED = "analysis.jsonl"  # by trajectory
REPORT = "analyze"  # .json with every layer, .md with the tables


@command
def main(config: DictConfig) -> None:
    console = Console()
    check_plots(config.plots)
    recorded = recorded_trajectories(config)
    policies = configured_policies(config.policies)
    from autoact_precache.commands.analysis_report import as_data, markdown, tables
    from autoact_precache.commands.analyzing import analyze_recorded
    from autoact_precache.policies import NonShared

    with console.status("Loading the model ..."):
        runtime = load_runtime(config, policy=NonShared())
    file = analyze_recorded(config, console, runtime, policies, recorded, MEASURED)
    output = Path(config.output)
    report = tables(file.done)
    console.print()
    for table in report:
        console.print(table.on_screen())
        console.print()
    written = [output / f"{REPORT}.json", output / f"{REPORT}.md"]
    texts = [json.dumps(as_data(file.done), indent=1) + "\n"]
    texts.append(markdown(report, file.run, len(file.done)))
    for path, text in zip(written, texts, strict=True):
        with whole_file(path) as into:
            into.write(text)
    if config.plots is not None:
        from autoact_precache.commands.analysis_plots import draw

        written += draw(file.done, output, config.plots)
    console.print(f"written: {', '.join(map(str, written))}", soft_wrap=True)
