"""Raw AutoAct trajectories, read as the steps of the shared transcript.

The files are JSON lines whose `prompt` holds instructions and a whole transcript as a model wrote
it (Qiao et al., AutoAct, 2024, as released with LRAgent, Jeon et al., 2026): tool names in several
spellings, brackets left open, actions repeated inside thoughts, HTML entities, reflections out of
place, transcripts cut short. A step that taught a model something wrong is left out; a trajectory
of which no clean path to a judged answer remains is dropped whole. Both are counted by reason.
"""

import html
import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from autoact_precache.agents.tasks.hotpotqa import HotpotQA
from autoact_precache.agents.tasks.scienceqa import ScienceQA
from autoact_precache.agents.training.demonstration import Demonstration
from autoact_precache.agents.training.multiple_choice import (
    OptionsError,
    has_options,
    option_steps,
    option_text,
    options,
    question_text,
)
from autoact_precache.agents.transcript import FINISH, REFLECT, Step
from autoact_precache.tools.text import one_line

_TOOLS = {
    name.lower(): name
    for name in ("BingSearch", "Retrieve", "Lookup", "Image2Text", FINISH, REFLECT)
}
_LABEL = re.compile(r"^(Thought|Action|Observation) *\d* *:", re.MULTILINE)
_ACTION = re.compile(r"^\W*([A-Za-z0-9]+(?: [A-Za-z]+)?) *\[ *([^\[\]]*)")
# Where a thought stops being one: the model writes its action, or the next label, into it.
_THOUGHT_END = re.compile(r"\b(?:Action|Thought|Observation)\s*\d*\s*:|(?:^|\s)\(?\w+ ?\[")
_SENTENCE = re.compile(r"(?<!\b[A-Z]\.)(?<=[.!?])\s+(?=[A-Z])")  # not after an initial
# Sentences about a step that is left out, or about the act of acting, would not make sense alone.
_ABOUT_THE_LOOP = re.compile(
    r"apolog|mistake|invalid|my error|sorry|oops|next action|\bReflect|try again|forgot",
    re.IGNORECASE,
)
# Observations in which the tool did nothing: the step that asked for them is left out.
_REFUSED = re.compile(
    r"invalid action|bing ?search error|could not find that page|the last page \w+ was not found|"
    r"this question doesn't have an image|please reflect|\s*$",
    re.IGNORECASE,
)
_NOT_FOUND = re.compile(r"Could not find \[(.*?)\]\. Similar: (\[.*)")
_RIGHT = {"right", "yes", "correct", "true"}
_WRONG = {"wrong", "no", "incorrect", "false"}
_MAX_THOUGHT_SENTENCES = 2
_MAX_THOUGHT_CHARACTERS = 220


class MalformedTrajectoryError(ValueError):
    """A trajectory without a usable path to a judged answer; the text is the reason to count."""


def read_autoact(path: Path, counts: Counter[str]) -> Iterator[Demonstration]:
    """Yield the well-formed trajectories of one file of JSON lines, whatever they answer.

    `counts` is added to: trajectories `read`, `dropped: {reason}`, and `step left out: {reason}`.
    A line that is not a trajectory at all is dropped and counted like the others.
    """
    with path.open(encoding="utf-8", errors="replace") as lines:
        for number, line in enumerate(lines, start=1):
            if not line.strip():
                continue
            counts["read"] += 1
            try:
                demonstration = parse_trajectory(line, counts)
            except MalformedTrajectoryError as error:
                counts[f"dropped: {error}"] += 1
            else:
                yield replace(demonstration, source=f"{path}:{number}")


