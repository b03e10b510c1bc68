"""Flash-LoRA-Attention: all its paths agree with plain softmax attention in float64."""

import itertools
import math
from dataclasses import dataclass

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import Tensor

from autoact_precache.attention import (
    attend_few,
    attend_many,
    attend_window,
    partial_attention,
    partial_attention_by_products,
)
from autoact_precache.cache import Segment

KV_HEADS, HEAD_DIM, RANK = 2, 8, 3
BEHIND = 70


@dataclass
class Case:
    """`tokens` fed after `start` others: base keys and values in segments, an LR cache for V.

    Where it `expands`, K has a term, too, which decoding finds added in a buffer of its own.
    Rows of rubbish follow, up to `BEHIND`.
    """

    group: int
    start: int
    tokens: int
    cuts: tuple[int, ...] = ()
    dtype: torch.dtype = torch.float32
    lr_behind: int = BEHIND
    expands: bool = False

    def __post_init__(self) -> None:
        random = torch.Generator().manual_seed(self.start * 1000 + self.tokens)

        def draw(*shape: int) -> Tensor:
            return torch.randn(*shape, generator=random).to(self.dtype)

        end = self.start + self.tokens
        self.q = draw(KV_HEADS, self.group, self.tokens, HEAD_DIM)
        rows = end + BEHIND
        self.k, self.v = draw(KV_HEADS, rows, HEAD_DIM), draw(KV_HEADS, rows, HEAD_DIM)
        self.lr, self.b = draw(rows, RANK), draw(KV_HEADS, RANK, HEAD_DIM)
        self.k_term = draw(KV_HEADS, rows, HEAD_DIM) * self.expands

    def segments(self, first: int, last: int, behind: int = 0) -> list[Segment]:
        """With `behind` rows behind each."""
        bounds = sorted({first, last, *(cut for cut in self.cuts if first < cut < last)})
        return [
            Segment(a, self.k[:, a : b + behind], self.v[:, a : b + behind], behind)
            for a, b in itertools.pairwise(bounds)
        ]

    # The part of LowRankTerms that the attention asks for.
    def keys(self, segment: Segment) -> Tensor:
        return segment.keys + self.k_term[:, segment.start : segment.stop]

    def expanded_keys(self, segments: list[Segment]) -> Tensor | None:
        if not self.expands:
            return None
        return (self.k + self.k_term)[:, segments[0].start :]

    def values(self, segment: Segment) -> Tensor:
        return segment.values + self.lr[segment.start : segment.stop] @ self.b

    def values_lr(self) -> tuple[Tensor, Tensor]:
        return self.lr[: self.start + self.tokens + self.lr_behind], self.b.float()

    def expected(self, window: int | None = None) -> Tensor:
        end = self.start + self.tokens
        k, v = self.k.double() + self.k_term, self.v.double() + self.lr.double() @ self.b.double()
        k, v = k[:, :end], v[:, :end]
        scores = torch.einsum("hgtd,hkd->hgtk", self.q.double(), k) / math.sqrt(HEAD_DIM)
        i = torch.arange(self.start, end)[:, None]
        j = torch.arange(end)[None]
        visible = (j <= i) if window is None else (j <= i) & (j > i - window)
        weights = scores.masked_fill(~visible, -math.inf).softmax(dim=-1)
        return torch.einsum("hgtk,hkd->hgtd", weights, v)


SCALING = 1 / math.sqrt(HEAD_DIM)
cases = st.builds(
    Case,
    group=st.sampled_from([1, 3]),
    start=st.integers(0, 40),
    tokens=st.integers(1, 30),
    cuts=st.tuples(st.integers(1, 40), st.integers(1, 40)),
    lr_behind=st.integers(0, BEHIND),
    expands=st.booleans(),
)
rows_behind = st.integers(0, BEHIND)


def close(got: Tensor, expected: Tensor, tolerance: float = 1e-5) -> bool:
    return float((got.double() - expected).abs().max()) <= tolerance * float(expected.abs().max())


@given(cases, rows_behind)
def test_few_and_many_queries_agree(case, behind):
    segments = case.segments(0, case.start + case.tokens, behind)
    few = attend_few(case.q, segments, case, SCALING, None)
    before = iter(case.segments(0, case.start))
    fed = iter(case.segments(case.start, case.start + case.tokens))
    many = attend_many(case.q, before, fed, case, SCALING)
    assert close(few, case.expected())
    assert close(many, case.expected())


@given(cases, st.integers(1, 80), rows_behind)
def test_sliding_windows_smaller_and_larger_than_the_span(case, window, behind):
    oldest = max(0, case.start - window + 1)
    more = case.segments(oldest, case.start + case.tokens, behind)
    few = attend_few(case.q, more, case, SCALING, window)
    segments = case.segments(oldest, case.start + case.tokens)
    many = attend_window(case.q, segments, case, SCALING, case.start, window)
    assert close(few, case.expected(window))
    assert close(many, case.expected(window))


def test_a_window_over_several_blocks_of_queries():
    case = Case(group=3, start=70, tokens=900, cuts=(20, 500))
    for window in (5, 300):
        oldest = max(0, case.start - window + 1)
        segments = case.segments(oldest, 970)
        many = attend_window(case.q, segments, case, SCALING, case.start, window)
        assert close(many, case.expected(window))


@pytest.mark.parametrize(("dtype", "near"), [(torch.bfloat16, 3e-2), (torch.float16, 4e-3)])
def test_half_precision_is_close(dtype, near):
    case = Case(group=3, start=50, tokens=20, cuts=(30,), dtype=dtype)
    few = attend_few(case.q, case.segments(0, 70), case, SCALING, None)
    before, fed = iter(case.segments(0, 50)), iter(case.segments(50, 70))
    many = attend_many(case.q, before, fed, case, SCALING)
    window = attend_window(case.q, case.segments(41, 70), case, SCALING, 50, 10)
    for got, expected in (
        (few, case.expected()),
        (many, case.expected()),
        (window, case.expected(10)),
    ):
        assert got.dtype == dtype
        assert close(got, expected, near)


@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16])
@pytest.mark.parametrize("keys", [1_026, 5_000, 33_000])
def test_one_token_over_many_keys_in_half_precision(dtype, keys):
    """In segments, which are not contiguous."""
    case = Case(group=3, start=keys - 1, tokens=1, cuts=(900,), dtype=dtype)
    for behind in (0, BEHIND):
        few = attend_few(case.q, case.segments(0, keys, behind), case, SCALING, None)
        assert close(few, case.expected(), 2e-2)


@pytest.mark.parametrize("is_causal", [True, False])
@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16, torch.float16])
@pytest.mark.parametrize("queries", [1, 17, 600])
def test_the_path_of_other_devices_is_that_of_the_cpu(is_causal, dtype, queries):
    random = torch.Generator().manual_seed(queries)
    keys = queries if is_causal else 40
    q = torch.randn(3, 2, queries, 8, generator=random).to(dtype)
    k = torch.randn(1, 2, keys, 8, generator=random).to(dtype).expand(3, -1, -1, -1)
    v = torch.randn(1, 2, keys, 8, generator=random).to(dtype).expand(3, -1, -1, -1)
    out, lse = partial_attention(q, k, v, 0.3, is_causal=is_causal)
    by_products, its_lse = partial_attention_by_products(q, k, v, 0.3, is_causal=is_causal)
    near = {torch.float32: 1e-5, torch.bfloat16: 3e-2, torch.float16: 4e-3}[dtype]
    assert out.dtype == by_products.dtype == dtype
    assert close(by_products, out.double(), near)
    assert close(its_lse, lse.double(), near)
