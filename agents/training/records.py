"""This project's own trajectory records as training data."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

from autoact_precache.agents.grammar import parse_action, parse_verdict
from autoact_precache.agents.prompt import load_observations
from autoact_precache.agents.training.demonstration import Demonstration
from autoact_precache.agents.training.multiple_choice import (
    OptionsError,
    has_options,
    option_steps,
    option_text,
    options,
)
from autoact_precache.agents.transcript import FINISH, REFLECT, Step
from autoact_precache.tools import Lookup
from autoact_precache.tools.text import one_line
from autoact_precache.trajectories.record import Call, Event, ToolCall, Trajectory
from autoact_precache.trajectories.store import read_trajectories

WRONG = "wrong"


def read_records(path: Path, counts: Counter[str]) -> Iterator[Demonstration]:
    """Yield the trajectories of a record file that ended without a misstep, whatever they answer.

    `counts` is added to as `autoact.read_autoact` does.

    Raises:
        RecordError: a corrupt line, naming file and line.
    """
    for trajectory in read_trajectories(path):
        counts["read"] += 1
        reason = _flaw(trajectory)
        if reason:
            counts[f"dropped: {reason}"] += 1
            continue
        try:
            demonstration = _demonstration(trajectory)
        except OptionsError as error:
            counts[f"dropped: {error}"] += 1
        else:
            yield replace(demonstration, source=f"{path}:{trajectory.id}")


def _flaw(trajectory: Trajectory) -> str:
    """Why nothing should be learnt from a trajectory; "" if it is well-formed."""
    if trajectory.ended != "finished":
        return "not finished"
    if not (trajectory.events and getattr(trajectory.events[0], "kind", None) == "thought"):
        return "it begins without a thought"
    if any(call.finish_reason != "stop" for call in trajectory.calls):
        return "a generation without its end"
    if any(tool.outcome not in ("ok", "not_found", "ambiguous") for tool in trajectory.tool_calls):
        return "a call that the loop or a tool refused"
    # Lookup, asked again, gives the next sentence.
    used = [(t.name, t.argument) for t in trajectory.tool_calls if t.name != Lookup.name]
    if len(used) != len(set(used)):
        return "the same call twice"
    return ""


def _demonstration(trajectory: Trajectory) -> Demonstration:
    """A rejected answer is shown, and taught to nobody."""
    question, answer = trajectory.question, trajectory.gold
    steps = tuple(_step(events) for events in _turns(trajectory))
    if has_options(question):
        choices = options(question)
        steps, answer = option_steps(steps, choices), option_text(answer, choices)
    shown = [
        i
        for i, (_, judged) in enumerate(pairwise(steps))
        if (judged.tool, judged.argument) == (REFLECT, WRONG)
    ]
    return Demonstration(question, steps, frozenset(shown), answer, trajectory.task)


def _turns(trajectory: Trajectory) -> Iterator[list[Event]]:
    """The events from one thought to the next."""
    turn: list[Event] = []
    for event in trajectory.events:
        if turn and isinstance(event, Call) and event.kind == "thought":
            yield turn
            turn = []
        turn.append(event)
    yield turn


def _step(turn: list[Event]) -> Step:
    thought, *calls = [event.text for event in turn if isinstance(event, Call)]
    tool = next((event for event in turn if isinstance(event, ToolCall)), None)
    if tool is not None:
        return Step(one_line(thought), tool.name, tool.argument, tool.observation)
    written = parse_action("".join(calls))
    if written.name == FINISH:
        return Step(one_line(thought), FINISH, written.argument, load_observations()["reflect"])
    right = parse_verdict("".join(calls))
    if right:
        return Step(one_line(thought), REFLECT, "right")
    return Step(one_line(thought), REFLECT, WRONG, load_observations()["judged_wrong"])
