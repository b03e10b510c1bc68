"""BingSearch and Retrieve over an encyclopedia on disk: no network, no key."""

from autoact_precache.tools.answers import no_such_page, search_results, several_meanings
from autoact_precache.tools.index import Encyclopedia
from autoact_precache.tools.settings import require_count
from autoact_precache.tools.tool import Observation, Page


class OfflineSearch:
    """BingSearch: the articles that match best, each with the words around the match."""

    name = "BingSearch"

    def __init__(self, encyclopedia: Encyclopedia, results: int) -> None:
        require_count("results", results, least=1)
        self._encyclopedia = encyclopedia
        self._results = results

    def __call__(self, argument: str, page: Page) -> Observation:
        return search_results(argument, self._encyclopedia.search(argument, self._results), page)


class OfflineRetrieve:
    """Retrieve: the article that the title means, or the titles that it may mean or resembles."""

    name = "Retrieve"

    def __init__(self, encyclopedia: Encyclopedia, similar: int) -> None:
        require_count("similar", similar, least=1)
        self._encyclopedia = encyclopedia
        self._similar = similar

    def __call__(self, argument: str, page: Page) -> Observation:
        meanings = self._encyclopedia.meanings(argument)
        if not meanings:
            return no_such_page(argument, self._encyclopedia.similar(argument, self._similar))
        if len(meanings) > 1:
            titles = [article.title for article in meanings]
            return several_meanings(argument, titles[: self._similar])
        [article] = meanings
        page.open(article.sentences)
        return Observation(" ".join(article.sentences), "ok")
