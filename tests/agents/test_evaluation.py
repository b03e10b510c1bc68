from dataclasses import replace
from math import sqrt
from statistics import mean, stdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autoact_precache.agents.evaluation import (
    Figure,
    evaluate,
    figure,
    questions_by_level,
)
from autoact_precache.agents.tasks.hotpotqa import HotpotQA
from autoact_precache.agents.tasks.task import Question
from autoact_precache.trajectories.record import Trajectory
from autoact_precache.trajectories.totals import compute_totals
from tests.trajectories.examples import a_call, a_trajectory

values = st.floats(-1000, 1000)


def test_one_repeat_has_a_standard_error_over_its_questions():
    scores = [1.0, 0.0, 0.0, 1.0]
    found = figure([[(score, 1) for score in scores]])
    # Variance 4 * 0.25 / 3 with Bessel's correction, over 4 questions.
    assert found == Figure(0.5, None, pytest.approx(sqrt(1 / 3 / 4)))


def test_repeats_have_the_standard_deviation_of_their_means():
    repeats = [[1.0, 0.0], [1.0, 1.0], [0.0, 0.0]]
    found = figure([[(score, 1) for score in repeat] for repeat in repeats])
    # Means 0.5, 1 and 0; the questions' own means over the repeats are 2/3 and 1/3.
    assert found == Figure(0.5, pytest.approx(0.5), pytest.approx(sqrt(2 * (1 / 6) ** 2 / 2)))


def test_a_share_weighs_every_count_alike():
    # 1 of 2 and 9 of 10: 10 of 12, not the mean of 0.5 and 0.9. Residuals -2/3 and 2/3.
    found = figure([[(1, 2), (9, 10)]])
    assert found == Figure(
        pytest.approx(10 / 12), None, pytest.approx(sqrt(2 * 2 * (2 / 3) ** 2) / 12)
    )


def test_one_question_has_no_spread_and_nothing_counted_no_figure():
    assert figure([[(3.0, 1)]]) == Figure(3.0, None, None)
    assert figure([[(0, 0), (0, 0)]]) is None
    assert figure([[(1, 2)], [(0, 0)]]) is None


@given(st.lists(values, min_size=2, max_size=20))
def test_of_a_mean_the_standard_error_is_s_over_the_root_of_n(numbers):
    found = figure([[(number, 1) for number in numbers]])
    assert found.mean == pytest.approx(mean(numbers), abs=1e-9)
    assert found.standard_error == pytest.approx(stdev(numbers) / sqrt(len(numbers)), abs=1e-9)


def asked(id: str, level: str | None) -> Question:
    return Question(id=id, text="Where?", gold="Rome", level=level)


def answered(id: str, actions: list[str], ended: str, em: float, tokens: int) -> Trajectory:
    events = [
        event
        for action in actions
        for event in (
            a_call("plan", "thought", [0] * tokens, [1, 2], ttft_s=1.0, waited_s=0.5),
            a_call("plan", "action", [], [1, 2], ttft_s=0.5, trajectory_tokens=tokens),
        )
    ]
    events = [
        replace(event, text=actions[place // 2]) if event.kind == "action" else event
        for place, event in enumerate(events)
    ]
    totals = compute_totals(events, e2e_s=10.0 * tokens, peak_memory_bytes=0)
    record = replace(a_trajectory(id, events), em=em, f1=em / 2, ended=ended, error=None)
    return replace(record, totals=totals)


def test_figures_by_level_worked_out_by_hand():
    levels = {"easy": [asked("a", "easy"), asked("b", "easy")], None: [asked("c", None)]}
    records = [
        answered("a", [" Retrieve[", " Finish["], "finished", 1.0, 10),
        answered("b", [" Sing[", " retrieve [", " Reflect[", " Retrieve"], "step_limit", 0.0, 30),
        answered("c", [" Lookup[x]"], "finished", 1.0, 50),
    ]
    found = evaluate(levels, [{r.id: r for r in records}], tools=("Retrieve", "Lookup"))
    assert list(found) == ["easy", "all"]
    easy, everything = found["easy"], found["all"]
    assert (easy.questions, everything.questions) == (2, 3)
    assert (easy.longest, everything.longest) == (30, 50)
    assert easy.ended == {"finished": 1, "step_limit": 1}
    assert everything.ended == {"finished": 2, "step_limit": 1}
    means = {name: known.mean for name, known in easy.figures.items()}
    assert means == {
        "em": 0.5,
        "f1": 0.25,
        "steps": 3.0,
        "trajectory_tokens": 20.0,
        "ttft_s": (3.0 + 6.0) / 2,
        # Of each pair of calls: 1.5 s to first tokens, 0.5 s of them waits, 0.5 s decoding.
        "model_s": (3.0 + 6.0) / 2,
        "e2e_s": 200.0,
        # Sing is no tool, Reflect none of plan's, the last has no bracket.
        "real_tool": pytest.approx(3 / 6),
        "finished": 0.5,
    }
    assert everything.figures["em"].mean == pytest.approx(2 / 3)
    assert everything.figures["real_tool"].mean == pytest.approx(4 / 7)


def test_what_is_only_right_or_wrong_has_an_accuracy():
    record = replace(answered("a", [], "finished", 1.0, 10), f1=None)
    figures = evaluate({"1-4": [asked("a", "1-4")]}, [{"a": record}], ())["all"].figures
    assert figures["accuracy"] == Figure(1.0, None, None)
    assert not {"em", "f1", "real_tool"} & figures.keys()


def test_the_limit_is_that_of_each_level(tmp_path):
    path = tmp_path / "questions.jsonl"
    row = '{"id": "%d", "question": "Where?", "answer": "Rome", "level": "%s"}\n'
    levels = ["hard", "hard", "easy", "hard", "easy", "easy"]
    path.write_text("".join(row % (number, level) for number, level in enumerate(levels)))
    task = HotpotQA(source=str(path), level="all", split="all", shuffle=False)
    found = questions_by_level(task, limit=2, seed=0)
    ids = {level: [question.id for question in group] for level, group in found.items()}
    assert ids == {"easy": ["2", "4"], "hard": ["0", "1"]}
    assert list(ids) == ["easy", "hard"]
    assert {level: len(group) for level, group in questions_by_level(task, None, 0).items()} == {
        "easy": 3,
        "hard": 3,
    }
