"""Oracle trajectories of multiple-choice questions whose reasoning is known.

An image is read first, a fact is looked up where one is worth it, the reasoning leads to the option
and reflection checks it. The search answers as the offline tools do; what it lacks of the fact is
put before its own results half of the time, so that a role learns to use a fact that it finds, and
to do without one.
"""

import random
from collections.abc import Sequence

from autoact_precache.agents.tasks.scienceqa import IMAGE_LINE, format_options
from autoact_precache.agents.training.demonstration import Demonstration
from autoact_precache.agents.training.oracle import Shares, Wording
from autoact_precache.agents.training.science import ScienceQuestion
from autoact_precache.agents.transcript import FINISH, REFLECT, Step
from autoact_precache.tools import Image2Text
from autoact_precache.tools.toolbox import Toolbox

_LOOK = (
    "The question comes with an image, so I look at it first.",
    "First I need to know what the image shows.",
    "Let me see what is in the picture.",
)
_SEARCH = (
    "I should check the fact first.",
    "This is a matter of fact, so I look it up.",
    "Let me find out what is known about it.",
)
_ANSWER = (
    "{reasoning} So the answer is {answer}",
    "{reasoning} That makes the answer {answer}",
    "{reasoning} The right option is {answer}",
)
_RIGHT = (
    "{reasoning} That fits the answer.",
    "{reasoning} The answer agrees with it.",
    "{reasoning} This supports the answer.",
)
_WRONG = (
    "{reasoning} That does not fit the answer.",
    "{reasoning} The answer does not agree with it.",
)
_FOUND_SHARE = 0.5


def demonstrate_science(
    question: ScienceQuestion,
    toolbox: Toolbox,
    wording: Wording,
    shares: Shares,
    rng: random.Random,
) -> Demonstration:
    """One path to the right option; `shares.wrong_answer` of them by way of a wrong one."""
    tools = toolbox.session(image=question.image)
    answer = question.choices[question.answer]
    text = f"{question.text}\n{format_options(question.choices)}"
    steps: list[Step] = []
    shown: set[int] = set()

    def think(templates: Sequence[str], answer: str = "") -> str:
        thought = rng.choice(templates).format(reasoning=question.reasoning, answer=answer)
        return thought if thought.endswith((".", "!", "?", '"')) else f"{thought}."

    if question.image is not None:
        text += f"\n{IMAGE_LINE}"
        argument = "image"
        observation = tools.call(Image2Text.name, argument).text
        steps.append(Step(think(_LOOK), Image2Text.name, argument, observation))
    if question.lookup is not None:
        tool, argument = question.lookup
        observation = tools.call(tool, argument).text
        if question.found and rng.random() < _FOUND_SHARE:
            observation = f"{question.found} {observation}"
        steps.append(Step(think(_SEARCH), tool, argument, observation))
    if rng.random() < shares.wrong_answer:
        wrong = rng.choice([choice for choice in question.choices if choice != answer])
        shown.add(len(steps))
        steps += [
            Step(think(_ANSWER, wrong), FINISH, wrong, wording.reflect),
            Step(think(_WRONG), REFLECT, "wrong", wording.judged_wrong),
        ]
    steps += [
        Step(think(_ANSWER, answer), FINISH, answer, wording.reflect),
        Step(think(_RIGHT), REFLECT, "right"),
    ]
    return Demonstration(text, tuple(steps), frozenset(shown), answer)
