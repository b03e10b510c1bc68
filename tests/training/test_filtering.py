"""What is kept of trajectories, and why the rest is not."""

import json
import os
import random
from collections import Counter
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autoact_precache.agents.errors import TaskError
from autoact_precache.agents.tasks.task import Question
from autoact_precache.agents.training.demonstration import Demonstration
from autoact_precache.agents.training.errors import TrainingError
from autoact_precache.agents.training.filtering import Filter, read_source
from autoact_precache.agents.training.held_out import HeldOut, read_held_out
from autoact_precache.agents.training.near_duplicates import NearDuplicates
from autoact_precache.agents.transcript import Step
from autoact_precache.trajectories.schema import RecordError
from tests.trajectories.examples import a_trajectory

OPTIONS = "\nOptions: (A) Iron (B) Dry wood"


def demonstration(
    question: str = "Who wrote the first program?", answer: str = "Ada", **changes
) -> Demonstration:
    steps = (
        Step("I search.", "BingSearch", "first program", "It was by Ada."),
        Step("It was Ada.", "Finish", changes.pop("given", answer), "Please reflect."),
        Step("So it says.", "Reflect", "right"),
    )
    whole = Demonstration(question, steps, answer=answer, task="hotpotqa", source="f:1")
    return replace(whole, **changes)


def kept(*demonstrations: Demonstration, **settings) -> tuple[list[Demonstration], Counter[str]]:
    counts: Counter[str] = Counter()
    defaults = {"measure": "em", "least": 1.0, "held_out": {}}
    chosen = Filter(**(defaults | settings), near_duplicates=NearDuplicates(0.8))
    return list(chosen.keep(demonstrations, counts)), counts


def test_good_demonstrations_are_kept_in_order():
    good = [demonstration(), demonstration("Where is Rome?", "Italy")]
    assert kept(*good) == (good, {"kept": 2})


@pytest.mark.parametrize(
    ("bad", "reason"),
    [
        (demonstration(given="Bob"), "reward too low"),
        (demonstration(given="Ada Lovelace"), "reward too low"),
        (
            demonstration("Which?" + OPTIONS, "Dry wood", given="Iron", task="scienceqa"),
            "reward too low",
        ),
        (demonstration(steps=demonstration().steps[1:]), "answered without using a tool"),
        (
            demonstration(steps=(Step("?!", "Lookup", "x"), *demonstration().steps)),
            "a step without a thought of its own",
        ),
        (
            demonstration(steps=(Step("Hm.", "Lookup", "x [y]"), *demonstration().steps)),
            "a bracket in an argument, which would end it",
        ),
    ],
)
def test_what_should_not_be_learnt_is_dropped_with_a_reason(bad, reason):
    assert kept(bad, demonstration()) == ([demonstration()], {"kept": 1, f"dropped: {reason}": 1})


def test_the_last_answer_counts():
    first, *rest = demonstration().steps
    rejected = (Step("Bob?", "Finish", "Bob", "Please reflect."), Step("No.", "Reflect", "wrong"))
    assert kept(demonstration(steps=(first, *rejected, *rest)))[1] == {"kept": 1}


def test_a_lower_threshold_keeps_what_is_partly_right():
    partly = demonstration(given="Ada Lovelace")  # F1 of 2/3
    assert kept(partly, measure="f1", least=0.6)[1] == {"kept": 1}
    assert kept(partly, measure="f1", least=0.7)[1] == {"kept": 0, "dropped: reward too low": 1}


LONG = "In which town was the woman born who wrote the first program for the analytical engine?"


@pytest.mark.parametrize(
    ("other", "counted"),
    [
        (LONG, "dropped: the same question again"),
        (LONG.upper().replace("?", " ?"), "dropped: the same question again"),
        (LONG.replace("In which", "Tell in which"), "dropped: nearly the same question again"),
        (LONG.replace("town", "year"), "kept"),
    ],
)
def test_a_question_is_learnt_once(other, counted):
    _, counts = kept(demonstration(LONG), demonstration(other))
    assert counts == Counter(["kept", counted])


def test_a_bad_trajectory_does_not_stand_in_the_way_of_a_good_one():
    good = demonstration()
    assert kept(demonstration(given="Bob"), good)[0] == [good]


def test_the_order_of_the_words_matters():
    texts = ["was alan older than betty", "was betty older than alan"]
    seen = NearDuplicates(0.8)
    assert [seen.add(text) for text in texts] == [False, False]


TEXTS = st.lists(st.sampled_from("abcd"), max_size=12).map(" ".join)


@given(st.lists(TEXTS, max_size=12), st.sampled_from([0.3, 0.5, 0.8, 1.0]))
def test_a_near_duplicate_is_one_by_its_definition(texts, similarity):
    def pairs(text: str) -> set[tuple[str, ...]]:
        words = text.split()
        return set(pairwise(words)) or {tuple(words)}

    seen, expected = NearDuplicates(similarity), []
    for text in texts:
        near = any(
            len(pairs(text) & pairs(other)) / len(pairs(text) | pairs(other)) >= similarity
            for other in expected
        )
        assert seen.add(text) == near
        if not near:
            expected.append(text)


