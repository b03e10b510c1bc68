"""Products by the frozen weights."""

import torch
from torch import Tensor
from torch.nn import functional as F

MOST_ROWS_AS_COLUMNS = 32
"""Up to this many rows, W x^T is faster than x W^T in bfloat16 on the CPU."""


def product(x: Tensor, weight: Tensor, bias: Tensor | None = None) -> Tensor:
    """x W^T + bias: [rows, d_in] -> [rows, d_out], not always contiguous.

    By the library's fastest route for few rows: see docs/performance.md.
    """
    rows = x.shape[0]
    if x.dtype != torch.bfloat16 or x.device.type != "cpu" or rows > MOST_ROWS_AS_COLUMNS:
        return F.linear(x, weight, bias)
    if rows == 1:
        y = torch.mv(weight, x[0])[None]
    elif rows == 2:
        # Twice as wide is twice as fast: oneDNN has no kernel for two columns.
        y = torch.mm(weight, torch.cat((x, x)).t()).t()[:2]
    else:
        y = torch.mm(weight, x.t()).t()
    return y if bias is None else y + bias
