"""`profile`: which group of layers DroidSpeak should recompute, by its KL to NonShared."""

import json
from pathlib import Path
from typing import TYPE_CHECKING

from omegaconf import DictConfig
from rich.console import Console
from rich.table import Table

from autoact_precache.commands.failures import UsageError
from autoact_precache.commands.hydra_app import command
from autoact_precache.commands.replay import recorded_trajectories
from autoact_precache.commands.setup import load_runtime
from autoact_precache.trajectories.whole_file import whole_file

if TYPE_CHECKING:
    from autoact_precache.policies import DroidSpeak
    from autoact_precache.trajectories.agreement import Agreement

MEASURED = "profile.jsonl"  # by trajectory
PROFILE = "profile.json"  # the choice, which the policy reads


@command
def main(config: DictConfig) -> None:
    console = Console()
    if type(config.stride) is not int or config.stride < 1:
        raise UsageError(f"stride: expected a whole number of at least 1, got {config.stride!r}")
    recorded = recorded_trajectories(config)
    from autoact_precache.commands.analysis import summed_policies
    from autoact_precache.commands.analyzing import analyze_recorded
    from autoact_precache.policies import DroidSpeak, NonShared
    from autoact_precache.trajectories.agreement import pooled

    size_of = DroidSpeak(config.ratio).recomputed_layers
    with console.status("Loading the model ..."):
        runtime = load_runtime(config, policy=NonShared())
    n_layers = runtime.new_caches.n_layers
    size = len(size_of(n_layers))
    if not 0 < size < n_layers:
        raise UsageError(
            f"ratio={config.ratio} makes a group of {size} of {n_layers} layers: nothing to choose"
        )
    groups = [DroidSpeak(config.ratio, n) for n in range(0, n_layers - size + 1, config.stride)]
    file = analyze_recorded(config, console, runtime, groups, recorded, MEASURED)
    measured = summed_policies(file.done)
    by_group = {
        group: pooled([fidelity.agreement for fidelity in measured[group.label].values()])
        for group in groups
    }
    best = min(groups, key=lambda group: by_group[group].kl)
    console.print()
    console.print(_table(by_group, best, size))
    data = {
        "first": best.first,
        "n_layers": n_layers,
        "ratio": best.ratio,
        "groups": [
            {"first": group.first, "layers": size, "kl": found.kl, "top1_agreement": found.top1}
            for group, found in by_group.items()
        ],
        "run": file.run,
    }
    path = Path(config.output) / PROFILE
    with whole_file(path) as into:
        into.write(json.dumps(data, indent=1) + "\n")
    console.print(f"written: {path}", soft_wrap=True, markup=False)


def _table(by_group: "dict[DroidSpeak, Agreement]", best: "DroidSpeak", size: int) -> Table:
    table = Table("layers", title="DroidSpeak's groups beside NonShared", title_justify="left")
    table.add_column("KL", justify="right")
    table.add_column("top-1, %", justify="right")
    for group, found in by_group.items():
        assert group.first is not None
        layers = f"{group.first} to {group.first + size - 1}"
        row = (layers, f"{found.kl:.3g}", f"{100 * found.top1:.1f}")
        table.add_row(*row, style="bold" if group is best else None)
    return table
