"""A small encyclopedia with full-text search: SQLite FTS5, ranked with BM25."""

import difflib
import re
import sqlite3
import threading
import unicodedata
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from autoact_precache.tools.articles import Article

SHIPPED_ARTICLES = Path(__file__).with_name("encyclopedia") / "articles.jsonl"

_SCHEMA = """
CREATE VIRTUAL TABLE article USING fts5(title, body, tokenize='porter unicode61');
CREATE VIRTUAL TABLE spelling USING fts5(title, tokenize='trigram');
"""
_TITLE_WEIGHT = 4.0  # a word of the title says more about an article than one of its body
_SNIPPET_WORDS = 40
_QUERY_TERMS = 64  # FTS5 refuses expressions that are much longer
_SPELLING_CANDIDATES = 100


class Encyclopedia:
    """Articles by title and by their words, in memory; safe to use from many threads.

    Of articles with one title the first counts.
    """

    def __init__(self, articles: Iterable[Article]) -> None:
        self._articles: dict[str, Article] = {}
        for article in articles:
            self._articles.setdefault(_key(article.title), article)
        self._lock = threading.Lock()
        self._database = sqlite3.connect(":memory:", check_same_thread=False)
        self._database.executescript(_SCHEMA)
        self._database.executemany(
            "INSERT INTO article VALUES (?, ?)",
            ((article.title, " ".join(article.sentences)) for article in self._articles.values()),
        )
        self._database.execute("INSERT INTO spelling SELECT title FROM article ORDER BY rowid")

    def find(self, title: str) -> Article | None:
        """The article with this title, whatever its case."""
        return self._articles.get(_key(title))

    def search(self, query: str, limit: int) -> list[tuple[str, str]]:
        """`(title, snippet)` of articles with any of the words, best first (BM25)."""
        words = re.findall(r"\w+", unicodedata.normalize("NFC", query))
        return self._rows(
            "SELECT title, snippet(article, 1, '', '', ' ... ', ?) FROM article"
            " WHERE article MATCH ? ORDER BY bm25(article, ?, 1.0), rowid LIMIT ?",
            (_SNIPPET_WORDS, _any_of(words), _TITLE_WEIGHT, limit),
        )

    def similar(self, title: str, limit: int) -> list[str]:
        """Titles spelled much like this one, nearest first, then of articles that mention it."""
        wanted = _key(title)
        trigrams = [wanted[i : i + 3] for i in range(len(wanted) - 2)]
        candidates = self._rows(
            "SELECT title FROM spelling WHERE spelling MATCH ? ORDER BY rank, rowid LIMIT ?",
            (_any_of(trigrams), _SPELLING_CANDIDATES),
        )
        by_key = {_key(candidate): candidate for (candidate,) in candidates}
        near = [by_key[key] for key in difflib.get_close_matches(wanted, by_key, n=limit)]
        mentioning = [found for found, _snippet in self.search(title, limit)]
        return list(dict.fromkeys(near + mentioning))[:limit]

    def _rows(self, statement: str, values: tuple[str | int | float, ...]) -> list[Any]:
        with self._lock:
            return self._database.execute(statement, values).fetchall()


def _any_of(terms: list[str]) -> str:
    """An FTS5 query for any of the terms, each a string to it and never syntax."""
    unique = list(dict.fromkeys(terms))[:_QUERY_TERMS]
    return " OR ".join('"{}"'.format(term.replace('"', '""')) for term in unique) or '""'


def _key(title: str) -> str:
    return " ".join(unicodedata.normalize("NFC", title.replace("_", " ")).casefold().split())
