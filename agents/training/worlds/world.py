"""One invented encyclopedia: things that are linked, their pages, questions about them."""

import random
from dataclasses import dataclass

from autoact_precache.agents.training.facts import Article
from autoact_precache.agents.training.questions import OracleQuestion
from autoact_precache.agents.training.worlds import comparisons, names, questions
from autoact_precache.agents.training.worlds.groups import GROUPS
from autoact_precache.agents.training.worlds.people import PEOPLE
from autoact_precache.agents.training.worlds.places import PLACES
from autoact_precache.agents.training.worlds.render import fill, known, write_page
from autoact_precache.agents.training.worlds.schema import Draft, Entity, Kind
from autoact_precache.agents.training.worlds.works import WORKS

# A kind can link only to what exists already, so the order is that of creation.
KINDS: tuple[Kind, ...] = (*PLACES, *GROUPS[:3], *PEOPLE, *GROUPS[3:], *WORKS)
_COUNTRIES = 4  # in one world, so that things in it have something in common
# How many questions of each sort a world has at most.
_SHARES = (
    (questions.bridges, 60),
    (questions.identified, 25),
    (comparisons.intersections, 12),
    (comparisons.comparisons, 25),
    (questions.single, 8),
)


@dataclass(frozen=True)
class World:
    """The articles by title, and questions that they answer."""

    articles: dict[str, Article]
    questions: list[OracleQuestion]


def make_world(rng: random.Random) -> World:
    """Invent a world. The same state of `rng` gives the same world."""
    draft = Draft(rng)
    locales = rng.sample(names.LOCALES, _COUNTRIES)
    for kind in KINDS:
        for _ in range(rng.randint(*kind.count)):
            towns = (
                draft.entities["town"] if kind.name != "town" else []
            )  # whatever comes later is where there is a town
            locale = rng.choice(towns).locale if towns else rng.choice(locales)
            _create(kind, locale, draft)
    entities = [entity for group in draft.entities.values() for entity in group]
    for entity in entities:
        write_page(entity, rng)
    by_title = {entity.title: entity for entity in entities}
    asked: list[OracleQuestion] = []
    for source, most in _SHARES:
        found = list(source(entities, rng))
        asked += rng.sample(found, min(most, len(found)))
    rng.shuffle(asked)
    articles = {title: Article(title, tuple(e.sentences)) for title, e in by_title.items()}
    return World(articles, asked)


def _create(kind: Kind, locale: names.Locale, draft: Draft) -> None:
    rng = draft.rng
    female = kind.person and rng.random() < 0.45
    while True:
        if kind.person:
            name, last = names.person(rng, locale.style, female)
        else:
            name, last = kind.make_name(rng, locale.style), ""
        name = name.removeprefix("the ")
        if name.casefold() not in draft.names:
            break
    draft.names.add(name.casefold())
    entity = Entity(kind, locale, name, name, last, female)
    for fact, draw in kind.facts.items():
        value = draw(draft, entity)
        if value is not None:
            entity.facts[fact] = value
    brackets = [bracket for bracket in kind.brackets if known(bracket, entity)]
    if brackets and rng.random() < 0.12:
        entity.title = f"{name} ({fill(rng.choice(brackets), entity)})"
    draft.entities[kind.name].append(entity)
