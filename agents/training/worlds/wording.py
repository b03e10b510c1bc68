"""Noun phrases and questions as crowd workers write them."""

import random
import re
from collections.abc import Sequence

from autoact_precache.agents.training.worlds.relations import Relation
from autoact_precache.agents.training.worlds.render import fill, slots
from autoact_precache.agents.training.worlds.schema import Entity, Value

_DETAIL = 0.35  # how often a value is called by more than its kind


def _usable(templates: Sequence[str], entity: Entity) -> list[str]:
    """The templates all of whose facts the page states."""
    return [t for t in templates if all(slot in entity.stated for slot in slots(t))]


def _basics(entity: Entity) -> Sequence[str]:
    """Phrases that need nothing but the kind of thing."""
    return [t for t in entity.kind.types if list(slots(t)) in ([], ["occupation"], ["settlement"])]


def subject(entity: Entity, world: Sequence[Entity], rng: random.Random, described: float) -> str:
    """The thing by name, or by a description that fits nothing else in the world."""
    if rng.random() < described:
        descriptions = _usable(entity.kind.descriptions, entity)
        rng.shuffle(descriptions)
        for template in descriptions:
            phrase = fill(template, entity)
            wanted = {slot: entity.facts[slot] for slot in slots(template)}
            if not any(
                other is not entity
                and other.kind is entity.kind
                and all(other.facts.get(slot) == value for slot, value in wanted.items())
                for other in world
            ):
                return phrase
    return fill(rng.choice(_usable(entity.kind.mentions, entity) or ["{name}"]), entity)


def type_of(value: Value, relation: Relation, rng: random.Random) -> str:
    """What the value is: "town", "English actor"."""
    if isinstance(value, str):
        return relation.type
    return fill(rng.choice(_basics(value)), value)


def detail(entity: Entity, rng: random.Random) -> tuple[str, str] | None:
    """A phrase with a fact of the page in it, and the last of its facts."""
    templates = [
        t
        for t in _usable(entity.kind.types, entity)
        if [slot for slot in slots(t) if slot not in ("occupation", "settlement")]
    ]
    if not templates:
        return None
    template = rng.choice(templates)
    return fill(template, entity), list(slots(template))[-1]


def phrase(relation: Relation, of: str, value: Entity, rng: random.Random) -> str:
    """The value as "the director of ..."."""
    return rng.choice(relation.phrases).format(of, type=type_of(value, relation, rng))


def ask(relation: Relation, about: str, value: Value, rng: random.Random, type_: str = "") -> str:
    """A question for the value; `type_` says what it is, with details."""
    questions = relation.questions
    if type_:
        questions = tuple(q for q in questions if "{type}" in q) or questions
    kind = type_ or type_of(value, relation, rng)
    return finish(rng.choice(questions).format(about, type=kind), rng)


def finish(question: str, rng: random.Random) -> str:
    """A capital and a question mark, most of the time."""
    if rng.random() < 0.9:
        question = question[0].upper() + question[1:]
    if rng.random() < 0.08:
        question = question.rstrip("?")
    elif not question.endswith("?"):
        question += "?"
    return re.sub(r"\bthe the\b", "the", question)
