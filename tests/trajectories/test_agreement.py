from math import log

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from autoact_precache.trajectories.agreement import compare_logits


def test_kl_and_top_1_worked_out_by_hand() -> None:
    p = torch.tensor([[0.5, 0.25, 0.25], [0.5, 0.25, 0.25]])
    q = torch.tensor([[0.25, 0.5, 0.25], [0.5, 0.25, 0.25]])
    compared = compare_logits(p.log(), q.log())
    # Row one: 0.5 ln 2 - 0.25 ln 2; row two: nothing. The other direction gives the same, so:
    assert compared.kl == pytest.approx(0.25 * log(2) / 2, rel=1e-6)
    assert compared.top1 == 0.5
    assert compared.positions == 2


def test_the_reference_is_what_is_averaged_over() -> None:
    sharp, flat = torch.tensor([[0.98, 0.01, 0.01]]).log(), torch.zeros(1, 3)
    entropy = -(0.98 * log(0.98) + 0.02 * log(0.01))
    cross_entropy = -(log(0.98) + 2 * log(0.01)) / 3
    assert compare_logits(sharp, flat).kl == pytest.approx(log(3) - entropy, rel=1e-5)
    assert compare_logits(flat, sharp).kl == pytest.approx(cross_entropy - log(3), rel=1e-5)


@given(
    st.integers(0, 10**6),
    st.sampled_from([torch.bfloat16, torch.float32, torch.float64]),
    st.floats(0.01, 30),
)
def test_kl_against_numpy_s_float64(seed: int, dtype: torch.dtype, scale: float) -> None:
    generator = torch.Generator().manual_seed(seed)
    reference = (scale * torch.randn(5, 300, generator=generator)).to(dtype)
    logits = (reference + 0.3 * torch.randn(5, 300, generator=generator)).to(dtype)
    compared = compare_logits(reference, logits)
    p, q = (x.double().numpy() for x in (reference, logits))
    p = p - np.log(np.exp(p).sum(axis=1, keepdims=True))
    q = q - np.log(np.exp(q).sum(axis=1, keepdims=True))
    expected = (np.exp(p) * (p - q)).sum(axis=1).mean()
    assert compared.kl == pytest.approx(expected, rel=1e-6, abs=1e-12)
    assert compared.top1 == (p.argmax(axis=1) == q.argmax(axis=1)).mean()


@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16, torch.float32, torch.float64])
def test_equal_logits_agree_whatever_their_size_and_type(dtype: torch.dtype) -> None:
    logits = (1000 * torch.randn(3, 100, generator=torch.Generator().manual_seed(0))).to(dtype)
    compared = compare_logits(logits, logits.clone())
    assert (compared.kl, compared.top1) == (0.0, 1.0)


def test_rounding_does_not_make_kl_negative() -> None:
    generator = torch.Generator().manual_seed(0)
    reference = torch.randn(50, 5000, generator=generator)
    assert compare_logits(reference, reference + 1e-7).kl >= 0
