"""The loop: plan thinks and names a tool, action fills in its argument, the tool answers, and so on
until plan finishes and reflect agrees.

Everything happens on one transcript, and `Episode.events` is its linear history: the trajectory.
"""

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal

from autoact_precache.agents.backend import Backend, Generation
from autoact_precache.agents.grammar import find_tool, parse_action, parse_verdict
from autoact_precache.agents.prompt import load_observations
from autoact_precache.agents.roles import Role, Settings
from autoact_precache.agents.tasks.task import Question, Task
from autoact_precache.agents.toolbox import Toolbox
from autoact_precache.agents.transcript import (
    ACTION_CUE,
    FINISH,
    REFLECT,
    STOPS,
    Author,
    CallKind,
    observation_context,
    opening,
    shortened,
)
from autoact_precache.tools.text import one_line
from autoact_precache.trajectories.record import Ended, ToolCall

logger = logging.getLogger(__name__)


_ANSWER_AND_JUDGEMENT = 2  # steps

SaidKind = Literal["thought", "action", "observation"]


@dataclass(frozen=True)
class Said:
    """What a reader of a run sees; an observation's author is the context."""

    kind: SaidKind
    author: Author
    text: str


OnEvent = Callable[[Said], None]


@dataclass(frozen=True)
class MadeCall:
    """A call whose metrics may still change while its reconstruction runs."""

    agent: str
    kind: CallKind
    generation: Generation


class LimitReached(Exception):
    def __init__(self, ended: Ended) -> None:
        self.ended = ended


class Episode:
    """One question, from its first thought to its end."""

    def __init__(
        self,
        question: Question,
        task: Task,
        backend: Backend,
        toolbox: Toolbox,
        settings: Settings,
        seed: int,
        on_event: OnEvent,
    ) -> None:
        self.backend = backend
        self.settings = settings
        self.seed = seed
        self.on_event = on_event
        self.session = backend.session()
        self.tools = toolbox.session(image=question.image)
        self.tool_names = [*toolbox.names, FINISH, REFLECT]
        self.wording = load_observations()
        self.deadline = time.monotonic() + settings.limits.seconds
        self.context = opening(task.prompt.instructions, question.text)  # not yet in the transcript
        self.events: list[MadeCall | ToolCall] = []
        self.answer: str | None = None
        self.reflecting = False
        self.steps_left = settings.limits.steps

    def run(self) -> Ended:
        """Raises what the backend raises, with `events` and `answer` as they were."""
        try:
            while self.steps_left:
                self.steps_left -= 1
                role: Role = "reflect" if self.reflecting else "plan"
                thought = self.generate(role, "thought")
                self.say("thought", role, thought)
                self.context = ("" if "\n" in thought else "\n") + ACTION_CUE
                observation = self.judge() if self.reflecting else self.act()
                if observation is None:
                    return "finished"
                self.say("observation", "context", observation)
                self.context += observation_context(observation)
        except LimitReached as limit:
            return limit.ended
        return "step_limit"

    def act(self) -> str:
        """An action of the plan role, its argument by the action role; returns the observation."""
        text = self.generate("plan", "action")
        written = parse_action(text)
        name = find_tool(written.name, self.tool_names) if written.opened else None
        if name and not written.closed:  # a last token such as "[]" closes it at once
            text += self.generate("action", "argument")
            written = parse_action(text)
        self.say("action", "plan", text)
        self.context = written.missing
        if not written.opened:
            return self.refuse(written.name, "", "no_bracket")
        if name is None:
            return self.refuse(written.name, written.argument, "unknown_tool")
        if not written.closed:
            return self.refuse(name, written.argument, "not_closed")
        if name == REFLECT:
            return self.refuse(name, written.argument, "nothing_to_reflect")
        if name == FINISH and not written.argument:
            return self.refuse(name, "", "empty_answer")
        if name == FINISH:
            self.answer, self.reflecting = written.argument, True
            return self.wording["reflect"]
        return self.use_tool(name, written.argument)

    def judge(self) -> str | None:
        """The reflect role's verdict; None when it agrees with the answer."""
        text = self.generate("reflect", "reflection")
        self.say("action", "reflect", text)
        written = parse_action(text)
        self.context = written.missing
        right = parse_verdict(text)
        if right is None:
            return self.refuse(written.name, written.argument, "unclear_verdict")
        self.reflecting = False
        return None if right else self.wording["judged_wrong"]

    def use_tool(self, name: str, argument: str) -> str:
        started = time.monotonic()
        try:
            observation = self.tools.call(name, argument)
            text, outcome = observation.text, observation.outcome
        except Exception:
            logger.warning("tool %s failed", name, exc_info=True)
            text, outcome = self.wording["tool_failed"].format(name=name), "unavailable"
        latency = time.monotonic() - started
        tokens = self.settings.limits.observation_tokens
        text = shortened(text, tokens, self.backend.encode, self.backend.decode)
        if any(
            isinstance(event, ToolCall)
            and (event.name, event.argument, event.observation) == (name, argument, text)
            for event in self.events
        ):
            text = self.wording["repeated"]  # seeing it again would lead to the same action again
        return self.observe(ToolCall(name, argument, text, outcome, latency))

    def refuse(self, name: str, argument: str, reason: str) -> str:
        """The observation on an action that leads nowhere, recorded as a tool call that failed."""
        text = self.wording[reason].format(name=name, tools=", ".join(self.tool_names))
        return self.observe(ToolCall(name, argument, text, "invalid", latency_s=0.0))

    def observe(self, call: ToolCall) -> str:
        """Records a tool call; returns its observation, which says so when time is running out."""
        if not self.reflecting and self.is_stuck(call):
            self.steps_left = min(self.steps_left, _ANSWER_AND_JUDGEMENT)
        if self.steps_left == _ANSWER_AND_JUDGEMENT and not self.reflecting:
            text = f"{call.observation} {self.wording['finish_now']}"
            call = replace(call, observation=text)
        self.events.append(call)
        return call.observation

    def is_stuck(self, call: ToolCall) -> bool:
        """Whether an action that leads nowhere has been made over and over."""
        before = [event for event in self.events if isinstance(event, ToolCall)]
        last = [*before, call][-self.settings.limits.same_actions :]
        return (
            len(last) == self.settings.limits.same_actions
            and all((same.name, same.argument) == (call.name, call.argument) for same in last)
            and last[-2:][0].observation == call.observation  # Lookup goes on from call to call
        )

    def generate(self, role: Role, kind: CallKind) -> str:
        """What `role` writes behind the pending context, which then is in the transcript too."""
        sampling = self.settings.calls.by_kind()[kind]
        starts = not self.session.token_ids
        ids = self.backend.encode(self.context, starts=starts) if self.context else []
        length = len(self.session.token_ids) + len(ids) + sampling.max_new_tokens
        if length > self.backend.context_length:
            raise LimitReached("context_limit")
        if time.monotonic() >= self.deadline:
            raise LimitReached("time_limit")
        agent = getattr(self.settings.roles, role)
        generation = self.session.generate(
            agent,
            ids,
            max_new_tokens=sampling.max_new_tokens,
            stop=STOPS[kind],
            temperature=sampling.temperature,
            top_p=sampling.top_p,
            seed=self.seed + sum(isinstance(event, MadeCall) for event in self.events),
        )
        self.context = ""
        self.events.append(MadeCall(agent, kind, generation))
        return generation.text

    def say(self, kind: SaidKind, author: Author, text: str) -> None:
        self.on_event(Said(kind, author, one_line(text)))
