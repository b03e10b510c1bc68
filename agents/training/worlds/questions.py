"""Questions about a world: over one page, over two linked pages, over two pages side by side."""

import random
import re
from collections.abc import Iterator, Sequence

from autoact_precache.agents.training.questions import Hop, OracleQuestion
from autoact_precache.agents.training.worlds import relations, relations_of_places, wording
from autoact_precache.agents.training.worlds.render import answer, text
from autoact_precache.agents.training.worlds.schema import Entity, Value

RELATIONS = {
    **relations.PEOPLE,
    **relations.WORKS,
    **relations_of_places.PLACES,
    **relations_of_places.GROUPS,
}


def facts(entity: Entity) -> list[str]:
    """The facts that the page states, that can be asked for, and that have one value only."""
    return [
        fact
        for fact in entity.stated
        if fact in RELATIONS and entity.uses[fact] <= 1 and fact in entity.facts
    ]


def hop(entity: Entity, fact: str) -> Hop:
    relation = RELATIONS[fact]
    index = entity.stated[fact]
    sentence = entity.sentences[index].casefold()
    keywords = [word for word in relation.keywords.split() if word in sentence]
    return Hop(entity.title, index, f"the {sought(fact)} of {entity.text}", (keywords or [""])[0])


def sought(fact: str) -> str:
    return RELATIONS[fact].type if fact in ("town", "setting") else fact.replace("_", " ")


def clause(entity: Entity, fact: str) -> str:
    said = RELATIONS[fact].clause.format(entity.text, value=text(entity.facts[fact]))
    return re.sub(r"\b(as a) (?=[aeiou])", r"\1n ", said)


def wrong_answers(entity: Entity, fact: str, *others: Value) -> tuple[str, ...]:
    """Other values of the same sort on the page, after `others`."""
    right, sort = answer(entity.facts[fact]), RELATIONS[fact].answers
    values = [
        answer(entity.facts[other]) for other in facts(entity) if RELATIONS[other].answers == sort
    ]
    candidates = dict.fromkeys([*map(answer, others), *values])
    return tuple(value for value in candidates if value != right)


def single(world: Sequence[Entity], rng: random.Random) -> Iterator[OracleQuestion]:
    for entity in world:
        for fact in facts(entity):
            subject = wording.subject(entity, world, rng, described=0.2)
            asked = wording.ask(RELATIONS[fact], subject, entity.facts[fact], rng)
            if gives_away(asked, answer(entity.facts[fact])):
                continue
            yield OracleQuestion(
                asked,
                answer(entity.facts[fact]),
                (hop(entity, fact),),
                clause(entity, fact),
                wrong_answers(entity, fact),
            )


def bridges(world: Sequence[Entity], rng: random.Random) -> Iterator[OracleQuestion]:
    """The value of a fact of the value of a fact."""
    for entity in world:
        for first in facts(entity):
            middle = entity.facts[first]
            if not isinstance(middle, Entity) or not RELATIONS[first].phrases:
                continue
            for second in facts(middle):
                value = middle.facts[second]
                if value is entity:
                    continue
                subject = wording.subject(entity, world, rng, described=0.3)
                phrase = wording.phrase(RELATIONS[first], subject, middle, rng)
                asked = wording.ask(RELATIONS[second], phrase, value, rng)
                if gives_away(asked, middle.name, answer(value)):
                    continue
                yield OracleQuestion(
                    asked,
                    answer(value),
                    (hop(entity, first), hop(middle, second)),
                    f"{clause(entity, first)}, and {clause(middle, second)}",
                    wrong_answers(middle, second, middle),
                )


def identified(world: Sequence[Entity], rng: random.Random) -> Iterator[OracleQuestion]:
    """Which thing it is that the first page links to and the second page tells more about."""
    for entity in world:
        for first in facts(entity):
            middle = entity.facts[first]
            if not isinstance(middle, Entity):
                continue
            detail = wording.detail(middle, rng)
            if detail is None:
                continue
            type_, fact = detail
            subject = wording.subject(entity, world, rng, described=0.2)
            if fact in facts(middle) and middle.name in middle.sentences[middle.stated[fact]]:
                asked = wording.ask(RELATIONS[first], subject, middle, rng, type_=type_)
                if gives_away(asked, middle.name):
                    continue
                yield OracleQuestion(
                    asked,
                    middle.name,
                    (hop(entity, first), hop(middle, fact)),
                    f"{clause(entity, first)}, and {clause(middle, fact)}",
                    wrong_answers(entity, first),
                )


def gives_away(text: str, *names: str) -> bool:
    """Whether a question contains what is to be found out."""
    return any(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text, re.IGNORECASE) for name in names)
