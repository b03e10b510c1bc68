import json
import os
from collections import Counter
from importlib.resources import files
from pathlib import Path

import pytest
from hydra.utils import instantiate
from hypothesis import given
from hypothesis import strategies as st
from omegaconf import OmegaConf

from autoact_precache.agents.errors import TaskError
from autoact_precache.agents.tasks.hotpotqa import HotpotQA
from autoact_precache.agents.tasks.scienceqa import ScienceQA, format_options, parse_options
from autoact_precache.agents.tasks.task import Question
from autoact_precache.tools import ImageText


def hotpotqa(source="encyclopedia", level="all", split="test", shuffle=False):
    return HotpotQA(source=str(source), level=level, split=split, shuffle=shuffle)


def scienceqa(source="encyclopedia", level="all", split="test", shuffle=False):
    return ScienceQA(source=str(source), level=level, split=split, shuffle=shuffle)


def write_lines(path: Path, rows: list[dict]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(map(json.dumps, rows)) + "\n")
    return path


def two_hop(number: int, level: str = "easy", **fields) -> dict:
    row = {"id": f"h{number}", "question": f"Question {number}?", "answer": "yes", "level": level}
    return row | fields


@pytest.mark.parametrize("name", ["hotpotqa", "scienceqa"])
def test_the_shipped_configuration_loads_shipped_questions(name):
    path = files("autoact_precache.configs") / "task" / f"{name}.yaml"
    task = instantiate(OmegaConf.create(path.read_text()))
    questions = task.questions()
    assert task.name == name
    assert {question.split for question in questions} == {"test"}
    assert len({question.id for question in questions}) == len(questions) > 0
    assert all(task.score(question.gold, question).em == 1 for question in questions)
    assert task.score(None, questions[0]).em == 0


def test_a_prompt_names_every_action():
    for task in (hotpotqa(), scienceqa()):
        for action in ("BingSearch[", "Retrieve[", "Lookup[", "Finish[", "Reflect[right]"):
            assert action in task.prompt.instructions
    assert "Image2Text[" in scienceqa().prompt.instructions
    assert hotpotqa().prompt.version != scienceqa().prompt.version


