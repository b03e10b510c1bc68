from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autoact_precache.trajectories.record import ToolCall
from autoact_precache.trajectories.schema import RecordError
from autoact_precache.trajectories.traces import (
    TraceCall,
    random_calls,
    read_trace,
    trace_names,
    trace_of,
)
from tests.trajectories.examples import a_call, a_trajectory

HEADER = "agent,prompt_tokens,decode_tokens\n"


@pytest.mark.parametrize(
    ("name", "document", "tokens"),
    [
        ("three_agents_2k", 256, 1_936),
        ("three_agents_3k", 512, 2_960),
        ("three_agents_5k", 1024, 5_008),
        ("three_agents_9k", 2048, 9_104),
        ("three_agents_17k", 4096, 17_296),
        ("three_agents_34k", 8192, 33_680),
        ("three_agents_66k", 16384, 66_448),
    ],
)
def test_the_shipped_traces_are_the_yardstick_s_schedule(
    name: str, document: int, tokens: int
) -> None:
    short = [TraceCall("plan", 8, 8), TraceCall("action", 8, 8)]
    assert read_trace(name) == [
        TraceCall("plan", 512, 32),
        *short,
        *[TraceCall("plan", document, 32), *short] * 4,
        TraceCall("reflect", 32, 32),
        TraceCall("reflect", 8, 8),
    ]
    assert sum(c.prompt_tokens + c.decode_tokens for c in read_trace(name)) == tokens


@given(st.integers(1, 8), st.sampled_from([("", 8192), ("_1k", 1024), ("_99k", 101_376)]))
def test_in_a_round_robin_agents_take_turns(agents: int, context: tuple[str, int]) -> None:
    suffix, tokens = context
    trace = read_trace(f"round_robin_{agents}{suffix}")
    assert {(call.prompt_tokens, call.decode_tokens) for call in trace} == {(tokens, 32)}
    order = [call.agent for call in trace]
    assert len(order) == 8
    assert len(set(order)) == agents
    assert order[agents:] == order[: 8 - agents]


@pytest.mark.parametrize(
    "name",
    ["round_robin_0", "round_robin_9", "round_robin_04", "round_robin_4_0k", "round_robin_4_8"],
)
def test_other_round_robins_are_none(name: str) -> None:
    with pytest.raises(RecordError, match=f"'{name}' .*round_robin_1 to round_robin_8"):
        read_trace(name)


@pytest.mark.parametrize(("name", "prompt"), [("decode_2k", 2048), ("decode_16k", 16384)])
def test_one_turn_to_time_decoding_by(name: str, prompt: int) -> None:
    assert read_trace(name) == [TraceCall("plan", prompt, 64)]


def test_the_shipped_traces_are_listed() -> None:
    assert len(trace_names()) == 9


def test_a_trace_of_one_s_own(tmp_path: Path) -> None:
    path = tmp_path / "mine.csv"
    path.write_text("\ufeff" + HEADER + "critic, 5 ,1\r\n\r\nplan,0,2\r\n", encoding="utf-8")
    assert read_trace(path) == [TraceCall("critic", 5, 1), TraceCall("plan", 0, 2)]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", r"mine\.csv:1: expected the header agent,prompt_tokens,decode_tokens"),
        ("agent,prompt,decode\nplan,1,1\n", r"mine\.csv:1: expected the header"),
        (HEADER, r"mine\.csv: the trace has no turns"),
        (HEADER + "plan,1\n", r"mine\.csv:2: expected 3 columns, got 2"),
        (HEADER + "plan,1,1\n ,1,1\n", r"mine\.csv:3: agent: missing"),
        (HEADER + "plan,0,1\n", r"mine\.csv:2: prompt_tokens: .* at least 1, got '0'"),
        (HEADER + "plan,1,1\nplan,-1,1\n", r"mine\.csv:3: prompt_tokens: .*at least 0, got '-1'"),
        (HEADER + "plan,1,0\n", r"mine\.csv:2: decode_tokens: .*at least 1, got '0'"),
        (HEADER + "plan,1.5,1\n", r"mine\.csv:2: prompt_tokens"),
        (HEADER + "plan,²,1\n", r"mine\.csv:2: prompt_tokens"),
        (HEADER + "plan," + "9" * 5000 + ",1\n", r"mine\.csv:2: prompt_tokens"),
    ],
)
def test_a_wrong_trace_is_named_by_file_and_line(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "mine.csv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(RecordError, match=message):
        read_trace(path)


def test_an_unknown_trace_is_told_the_known_ones(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match=r"'no_such'.*decode_2k, three_agents_17k.*round_robin_8"):
        read_trace("no_such")
    with pytest.raises(RecordError, match="neither a file"):
        read_trace(tmp_path)


@given(st.binary(max_size=80) | st.binary(max_size=40).map(lambda rows: HEADER.encode() + rows))
def test_any_file_is_a_trace_or_refused(
    tmp_path_factory: pytest.TempPathFactory, content: bytes
) -> None:
    path = tmp_path_factory.mktemp("trace") / "any.csv"
    path.write_bytes(content)
    try:
        calls = read_trace(path)
    except RecordError:
        return  # anything else raised is a traceback that a user would see
    assert calls[0].prompt_tokens >= 1
    assert all(call.agent and call.decode_tokens >= 1 for call in calls)


def test_random_ids_have_the_trace_s_shape_and_stay_in_range() -> None:
    trace = read_trace("three_agents_5k")
    calls = random_calls(trace, first_id=17, last_id=40, seed=3)
    shape = [TraceCall(c.agent, len(c.prompt_ids), len(c.token_ids)) for c in calls]
    assert shape == trace
    ids = {id for call in calls for id in [*call.prompt_ids, *call.token_ids]}
    assert ids == set(range(17, 41))


def test_random_ids_follow_from_the_seed() -> None:
    trace = [TraceCall("plan", 4, 2), TraceCall("action", 0, 3)]

    def ids(seed: int) -> list[list[int]]:
        calls = random_calls(trace, first_id=0, last_id=1000, seed=seed)
        return [ids for call in calls for ids in (call.prompt_ids, call.token_ids)]

    assert ids(1) == ids(1)
    assert ids(1) != ids(2)


@pytest.mark.parametrize(("first", "last"), [(-1, 5), (6, 5)])
def test_a_range_without_ids_is_refused(first: int, last: int) -> None:
    with pytest.raises(RecordError, match=f"from {first} to {last}"):
        random_calls([TraceCall("plan", 1, 1)], first_id=first, last_id=last, seed=0)


def test_a_recorded_trajectory_is_a_trace_too() -> None:
    events = [
        a_call("plan", "thought", [1, 2, 3], [4, 5]),
        ToolCall("Retrieve", "x", "y", "ok", 0.1),
        a_call("action", "argument", [], [6]),
    ]
    trace = trace_of(a_trajectory("one", events))
    assert trace == [TraceCall("plan", 3, 2), TraceCall("action", 0, 1)]
