"""The demonstrations a training run learns from, gathered from its configured sources."""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import cast

from transformers import PreTrainedTokenizerBase

from autoact_precache.agents.prompt import load_observations
from autoact_precache.agents.training.autoact import read_demonstrations
from autoact_precache.agents.training.demonstration import Demonstration
from autoact_precache.agents.training.errors import TrainingError
from autoact_precache.agents.training.examples import encode
from autoact_precache.agents.training.oracle import Oracle, Wording
from autoact_precache.agents.training.questions import (
    OracleQuestion,
    derive_questions,
    read_articles,
    read_questions,
)
from autoact_precache.agents.training.records import read_records
from autoact_precache.agents.training.settings import DataSettings
from autoact_precache.tools.index import SHIPPED_ARTICLES
from autoact_precache.tools.toolbox import Toolbox

SHIPPED_QUESTIONS = SHIPPED_ARTICLES.with_name("multihop.jsonl")


def gather(
    settings: DataSettings, toolbox: Toolbox, tokenizer: PreTrainedTokenizerBase, seed: int
) -> tuple[list[Demonstration], dict[str, Counter[str]]]:
    """All demonstrations in random order, and per source what was kept and dropped, and why.

    Raises:
        TrainingError: a file that is missing, or nothing to learn from.
        RecordError: a corrupt record, naming file and line.
    """
    rng = random.Random(seed)
    counts: dict[str, Counter[str]] = {}
    demonstrations: list[Demonstration] = []
    for setting, names, read in (
        ("autoact", settings.autoact, read_demonstrations),
        ("records", settings.records, read_records),
    ):
        for name in names:
            path = Path(name)
            if not path.is_file():
                raise TrainingError(f"data.{setting}: no such file: {name}")
            counts[name] = Counter()
            demonstrations += read(path, counts[name])
    counts["encyclopedia"] = Counter()
    demonstrations += _oracle_paths(settings, toolbox, rng, counts["encyclopedia"])
    if not demonstrations:
        raise TrainingError("no demonstrations: give data.autoact files, or data.derived above 0")
    rng.shuffle(demonstrations)
    limit = settings.observation_tokens
    return [_shorten(d, tokenizer, limit) for d in demonstrations], counts


def _oracle_paths(
    settings: DataSettings, toolbox: Toolbox, rng: random.Random, counts: Counter[str]
) -> Iterator[Demonstration]:
    articles = read_articles(SHIPPED_ARTICLES)
    wording = load_observations()
    oracle = Oracle(
        articles,
        toolbox,
        Wording(wording["reflect"], wording["judged_wrong"]),
        settings.shares,
    )
    held_out = read_questions(SHIPPED_QUESTIONS, "test")
    derived = list(derive_questions(articles, held_out, rng))[: settings.derived]
    shipped = read_questions(SHIPPED_QUESTIONS, "train") * settings.shipped_repeats
    questions: list[OracleQuestion] = [*shipped, *derived]
    for question in questions:
        counts["read"] += 1
        demonstration = oracle.demonstrate(question, rng)
        if demonstration is None:
            counts["dropped: the tools do not lead to the answer"] += 1
        else:
            counts["kept"] += 1
            yield demonstration


def _shorten(
    demonstration: Demonstration, tokenizer: PreTrainedTokenizerBase, limit: int
) -> Demonstration:
    """Cut observations to `limit` tokens, as a run does."""

    def cut(text: str) -> str:
        ids = encode(tokenizer, text)
        if len(ids) <= limit:
            return text
        return cast(str, tokenizer.decode(ids[:limit])).rstrip("\N{REPLACEMENT CHARACTER}")

    steps = tuple(replace(s, observation=cut(s.observation)) for s in demonstration.steps)
    return replace(demonstration, steps=steps)
