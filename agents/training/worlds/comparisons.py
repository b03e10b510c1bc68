"""Questions that set two pages side by side, and questions that two pages answer together."""

import itertools
import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from autoact_precache.agents.training.questions import OracleQuestion
from autoact_precache.agents.training.worlds import wording
from autoact_precache.agents.training.worlds.questions import (
    clause,
    facts,
    gives_away,
    hop,
    wrong_answers,
)
from autoact_precache.agents.training.worlds.render import answer, text
from autoact_precache.agents.training.worlds.schema import Entity


@dataclass(frozen=True)
class Order:
    """Facts with a more and a less; `{}` are the two things, `{kind}` is what they are."""

    facts: str
    least: tuple[str, ...]  # asks for the one with the smaller value
    most: tuple[str, ...]
    less: tuple[str, ...]  # whether the first has the smaller value


ORDERS = (
    Order("birth_year birth_date",
          ("Who was born first, {} or {}?", "Who is older, {} or {}?", "Who was born earlier, {} or {}?",
           "Which person was born first, {} or {}?", "Between {} and {}, who is older?",
           "Of {} and {}, who was born first?", "who is the older one, {} or {}"),
          ("Who is younger, {} or {}?", "Who was born later, {} or {}?",
           "Between {} and {}, who was born last?", "Which {kind} is younger, {} or {}?"),
          ("Was {} born before {}?", "Is {} older than {}?")),
    Order("founded formed first_issue opened",
          ("Which is older, {} or {}?", "Which was started first, {} or {}?",
           "Which {kind} is older, {} or {}?", "Which came first, {} or {}?",
           "Between {} and {}, which has existed longer?"),
          ("Which {kind} is newer, {} or {}?", "Which was started more recently, {} or {}?",
           "Of {} and {}, which is the younger {kind}?"),
          ("Is {} older than {}?", "Did {} exist before {}?")),
    Order("released published first_aired",
          ("Which came out first, {} or {}?", "Which {kind} is older, {} or {}?",
           "Which {kind} was released first, {} or {}?", "Between {} and {}, which appeared first?"),
          ("Which {kind} came out more recently, {} or {}?", "Which came out later, {} or {}?",
           "Which {kind} is newer, {} or {}?"),
          ("Did {} come out before {}?", "Is {} older than {}?")),
    Order("height",
          ("Which mountain is lower, {} or {}?", "Which is less high, {} or {}?"),
          ("Which mountain is higher, {} or {}?", "Which is the taller mountain, {} or {}?",
           "Which peak has the higher elevation, {} or {}?"),
          ("Is {} lower than {}?",)),
    Order("length",
          ("Which river is shorter, {} or {}?",),
          ("Which river is longer, {} or {}?", "What river has the greater length, {} or {}?"),
          ("Is {} shorter than {}?",)),
    Order("area", ("Which is smaller, {} or {}?",),
          ("Which is larger, {} or {}?", "Which covers a larger area, {} or {}?"),
          ("Is {} smaller than {}?",)),
    Order("population",
          ("Which place has fewer inhabitants, {} or {}?", "Which is less populated, {} or {}?"),
          ("Which has more inhabitants, {} or {}?", "Which has a larger population, {} or {}?",
           "Where do more people live, in {} or in {}?"),
          ("Does {} have fewer inhabitants than {}?",)),
    Order("capacity", ("Which stadium holds fewer people, {} or {}?",),
          ("Which stadium can hold more people, {} or {}?",
           "Which venue has the larger capacity, {} or {}?"),
          ("Is the capacity of {} smaller than that of {}?",)),
    Order("members", ("Which band has fewer members, {} or {}?",),
          ("Which band has more members, {} or {}?", "Which group consists of more people, {} or {}?"),
          ("Does {} have fewer members than {}?",)),
    Order("students", ("Which school has fewer students, {} or {}?",),
          ("Which university has more students, {} or {}?", "Which school is bigger, {} or {}?"),
          ("Does {} have fewer students than {}?",)),
    Order("running_time", ("Which film is shorter, {} or {}?",),
          ("Which film is longer, {} or {}?",), ("Is {} shorter than {}?",)),
    Order("rooms", ("Which hotel has fewer rooms, {} or {}?",),
          ("Which hotel has more rooms, {} or {}?",), ("Does {} have fewer rooms than {}?",)),
    Order("seasons", ("Which show had fewer seasons, {} or {}?",),
          ("Which show ran for more seasons, {} or {}?",),
          ("Did {} have fewer seasons than {}?",)),
    Order("employees", ("Which company has fewer employees, {} or {}?",),
          ("Which company employs more people, {} or {}?",),
          ("Does {} have fewer employees than {}?",)),
)  # fmt: skip
_WORDS = ("two", "three", "four", "five", "six", "seven", "eight", "nine")

