import html
import json
import os
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from autoact_precache.tools import (
    Article,
    Encyclopedia,
    Toolbox,
    ToolConfigError,
    encyclopedia_toolbox,
    offline_toolbox,
    read_articles,
)
from autoact_precache.tools.articles import merge


@pytest.fixture
def toolbox(articles: Path) -> Toolbox:
    return offline_toolbox(str(articles), results=2, similar=2)


def over(*articles: tuple[str, list[str]]) -> Toolbox:
    """The tools over articles in memory."""
    encyclopedia = Encyclopedia(Article(title, tuple(sentences)) for title, sentences in articles)
    return encyclopedia_toolbox(encyclopedia, results=5, similar=5)


def test_search_shows_titles_and_text_best_first(toolbox: Toolbox):
    observation = toolbox.session().call("BingSearch", "Which river runs through Paris?")
    assert observation.outcome == "ok"
    assert observation.text.startswith("(1) Paris: Paris is the capital of France.")
    assert "(2) " in observation.text
    assert "(3) " not in observation.text


def test_search_finds_other_forms_of_a_word(toolbox: Toolbox):
    assert "Seine: The Seine is a river" in toolbox.session().call("BingSearch", "rivers").text


def test_search_without_a_match(toolbox: Toolbox):
    observation = toolbox.session().call("BingSearch", "xylophone")
    assert (observation.outcome, observation.text) == ("not_found", 'No results for "xylophone".')


@pytest.mark.parametrize(
    "title", ["Eiffel Tower", "eiffel tower", " EIFFEL   tower", "Eiffel_Tower"]
)
def test_retrieve_finds_the_page_whatever_its_case(toolbox: Toolbox, title):
    observation = toolbox.session().call("Retrieve", title)
    assert observation.outcome == "ok"
    assert observation.text == (
        "The Eiffel Tower is an iron tower in Paris. It was finished in 1889."
        " Gustave Eiffel's company built the tower."
    )


def test_retrieve_takes_either_form_of_an_accent(toolbox: Toolbox):
    decomposed = "Zu\u0308rich"
    assert toolbox.session().call("Retrieve", decomposed).text == "Zürich is a city in Switzerland."


@pytest.mark.parametrize("title", ["Eifel Towr", "The Eiffel Tower", "Eiffel"])
def test_retrieve_suggests_similar_titles(toolbox: Toolbox, title):
    observation = toolbox.session().call("Retrieve", title)
    assert observation.outcome == "not_found"
    assert f'There is no page "{title}". Similar titles: Eiffel Tower' in observation.text


def test_retrieve_does_not_choose_between_meanings(toolbox: Toolbox):
    observation = toolbox.session().call("Retrieve", "Mercury")
    assert observation.outcome == "ambiguous"
    assert observation.text == '"Mercury" may mean: Mercury (planet); Mercury (element).'


def test_lookup_reads_page_or_results(toolbox: Toolbox):
    session = toolbox.session()
    session.call("Retrieve", "Eiffel Tower")
    assert session.call("Lookup", "tower").text.startswith("(Result 1/2) The Eiffel Tower is")
    session.call("BingSearch", "liquid metal")
    found = session.call("Lookup", "poison")
    assert found.text == ("(Result 1/1) Mercury (element): Mercury is a liquid metal & a poison.")


def test_a_later_article_with_the_same_title_adds_what_is_new():
    merged = merge([Article("A", ("One.", "Two.")), Article("B", ("B.",)), Article("A", ("Two.",))])
    assert merged == [Article("A", ("One.", "Two.")), Article("B", ("B.",))]
    toolbox = over(("A", ["One.", "Two."]), ("A", ["Three.", "One."]))
    assert toolbox.session().call("Retrieve", "A").text == "One. Two. Three."


def test_titles_that_differ_in_case_are_two_articles():
    toolbox = over(("Red meat", ["Beef."]), ("Red Meat", ["A comic."]))
    assert toolbox.session().call("Retrieve", "Red meat").text == "Beef."
    assert toolbox.session().call("Retrieve", "Red_Meat").text == "A comic."
    assert toolbox.session().call("Retrieve", "red meat").outcome == "ambiguous"


def test_a_name_opens_the_only_title_that_has_it_before_a_bracket():
    session = over(
        ("Inception (film)", ["A film."]), ("Dreams (of (two) kinds)", ["A book."]), ("x", ["(y)"])
    ).session()
    assert session.call("Retrieve", "inception").text == "A film."
    assert session.call("Retrieve", "Inception (album)").outcome == "not_found"
    assert session.call("Retrieve", "Dreams").outcome == "not_found"


def test_a_title_wins_over_the_names_of_others():
    session = over(("Mercury (planet)", ["A planet."]), ("Mercury", ["A god."])).session()
    assert session.call("Retrieve", "mercury").text == "A god."


def test_what_the_query_names_comes_first():
    plays = [
        (f"Shakespeare play {n}", ["Which play by Shakespeare is set in Verona?"]) for n in "ab"
    ]
    session = over(*plays, ("Verona", ["A city."]), ("Set (board game)", ["A game."])).session()
    answer = session.call("BingSearch", "Which play by Shakespeare is set in Verona?").text
    assert answer.startswith("(1) Verona: A city. (2) Shakespeare play a: ")


def test_equal_matches_keep_the_file_order(tmp_path: Path):
    path = tmp_path / "articles.jsonl"
    path.write_text(
        "".join(
            json.dumps({"title": f"Hill {name}", "sentences": ["A hill of chalk."]}) + "\n"
            for name in "qwertz"
        )
    )
    hits = Encyclopedia(read_articles(path)).search("chalk", 10)
    assert [title for title, _ in hits] == [f"Hill {name}" for name in "qwertz"]


