"""Multiple-choice trajectories (ScienceQA): AutoAct's, and records, as the present prompt has them.

AutoAct's questions end in `Options:(A) x (B) y`, and answers may be letters. Here the options have
a line of their own, a line says whether there is an image, and Finish gives the option in the
question's words (prompt scienceqa-2).
"""

import re
import string
from collections.abc import Sequence
from dataclasses import replace

from autoact_precache.agents.scores import match_option
from autoact_precache.agents.tasks.scienceqa import IMAGE_LINE, format_options, parse_options
from autoact_precache.agents.transcript import FINISH, Step
from autoact_precache.tools import Image2Text, ImageText, Page

_OPTIONS = re.compile(rf"\n\s*Options: *(\(A\) .*?)(?:\n{IMAGE_LINE})?\Z", re.DOTALL)
_IMAGE_TEXT = re.compile(r"Image caption: *(.*?) *OCR result: *(.*)")
_IMAGE = Image2Text()


class OptionsError(ValueError):
    """Options that cannot be told apart, or an answer that names none; the text is the reason."""


def has_options(question: str) -> bool:
    """Whether a question is a multiple-choice one."""
    return _OPTIONS.search(question) is not None


def options(question: str) -> tuple[str, ...]:
    """The choices. Raises OptionsError for fewer than two, an empty one, or a bracket in one."""
    found = _OPTIONS.search(question)
    choices = tuple(
        choice.strip()
        for choice in parse_options(f"\nOptions: {' '.join(found[1].split())}" if found else "")
    )
    # An argument ends at its first bracket.
    if len(choices) < 2 or not all(choices) or set("[]") & set("".join(choices)):
        raise OptionsError("the options cannot be parsed")
    return choices


def option_text(answer: str, choices: Sequence[str]) -> str:
    """The text of the option that `answer` names. Raises OptionsError if it names none."""
    letter = match_option(answer, choices)
    if letter is None:
        raise OptionsError("an answer that names no option")
    return choices[string.ascii_uppercase.index(letter)]


def question_text(question: str, steps: Sequence[Step]) -> str:
    """The question as `tasks.scienceqa` lays it out; it has an image if the steps looked at one."""
    found = _OPTIONS.search(question)
    lines = [question[: found.start()].rstrip() if found else question]
    lines.append(format_options(options(question)))
    if any(step.tool == _IMAGE.name for step in steps):
        lines.append(IMAGE_LINE)
    return "\n".join(lines)


def option_steps(steps: Sequence[Step], choices: Sequence[str]) -> tuple[Step, ...]:
    """The steps with options for letters, and the image's text as Image2Text words it."""
    return tuple(_option_step(step, choices) for step in steps)


def _option_step(step: Step, choices: Sequence[str]) -> Step:
    if step.tool == FINISH:
        return replace(step, argument=option_text(step.argument, choices))
    if step.tool == _IMAGE.name and (seen := _IMAGE_TEXT.match(step.observation)):
        answer = _IMAGE("image", Page(ImageText(caption=seen[1], ocr=seen[2])))
        return replace(step, argument="image", observation=answer.text)
    return step
