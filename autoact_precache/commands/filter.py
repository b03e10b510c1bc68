"""`filter`: from trajectories to demonstrations."""

import json
from collections import Counter
from pathlib import Path
from typing import get_args

from omegaconf import DictConfig, ListConfig
from rich.console import Console

from autoact_precache.agents.training.demonstration import Demonstration
from autoact_precache.agents.training.demonstration_file import write_demonstrations
from autoact_precache.agents.training.filtering import Filter, Measure, read_source
from autoact_precache.agents.training.held_out import TASKS, HeldOut, read_held_out
from autoact_precache.agents.training.near_duplicates import NearDuplicates
from autoact_precache.commands.failures import UsageError
from autoact_precache.commands.hydra_app import command
from autoact_precache.commands.train import counts_table
from autoact_precache.trajectories.whole_file import whole_file

DEMONSTRATIONS = "demonstrations.jsonl"
COUNTS = "counts.json"


@command
def main(config: DictConfig) -> None:
    _check(config)
    path = Path(config.output) / DEMONSTRATIONS
    if path.exists():
        raise UsageError(f"{path} is there already; give another output")
    held_out = {task: HeldOut(read_held_out(task, config.evaluation[task])) for task in TASKS}
    chosen = Filter(config.reward, config.threshold, held_out, NearDuplicates(config.similarity))
    counts: dict[str, Counter[str]] = {}
    kept: list[Demonstration] = []
    for source in config.sources:
        counts[source] = Counter()
        kept += chosen.keep(read_source(Path(source), counts[source]), counts[source])
    console = Console()
    console.print(counts_table(counts))
    if not kept:
        raise UsageError("nothing is left to learn from; the table says why")
    with whole_file(path.with_name(COUNTS)) as file:
        file.write(json.dumps(counts, indent=1) + "\n")
    write_demonstrations(path, kept)
    console.print(f"demonstrations: {path}", soft_wrap=True)


def _check(config: DictConfig) -> None:
    """Raises UsageError for a setting of the wrong kind."""
    if config.reward not in get_args(Measure):
        raise UsageError(f"reward: expected em or f1, got {config.reward!r}")
    for name in ("threshold", "similarity"):
        value = config[name]
        if type(value) not in (int, float) or not 0 < value <= 1:
            raise UsageError(f"{name}: expected a number above 0, up to 1; got {value!r}")
    if not config.sources:
        raise UsageError("sources: expected at least one file")
    lists = {"sources": config.sources} | {f"evaluation.{t}": config.evaluation[t] for t in TASKS}
    for name, given in lists.items():
        if not isinstance(given, ListConfig) or not all(isinstance(each, str) for each in given):
            raise UsageError(f"{name}: expected a list of files, as in '{name}=[FILE,FILE]'")
