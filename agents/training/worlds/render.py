"""Templates with slots, filled from a thing's facts."""

import random
import re
from collections.abc import Iterator

from autoact_precache.agents.training.worlds.schema import Entity, Value

_SLOT = re.compile(r"\{(?P<article>[aA] )?(?P<key>\w+)\}")
# Slots of people, (man, woman); those that depend on life and death are in `_word`.
_PRONOUNS = {
    "he": ("he", "she"),
    "He": ("He", "She"),
    "his": ("his", "her"),
    "His": ("His", "Her"),
    "him": ("him", "her"),
    "son": ("son", "daughter"),
    "actor": ("actor", "actress"),
    "himself": ("himself", "herself"),
    "brother": ("brother", "sister"),
    "man": ("man", "woman"),
}
_LIFE = ("birth_date", "birth_year", "death_date", "death_year")
_AN = re.compile(r"(?!uni|eu|one|use|uti|U\.)[aeiou]|8|11\b|18\d\d|hour|honou?r|heir|F\.|X-", re.I)


def answer(value: Value) -> str:
    """A value as an answer: a name without "the" and without quotation marks."""
    return value.name if isinstance(value, Entity) else value.removeprefix("the ")


def text(value: Value) -> str:
    return value.text if isinstance(value, Entity) else value


def slots(template: str) -> Iterator[str]:
    """The facts that a template needs."""
    for match in _SLOT.finditer(template):
        if match["key"] == "life":
            yield from ("birth_date", "birth_year")
        elif match["key"] not in ("name", "last", "is", "was", "has", *_PRONOUNS):
            yield match["key"]


def known(template: str, entity: Entity) -> bool:
    return all(key in entity.facts for key in slots(template))


def fill(template: str, entity: Entity) -> str:
    """The template with its slots filled; every fact in it must be known."""

    def replace(match: re.Match[str]) -> str:
        word = _word(match["key"], entity)
        if not match["article"]:
            return word
        article = "an" if _AN.match(word) else "a"
        return f"{article.capitalize() if match['article'] == 'A ' else article} {word}"

    return _SLOT.sub(replace, template)


def _word(key: str, entity: Entity) -> str:
    if key in _PRONOUNS:
        return _PRONOUNS[key][entity.female]
    dead = "death_year" in entity.facts
    match key:
        case "name":
            return entity.text
        case "last":
            return entity.last or entity.name
        case "is":
            return "was" if dead else "is"
        case "was":
            return "was" if dead else "has been"
        case "has":
            return "had" if dead else "has"
        case "life":
            born = text(entity.facts["birth_date"])
            died = entity.facts.get("death_date")
            return f"{born} \N{EN DASH} {text(died)}" if died else f"born {born}"
    return text(entity.facts[key])


def write_page(entity: Entity, rng: random.Random) -> None:
    """Fill in the sentences, and which of them states what: an opening, then others in any order.

    A sentence is taken only if it says something that no earlier one says.
    """
    openings = [opening for opening in entity.kind.openings if known(opening, entity)]
    _state(entity, rng.choice(openings))
    wanted = rng.choices((1, 2, 3, 4, 5), (1, 4, 6, 5, 3))[0]
    pool = [sentence for sentence in entity.kind.sentences if known(sentence, entity)]
    rng.shuffle(pool)
    for sentence in pool:
        if len(entity.sentences) >= wanted:
            break
        said = [key for key in slots(sentence)]
        if all(key not in entity.stated or key in ("country", "region") for key in said):
            _state(entity, sentence)


def _state(entity: Entity, template: str) -> None:
    sentence = fill(template, entity)
    keys = list(slots(template))
    if "{life}" in template:
        keys += [key for key in _LIFE if key in entity.facts]
    for key in keys:
        entity.stated.setdefault(key, len(entity.sentences))
    entity.sentences.append(sentence[0].upper() + sentence[1:])
