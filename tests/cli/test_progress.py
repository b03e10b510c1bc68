"""What long work says where its output is a file."""

from io import StringIO

import pytest
from rich.console import Console

from autoact_precache.commands import progress
from autoact_precache.commands.progress import StatusLine, time_left


@pytest.fixture
def clock(monkeypatch) -> list[float]:
    """Seconds that have passed."""
    now = [1_000.0]
    monkeypatch.setattr(progress.time, "monotonic", lambda: now[0])
    return now


def test_a_line_comes_anew_once_a_minute_and_at_the_end(clock):
    written = StringIO()
    with StatusLine(Console(file=written)) as line:
        for passed, text in [(0, "[first]"), (59, "skipped"), (1, "second"), (1, "skipped")]:
            clock[0] += passed
            line.show(text)
        line.show("last", is_last=True)
    assert written.getvalue().splitlines() == ["[first]", "second", "last"]


@pytest.mark.parametrize(
    ("passed", "share", "says"),
    [
        (5, 0.0, ""),
        (30, 0.25, ", 0:01:30 left"),
        (3_600, 0.5, ", 1:00:00 left"),
        (7, 1.0, ", 0:00:00 left"),
    ],
)
def test_the_time_left_follows_from_the_share_done(clock, passed, share, says):
    started = clock[0]
    clock[0] += passed
    assert time_left(started, share) == says
