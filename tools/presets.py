"""The toolboxes that configs/tools/ describes; their defaults stand there."""

from autoact_precache.tools.http import HttpClient
from autoact_precache.tools.image import Image2Text
from autoact_precache.tools.index import SHIPPED_ARTICLES, Encyclopedia
from autoact_precache.tools.lookup import Lookup
from autoact_precache.tools.offline import OfflineRetrieve, OfflineSearch
from autoact_precache.tools.serper import Serper
from autoact_precache.tools.toolbox import Toolbox
from autoact_precache.tools.wikipedia import Wikipedia


def offline_toolbox(articles: str | None, results: int, similar: int) -> Toolbox:
    """Search and pages from the `articles` file (`Encyclopedia.open`), by default the shipped one.

    Raises ToolConfigError for a file that is missing or corrupt, naming file and line.
    """
    encyclopedia = Encyclopedia.open(articles or SHIPPED_ARTICLES)
    return encyclopedia_toolbox(encyclopedia, results, similar)


def encyclopedia_toolbox(encyclopedia: Encyclopedia, results: int, similar: int) -> Toolbox:
    """The offline tools over any encyclopedia, one made in memory included."""
    return Toolbox(
        [
            OfflineSearch(encyclopedia, results),
            OfflineRetrieve(encyclopedia, similar),
            Lookup(),
            Image2Text(),
        ]
    )


def online_toolbox(
    http: HttpClient,
    serper_url: str,
    results: int,
    language: str,
    wikipedia_url: str | None,
    similar: int,
) -> Toolbox:
    """Search over Serper and pages from Wikipedia, both through `http`."""
    return Toolbox(
        [
            Serper(http, serper_url, results),
            Wikipedia(http, language, similar, wikipedia_url),
            Lookup(),
            Image2Text(),
        ]
    )
