"""Articles: a title and its sentences, from JSON lines or from memory."""

import json
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from autoact_precache.tools.text import plain
from autoact_precache.tools.tool import ToolConfigError


@dataclass(frozen=True)
class Article:
    """One line of plain text for the title and for each sentence; none of them empty."""

    title: str
    sentences: tuple[str, ...]

    @classmethod
    def from_text(cls, title: str, sentences: Iterable[str]) -> "Article | None":
        """Out of text as others wrote it, odd spaces, HTML entities and empty sentences included.

        None where no title or no sentence is left.
        """
        composed = unicodedata.normalize("NFC", plain(title))
        article = cls(composed, tuple(filter(None, map(plain, sentences))))
        return article if article.title and article.sentences else None


def merge(articles: Iterable[Article]) -> list[Article]:
    """One article a title, in the order of their first appearance.

    Later ones with the title add the sentences that the earlier ones lack, at the end.
    """
    merged: dict[str, Article] = {}
    for article in articles:
        known = merged.setdefault(article.title, article)
        if known.sentences != article.sentences:
            sentences = dict.fromkeys(known.sentences + article.sentences)
            merged[article.title] = Article(article.title, tuple(sentences))
    return list(merged.values())


def read_articles(path: str | Path) -> list[Article]:
    """The articles of a file with a line of `{"title": str, "sentences": [str, ...]}` for each.

    Raises ToolConfigError, naming file and line, for anything else, and for a file without any.
    """
    try:
        lines = Path(path).read_bytes().split(b"\n")
    except OSError as error:
        raise ToolConfigError(f"{path}: cannot be read ({error.strerror})") from None
    articles = [
        _article(line, f"{path}, line {number}")
        for number, line in enumerate(lines, start=1)
        if line.strip()
    ]
    if not articles:
        raise ToolConfigError(f"{path}: no articles in it")
    return articles


def _article(line: bytes, where: str) -> Article:
    try:
        record = json.loads(line)
    except (ValueError, RecursionError):
        raise ToolConfigError(f"{where}: not JSON in UTF-8") from None
    match record:
        case {"title": str(title), "sentences": list(sentences)} if all(
            isinstance(sentence, str) for sentence in sentences
        ):
            if article := Article.from_text(title, sentences):
                return article
    raise ToolConfigError(f'{where}: expected {{"title": "...", "sentences": ["...", ...]}}')
