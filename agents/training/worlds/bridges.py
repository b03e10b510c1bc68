"""Questions over one page, and over two pages of which the first leads to the second.

Every source yields its questions in random order, so that a caller can take the first few.
"""

import random
from collections.abc import Iterator, Sequence

from autoact_precache.agents.training.questions import Hop, OracleQuestion
from autoact_precache.agents.training.worlds import wording
from autoact_precache.agents.training.worlds.asking import (
    askable,
    clause,
    gives_away,
    hop,
    mixed,
    names_itself,
    wrong_answers,
)
from autoact_precache.agents.training.worlds.entity import Entity
from autoact_precache.agents.training.worlds.pages import answer, text
from autoact_precache.agents.training.worlds.phrasing import RELATIONS

_DESCRIBED = 0.4  # of the first pages are described, not named
_THROUGH = 0.3  # of the questions go from page to page in the order of the pages
_CONJOINED = 0.4  # of the questions for the thing in the middle join two clauses by "and"


def single(world: Sequence[Entity], rng: random.Random) -> Iterator[OracleQuestion]:
    """The value of a fact."""
    pairs = [(thing, fact) for thing in world for fact in askable(thing)]
    for entity, fact in mixed(pairs, lambda pair: pair[-1], rng):
        value, relation = entity.facts[fact], RELATIONS[fact]
        subject = wording.subject(entity, world, rng, _DESCRIBED)
        asked = wording.ask(relation, subject, wording.noun(value, relation, rng), rng)
        if not gives_away(asked, answer(value)):
            yield OracleQuestion(
                asked,
                answer(value),
                (hop(entity, fact),),
                clause(entity, fact),
                wrong_answers(entity, fact),
            )


def _links(world: Sequence[Entity]) -> list[tuple[Entity, str, Entity]]:
    return [
        (entity, fact, value)
        for entity in world
        for fact in askable(entity)
        if isinstance(value := entity.facts[fact], Entity)
    ]


def bridges(world: Sequence[Entity], rng: random.Random) -> Iterator[OracleQuestion]:
    """The value of a fact of the value of a fact."""
    chains = [(*link, second) for link in _links(world) for second in askable(link[-1])]
    for entity, first, middle, second in mixed(chains, lambda chain: chain[-1], rng):
        value = middle.facts[second]
        if value is entity or not RELATIONS[first].phrases:
            continue
        subject = wording.subject(entity, world, rng, _DESCRIBED)
        called = wording.middle(middle, RELATIONS[first], rng)
        type_ = wording.noun(value, RELATIONS[second], rng)
        asked, person = None, middle.kind.person
        if rng.random() < _THROUGH:
            asked = wording.ask_through(
                RELATIONS[first], subject, called, person, RELATIONS[second], type_, rng
            )
        if asked is None:
            phrase = wording.phrase(RELATIONS[first], subject, called, rng)
            asked = wording.ask(RELATIONS[second], phrase, type_, rng)
        if not gives_away(asked, middle.name, answer(value)):
            yield OracleQuestion(
                asked,
                answer(value),
                (hop(entity, first), hop(middle, second)),
                f"{clause(entity, first)}, and {clause(middle, second)}",
                wrong_answers(middle, second, middle),
            )


def identified(world: Sequence[Entity], rng: random.Random) -> Iterator[OracleQuestion]:
    """The thing that the first page links to, of which the second page tells more."""
    for entity, first, middle in mixed(_links(world), lambda link: link[1], rng):
        subject = wording.subject(entity, world, rng, _DESCRIBED)
        asked, fact = None, ""
        if rng.random() < _CONJOINED:
            fact = rng.choice(askable(middle))
            said = wording.predicate(RELATIONS[fact].clause)
            if said and middle.facts[fact] is not entity:
                said = said.format(value=text(middle.facts[fact]))
                type_ = wording.noun(middle, RELATIONS[first], rng)
                asked = wording.ask_with(RELATIONS[first], subject, type_, said, rng)
        elif detail := wording.detailed(middle, rng):
            type_, fact = detail
            if fact in askable(middle) and middle.facts[fact] is not entity:
                asked = wording.ask(RELATIONS[first], subject, type_, rng, typed=True)
        if (
            asked
            and not gives_away(asked, middle.name)
            and names_itself(middle, middle.stated[fact])
        ):
            yield OracleQuestion(
                asked,
                middle.name,
                (hop(entity, first), hop(middle, fact)),
                f"{clause(entity, first)}, and {clause(middle, fact)}",
                wrong_answers(entity, first),
            )


def among(world: Sequence[Entity], rng: random.Random) -> Iterator[OracleQuestion]:
    """One of two people whom the first page names, by what their own pages say."""
    for film in rng.sample(world, len(world)):
        stars = [film.facts.get(fact) for fact in ("star", "costar") if fact in film.stated]
        people = [star for star in stars if isinstance(star, Entity)]
        if len(people) < 2:
            continue
        rng.shuffle(people)
        right, wrong = people
        for fact in rng.sample(askable(right), min(3, len(askable(right)))):
            said = wording.predicate(RELATIONS[fact].clause)
            same = right.facts[fact] == wrong.facts.get(fact)
            if not said or same or not names_itself(right, right.stated[fact]):
                continue
            said = said.format(value=text(right.facts[fact]))
            subject = wording.subject(film, world, rng, 0.0)
            asked = rng.choice(
                (
                    f"Which star of {subject} {said}?",
                    f"Which actor in {subject} {said}?",
                    f"What is the name of the performer in {subject} who {said}?",
                    f"Who appeared in {subject} and {said}?",
                )
            )
            if not gives_away(asked, right.name):
                index = film.stated["costar"]  # which names both
                first = Hop(film.title, index, f"the cast of {film.text}", "star")
                yield OracleQuestion(
                    wording.finish(asked, rng),
                    right.name,
                    (first, hop(right, fact)),
                    f"{right.name} appears in {film.text}, and {clause(right, fact)}",
                    (wrong.name,),
                )
