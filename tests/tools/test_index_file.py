"""An index file answers as the articles do that it was made of."""

import sqlite3
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from autoact_precache.tools import (
    Article,
    Encyclopedia,
    ToolConfigError,
    encyclopedia_toolbox,
    offline_toolbox,
    read_articles,
)
from autoact_precache.tools.index_file import write_index

CALLS = [
    ("BingSearch", "iron tower in Paris"),
    ("Retrieve", "eiffel tower"),
    ("Retrieve", "Mercury"),
    ("Retrieve", "Eifel"),
]


def written(path: Path, articles: list[Article]) -> Path:
    write_index(articles, path)
    return path


def test_lines_and_index_answer_alike(articles: Path, tmp_path: Path):
    # A name that an address would have to quote.
    index = written(tmp_path / "an index?mode=rw#50%.sqlite", read_articles(articles))
    for name, argument in CALLS:
        from_lines, from_index = (
            offline_toolbox(str(path), results=3, similar=3).session().call(name, argument)
            for path in (articles, index)
        )
        assert from_lines == from_index


def test_the_same_articles_give_the_same_bytes_and_no_other_file(articles: Path, tmp_path: Path):
    first = written(tmp_path / "first", read_articles(articles)).read_bytes()
    assert written(tmp_path / "second", read_articles(articles)).read_bytes() == first
    assert sorted(path.name for path in tmp_path.iterdir()) == ["first", "second"]


ODD_TEXT = st.text() | st.lists(
    st.sampled_from([*"\"'*^:(){}[]/\\;%", "..", "AND", "NEAR(", "--", "DROP TABLE", "a", " ("])
).map("".join)


@given(pairs=st.lists(st.tuples(ODD_TEXT, st.lists(ODD_TEXT, max_size=3)), max_size=5))
@settings(max_examples=60, deadline=None)
def test_every_title_whatever_is_in_it_opens_its_sentences(pairs):
    articles = [a for title, sentences in pairs if (a := Article.from_text(title, sentences))]
    with TemporaryDirectory() as folder:
        encyclopedia = Encyclopedia.open(written(Path(folder) / "index", articles))
        assert [path.name for path in Path(folder).iterdir()] == ["index"]
        session = encyclopedia_toolbox(encyclopedia, results=3, similar=3).session()
        for article in articles:
            assert session.call("BingSearch", article.title).outcome in ("ok", "not_found")
            assert set(article.sentences) <= {
                sentence
                for found in encyclopedia.meanings(article.title)
                for sentence in found.sentences
            }


def test_a_damaged_index_is_named(articles: Path, tmp_path: Path):
    whole = written(tmp_path / "whole", read_articles(articles)).read_bytes()
    half, other = tmp_path / "half", tmp_path / "other"
    half.write_bytes(whole[: len(whole) // 2])
    other.write_bytes(whole[:16] + bytes(len(whole) - 16))
    for path in (half, other):
        with pytest.raises(ToolConfigError, match=f"^{path}: no index of articles, or a damaged"):
            offline_toolbox(str(path), results=3, similar=3)


def test_the_database_of_another_program_is_refused(tmp_path: Path):

    path = tmp_path / "other.sqlite"
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE page(id, title, key, name)")
    database.close()
    with pytest.raises(ToolConfigError, match="no index of articles"):
        Encyclopedia.open(path)


def test_a_failure_leaves_the_old_file(articles: Path, tmp_path: Path):
    path = written(tmp_path / "index", read_articles(articles))
    before = path.read_bytes()

    def broken():
        yield Article("A", ("One.",))
        raise ToolConfigError("line 2: no")

    with pytest.raises(ToolConfigError):
        write_index(broken(), path)
    assert path.read_bytes() == before
    assert [each.name for each in tmp_path.iterdir()] == ["index"]