EVALUATED = [
    Question("1", "Who wrote the first program?", "Ada"),
    Question("2", "Which one floats?" + OPTIONS, "B", choices=("Iron", "Dry wood")),
]


@pytest.mark.parametrize(
    ("question", "answer", "evaluated"),
    [
        ("Who wrote the first program?", "Ada", True),
        ("who wrote first  program", "somebody else", True),
        ("Who wrote the second program?", "Ada", False),
        ("Which one floats?\nOptions: (A) dry  wood (B) Lead\nImage: yes", "Dry wood", True),
        ("Which one floats?\nOptions: (A) Cork (B) Iron", "Cork", False),
        ("Which one sinks?" + OPTIONS, "Dry wood", False),
    ],
)
def test_an_evaluated_question_is_recognised(question, answer, evaluated):
    assert ((question, answer) in HeldOut(EVALUATED)) == evaluated


def test_an_evaluated_question_is_dropped_for_its_own_task():
    held_out = {"hotpotqa": HeldOut(EVALUATED)}
    assert kept(demonstration(), held_out=held_out)[1] == {
        "kept": 0, "dropped: a question that is evaluated": 1,
    }  # fmt: skip
    assert kept(demonstration(task="other"), held_out=held_out)[1] == {"kept": 1}


@pytest.mark.parametrize("task", ["hotpotqa", "scienceqa"])
def test_the_shipped_test_split_is_always_held_out(task, tmp_path):
    shipped = read_held_out(task, [])
    assert {question.split for question in shipped} == {"test"}
    with pytest.raises(TaskError, match=r"absent\.jsonl"):
        read_held_out(task, [str(tmp_path / "absent.jsonl")])


def test_a_given_source_is_held_out_besides(tmp_path):
    path = tmp_path / "mine.jsonl"
    path.write_text(json.dumps({"id": "m", "question": "Mine?", "answer": "Yes", "level": "hard"}))
    assert len(read_held_out("hotpotqa", [str(path)])) == len(read_held_out("hotpotqa", [])) + 1


def raw(**changes) -> str:
    prompt = "Do.\nQuestion: Who?\nThought 1: I look.\nAction 1: Lookup[x]\nObservation 1: It is."
    return json.dumps({"question": "Who?", "answer": "Ada", "prompt": prompt} | changes)


@pytest.mark.parametrize(
    ("lines", "counts"),
    [
        ([a_trajectory("1").to_json()], {"read": 1}),
        (["{", "[1]", "", raw()], {"read": 3, "dropped: not a trajectory record": 2}),
    ],
)
def test_a_source_is_told_by_its_content(tmp_path, lines, counts):
    path = tmp_path / "any.jsonl"
    path.write_text("\n".join(lines) + "\n")
    found: Counter[str] = Counter()
    list(read_source(path, found))
    assert {name: found[name] for name in counts} == counts


@pytest.mark.parametrize("text", ["", "{}\n[]\n", "question,answer\n", '{"question": "Who?"}\n'])
def test_a_file_that_is_no_source_is_named(tmp_path, text):
    path = tmp_path / "other.jsonl"
    path.write_text(text)
    with pytest.raises(TrainingError, match=r"other\.jsonl: neither trajectory records nor"):
        read_source(path, Counter())
    with pytest.raises(TrainingError, match=r"absent\.jsonl: No such file"):
        read_source(tmp_path / "absent.jsonl", Counter())


def test_a_corrupt_record_is_named(tmp_path):
    path = tmp_path / "trajectories.jsonl"
    path.write_text(a_trajectory("1").to_json() + "\nnonsense\n")
    with pytest.raises(RecordError, match=r"trajectories\.jsonl:2: not JSON"):
        list(read_source(path, Counter()))


@pytest.mark.skipif("AUTOACT_DATA" not in os.environ, reason="AUTOACT_DATA names no data folder")
def test_the_real_trajectories_yield_demonstrations():
    data = Path(os.environ["AUTOACT_DATA"])
    tasks = ("hotpotqa", "scienceqa")
    held_out = {task: HeldOut(read_held_out(task, ["autoact"])) for task in tasks}
    chosen = Filter("em", 1.0, held_out, NearDuplicates(0.8))
    total: Counter[str] = Counter()
    for path in sorted((data / "autoact_trajectories").glob("*.jsonl")):
        counts: Counter[str] = Counter()
        found = list(chosen.keep(read_source(path, counts), counts))
        dropped = sum(count for what, count in counts.items() if what.startswith("dropped"))
        assert counts["read"] == counts["kept"] + dropped == 200
        assert {d.task for d in found} == {path.name.split("_")[1]}
        total += counts
    assert total["kept"] >= 400
    # They were made from other questions than the ones evaluated; an evaluated one is noticed.
    assert total["dropped: a question that is evaluated"] == 0
    question = random.Random(0).choice(read_held_out("hotpotqa", ["autoact"]))
    assert (question.text.lower(), "") in held_out["hotpotqa"]
