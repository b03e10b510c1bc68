"""The figures of `analyze`, layer by layer."""

from collections.abc import Sequence
from pathlib import Path

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from autoact_precache.commands.analysis import Analysis
from autoact_precache.commands.analysis_report import (
    EVERY_AGENT,
    NAMES,
    with_all_roles,
    with_all_transitions,
)
from autoact_precache.fidelity import PARTS
from autoact_precache.geometry import STATES, PerLayer


def draw(analyses: Sequence[Analysis], folder: Path, kind: str) -> list[Path]:
    """Writes `fidelity.KIND` and `geometry.KIND`, and says where."""
    figures = {"fidelity": _fidelity(analyses), "geometry": _geometry(analyses)}
    paths = [folder / f"{name}.{kind}" for name in figures]
    for path, figure in zip(paths, figures.values(), strict=True):
        figure.savefig(path, dpi=120)
    return paths


def _fidelity(analyses: Sequence[Analysis]) -> Figure:
    """A panel for each part of the caches, a line for each policy, all roles together."""
    figure = Figure(figsize=(11, 6.5), layout="constrained")
    panels = figure.subplots(2, 3, sharex=True)
    for column, kind in enumerate(("base", "lr", "full")):
        for row, projection in enumerate("kv"):
            axes, part = panels[row][column], next(p for p in PARTS if p == f"{kind}.{projection}")
            for label, by_agent in with_all_roles(analyses).items():
                errors = by_agent[EVERY_AGENT].errors.get(part)
                if errors is not None:
                    _line(axes, errors["others"].relative, label)
            axes.set_title(NAMES[part])
            axes.set_ylim(bottom=0)
    for axes in panels[1]:
        axes.set_xlabel("layer")
    for axes in panels[:, 0]:
        axes.set_ylabel("relative L2 error")
    _legend(figure, panels[0][2])
    return figure


def _geometry(analyses: Sequence[Analysis]) -> Figure:
    """A column for each state; rho beside 2 cos(theta), and Gamma_err, a colour a transition."""
    figure = Figure(figsize=(12, 7), layout="constrained")
    panels = figure.subplots(2, len(STATES), sharex=True, sharey="row")
    for column, state in enumerate(STATES):
        upper, lower = panels[:, column]
        for number, (pair, states) in enumerate(with_all_transitions(analyses).items()):
            colour = f"C{number}"
            _line(upper, states[state].rho, f"{pair}: rho", colour)
            _line(upper, states[state].two_cos_theta, f"{pair}: 2 cos(theta)", colour, "--")
            _line(lower, states[state].gamma_err, pair, colour)
        upper.set_title(NAMES[state])
        lower.axhline(1, color="grey", linewidth=0.8)
        lower.set_xlabel("layer")
    panels[0][0].set_ylabel("rho (solid), 2 cos(theta) (dashed)")
    panels[1][0].set_ylabel("Gamma_err (above 1: neutral is nearer)")
    _legend(figure, panels[1][0])
    return figure


def _line(
    axes: Axes, by_layer: PerLayer, label: str, colour: str | None = None, style: str = "-"
) -> None:
    known = [(layer, figure) for layer, figure in enumerate(by_layer) if figure is not None]
    if known:
        axes.plot(*zip(*known, strict=True), style, label=label, color=colour, linewidth=1.2)


def _legend(figure: Figure, axes: Axes) -> None:
    handles, labels = axes.get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=4, fontsize="small")
