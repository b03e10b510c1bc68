"""Noun phrases and questions as crowd workers write them."""

import random
import re
from collections.abc import Sequence

from autoact_precache.agents.training.worlds.asking import fits_only
from autoact_precache.agents.training.worlds.entity import Entity, Value
from autoact_precache.agents.training.worlds.pages import fill, slots, with_article
from autoact_precache.agents.training.worlds.phrasing.relation import Relation

# Facts that only say what something is.
_NOUNS = ("occupation", "settlement", "vessel", "dances", "dish_type")
_EXPLAINED = 0.15  # of the things named: "X, a 1994 film,"
_DETAILED = 0.25  # of the things in the middle: "the English actor who ..."
_TYPE_IS_SUBJECT = re.compile(r"(?:Which|What) \{type\} .*\{\}\?")


def _usable(templates: Sequence[str], entity: Entity) -> list[str]:
    """The templates all of whose facts the page states."""
    return [line for line in templates if all(slot in entity.stated for slot in slots(line))]


def subject(entity: Entity, world: Sequence[Entity], rng: random.Random, described: float) -> str:
    """The thing by name, or, with a probability, by a description that fits nothing else."""
    if rng.random() < described:
        descriptions = _usable(entity.kind.descriptions, entity)
        rng.shuffle(descriptions)
        for line in descriptions:
            if fits_only(entity, list(slots(line)), world):
                return fill(line, entity)
    explained = detailed(entity, rng) if rng.random() < _EXPLAINED else None
    if explained:
        return f"{entity.text}, {with_article(explained[0])},"
    return fill(rng.choice(_usable(entity.kind.mentions, entity)), entity)


def noun(value: Value, relation: Relation, rng: random.Random) -> str:
    """What the value is, without any detail: "town", "actor"."""
    if isinstance(value, str):
        return relation.type
    basics = [line for line in value.kind.types if all(slot in _NOUNS for slot in slots(line))]
    return fill(rng.choice(basics), value)


def detailed(entity: Entity, rng: random.Random) -> tuple[str, str] | None:
    """A noun phrase with a fact of the page in it, and that fact."""
    lines = _usable(entity.kind.types, entity)
    rng.shuffle(lines)
    for line in lines:
        details = [slot for slot in slots(line) if slot not in _NOUNS]
        if details:
            return fill(line, entity), details[-1]
    return None


def phrase(relation: Relation, of: str, type_: str, rng: random.Random) -> str:
    """The value, which is a `type_`, as "the director of ..."."""
    return rng.choice(relation.phrases).format(of, type=type_)


def middle(entity: Entity, relation: Relation, rng: random.Random) -> str:
    """What the thing in the middle is, sometimes in detail."""
    details = detailed(entity, rng) if rng.random() < _DETAILED else None
    return details[0] if details else noun(entity, relation, rng)


def ask(relation: Relation, about: str, type_: str, rng: random.Random, typed: bool = False) -> str:
    """A question for the value, which is a `type_`; `typed` asks for a question that says so."""
    questions = [line for line in relation.questions if "{type}" in line or not typed]
    return finish(rng.choice(questions or relation.questions).format(about, type=type_), rng)


def ask_with(
    relation: Relation, about: str, type_: str, predicate: str, rng: random.Random
) -> str | None:
    """A question for the one value that did this and that: "Which actor starred in X and ...?"."""
    questions = [line for line in relation.questions if _TYPE_IS_SUBJECT.fullmatch(line)]
    if not questions:
        return None
    question = rng.choice(questions).format(about, type=type_)
    return finish(f"{question[:-1]} and {predicate}?", rng)


def ask_through(
    first: Relation,
    about: str,
    middle: str,
    person: bool,
    second: Relation,
    type_: str,
    rng: random.Random,
) -> str | None:
    """A statement with a question for an end: "X was directed by a man who was born where?"."""
    ends = [line[3:] for line in second.questions if line.startswith("{} ")]
    if not ends or not first.clause.endswith("{value}"):
        return None
    start = first.clause.format(about, value=with_article(middle))
    pronoun = "who" if person else rng.choice(("that", "which"))
    return finish(f"{start} {pronoun} {rng.choice(ends).format(type=type_)}", rng)


def predicate(clause: str) -> str | None:
    """What a clause says of its subject: "was born in Ulm"; None where it opens otherwise."""
    return clause[3:] if clause.startswith("{} ") else None


def plural(word: str) -> str:
    if word.endswith("y") and word[-2] not in "aeiou":
        return f"{word[:-1]}ies"
    return word if word.endswith("series") else f"{word}{'es' if word[-1] in 'sxh' else 's'}"


def finish(question: str, rng: random.Random) -> str:
    """A capital and a question mark, most of the time."""
    question = re.sub(r",(?=[?,])", "", question).replace("the the ", "the ")
    if rng.random() < 0.92:
        question = question[0].upper() + question[1:]
    if rng.random() < 0.08:
        question = question.rstrip("?")
    elif not question.endswith("?"):
        question += "?"
    return question