# Facts that two things can share: whether they do, and what they share.
SHARED: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "nationality": (
        ("Are {} and {} of the same nationality?", "Do {} and {} have the same nationality?",
         "Do {} and {} share the same nationality?", "Are both {} and {} {value}?",
         "Are {} and {} both {value}?", "Were {} and {} both {value}?"),
        ("What nationality do {} and {} share?", "{} and {} are both of what nationality?"),
    ),
    "occupation": (
        ("Do {} and {} have the same profession?", "Are {} and {} both known as {value}s?",
         "Do {} and {} share the same occupation?", "Are {} and {} both {value}s?"),
        ("What profession do {} and {} have in common?", "What occupation is shared by {} and {}?",
         "{} and {} share what profession?", "Both {} and {} have worked as what?",
         "What do {} and {} have in common as far as their job goes?"),
    ),
    "country": (
        ("Are {} and {} in the same country?", "Are {} and {} located in the same country?",
         "Are {} and {} both in {value}?", "Are both {} and {} located in {value}?"),
        ("In which country are both {} and {} located?", "{} and {} are both located in what country?",
         "What country are {} and {} in?"),
    ),
    "region": (("Are {} and {} both in {value}?", "Are {} and {} in the same region?"), ()),
    "town": (
        ("Are {} and {} in the same place?", "Are {} and {} both based in {value}?"),
        ("{} and {} are both located in which town or city?",),
    ),
    "birthplace": (
        ("Were {} and {} born in the same place?", "Were {} and {} both born in {value}?"),
        ("Both {} and {} were born in which place?", "In what place were {} and {} both born?"),
    ),
    "genre": (
        ("Do {} and {} belong to the same genre?", "Are {} and {} of the same genre?"),
        ("What genre do {} and {} share?", "{} and {} are both of which genre?"),
    ),
    "music": (
        ("Do {} and {} play the same kind of music?", "Do {} and {} share the same genre?"),
        ("What genre of music do {} and {} have in common?",),
    ),
    "frequency": (("Do {} and {} appear equally often?", "Are {} and {} both {value}?"), ()),
    "magazine_subject": (
        ("Are {} and {} about the same subject?", "Are {} and {} both about {value}?"),
        ("{} and {} are both about what?",),
    ),
}  # fmt: skip

# Facts whose value two things can lead to; the third question form of the intersection.
MEETING: dict[str, tuple[str, ...]] = {
    "star": ("Which actor starred in both {} and {}?", "What actor appeared in {} and {}?",
             "Who starred in both {} and {}?", "{} and {} both starred who?"),
    "director": ("Who directed both {} and {}?", "What director made both {} and {}?",
                 "{} and {} were both directed by which filmmaker?"),
    "author": ("Who wrote both {} and {}?", "{} and {} were written by which author?"),
    "artist": ("{} and {} are albums by which artist?", "Which act released both {} and {}?"),
    "label": ("{} and {} came out on which record label?", "What label is behind both {} and {}?"),
    "river": ("Which river flows through both {} and {}?", "{} and {} both lie on which river?"),
    "education": ("Which university did both {} and {} attend?",
                  "{} and {} are both graduates of what school?"),
    "club": ("Which club did {} and {} both play for?", "{} and {} have both played for what team?"),
    "party": ("{} and {} are both members of which party?",),
    "publisher": ("What company publishes both {} and {}?",),
    "setting": ("In which place are both {} and {} set?",),
}  # fmt: skip


def _number(value: str) -> tuple[int, str] | None:
    """A value as a number, and its unit."""
    if value in _WORDS:
        return _WORDS.index(value), ""
    match = re.fullmatch(r"(?:.*\b)?(\d{4})|([\d,]+)(?: (.*))?", value)
    if match is None:
        return None
    return int(match[1] or match[2].replace(",", "")), match[3] or ""


