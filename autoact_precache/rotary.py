"""RoPE from a table."""

from dataclasses import dataclass, field

import torch
from torch import Tensor, nn


@dataclass
class RotaryTable:
    """cos and sin of the model's own rotary embedding, by position: [positions, head_dim] each."""

    rotary_emb: nn.Module
    like: Tensor
    _cos: Tensor = field(init=False)
    _sin: Tensor = field(init=False)

    def __post_init__(self) -> None:
        self._cos = self._sin = self.like.new_empty(0, 0)

    def _fill(self, positions: int) -> None:
        ids = torch.arange(positions, device=self.like.device)[None]
        cos, sin = self.rotary_emb(self.like, position_ids=ids)
        self._cos = cos[0]
        # What stands in the first half of a head is subtracted: see `rotate`.
        first, second = sin[0].chunk(2, dim=-1)
        self._sin = torch.cat((-first, second), dim=-1)

    def rotate(self, heads: Tensor, start: int, positions: Tensor | None = None) -> Tensor:
        """RoPE on [..., tokens, head_dim] at positions `start..` (rotate-half layout).

        With `positions` [tokens], ascending, at these.
        """
        end = start + heads.shape[-2] if positions is None else int(positions[-1]) + 1
        if end > self._cos.shape[0]:
            self._fill(max(1024, 2 * end))
        if positions is None:
            cos, sin = self._cos[start:end], self._sin[start:end]
        else:
            cos, sin = self._cos[positions], self._sin[positions]
        halves_swapped = heads.roll(heads.shape[-1] // 2, dims=-1)
        return torch.addcmul(heads * cos, halves_swapped, sin)
