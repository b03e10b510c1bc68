"""Axes show all figures, at a readable number of places."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autoact_precache.report.axis import Axis, is_wide, scale

FIGURES = st.floats(min_value=1e-6, max_value=1e9, allow_subnormal=False)


@given(st.lists(FIGURES, min_size=1), st.booleans(), st.booleans())
def test_every_figure_and_tick_lies_on_the_axis_in_order(figures, log, from_zero):
    found = scale(Axis("x", log=log, from_zero=from_zero), figures)
    ticks = [at for at, _ in found.ticks]
    for ascending in (sorted(figures), ticks):
        places = [found(at) for at in ascending]
        assert places == sorted(places)
        assert all(-1e-9 <= place <= 1 + 1e-9 for place in places)
    assert 1 <= len(ticks) <= 10
    if max(figures) - min(figures) > 1e-3 * max(figures):
        texts = [text for _, text in found.ticks]
        assert len(set(texts)) == len(texts)


@pytest.mark.parametrize(
    ("axis", "figures", "ticks"),
    [
        (Axis("s"), [3.0, 9.1], ["0", "2", "4", "6", "8", "10"]),
        (Axis("tokens", from_zero=False), [1200, 1900], ["1.2k", "1.4k", "1.6k", "1.8k", "2k"]),
        (Axis("tokens", log=True), [1.9e3, 66e3], ["3k", "10k", "30k"]),
        (Axis("role", names=("plan", "action")), [0, 1], ["plan", "action"]),
        (Axis("rank", log=True, at=(4, 64)), [4, 64], ["4", "64"]),
        (Axis("none"), [0.0], ["0", "0.2", "0.4", "0.6", "0.8", "1"]),
    ],
)
def test_ticks(axis, figures, ticks):
    assert [text for _, text in scale(axis, figures).ticks] == ticks


def test_a_logarithmic_axis_needs_figures_above_zero():
    assert is_wide([1, 20])
    assert not is_wide([1, 5])
    assert not is_wide([0, 20])
    assert not is_wide([])
