"""What `analyze` says: tables on the screen and in Markdown, every layer's figures as JSON."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rich import box
from rich.console import JustifyMethod
from rich.markup import escape
from rich.table import Table

from autoact_precache.commands.analysis import (
    Analysis,
    ByPolicy,
    Fidelity,
    Geometry,
    all_together,
    summed_geometry,
    summed_policies,
)
from autoact_precache.commands.markdown import markdown_table
from autoact_precache.fidelity import PARTS, Part, Scope, SquaredError
from autoact_precache.geometry import STATES, PerLayer, State, Transitions, mean

EVERY_AGENT = "(all)"
EVERY_TRANSITION = "(all)"
NAMES: dict[Part | State, str] = {
    "base.k": "base K",
    "base.v": "base V",
    "lr.k": "LR K",
    "lr.v": "LR V",
    "full.k": "full K",
    "full.v": "full V",
    "hidden": "hidden state",
}


@dataclass(frozen=True)
class Report:
    """A table for the screen and for Markdown."""

    title: str
    caption: str
    headings: list[str]
    rows: list[list[str]]
    words: int  # leading columns that hold words, not figures

    def on_screen(self) -> Table:
        table = Table(
            title=self.title,
            caption=self.caption,
            title_justify="left",
            caption_justify="left",
            box=box.SIMPLE_HEAD,
            show_edge=False,
            padding=(0, 1, 0, 0),
        )
        for column, heading in enumerate(self.headings):
            justify: JustifyMethod = "left" if column < self.words else "right"
            table.add_column(heading, justify=justify, overflow="fold", no_wrap=column > 0)
        for row in self.rows:
            table.add_row(*map(escape, row))
        return table

    def in_markdown(self) -> str:
        rows = markdown_table(self.headings, self.rows, words=self.words)
        return "\n".join([f"## {self.title}", "", rows, "", self.caption, ""])


def tables(analyses: Sequence[Analysis]) -> list[Report]:
    """Fidelity by policy and role, the caches' errors, then geometry by transition."""
    policies = with_all_roles(analyses)
    return [
        _agreement_table(policies),
        _errors_table(policies, "others", "Errors on the tokens that other agents fed first"),
        _errors_table(policies, "own", "Errors on the tokens that the running agent fed itself"),
        _geometry_table(analyses),
    ]


def _agreement_table(policies: ByPolicy) -> Report:
    agreements = [
        (label, agent, found.agreement)
        for label, by_agent in policies.items()
        for agent, found in by_agent.items()
    ]
    return Report(
        "Fidelity to NonShared on the same tokens",
        "KL(NonShared || policy) in nats a token.",
        ["policy", "role", "KL", "top-1", "tokens"],
        [
            [label, agent, f"{of.kl:.2e}", f"{of.top1:.1%}", str(of.positions)]
            for label, agent, of in agreements
        ],
        words=2,
    )


def _errors_table(policies: ByPolicy, scope: Scope, title: str) -> Report:
    errors = {
        (label, agent): {
            part: mean(scopes[scope].relative) for part, scopes in found.errors.items()
        }
        for label, by_agent in policies.items()
        for agent, found in by_agent.items()
    }
    shown = [part for part in PARTS if any(of.get(part) is not None for of in errors.values())]
    return Report(
        title,
        "Relative L2 against what the running agent alone would have cached, mean over layers.",
        ["policy", "role", *(NAMES[part] for part in shown)],
        [[*names, *(_figure(of.get(part)) for part in shown)] for names, of in errors.items()],
        words=2,
    )


def _geometry_table(analyses: Sequence[Analysis]) -> Report:
    rows = []
    for pair, states in with_all_transitions(analyses).items():
        for state in STATES:
            found = states[state]
            gamma = [figure for figure in found.gamma_err if figure is not None]
            means = (mean(found.rho), mean(found.two_cos_theta), mean(found.gamma_err))
            nearer = f"{sum(figure > 1 for figure in gamma)} of {len(gamma)}"
            row = [pair, NAMES[state], str(found.transitions), *map(_figure, means), nearer]
            rows.append(row)
    return Report(
        "Geometry at the transitions between agents",
        "Means over layers. Gamma_err = error of the previous agent's state over that of the "
        "adapter-free one; above 1, where rho > 2 cos(theta), the adapter-free one is nearer.",
        ["transition", "of", "times", "rho", "2 cos", "Gamma_err", "layers > 1"],
        rows,
        words=2,
    )


def markdown(report: Sequence[Report], run: Mapping[str, Any], trajectories: int) -> str:
    of = f"{trajectories} trajectories of {run['source']}, {run['model']['name']}, {run['dtype']}"
    return "\n".join(
        ["# Fidelity and geometry", "", f"{of}.", "", *(t.in_markdown() for t in report)]
    )


def as_data(analyses: Sequence[Analysis]) -> dict[str, Any]:
    """Everything by layer, as JSON; null where a figure is not defined."""
    return {
        "run": analyses[0].run,
        "trajectories": [analysis.id for analysis in analyses],
        "policies": {
            label: {agent: _fidelity_data(found) for agent, found in by_agent.items()}
            for label, by_agent in with_all_roles(analyses).items()
        },
        "geometry": {
            pair: {state: _geometry_data(found) for state, found in states.items()}
            for pair, states in with_all_transitions(analyses).items()
        },
    }


def with_all_roles(analyses: Sequence[Analysis]) -> dict[str, dict[str, Fidelity]]:
    return {
        label: by_agent | {EVERY_AGENT: all_together(list(by_agent.values()))}
        for label, by_agent in summed_policies(analyses).items()
    }


def with_all_transitions(analyses: Sequence[Analysis]) -> Geometry:
    by_pair = summed_geometry(analyses)
    return by_pair | ({EVERY_TRANSITION: _all_pairs(by_pair)} if by_pair else {})


def _all_pairs(by_pair: Geometry) -> dict[State, Transitions]:
    first, *others = by_pair.values()
    total = dict(first)
    for states in others:
        total = {state: found + states[state] for state, found in total.items()}
    return total


def _fidelity_data(found: Fidelity) -> dict[str, Any]:
    return {
        "kl": found.agreement.kl,
        "top1_agreement": found.agreement.top1,
        "positions": found.agreement.positions,
        "relative_l2": {
            part: {
                **{scope: _error_data(error) for scope, error in scopes.items()},
                "all": _error_data(scopes["others"] + scopes["own"]),
            }
            for part, scopes in found.errors.items()
        },
    }


def _error_data(error: SquaredError) -> dict[str, Any]:
    by_layer = error.relative
    return {"tokens": error.tokens, "mean": mean(by_layer), "by_layer": by_layer}


def _geometry_data(found: Transitions) -> dict[str, Any]:
    figures: dict[str, PerLayer] = {
        "rho": found.rho,
        "two_cos_theta": found.two_cos_theta,
        "gamma_err": found.gamma_err,
    }
    return {
        "transitions": found.transitions,
        "tokens": found.tokens,
        "mean": {name: mean(by_layer) for name, by_layer in figures.items()},
        "by_layer": figures,
    }


def _figure(figure: float | None) -> str:
    return "-" if figure is None else f"{figure:.3f}"
