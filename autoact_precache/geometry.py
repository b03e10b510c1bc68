"""Whose cache is nearer to the running agent's: the previous agent's, or the adapter-free one.

Notation of LRAgent (Jeon et al., 2026). For a layer, C_k is a state of the transcript's tokens as
agent k alone computes it, C_neut the same without adapters, d_k = C_k - C_neut. When agent i takes
over from agent p, reusing p's state costs ||C_p - C_i||, the neutral one ||d_i||:

    rho = ||d_p|| / ||d_i||        cos(theta) = <d_p, d_i> / (||d_p|| ||d_i||)
    Gamma_err = ||C_p - C_i|| / ||C_neut - C_i||,    Gamma_err^2 = 1 + rho^2 - 2 rho cos(theta)

so that the neutral state is the nearer one (Gamma_err > 1) exactly where rho > 2 cos(theta). Norms
are Frobenius norms over the tokens of all transitions together, as if they were one matrix; the
transcript's first token is left out (see `SINK`).
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import torch
from torch import Tensor

State = Literal["base.k", "base.v", "hidden"]
"""Base keys (after RoPE), base values, and the hidden state that enters a layer."""

STATES: tuple[State, ...] = ("base.k", "base.v", "hidden")

SINK = 1
"""First tokens of a transcript that are left out.

Every token attends to the first, whose hidden state grows out of all proportion: on SmolLM2-135M
its deviation alone is up to 59 % of ||d||^2 in the middle layers, and turns Gamma_err about there.
Keys and values, which are projected after a norm, do not depend on it.
"""

PerLayer = list[float | None]
"""A figure for each layer; None where it is 0 / 0: layer 0's input knows nothing of adapters."""


@dataclass(frozen=True)
class Transitions:
    """Squared distances, by layer, over the `tokens` before each of some transitions from p to i.

    `previous` = ||d_p||^2, `running` = ||d_i||^2, `between` = ||C_p - C_i||^2. Transitions add up.
    """

    transitions: int
    tokens: int
    previous: list[float]
    running: list[float]
    between: list[float]

    def __add__(self, other: "Transitions") -> "Transitions":
        return Transitions(
            self.transitions + other.transitions,
            self.tokens + other.tokens,
            added(self.previous, other.previous),
            added(self.running, other.running),
            added(self.between, other.between),
        )

    @property
    def rho(self) -> PerLayer:
        return [root_ratio(*pair) for pair in zip(self.previous, self.running, strict=True)]

    @property
    def two_cos_theta(self) -> PerLayer:
        """2 cos(theta), the rho from which on the neutral state is nearer."""
        return [
            (p + i - between) / math.sqrt(p * i) if p and i else None
            for p, i, between in zip(self.previous, self.running, self.between, strict=True)
        ]

    @property
    def gamma_err(self) -> PerLayer:
        return [root_ratio(*pair) for pair in zip(self.between, self.running, strict=True)]


def squared_distances(states: Tensor) -> Tensor:
    """Between every two of some agents' states, token by token.

    [agents, tokens, width] -> float64 [agents, agents, tokens].
    """
    agents, tokens, _ = states.shape
    distances = states.new_zeros(agents, agents, tokens, dtype=torch.float64)
    for first in range(agents):
        apart = (states[first + 1 :].float() - states[first].float()).square().sum(dim=-1)
        distances[first, first + 1 :] = distances[first + 1 :, first] = apart.double()
    return distances


def transition(distances: Tensor, previous: int, running: int, neutral: int) -> Transitions:
    """One transition, from `squared_distances` of each layer [layers, agents, agents, tokens].

    The integers say which agent (or which state without adapters) is which.
    """
    layers = distances.sum(dim=-1)
    return Transitions(
        transitions=1,
        tokens=distances.shape[-1],
        previous=layers[:, previous, neutral].tolist(),
        running=layers[:, running, neutral].tolist(),
        between=layers[:, previous, running].tolist(),
    )


def mean(figures: Sequence[float | None]) -> float | None:
    """Over the layers that have the figure; None where none has."""
    known = [figure for figure in figures if figure is not None]
    return sum(known) / len(known) if known else None


def root_ratio(numerator: float, denominator: float) -> float | None:
    """sqrt(numerator / denominator) of two squared norms; None where there is nothing to divide."""
    return math.sqrt(numerator / denominator) if denominator else None


def added(first: Sequence[float], second: Sequence[float]) -> list[float]:
    return [a + b for a, b in zip(first, second, strict=True)]
