"""`corpus` builds what `tools.articles` takes, or says in one line what is wrong."""

import json
import os

import pytest

from autoact_precache.tools import offline_toolbox
from tests.cli.program import Program

CONTEXT = [
    ["Inception (film)", ["Inception is a film.", "  By\nNolan. ", ""]],
    ["Empty", ["", " "]],
]


def question(number: int, context: object) -> dict[str, object]:
    text = {"question": "Who?", "answer": "Nolan", "level": "easy"}
    return {"_id": f"q{number}", "context": context} | text


def write_questions(program: Program, *contexts: object) -> None:
    rows = [question(number, context) for number, context in enumerate(contexts)]
    (program.folder / "questions.json").write_text(json.dumps(rows))


def write_articles(program: Program, name: str, **articles: list[str]) -> None:
    lines = [json.dumps({"title": title, "sentences": articles[title]}) for title in articles]
    (program.folder / name).write_text("\n".join(lines))


def rows(table: str) -> dict[str, int]:
    cells = [line.strip("│ ").split("│") for line in table.splitlines() if line.startswith("│")]
    return {what.strip(): int(count.replace(",", "")) for what, count in cells}


def test_the_paragraphs_of_all_questions_become_articles(program):
    other = ["Inception (film)", ["Inception is a film.", " It came out in 2010."]]
    write_questions(program, CONTEXT, [*CONTEXT, other, ["Nolan", ["A director."]]])
    finished = program("corpus", "task.source=questions.json", "task.level=hard", "output=made")
    assert finished.code == 0, finished.stderr
    assert rows(finished.stdout) == {
        "questions": 2,
        "paragraphs read": 6,
        "paragraphs left out: no title or no text": 2,
        "repeated word for word": 1,
        "merged: one title, other sentences": 1,
        "articles kept": 2,
    }
    assert finished.stdout.splitlines()[-1] == "tools.articles=made/articles.sqlite"
    path = program.folder / "made" / "articles.sqlite"
    session = offline_toolbox(str(path), results=3, similar=3).session()
    page = "Inception is a film. By Nolan. It came out in 2010."
    assert session.call("Retrieve", "Inception").text == page


def test_files_of_articles_are_merged_in_their_order(program):
    write_articles(program, "a.jsonl", A=["One."], B=["Two."])
    write_articles(program, "b.jsonl", A=["Three."])
    finished = program("corpus", "articles=[a.jsonl,b.jsonl]", "output=made")
    assert finished.code == 0, finished.stderr
    assert rows(finished.stdout)["articles read from files"] == 3
    path = program.folder / "made" / "articles.sqlite"
    session = offline_toolbox(str(path), results=3, similar=3).session()
    assert session.call("Retrieve", "A").text == "One. Three."
    assert session.call("Retrieve", "B").text == "Two."


def test_the_same_input_gives_the_same_bytes(program):
    write_questions(program, CONTEXT)
    for output in ("first", "second"):
        assert program("corpus", "task.source=questions.json", f"output={output}").code == 0
    first, second = ((program.folder / name / "articles.sqlite") for name in ("first", "second"))
    assert first.read_bytes() == second.read_bytes()


def test_the_agents_read_what_was_built(small):
    write_questions(small, CONTEXT)
    Program(small.folder)("corpus", "task.source=questions.json", "output=made")
    settings = ("task.source=questions.json", "tools.articles=made/articles.sqlite", "output=run")
    finished = small("run", "limit=1", *settings)
    assert finished.code == 0, finished.stderr
    [record] = (small.folder / "run" / "trajectories.jsonl").read_text().splitlines()[-1:]
    assert json.loads(record)["id"] == "q0"


@pytest.mark.parametrize(
    ("settings", "reason"),
    [
        ([], "no articles: give task.source=autoact"),
        (["task.source=missing.json"], "no question file missing.json"),
        (["task.source=autoact"], "AUTOACT_DATA, an environment variable that is not set"),
        (["task.source=bad.json"], "bad.json, question 2: context, paragraph 1: expected"),
        (["task=scienceqa", "task.source=bad.json"], "task=scienceqa: questions without"),
        (["articles=[bad.jsonl]"], "bad.jsonl, line 2: expected {"),
        (["articles=[5]"], "articles: expected a list of files"),
    ],
)
def test_what_is_wrong_is_said_in_one_line_and_nothing_is_written(program, settings, reason):
    bad = [question(1, CONTEXT), question(2, [["A", "One."]])]
    (program.folder / "bad.json").write_text(json.dumps(bad))
    lines = ['{"title": "A", "sentences": ["One."]}', '{"title": "B", "sentences": "One."}']
    (program.folder / "bad.jsonl").write_text("\n".join(lines))
    before = program.files()
    finished = program("corpus", *settings)
    assert finished.code == 2
    [line] = finished.stderr.splitlines()
    assert reason in line
    assert program.files() == before


@pytest.mark.skipif(
    not os.environ.get("AUTOACT_DATA"), reason="AUTOACT_DATA is not set: no HotpotQA paragraphs"
)
def test_the_benchmarks_own_paragraphs(tmp_path):
    program = Program(tmp_path, environment={"AUTOACT_DATA": os.environ["AUTOACT_DATA"]})
    finished = program("corpus", "task.source=autoact", "output=made")
    assert finished.code == 0, finished.stderr
    counts = rows(finished.stdout)
    assert counts["questions"] == 180
    assert counts["articles kept"] > 1700
