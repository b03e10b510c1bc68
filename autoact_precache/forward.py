"""One forward pass over the backbone: which tokens, as which batch rows, into which caches."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import torch
from torch import Tensor
from transformers import PreTrainedModel
from transformers.cache_utils import Cache

from autoact_precache.cache import KVCache, LRCache


@dataclass(frozen=True)
class Stream:
    """One batch row of a pass.

    `agent` is the active adapter (None: all off). Keys and values of the fed tokens are appended to
    `kv`. Without `lr` they include the adapter's LoRA; with it they are the base projections alone,
    the LR caches of the agents in `writes` are appended to `lr`, and the row attends to base + its
    own agent's LR.
    """

    agent: str | None
    kv: KVCache
    lr: LRCache | None = None
    writes: tuple[str, ...] = ()


@dataclass
class ForwardPass:
    """The pass under way, for projections and attention: tokens `start..end`, as `streams`."""

    start: int = 0
    end: int = 0
    streams: tuple[Stream, ...] = ()


class _WriteThrough(Cache):
    """transformers' view of the caches: an update writes each batch row to its stream's cache.

    The keys and values go back as they came: the attention reads them, with everything before, from
    the caches.
    """

    def __init__(self, current: ForwardPass) -> None:
        super().__init__(layers=[])
        self.current = current

    def update(
        self,
        key_states: Tensor,
        value_states: Tensor,
        layer_idx: int,
        *args: object,
        **kwargs: object,
    ) -> tuple[Tensor, Tensor]:
        for row, stream in enumerate(self.current.streams):
            stream.kv.write(layer_idx, self.current.start, key_states[row], value_states[row])
        return key_states, value_states

    def get_seq_length(self, layer_idx: int = 0) -> int:
        return self.current.start


@dataclass
class Backbone:
    """The frozen model, its projections and attention replaced, and the pass they take part in."""

    model: PreTrainedModel
    current: ForwardPass
    max_pass_tokens: int = 2048
    """Longer prompts are fed in pieces, which bounds the activations' memory."""

    _cache: _WriteThrough = field(init=False)

    def __post_init__(self) -> None:
        self._cache = _WriteThrough(self.current)

    @torch.inference_mode()
    def feed(self, ids: Sequence[int], start: int, streams: tuple[Stream, ...]) -> Tensor:
        """Feeds the tokens `ids` (at least one) at positions `start..` to every stream.

        Returns the logits [vocab] after the last token in the first stream, in float32.
        """
        filled = (len(ids) - 1) // self.max_pass_tokens * self.max_pass_tokens
        self.fill(ids[:filled], start, streams)
        with self._one_pass(ids[filled:], start + filled, streams) as inputs:
            hidden = self.model.base_model(**inputs).last_hidden_state
        # As a matrix of one row: for a slice of three dimensions it would copy the whole head.
        logits: Tensor = self.model.get_output_embeddings()(hidden[0, -1:])[0].float()
        return logits

    @torch.inference_mode()
    def fill(self, ids: Sequence[int], start: int, streams: tuple[Stream, ...]) -> None:
        """The same for the caches' sake only."""
        for offset in range(0, len(ids), self.max_pass_tokens):
            piece = ids[offset : offset + self.max_pass_tokens]
            with self._one_pass(piece, start + offset, streams) as inputs:
                self.model.base_model(**inputs)

    @contextmanager
    def _one_pass(
        self, ids: Sequence[int], start: int, streams: tuple[Stream, ...]
    ) -> Iterator[dict[str, Any]]:
        """Makes room, gives the model's inputs, and counts the tokens once all layers have them."""
        end = start + len(ids)
        for stream in streams:
            stream.kv.reserve(end)
            if stream.lr is not None:
                stream.lr.reserve(end)
        self.current.start, self.current.end, self.current.streams = start, end, streams
        try:
            device = self.model.device
            yield {
                "input_ids": torch.tensor([ids] * len(streams), device=device),
                "position_ids": torch.arange(start, end, device=device)[None],
                "cache": self._cache,
                "use_cache": True,
            }
        finally:
            self.current.streams = ()
        for stream in streams:
            stream.kv.commit(end)
            if stream.lr is not None:
                stream.lr.commit(stream.writes, end)
