"""At the end of a sweep (`-m`): its runs side by side."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from hydra.experimental.callback import Callback
from omegaconf import DictConfig
from rich.console import Console

from autoact_precache.commands.bench_result import BENCH, read_bench
from autoact_precache.commands.evaluation_files import (
    EVALUATION,
    by_task,
    read_evaluation,
    show,
    write_pooled,
)
from autoact_precache.commands.run import TRAJECTORIES
from autoact_precache.trajectories.agreement import agreement_by_agent
from autoact_precache.trajectories.store import read_trajectories
from autoact_precache.trajectories.summary import agreement_table, comparison_table, summarize


class CompareRuns(Callback):
    """Hydra's callback; the runs are named by what the sweep varied."""

    def on_multirun_end(self, config: DictConfig, **kwargs: Any) -> None:
        folder = Path(config.hydra.sweep.dir)
        console = Console()
        if evaluations := _by_time(folder.rglob(f"*/{EVALUATION}")):
            _pool(console, folder, evaluations)
        elif benches := _by_time(folder.rglob(f"*/{BENCH}")):
            _side_by_side(console, folder, benches)
        elif trajectories := _by_time(folder.rglob(TRAJECTORIES)):
            _compare(console, trajectories)


def _pool(console: Console, folder: Path, files: list[Path]) -> None:
    evaluations = {str(path.parent.relative_to(folder)): read_evaluation(path) for path in files}
    write_pooled(folder, evaluations)
    for group in by_task(evaluations.values()):
        console.print()
        show(console, group)
    console.print(f"evaluations: {folder / EVALUATION}", soft_wrap=True)


def _side_by_side(console: Console, folder: Path, files: list[Path]) -> None:
    from autoact_precache.commands import bench_report

    benches = {str(path.parent.relative_to(folder)): read_bench(path) for path in files}
    bench_report.show(console, benches)
    written = bench_report.write_markdown(folder, benches)
    console.print(f"written: {written}", soft_wrap=True, markup=False)


def _compare(console: Console, files: list[Path]) -> None:
    runs = {
        path.parent.name.removeprefix("policy-"): list(read_trajectories(path)) for path in files
    }
    console.print()
    console.print(comparison_table({name: summarize(run) for name, run in runs.items()}))
    agreements = {name: agreement_by_agent(run) for name, run in runs.items()}
    if any(agreements.values()):
        console.print()
        console.print(agreement_table(agreements))


def _by_time(files: Iterable[Path]) -> list[Path]:
    """In the order in which they were written, which is that of the sweep."""
    return sorted(files, key=lambda path: path.stat().st_mtime)
