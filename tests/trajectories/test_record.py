import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autoact_precache.trajectories.record import LINE_START, Call, ToolCall, Trajectory
from autoact_precache.trajectories.schema import RecordError
from tests.trajectories.examples import a_call, a_trajectory

counts = st.integers(0, 10**6)
seconds = st.floats(0, 1e6)
ids = st.lists(counts, max_size=5)
names = st.text(max_size=8)
cache_bytes = st.fixed_dictionaries(
    {
        "base": counts,
        "lr": st.dictionaries(names, counts, max_size=2),
        "full": st.dictionaries(names, counts, max_size=2),
        "total": counts,
    }
)
metrics = st.fixed_dictionaries(
    {
        **dict.fromkeys(
            (
                "prompt_tokens",
                "reused_tokens",
                "prefilled_tokens",
                "generated_tokens",
                "reconstructed_tokens",
                "trajectory_tokens",
            ),
            counts,
        ),
        **dict.fromkeys(("ttft_s", "waited_s", "decode_s", "reconstruct_s"), seconds),
        "cache_bytes": cache_bytes,
    },
    optional={"kl": seconds, "top1_agreement": st.floats(0, 1), "a runtime's own": names},
)
json_values = st.recursive(
    st.none() | st.booleans() | counts | st.floats(allow_nan=False, allow_infinity=False) | names,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(names, inner, max_size=3),
    max_leaves=5,
)
texts = st.text(st.characters(), max_size=20)  # surrogates and line separators too
calls = st.builds(
    Call,
    agent=names,
    kind=st.sampled_from(["thought", "action", "argument", "reflection", "trace"]),
    prompt_ids=ids,
    token_ids=ids,
    text=texts,
    finish_reason=st.sampled_from(["stop", "length", "eos", "forced"]),
    metrics=metrics,
)
tool_calls = st.builds(
    ToolCall, name=texts, argument=texts, observation=texts, outcome=names, latency_s=seconds
)
trajectories = st.builds(
    replace,
    st.just(a_trajectory("any")),
    id=texts,
    question=texts,
    events=st.lists(calls | tool_calls, max_size=4),
    prediction=st.none() | texts,
    em=st.none() | st.floats(0, 1),
    error=st.none() | texts,
    ended=st.sampled_from(["finished", "step_limit", "context_limit", "time_limit", "error"]),
    run=st.dictionaries(names, json_values, max_size=3),
)


@given(trajectories)
def test_a_record_comes_back_as_it_was_written(trajectory: Trajectory) -> None:
    line = trajectory.to_json()
    assert Trajectory.from_json(line) == trajectory
    assert line.isascii()
    assert "\n" not in line
    assert line.encode().startswith(LINE_START)


def fields_of(value: Any, path: str = "") -> Iterator[tuple[Any, Any, str]]:
    """Every (container, key, path) of the record that the schema knows."""
    items = enumerate(value) if isinstance(value, list) else value.items()
    for key, item in items:
        name = f"{path}[{key}]" if isinstance(value, list) else f"{path}.{key}".lstrip(".")
        yield value, key, name
        if isinstance(item, dict | list) and name != "run":
            yield from fields_of(item, name)


def a_record() -> dict[str, Any]:
    record: dict[str, Any] = json.loads(a_trajectory("one").to_json())
    return record


FIELDS = [path for _, _, path in fields_of(a_record()) if path != "schema_version"]
# A list or a dictionary may hold one less.
NEEDED = [p for p in FIELDS if not p.endswith("]") and ".lr." not in p and "outcomes." not in p]


@pytest.mark.parametrize("path", FIELDS)
@pytest.mark.parametrize("wrong", [True, -1, float("inf"), ["of", {"no": "use"}]], ids=str)
def test_a_field_of_another_type_is_named(path: str, wrong: object) -> None:
    record = a_record()
    container, key = next((c, k) for c, k, p in fields_of(record) if p == path)
    container[key] = wrong
    with pytest.raises(RecordError) as refused:
        Trajectory.from_json(json.dumps(record).replace("Infinity", "1e999"))
    assert str(refused.value).startswith(path)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("path", NEEDED)
def test_a_missing_field_is_named(path: str) -> None:
    record = a_record()
    container, key = next((c, k) for c, k, p in fields_of(record) if p == path)
    del container[key]
    with pytest.raises(RecordError, match=path.replace("[", r"\[").replace(".", r"\.")):
        Trajectory.from_json(json.dumps(record))


def test_a_field_nobody_knows_is_named() -> None:
    record = a_record()
    record["events"][1]["latency_ms"] = 3
    with pytest.raises(RecordError, match=r"events\[1\]\.latency_ms: unknown field"):
        Trajectory.from_json(json.dumps(record))


def test_metrics_of_a_runtime_s_own_are_kept() -> None:
    call = a_call("plan", "thought", [1], [2], flops=[1, None, {"x": -1.5}])
    back = Trajectory.from_json(a_trajectory("one", [call]).to_json())
    assert back.calls[0].metrics["flops"] == [1, None, {"x": -1.5}]


@pytest.mark.parametrize("version", [2, 0, "1", None, True])
def test_another_schema_version_is_refused(version: object) -> None:
    record = a_record() | {"schema_version": version, "events": "of some later shape"}
    with pytest.raises(RecordError, match=r"^schema_version: .* this program reads 1$"):
        Trajectory.from_json(json.dumps(record))


@pytest.mark.parametrize(
    "line",
    ["", "[]", "null", "{", "\0", '{"schema_version": NaN}', "[" * 100_000, "1" * 10_000],
)
def test_what_is_no_json_object_is_refused(line: str) -> None:
    with pytest.raises(RecordError):
        Trajectory.from_json(line)


@pytest.mark.parametrize(
    "change",
    [{"em": True}, {"f1": float("nan")}, {"ended": "bored"}, {"run": {"path": Path("x")}}],
    ids=str,
)
def test_what_could_not_be_read_back_is_not_written(change: dict[str, Any]) -> None:
    with pytest.raises(RecordError):
        replace(a_trajectory("one"), **change).to_json()


def test_calls_and_tool_calls_keep_their_order() -> None:
    trajectory = a_trajectory("one")
    assert [call.agent for call in trajectory.calls] == ["plan"]
    assert [tool.name for tool in trajectory.tool_calls] == ["Retrieve"]
