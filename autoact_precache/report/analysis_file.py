"""The figures in analyze.json, which `analyze` leaves: fidelity by role, geometry by layer."""

import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypedDict

from autoact_precache.report.json_file import read_json, reading
from autoact_precache.trajectories.schema import RecordError, check

EVERY = "(all)"  # roles, or transitions, together

PerLayer = list[float | None]


class Fidelity(TypedDict):
    """KL(NonShared || policy) in nats a token, share of equal likeliest tokens, tokens compared."""

    kl: float
    top1_agreement: float
    positions: int


class Analyzed(TypedDict):
    """Whose trajectories were analyzed, as analyze.json's `run` says."""

    model: dict[str, str]
    dtype: str
    source: str


@dataclass(frozen=True)
class LayerGeometry:
    """rho, 2 cos(theta) and Gamma_err by layer, None where a layer has none; see geometry.py."""

    rho: PerLayer
    two_cos_theta: PerLayer
    gamma_err: PerLayer


@dataclass(frozen=True)
class AnalysisFigures:
    """`fidelity` by policy and role, `geometry` by transition and state; '(all)' is all together.

    `settings` is the whole `run` of the file, `analyzed` what the report needs of it.
    """

    settings: dict[str, Any]
    analyzed: Analyzed
    trajectories: list[str]
    fidelity: dict[str, dict[str, Fidelity]]
    geometry: dict[str, dict[str, LayerGeometry]]


def read_analysis(path: Path) -> AnalysisFigures:
    """Raises RecordError, naming the file, for one that `analyze` did not write."""
    data = read_json(path)
    return reading(path, lambda: _figures(data))


def _figures(data: dict[str, Any]) -> AnalysisFigures:
    run, trajectories, policies, geometry = (
        check(data.get(name), hint, name)
        for name, hint in (
            ("run", dict[str, Any]),
            ("trajectories", list[str]),
            ("policies", dict[str, dict[str, Fidelity]]),
            ("geometry", dict[str, dict[str, dict[str, Any]]]),
        )
    )
    return AnalysisFigures(
        settings=run,
        analyzed=check(run, Analyzed, "run"),
        trajectories=trajectories,
        fidelity=policies,
        geometry={
            pair: {
                state: _layers(found.get("by_layer"), f"geometry.{pair}.{state}.by_layer")
                for state, found in states.items()
            }
            for pair, states in geometry.items()
        },
    )


def _layers(data: Any, where: str) -> LayerGeometry:
    by_layer = check(data, dict[str, Any], where)
    names = ("rho", "two_cos_theta", "gamma_err")
    lines = [_per_layer(by_layer.get(name), f"{where}.{name}") for name in names]
    if len({len(line) for line in lines}) > 1:
        raise RecordError(f"{where}: expected figures of the same layers")
    return LayerGeometry(*lines)


def _per_layer(data: Any, where: str) -> PerLayer:
    """Unlike the counts and times that `check` knows, a cosine may be negative."""
    numbers = isinstance(data, list) and all(
        one is None or (type(one) in (int, float) and math.isfinite(one)) for one in data
    )
    if not numbers:
        raise RecordError(f"{where}: expected a list of numbers and nulls")
    return list(data)
