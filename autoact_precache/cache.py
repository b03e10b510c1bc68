"""Caches of one transcript: full-width keys and values, and the adapters' low-rank (LR) caches.

Both grow in place (amortised, one layer at a time), are cropped by lowering a length, and fork
copy-on-write. Positions are absolute: row p of a cache belongs to token p of the transcript.
"""

import copy
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple, Self

import torch
from torch import Tensor

Projection = Literal["k", "v"]

GROWTH = 1 + 1 / 16
"""A full buffer is replaced by one this much larger: a token is copied sixteen times on average."""

STEP = 64
"""Buffers hold a multiple of so many rows, so that products over them meet the same shapes again.

In half precision the CPU's kernels set themselves up, and keep half a megabyte, for each shape.
"""


@dataclass(frozen=True)
class KVShape:
    """Shape of a model's keys and values: `n_layers` x [n_kv_heads, tokens, head_dim], twice."""

    n_layers: int
    n_kv_heads: int
    head_dim: int
    dtype: torch.dtype
    device: torch.device

    @property
    def bytes_per_token(self) -> int:
        return 2 * self.n_layers * self.n_kv_heads * self.head_dim * self.dtype.itemsize

    def no_rows(self) -> Tensor:
        """One layer's keys or values of no tokens: [n_kv_heads, 0, head_dim]."""
        return torch.empty(self.n_kv_heads, 0, self.head_dim, dtype=self.dtype, device=self.device)


@dataclass(frozen=True)
class LRShape:
    """Ranks of the adapters on keys and values: (layer, projection) -> agent -> rank."""

    ranks: Mapping[tuple[int, Projection], Mapping[str, int]]
    dtype: torch.dtype
    device: torch.device

    def bytes_per_token(self, agent: str) -> int:
        return sum(ranks.get(agent, 0) for ranks in self.ranks.values()) * self.dtype.itemsize


class GrowingRows:
    """A tensor [..., capacity, width] whose rows fill up; behind them are zeros or earlier rows.

    So a product may run over all of it, contiguous as it is, where the CPU would copy a part first.
    """

    def __init__(self, empty: Tensor, *, by_column: bool = False) -> None:
        """`empty` [..., 0, width] says what it is made of; by column, those lie contiguous."""
        self.tensor = empty
        self._by_column = by_column

    def reserve(self, used: int, needed: int) -> None:
        """Makes room for `needed` rows; if that takes another tensor, `used` of them are kept."""
        held = self.tensor.shape[-2]
        if held < needed:
            self.tensor = self._moved(used, max(needed, int(held * GROWTH)))

    def copied(self, used: int, needed: int) -> "GrowingRows":
        """Another tensor with room for `needed` rows, the first `used` the same."""
        return GrowingRows(self._moved(used, needed), by_column=self._by_column)

    def _moved(self, used: int, needed: int) -> Tensor:
        old, capacity = self.tensor, needed + -needed % STEP
        *outer, _, width = old.shape
        if self._by_column:
            new = old.new_empty(*outer, width, capacity).transpose(-2, -1)
        else:
            new = old.new_empty(*outer, capacity, width)
        new[..., :used, :] = old[..., :used, :]
        new[..., used:, :] = 0
        return new


class _Rows:
    """Growing storage of keys and values that several caches may read.

    Rows below `frozen` never change.
    """

    def __init__(self, shape: KVShape) -> None:
        self.keys = [GrowingRows(shape.no_rows()) for _ in range(shape.n_layers)]
        self.values = [GrowingRows(shape.no_rows()) for _ in range(shape.n_layers)]
        self.frozen = 0

    def reserve(self, used: int, needed: int) -> None:
        for rows in (*self.keys, *self.values):
            rows.reserve(used, needed)


class ExpandedKeys:
    """One layer's keys as one agent sees them, K_base + RoPE(LR B), kept while it decodes.

    A token costs its r*d once a turn, not once a step; the price is a second copy of the layer's
    keys until the turn ends.
    """

    def __init__(self, start: int, shape: KVShape) -> None:
        self.start = self.end = start
        self._rows = GrowingRows(shape.no_rows())

    def append(self, keys: Tensor) -> None:
        """The keys [n_kv_heads, tokens, head_dim] of the tokens from `end` on."""
        used, end = self.end - self.start, self.end + keys.shape[-2]
        self._rows.reserve(used, end - self.start)
        self._rows.tensor[:, used : end - self.start] = keys
        self.end = end

    def view(self, start: int) -> Tensor:
        """The rows of the tokens from `start` on, and those behind: [n_kv_heads, ., head_dim]."""
        return self._rows.tensor[:, start - self.start :]


class _Span(NamedTuple):
    """Tokens `start..stop` of a transcript, held in `rows` from row 0 on."""

    rows: _Rows
    start: int
    stop: int


