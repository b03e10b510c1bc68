"""One LR cache that all agents read."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from torch import Tensor

from autoact_precache.cache import LRCache, LRShape, Projection

SHARED = "shared"
"""Whose rows they are."""


class SharedLRCache(LRCache):
    """One LR cache `X A` for all agents, whose adapters have the same A on keys and values.

    Its rows are those of `SHARED`. An agent whose adapter leaves a projection alone finds none of
    it there, but writes it for the others.
    """

    def __init__(self, shape: LRShape) -> None:
        ranks = {key: {SHARED: max(ranks.values())} for key, ranks in shape.ranks.items()}
        super().__init__(replace(shape, ranks=ranks), (SHARED,))
        self._readers = shape.ranks

    def factors(self, a: Mapping[str, Tensor], agents: Sequence[str]) -> list[Tensor]:
        """The one A of a projection, whichever agent's."""
        return [next(iter(a.values()))]

    def view(
        self, layer: int, projection: Projection, agent: str, end: int | None
    ) -> Tensor | None:
        """The rows [end, rank] of one projection; None where the agent does not target it."""
        if agent not in self._readers.get((layer, projection), ()):
            return None
        return super().view(layer, projection, SHARED, end)
