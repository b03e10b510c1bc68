from autoact_precache.trajectories.memory import PeakMemory

LARGE = 128 * 2**20  # bytes


def use(size: int) -> None:
    bytearray(b"x" * size)


def test_a_peak_is_of_its_own_span_also_where_another_begins_meanwhile() -> None:
    before = PeakMemory()
    small = before.stop()
    first = PeakMemory()
    use(LARGE)
    second = PeakMemory()  # starts a new peak of the process
    assert first.stop() >= small + LARGE
    use(2 * LARGE)
    assert second.stop() >= small + 2 * LARGE
