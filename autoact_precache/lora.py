"""The projections that adapters target: the frozen layer, every adapter's A and B beside it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from autoact_precache.cache import Projection
from autoact_precache.forward import ForwardPass, Stream

FEW_TOKENS = 16
"""Up to this many, the LoRA products are made in float32 on the CPU.

A product in half precision costs 20 microseconds to set up there, more than all its arithmetic.
"""


@dataclass(frozen=True)
class LoRAWeights:
    """One adapter on one projection: y = W0 x + B A x, the scaling folded into B."""

    a: Tensor  # [rank, d_in]
    b: Tensor  # [d_out, rank]


class LoRAProjection(nn.Module):
    """A frozen projection under several adapters."""

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
        self.layer = layer
        self.cached_as: Projection | None = cached_as
        weight = base_layer.weight
        self.a = {agent: lora.a.to(weight) for agent, lora in adapters.items()}
        self.b = {agent: lora.b.T.contiguous().to(weight) for agent, lora in adapters.items()}
        self._b_by_head: dict[tuple[str, torch.dtype], Tensor] = {}
        self._current = current
        self._low_rank = LowRankProducts((self,))

    def forward(self, x: Tensor) -> Tensor:
        """[streams, tokens, d_in] -> [streams, tokens, d_out]."""
        y: Tensor = self.base_layer(x)
        current = self._current
        self._low_rank.add(x.flatten(0, 1), y.flatten(0, 1), current.streams, current.start)
        return y

    def b_by_head(self, agent: str, head_dim: int, dtype: torch.dtype) -> Tensor:
        """An agent's B [heads, rank, head_dim], made once."""
        key = agent, dtype
        if key not in self._b_by_head:
            heads = self.b[agent].unflatten(-1, (-1, head_dim)).transpose(0, 1)
            self._b_by_head[key] = heads.to(dtype).contiguous()
        return self._b_by_head[key]


def cached_a(model: nn.Module) -> dict[tuple[int, Projection], dict[str, Tensor]]:
    """A [rank, d_in] by agent, of each layer's key and value projection that one targets."""
    return {
        (module.layer, module.cached_as): module.a
        for module in model.modules()
        if isinstance(module, LoRAProjection) and module.cached_as is not None
    }


@dataclass(frozen=True)
class _Products:
    """What one kind of stream needs: all its A stacked, and what becomes of the columns of X A."""

    a: Tensor  # [sum of ranks, d_in]
    written: list[tuple[int, Projection, slice]]  # layer, projection, columns
    # By agent: columns, B [rank, d_out], columns of the output.
    added: dict[str | None, list[tuple[slice, Tensor, slice]]]


class LowRankProducts:
    """The LoRA terms of projections that read the same input, with one product by all their A.

    In each batch row a projection adds the term of the row's agent, unless the row caches this
    projection as base + LR (keys and values): then it writes the LR caches and adds nothing.
    """

    def __init__(self, projections: Sequence[nn.Module]) -> None:
        """`projections` in the order in which their outputs stand side by side."""
        self._projections: list[tuple[LoRAProjection, slice]] = []
        offset = 0
        for projection in projections:
            base = projection.base_layer if isinstance(projection, LoRAProjection) else projection
            assert isinstance(base, nn.Linear)
            if isinstance(projection, LoRAProjection):
                here = slice(offset, offset + base.out_features)
                self._projections.append((projection, here))
            offset += base.out_features
        self._products: dict[tuple[object, ...], _Products | None] = {}

    def add(self, x: Tensor, y: Tensor, streams: tuple[Stream, ...], start: int) -> None:
        """Adds to `y`, the base projections [streams x tokens, sum of d_out].

        `x` is their input [streams x tokens, d_in], its tokens at positions `start..`.
        """
        if not self._projections:
            return
        tokens = x.shape[0] // len(streams)
        few = x.device.type == "cpu" and tokens <= FEW_TOKENS
        dtype = torch.float32 if few else x.dtype
        for row, stream in enumerate(streams):
            products = self._of(stream, dtype)
            if products is None:
                continue
            span = slice(row * tokens, (row + 1) * tokens)
            lr = F.linear(x[span].to(dtype), products.a)
            if stream.lr is not None:
                for layer, projection, columns in products.written:
                    stream.lr.write(layer, projection, start, stream.writes, lr[:, columns])
            for columns, b, outputs in products.added.get(stream.agent, ()):
                y[span, outputs].add_(lr[:, columns] @ b)

    def _of(self, stream: Stream, dtype: torch.dtype) -> _Products | None:
        # What writes for several agents computes all of theirs, and shares one stack: a stack for
        # each agent of what all have would grow with the square of their number.
        whose = () if _writes_for_several(stream) else (stream.agent, stream.writes)
        key = (whose, type(stream.lr), dtype)
        if key not in self._products:
            self._products[key] = self._stacked(stream, dtype)
        return self._products[key]

    def _stacked(self, stream: Stream, dtype: torch.dtype) -> _Products | None:
        stack: list[Tensor] = []
        written: list[tuple[int, Projection, slice]] = []
        added: dict[str | None, list[tuple[slice, Tensor, slice]]] = {}
        several = _writes_for_several(stream)

        def columns_of(factors: list[Tensor]) -> slice:
            start = sum(a.shape[0] for a in stack)
            stack.extend(factors)
            return slice(start, start + sum(a.shape[0] for a in factors))

        for projection, outputs in self._projections:
            if projection.cached_as is not None and stream.lr is not None:
                agents = stream.lr.agents if several else stream.writes
                if factors := stream.lr.factors(projection.a, agents):
                    columns = columns_of(factors)
                    written.append((projection.layer, projection.cached_as, columns))
                continue
            for agent, a in projection.a.items():
                if several or agent == stream.agent:
                    b = projection.b[agent].to(dtype)
                    added.setdefault(agent, []).append((columns_of([a]), b, outputs))
        return _Products(torch.cat(stack).to(dtype), written, added) if stack else None


def _writes_for_several(stream: Stream) -> bool:
    return stream.lr is not None and len(stream.writes) > 1
