"""The demonstrations a training run learns from, gathered from its configured sources."""

import itertools
import random
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, replace
from functools import partial
from pathlib import Path
from typing import cast

from transformers import PreTrainedTokenizerBase

from autoact_precache.agents.prompt import load_observations
from autoact_precache.agents.tasks.scienceqa import ScienceQA
from autoact_precache.agents.training.cloze import cloze_questions
from autoact_precache.agents.training.demonstration import Demonstration, last_answer
from autoact_precache.agents.training.demonstration_file import read_demonstrations_file
from autoact_precache.agents.training.errors import TrainingError
from autoact_precache.agents.training.examples import encode
from autoact_precache.agents.training.facts import Article
from autoact_precache.agents.training.held_out import HeldOut, read_held_out
from autoact_precache.agents.training.oracle import Oracle, Wording
from autoact_precache.agents.training.questions import (
    OracleQuestion,
    derive_questions,
    read_articles,
    read_questions,
    without_chains_of,
)
from autoact_precache.agents.training.science import science_questions
from autoact_precache.agents.training.science_oracle import demonstrate_science
from autoact_precache.agents.training.settings import DataSettings
from autoact_precache.agents.training.worlds import make_world
from autoact_precache.agents.transcript import shortened
from autoact_precache.tools import OfflineRetrieve
from autoact_precache.tools.index import SHIPPED_ARTICLES
from autoact_precache.tools.text import split_sentences
from autoact_precache.tools.toolbox import Toolbox

SHIPPED_QUESTIONS = SHIPPED_ARTICLES.with_name("multihop.jsonl")
QUESTIONS_PER_WORLD = 25  # of many more: another world teaches more than another question

MakeToolbox = Callable[[Iterable[Article]], Toolbox]
"""The offline tools over some articles."""


def gather(
    settings: DataSettings,
    task: str,
    make_toolbox: MakeToolbox,
    tokenizer: PreTrainedTokenizerBase,
    seed: int,
) -> tuple[list[Demonstration], dict[str, Counter[str]]]:
    """All demonstrations in random order, and per source what was kept and dropped, and why.

    Raises:
        RecordError: a file of demonstrations that is missing or corrupt, naming file and line.
        TaskError: evaluated questions that cannot be read.
        TrainingError: nothing to learn from.
    """
    held_out = HeldOut(read_held_out(task, settings.evaluation))
    recorded = {name: read_demonstrations_file(Path(name)) for name in settings.demonstrations}
    oracles = _Oracles(settings, make_toolbox)
    pages = opened_pages(itertools.chain.from_iterable(recorded.values()))
    sources: dict[str, Iterable[Demonstration | None]] = dict(recorded)
    if task == ScienceQA.name:
        sources["science"] = oracles.science(random.Random(f"{seed} science"))
    else:
        sources["encyclopedia"] = oracles.encyclopedia(random.Random(f"{seed} encyclopedia"))
        sources["cloze"] = oracles.cloze(pages, random.Random(f"{seed} cloze"))
        sources["worlds"] = oracles.worlds(random.Random(f"{seed} worlds"))
    demonstrations: list[Demonstration] = []
    counts: dict[str, Counter[str]] = {}
    for name, source in sources.items():
        counts[name] = Counter()
        for demonstration in source:
            counts[name]["read"] += 1
            if demonstration is None:
                counts[name]["dropped: the tools do not lead to the answer"] += 1
            elif (demonstration.question, last_answer(demonstration) or "") in held_out:
                counts[name]["dropped: an evaluated question"] += 1
            else:
                counts[name]["kept"] += 1
                demonstrations.append(demonstration)
    if not demonstrations:
        raise TrainingError(
            "no demonstrations: give data.demonstrations, or oracle paths such as data.science"
        )
    random.Random(seed).shuffle(demonstrations)
    limit = settings.observation_tokens
    return [_shorten(d, tokenizer, limit) for d in demonstrations], counts


def opened_pages(demonstrations: Iterable[Demonstration]) -> dict[str, Article]:
    """The pages that demonstrations opened by their title, as far as each was shown."""
    pages: dict[str, Article] = {}
    for demonstration in demonstrations:
        for step in demonstration.steps:
            whole = [s for s in split_sentences(step.observation) if s.endswith(".")]
            if step.tool != OfflineRetrieve.name or not whole:
                continue
            if re.match(rf".*\b{re.escape(step.argument)}\b.* (?:is|was|are|were) ", whole[0]):
                pages.setdefault(step.argument, Article(step.argument, tuple(whole)))
    return pages


class _Oracles:
    """Paths to known answers, made with the real tools."""

    def __init__(self, settings: DataSettings, make_toolbox: MakeToolbox) -> None:
        self.settings = settings
        self.make_toolbox = make_toolbox
        self.articles = read_articles(SHIPPED_ARTICLES)
        self.held_out = read_questions(SHIPPED_QUESTIONS, "test")
        wording = load_observations()
        self.wording = Wording(**{field.name: wording[field.name] for field in fields(Wording)})

    def encyclopedia(self, rng: random.Random) -> Iterator[Demonstration | None]:
        """The shipped questions' train split, and questions derived from the articles' facts."""
        questions = derive_questions(self.articles, rng)
        derived = list(without_chains_of(self.held_out, questions))[: self.settings.derived]
        shipped = read_questions(SHIPPED_QUESTIONS, "train") * self.settings.shipped_repeats
        return self._paths(self.articles, [*shipped, *derived], rng)

    def cloze(
        self, pages: Mapping[str, Article], rng: random.Random
    ) -> Iterator[Demonstration | None]:
        """Questions out of sentences of the shipped articles, and of `pages`."""
        articles = {**pages, **self.articles}
        questions = without_chains_of(self.held_out, cloze_questions(articles, rng))
        return self._paths(articles, list(questions)[: self.settings.cloze], rng)

    def worlds(self, rng: random.Random) -> Iterator[Demonstration | None]:
        """Questions over invented encyclopedias."""
        missing = self.settings.worlds
        while missing > 0:
            world = make_world(rng)
            asked = rng.sample(world.questions, min(QUESTIONS_PER_WORLD, missing))
            yield from self._paths(world.articles, asked, rng)
            missing -= len(asked)

    def science(self, rng: random.Random) -> Iterator[Demonstration]:
        """Made multiple-choice questions."""
        toolbox = self.make_toolbox(self.articles.values())
        for question in science_questions(rng, self.settings.science):
            yield demonstrate_science(question, toolbox, self.wording, self.settings.shares, rng)

    def _paths(
        self,
        articles: Mapping[str, Article],
        questions: Iterable[OracleQuestion],
        rng: random.Random,
    ) -> Iterator[Demonstration | None]:
        toolbox = self.make_toolbox(articles.values())
        oracle = Oracle(articles, toolbox, self.wording, self.settings.shares)
        for question in questions:
            yield oracle.demonstrate(question, rng)


def _shorten(
    demonstration: Demonstration, tokenizer: PreTrainedTokenizerBase, limit: int
) -> Demonstration:
    """Cut observations to `limit` tokens, as a run does."""
    tokens_of = partial(encode, tokenizer)

    def decode(ids: Sequence[int]) -> str:
        return cast(str, tokenizer.decode(list(ids)))

    steps = tuple(
        replace(step, observation=shortened(step.observation, limit, tokens_of, decode))
        for step in demonstration.steps
    )
    return replace(demonstration, steps=steps)
