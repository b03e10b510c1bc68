"""How far what a policy serves to an agent is from what that agent alone would have cached.

Measured at each call, over the tokens before it: the running agent attends to
K = K_base + RoPE(LR B) and V = V_base + LR B (or to full keys and values); alone, it would have
X_i W0, X_i A_i and the two together. The error is relative L2, ||served - alone|| / ||alone||, in
Frobenius norms over the tokens of all calls together, as if they were one matrix.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal

import torch
from torch import Tensor

from autoact_precache.alone import Alone
from autoact_precache.cache import KVCache, LRCache, Projection
from autoact_precache.forward import ForwardPass, Stream
from autoact_precache.geometry import PerLayer, added, root_ratio
from autoact_precache.loading import attention_layers
from autoact_precache.low_rank import LowRankTerms
from autoact_precache.policies import AdaptersA, Caches, NewCaches, Policy, Turn, Unreconstructed
from autoact_precache.runtime import Runtime

Part = Literal["base.k", "base.v", "lr.k", "lr.v", "full.k", "full.v"]

PARTS: tuple[Part, ...] = ("base.k", "base.v", "lr.k", "lr.v", "full.k", "full.v")

Scope = Literal["others", "own"]
"""Which of the tokens before a call: those that other agents fed first, or the agent's own.

Apart, because what is theirs and what is its own go wrong for different reasons: an adapted base is
foreign on the others' tokens alone, a neutral one on both. Together they are all tokens.
"""


@dataclass(frozen=True)
class SquaredError:
    """Squared norms over `tokens`, by layer: of served - alone, and of alone. They add up."""

    tokens: int
    error: list[float]
    alone: list[float]

    def __add__(self, other: "SquaredError") -> "SquaredError":
        return SquaredError(
            self.tokens + other.tokens,
            added(self.error, other.error),
            added(self.alone, other.alone),
        )

    @property
    def relative(self) -> PerLayer:
        """Relative L2 by layer; None where there is nothing, as of an LR cache without adapter."""
        return [root_ratio(*pair) for pair in zip(self.error, self.alone, strict=True)]


Errors = dict[Part, dict[Scope, SquaredError]]
"""Of one agent. A policy that keeps no base and LR caches has none of these parts."""


def summed(parts: Iterable[Errors]) -> Errors:
    """Of several agents or transcripts together."""
    total: Errors = {}
    for errors in parts:
        for part, scopes in errors.items():
            of_part = total.setdefault(part, {})
            for scope, found in scopes.items():
                of_part[scope] = of_part[scope] + found if scope in of_part else found
    return total


class Watched(Policy):
    """Another policy, and a look at every turn once its tokens are cached.

    `look(agent, turn, end)` finds the caches as the turn attended to them.
    """

    name: ClassVar[str] = "watched"

    def __init__(self, policy: Policy, look: Callable[[str, Turn, int], None]) -> None:
        self.policy = policy
        self.look = look
        self.reconstructs_on_switch = policy.reconstructs_on_switch

    @property
    def label(self) -> str:
        return self.policy.label

    def check(self, a: AdaptersA) -> None:
        self.policy.check(a)

    def recomputed_layers(self, n_layers: int) -> range | None:
        return self.policy.recomputed_layers(n_layers)

    def caches(self, new: NewCaches) -> Caches:
        return self.policy.caches(new)

    def turn(self, caches: Caches, agent: str) -> Turn:
        return self.policy.turn(caches, agent)

    def after_turn(self, caches: Caches, agent: str, turn: Turn, end: int) -> None:
        self.look(agent, turn, end)
        self.policy.after_turn(caches, agent, turn, end)

    def reconstruction(self, caches: Caches, rest: Unreconstructed) -> Turn:
        return self.policy.reconstruction(caches, rest)


class CacheErrors:
    """The errors of one session's caches, call by call, by agent in `by_agent`.

    `alone` and `full`, NonShared's own caches, hold the same transcript to its end. `look` goes to
    the session's `Watched` policy.
    """

    def __init__(self, runtime: Runtime, alone: Alone, full: Mapping[str, KVCache]) -> None:
        self.alone = alone
        self.full = full
        self.by_agent: dict[str, Errors] = {}
        self._attentions = attention_layers(runtime.backbone.model)
        self._rotary = self._attentions[0].flash_lora_attention.rotary
        self._fed_by: list[str] = []  # token by token, who fed it first

    @torch.inference_mode()
    def look(self, agent: str, turn: Turn, end: int) -> None:
        """Compares what the turn attended to before its own tokens."""
        before = len(self._fed_by)
        if before:
            self._compare(agent, turn.streams[0], before)
        self._fed_by += [agent] * (end - before)

    def _compare(self, agent: str, served: Stream, end: int) -> None:
        own = torch.tensor([owner == agent for owner in self._fed_by])
        scopes: dict[Scope, Tensor] = {"others": ~own, "own": own}
        measured: dict[Part, tuple[list[Tensor], list[Tensor]]] = {}
        for layer in range(len(self._attentions)):
            for part, got, wanted in self._parts(agent, served, layer, end):
                error, alone = measured.setdefault(part, ([], []))
                error.append(_squares(got.float() - wanted.float()))
                alone.append(_squares(wanted))
        errors: Errors = {}
        for part, squares in measured.items():
            error_by_token, alone_by_token = (torch.stack(layers).cpu() for layers in squares)
            errors[part] = {
                scope: SquaredError(
                    int(kept.sum()),
                    error_by_token[:, kept].sum(dim=1).tolist(),
                    alone_by_token[:, kept].sum(dim=1).tolist(),
                )
                for scope, kept in scopes.items()
            }
        self.by_agent[agent] = summed([self.by_agent.get(agent, {}), errors])

    def _parts(
        self, agent: str, served: Stream, layer: int, end: int
    ) -> Iterator[tuple[Part, Tensor, Tensor]]:
        """What was served of a layer, and what the agent alone would have: [..., end, width]."""
        if served.lr is not None:
            base, own = served.kv.joined(layer, end), self.alone.base[agent].joined(layer, end)
            yield "base.k", base[0], own[0]
            yield "base.v", base[1], own[1]
            yield "lr.k", *self._lr(agent, served.lr, layer, "k", end)
            yield "lr.v", *self._lr(agent, served.lr, layer, "v", end)
        current = ForwardPass(0, end, (served,))
        terms = LowRankTerms(self._attentions[layer], current, served, self._rotary)
        segments = list(served.kv.segments(layer, 0, end))
        keys, values = self.full[agent].joined(layer, end)
        yield "full.k", torch.cat([terms.keys(part) for part in segments], dim=1), keys
        yield "full.v", torch.cat([terms.values(part) for part in segments], dim=1), values

    def _lr(
        self, agent: str, served: LRCache, layer: int, projection: Projection, end: int
    ) -> tuple[Tensor, Tensor]:
        got = served.view(layer, projection, agent, end)
        wanted = self.alone.lr[agent].view(layer, projection, agent, end)
        if got is None or wanted is None:  # the adapter leaves this projection alone
            got = wanted = torch.zeros(end, 0, device=served.shape.device)
        return got, wanted


def _squares(rows: Tensor) -> Tensor:
    """Squared norms token by token, of [..., tokens, width]: float64 [tokens]."""
    squared = rows.float().square().sum(dim=-1)
    return squared.reshape(-1, squared.shape[-1]).sum(dim=0).double()
