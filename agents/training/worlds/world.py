"""One invented encyclopedia: things that are linked, their pages, questions about them."""

import itertools
import random
from dataclasses import dataclass

from autoact_precache.agents.training.facts import Article
from autoact_precache.agents.training.questions import OracleQuestion
from autoact_precache.agents.training.worlds import bridges, comparisons, names
from autoact_precache.agents.training.worlds.entity import Draft, Entity, Kind
from autoact_precache.agents.training.worlds.kinds import KINDS
from autoact_precache.agents.training.worlds.locales import LOCALES, Locale
from autoact_precache.agents.training.worlds.pages import fill, known, write_page

_COUNTRIES = 4  # in one world, so that things in it have something in common
_ABSENT = 0.65  # of the kinds that a world can do without
_BRACKETED = 0.12  # of the titles have a bracket
_MOST = (  # how many questions of each sort a world has at most
    (bridges.bridges, 55),
    (bridges.identified, 22),
    (bridges.among, 5),
    (bridges.single, 8),
    (comparisons.meetings, 8),
    (comparisons.ordered, 13),
    (comparisons.alike, 5),
    (comparisons.same_kind, 2),
    (comparisons.in_common, 4),
)


@dataclass(frozen=True)
class World:
    """The articles by title, and questions that they answer."""

    articles: dict[str, Article]
    questions: list[OracleQuestion]


def make_world(rng: random.Random) -> World:
    """Invent 40 to 90 articles and about 120 questions.

    The same state of `rng` gives the same world.
    """
    draft = Draft(rng)
    locales = rng.sample(LOCALES, _COUNTRIES)
    for kind in KINDS:
        for _ in range(_how_many(kind, rng)):
            # What comes after the towns is where a town is, so that it can be in one.
            towns = draft.entities["town"] if kind.name != "town" else []
            _create(kind, rng.choice(towns).locale if towns else rng.choice(locales), draft)
    entities = [entity for group in draft.entities.values() for entity in group]
    for entity in entities:
        write_page(entity, rng)
    questions: list[OracleQuestion] = []
    for source, most in _MOST:
        questions += itertools.islice(source(entities, rng), most)
    rng.shuffle(questions)
    articles = {e.title: Article(e.title, tuple(e.sentences)) for e in entities}
    return World(articles, questions)


def _how_many(kind: Kind, rng: random.Random) -> int:
    low, high = kind.count
    if low == 0 and rng.random() < _ABSENT:
        return 0
    return rng.randint(max(low, 1), high)


def _create(kind: Kind, locale: Locale, draft: Draft) -> None:
    rng = draft.rng
    female = kind.person and rng.random() < 0.45
    name, last = "", ""
    while not name or name.casefold() in draft.names:
        if kind.person:
            name, last = names.person(rng, locale.style, female)
        else:
            name = kind.make_name(rng, locale.style)
    draft.names.add(name.casefold())
    entity = Entity(kind, locale, name, name, last, female)
    for fact, draw in kind.facts.items():
        value = draw(draft, entity)
        if value is not None:
            entity.facts[fact] = value
    brackets = [bracket for bracket in kind.brackets if known(bracket, entity)]
    if brackets and rng.random() < _BRACKETED:
        entity.title = f"{name} ({fill(rng.choice(brackets), entity)})"
    draft.entities[kind.name].append(entity)
