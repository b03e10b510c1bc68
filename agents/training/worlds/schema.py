"""What an invented encyclopedia is made of: kinds of things, things, and how facts are drawn."""

import random
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from autoact_precache.agents.training.worlds.names import Locale


@dataclass(eq=False)
class Entity:
    """A thing with a page: its facts, and after rendering which sentence states which fact."""

    kind: "Kind"
    locale: Locale
    name: str  # as sentences write it, without a bracket
    title: str  # of the page
    last: str = ""  # a person's surname
    female: bool = False
    facts: dict[str, "Value"] = field(default_factory=dict)
    uses: Counter[str] = field(default_factory=Counter)  # things that point here, by inverse fact
    sentences: list[str] = field(default_factory=list)
    stated: dict[str, int] = field(default_factory=dict)

    @property
    def text(self) -> str:
        """The name inside a sentence: "the Varen", a song in quotation marks."""
        if self.kind.quoted:
            return f'"{self.name}"'
        return f"the {self.name}" if self.kind.article else self.name


Value: TypeAlias = Entity | str


@dataclass
class Draft:
    """A world while it is made."""

    rng: random.Random
    entities: dict[str, list[Entity]] = field(default_factory=lambda: defaultdict(list))
    names: set[str] = field(default_factory=set)


Draw: TypeAlias = Callable[[Draft, Entity], Value | None]


@dataclass(frozen=True)
class Kind:
    """A kind of page.

    Templates have slots: `{fact}`, `{a fact}` with "a" or "an" in front, `{name}`, and for people
    `{last}` and the pronouns `{he}`, `{his}`, `{him}`, `{is}`, `{was}`. A sentence is used only
    where every fact in it is known. `types`, `mentions` and `descriptions` are noun phrases for
    questions: "English actor born in 1970", "the 1994 film X", "the 1994 film starring A".
    """

    name: str
    make_name: Callable[[random.Random, str], str]
    count: tuple[int, int]  # how many a world has
    facts: Mapping[str, Draw]
    openings: Sequence[str]
    sentences: Sequence[str]
    types: Sequence[str]
    mentions: Sequence[str] = ("{name}",)
    descriptions: Sequence[str] = ()
    brackets: Sequence[str] = ()  # "film", "{year} film": what tells titles apart
    article: bool = False  # "the" in front of the name
    quoted: bool = False
    person: bool = False


def one_of(words: str, separator: str = ",") -> Draw:
    """One of the words."""
    choices = [word.strip() for word in words.split(separator)]
    return lambda draft, entity: draft.rng.choice(choices)


def maybe(draw: Draw, probability: float = 0.5) -> Draw:
    """A fact that not everything has."""
    return lambda draft, entity: draw(draft, entity) if draft.rng.random() < probability else None


def number(low: int, high: int, unit: str = "", step: int = 1) -> Draw:
    """A number, with commas from 1,000 on, and its unit."""
    return lambda draft, entity: f"{draft.rng.randrange(low, high + 1, step):,} {unit}".rstrip()


def year(low: int, high: int) -> Draw:
    return lambda draft, entity: str(draft.rng.randint(low, high))


def later(fact: str, low: int, high: int, latest: int = 2017) -> Draw:
    """A year some time after a year among the thing's own facts."""

    def draw(draft: Draft, entity: Entity) -> str | None:
        base = entity.facts.get(fact)
        if not isinstance(base, str):
            return None
        value = int(base[-4:]) + draft.rng.randint(low, high)
        return str(value) if value <= latest else None

    return draw


def in_life_of(fact: str, low: int, high: int, otherwise: tuple[int, int]) -> Draw:
    """A year when the linked person was `low` to `high` years old, or the band had been formed."""

    def draw(draft: Draft, entity: Entity) -> str:
        person = entity.facts.get(fact)
        facts = person.facts if isinstance(person, Entity) else {}
        born, formed = facts.get("birth_year"), facts.get("formed")
        if isinstance(formed, str):
            return str(min(int(formed) + draft.rng.randint(1, 15), 2016))
        if isinstance(born, str):
            first = int(born) + low
            return str(draft.rng.randint(first, max(first, min(int(born) + high, 2016))))
        return str(draft.rng.randint(*otherwise))

    return draw


def date(fact: str) -> Draw:
    """A day in the year that another fact gives, as the country writes it."""
    months = [
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ]

    def draw(draft: Draft, entity: Entity) -> str | None:
        in_year = entity.facts.get(fact)
        if in_year is None:
            return None
        day, month = draft.rng.randint(1, 28), draft.rng.choice(months)
        american = entity.locale.month_first
        return f"{month} {day}, {in_year}" if american else f"{day} {month} {in_year}"

    return draw


def locale(attribute: str) -> Draw:
    """The country, its adjective, or one of its regions."""

    def draw(draft: Draft, entity: Entity) -> str:
        value: str = getattr(entity.locale, attribute)
        return draft.rng.choice(value.split()) if attribute == "regions" else value

    return draw


def invented(make: Callable[[random.Random, str], str]) -> Draw:
    """A name without a page."""
    return lambda draft, entity: make(draft.rng, entity.locale.style)


def link(
    *kinds: str,
    inverse: str = "",
    otherwise: Callable[[random.Random, str], str] | None = None,
    local: bool = False,
    once: bool = False,
    without_page: float = 0.1,
) -> Draw:
    """Another thing of one of the kinds; else a name without a page, if `otherwise` makes one.

    `inverse` is the fact that the other thing gets in return, the first time. `local` asks for the
    same country, `once` for a thing that nothing points to in this way yet.
    """

    def draw(draft: Draft, entity: Entity) -> Value | None:
        candidates = [
            other
            for kind in kinds
            for other in draft.entities[kind]
            if other is not entity
            and other not in entity.facts.values()
            and not (local and other.locale.country != entity.locale.country)
            and not (once and other.uses[inverse])
        ]
        if not candidates or (otherwise and draft.rng.random() < without_page):
            return otherwise(draft.rng, entity.locale.style) if otherwise else None
        other = draft.rng.choice(candidates)
        if inverse:
            other.uses[inverse] += 1
            other.facts.setdefault(inverse, entity)
        return other

    return draw
