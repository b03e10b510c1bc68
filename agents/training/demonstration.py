"""What every source of training data is turned into: a question and the steps that answer it."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from autoact_precache.agents.transcript import FINISH, Segment, Step, lay_out


@dataclass(frozen=True)
class Demonstration:
    """A question and the steps that answer it, the judged answer last.

    `shown` holds the indices of steps that are part of the transcript and taught to nobody: the
    wrong answer in a trajectory that shows how a wrong answer is noticed.
    """

    question: str
    steps: tuple[Step, ...]
    shown: frozenset[int] = frozenset()


def lay_out_demonstration(instructions: str, demonstration: Demonstration) -> Iterator[Segment]:
    """The transcript's segments; those of steps that are only shown count as context."""
    index = -1
    for segment in lay_out(instructions, demonstration.question, demonstration.steps):
        index += segment.kind == "thought"  # every step has one thought, and begins with it
        if index in demonstration.shown:
            segment = replace(segment, author="context")
        yield segment


def first_answer(demonstration: Demonstration) -> str | None:
    """The argument of the first Finish."""
    return next((s.argument for s in demonstration.steps if s.tool == FINISH), None)
