"""What every source of training data is turned into: a question and the steps that answer it."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from autoact_precache.agents.transcript import FINISH, Segment, Step, lay_out


@dataclass(frozen=True)
class Demonstration:
    """A question and the steps that answer it, the judged answer last.

    `shown` holds the indices of steps that are part of the transcript and taught to nobody: the
    wrong answer in a trajectory that shows how a wrong answer is noticed. `answer` is the right
    answer, `task` the benchmark's name, `source` the file and the place or id in it; each is "" in
    a demonstration that was made, not read.
    """

    question: str
    steps: tuple[Step, ...]
    shown: frozenset[int] = frozenset()
    answer: str = ""
    task: str = ""
    source: str = ""


def lay_out_demonstration(instructions: str, demonstration: Demonstration) -> Iterator[Segment]:
    """The transcript's segments; those of steps that are only shown count as context."""
    index = -1
    for segment in lay_out(instructions, demonstration.question, demonstration.steps):
        index += segment.kind == "thought"  # every step has one thought, and begins with it
        if index in demonstration.shown:
            segment = replace(segment, author="context")
        yield segment


def last_answer(demonstration: Demonstration) -> str | None:
    """The argument of the last Finish: what the demonstration teaches to answer."""
    return next((s.argument for s in reversed(demonstration.steps) if s.tool == FINISH), None)
