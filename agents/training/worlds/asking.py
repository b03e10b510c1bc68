"""What can be asked about a page, and the parts that all questions share."""

import random
import re
from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TypeVar

from autoact_precache.agents.training.facts import Article
from autoact_precache.agents.training.questions import Hop
from autoact_precache.agents.training.worlds.entity import Entity, Value
from autoact_precache.agents.training.worlds.pages import answer, text
from autoact_precache.agents.training.worlds.phrasing import RELATIONS

T = TypeVar("T")

_RUN = 2  # questions of one sort that come before others
# A fact is ambiguous where the page, or another page, gives a second value by another fact.
_RIVALS = {"star": ("costar",), "starred": ("starred_too",), "birth_name": ("pseudonym",)}


@lru_cache(maxsize=128)  # about as many as a world has pages
def askable(entity: Entity) -> tuple[str, ...]:
    """The facts that the finished page states, that can be asked for, and have one value only."""

    def clear(fact: str) -> bool:
        relation = RELATIONS.get(fact)
        rivals = _RIVALS.get(fact, ())
        return (
            relation is not None
            and relation.of_people in (None, entity.kind.person)
            and entity.uses[fact] <= 1
            and not any(rival in entity.stated or entity.uses[rival] for rival in rivals)
        )

    return tuple(fact for fact in entity.stated if clear(fact))


def hop(entity: Entity, fact: str) -> Hop:
    index = entity.stated[fact]
    sentence = entity.sentences[index].casefold()
    keywords = [word for word in RELATIONS[fact].keywords.split() if word in sentence]
    return Hop(entity.title, index, sought(entity, fact), keywords[0] if keywords else "")


def sought(entity: Entity, fact: str) -> str:
    """What one looks for on the page: "the director of X", "the year when X was founded"."""
    relation = RELATIONS[fact]
    happened, in_, _value = relation.clause.partition(" in {value}")
    if relation.sort == "year" and in_:
        return "the year when " + happened.format(entity.text)
    phrase = relation.phrases[0] if relation.phrases else "the {type} of {}"
    return phrase.format(entity.text, type=relation.type)


def clause(entity: Entity, fact: str) -> str:
    """The fact in short."""
    said = RELATIONS[fact].clause.format(entity.text, value=text(entity.facts[fact]))
    return re.sub(r"\b(as|was|is) a (?=[aeiou])", r"\1 an ", said)


def wrong_answers(entity: Entity, fact: str, *others: Value) -> tuple[str, ...]:
    """Other values of the same sort on the page, after `others`."""
    right, sort = answer(entity.facts[fact]), RELATIONS[fact].sort
    alike = [
        entity.facts[other]
        for other in entity.stated
        if other in RELATIONS and RELATIONS[other].sort == sort
    ]
    names = dict.fromkeys(answer(value) for value in (*others, *alike))
    return tuple(name for name in names if name != right)


def names_itself(entity: Entity, index: int) -> bool:
    """Whether the sentence has the thing's own name, with its pronoun resolved."""
    article = Article(entity.title, tuple(entity.sentences))
    return entity.name in article.sentence(index)


def mixed(things: Sequence[T], sort: Callable[[T], str], rng: random.Random) -> list[T]:
    """The things in random order, but of each sort only a few before there is more of others."""
    seen: Counter[str] = Counter()
    rank: dict[int, int] = {}
    order = rng.sample(range(len(things)), len(things))
    for index in order:
        rank[index] = seen[sort(things[index])] // _RUN
        seen[sort(things[index])] += 1
    return [things[index] for index in sorted(order, key=rank.__getitem__)]


def gives_away(question: str, *names: str) -> bool:
    """Whether a question contains what is to be found out."""
    secrets = [*names, *(year for name in names for year in re.findall(r"\b\d{4}\b", name))]
    return any(
        re.search(rf"(?<!\w){re.escape(secret)}(?!\w)", question, re.IGNORECASE)
        for secret in secrets
    )


def fits_only(entity: Entity, facts: Sequence[str], world: Sequence[Entity]) -> bool:
    """Whether nothing else of this kind has the same values."""
    return not any(
        other is not entity
        and other.kind is entity.kind
        and all(other.facts.get(fact) == entity.facts[fact] for fact in facts)
        for other in world
    )
