"""What the agents can call: web search, Wikipedia, an offline encyclopedia, lookup, image text."""

from autoact_precache.tools.articles import Article, read_articles
from autoact_precache.tools.http import HttpClient
from autoact_precache.tools.image import Image2Text
from autoact_precache.tools.index import Encyclopedia
from autoact_precache.tools.lookup import Lookup
from autoact_precache.tools.offline import OfflineRetrieve, OfflineSearch
from autoact_precache.tools.presets import encyclopedia_toolbox, offline_toolbox, online_toolbox
from autoact_precache.tools.serper import Serper
from autoact_precache.tools.tool import ImageText, Observation, Page, Tool, ToolConfigError
from autoact_precache.tools.toolbox import Toolbox, ToolSession
from autoact_precache.tools.wikipedia import Wikipedia

__all__ = [
    "Article",
    "Encyclopedia",
    "HttpClient",
    "Image2Text",
    "ImageText",
    "Lookup",
    "Observation",
    "OfflineRetrieve",
    "OfflineSearch",
    "Page",
    "Serper",
    "Tool",
    "ToolConfigError",
    "ToolSession",
    "Toolbox",
    "Wikipedia",
    "encyclopedia_toolbox",
    "offline_toolbox",
    "online_toolbox",
    "read_articles",
]
