"""What an invented encyclopedia is made of: kinds of pages, and the things that have one."""

import random
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from autoact_precache.agents.training.worlds.locales import Locale


@dataclass(eq=False)
class Entity:
    """A thing with a page: its facts, its sentences, and which of them states which fact."""

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

    def year(self, fact: str) -> int | None:
        """The year that a fact is, if it is one."""
        value = self.facts.get(fact)
        return int(value) if isinstance(value, str) and value.isdecimal() else None


Value: TypeAlias = Entity | str


@dataclass
class Draft:
    """A world while it is made."""

    rng: random.Random
    entities: dict[str, list[Entity]] = field(default_factory=lambda: defaultdict(list))
    names: set[str] = field(default_factory=set)

    def people(self) -> list[Entity]:
        return [one for group in self.entities.values() for one in group if one.kind.person]


MakeName: TypeAlias = Callable[[random.Random, str], str]
Draw: TypeAlias = Callable[[Draft, Entity], Value | None]


@dataclass(frozen=True)
class Kind:
    """A kind of page.

    Templates have slots: `{fact}`, `{a fact}` with "a" or "an" in front, `{name}`, and for people
    `{last}`, pronouns and words in the tense of their life (see `pages`). A template is used only
    where every fact in it is known. `types`, `mentions` and `descriptions` are noun phrases for
    questions: "English actor born in 1970", "the 1994 film X", "the 1994 film starring A".
    """

    name: str
    make_name: MakeName
    count: tuple[int, int]  # how many a world has; from 0 on means often none at all
    facts: Mapping[str, Draw]
    openings: Sequence[str]
    sentences: Sequence[str]
    types: Sequence[str]
    mentions: Sequence[str] = ("{name}",)
    descriptions: Sequence[str] = ()
    brackets: Sequence[str] = ()  # "film", "{released} film": what tells titles apart
    article: bool = False  # "the" in front of the name
    quoted: bool = False
    person: bool = False


def lines(block: str) -> tuple[str, ...]:
    """The lines of a table of templates."""
    return tuple(stripped for line in block.splitlines() if (stripped := line.strip()))
