"""At the end of a sweep (`-m`): its runs side by side."""

from pathlib import Path
from typing import Any

from hydra.experimental.callback import Callback
from omegaconf import DictConfig
from rich.console import Console

from autoact_precache.commands.run import TRAJECTORIES
from autoact_precache.trajectories.agreement import agreement_by_agent
from autoact_precache.trajectories.store import read_trajectories
from autoact_precache.trajectories.summary import agreement_table, comparison_table, summarize


class CompareRuns(Callback):
    """Hydra's callback; the runs are named by what the sweep varied."""

    def on_multirun_end(self, config: DictConfig, **kwargs: Any) -> None:
        files = sorted(
            Path(config.hydra.sweep.dir).rglob(TRAJECTORIES),
            key=lambda path: path.stat().st_mtime,
        )
        if not files:
            return
        runs = {
            path.parent.name.removeprefix("policy-"): list(read_trajectories(path))
            for path in files
        }
        console = Console()
        console.print()
        console.print(comparison_table({name: summarize(run) for name, run in runs.items()}))
        agreements = {name: agreement_by_agent(run) for name, run in runs.items()}
        if any(agreements.values()):
            console.print()
            console.print(agreement_table(agreements))
