"""The kinds of pages, in the order in which a world makes them: links lead to what exists."""

from autoact_precache.agents.training.worlds.entity import Kind
from autoact_precache.agents.training.worlds.kinds.artists import ARTISTS
from autoact_precache.agents.training.worlds.kinds.bands import BANDS
from autoact_precache.agents.training.worlds.kinds.books import BOOKS
from autoact_precache.agents.training.worlds.kinds.buildings import BUILDINGS
from autoact_precache.agents.training.worlds.kinds.business import BUSINESS
from autoact_precache.agents.training.worlds.kinds.geography import GEOGRAPHY
from autoact_precache.agents.training.worlds.kinds.groups import GROUPS
from autoact_precache.agents.training.worlds.kinds.history import HISTORY
from autoact_precache.agents.training.worlds.kinds.music import MUSIC
from autoact_precache.agents.training.worlds.kinds.press import PRESS
from autoact_precache.agents.training.worlds.kinds.professionals import PROFESSIONALS
from autoact_precache.agents.training.worlds.kinds.schools import SCHOOLS
from autoact_precache.agents.training.worlds.kinds.screen import SCREEN
from autoact_precache.agents.training.worlds.kinds.sport import SPORT
from autoact_precache.agents.training.worlds.kinds.towns import TOWNS
from autoact_precache.agents.training.worlds.kinds.transport import TRANSPORT

KINDS: tuple[Kind, ...] = (
    *GEOGRAPHY,
    *TOWNS,
    *BUILDINGS,
    *SCHOOLS,
    *TRANSPORT,
    *GROUPS,
    *ARTISTS,
    *SPORT,
    *PROFESSIONALS,
    *BUSINESS,
    *PRESS,
    *BANDS,
    *BOOKS,
    *SCREEN,
    *MUSIC,
    *HISTORY,
)
