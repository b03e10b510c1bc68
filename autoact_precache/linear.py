"""Products by the frozen weights."""

import torch
from torch import Tensor
from torch.nn import functional as F

PACKED_FOR_ROWS = 512
"""How many rows a packed weight is laid out for; it serves one row as well: docs/performance.md."""

STEP = 16
"""More rows than this are padded to a multiple: the kernels set themselves up, and keep half a
megabyte, for each number of rows that they meet."""


class FrozenLinear:
    """y = x W^T + b, W laid out once for the processor's own kernels where it has any."""

    def __init__(self, weight: Tensor, bias: Tensor | None = None) -> None:
        """`weight` [d_out, d_in]: the caller may let go of it."""
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


def _packs(dtype: torch.dtype) -> bool:
    if not torch.backends.mkldnn.is_available():
        return False
    if dtype == torch.bfloat16:
        return bool(torch.ops.mkldnn._is_mkldnn_bf16_supported())
    return dtype == torch.float32
