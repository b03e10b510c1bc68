"""Questions that no training step may see: those that are evaluated."""

from collections.abc import Iterable

from autoact_precache.agents.scores import normalize_answer
from autoact_precache.agents.tasks.hotpotqa import HotpotQA
from autoact_precache.agents.tasks.scienceqa import ScienceQA
from autoact_precache.agents.tasks.source import ENCYCLOPEDIA
from autoact_precache.agents.tasks.task import ALL, Question
from autoact_precache.agents.training.multiple_choice import option_text

TASKS = {task.name: task for task in (HotpotQA, ScienceQA)}


class HeldOut:
    """Knows a question by its normalised text; a multiple-choice one by that and its right option,
    as many of them ask the same of different pictures. Letter case, punctuation, articles and the
    order of options do not tell two apart.
    """

    def __init__(self, questions: Iterable[Question]) -> None:
        self._known = {
            identity(q.text, option_text(q.gold, q.choices) if q.choices else q.gold)
            for q in questions
        }

    def __contains__(self, question: tuple[str, str]) -> bool:
        """Whether a text with a right answer is one of them."""
        return identity(*question) in self._known


def read_held_out(task: str, sources: Iterable[str]) -> list[Question]:
    """The test questions of the shipped encyclopedia and of `sources` (see a task's `source`).

    A source without splits is held out whole. Raises TaskError for one that cannot be read.
    """
    questions = []
    for source in (ENCYCLOPEDIA, *sources):
        read = TASKS[task](source=source, level=ALL, split="test", shuffle=False)
        questions += read.questions()
    return questions


def identity(text: str, answer: str) -> tuple[str, str]:
    """What makes two questions the same one."""
    asked, has_options, _ = text.rpartition("\nOptions: ")
    if not has_options:
        return normalize_answer(text), ""
    return normalize_answer(asked), " ".join(answer.casefold().split())
