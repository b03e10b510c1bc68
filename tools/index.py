"""A small encyclopedia with full-text search: SQLite FTS5, ranked with BM25."""

import difflib
import json
import re
import threading
import unicodedata
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from autoact_precache.tools.articles import Article, read_articles
from autoact_precache.tools.index_file import build_index, is_index, open_index, title_key

SHIPPED_ARTICLES = Path(__file__).with_name("encyclopedia") / "articles.jsonl"

_TITLE_WEIGHT = 4.0  # a word of the title says more about an article than one of its body
_SNIPPET_WORDS = 40
_QUERY_TERMS = 64  # FTS5 refuses expressions that are much longer
_NAME_WORDS = 10  # of the longest name that is looked for in a query
_SPELLING_CANDIDATES = 100


class Encyclopedia:
    """Articles by title and by their words; safe to use from many threads.

    Of articles with one title, later ones add to the first (`merge`).
    """

    def __init__(self, articles: Iterable[Article]) -> None:
        self._database = build_index(articles)
        self._lock = threading.Lock()

    @classmethod
    def open(cls, path: str | Path) -> "Encyclopedia":
        """Of a file: an index as the command `corpus` writes it, or JSON lines (`read_articles`).

        Raises ToolConfigError for a file that is missing or corrupt, naming it.
        """
        if not is_index(Path(path)):
            return cls(read_articles(path))
        encyclopedia = cls([])
        encyclopedia._database = open_index(Path(path))
        return encyclopedia

    def meanings(self, title: str) -> list[Article]:
        """The articles that `title` may mean.

        That is the one with this title, else those whose title differs in case alone, else those
        with this name before a bracket: `Mercury (planet)` and others for `Mercury`.
        """
        key = title_key(title)
        exact = " ".join(unicodedata.normalize("NFC", title.replace("_", " ")).split())
        for column, value in (("title", exact), ("key", key), ("name", key)):
            rows = self._rows(
                "SELECT article.title, body FROM page JOIN article ON article.rowid = page.id"
                f" WHERE page.{column} = ? ORDER BY page.id",
                (value,),
            )
            if rows:
                return [Article(found, tuple(body.split("\n"))) for found, body in rows]
        return []

    def search(self, query: str, limit: int) -> list[tuple[str, str]]:
        """`(title, snippet)` of articles with any of the words, best first.

        Articles that the query calls by name come before all others; within both, BM25 ranks.
        """
        rows = self._rows(
            "SELECT title, snippet(article, 1, '', '', ' ... ', ?) FROM article"
            " WHERE article MATCH ? ORDER BY rowid IN"
            " (SELECT id FROM page WHERE name IN (SELECT value FROM json_each(?))) DESC,"
            " bm25(article, ?, 1.0), rowid LIMIT ?",
            (
                _SNIPPET_WORDS,
                _any_of(re.findall(r"\w+", unicodedata.normalize("NFC", query))),
                json.dumps(_names(query)),
                _TITLE_WEIGHT,
                limit,
            ),
        )
        return [(title, snippet.replace("\n", " ")) for title, snippet in rows]

    def similar(self, title: str, limit: int) -> list[str]:
        """Titles spelled much like this one, nearest first, then of articles that mention it."""
        wanted = title_key(title)
        trigrams = [wanted[i : i + 3] for i in range(len(wanted) - 2)]
        candidates = self._rows(
            "SELECT title FROM spelling WHERE spelling MATCH ? ORDER BY rank, rowid LIMIT ?",
            (_any_of(trigrams), _SPELLING_CANDIDATES),
        )
        by_key = {title_key(candidate): candidate for (candidate,) in candidates}
        near = [by_key[key] for key in difflib.get_close_matches(wanted, by_key, n=limit)]
        mentioning = [found for found, _snippet in self.search(title, limit)]
        return list(dict.fromkeys(near + mentioning))[:limit]

    def _rows(self, statement: str, values: tuple[str | int | float, ...]) -> list[Any]:
        with self._lock:
            return self._database.execute(statement, values).fetchall()


def _names(query: str) -> list[str]:
    """Every run of words in the query that may be a name: with a capital letter somewhere."""
    words = [word.span() for word in re.finditer(r"\w+", query)][:_QUERY_TERMS]
    runs = [
        query[start:end]
        for first, (start, _) in enumerate(words)
        for _, end in words[first : first + _NAME_WORDS]
    ]
    return [title_key(run) for run in runs if run != run.lower()]


def _any_of(terms: list[str]) -> str:
    """An FTS5 query for any of the terms, each a string to it and never syntax."""
    unique = list(dict.fromkeys(terms))[:_QUERY_TERMS]
    return " OR ".join('"{}"'.format(term.replace('"', '""')) for term in unique) or '""'
