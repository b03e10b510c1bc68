"""The loss curve of a training run."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from matplotlib.figure import Figure

# Loss by role: (optimiser step, mean loss in nats a token since the entry before).
Curves = dict[str, list[tuple[int, float]]]


def draw_curves(curves: Mapping[str, Sequence[tuple[int, float]]], path: Path) -> None:
    """Draw one line a role into an image file."""
    figure = Figure(figsize=(7, 4), layout="constrained")
    axes = figure.subplots()
    for role, points in curves.items():
        axes.plot([step for step, _ in points], [loss for _, loss in points], label=role)
    axes.set_xlabel("optimiser step")
    axes.set_ylabel("loss on the role's own tokens (nats)")
    axes.legend()
    figure.savefig(path, dpi=120)
