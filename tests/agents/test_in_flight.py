"""Questions under way at once, on a backend whose sessions each follow the script."""

import threading
import time
from contextlib import closing
from dataclasses import dataclass, replace

import pytest

from autoact_precache.agents.in_flight import answer_in_order
from autoact_precache.agents.orchestrator import Orchestrator
from autoact_precache.agents.tasks.task import Question
from autoact_precache.tools import Observation, Toolbox

from .scripted import ScriptedBackend, ScriptedGeneration, ScriptedSession, decode

TIMEOUT_S = 30
MANY = 200
QUESTIONS = [Question(id=f"q{number}", text=f"{number}?", gold="x") for number in range(7)]
SCRIPT = [("plan", " Search.\n"), ("plan", " Meet["), ("action", "x]")]


@dataclass
class Backend(ScriptedBackend):
    of: type[ScriptedSession] = ScriptedSession

    def session(self) -> ScriptedSession:
        self.sessions.append(self.of(list(self.turns)))
        return self.sessions[-1]


class OneStepOrMany(ScriptedSession):
    """Question 0 gets one step, every other one many slow ones."""

    def generate(self, agent, ids, /, **settings) -> ScriptedGeneration:
        if not self.token_ids:
            is_first = "Question: 0?" in decode(ids)
            self.turns = list(SCRIPT) if is_first else [*SCRIPT[:2], ("action", "slow]")] * MANY
        return super().generate(agent, ids, **settings)


class Meet:
    """A tool that answers once `parties` calls are waiting in it."""

    name = "Meet"

    def __init__(self, parties: int) -> None:
        self.barrier = threading.Barrier(parties)

    def __call__(self, argument: str, page: object) -> Observation:
        self.barrier.wait(TIMEOUT_S)
        return Observation("We met.", "ok")


@pytest.fixture
def orchestrator(hotpotqa, settings):
    """One step a question, which calls `tool`."""
    one_step = replace(settings, limits=replace(settings.limits, steps=1))

    def make(tool) -> Orchestrator:
        return Orchestrator(Backend(SCRIPT), hotpotqa, Toolbox([tool]), one_step)

    return make


def test_tools_of_several_questions_are_waited_for_together(orchestrator):
    agents = orchestrator(Meet(3))
    done = list(answer_in_order(agents, QUESTIONS[:6], concurrency=3))
    assert [trajectory.tool_calls[0].outcome for trajectory in done] == 6 * ["ok"]


@pytest.mark.parametrize("concurrency", [1, 2, 7, 20])
def test_trajectories_come_in_the_questions_order(orchestrator, concurrency):
    done = list(answer_in_order(orchestrator(Meet(1)), QUESTIONS, concurrency))
    assert [trajectory.id for trajectory in done] == [question.id for question in QUESTIONS]


def test_no_more_questions_are_begun_than_may_be_lost(orchestrator):
    agents = orchestrator(Meet(1))
    with closing(answer_in_order(agents, QUESTIONS, concurrency=2)) as trajectories:
        for taken, _ in enumerate(trajectories):
            assert len(agents.backend.sessions) <= taken + 2


class Slow:
    """A tool that answers `slow` late, and not before it is let go."""

    name = "Meet"

    def __init__(self) -> None:
        self.is_waited_for, self.let_go = threading.Event(), threading.Event()

    def __call__(self, argument: str, page: object) -> Observation:
        if argument == "slow":
            self.is_waited_for.set()
            self.let_go.wait(TIMEOUT_S)
            time.sleep(0.05)
        return Observation("Here.", "ok")


def test_what_is_under_way_ends_when_nobody_waits_any_more(hotpotqa, settings):
    toolbox = Toolbox([tool := Slow()])
    long = replace(settings, limits=replace(settings.limits, steps=MANY))
    backend = Backend([], of=OneStepOrMany)
    agents = Orchestrator(backend, hotpotqa, toolbox, long)
    trajectories = answer_in_order(agents, QUESTIONS, concurrency=2)
    next(trajectories)
    tool.is_waited_for.wait(TIMEOUT_S)
    closer = threading.Thread(target=trajectories.close)
    closer.start()
    tool.let_go.set()
    closer.join(TIMEOUT_S)
    assert not closer.is_alive()
    asked = sorted(len(session.asked) for session in backend.sessions)
    assert asked[0] == len(SCRIPT)
    assert len(SCRIPT) <= asked[1] < MANY
