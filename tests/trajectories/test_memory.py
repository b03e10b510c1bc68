import gc

import pytest

from autoact_precache.trajectories.memory import (
    PeakMemory,
    peak_memory_bytes,
    reset_peak_memory,
)

MANY = 64 * 2**20


def test_the_peak_counts_what_was_let_go_since_the_reset() -> None:
    reset_peak_memory()
    before = peak_memory_bytes()
    held = bytearray(b"x") * MANY
    del held
    gc.collect()
    assert peak_memory_bytes() >= before + 0.9 * MANY


def test_a_reset_forgets_what_was_let_go() -> None:
    held = bytearray(b"x") * MANY
    high = peak_memory_bytes()
    del held
    gc.collect()
    reset_peak_memory()
    if peak_memory_bytes() == high:
        pytest.skip("this system does not let a process reset its peak")
    assert peak_memory_bytes() <= high - 0.9 * MANY


def test_a_span_keeps_its_peak_where_another_begins_meanwhile() -> None:
    before = PeakMemory().stop()
    first = PeakMemory()
    held = bytearray(b"x") * MANY
    del held
    gc.collect()
    second = PeakMemory()  # starts a new peak of the process
    assert first.stop() >= before + 0.9 * MANY
    held = bytearray(b"x") * (2 * MANY)
    del held
    gc.collect()
    assert second.stop() >= before + 1.8 * MANY
