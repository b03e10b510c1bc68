"""Training questions with the pages that answer them: the shipped ones, and derived ones."""

import json
import random
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from autoact_precache.agents.training.facts import Article, Fact, facts_by_title
from autoact_precache.tools import articles


@dataclass(frozen=True)
class Hop:
    """A page to open, the sentence on it that matters, and how to speak of what it tells.

    `sought` completes "I need to find ..."; `keyword` is a word of the sentence. Both are "" where
    nothing is known but the sentence.
    """

    title: str
    sentence_index: int
    sought: str = ""
    keyword: str = ""


@dataclass(frozen=True)
class OracleQuestion:
    """A question, its answer, and the pages in the order in which they lead there.

    `conclusion` states what the pages say together; without one the sentences are quoted.
    `wrong_answers` are answers of the right form, for showing how a wrong answer is noticed.
    """

    text: str
    answer: str
    hops: tuple[Hop, ...]
    conclusion: str = ""
    wrong_answers: tuple[str, ...] = ()


@dataclass(frozen=True)
class _Comparison:
    """Two values of one relation: which question, which clause, and what the smaller one means."""

    relation: str
    clause: str
    which: str
    smaller_wins: bool
    yes_no: str


_COMPARISONS = (
    _Comparison("birth year", "{} was born in {}", "Who was born first, {} or {}?", True,
                "Was {} born before {}?"),
    _Comparison("birth year", "{} was born in {}", "Who was born later, {} or {}?", False,
                "Was {} born before {}?"),
    _Comparison("death year", "{} died in {}", "Who died first, {} or {}?", True,
                "Did {} die before {}?"),
    _Comparison("year of publication", "{} was published in {}",
                "Which was published first, {} or {}?", True, "Was {} published before {}?"),
    _Comparison("year of foundation", "{} was founded in {}", "Which is older, {} or {}?", True,
                "Was {} founded before {}?"),
    _Comparison("height", "{} is {} high", "Which is higher, {} or {}?", False,
                "Is {} lower than {}?"),
    _Comparison("length", "{} is {} long", "Which is longer, {} or {}?", False,
                "Is {} shorter than {}?"),
    _Comparison("atomic number", "{} has the atomic number {}",
                "Which element has the higher atomic number, {} or {}?", False,
                "Is the atomic number of {} lower than that of {}?"),
)  # fmt: skip


_SINGLE_SHARE = 0.15  # of the facts that are asked about without a second page
_DESCRIBED_SHARE = 0.2  # of the pages that a question describes instead of naming them


def read_articles(path: Path) -> dict[str, Article]:
    """The encyclopedia's articles by title."""
    return {a.title: Article(a.title, a.sentences) for a in articles.read_articles(path)}


def read_questions(path: Path, split: str) -> list[OracleQuestion]:
    """The two-hop questions of one split, with the pages in the order of their facts."""
    questions = []
    with path.open(encoding="utf-8") as lines:
        for row in map(json.loads, filter(str.strip, lines)):
            if row["split"] == split:
                facts: dict[str, int] = {}
                for title, index in row["supporting_facts"]:
                    facts.setdefault(title, index)
                hops = tuple(Hop(title, index) for title, index in facts.items())
                answer = row["answer"]
                choices = ["yes", "no"] if answer in ("yes", "no") else list(facts)
                wrong = tuple(choice for choice in choices if choice != answer)
                if row["type"] == "bridge":
                    wrong = (hops[-1].title,)  # answered one page too early
                questions.append(OracleQuestion(row["question"], answer, hops, wrong_answers=wrong))
    return questions


def derive_questions(
    articles: Mapping[str, Article], rng: random.Random
) -> Iterator[OracleQuestion]:
    """Questions over the articles' own facts, in random order."""
    facts = facts_by_title(list(articles.values()))
    questions = [
        *_single(articles, facts, rng),
        *_two_hop(articles, facts, rng),
        *_comparisons(articles, facts, rng),
        *_same(articles, facts, rng),
    ]
    rng.shuffle(questions)
    yield from questions


def without_chains_of(
    held_out: Sequence[OracleQuestion], questions: Iterable[OracleQuestion]
) -> Iterator[OracleQuestion]:
    """Those of the questions that touch no held-out chain.

    A chain is the set of pages that a question needs: none of two pages or more that a question of
    `held_out` needs comes up, whatever is asked about it.
    """
    chains = {frozenset(hop.title for hop in question.hops) for question in held_out}
    for question in questions:
        pages = frozenset(hop.title for hop in question.hops)
        if len(pages) == 1 or pages not in chains:
            yield question


Facts = Mapping[str, Sequence[Fact]]