@pytest.mark.parametrize(
    "line",
    [
        b"{",
        b"[1, 2]",
        b'"text"',
        b'{"title": "B"}',
        b'{"title": "B", "sentences": "One."}',
        b'{"title": "B", "sentences": ["One.", 2]}',
        b'{"title": "B", "sentences": []}',
        b'{"title": "B", "sentences": [" "]}',
        b'{"title": " ", "sentences": ["One."]}',
        b'{"title": 7, "sentences": ["One."]}',
        b'{"title": "B", "sentences": ["\xff"]}',
        b"[" * 100_000,
    ],
)
def test_a_corrupt_line_is_named(tmp_path: Path, line: bytes):
    path = tmp_path / "articles.jsonl"
    path.write_bytes(b'{"title": "A", "sentences": ["One."]}\n' + line + b"\n")
    with pytest.raises(ToolConfigError) as error:
        offline_toolbox(str(path), results=5, similar=5)
    assert str(error.value).startswith(f"{path}, line 2: ")
    assert "\n" not in str(error.value)


def test_a_file_without_articles_or_no_file_is_named(tmp_path: Path):
    empty = tmp_path / "empty.jsonl"
    empty.write_text("\n")
    for path in (empty, tmp_path / "missing.jsonl", tmp_path):
        with pytest.raises(ToolConfigError, match=f"^{path}: "):
            Encyclopedia(read_articles(path))


@pytest.mark.parametrize("setting", ["results", "similar"])
@pytest.mark.parametrize("value", [0, -1, 2.5, "many", None])
def test_a_wrong_setting_is_named(articles: Path, setting, value):
    with pytest.raises(ToolConfigError, match=f"^{setting}=.*whole number"):
        offline_toolbox(str(articles), **({"results": 2, "similar": 2} | {setting: value}))


@cache
def small() -> Toolbox:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "articles.jsonl"
        path.write_text(
            '{"title": "Say \\"AND\\" twice", "sentences": ["NEAR the OR gate, NOT * ^ far."]}\n'
            '{"title": "Paris", "sentences": ["The capital of France."]}\n'
        )
        return offline_toolbox(str(path), results=5, similar=5)


FTS5_SYNTAX = st.lists(
    st.sampled_from(
        [*"\"*^:(){}+-,;'\\%", "AND", "OR", "NOT", "NEAR(", "title:", "paris", " ", "\0", "\ud800"]
    )
).map("".join)


@pytest.mark.parametrize("name", ["BingSearch", "Retrieve"])
@given(argument=st.text() | FTS5_SYNTAX | st.text(min_size=1).map(lambda text: text * 300))
@settings(max_examples=150, deadline=None)
def test_no_argument_breaks_the_query(name: str, argument: str):
    observation = small().session().call(name, argument)
    assert observation.outcome in ("ok", "not_found", "invalid")
    assert len(observation.text.splitlines()) == 1
    assert small().session().call(name, argument) == observation


WORD = st.text("abcdefghij", min_size=3, max_size=8)
ARTICLE_TEXTS = st.dictionaries(
    WORD, st.lists(WORD, min_size=1, max_size=5).map(" ".join), min_size=1, max_size=8
)


@given(texts=ARTICLE_TEXTS, data=st.data())
@settings(max_examples=40, deadline=None)
def test_every_article_is_found_by_title_and_by_each_of_its_words(texts: dict[str, str], data):
    with TemporaryDirectory() as folder:
        path = Path(folder) / "articles.jsonl"
        path.write_text(
            "".join(json.dumps({"title": t, "sentences": [s]}) + "\n" for t, s in texts.items())
        )
        encyclopedia = Encyclopedia(read_articles(path))
    title = data.draw(st.sampled_from(sorted(texts)))
    [article] = encyclopedia.meanings(title.upper())
    assert article.sentences == (texts[title],)
    word = data.draw(st.sampled_from(texts[title].split()))
    with_word = {t for t, s in texts.items() if word in {t, *s.split()}}
    assert with_word <= {t for t, _ in encyclopedia.search(word, len(texts))}


def test_sessions_in_threads_see_what_they_would_see_alone(toolbox: Toolbox):
    def trajectory(seed: int) -> list[str]:
        session = toolbox.session()
        title = ["Paris", "Seine", "Eiffel Tower", "Zürich"][seed % 4]
        calls = [("Retrieve", title), ("Lookup", "is"), ("BingSearch", title), ("Lookup", title)]
        return [session.call(name, argument).text for name, argument in calls]

    alone = [trajectory(seed) for seed in range(32)]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(trajectory, range(32))) == alone


def test_hotpotqa_paragraphs_make_an_encyclopedia(tmp_path: Path):
    folder = os.environ.get("AUTOACT_DATA")
    if not folder:
        pytest.skip("AUTOACT_DATA is not set: no HotpotQA paragraphs to build from")
    lines = Path(folder, "hotpotqa", "hard.jsonl").read_text(encoding="utf-8").splitlines()
    questions = [json.loads(line) for line in lines]
    path = tmp_path / "articles.jsonl"
    path.write_text(
        "".join(
            json.dumps({"title": title, "sentences": sentences}) + "\n"
            for question in questions
            for title, sentences in question["context"]
        )
    )
    session = offline_toolbox(str(path), results=5, similar=5).session()
    for question in questions:
        for title, _sentence in question["supporting_facts"]:
            assert session.call("Retrieve", title).outcome == "ok"
            assert f") {html.unescape(title)}: " in session.call("BingSearch", title).text
