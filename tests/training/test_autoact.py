"""Raw AutoAct trajectories: what is understood, left out and dropped."""

import json
import os
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autoact_precache.agents.training.autoact import (
    MalformedTrajectoryError,
    parse_trajectory,
    read_autoact,
)
from autoact_precache.agents.transcript import Step

INSTRUCTIONS = "Answer with (1) Search[query] or (2) Finish[answer].\nQuestion: Who?"


def line(transcript: str, **changes) -> str:
    row = {"question": "Who?", "answer": "Ada", "correct": True, "halted": False, "error": False}
    return json.dumps(row | {"prompt": f"{INSTRUCTIONS}\n\n\n{transcript}"} | changes)


def parse(transcript: str, **changes) -> tuple[Step, ...]:
    return parse_trajectory(line(transcript, **changes), Counter()).steps


CLEAN = """Thought 1: I search.
Action 1: BingSearch[first programmer]
Observation 1: It was Ada.
Thought 2: It is Ada.
Action 2: Finish[Ada]
Observation 2: Please reflect your answer.
Thought 3: The page says so.
Action 3: Reflect[right]
Observation 3: Answer is CORRECT"""


def test_a_clean_transcript_becomes_its_steps():
    assert [(s.thought, s.tool, s.argument) for s in parse(CLEAN)] == [
        ("I search.", "BingSearch", "first programmer"),
        ("It is Ada.", "Finish", "Ada"),
        ("The page says so.", "Reflect", "right"),
    ]
    assert parse(CLEAN)[0].observation == "It was Ada."


@pytest.mark.parametrize(
    ("written", "tool", "argument"),
    [
        ("Bing Search[x y]", "BingSearch", "x y"),
        ("Bingsearch [x y", "BingSearch", "x y"),
        ("retrieve[x y].", "Retrieve", "x y"),
        ("Lookup[x  y.] to find the next sentence.", "Lookup", "x y"),
        (" (Retrieve[x y])", "Retrieve", "x y"),
    ],
)
def test_an_action_is_understood_in_many_spellings(written, tool, argument):
    step = parse(CLEAN.replace("BingSearch[first programmer]", written))[0]
    assert (step.tool, step.argument) == (tool, argument)


def test_entities_and_line_breaks_of_an_observation_are_resolved():
    step = parse(CLEAN.replace("It was Ada.", "It&#39;s\nAda &amp; nobody else."))[0]
    assert step.observation == "It's Ada & nobody else."


@pytest.mark.parametrize(
    ("thought", "kept"),
    [
        ("I know it. So I will use Finish [Ada] now.", "I know it."),
        ("I know it. Action 2: Finish[Ada]", "I know it."),
        ("I apologize for the mistake. The page names Ada.", "The page names Ada."),
        ("One. Two. Three.", "One. Two."),
        ("It is by Philip K. Dick.", "It is by Philip K. Dick."),
    ],
)
def test_a_thought_keeps_what_speaks_of_the_question(thought, kept):
    assert parse(CLEAN.replace("It is Ada.", thought))[1].thought == kept


@pytest.mark.parametrize(
    ("step", "reason"),
    [
        ("Thought 9: Done.\nAction 9: Reflect[right]\nObservation 9: Invalid action.",
         "reflection before an answer"),
        ("Thought 9: Well.\nAction 9: None.\nObservation 9: Invalid Action.", "no action"),
        ("Thought 9: Well.\nAction 9: Lookup[]\nObservation 9: No Results", "empty argument"),
        ("Thought 9: Well.\nAction 9: Retrieve[y]\nObservation 9: bingSearch error, please try",
         "refused by the tool"),
        ("Thought 9: Again.\nAction 9: BingSearch[first programmer]\nObservation 9: It was Ada.",
         "repeats an earlier one"),
    ],
)  # fmt: skip
def test_a_step_that_led_nowhere_is_left_out_and_counted(step, reason):
    counts = Counter()
    transcript = CLEAN.replace("Thought 2:", f"{step}\nThought 2:")
    assert parse_trajectory(line(transcript), counts).steps == parse(CLEAN)
    assert counts == {f"step left out: {reason}": 1}


