"""The figures of `analyze`, layer by layer."""

from collections.abc import Iterable, Sequence
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
from autoact_precache.fidelity import PARTS, Scope
from autoact_precache.geometry import STATES, PerLayer

WHOSE: dict[Scope, str] = {"others": "others", "own": "the agent"}
DASHES = ("-", "--", "-.", ":")


def draw(analyses: Sequence[Analysis], folder: Path, kind: str) -> list[Path]:
    """Writes `fidelity.KIND` and `geometry.KIND`, and says where."""
    figures = {"fidelity": _fidelity(analyses), "geometry": _geometry(analyses)}
    paths = [folder / f"{name}.{kind}" for name in figures]
    for path, figure in zip(paths, figures.values(), strict=True):
        figure.savefig(path, dpi=120)
    return paths


def _fidelity(analyses: Sequence[Analysis]) -> Figure:
    """A column for each part of the caches, a row for whose tokens, a line for each policy."""
    together = {label: of[EVERY_AGENT].errors for label, of in with_all_roles(analyses).items()}
    shown = [
        part
        for part in PARTS
        if any(part in of and any(of[part]["others"].relative) for of in together.values())
    ]
    columns = max(len(shown), 1)
    figure = Figure(figsize=(3 + 2.6 * columns, 6.5), layout="constrained")
    panels = figure.subplots(len(WHOSE), columns, sharex=True, sharey=True, squeeze=False)
    for row, (scope, whose) in zip(panels, WHOSE.items(), strict=True):
        row[0].set_ylabel(f"relative L2 error\non tokens that {whose} fed")
        for axes, part in zip(row, shown, strict=False):
            for number, (label, errors) in enumerate(together.items()):
                if part in errors:
                    # Policies may coincide: dashes let what lies beneath be seen.
                    _line(axes, errors[part][scope].relative, label, number, DASHES[number % 4])
    for axes, part in zip(panels[0], shown, strict=False):
        axes.set_title(NAMES[part])
    for axes in panels[-1]:
        axes.set_xlabel("layer")
    _legend(figure, reversed(panels[0]))  # full keys and values, which every policy has, first
    return figure


def _geometry(analyses: Sequence[Analysis]) -> Figure:
    """A column for each state; rho beside 2 cos(theta), and Gamma_err, a colour a transition."""
    figure = Figure(figsize=(12, 7), layout="constrained")
    panels = figure.subplots(2, len(STATES), sharex=True, sharey="row")
    for column, state in enumerate(STATES):
        upper, lower = panels[:, column]
        for number, (pair, states) in enumerate(with_all_transitions(analyses).items()):
            _line(upper, states[state].rho, pair, number)
            _line(upper, states[state].two_cos_theta, pair, number, "--")
            _line(lower, states[state].gamma_err, pair, number)
        upper.set_title(NAMES[state])
        lower.axhline(1, color="grey", linewidth=0.8)
        lower.set_xlabel("layer")
    panels[0][0].set_ylabel("rho (solid), 2 cos(theta) (dashed)")
    panels[1][0].set_ylabel("Gamma_err (above 1: neutral is nearer)")
    _legend(figure, panels[1])
    return figure


def _line(axes: Axes, by_layer: PerLayer, label: str, number: int, style: str = "-") -> None:
    """In the colour of that number, over the layers that have the figure."""
    known = [(layer, figure) for layer, figure in enumerate(by_layer) if figure is not None]
    if known:
        axes.plot(*zip(*known, strict=True), style, label=label, color=f"C{number}", linewidth=1.5)


def _legend(figure: Figure, row: Iterable[Axes]) -> None:
    """Below the panels, each line of the row once."""
    lines = {str(line.get_label()): line for axes in row for line in axes.get_lines()}
    named = {label: line for label, line in lines.items() if not label.startswith("_")}
    figure.legend(
        list(named.values()), list(named), loc="outside lower center", ncols=4, fontsize="small"
    )
