"""BingSearch over Serper, https://serper.dev (a Google search API; the name is the agents')."""

import os
from collections.abc import Iterator
from typing import Any

from autoact_precache.tools.answers import search_results
from autoact_precache.tools.http import HttpClient, ServiceError
from autoact_precache.tools.settings import require_count, require_url
from autoact_precache.tools.text import plain
from autoact_precache.tools.tool import Observation, Page, ToolConfigError

KEY_VARIABLE = "SERPER_API_KEY"


class Serper:
    """Posts `{"q": query}` to `url` and shows the answer box, the knowledge graph and snippets."""

    name = "BingSearch"

    def __init__(self, http: HttpClient, url: str, results: int) -> None:
        require_url("serper_url", url)
        require_count("results", results, least=1)
        self._http = http
        self._url = url
        self._results = results

    def check(self) -> None:
        """Raises ToolConfigError when the key is missing or the service cannot be reached."""
        _key()
        self._http.reach(self._url)

    def __call__(self, argument: str, page: Page) -> Observation:
        try:
            # The key is read here and kept nowhere. No redirects: they would carry it elsewhere.
            answer = self._http.fetch(
                "POST",
                self._url,
                self._http.deadline(),
                headers={"X-API-KEY": _key()},
                json={"q": argument},
                allow_redirects=False,
            )
        except ToolConfigError as error:
            return Observation(f"{self.name} failed: {error}.", "no_key")
        except ServiceError as error:
            return Observation(f"{self.name} failed: {error}.", error.outcome)
        return search_results(argument, list(_hits(answer))[: self._results], page)


def _key() -> str:
    key = os.environ.get(KEY_VARIABLE, "").strip()
    if not key:
        raise ToolConfigError(
            f"{KEY_VARIABLE} is not set; web search needs a Serper key (tools=offline needs none)"
        )
    if not (key.isascii() and key.isprintable()):  # requests would quote it in its error
        raise ToolConfigError(f"{KEY_VARIABLE} holds characters that no key has")
    return key


def _hits(answer: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """`(title, text)` of each part of a Serper answer that has a text, most direct first."""
    organic = answer.get("organic")
    for part in (
        answer.get("answerBox"),
        answer.get("knowledgeGraph"),
        *(organic if isinstance(organic, list) else ()),
    ):
        if isinstance(part, dict):
            text = _string(part, "answer") or _string(part, "snippet") or _facts(part)
            if text:
                yield _string(part, "title") or "Answer", text


def _facts(part: dict[str, Any]) -> str:
    """A knowledge graph's description and attributes, `Height: 330 m` for one."""
    facts = [_string(part, "description")]
    attributes = part.get("attributes")
    if isinstance(attributes, dict):
        facts += [f"{plain(name)}: {_string(attributes, name)}." for name in attributes]
    return " ".join(filter(None, facts))


def _string(part: dict[str, Any], name: str) -> str:
    value = part.get(name)
    return plain(value) if isinstance(value, str) else ""