class Segment(NamedTuple):
    """A contiguous run of cached tokens of one layer, as views."""

    start: int
    keys: Tensor  # [n_kv_heads, tokens, head_dim], after RoPE
    values: Tensor  # [n_kv_heads, tokens, head_dim]
    behind: int = 0  # rows at their end that are none of these tokens, but finite

    @property
    def n_rows(self) -> int:
        return self.keys.shape[-2]

    @property
    def n_tokens(self) -> int:
        return self.n_rows - self.behind

    @property
    def stop(self) -> int:
        return self.start + self.n_tokens

    def since(self, start: int) -> "Segment":
        """Its tokens from `start` on, without what stands behind."""
        rows = slice(max(start - self.start, 0), self.n_tokens)
        return Segment(self.start + rows.start, self.keys[:, rows], self.values[:, rows])


class KVCache:
    """Keys (after RoPE) and values of the tokens `0..length` of one transcript.

    A fork shares what the transcript held so far: the parent keeps appending to its own rows, the
    fork appends to new ones, and whichever would overwrite shared rows (after a crop) starts new
    ones instead.
    """

    def __init__(self, shape: KVShape) -> None:
        self.shape = shape
        self.length = 0
        self._shared: tuple[_Span, ...] = ()
        self._own = _Rows(shape)
        self._own_start = 0

    def reserve(self, end: int) -> None:
        """Makes room for tokens up to `end`, before a pass that appends from `length` on."""
        used = self.length - self._own_start
        if end > self.length and used < self._own.frozen:
            self._share_own()
            used = 0
        self._own.reserve(used, end - self._own_start)

    def write(self, layer: int, start: int, keys: Tensor, values: Tensor) -> None:
        """Appends `keys` and `values` [n_kv_heads, tokens, head_dim], tokens `start..` of a layer.

        Tokens below `length` are cached already and are left as they are.
        """
        known = max(self.length - start, 0)
        if known >= keys.shape[-2]:
            return
        rows = slice(start + known - self._own_start, start + keys.shape[-2] - self._own_start)
        self._own.keys[layer].tensor[:, rows] = keys[:, known:]
        self._own.values[layer].tensor[:, rows] = values[:, known:]

    def commit(self, end: int) -> None:
        """Counts the tokens up to `end` as cached, once every layer has written them."""
        self.length = max(self.length, end)

    def crop(self, length: int) -> None:
        """Forgets the tokens from `length` on."""
        self.length = min(self.length, length)
        while self.length < self._own_start:
            *kept, last = self._shared
            self._shared = tuple(kept)
            if last.start < self.length:
                self._shared += (last._replace(stop=self.length),)
            self._own, self._own_start = _Rows(self.shape), max(self.length, last.start)

    def segments(
        self, layer: int, start: int, end: int, *, whole: bool = False
    ) -> Iterator[Segment]:
        """The cached tokens `start..end` of one layer, in order.

        Whole buffers, where these tokens are the first of one and at least half of it, if `whole`:
        contiguous, and of the same shape at every step.
        """
        own = _Span(self._own, self._own_start, end)
        for span in (*self._shared, own):
            first, last = max(start, span.start), min(end, span.stop)
            if first < last:
                keys, values = span.rows.keys[layer].tensor, span.rows.values[layer].tensor
                rows = slice(first - span.start, last - span.start)
                stored = min(keys.shape[-2], values.shape[-2])
                behind = stored - rows.stop
                if whole and rows.start == 0 and stored <= max(2 * rows.stop, STEP):
                    yield Segment(first, keys[:, :stored], values[:, :stored], behind)
                else:
                    yield Segment(first, keys[:, rows], values[:, rows])

    def joined(self, layer: int, end: int) -> tuple[Tensor, Tensor]:
        """Keys and values [n_kv_heads, end, head_dim] of the tokens `0..end`, at least one."""
        parts = list(self.segments(layer, 0, end))
        if len(parts) == 1:
            return parts[0].keys, parts[0].values
        keys = torch.cat([part.keys for part in parts], dim=-2)
        return keys, torch.cat([part.values for part in parts], dim=-2)

    def fork(self, n_layers: int | None = None) -> Self:
        """A second cache with the same tokens; the two share them and go on separately.

        Of the first `n_layers` layers, or of all.
        """
        child = copy.copy(self)
        if n_layers is not None:
            child.shape = replace(self.shape, n_layers=n_layers)
        child._own, child._own_start = _Rows(child.shape), self.length
        if self.length > self._own_start:
            self._own.frozen = max(self._own.frozen, self.length - self._own_start)
            child._shared += (_Span(self._own, self._own_start, self.length),)
        return child

    @property
    def nbytes(self) -> int:
        return self.length * self.shape.bytes_per_token

    def state(self) -> dict[str, Tensor]:
        """All layers' keys and values as contiguous tensors [n_kv_heads, length, head_dim]."""
        state = {}
        for layer in range(self.shape.n_layers if self.length else 0):
            keys, values = self.joined(layer, self.length)
            state[f"{layer}.k"], state[f"{layer}.v"] = keys.contiguous(), values.contiguous()
        return state

    def load_state(self, state: Mapping[str, Tensor], length: int) -> None:
        """The inverse of `state`, on an empty cache."""
        self.reserve(length)
        for layer in range(self.shape.n_layers if length else 0):
            self.write(layer, 0, state[f"{layer}.k"], state[f"{layer}.v"])
        self.commit(length)

    def _share_own(self) -> None:
        if self.length > self._own_start:
            self._shared += (_Span(self._own, self._own_start, self.length),)
        self._own, self._own_start = _Rows(self.shape), self.length


