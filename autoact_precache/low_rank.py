"""What one agent sees of one layer's caches: base + LR, or its own rows over a shared cache."""

from dataclasses import dataclass
from typing import Literal, NamedTuple, Protocol

import torch
from torch import Tensor, nn

from autoact_precache.cache import ExpandedKeys, Projection, Segment
from autoact_precache.forward import ForwardPass, Stream
from autoact_precache.lora import LoRAProjection
from autoact_precache.rotary import RotaryTable


class AttentionLayer(Protocol):
    """What is used of a layer's attention module in transformers."""

    layer_idx: int
    head_dim: int
    k_proj: nn.Module
    v_proj: nn.Module


@dataclass
class LowRankTerms:
    """What one agent adds to the base keys and values of one layer, or has in their place."""

    attention: AttentionLayer
    current: ForwardPass
    stream: Stream
    rotary: RotaryTable

    def _of(
        self, name: Projection, end: int | None = None, dtype: torch.dtype | None = None
    ) -> tuple[Tensor, Tensor] | None:
        """LR cache [end, rank] and B [n_kv_heads, rank, head_dim]; None where nothing is added.

        Of the tokens so far, and in their precision, unless asked for otherwise.
        """
        module = self.attention.k_proj if name == "k" else self.attention.v_proj
        agent, lr = self.stream.agent, self.stream.lr
        if agent is None or lr is None or not isinstance(module, LoRAProjection):
            return None
        rows = lr.view(module.layer, name, agent, self.current.end if end is None else end)
        if rows is None:
            return None
        return rows, module.b_by_head(agent, self.attention.head_dim, dtype or rows.dtype)

    def keys(self, segment: Segment) -> Tensor:
        """K_base + RoPE(LR B) of a segment; of a full cache, its own keys in their places."""
        term = self._of("k")
        if term is None:
            return self._blended(segment, "keys")
        lr, b = term
        return segment.keys + self.rotary.rotate(
            lr[segment.start : segment.stop] @ b, segment.start
        )

    def _blended(self, segment: Segment, name: Literal["keys", "values"]) -> Tensor:
        shared: Tensor = getattr(segment, name)
        own = self.stream.own
        return shared if own is None else own.blended(self.attention.layer_idx, segment, name)

    def keys_while_decoding(self, segments: list[Segment]) -> list[Tensor]:
        """The same of neighbouring segments, and of rows behind the last token, if there are.

        What earlier steps of the turn expanded is kept.
        """
        if self._of("k") is None:
            return [part.keys for part in segments]
        layer, start, end = self.attention.layer_idx, segments[0].start, self.current.end
        kept = self.stream.expanded.get(layer)
        if kept is None:
            kept = self.stream.expanded[layer] = ExpandedKeys(start, self.stream.kv.shape)
        stop = segments[-1].stop
        for part in segments:
            if min(part.stop, end) > kept.end:
                kept.append(self.keys(part.within(kept.end, end)), stop)
        return [kept.view(start, stop)]

    def values(self, segment: Segment) -> Tensor:
        """V_base + LR B of a segment; of a full cache, its own values in their places."""
        term = self._of("v")
        if term is None:
            return self._blended(segment, "values")
        lr, b = term
        heads = segment.values.shape[0]
        return torch.baddbmm(
            segment.values, lr[segment.start : segment.stop].expand(heads, -1, -1), b
        )

    def values_lr(self, stop: int) -> tuple[Tensor, Tensor] | None:
        """The LR cache of the values up to token `stop` or where its rows end, and B in float32."""
        return self._of("v", stop, torch.float32)

    def own_rows(self, oldest: int) -> "OwnRows | None":
        """The agent's own rows of the layer, from token `oldest` on; None where it has none."""
        own, layer = self.stream.own, self.attention.layer_idx
        if own is None or layer not in own.layers:
            return None
        first, last = int(torch.searchsorted(own.positions, oldest)), len(own.positions)
        if first == last:
            return None
        return OwnRows(own.positions[first:], own.segments(layer, first, last))


class OwnRows(NamedTuple):
    """Keys and values at `positions` [rows], which stand in place of a shared cache's there."""

    positions: Tensor
    rows: list[Segment]  # by row, not by token
