"""What a benchmark's trajectories come to: figures by level, over questions and repeats."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, stdev
from typing import Any

from autoact_precache.agents.grammar import find_tool, parse_action
from autoact_precache.agents.tasks.task import ALL, Question, Task
from autoact_precache.agents.transcript import FINISH
from autoact_precache.trajectories.machine import Machine
from autoact_precache.trajectories.record import Trajectory

Term = tuple[float, float]
"""What one question gives to a figure's numerator and to its denominator."""


@dataclass(frozen=True)
class Figure:
    """A mean over questions, or a share of what they counted.

    `mean` is the mean of the repeats' values and `std` their sample standard deviation, None for
    one repeat. `standard_error` is that of the mean over questions, all repeats of a question
    taken together; None for one question.
    """

    mean: float
    std: float | None
    standard_error: float | None


@dataclass(frozen=True)
class Level:
    """One level of a benchmark, or all of them.

    `longest` is the longest trajectory in tokens and `ended` counts how trajectories ended, both
    over all repeats.
    """

    questions: int
    figures: dict[str, Figure]
    longest: int
    ended: dict[str, int]


@dataclass(frozen=True)
class Evaluation:
    """A benchmark under one policy and model.

    `varied` are the settings by which a sweep tells its runs apart, `settings` all that decide
    about the result, `run` what the trajectories carry, less the seed. `levels` ends with all of
    them together. `machine` is None where it was not written down.
    """

    task: str
    varied: dict[str, str]
    settings: dict[str, Any]
    run: dict[str, Any]
    seeds: list[int]
    concurrency: int
    levels: dict[str, Level]
    machine: Machine | None = None

    @property
    def label(self) -> str:
        return " ".join(self.varied.values()) or str(self.run["policy"])


def questions_by_level(
    task: Task, limit: int | None, seed: int
) -> dict[str | None, list[Question]]:
    """At most `limit` questions of each level, levels in the task's order, empty ones left out.

    Those whose source names no level come last, under None. Raises TaskError where there are none.
    """
    everything = task.questions(None, seed)
    levels = {
        level: [question for question in everything if question.level == level][:limit]
        for level in (*task.levels, None)
    }
    return {level: questions for level, questions in levels.items() if questions}


def evaluate(
    questions: Mapping[str | None, Sequence[Question]],
    repeats: Sequence[Mapping[str, Trajectory]],
    tools: Sequence[str],
) -> dict[str, Level]:
    """By level, and all levels together.

    `repeats` hold each question's trajectory by its id; `tools` are those that plan may name
    besides Finish.
    """
    ids = {
        level: [question.id for question in group]
        for level, group in questions.items()
        if level is not None
    }
    ids[ALL] = [question.id for group in questions.values() for question in group]
    return {
        level: _level([[repeat[id] for id in group] for repeat in repeats], tools)
        for level, group in ids.items()
    }


def figure(repeats: Sequence[Sequence[Term]]) -> Figure | None:
    """sum(y) / sum(x) over the terms (y, x) of a repeat's questions; a mean where every x is 1.

    `repeats` name the questions in the same order. The standard error is that of a ratio estimate
    (Cochran, Sampling Techniques, chapter 6), with R = sum(y) / sum(x) over n questions:
    sqrt(n / (n - 1) * sum((y - R x)^2)) / sum(x), which for a mean is s / sqrt(n). None where some
    repeat counted nothing.
    """
    if not all(sum(x for _, x in terms) for terms in repeats):
        return None
    values = [_ratio(terms) for terms in repeats]
    questions = [
        (sum(y for y, _ in terms), sum(x for _, x in terms)) for terms in zip(*repeats, strict=True)
    ]
    n, ratio = len(questions), _ratio(questions)
    error = None
    if n > 1:
        squares = sum((y - ratio * x) ** 2 for y, x in questions)
        error = (n / (n - 1) * squares) ** 0.5 / sum(x for _, x in questions)
    return Figure(fmean(values), stdev(values) if len(values) > 1 else None, error)


def _ratio(terms: Sequence[Term]) -> float:
    return sum(y for y, _ in terms) / sum(x for _, x in terms)


def _level(repeats: Sequence[Sequence[Trajectory]], tools: Sequence[str]) -> Level:
    everything = [trajectory for repeat in repeats for trajectory in repeat]
    terms: dict[str, Callable[[Trajectory], Term]] = {
        **_scores(everything),
        "steps": lambda t: (sum(call.kind == "thought" for call in t.calls), 1),
        "trajectory_tokens": lambda t: (t.totals.trajectory_tokens, 1),
        "ttft_s": lambda t: (t.totals.ttft_s, 1),
        "model_s": lambda t: (t.totals.model_s, 1),
        "e2e_s": lambda t: (t.totals.e2e_s, 1),
        "real_tool": lambda t: _real_tools(t, tools),
        "finished": lambda t: (t.ended == "finished", 1),
    }
    figures = {
        name: figure([[term(trajectory) for trajectory in repeat] for repeat in repeats])
        for name, term in terms.items()
    }
    return Level(
        questions=len(repeats[0]),
        figures={name: known for name, known in figures.items() if known is not None},
        longest=max(trajectory.totals.trajectory_tokens for trajectory in everything),
        ended=dict(Counter(trajectory.ended for trajectory in everything)),
    )


def _scores(trajectories: Sequence[Trajectory]) -> dict[str, Callable[[Trajectory], Term]]:
    """Exact match and F1; accuracy where an answer is right or wrong and nothing between."""
    if all(trajectory.f1 is None for trajectory in trajectories):
        return {"accuracy": lambda t: (t.em or 0.0, 1)}
    return {"em": lambda t: (t.em or 0.0, 1), "f1": lambda t: (t.f1 or 0.0, 1)}


def _real_tools(trajectory: Trajectory, tools: Sequence[str]) -> Term:
    """Of plan's actions, those that name a tool and open its bracket, and how many there are."""
    actions = [parse_action(call.text) for call in trajectory.calls if call.kind == "action"]
    names = (*tools, FINISH)
    real = sum(written.opened and find_tool(written.name, names) is not None for written in actions)
    return real, len(actions)
