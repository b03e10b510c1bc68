"""Retrieve over the `wikipedia` package, without its guesses."""

import importlib.util
import re
import unicodedata
from functools import partial
from types import ModuleType, SimpleNamespace
from typing import Any

from autoact_precache.tools.answers import no_such_page, several_meanings
from autoact_precache.tools.http import HttpClient, ServiceError
from autoact_precache.tools.settings import require_count, require_url
from autoact_precache.tools.text import plain, split_sentences
from autoact_precache.tools.tool import Observation, Outcome, Page, ToolConfigError

# https://www.mediawiki.org/wiki/Manual:Page_title: never in a title; "|" would ask for two pages.
_NOT_IN_TITLES = re.compile(r"[#<>\[\]|{}]")
_TITLE_BYTES = 255
_QUERY_CHARACTERS = 300  # longer searches are refused
_NO_PAGE = "-1"  # the id of what is no page, Special:Random for one

# What the package raises by itself over an answer that has not the shape it expects.
_MISREAD = (LookupError, TypeError, AttributeError, AssertionError, RecursionError)


class Wikipedia:
    """The first paragraph of the page with exactly this title, or similar titles.

    `language` is a Wikipedia's prefix (`en`); `url` is the address of another MediaWiki API,
    `.../w/api.php`. `similar` bounds how many titles are suggested.
    """

    name = "Retrieve"

    def __init__(
        self, http: HttpClient, language: str, similar: int, url: str | None = None
    ) -> None:
        if not re.fullmatch(r"[a-z]+(-[a-z]+)*", str(language)):
            raise ToolConfigError(f'language={language!r} is no prefix of a Wikipedia such as "en"')
        self._http = http
        self._url = url or f"https://{language}.wikipedia.org/w/api.php"
        require_url("wikipedia_url", self._url)
        require_count("similar", similar, least=1)
        self._similar = similar

    def check(self) -> None:
        """Raises ToolConfigError when the service cannot be reached."""
        self._http.reach(self._url)

    def __call__(self, argument: str, page: Page) -> Observation:
        try:
            return self._retrieve(self._package(), argument, page)
        except ServiceError as error:
            return Observation(f"{self.name} failed: {error}.", error.outcome)
        except _MISREAD:
            return Observation(f"{self.name} failed: the answer makes no sense.", "unavailable")

    def _retrieve(self, package: ModuleType, argument: str, page: Page) -> Observation:
        title = unicodedata.normalize("NFC", " ".join(argument.replace("_", " ").split()))
        text = ""
        if title and not _NOT_IN_TITLES.search(title) and len(title.encode()) <= _TITLE_BYTES:
            try:
                found = package.page(title, auto_suggest=False)
            except package.DisambiguationError as error:
                options = list(dict.fromkeys(plain(option) for option in error.options))
                return several_meanings(argument, options[: self._similar] or ["several things"])
            except (package.PageError, LookupError):  # LookupError: a title in another wiki
                pass
            else:
                text = found.content if found.pageid != _NO_PAGE else ""
        lines = map(plain, text.splitlines())
        paragraphs = [line for line in lines if line and not line.startswith("==")]
        if not paragraphs:
            similar = package.search(argument[:_QUERY_CHARACTERS], results=self._similar)
            return no_such_page(argument, [plain(title) for title in similar])
        page.open([s for paragraph in paragraphs for s in split_sentences(paragraph)])
        return Observation(paragraphs[0], "ok")

    def _package(self) -> ModuleType:
        """A copy of the package's module for one call.

        It keeps address, caches and the rest in globals, and calls `requests.get` with neither a
        time-out nor a look at the status. A copy takes this tool's settings without touching what
        other threads, or the program around us, do with the package.
        """
        spec = importlib.util.find_spec("wikipedia.wikipedia")
        assert spec is not None
        assert spec.loader is not None
        package = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(package)
        deadline = self._http.deadline()

        def get(url: str, params: dict[str, Any], headers: object) -> SimpleNamespace:
            answer = self._http.fetch("GET", url, deadline, params=params)
            if "error" in answer:
                raise _api_error(answer["error"])
            return SimpleNamespace(json=lambda: answer)

        vars(package).update(
            API_URL=self._url,
            requests=SimpleNamespace(get=get),
            # Without a named parser, BeautifulSoup takes what is installed, and warns.
            BeautifulSoup=partial(package.BeautifulSoup, features="html.parser"),
        )
        return package


def _api_error(error: Any) -> ServiceError:
    """MediaWiki reports its own errors with HTTP 200 and a code, `ratelimited` for one."""
    code = plain(str(error.get("code") if isinstance(error, dict) else error))[:80]
    outcome: Outcome = "rate_limited" if code in ("ratelimited", "maxlag") else "unavailable"
    return ServiceError(outcome, f"the service reports {code}")
