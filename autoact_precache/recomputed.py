"""What a policy keeps to recompute: an agent's own rows over a shared cache, and hidden states."""

import copy
from dataclasses import replace
from typing import Literal

import torch
from torch import Tensor

from autoact_precache.cache import KVCache, KVShape, Segment


class RecomputedRows:
    """One agent's own keys and values of some tokens, in the model's `layers`.

    They take the place of a shared cache's. The tokens up to `length` are those that the agent has
    fed, or has had the chance to recompute: `choices` says which of them it chose among at once.
    """

    def __init__(self, shape: KVShape, layers: range) -> None:
        self.layers = layers
        self.length = 0
        self.choices: tuple[tuple[int, int], ...] = ()
        self.positions = torch.empty(0, dtype=torch.long)  # row -> token, ascending; on the CPU
        self._kv = KVCache(replace(shape, n_layers=len(layers)))

    def begin(self, positions: Tensor) -> None:
        """Makes room for tokens that come after all that have a row, one after the other."""
        self.positions = torch.cat((self.positions, positions))
        self._kv.reserve(len(self.positions))

    def write(self, layer: int, start: int, keys: Tensor, values: Tensor) -> None:
        """The rows from token `start` on, which has one: [n_kv_heads, rows, head_dim] each."""
        self._kv.write(layer - self.layers.start, self._row(start), keys, values)

    def take(self, other: "RecomputedRows", layer: int, positions: Tensor) -> None:
        """Copies the rows of these tokens, for which room is made, from `other`."""
        rows = torch.searchsorted(other.positions, positions)
        [part] = other.segments(layer, int(rows[0]), int(rows[-1]) + 1)
        rows = (rows - rows[0]).to(part.keys.device)
        self.write(layer, int(positions[0]), part.keys[:, rows], part.values[:, rows])

    def chosen(self, end: int) -> None:
        """Counts the tokens up to `end` as chosen among, once every layer has its rows."""
        self.choices += ((self.length, end),)
        self.commit(end)

    def commit(self, length: int) -> None:
        """Counts the tokens up to `length` as looked after."""
        self._kv.commit(len(self.positions))
        self.length = length

    def segments(self, layer: int, first: int, last: int, *, whole: bool = False) -> list[Segment]:
        """The rows `first..last`, of the tokens at these `positions`: see `KVCache.segments`."""
        return list(self._kv.segments(layer - self.layers.start, first, last, whole=whole))

    def blended(self, layer: int, segment: Segment, name: Literal["keys", "values"]) -> Tensor:
        """Keys or values of a segment of the shared cache, the agent's own put in their place."""
        shared: Tensor = getattr(segment, name)
        first, last = self._row(segment.start), self._row(segment.stop)
        if layer not in self.layers or first == last:
            return shared
        blended = shared.clone()
        for part in self.segments(layer, first, last):
            places = self.positions[part.start : part.stop] - segment.start
            blended[:, places.to(blended.device)] = getattr(part, name)
        return blended

    def crop(self, length: int) -> None:
        """Forgets the tokens from `length` on, and what was chosen when there were as many."""
        while self.choices and self.choices[-1][1] >= length:
            *kept, (start, _) = self.choices
            self.choices, length = tuple(kept), min(start, length)
        self.length = min(self.length, length)
        rows = self._row(self.length)
        self.positions = self.positions[:rows]
        self._kv.crop(rows)

    def fork(self, n_layers: int | None = None) -> "RecomputedRows":
        """The same rows once more, copy-on-write; of the first `n_layers` of the layers, or all."""
        child = copy.copy(self)
        child.layers = self.layers[:n_layers]
        child._kv = self._kv.fork(n_layers)
        return child

    @property
    def nbytes(self) -> int:
        return self._kv.nbytes

    def state(self) -> dict[str, Tensor]:
        """Positions, choices; all layers' rows, contiguous [n_kv_heads, rows, head_dim]."""
        choices = torch.tensor(self.choices, dtype=torch.long).view(-1, 2)
        return self._kv.state() | {"positions": self.positions, "choices": choices}

    def load_state(self, state: dict[str, Tensor], length: int) -> None:
        """The inverse of `state`, where there is nothing yet."""
        self.positions = state["positions"].cpu()
        self.choices = tuple((start, end) for start, end in state["choices"].tolist())
        self._kv.load_state(state, len(self.positions))
        self.length = length

    def _row(self, position: int) -> int:
        return int(torch.searchsorted(self.positions, position))


class HiddenStates(KVCache):
    """What entered `layer`, as whoever fed the token left it: [d] a token.

    One half of a state is held as keys, the other as values.
    """

    def __init__(self, shape: KVShape, layer: int, d: int) -> None:
        super().__init__(replace(shape, n_layers=1, n_kv_heads=1, head_dim=d // 2))
        self.layer = layer

    def put(self, start: int, states: Tensor) -> None:
        """Appends states [tokens, d], tokens `start..`."""
        keys, values = states[None].chunk(2, dim=-1)
        self.write(0, start, keys, values)

    def read(self, start: int, end: int) -> Tensor:
        """[tokens, d]"""
        parts = self.segments(0, start, end)
        return torch.cat([torch.cat((p.keys, p.values), dim=-1)[0] for p in parts])