def _single(
    articles: Mapping[str, Article], facts: Facts, rng: random.Random
) -> Iterator[OracleQuestion]:
    for title, article in articles.items():
        for fact in facts[title]:
            if fact.relation.questions and rng.random() < _SINGLE_SHARE:
                subject = article.name
                if article.description and rng.random() < _DESCRIBED_SHARE:
                    subject = article.description
                yield OracleQuestion(
                    rng.choice(fact.relation.questions).format(subject),
                    fact.value,
                    (_hop(fact, article),),
                    wrong_answers=_others(facts[title], fact),
                )


def _two_hop(
    articles: Mapping[str, Article], facts: Facts, rng: random.Random
) -> Iterator[OracleQuestion]:
    for title, article in articles.items():
        for first in facts[title]:
            if not first.relation.phrases or first.value not in articles:
                continue
            for second in facts[first.value]:
                if second.value == title or not second.relation.questions:
                    continue
                name = article.name
                if article.description and rng.random() < _DESCRIBED_SHARE:
                    name = article.description
                bridge = rng.choice(first.relation.phrases).format(name)
                yield OracleQuestion(
                    rng.choice(second.relation.questions).format(bridge),
                    second.value,
                    (_hop(first, article), _hop(second, articles[first.value])),
                    wrong_answers=(first.value, *_others(facts[first.value], second)),
                )


def _comparisons(
    articles: Mapping[str, Article], facts: Facts, rng: random.Random
) -> Iterator[OracleQuestion]:
    for comparison in _COMPARISONS:
        candidates = [
            fact
            for title in articles
            for fact in facts[title]
            if fact.relation.name == comparison.relation
        ]
        for _ in range(min(40, 2 * len(candidates))):
            one, other = rng.sample(candidates, 2)
            if _number(one) == _number(other):
                continue
            names = [articles[fact.title].name for fact in (one, other)]
            first_smaller = _number(one) < _number(other)
            said = " and ".join(
                comparison.clause.format(name, fact.value)
                for name, fact in zip(names, (one, other), strict=True)
            )
            if rng.random() < 0.6:
                text = comparison.which.format(*names)
                winner, loser = (
                    (one, other) if first_smaller == comparison.smaller_wins else (other, one)
                )
                answer, wrong = winner.title, loser.title
            else:
                text = comparison.yes_no.format(*names)
                answer, wrong = ("yes", "no") if first_smaller else ("no", "yes")
            hops = tuple(_hop(fact, articles[fact.title]) for fact in (one, other))
            yield OracleQuestion(text, answer, hops, said, (wrong,))


def _same(
    articles: Mapping[str, Article], facts: Facts, rng: random.Random
) -> Iterator[OracleQuestion]:
    born = [fact for fs in facts.values() for fact in fs if fact.relation.name == "birthplace"]
    for _ in range(50):
        one = rng.choice(born)
        mates = [fact for fact in born if fact.value == one.value and fact.title != one.title]
        other = rng.choice(mates if mates and rng.random() < 0.5 else born)
        if other.title != one.title:
            answer, wrong = ("yes", "no") if one.value == other.value else ("no", "yes")
            yield OracleQuestion(
                rng.choice(
                    ("Were {} and {} born in the same city?", "Do {} and {} share a birthplace?")
                ).format(one.title, other.title),
                answer,
                (_hop(one, articles[one.title]), _hop(other, articles[other.title])),
                f"{one.title} was born in {one.value} and {other.title} in {other.value}",
                (wrong,),
            )
    people = [article for article in articles.values() if article.nationality]
    for _ in range(50):
        a = rng.choice(people)
        mates_ = [p for p in people if p.nationality == a.nationality and p.title != a.title]
        b = rng.choice(mates_ if mates_ and rng.random() < 0.5 else people)
        if a.title != b.title:
            answer, wrong = ("yes", "no") if a.nationality == b.nationality else ("no", "yes")
            yield OracleQuestion(
                rng.choice(
                    (
                        "Did {} and {} have the same nationality?",
                        "Were {} and {} of the same nationality?",
                        f"Were {{}} and {{}} both {a.nationality}?",
                    )
                ).format(a.title, b.title),
                answer,
                (Hop(a.title, 0, f"the nationality of {a.title}", a.nationality),
                 Hop(b.title, 0, f"the nationality of {b.title}", b.nationality)),
                f"{a.title} was {a.nationality} and {b.title} was {b.nationality}",
                (wrong,),
            )  # fmt: skip


def _hop(fact: Fact, article: Article) -> Hop:
    relation = fact.relation
    sought = relation.phrases[0] if relation.phrases else f"the {relation.name} of {{}}"
    return Hop(fact.title, fact.sentence_index, sought.format(article.name), relation.keyword)


def _others(facts: Sequence[Fact], right: Fact) -> tuple[str, ...]:
    """Other values on the same page: plausible, and not what was asked for."""
    return tuple(fact.value for fact in facts if fact.value != right.value)


def _number(fact: Fact) -> int:
    return int(re.sub(r"\D", "", fact.value))