def parse_trajectory(line: str, counts: Counter[str]) -> Demonstration:
    """Parse one JSON line.

    Raises:
        MalformedTrajectoryError: nothing can be learnt from it; the message is the reason.
    """
    try:
        row = json.loads(line)
        question, answer, prompt = row["question"], row["answer"], row["prompt"]
        failed = row.get("halted") or row.get("error")
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise MalformedTrajectoryError("not a trajectory record") from None
    if not all(isinstance(text, str) and text.strip() for text in (question, answer, prompt)):
        raise MalformedTrajectoryError("not a trajectory record")
    if failed:
        raise MalformedTrajectoryError("halted or failed")
    _, found, transcript = prompt.partition("\nQuestion:")
    if not found:
        raise MalformedTrajectoryError("no transcript after the question")
    steps = tuple(_clean_path(transcript, counts))
    question, answer = html.unescape(question).strip(), html.unescape(answer).strip()
    if not has_options(question):
        return Demonstration(question, steps, answer=answer, task=HotpotQA.name)
    try:
        choices = options(question)
        return Demonstration(
            question=question_text(question, steps),
            steps=option_steps(steps, choices),
            answer=option_text(answer, choices),
            task=ScienceQA.name,
        )
    except OptionsError as error:
        raise MalformedTrajectoryError(str(error)) from None


def _clean_path(transcript: str, counts: Counter[str]) -> list[Step]:
    """The steps up to the first judged answer, without those that led nowhere."""
    kept: list[Step] = []
    for step in _steps(transcript, counts):
        finished = bool(kept) and kept[-1].tool == FINISH
        if step.tool == REFLECT:
            if not finished:
                counts["step left out: reflection before an answer"] += 1
                continue
            judgement = step.argument.lower().strip(" .'\"")
            if judgement in _WRONG:
                raise MalformedTrajectoryError("the answer was judged wrong")
            if judgement not in _RIGHT:
                raise MalformedTrajectoryError("the reflection is neither right nor wrong")
            kept.append(replace(step, argument="right", observation=""))
            break
        if finished:
            raise MalformedTrajectoryError("no reflection after the answer")
        if step.tool != FINISH and _REFUSED.match(step.observation):
            counts["step left out: refused by the tool"] += 1
        elif any((step.tool, step.argument) == (k.tool, k.argument) for k in kept):
            counts["step left out: repeats an earlier one"] += 1
        else:
            kept.append(step)
    if not kept or kept[-1].tool != REFLECT:
        raise MalformedTrajectoryError("cut short before an answer was judged")
    if len(kept) < 3:
        raise MalformedTrajectoryError("answered without using a tool")
    if not all(step.thought for step in kept):
        raise MalformedTrajectoryError("a step without a thought of its own")
    return kept


def _steps(transcript: str, counts: Counter[str]) -> Iterator[Step]:
    """Whatever parses as thought, action, observation, in order."""
    pieces = _LABEL.split(transcript)[1:]
    thought = ""
    action: tuple[str, str] | None = None
    for label, body in zip(pieces[::2], pieces[1::2], strict=True):
        text = html.unescape(body)
        if label == "Thought":
            thought = _clean_thought(text)
        elif label == "Action":
            action = _parse_action(text)
            if action is None:
                counts["step left out: no action"] += 1
            elif not action[1]:
                counts["step left out: empty argument"] += 1
                action = None
        elif action is not None:
            yield Step(thought, *action, _clean_observation(text))
            action = None
    if action is not None:
        yield Step(thought, *action)


def _parse_action(text: str) -> tuple[str, str] | None:
    """Tool and argument: `Bing Search[x]`, `retrieve [x`, `Reflect[right].` are all understood."""
    first_line = text.strip().partition("\n")[0]
    match = _ACTION.match(first_line)
    if match is None:
        return None
    tool = _TOOLS.get(match[1].replace(" ", "").lower())
    return None if tool is None else (tool, one_line(match[2]).rstrip("."))


def _clean_thought(text: str) -> str:
    """At most two sentences that speak of the question, not of the loop."""
    end = _THOUGHT_END.search(text)
    sentences = _SENTENCE.split(one_line(text[: end.start()] if end else text))
    if end and sentences and not sentences[-1].endswith((".", "!", "?")):
        sentences.pop()  # cut off where the action began
    meant = [s for s in sentences if not _ABOUT_THE_LOOP.search(s) and s.strip(". ") != "None"]
    thought = ""
    for sentence in meant[:_MAX_THOUGHT_SENTENCES]:
        if len(thought) + len(sentence) > _MAX_THOUGHT_CHARACTERS:
            break
        thought = f"{thought} {sentence}".strip()
    return thought if any(c.isalpha() for c in thought) else ""


def _clean_observation(text: str) -> str:
    return one_line(text)
