"""Products by the frozen weights."""

from collections.abc import Sequence

import torch
from torch import Tensor, nn
from torch.nn import functional as F

PACKED_FOR_ROWS = 512
"""How many rows a packed weight is laid out for; it serves one row as well: docs/performance.md."""


class FrozenLinear:
    """y = x W^T + b, W laid out once for the processor's own kernels where it has any."""

    def __init__(self, weight: Tensor, bias: Tensor | None = None) -> None:
        """`weight` [d_out, d_in]."""
        self.bias = bias
        self._is_packed = weight.device.type == "cpu" and _packs(weight.dtype)
        if self._is_packed:
            weight = torch.ops.mkldnn._reorder_linear_weight(weight.detach(), PACKED_FOR_ROWS)
        self._weight = weight

    def __call__(self, x: Tensor) -> Tensor:
        """[rows, d_in] -> [rows, d_out]"""
        if not self._is_packed:
            return F.linear(x, self._weight, self.bias)
        y: Tensor = torch.ops.mkldnn._linear_pointwise(x, self._weight, self.bias, "none", [], "")
        return y


def take_over(layers: Sequence[nn.Linear]) -> FrozenLinear:
    """Layers of one input as one, their outputs side by side.

    Their own weights go, so that none is held twice.
    """
    weights: list[Tensor] = [layer.weight for layer in layers]
    biases: list[Tensor] = [layer.bias for layer in layers if layer.bias is not None]
    linear = FrozenLinear(torch.cat(weights), torch.cat(biases) if biases else None)
    for layer in layers:
        layer.weight.data = layer.weight.new_empty(0)
    return linear


def _packs(dtype: torch.dtype) -> bool:
    if dtype == torch.bfloat16:
        return cpu_computes_bfloat16()
    return dtype == torch.float32 and torch.backends.mkldnn.is_available()


def cpu_computes_bfloat16() -> bool:
    """Whether this processor has what its bfloat16 kernels need."""
    if not torch.backends.mkldnn.is_available():
        return False
    return bool(torch.ops.mkldnn._is_mkldnn_bf16_supported())
