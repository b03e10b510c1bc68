"""The projections that adapters target: the frozen layer, every adapter's A and B beside it."""

from collections.abc import Mapping
from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from autoact_precache.cache import Projection
from autoact_precache.forward import ForwardPass


@dataclass(frozen=True)
class LoRAWeights:
    """One adapter on one projection: y = W0 x + B A x, the scaling folded into B."""

    a: Tensor  # [rank, d_in]
    b: Tensor  # [d_out, rank]


class LoRAProjection(nn.Module):
    """A frozen projection under several adapters.

    In each batch row it adds the LoRA term of the row's agent, unless the row caches this
    projection as base + LR (keys and values): then it writes the LR caches and returns the base
    projection alone.
    """

    def __init__(
        self,
        base_layer: nn.Linear,
        adapters: Mapping[str, LoRAWeights],
        current: ForwardPass,
        layer: int,
        cached_as: Projection | None,
    ) -> None:
        """`cached_as` says whether this is the key or the value projection of layer `layer`."""
        super().__init__()
        self.base_layer = base_layer
        self.current = current
        self.layer = layer
        self.cached_as: Projection | None = cached_as
        weight = base_layer.weight
        self.a = {agent: lora.a.to(weight) for agent, lora in adapters.items()}
        self.b = {agent: lora.b.T.contiguous().to(weight) for agent, lora in adapters.items()}
        self.ranks = {agent: lora.a.shape[0] for agent, lora in adapters.items()}
        self._stacks: dict[tuple[str, ...], Tensor] = {}

    def forward(self, x: Tensor) -> Tensor:
        """[streams, tokens, d_in] -> [streams, tokens, d_out]."""
        y: Tensor = self.base_layer(x)
        for row, stream in enumerate(self.current.streams):
            if self.cached_as is not None and stream.lr is not None:
                if stream.writes:
                    stream.lr.write(
                        self.layer,
                        self.cached_as,
                        self.current.start,
                        stream.writes,
                        F.linear(x[row], self._stacked_a(stream.writes)),
                    )
            elif stream.agent in self.b:
                lr = F.linear(x[row], self.a[stream.agent])
                y[row].addmm_(lr, self.b[stream.agent])
        return y

    def _stacked_a(self, agents: tuple[str, ...]) -> Tensor:
        """A of several agents, [sum of ranks, d_in]: one product writes all their LR caches."""
        if agents not in self._stacks:
            targeting = [self.a[agent] for agent in agents if agent in self.a]
            none = self.base_layer.weight.new_empty(0, self.base_layer.in_features)
            self._stacks[agents] = torch.cat([none, *targeting])
        return self._stacks[agents]
