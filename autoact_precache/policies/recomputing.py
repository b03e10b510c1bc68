from abc import abstractmethod
from typing import ClassVar

from autoact_precache.errors import ConfigError
from autoact_precache.forward import Stream
from autoact_precache.policies.base import Caches, NewCaches, Policy, Turn
from autoact_precache.policies.fullshared import OWNER
from autoact_precache.recompute import Recomputation

RATIO = 0.3
"""What is recomputed, of layers or of tokens, where nothing else is asked for."""


class Recomputing(Policy):
    """FullShared, but before its turn an agent recomputes a part of what others fed meanwhile.

    What it gets stands in place of the shared keys and values, for this agent alone. A token is
    considered once by each agent: in its first turn after the token was cached. So where `ratio`
    rounds to none of a turn's tokens, they stay shared. A transcript that is cut short within the
    tokens of one choice forgets all of it, and what is left of them is considered again. Nobody's
    shared rows or stored hidden states are rewritten.
    """

    by_attention: ClassVar[bool] = False

    def __init__(self, ratio: float = RATIO) -> None:
        """Raises `ConfigError` for a `ratio` that is no number from 0 to 1."""
        if isinstance(ratio, bool) or not isinstance(ratio, int | float) or not 0 <= ratio <= 1:
            raise ConfigError(f"{self.name}: ratio must be a number from 0 to 1, not {ratio!r}")
        self.ratio = float(ratio)

    @property
    def label(self) -> str:
        return self.name if self.ratio == RATIO else f"{self.name}-{self.ratio:g}"

    @property
    def token_ratio(self) -> float:
        """The share of an agent's new tokens that get rows in the layers."""
        return self.ratio

    @abstractmethod
    def recomputed_layers(self, n_layers: int) -> range: ...

    def caches(self, new: NewCaches) -> Caches:
        layers = self.recomputed_layers(new.n_layers)
        starts_inside = layers and layers.start and self.ratio
        return Caches(
            new.kv(),
            full={OWNER: new.kv()},
            own={agent: new.recomputed(layers) for agent in new.agents},
            hidden=new.hidden(layers.start) if starts_inside else None,
        )

    def turn(self, caches: Caches, agent: str) -> Turn:
        shared, own, hidden = caches.full[OWNER], caches.own[agent], caches.hidden
        return Turn(
            shared.length,
            (Stream(agent, shared, own=own, hidden=hidden),),
            Recomputation(agent, shared, own, hidden, self.token_ratio, self.by_attention),
        )
