"""The layout of the one transcript: which role writes which piece of text, in what order.

Running and training share it. Every piece is tokenised by itself and its ids are appended; nothing
is ever tokenised again. Context pieces come from the prompt, the question and the tools; the other
pieces are what the role adapters generate, and what they are trained on::

    context   {instructions}\\nQuestion: {question}\\nThought:
    plan      {thought}\\n                                   kind thought
    context   Action:
    plan      {tool}[                                        kind action
    action    {argument}]                                    kind argument
    context   \\nObservation: {observation}\\nThought:
    ...
    plan      Finish[     action  {answer}]
    context   \\nObservation: {request to reflect}\\nThought:
    reflect   {thought}\\n                                   kind thought
    context   Action:
    reflect   Reflect[right]                                 kind reflection

A thought, an action and a reflection begin with a space, because the context before them ends in a
colon.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from autoact_precache.tools.text import one_line

Author = Literal["context", "plan", "action", "reflect"]
CallKind = Literal["thought", "action", "argument", "reflection"]
Kind = Literal["context"] | CallKind

FINISH = "Finish"
REFLECT = "Reflect"

ACTION_CUE = "Action:"

# What ends a generated piece, and belongs to it: its own closing string, or a line that broke off.
STOPS: dict[CallKind, tuple[str, ...]] = {
    "thought": ("\n",),
    "action": ("[", "\n"),
    "argument": ("]", "\n"),
    "reflection": ("]", "\n"),
}


@dataclass(frozen=True)
class Segment:
    """One piece of the transcript, tokenised by itself."""

    author: Author
    kind: Kind
    text: str


@dataclass(frozen=True)
class Step:
    """One thought, the action it led to, and what came back (ignored on the last step)."""

    thought: str
    tool: str
    argument: str
    observation: str = ""


def opening(instructions: str, question: str) -> str:
    """The first context. The question keeps its line breaks (options, an image line)."""
    return f"{instructions.strip()}\nQuestion: {question.strip()}\nThought:"


def observation_context(observation: str) -> str:
    """The context between an action and the next thought."""
    return f"\nObservation: {one_line(observation)}\nThought:"


def shortened(
    text: str,
    tokens: int,
    encode: Callable[[str], Sequence[int]],
    decode: Callable[[Sequence[int]], str],
) -> str:
    """An observation in one line, cut to `tokens`; a character that they cut in two is left out."""
    line = one_line(text)
    ids = encode(line)
    if len(ids) <= tokens:
        return line
    return decode(ids[:tokens]).rstrip("\N{REPLACEMENT CHARACTER}")


def lay_out(instructions: str, question: str, steps: Sequence[Step]) -> Iterator[Segment]:
    """The segments of a whole trajectory; the step after a Finish is the reflect role's."""
    context = opening(instructions, question)
    author: Author = "plan"
    for step in steps:
        yield Segment("context", "context", context)
        yield Segment(author, "thought", f" {one_line(step.thought)}\n")
        yield Segment("context", "context", ACTION_CUE)
        argument = one_line(step.argument)
        if author == "reflect":
            yield Segment("reflect", "reflection", f" {step.tool}[{argument}]")
        else:
            yield Segment("plan", "action", f" {step.tool}[")
            yield Segment("action", "argument", f"{argument}]")
        context = observation_context(step.observation)
        author = "reflect" if step.tool == FINISH else "plan"
