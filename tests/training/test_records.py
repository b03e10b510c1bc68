"""Records of earlier runs as training data."""

from collections import Counter
from dataclasses import replace

import pytest

from autoact_precache.agents.prompt import load_observations
from autoact_precache.agents.training.records import read_records
from autoact_precache.agents.transcript import Step
from autoact_precache.trajectories.record import ToolCall, Trajectory
from autoact_precache.trajectories.schema import RecordError
from tests.trajectories.examples import a_call, a_trajectory


def call(agent, kind, text, finish_reason="stop"):
    return replace(a_call(agent, kind, [1], [2]), text=text, finish_reason=finish_reason)


def answer(argument, verdict):
    return [
        call("plan", "thought", f" So {argument}.\n"),
        call("plan", "action", " Finish["),
        call("action", "argument", f"{argument}]"),
        call("reflect", "thought", " Let me see.\n"),
        call("reflect", "reflection", f" Reflect[{verdict}]"),
    ]


OPEN = [
    call("plan", "thought", " I open Rome.\n"),
    call("plan", "action", " Retrieve["),
    call("action", "argument", "Rome]"),
    ToolCall("Retrieve", "Rome", "Rome is a city.", "ok", 0.1),
]


def read(tmp_path, *trajectories: Trajectory):
    path = tmp_path / "trajectories.jsonl"
    path.write_text("".join(trajectory.to_json() + "\n" for trajectory in trajectories))
    counts = Counter()
    return list(read_records(path, counts)), counts


def test_a_run_that_ended_well_becomes_its_steps(tmp_path):
    (demonstration,), counts = read(tmp_path, a_trajectory("1", [*OPEN, *answer("Italy", "right")]))
    assert (demonstration.question, demonstration.answer) == ("Where?", "Rome")
    assert (demonstration.task, demonstration.source) == (
        "hotpotqa", f"{tmp_path / 'trajectories.jsonl'}:1"
    )  # fmt: skip
    assert demonstration.steps == (
        Step("I open Rome.", "Retrieve", "Rome", "Rome is a city."),
        Step("So Italy.", "Finish", "Italy", load_observations()["reflect"]),
        Step("Let me see.", "Reflect", "right"),
    )
    assert demonstration.shown == frozenset()
    assert counts == {"read": 1}


def test_a_rejected_answer_is_only_shown(tmp_path):
    events = [*OPEN, *answer("France", "wrong"), *answer("Italy", "right")]
    (demonstration,), _ = read(tmp_path, a_trajectory("1", events))
    assert [step.argument for step in demonstration.steps] == [
        "Rome", "France", "wrong", "Italy", "right",
    ]  # fmt: skip
    assert demonstration.shown == {1}
    assert demonstration.steps[2].observation == load_observations()["judged_wrong"]


WELL = [*OPEN, *answer("Italy", "right")]


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"ended": "step_limit"}, "not finished"),
        (
            {"events": [*OPEN[:3], replace(OPEN[3], outcome="invalid"), *WELL[4:]]},
            "a call that the loop or a tool refused",
        ),
        (
            {"events": [call("plan", "thought", " I ", "length"), *WELL[1:]]},
            "a generation without its end",
        ),
        ({"events": [*OPEN, *WELL]}, "the same call twice"),
        ({"events": []}, "it begins without a thought"),
        ({"events": OPEN[3:]}, "it begins without a thought"),
    ],
)
def test_a_run_with_a_misstep_is_dropped_with_a_reason(tmp_path, changes, reason):
    demonstrations, counts = read(tmp_path, replace(a_trajectory("1", WELL), **changes))
    assert not demonstrations
    assert counts == {"read": 1, f"dropped: {reason}": 1}


def test_a_lookup_may_be_asked_again(tmp_path):
    look = [
        call("plan", "thought", " Look.\n"),
        call("plan", "action", " Lookup["),
        call("action", "argument", "city]"),
        ToolCall("Lookup", "city", "(Result 1/2) Rome is a city.", "ok", 0.1),
    ]
    demonstrations, _ = read(tmp_path, a_trajectory("1", [*OPEN, *look, *look, *WELL[4:]]))
    assert len(demonstrations) == 1


MULTIPLE_CHOICE = "Which?\nOptions: (A) Iron (B) Dry wood\nImage: yes"


@pytest.mark.parametrize("written", ["B", "Dry wood", "dry wood."])
def test_an_option_is_answered_in_the_questions_words(tmp_path, written):
    trajectory = a_trajectory("1", [*OPEN, *answer(written, "right")])
    trajectory = replace(trajectory, task="scienceqa", question=MULTIPLE_CHOICE, gold="B")
    (demonstration,), _ = read(tmp_path, trajectory)
    assert demonstration.question == MULTIPLE_CHOICE
    assert demonstration.answer == demonstration.steps[1].argument == "Dry wood"


def test_an_answer_that_is_no_option_is_dropped(tmp_path):
    trajectory = a_trajectory("1", [*OPEN, *answer("C", "right")])
    trajectory = replace(trajectory, task="scienceqa", question=MULTIPLE_CHOICE, gold="B")
    demonstrations, counts = read(tmp_path, trajectory)
    assert not demonstrations
    assert counts["dropped: an answer that names no option"] == 1


def test_a_search_for_the_word_wrong_rejects_nothing(tmp_path):
    search = [
        call("plan", "thought", " Search.\n"),
        call("plan", "action", " Retrieve["),
        call("action", "argument", "wrong]"),
        ToolCall("Retrieve", "wrong", "Wrong is a word.", "ok", 0.1),
    ]
    (demonstration,), _ = read(tmp_path, a_trajectory("1", [*OPEN, *search, *WELL[4:]]))
    assert demonstration.shown == frozenset()


def test_a_corrupt_record_is_named(tmp_path):
    path = tmp_path / "trajectories.jsonl"
    path.write_text("{}\n")
    with pytest.raises(RecordError, match=r"trajectories\.jsonl.*1"):
        list(read_records(path, Counter()))
