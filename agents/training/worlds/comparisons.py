"""Questions that set two pages side by side, and questions that two pages answer together."""

import itertools
import random
import re
from collections.abc import Iterator, Sequence

from autoact_precache.agents.training.questions import Hop, OracleQuestion
from autoact_precache.agents.training.worlds import wording
from autoact_precache.agents.training.worlds.asking import (
    askable,
    clause,
    hop,
    mixed,
    wrong_answers,
)
from autoact_precache.agents.training.worlds.entity import Entity, Value
from autoact_precache.agents.training.worlds.orders import ORDERS
from autoact_precache.agents.training.worlds.pages import answer, slots, text, with_article
from autoact_precache.agents.training.worlds.sharing import CAST, MEETINGS, SAME_KIND, SHARED

_WORDS = ("two", "three", "four", "five", "six", "seven", "eight", "nine")
_NUMBER = re.compile(r"(?:.*\b)?(?P<year>\d{4})|(?P<count>[\d,]+)(?: (?P<unit>.*))?")


def _number(value: Value) -> tuple[int, str] | None:
    """A value as a number, and its unit."""
    if value in _WORDS:
        return _WORDS.index(value) + 2, ""
    match = _NUMBER.fullmatch(text(value))
    if match is None:
        return None
    return int(match["year"] or match["count"].replace(",", "")), match["unit"] or ""


def _pairs(world: Sequence[Entity], rng: random.Random) -> list[tuple[Entity, Entity]]:
    """Pairs of one kind, and pairs of people, in mixed order."""
    pairs = [
        (one, other)
        for one, other in itertools.permutations(world, 2)
        if one.kind is other.kind or (one.kind.person and other.kind.person)
    ]
    return mixed(pairs, lambda pair: pair[0].kind.name, rng)


def _kind(entity: Entity) -> str:
    """What a thing is, in a word or two, whatever else is known of it."""
    if entity.kind.person:
        return "person"
    return next((line for line in entity.kind.types if not list(slots(line))), "place")


def _opposite(yes_or_no: str) -> str:
    return "no" if yes_or_no == "yes" else "yes"


def ordered(world: Sequence[Entity], rng: random.Random) -> Iterator[OracleQuestion]:
    """Which of two is the older, larger ..., or whether it is."""
    for one, other in _pairs(world, rng):
        comparable = [
            (order, fact)
            for order in ORDERS
            for fact in order.facts.split()
            if fact in askable(one) and fact in askable(other)
        ]
        if not comparable:
            continue
        order, fact = rng.choice(comparable)
        first, second = _number(one.facts[fact]), _number(other.facts[fact])
        if first is None or second is None or first == second or first[1] != second[1]:
            continue
        if rng.random() < 0.2:
            forms, right = order.less, "yes" if first < second else "no"
            wrong = _opposite(right)
        else:
            least = rng.random() < 0.6
            forms = order.least if least else order.most
            winner, loser = (one, other) if (first < second) == least else (other, one)
            right, wrong = winner.name, loser.name
        question = rng.choice(forms).format(one.text, other.text, kind=_kind(one))
        yield _compare(question, right, wrong, one, other, fact, rng)


def alike(world: Sequence[Entity], rng: random.Random) -> Iterator[OracleQuestion]:
    """Whether two things share something; yes and no take turns."""
    pairs = itertools.cycle(("yes", "no"))
    wanted = next(pairs)
    for one, other in _pairs(world, rng):
        shared = [
            fact
            for fact in _comparable(one, other)
            if (one.facts[fact] == other.facts[fact]) == (wanted == "yes")
        ]
        if shared:
            fact = rng.choice(shared)
            value = text(rng.choice((one, other)).facts[fact])
            question = rng.choice(SHARED[fact][0]).format(
                one.text,
                other.text,
                value=value,
                values=wording.plural(value),
                kinds="people" if one.kind.person else wording.plural(_kind(one)),
            )
            yield _compare(question, wanted, _opposite(wanted), one, other, fact, rng)
            wanted = next(pairs)


def in_common(world: Sequence[Entity], rng: random.Random) -> Iterator[OracleQuestion]:
    """What two things share."""
    for one, other in _pairs(world, rng):
        shared = [
            fact
            for fact in _comparable(one, other)
            if one.facts[fact] == other.facts[fact] and SHARED[fact][1]
        ]
        if shared:
            fact = rng.choice(shared)
            question = rng.choice(SHARED[fact][1]).format(one.text, other.text)
            right, (wrong, *_) = answer(one.facts[fact]), (*wrong_answers(other, fact), "")
            yield _compare(question, right, wrong, one, other, fact, rng)


def _comparable(one: Entity, other: Entity) -> list[str]:
    """Facts of both that can be the same, and that both pages state."""
    return [
        fact
        for fact in SHARED
        if fact in one.stated
        and fact in other.stated
        and not (fact in ("country", "region") and one.kind.person)
    ]


def same_kind(world: Sequence[Entity], rng: random.Random) -> Iterator[OracleQuestion]:
    """Whether two pages are about things of one kind, which half of the time they are."""
    things = [entity for entity in world if not entity.kind.person and _kind(entity) != "place"]
    for _ in things:
        one, other = rng.sample(things, 2)
        if rng.random() < 0.5:
            mates = [entity for entity in things if entity.kind is one.kind and entity is not one]
            other = rng.choice(mates) if mates else other
        right = "yes" if one.kind is other.kind else "no"
        question = rng.choice(SAME_KIND).format(
            one.text, other.text, kinds=wording.plural(_kind(one))
        )
        said = [f"{entity.text} is {with_article(_kind(entity))}" for entity in (one, other)]
        yield OracleQuestion(
            wording.finish(question, rng),
            right,
            (
                Hop(one.title, 0, f"what {one.text} is"),
                Hop(other.title, 0, f"what {other.text} is"),
            ),
            " and ".join(said),
            (_opposite(right),),
        )


def meetings(world: Sequence[Entity], rng: random.Random) -> Iterator[OracleQuestion]:
    """The value that two things lead to: "Who directed both ...?"."""
    for one, other in _pairs(world, rng):
        for fact, forms in MEETINGS.items():
            if fact not in askable(one) or fact not in askable(other):
                continue
            if one.facts[fact] == other.facts[fact]:
                question = rng.choice(forms).format(one.text, other.text)
                right, (wrong, *_) = answer(one.facts[fact]), (*wrong_answers(other, fact), "")
                yield _compare(question, right, wrong, one, other, fact, rng)
        casts = [
            {film.facts[fact]: fact for fact in ("star", "costar") if fact in film.stated}
            for film in (one, other)
        ]
        common = casts[0].keys() & casts[1].keys()
        if len(common) == 1:
            star = common.pop()
            hops = [
                Hop(film.title, film.stated[cast[star]], f"the cast of {film.text}", "star")
                for film, cast in zip((one, other), casts, strict=True)
            ]
            yield OracleQuestion(
                wording.finish(rng.choice(CAST).format(one.text, other.text), rng),
                answer(star),
                tuple(hops),
                f"{answer(star)} appears in both {one.text} and {other.text}",
                tuple(answer(rival) for cast in casts for rival in cast if rival != star),
            )


def _compare(
    question: str,
    right: str,
    wrong: str,
    one: Entity,
    other: Entity,
    fact: str,
    rng: random.Random,
) -> OracleQuestion:
    return OracleQuestion(
        wording.finish(question, rng),
        right,
        (hop(one, fact), hop(other, fact)),
        f"{clause(one, fact)} and {clause(other, fact)}",
        (wrong,) if wrong else (),
    )