def test_level_split_and_limit_select(tmp_path):
    rows = [two_hop(n, ("easy", "hard")[n % 2], split=("train", "test")[n // 5]) for n in range(10)]
    path = write_lines(tmp_path / "questions.jsonl", rows)
    assert [q.id for q in hotpotqa(path).questions()] == ["h5", "h6", "h7", "h8", "h9"]
    assert [q.id for q in hotpotqa(path, level="hard").questions()] == ["h5", "h7", "h9"]
    assert [q.id for q in hotpotqa(path, "hard", "train").questions(limit=1)] == ["h1"]
    assert len(hotpotqa(path, split="all").questions(limit=99)) == 10


def test_questions_without_a_split_belong_to_every_split(tmp_path):
    path = write_lines(tmp_path / "questions.jsonl", [two_hop(0)])
    assert len(hotpotqa(path, split="train").questions()) == 1


def test_a_shuffle_is_drawn_from_the_seed(tmp_path):
    path = write_lines(tmp_path / "questions.jsonl", [two_hop(n) for n in range(30)])
    task = hotpotqa(path, shuffle=True)
    first = [question.id for question in task.questions(seed=1)]
    assert first == [question.id for question in task.questions(seed=1)]
    assert first[:5] == [question.id for question in task.questions(limit=5, seed=1)]
    assert first != [question.id for question in task.questions(seed=2)]
    assert Counter(first) == Counter(f"h{n}" for n in range(30))


@pytest.mark.parametrize("name", ["hotpot_dev_distractor_v1.json", "hotpot_dev_fullwiki_v1.json"])
def test_the_official_hotpotqa_array(tmp_path, name):
    context = [["A (film)", ["A film.", " By B.", ""]], ["B", []]]
    row = {
        "_id": "5a8b",
        "question": " Same? ",
        "answer": "no",
        "level": "hard",
        "type": "comparison",
        "supporting_facts": [["A (film)", 0], ["B", 0]],
        "context": context,
    }
    path = tmp_path / name
    path.write_text(json.dumps([row, row | {"_id": "5a8c", "level": "easy", "context": []}]))
    (question,) = hotpotqa(path, level="hard").questions()
    assert question == Question(id="5a8b", text="Same?", gold="no", level="hard")
    assert list(hotpotqa(path, level="hard").contexts()) == [[tuple(c) for c in context], []]


@pytest.mark.parametrize(
    ("context", "message"),
    [
        (None, "question 2: expected 'context', a list of"),
        ({"title": ["A"]}, "question 2: expected 'context', a list of"),
        ([["A", ["One."]], ["B"]], "question 2: context, paragraph 2: expected"),
        ([["A", "One."]], "question 2: context, paragraph 1: expected"),
        ([[1, ["One."]]], "question 2: context, paragraph 1: expected"),
        ([["A", ["One.", None]]], "question 2: context, paragraph 1: expected"),
    ],
)
def test_a_context_of_another_form_is_named(tmp_path, context, message):
    path = tmp_path / "questions.json"
    path.write_text(json.dumps([two_hop(1, context=[]), two_hop(2, context=context)]))
    with pytest.raises(TaskError) as refused:
        list(hotpotqa(path).contexts())
    assert str(refused.value).startswith(f"{path}, {message}")


def test_autoact_files_lie_below_autoact_data(tmp_path, monkeypatch):
    monkeypatch.setenv("AUTOACT_DATA", str(tmp_path))
    for number, level in enumerate(["easy", "medium", "hard"]):
        write_lines(tmp_path / "hotpotqa" / f"{level}.jsonl", [two_hop(number, level)])
    assert [q.id for q in hotpotqa("autoact", level="medium").questions()] == ["h1"]
    assert [q.id for q in hotpotqa("autoact").questions()] == ["h0", "h1", "h2"]
    with pytest.raises(
        TaskError, match=r"no question file .*grade_1-4\.jsonl; .*AutoAct: put it there"
    ):
        scienceqa("autoact", level="1-4").questions()
    monkeypatch.delenv("AUTOACT_DATA")
    with pytest.raises(TaskError, match=r"AUTOACT_DATA.* not set; .*zjunlp/AutoAct"):
        hotpotqa("autoact").questions()


AUTOACT_ROW = {
    "pid": "19922",
    "Question": "Which is harder?\nContext: Touch.\nOptions: (A) wool (B) road",
    "choices": ["wool", "road"],
    "caption": "a road",
    "orc": "[]",
    "Answer": "B",
    "metadata": {"has_image": True, "grade": 5},
}


def test_a_scienceqa_row_as_autoact_has_it(tmp_path):
    path = write_lines(
        tmp_path / "grade.jsonl", [AUTOACT_ROW, AUTOACT_ROW | {"pid": "2", "caption": "no img"}]
    )
    pictured, plain = scienceqa(path).questions()
    assert pictured.id == "19922"
    assert pictured.text == (
        "Which is harder?\nContext: Touch.\nOptions: (A) wool (B) road\nImage: yes"
    )
    assert (pictured.gold, pictured.level) == ("B", "5-8")
    assert pictured.image == ImageText(caption="a road", ocr="[]")
    assert plain.text == "Which is harder?\nContext: Touch.\nOptions: (A) wool (B) road"
    assert plain.image is None
    for answer in ("B", "(b)", "Road."):
        assert scienceqa(path).score(answer, plain).em == 1
    assert scienceqa(path).score("wool", plain).em == 0
    assert scienceqa(path).score("wool", plain).f1 is None


PROBLEM = {"question": "Hot?", "choices": ["sun", "ice"], "answer": 0, "hint": "Touch."}
PROBLEMS = {
    "7": PROBLEM | {"grade": "grade9", "split": "test", "image": None},
    "8": PROBLEM | {"grade": "grade2", "split": "train", "image": "image.png"},
    "9": PROBLEM | {"grade": "grade2", "split": "train", "hint": "", "image": None},
}


def write_problems(folder: Path, **beside: object) -> Path:
    """problems.json, and other files beside it by their names without .json."""
    for name, document in ({"problems": PROBLEMS} | beside).items():
        (folder / f"{name}.json").write_text(json.dumps(document))
    return folder / "problems.json"


def test_the_official_scienceqa_document(tmp_path):
    path = write_problems(tmp_path)
    (first,) = scienceqa(path).questions()
    assert (first.id, first.gold, first.level) == ("7", "A", "9-12")
    assert first.text == "Hot?\nContext: Touch.\nOptions: (A) sun (B) ice"
    pictured, plain = scienceqa(path, split="train").questions()
    assert pictured.text.endswith("\nImage: yes")
    assert pictured.image == ImageText(caption="", ocr="")
    assert plain.text == "Hot?\nOptions: (A) sun (B) ice"


def test_captions_beside_the_document_describe_its_pictures(tmp_path):
    path = write_problems(tmp_path, captions={"captions": {"8": "a fire", "7": "none of it"}})
    images = {question.id: question.image for question in scienceqa(path, split="all").questions()}
    assert images == {"7": None, "8": ImageText(caption="a fire", ocr=""), "9": None}


def test_the_splits_listed_beside_the_document_can_be_asked_for(tmp_path):
    lists = {"train": ["8", "9"], "test": ["7"], "minitrain": ["9"], "trainval": ["8", "9"]}
    path = write_problems(tmp_path, pid_splits=lists)
    for split, members in lists.items():
        assert [q.id for q in scienceqa(path, split=split).questions()] == members
    with pytest.raises(TaskError, match=r"split=val; .* the splits test, train"):
        scienceqa(path, split="val").questions()


@pytest.mark.parametrize(
    ("beside", "message"),
    [
        ({"captions": ["a fire"]}, "captions.json: expected a JSON object under 'captions'"),
        ({"captions": {"captions": {"8": 5}}}, "captions.json, '8': expected a caption"),
        ({"pid_splits": []}, "pid_splits.json: expected a JSON object"),
        ({"pid_splits": {"test": "7"}}, "pid_splits.json, 'test': expected a list of question"),
    ],
)
def test_a_file_beside_the_document_that_has_another_form_is_named(tmp_path, beside, message):
    path = write_problems(tmp_path, **beside)
    with pytest.raises(TaskError) as refused:
        scienceqa(path).questions()
    assert str(refused.value).startswith(str(tmp_path / message))


@given(
    st.lists(
        st.text(st.characters(codec="utf-8", exclude_characters="()"), min_size=1)
        .map(lambda text: " ".join(text.split()))
        .filter(bool),
        min_size=2,
        max_size=26,
    )
)
def test_the_options_of_a_text_are_found_again(choices):
    text = f"Which one?\nOptions: none\n{format_options(choices)}\nImage: yes"
    assert parse_options(text) == tuple(format_options([choice])[13:] for choice in choices)


@pytest.mark.parametrize(
    ("task", "message"),
    [
        (hotpotqa(level="simple"), "task.level: expected one of easy, medium, hard, all, got"),
        (scienceqa(level="5"), "task.level: expected one of 1-4, 5-8, 9-12, all, got '5'"),
        (hotpotqa("nowhere.jsonl"), "no question file nowhere.jsonl; task.source is encyclopedia"),
        (hotpotqa("nowhere.jsonl"), "hotpot_dev_distractor_v1.json or hotpot_dev_fullwiki_v1.json"),
        (scienceqa("nowhere.json"), "problems.json (with captions.json and pid_splits.json"),
        (hotpotqa(split="dev"), "no questions with level=all and split=dev"),
    ],
)
def test_a_wrong_selection_is_named(task, message):
    with pytest.raises(TaskError) as refused:
        task.questions()
    assert message in str(refused.value)


def test_a_limit_below_one_is_refused():
    with pytest.raises(TaskError, match="limit: expected at least 1, got 0"):
        hotpotqa().questions(limit=0)


@pytest.mark.parametrize(
    ("task", "content", "message"),
    [
        (hotpotqa, '{"id": "1"}\n\n{"id": ', "line 1: expected 'question' with some text in it"),
        (hotpotqa, "\n{", "line 2: not JSON"),
        (hotpotqa, "[" * 100_000, "line 1: not JSON"),
        (hotpotqa, "[1]", "line 1: expected a JSON object"),
        (hotpotqa, json.dumps(two_hop(1, answer="")), "line 1: expected 'answer'"),
        (hotpotqa, json.dumps(two_hop(1, question=5)), "line 1: expected 'question'"),
        (scienceqa, json.dumps(AUTOACT_ROW | {"Answer": "C"}), "one of the letters AB, got 'C'"),
        (scienceqa, json.dumps(AUTOACT_ROW | {"choices": "AB"}), "expected 'choices', a list"),
        (scienceqa, json.dumps(AUTOACT_ROW | {"choices": ["x"]}), "expected 2 to 26 choices"),
        (scienceqa, json.dumps(AUTOACT_ROW | {"Answer": True}), "one of the letters AB, got True"),
        (scienceqa, json.dumps(AUTOACT_ROW | {"metadata": 0}), "expected 'grade'"),
        (scienceqa, json.dumps(AUTOACT_ROW | {"caption": 5}), "expected 'caption', a string or"),
        (scienceqa, json.dumps(AUTOACT_ROW | {"split": 5}), "expected 'split', a name, got 5"),
        (hotpotqa, json.dumps(two_hop(1)) + "\n" + json.dumps(two_hop(1)), "line 2: the id 'h1'"),
    ],
)
def test_a_bad_row_is_named_by_file_and_line(tmp_path, task, content, message):
    path = tmp_path / "questions.jsonl"
    path.write_text(content)
    with pytest.raises(TaskError) as refused:
        task(path, split="all").questions()
    assert str(refused.value).startswith(str(path))
    assert message in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("content", "place"), [(b"5", "expected a JSON array"), (b"\xff", "UTF-8")]
)
def test_a_file_that_is_no_list_of_questions_is_named(tmp_path, content, place):
    path = tmp_path / "questions.json"
    path.write_bytes(content)
    with pytest.raises(TaskError, match=place):
        hotpotqa(path).questions()


@pytest.mark.skipif(
    not os.environ.get("AUTOACT_DATA"), reason="AUTOACT_DATA is not set: no benchmark files"
)
def test_the_benchmark_files():
    for level in ("easy", "medium", "hard"):
        assert len(hotpotqa("autoact", level=level).questions()) == 60
    assert sum(map(len, hotpotqa("autoact").contexts())) > 1700
    for level in ("1-4", "5-8", "9-12"):
        task = scienceqa("autoact", level=level)
        questions = task.questions()
        assert len(questions) == 80
        for question in questions:
            index = "ABCDEFGH".index(question.gold)
            assert task.score(question.gold, question).em == 1
            assert task.score(question.choices[index], question).em == 1
            assert parse_options(question.text) == tuple(
                " ".join(choice.split()) for choice in question.choices
            )