def _pairs(
    world: Sequence[Entity], rng: random.Random, same_kind: bool = True
) -> Iterator[tuple[Entity, Entity]]:
    pairs = [
        (one, other)
        for one, other in itertools.permutations(world, 2)
        if one.kind is other.kind or (not same_kind and one.kind.person and other.kind.person)
    ]
    rng.shuffle(pairs)
    return iter(pairs)


def comparisons(world: Sequence[Entity], rng: random.Random) -> Iterator[OracleQuestion]:
    """Which of two is the older, larger ...; whether two are alike; what they have in common."""
    ordered = (q for pair in _pairs(world, rng, False) if (q := _ordered(*pair, rng)))
    yield from itertools.islice(ordered, 14)
    for wanted, most in (("yes", 4), ("no", 4), ("", 4)):
        alike = (q for pair in _pairs(world, rng, False) if (q := _alike(*pair, wanted, rng)))
        yield from itertools.islice(alike, most)


def _ordered(one: Entity, other: Entity, rng: random.Random) -> OracleQuestion | None:
    orders = [
        (order, fact)
        for order in ORDERS
        for fact in order.facts.split()
        if fact in facts(one) and fact in facts(other)
    ]
    if not orders:
        return None
    order, fact = rng.choice(orders)
    values = [_number(str(entity.facts[fact])) for entity in (one, other)]
    if None in values or values[0] == values[1] or values[0][1] != values[1][1]:  # type: ignore[index]
        return None
    first_less = values[0] < values[1]  # type: ignore[operator]
    if rng.random() < 0.2:
        question, right = rng.choice(order.less), "yes" if first_less else "no"
        wrong = "no" if first_less else "yes"
    else:
        least = rng.random() < 0.5
        question = rng.choice(order.least if least else order.most)
        winner, loser = (one, other) if first_less == least else (other, one)
        right, wrong = winner.name, loser.name
    kind = next((t for t in one.kind.types if "{" not in t), "place")
    question = question.format(one.text, other.text, kind="person" if one.kind.person else kind)
    return OracleQuestion(
        wording.finish(question, rng),
        right,
        (hop(one, fact), hop(other, fact)),
        f"{clause(one, fact)} and {clause(other, fact)}",
        (wrong,),
    )


def _alike(one: Entity, other: Entity, wanted: str, rng: random.Random) -> OracleQuestion | None:
    """A question with the answer yes or no, or for what they share where `wanted` is ""."""
    shared = [
        fact
        for fact in SHARED
        if fact in facts(one)
        and fact in facts(other)
        and not (fact == "country" and one.kind.person)
        and (one.facts[fact] == other.facts[fact]) == (wanted != "no")
        and (wanted or SHARED[fact][1])
    ]
    if not shared:
        return None
    fact = rng.choice(shared)
    value = text(rng.choice((one, other)).facts[fact])
    question = rng.choice(SHARED[fact][0 if wanted else 1])
    right = wanted or answer(one.facts[fact])
    return OracleQuestion(
        wording.finish(question.format(one.text, other.text, value=value), rng),
        right,
        (hop(one, fact), hop(other, fact)),
        f"{clause(one, fact)} and {clause(other, fact)}",
        ("no" if wanted == "yes" else "yes",) if wanted else wrong_answers(other, fact),
    )


def intersections(world: Sequence[Entity], rng: random.Random) -> Iterator[OracleQuestion]:
    """The value that two things have in common: "Who directed both ...?"."""
    for one, other in _pairs(world, rng, False):
        for fact, forms in MEETING.items():
            if fact in facts(one) and fact in facts(other) and one.facts[fact] == other.facts[fact]:
                asked = rng.choice(forms).format(one.text, other.text)
                if gives_away(asked, answer(one.facts[fact])):
                    continue
                yield OracleQuestion(
                    wording.finish(asked, rng),
                    answer(one.facts[fact]),
                    (hop(one, fact), hop(other, fact)),
                    f"{clause(one, fact)} and {clause(other, fact)}",
                    wrong_answers(other, fact),
                )
