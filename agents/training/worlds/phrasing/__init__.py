"""How English asks for every fact."""

from autoact_precache.agents.training.worlds.phrasing.arts_and_trades import ARTS_AND_TRADES
from autoact_precache.agents.training.worlds.phrasing.bands import BANDS
from autoact_precache.agents.training.worlds.phrasing.buildings import BUILDINGS
from autoact_precache.agents.training.worlds.phrasing.business import BUSINESS
from autoact_precache.agents.training.worlds.phrasing.groups import GROUPS
from autoact_precache.agents.training.worlds.phrasing.history import HISTORY
from autoact_precache.agents.training.worlds.phrasing.music import MUSIC
from autoact_precache.agents.training.worlds.phrasing.people import PEOPLE
from autoact_precache.agents.training.worlds.phrasing.places import PLACES
from autoact_precache.agents.training.worlds.phrasing.relation import Relation
from autoact_precache.agents.training.worlds.phrasing.screen import SCREEN
from autoact_precache.agents.training.worlds.phrasing.sport_and_state import SPORT_AND_STATE
from autoact_precache.agents.training.worlds.phrasing.works import WORKS

RELATIONS: dict[str, Relation] = {
    **ARTS_AND_TRADES,
    **BANDS,
    **BUILDINGS,
    **BUSINESS,
    **GROUPS,
    **HISTORY,
    **MUSIC,
    **PEOPLE,
    **PLACES,
    **SCREEN,
    **SPORT_AND_STATE,
    **WORKS,
}
