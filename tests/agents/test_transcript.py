"""Pieces of text on their way into the transcript."""

import pytest

from autoact_precache.agents.transcript import shortened


def of_bytes(ids) -> str:
    return bytes(ids).decode(errors="replace")


@pytest.mark.parametrize(
    ("observation", "line"),
    [("Ada", "Ada"), ("Ada \n L.", "Ada L"), ("Zoë 1", "Zoë "), ("Ada Ë", "Ada ")],
)
def test_an_observation_is_one_line_of_so_many_tokens(observation, line):
    assert shortened(observation, 5, str.encode, of_bytes) == line
