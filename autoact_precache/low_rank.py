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
        self, name: Projection, end: int | None, dtype: torch.dtype | None = None
    ) -> tuple[Tensor, Tensor] | None:
        """LR cache [end, rank] and B [n_kv_heads, rank, head_dim]; None where nothing is added.

        In the cache's precision, or B in that asked for.
        """
        module = self.attention.k_proj if name == "k" else self.attention.v_proj
        agent, lr = self.stream.agent, self.stream.lr
        if agent is None or lr is None or not isinstance(module, LoRAProjection):
            return None
        rows = lr.view(module.layer, name, agent, end)
        if rows is None:
            return None
        return rows, module.b_by_head(agent, self.attention.head_dim, dtype or rows.dtype)

    def keys(self, segment: Segment) -> Tensor:
        """K_base + RoPE(LR B) of a segment; of a full cache, its own keys in their places."""
        term = self._of("k", segment.stop)
        if term is None:
            return self._blended(segment, "keys")
        lr, b = term
        return segment.keys + self.rotary.rotate(lr[segment.start :] @ b, segment.start)

    def _blended(self, segment: Segment, name: Literal["keys", "values"]) -> Tensor:
        shared: Tensor = getattr(segment, name)
        own = self.stream.own
        return shared if own is None else own.blended(self.attention.layer_idx, segment, name)

    def expanded_keys(self, segments: list[Segment]) -> Tensor | None:
        """The same of neighbouring segments while decoding: [n_kv_heads, ., head_dim].

        Rows may stand behind their last token. What earlier steps of the turn expanded is kept.
        None where nothing is added to the segments' keys.
        """
        if self._of("k", None) is None:
            return None
        layer, start = self.attention.layer_idx, segments[0].start
        kept = self.stream.expanded.get(layer)
        if kept is None:
            kept = self.stream.expanded[layer] = ExpandedKeys(start, self.stream.kv.shape)
        for part in segments:
            if part.stop > kept.end:
                kept.append(self.keys(part.since(kept.end)))
        return kept.view(start)

    def values(self, segment: Segment) -> Tensor:
        """V_base + LR B of a segment; of a full cache, its own values in their places."""
        term = self._of("v", segment.stop)
        if term is None:
            return self._blended(segment, "values")
        lr, b = term
        heads = segment.values.shape[0]
        return torch.baddbmm(segment.values, lr[segment.start :].expand(heads, -1, -1), b)

    def values_lr(self) -> tuple[Tensor, Tensor] | None:
        """The LR cache of the values, rows behind the last token included, and B in float32."""
        return self._of("v", None, torch.float32)

    def own_rows(self, oldest: int) -> "OwnRows | None":
        """The agent's own rows of the layer, from token `oldest` on; None where it has none."""
        own, layer = self.stream.own, self.attention.layer_idx
        if own is None or layer not in own.layers:
            return None
        first, last = int(torch.searchsorted(own.positions, oldest)), len(own.positions)
        if first == last:
            return None
        return OwnRows(own.positions[first:], own.segments(layer, first, last, whole=True))


class OwnRows(NamedTuple):
    """Keys and values at `positions` [rows], which stand in place of a shared cache's there."""

    positions: Tensor
    rows: list[Segment]  # by row, not by token
