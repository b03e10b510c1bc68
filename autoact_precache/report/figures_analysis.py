"""Figures of fidelity by role, and of geometry by layer."""

from collections.abc import Callable, Mapping
from itertools import zip_longest

from autoact_precache.report.analysis_file import EVERY, AnalysisFigures, PerLayer
from autoact_precache.report.axis import Axis
from autoact_precache.report.charts import Chart, Look, Series
from autoact_precache.report.figure import Figure, Looks
from autoact_precache.report.sources import REFERENCE
from autoact_precache.report.table import Column, Table, plain
from autoact_precache.report.words import compact, count, figure, percent
from autoact_precache.trajectories.agreement import Agreement

STATES = {"base.k": "base keys", "base.v": "base values", "hidden": "hidden state"}
RHO, TWO_COS = Look(0, None), Look(1, None, dash=1)
SPREAD = 0.6  # of the room that a role has on the axis, taken by the policies side by side

Agreements = Mapping[str, Mapping[str, Agreement]]
"""Policy -> role -> agreement with NonShared."""


def analyzed_agreements(analysis: AnalysisFigures) -> Agreements:
    return {
        policy: {
            role: Agreement(f["kl"], f["top1_agreement"], f["positions"])
            for role, f in by_role.items()
        }
        for policy, by_role in analysis.fidelity.items()
    }


def fidelity_by_role(agreements: Agreements, of: str, looks: Looks) -> Figure | None:
    """None where NonShared alone was compared with itself."""
    others = {policy: found for policy, found in agreements.items() if policy != REFERENCE}
    if not others:
        return None
    roles = list(dict.fromkeys(role for found in others.values() for role in found))
    names = ["all" if role == EVERY else role for role in roles]

    def chart(title: str, y: Axis, measure: Callable[[Agreement], float]) -> Chart:
        series = []
        for number, (policy, found) in enumerate(others.items()):
            aside = SPREAD * ((number + 0.5) / len(others) - 0.5)
            points = [(roles.index(role) + aside, measure(a)) for role, a in found.items()]
            # A divergence of zero has no place on a logarithmic axis.
            shown = [point for point in points if point[1] > 0 or not y.log]
            series.append(Series(policy, looks[policy], shown, joined=False))
        return Chart(title, Axis("role", names=names), y, series)

    divergence = Axis("KL, nats a token", log=True, form=compact)
    agreeing = Axis("same likeliest token", from_zero=False, form=lambda at: f"{compact(at)} %")
    charts = [chart("Top-1 agreement", agreeing, lambda a: 100 * a.top1)]
    if any(agreement.kl > 0 for found in others.values() for agreement in found.values()):
        charts.insert(0, chart("KL divergence", divergence, lambda a: a.kl))
    return Figure(
        f"Fidelity to NonShared by role: {of}",
        "The same tokens under each policy, compared with NonShared, whose caches every agent "
        "filled itself. KL(NonShared || policy), the information lost a token; lower is "
        "closer; the axis is logarithmic. Top-1: the share of tokens for which "
        "both find the same token likeliest; higher is closer.",
        charts,
        plain(
            f"Fidelity by policy and role: {of}",
            [
                Column("policy", is_number=False),
                Column("role", is_number=False),
                Column("KL"),
                Column("top-1"),
                Column("tokens"),
            ],
            [
                [policy, role, figure(a.kl), percent(a.top1), count(a.positions)]
                for policy, found in agreements.items()
                for role, a in found.items()
            ],
        ),
    )


def geometry_by_layer(analysis: AnalysisFigures, of: str) -> Figure | None:
    """Over all transitions between agents; None where no agent followed another."""
    if EVERY not in analysis.geometry:
        return None
    of_all = analysis.geometry[EVERY]
    states = {name: of_all[state] for state, name in STATES.items() if state in of_all}
    layer = Axis("layer", from_zero=False)
    charts = [
        Chart(
            f"rho and 2 cos(theta), {name}",
            layer,
            Axis("ratio"),
            [_line("rho", RHO, found.rho), _line("2 cos(theta)", TWO_COS, found.two_cos_theta)],
        )
        for name, found in states.items()
    ]
    errors = [
        _line(f"Gamma_err, {name}", Look(number + 2, None, dash=number), found.gamma_err)
        for number, (name, found) in enumerate(states.items())
    ]
    charts.append(Chart("Gamma_err", layer, Axis("ratio"), errors, level=1))
    figures = {
        f"{symbol}, {name}": by_layer
        for name, found in states.items()
        for symbol, by_layer in (
            ("rho", found.rho),
            ("2 cos(theta)", found.two_cos_theta),
            ("Gamma_err", found.gamma_err),
        )
    }
    return Figure(
        f"Geometry by layer: {of}",
        "When an agent takes over, rho compares how far the previous agent's adapter moved what is "
        "cached with how far its own would have; theta is the angle between the two shifts. Where "
        "the solid line runs above the dashed one, the adapter-free cache that ReBaseShared keeps "
        "is nearer to the agent's own than the previous agent's is. Gamma_err says the same as one "
        "ratio: the error of the previous agent's cache over that of the adapter-free one, above 1 "
        "where the adapter-free one is nearer.",
        charts,
        plain(
            f"Geometry by layer, all transitions between agents: {of}",
            [Column("layer"), *(Column(name) for name in figures)],
            [
                [str(at), *("-" if one is None else figure(one) for one in row)]
                for at, row in enumerate(zip_longest(*figures.values()))
            ],
        ),
    )


def transitions(analysis: AnalysisFigures, of: str) -> Table:
    """Who took over from whom, with means over layers."""
    return plain(
        f"Geometry by transition, means over layers: {of}",
        [
            Column("transition", is_number=False),
            Column("of", is_number=False),
            Column("rho"),
            Column("2 cos(theta)"),
            Column("Gamma_err"),
            Column("layers with rho above"),
        ],
        [
            [
                pair,
                STATES.get(state, state),
                _mean(found.rho),
                _mean(found.two_cos_theta),
                _mean(found.gamma_err),
                _above(found.rho, found.two_cos_theta),
            ]
            for pair, by_state in analysis.geometry.items()
            for state, found in by_state.items()
        ],
    )


def _line(name: str, look: Look, by_layer: PerLayer) -> Series:
    points = [(float(at), figure) for at, figure in enumerate(by_layer) if figure is not None]
    return Series(name, look, points)


def _mean(by_layer: PerLayer) -> str:
    known = [one for one in by_layer if one is not None]
    return figure(sum(known) / len(known)) if known else "-"


def _above(rho: PerLayer, two_cos: PerLayer) -> str:
    pairs = [(a, b) for a, b in zip(rho, two_cos, strict=True) if a is not None and b is not None]
    return f"{sum(a > b for a, b in pairs)} of {len(pairs)}"
