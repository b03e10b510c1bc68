"""Recomputing, for one agent, keys and values that others left in a shared full cache."""

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from autoact_precache.attention import attention_paid
from autoact_precache.cache import KVCache
from autoact_precache.decoder import LlamaDecoder
from autoact_precache.forward import Backbone, Stream
from autoact_precache.recomputed import HiddenStates, RecomputedRows

LAST_TOKENS = 32
"""How many of the candidates, those nearest to what comes, say by their attention who matters."""


@dataclass(frozen=True)
class Recomputation:
    """What `agent` recomputes before a turn: the cached tokens that its `own` rows have not met.

    They enter the first of the layers of `own` as `hidden` holds them, as embeddings where it is
    None, and attend to `kv` with `own` rows in their places. With a `ratio` below 1 only that share
    of them get rows, by deviation (times attention): see `_most_influential`.
    """

    agent: str
    kv: KVCache
    own: RecomputedRows
    hidden: HiddenStates | None
    ratio: float = 1.0
    by_attention: bool = False


@torch.inference_mode()
def recompute(backbone: Backbone, ids: Sequence[int], work: Recomputation) -> int:
    """Gives `work.own` its new rows; `ids` is the transcript. Returns how many tokens got some."""
    own, start, end = work.own, work.own.length, work.kv.length
    kept = round(work.ratio * (end - start)) if own.layers else 0
    if kept:
        run, layers = _Pieces(backbone, work), own.layers
        positions = torch.arange(start, end)
        if work.hidden is not None:
            x = work.hidden.read(start, end)
        else:
            x = run.decoder.embedding[torch.tensor(ids[start:end])]
        if kept == end - start:
            own.begin(positions)
        else:
            positions, x = _most_influential(run, positions, x, kept)
            layers = layers[1:] or layers
        run.through(own, positions, x, layers)
    if start < end:
        own.chosen(end)
    return kept


@dataclass(frozen=True)
class _Pieces:
    """Passes of bounded size over any tokens, as one agent, keys and values going to own rows."""

    backbone: Backbone
    work: Recomputation

    @property
    def decoder(self) -> LlamaDecoder:
        decoder = self.backbone.decoder
        assert isinstance(decoder, LlamaDecoder)  # the runtime refuses others
        return decoder

    def through(
        self, own: RecomputedRows, positions: Tensor, x: Tensor, layers: range
    ) -> tuple[Tensor, Tensor]:
        """As `LlamaDecoder.through`, of tokens at `positions`, for which `own` has made room."""
        current = self.backbone.current
        states, queries = [], []
        size = self.backbone.max_pass_tokens
        for here, piece in zip(positions.split(size), x.split(size), strict=True):
            current.start, current.end, current.positions = int(here[0]), int(here[-1]) + 1, here
            current.streams = (Stream(self.work.agent, self.work.kv, own=own),)
            try:
                entering_last, query = self.decoder.through(piece, layers)
            finally:
                current.streams, current.positions = (), None
            states.append(entering_last)
            queries.append(query)
        return torch.cat(states), torch.cat(queries, dim=1)


def _most_influential(
    run: _Pieces, positions: Tensor, x: Tensor, kept: int
) -> tuple[Tensor, Tensor]:
    """Which `kept` of the tokens get rows, and what enters the second layer there.

    The first layer is recomputed for all of them; each one's keys and values at the second are
    compared with the shared ones. The chosen have their rows of the first layer then.
    """
    work, own = run.work, run.work.own
    begun = own.layers[:2]
    second = begun[-1]
    trial = own.fork(len(begun))
    trial.begin(positions)
    x, queries = run.through(trial, positions, x, begun)
    shared = list(work.kv.segments(second, 0, work.kv.length))
    keys = torch.cat([trial.blended(second, part, "keys") for part in shared], dim=1)
    values = torch.cat([trial.blended(second, part, "values") for part in shared], dim=1)
    shared_keys, shared_values = work.kv.joined(second, work.kv.length)
    influence = (_squares(keys - shared_keys) + _squares(values - shared_values)).sqrt()
    if work.by_attention:
        layer = run.decoder.layers[second]
        influence *= attention_paid(
            queries[:, -LAST_TOKENS:],
            keys,
            positions[-LAST_TOKENS:],
            layer.scaling,
            layer.sliding_window,
        )
    candidates = influence[positions[0] :]
    chosen = candidates.sort(descending=True, stable=True).indices[:kept].sort().values
    positions = positions[chosen.cpu()]
    own.begin(positions)
    for number in begun[:-1]:
        own.take(trial, number, positions)
    return positions, x[chosen]


def _squares(heads: Tensor) -> Tensor:
    """[n_kv_heads, tokens, head_dim] -> squared norm of each token, in float32."""
    return heads.float().square().sum(dim=(0, 2))