@dataclass
class LRCache:
    """LR caches `X A_k` of some agents, side by side: a buffer [tokens, sum of ranks] a projection.

    Agents written in the same pass stand in one cache, so that one product and one copy serve them
    all. Small beside the keys and values, it is copied whole when a fork is first written to.
    """

    shape: LRShape
    agents: tuple[str, ...]
    lengths: dict[str, int] = field(init=False)

    def __post_init__(self) -> None:
        self.lengths = dict.fromkeys(self.agents, 0)
        self._columns: dict[tuple[int, Projection], dict[str, slice]] = {}
        self._rows: dict[tuple[int, Projection], GrowingRows] = {}
        self._is_shared = False
        for key, ranks in self.shape.ranks.items():
            width, columns = 0, {}
            for agent in self.agents:
                columns[agent] = slice(width, width + ranks.get(agent, 0))
                width += ranks.get(agent, 0)
            self._columns[key] = columns
            empty = torch.empty(0, width, dtype=self.shape.dtype, device=self.shape.device)
            # An agent's columns are read alone, by every decoded token.
            self._rows[key] = GrowingRows(empty, by_column=True)

    def reserve(self, end: int) -> None:
        """Makes room for tokens up to `end`, and for this cache alone."""
        used = max(self.lengths.values())
        for key, rows in self._rows.items():
            if self._is_shared:
                self._rows[key] = rows.copied(used, end)
            else:
                rows.reserve(used, end)
        self._is_shared = False

    def write(
        self, layer: int, projection: Projection, start: int, agents: Sequence[str], lr: Tensor
    ) -> None:
        """Writes tokens `start..` of `agents`.

        Their rows stand side by side in `lr` [tokens, sum of ranks], alone or among those of all
        agents of this cache.
        """
        rows = self._rows[layer, projection].tensor[start : start + lr.shape[0]]
        if tuple(agents) == self.agents:
            rows.copy_(lr)
            return
        columns = self._columns[layer, projection]
        has_all = lr.shape[1] == rows.shape[1]
        width = 0
        for agent in agents:
            here = columns[agent]
            rank = here.stop - here.start
            rows[:, here] = lr[:, here if has_all else slice(width, width + rank)]
            width += rank

    def commit(self, agents: Sequence[str], end: int) -> None:
        """Counts the tokens up to `end` of `agents` as cached."""
        for agent in agents:
            self.lengths[agent] = max(self.lengths[agent], end)

    def crop(self, length: int) -> None:
        """Forgets the tokens from `length` on."""
        self.lengths = {agent: min(held, length) for agent, held in self.lengths.items()}

    def factors(self, a: Mapping[str, Tensor], agents: Sequence[str]) -> list[Tensor]:
        """Of a projection's `a`, A [rank, d_in] by agent, those that give what `write` takes."""
        return [a[agent] for agent in agents if agent in a]

    def view(
        self, layer: int, projection: Projection, agent: str, end: int | None
    ) -> Tensor | None:
        """The agent's LR cache [end, rank] of one projection; None where none targets it.

        With None as `end` those that are none yet, too, but finite.
        """
        columns = self._columns.get((layer, projection), {}).get(agent)
        if columns is None or columns.start == columns.stop:
            return None
        rows = self._rows[layer, projection].tensor
        return rows[:, columns] if end is None else rows[:end, columns]

    def fork(self) -> "LRCache":
        """A second cache with the same rows, which each copies before it first writes."""
        child = copy.copy(self)
        child.lengths = dict(self.lengths)
        child._rows = dict(self._rows)
        child._is_shared = self._is_shared = True
        return child

    def nbytes(self, agent: str) -> int:
        return self.lengths[agent] * self.shape.bytes_per_token(agent)

    def state(self, agent: str) -> dict[str, Tensor]:
        """One agent's rows as contiguous tensors [its length, its rank]."""
        held = self.lengths[agent]
        return {
            f"{layer}.{projection}": rows.tensor[
                :held, self._columns[layer, projection][agent]
            ].clone(memory_format=torch.contiguous_format)  # whatever the strides of a rank of 1
            for (layer, projection), rows in self._rows.items()
        }

    def load_state(self, agent: str, state: Mapping[str, Tensor], length: int) -> None:
        """The inverse of `state`, where the agent has nothing cached."""
        self.reserve(length)
        for layer, projection in self._rows:
            self.write(layer, projection, 0, (agent,), state[f"{layer}.{projection}"])
        self.commit((agent,), length)
