"""Pages written from templates with slots, which a thing's facts fill."""

import random
import re
from collections.abc import Iterator

from autoact_precache.agents.training.worlds.entity import Entity, Value

_SLOT = re.compile(r"\{(?P<article>[aA] )?(?P<key>\w+)\}")
_BY_SEX = {
    "he": ("he", "she"),
    "He": ("He", "She"),
    "his": ("his", "her"),
    "His": ("His", "Her"),
    "him": ("him", "her"),
    "son": ("son", "daughter"),
    "himself": ("himself", "herself"),
}
_BY_LIFE = {  # living, dead
    "is": ("is", "was"),
    "has": ("has", "had"),
    "plays": ("plays", "played"),
    "lives": ("lives", "lived"),
    "speaks": ("speaks", "spoke"),
}
_LIFE = ("birth_date", "birth_year", "death_date", "death_year")
_AN = re.compile(
    r"(?!uni|eu|one\b|use|uti|U\.)[aeiou]|8|11\b|18\b|hour|honou?r|heir", re.IGNORECASE
)
_REPEATABLE = ("country", "region", "region_word", "settlement", "nationality", "occupation")


def text(value: Value) -> str:
    """A value inside a sentence."""
    return value.text if isinstance(value, Entity) else value


def answer(value: Value) -> str:
    """A value as an answer: a name without "the" and without quotation marks."""
    return value.name if isinstance(value, Entity) else value.removeprefix("the ")


def with_article(word: str) -> str:
    return f"an {word}" if _AN.match(word) else f"a {word}"


def slots(template: str) -> Iterator[str]:
    """The facts that a template needs."""
    for match in _SLOT.finditer(template):
        if match["key"] == "life":
            yield from ("birth_date", "birth_year")
        elif match["key"] not in ("name", "last", *_BY_SEX, *_BY_LIFE):
            yield match["key"]


def known(template: str, entity: Entity) -> bool:
    return all(key in entity.facts for key in slots(template))


def fill(template: str, entity: Entity) -> str:
    """The template with its slots filled; every fact in it must be known."""

    def replace(match: re.Match[str]) -> str:
        word = _word(match["key"], entity)
        if not match["article"]:
            return word
        phrase = with_article(word)
        return phrase.capitalize() if match["article"] == "A " else phrase

    return _SLOT.sub(replace, template)


def _word(key: str, entity: Entity) -> str:
    if key in _BY_SEX:
        return _BY_SEX[key][entity.female]
    if key in _BY_LIFE:
        return _BY_LIFE[key]["death_year" in entity.facts]
    match key:
        case "name":
            return entity.text
        case "last":
            return entity.last
        case "life":
            born = text(entity.facts["birth_date"])
            died = entity.facts.get("death_date")
            return f"{born} \N{EN DASH} {text(died)}" if died else f"born {born}"
    return text(entity.facts[key])


def write_page(entity: Entity, rng: random.Random) -> None:
    """Fill in the sentences, and which of them states what: an opening, then others in any order.

    A sentence is taken only if it repeats nothing that an earlier one says.
    """
    _state(entity, rng.choice([line for line in entity.kind.openings if known(line, entity)]))
    wanted = rng.choices((1, 2, 3, 4, 5), (2, 4, 6, 5, 3))[0]
    pool = [line for line in entity.kind.sentences if known(line, entity)]
    rng.shuffle(pool)
    for line in dict.fromkeys(pool):
        said = [key for key in slots(line) if key not in _REPEATABLE]
        if len(entity.sentences) < wanted and not any(key in entity.stated for key in said):
            _state(entity, line)


def _state(entity: Entity, template: str) -> None:
    sentence = fill(template, entity)
    keys = list(slots(template))
    if "{life}" in template:
        keys += [key for key in _LIFE if key in entity.facts]
    for key in keys:
        entity.stated.setdefault(key, len(entity.sentences))
    entity.sentences.append(sentence[0].upper() + sentence[1:])
