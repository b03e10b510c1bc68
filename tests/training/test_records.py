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
    assert demonstration.question == "Where?"
    assert demonstration.steps == (
        Step("I open Rome.", "Retrieve", "Rome", "Rome is a city."),
        Step("So Italy.", "Finish", "Italy", load_observations()["reflect"]),
        Step("Let me see.", "Reflect", "right"),
    )
    assert demonstration.shown == frozenset()
    assert counts == {"read": 1, "kept": 1}


def test_a_rejected_answer_is_only_shown(tmp_path):
    events = [*OPEN, *answer("France", "wrong"), *answer("Italy", "right")]
    (demonstration,), _ = read(tmp_path, a_trajectory("1", events))
    assert [step.argument for step in demonstration.steps] == [
        "Rome", "France", "wrong", "Italy", "right",
    ]  # fmt: skip
    assert demonstration.shown == {1}
    assert demonstration.steps[2].observation == load_observations()["judged_wrong"]


@pytest.mark.parametrize(
    "changes",
    [
        {"em": 0.0},
        {"em": None},
        {"ended": "step_limit"},
        {"events": [*OPEN[:3], replace(OPEN[3], outcome="invalid"), *answer("Italy", "right")]},
        {
            "events": [
                call("plan", "thought", " I ", "length"),
                *OPEN[1:],
                *answer("Italy", "right"),
            ]
        },
    ],
)
def test_what_went_wrong_is_not_repeated(tmp_path, changes):
    good = a_trajectory("1", [*OPEN, *answer("Italy", "right")])
    demonstrations, counts = read(tmp_path, replace(good, **changes))
    assert not demonstrations
    assert counts["read"] == 1
    assert counts.total() == 2


def test_a_corrupt_record_is_named(tmp_path):
    path = tmp_path / "trajectories.jsonl"
    path.write_text("{}\n")
    with pytest.raises(RecordError, match=r"trajectories\.jsonl.*1"):
        list(read_records(path, Counter()))
