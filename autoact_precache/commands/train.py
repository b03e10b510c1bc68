"""`train`: role adapters from trajectories."""

import importlib.util
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path

from omegaconf import DictConfig
from rich.console import Console
from rich.table import Table

from autoact_precache.agents.training.settings import read_settings
from autoact_precache.checkpoint import published_name, resolve_checkpoint
from autoact_precache.commands.failures import UsageError
from autoact_precache.commands.hydra_app import command
from autoact_precache.commands.setup import quiet_libraries
from autoact_precache.tools import Article, Encyclopedia, Toolbox
from autoact_precache.tools.presets import encyclopedia_toolbox

EXTRA = ("trl", "datasets", "matplotlib")
"""What the optional dependencies called `train` install."""


@command
def main(config: DictConfig) -> None:
    console = Console()
    missing = [name for name in EXTRA if importlib.util.find_spec(name) is None]
    if missing:
        raise UsageError(f"train needs {missing[0]}: pip install 'autoact-precache[train]'")
    if config.base_model is None:
        config.base_model = published_name(config.model.path)
    settings = read_settings(config)

    def make_toolbox(articles: Iterable[Article]) -> Toolbox:
        tools = config.tools
        return encyclopedia_toolbox(Encyclopedia(articles), tools.results, tools.similar)

    output = Path(config.output)
    quiet_libraries()
    checkpoint = resolve_checkpoint(config.model.path)
    from autoact_precache.agents.training.train import train

    result = train(settings, checkpoint, make_toolbox, output, resume=config.resume)
    console.print(counts_table(result.counts))
    for role, folder in result.adapters.items():
        losses = [loss for _, loss in result.curves[role]]  # none: in no step of a part of an epoch
        learnt = f"loss {losses[0]:.2f} -> {losses[-1]:.2f}" if losses else "no example was seen"
        console.print(f"{role}: {folder}  ({learnt})", soft_wrap=True)
    console.print(f"loss curve: {output / 'loss.png'}", soft_wrap=True)


def counts_table(counts: Mapping[str, Counter[str]]) -> Table:
    """What each source gave and why the rest was dropped; what each role learnt from."""
    table = Table(title="training data", title_justify="left")
    table.add_column("of")
    table.add_column("what")
    table.add_column("count", justify="right")
    for source, parts in counts.items():
        for what, count in sorted(parts.items()):
            table.add_row(Path(source).name, what, f"{count:,}")
        table.add_section()
    return table
