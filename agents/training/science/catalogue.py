"""All skills, and questions drawn evenly from them."""

import random
from collections.abc import Callable

from autoact_precache.agents.training.science import (
    comparisons,
    ecology,
    exchange,
    experiments,
    genetics,
    geography,
    grammar,
    mechanics,
    physics,
    quantities,
    words,
    writing,
)
from autoact_precache.agents.training.science.question import ScienceQuestion
from autoact_precache.agents.training.science.tables import table_skills

_MODULES = (
    grammar, words, writing, physics, mechanics, quantities, genetics, ecology,
    experiments, geography, exchange, comparisons,
)  # fmt: skip
_TRIES = 30  # draws in a row that bring nothing new before a skill counts as used up


def skills() -> dict[str, Callable[[random.Random], ScienceQuestion]]:
    """For every skill a function that draws a question."""
    computed = {s.__name__.replace("_", " "): s for module in _MODULES for s in module.SKILLS}
    return {**table_skills(), **computed}


def science_questions(rng: random.Random, count: int) -> list[ScienceQuestion]:
    """Up to `count` different questions in random order, about as many from every skill."""
    questions: dict[tuple[str, frozenset[str]], ScienceQuestion] = {}
    left = list(skills().values())
    while left:
        rng.shuffle(left)
        for draw in list(left):
            if len(questions) == count:
                left.clear()
                break
            for _ in range(_TRIES):
                question = draw(rng)
                key = (question.text, frozenset(question.choices))
                if key not in questions:
                    questions[key] = question
                    break
            else:
                left.remove(draw)
    found = list(questions.values())
    rng.shuffle(found)
    return found
