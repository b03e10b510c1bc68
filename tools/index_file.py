"""The SQLite database under an encyclopedia, in memory or in a file that opens at once."""

import re
import sqlite3
import unicodedata
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from autoact_precache.tools.articles import Article, merge
from autoact_precache.tools.tool import ToolConfigError

_MAGIC = b"SQLite format 3\0"  # opens every SQLite file (sqlite.org/fileformat.html)
_APPLICATION_ID = 0x41504331  # marks files with this schema; another schema takes another
_IN_MEMORY = ":memory:"

# A page's title as it stands, without regard to case, and without its bracket: `mercury` of
# `Mercury (planet)`. A body has one sentence a line.
_SCHEMA = f"""
PRAGMA application_id = {_APPLICATION_ID};
CREATE TABLE page(id INTEGER PRIMARY KEY, title TEXT NOT NULL, key TEXT NOT NULL, name TEXT NOT NULL);
CREATE INDEX page_title ON page(title);
CREATE INDEX page_key ON page(key);
CREATE INDEX page_name ON page(name);
CREATE VIRTUAL TABLE article USING fts5(title, body, tokenize='porter unicode61');
CREATE VIRTUAL TABLE spelling USING fts5(
    title, tokenize='trigram', content='page', content_rowid='id'
);
"""  # noqa: E501


def title_key(title: str) -> str:
    """What titles that differ in case, spaces or underscores alone have in common."""
    return " ".join(unicodedata.normalize("NFC", title.replace("_", " ")).casefold().split())


def build_index(articles: Iterable[Article], path: str | Path = _IN_MEMORY) -> sqlite3.Connection:
    """A new database of the articles, those with one title merged (`merge`).

    The same articles give the same bytes, with the same SQLite.
    """
    database = sqlite3.connect(path, check_same_thread=False)
    database.executescript(_SCHEMA)
    with database:
        for number, article in enumerate(merge(articles), start=1):
            title, key = article.title, title_key(article.title)
            name = re.sub(r" \([^()]*\)$", "", key)
            database.execute("INSERT INTO page VALUES (?, ?, ?, ?)", (number, title, key, name))
            database.execute(
                "INSERT INTO article(rowid, title, body) VALUES (?, ?, ?)",
                (number, title, "\n".join(article.sentences)),
            )
        database.execute("INSERT INTO spelling(spelling) VALUES ('rebuild')")
    return database


def write_index(articles: Iterable[Article], path: Path) -> None:
    """Writes the database to a file, whole or not at all."""
    unfinished = path.with_name(f"{path.name}.unfinished")
    unfinished.unlink(missing_ok=True)
    try:
        build_index(articles, unfinished).close()
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)


def is_index(path: Path) -> bool:
    """Whether the file is an SQLite database. Raises ToolConfigError if it cannot be read."""
    try:
        with path.open("rb") as file:
            return file.read(len(_MAGIC)) == _MAGIC
    except OSError as error:
        raise ToolConfigError(f"{path}: cannot be read ({error.strerror})") from None


def open_index(path: Path) -> sqlite3.Connection:
    """A file that `write_index` wrote, for reading only.

    Raises ToolConfigError for another database, and for one that is damaged.
    """
    address = f"{path.absolute().as_uri()}?mode=ro&immutable=1"
    database = sqlite3.connect(address, uri=True, check_same_thread=False)
    with suppress(sqlite3.DatabaseError):
        (mark,) = database.execute("PRAGMA application_id").fetchone()
        (state,) = database.execute("PRAGMA quick_check(1)").fetchone()
        if (mark, state) == (_APPLICATION_ID, "ok"):
            return database
    database.close()
    raise ToolConfigError(
        f"{path}: no index of articles, or a damaged one; autoact-precache corpus makes it again"
    )
