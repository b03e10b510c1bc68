import pytest

from autoact_precache.trajectories.record import ToolCall
from autoact_precache.trajectories.recorded_tools import (
    RecordedObservation,
    RecordedToolbox,
    RecordedTools,
)
from tests.trajectories.examples import a_trajectory


def tools(*calls: tuple[str, str, str, str]) -> RecordedTools:
    events = [
        ToolCall(name, argument, text, outcome, 0.1) for name, argument, text, outcome in calls
    ]
    return RecordedTools(a_trajectory("one", list(events)))


@pytest.fixture
def session() -> RecordedTools:
    return tools(
        ("Retrieve", "Rome", "Rome is a city.", "ok"),
        ("Fly", "Rome", "No tool named Fly.", "invalid"),
        ("Lookup", "river", "(Result 1/2) The Tiber.", "ok"),
        ("Lookup", "river", "(Result 2/2) Its mouth.", "ok"),
        ("Retrieve", "Tiber", "Not found.", "not_found"),
    )


def test_the_same_calls_get_the_same_observations(session: RecordedTools) -> None:
    assert session.call("Retrieve", "Rome") == RecordedObservation("Rome is a city.", "ok")
    assert session.call("Fly", "Rome") == RecordedObservation("No tool named Fly.", "invalid")
    assert session.call("Retrieve", "Tiber") == RecordedObservation("Not found.", "not_found")


def test_a_repeated_call_moves_on_and_stays_at_the_last(session: RecordedTools) -> None:
    texts = [session.call("Lookup", "river").text for _ in range(3)]
    assert texts == [
        "(Result 1/2) The Tiber.",
        "(Result 2/2) Its mouth.",
        "(Result 2/2) Its mouth.",
    ]


def test_another_call_gets_the_next_that_a_tool_gave(session: RecordedTools) -> None:
    session.call("Lookup", "river")
    texts = [session.call("Retrieve", "Milan").text for _ in range(3)]
    assert texts == ["Rome is a city.", "(Result 2/2) Its mouth.", "Not found."]


def test_a_record_without_more_says_so(session: RecordedTools) -> None:
    for _ in range(4):
        session.call("BingSearch", "x")
    said = session.call("BingSearch", "the {odd} [argument]")
    assert said.outcome == "unavailable"
    assert "BingSearch[the {odd} [argument]]" in said.text
    assert tools().call("Retrieve", "Rome").outcome == "unavailable"


def test_every_session_of_a_toolbox_starts_anew() -> None:
    recorded = a_trajectory("one")
    toolbox = RecordedToolbox(recorded, ["Retrieve", "Lookup"])
    assert toolbox.names == ("Retrieve", "Lookup")
    for _ in range(2):
        assert toolbox.session(image=None).call("Retrieve", "other").text == "Rome is a city."