@pytest.mark.parametrize(
    ("transcript", "reason"),
    [
        (CLEAN.partition("Thought 3")[0], "cut short before an answer was judged"),
        (CLEAN.replace("[right]", "[wrong]"), "the answer was judged wrong"),
        (CLEAN.replace("[right]", "[maybe]"), "the reflection is neither right nor wrong"),
        (CLEAN.replace("Reflect[right]", "Lookup[Ada]"), "no reflection after the answer"),
        (CLEAN.replace("It is Ada.", ""), "a step without a thought of its own"),
        ("Thought 2" + CLEAN.partition("Thought 2")[2], "answered without using a tool"),
        ("", "cut short before an answer was judged"),
    ],
)
def test_a_trajectory_without_a_clean_path_is_dropped_with_a_reason(transcript, reason):
    with pytest.raises(MalformedTrajectoryError, match=f"^{reason}$"):
        parse(transcript)


@pytest.mark.parametrize("row", ["", "null", "[]", "{", '{"question": "?"}', '{"question": 1}'])
def test_a_line_that_is_no_trajectory_is_dropped(row):
    with pytest.raises(MalformedTrajectoryError, match="not a trajectory record"):
        parse_trajectory(row, Counter())


@pytest.mark.parametrize("flag", [{"halted": True}, {"error": True}])
def test_a_run_that_broke_off_is_not_learnt_from(flag):
    with pytest.raises(MalformedTrajectoryError, match="halted or failed"):
        parse(CLEAN, **flag)


def test_a_demonstration_says_where_it_is_from(tmp_path):
    path = tmp_path / "raw.jsonl"
    path.write_text(f"\n{line(CLEAN, answer=' Ada &amp; co ')}\n")
    (demonstration,) = read_autoact(path, Counter())
    assert (demonstration.task, demonstration.answer) == ("hotpotqa", "Ada & co")
    assert demonstration.source == f"{path}:2"


def test_a_file_is_read_line_by_line_and_counted(tmp_path):
    path = tmp_path / "raw.jsonl"
    path.write_bytes(f"{line(CLEAN)}\n\n{line('')}\n".encode() + b"\xff\xfe\n")
    counts = Counter()
    assert len(list(read_autoact(path, counts))) == 1
    assert counts["read"] == 3
    assert counts["dropped: cut short before an answer was judged"] == 1
    assert counts["dropped: not a trajectory record"] == 1


PIECES = st.one_of(
    st.sampled_from(CLEAN.splitlines()),
    st.builds(
        "{} {}: {}".format,
        st.sampled_from(["Thought", "Action", "Observation"]),
        st.integers(0, 3),
        st.text(max_size=20)
        | st.sampled_from(["Finish[a", "Reflect[right].", "bing search[[x]]", "Lookup[&#91;"]),
    ),
    st.text(max_size=30),
)


@given(st.lists(PIECES, max_size=16).map("\n".join))
def test_whatever_is_kept_can_be_taught(transcript):
    try:
        steps = parse(transcript)
    except MalformedTrajectoryError:
        return
    assert [step.tool for step in steps[-2:]] == ["Finish", "Reflect"]
    assert {step.tool for step in steps[:-2]} <= {"BingSearch", "Retrieve", "Lookup", "Image2Text"}
    assert len(steps) >= 3
    for step in steps:
        assert step.thought
        assert step.argument
        assert not {"\n", "[", "]"} & set(step.argument)
        assert "\n" not in step.thought + step.observation


@pytest.mark.skipif("AUTOACT_DATA" not in os.environ, reason="AUTOACT_DATA names no data folder")
def test_half_of_the_real_trajectories_can_be_used():
    counts = Counter()
    kept = 0
    for path in Path(os.environ["AUTOACT_DATA"], "autoact_trajectories").glob("*_hotpotqa_*"):
        for demonstration in read_autoact(path, counts):
            assert demonstration.steps[-1].argument == "right"
            assert "&#39;" not in " ".join(step.observation for step in demonstration.steps)
            kept += 1
    assert counts["read"] == 400
    assert kept >= 200
