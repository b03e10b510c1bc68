"""The observations that web and offline tools share."""

from collections.abc import Sequence

from autoact_precache.tools.text import split_sentences
from autoact_precache.tools.tool import Observation, Page


def search_results(query: str, hits: Sequence[tuple[str, str]], page: Page) -> Observation:
    """Opens and shows `(title, snippet)` hits, best first; without any the page stays.

    Lookup then finds single sentences, each with the title that says what it is about.
    """
    if not hits:
        return Observation(f'No results for "{query}".', "not_found")
    page.open([f"{title}: {s}" for title, snippet in hits for s in split_sentences(snippet)])
    shown = (f"({number}) {title}: {text}" for number, (title, text) in enumerate(hits, start=1))
    return Observation(" ".join(shown), "ok")


def no_such_page(title: str, similar: Sequence[str]) -> Observation:
    """Says that nothing has this title, and which titles are like it."""
    hint = f"Similar titles: {'; '.join(similar)}." if similar else "No title is similar."
    return Observation(f'There is no page "{title}". {hint}', "not_found")


def several_meanings(title: str, meanings: Sequence[str]) -> Observation:
    """Says which pages the title may mean, as an encyclopedia's disambiguation page does."""
    return Observation(f'"{title}" may mean: {"; ".join(meanings)}.', "ambiguous")
