"""One forward pass over the backbone: which tokens, as which batch rows, into which caches."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Protocol, cast

import torch
from torch import Tensor, nn
from transformers import PreTrainedModel
from transformers.cache_utils import Cache

from autoact_precache.cache import ExpandedKeys, KVCache, LRCache
from autoact_precache.linear import FrozenLinear, take_over
from autoact_precache.recomputed import HiddenStates, RecomputedRows


@dataclass(frozen=True)
class Stream:
    """One batch row of a pass.

    `agent` is the active adapter (None: all off). Keys and values of the fed tokens are appended to
    `kv`. Without `lr` they include the adapter's LoRA; with it they are the base projections alone,
    the LR caches of the agents in `writes` are appended to `lr`, and the row attends to base + its
    own agent's LR. The agent's `own` rows, where it has some, stand in place of those in `kv`. What
    enters a layer is appended to `hidden`. `expanded` holds by layer what decoding has expanded of
    the keys.
    """

    agent: str | None
    kv: KVCache
    lr: LRCache | None = None
    writes: tuple[str, ...] = ()
    own: RecomputedRows | None = None
    hidden: HiddenStates | None = None
    expanded: dict[int, ExpandedKeys] = field(default_factory=dict, repr=False, compare=False)


@dataclass
class ForwardPass:
    """The pass under way, for projections and attention: tokens `start..end`, as `streams`.

    With `positions` [tokens], ascending, only these of them pass; keys and values then go to the
    one stream's `own` rows.
    """

    start: int = 0
    end: int = 0
    streams: tuple[Stream, ...] = ()
    positions: Tensor | None = None


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


See = Callable[[int, Tensor], None]
"""Gets, for each layer n, what enters it as (n, [streams, tokens, d]); last, for n = the number of
layers, what leaves the last norm."""


class Decoder(Protocol):
    """Runs the model's layers on the tokens `ids` [tokens], for every stream of the pass under way.

    All caches are written; the last norm's output is that of the first stream's last token alone.
    """

    def last(self, ids: Tensor, see: See | None = None) -> Tensor:
        """[1, d]"""

    def fill(self, ids: Tensor) -> None:
        """For the caches' sake only."""


class ModelDecoder:
    """The model's own forward, its projections and attention replaced: any architecture's."""

    def __init__(self, model: PreTrainedModel, current: ForwardPass) -> None:
        self._model = model
        self._current = current
        self._cache = _WriteThrough(current)

    def last(self, ids: Tensor, see: See | None = None) -> Tensor:
        current = self._current
        output = self._model.base_model(
            input_ids=ids.expand(len(current.streams), -1),
            position_ids=torch.arange(current.start, current.end, device=ids.device)[None],
            cache=self._cache,
            use_cache=True,
            output_hidden_states=see is not None,
        )
        if see is not None:
            for layer, states in enumerate(output.hidden_states):
                see(layer, states)
        hidden: Tensor = output.last_hidden_state
        return hidden[0, -1:]

    def fill(self, ids: Tensor) -> None:
        self.last(ids)


@dataclass
class Backbone:
    """The frozen model, what runs its layers, and the pass that they take part in."""

    model: PreTrainedModel
    current: ForwardPass
    decoder: Decoder
    max_pass_tokens: int = 2048
    """Longer prompts are fed in pieces, which bounds the activations' memory."""

    _see: See | None = None
    _head: FrozenLinear = field(init=False)

    def __post_init__(self) -> None:
        head = cast(nn.Linear, self.model.get_output_embeddings())
        is_embedding = head.weight is self.model.get_input_embeddings().weight
        self._head = FrozenLinear(head.weight, head.bias) if is_embedding else take_over([head])

    @torch.inference_mode()
    def feed(self, ids: Sequence[int], start: int, streams: tuple[Stream, ...]) -> Tensor:
        """Feeds the tokens `ids` (at least one) at positions `start..` to every stream.

        Returns the logits [vocab] after the last token in the first stream, in float32.
        """
        self._reserve(start + len(ids), streams)
        filled = (len(ids) - 1) // self.max_pass_tokens * self.max_pass_tokens
        self.fill(ids[:filled], start, streams)
        with self._one_pass(ids[filled:], start + filled, streams) as piece:
            return self.logits(self.decoder.last(piece, self._see))[0]

    def logits(self, hidden: Tensor) -> Tensor:
        """What leaves the last norm [tokens, d] -> [tokens, vocab], in float32."""
        return self._head(hidden).float()

    @torch.inference_mode()
    def fill(self, ids: Sequence[int], start: int, streams: tuple[Stream, ...]) -> None:
        """The same for the caches' sake only."""
        self._reserve(start + len(ids), streams)
        for offset in range(0, len(ids), self.max_pass_tokens):
            tokens = ids[offset : offset + self.max_pass_tokens]
            with self._one_pass(tokens, start + offset, streams) as piece:
                if self._see is None:
                    self.decoder.fill(piece)
                else:
                    self.decoder.last(piece, self._see)

    def _reserve(self, end: int, streams: tuple[Stream, ...]) -> None:
        """Makes room for tokens up to `end`."""
        for stream in streams:
            stream.kv.reserve(end)
            if stream.lr is not None:
                stream.lr.reserve(end)
            if stream.hidden is not None:
                stream.hidden.reserve(end)

    @contextmanager
    def seen_by(self, see: See) -> Iterator[None]:
        """Meanwhile `see` looks on at every pass."""
        self._see = see
        try:
            yield
        finally:
            self._see = None

    @contextmanager
    def _one_pass(
        self, ids: Sequence[int], start: int, streams: tuple[Stream, ...]
    ) -> Iterator[Tensor]:
        """Gives the ids [tokens], and counts them once all layers have them."""
        end = start + len(ids)
        self.current.start, self.current.end, self.current.streams = start, end, streams
        try:
            yield torch.tensor(ids, device=self.model.device)
        finally:
            self.current.streams = ()
        for stream in streams:
            stream.kv.commit(end)
            if stream.lr is not None:
                stream.lr.commit(stream.writes, end)
            if stream.own is not None:
                stream.own.commit(end)
            if stream.hidden is not None:
                stream.hidden.commit(end)
