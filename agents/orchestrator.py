"""Answers questions, each with a session and a trajectory of its own."""

import hashlib
import logging
import time
from dataclasses import asdict
from typing import Any, cast

from autoact_precache.agents.backend import Backend
from autoact_precache.agents.episode import Episode, MadeCall, OnEvent
from autoact_precache.agents.roles import Settings
from autoact_precache.agents.tasks.task import Question, Task
from autoact_precache.agents.toolbox import Toolbox
from autoact_precache.agents.transcript import STOPS
from autoact_precache.tools.text import one_line
from autoact_precache.trajectories.memory import PeakMemory
from autoact_precache.trajectories.record import (
    SCHEMA_VERSION,
    Call,
    Ended,
    Event,
    FinishReason,
    ToolCall,
    Trajectory,
)
from autoact_precache.trajectories.totals import compute_totals

logger = logging.getLogger(__name__)


class Orchestrator:
    """Threads may share it: questions have nothing in common but the backend and the tools.

    Raises TaskError if a role's adapter is not loaded.
    """

    def __init__(
        self, backend: Backend, task: Task, toolbox: Toolbox, settings: Settings, seed: int = 0
    ) -> None:
        settings.check_adapters(backend.agents)
        self.backend = backend
        self.task = task
        self.toolbox = toolbox
        self.settings = settings
        self.seed = seed

    def answer(self, question: Question, on_event: OnEvent = lambda said: None) -> Trajectory:
        """Run one question to its end; a backend that fails ends it with an error, not the run.

        `on_event` is called with every thought, action and observation as it happens.
        """
        memory = PeakMemory()
        started = time.monotonic()
        seed = question_seed(self.seed, question.id)
        episode = Episode(
            question, self.task, self.backend, self.toolbox, self.settings, seed, on_event
        )
        ended: Ended
        error = None
        try:
            ended = episode.run()
            episode.session.wait()
        except Exception as failure:
            logger.debug("question %s failed", question.id, exc_info=True)
            ended, error = "error", one_line(f"{type(failure).__name__}: {failure}")
        e2e_s = time.monotonic() - started
        events = [_recorded(event) for event in episode.events]
        score = self.task.score(episode.answer, question)
        return Trajectory(
            schema_version=SCHEMA_VERSION,
            id=question.id,
            task=self.task.name,
            question=question.text,
            gold=question.gold,
            events=events,
            prediction=episode.answer,
            em=score.em,
            f1=score.f1,
            ended=ended,
            error=error,
            totals=compute_totals(events, e2e_s=e2e_s, peak_memory_bytes=memory.stop()),
            run=self.identity(),
        )

    def identity(self) -> dict[str, Any]:
        """What it takes to run the same again; `sampling` holds the arguments of `generate`."""
        return {
            **self.backend.identity(),
            "seed": self.seed,
            "sampling": {
                kind: {**asdict(sampling), "stop": list(STOPS[kind])}
                for kind, sampling in self.settings.calls.by_kind().items()
            },
            "roles": asdict(self.settings.roles),
            "limits": asdict(self.settings.limits),
            "prompt_version": self.task.prompt.version,
        }


def question_seed(seed: int, id: str) -> int:
    """The seed of a question's first call; its next calls count up from there.

    From 0 to 2**32 - 1. Two questions, or two runs with seeds side by side, share no draws: over
    them a mean converges and a standard deviation is one of independent samples.
    """
    return int.from_bytes(hashlib.sha256(f"{seed} {id}".encode()).digest()[:4])


def _recorded(event: MadeCall | ToolCall) -> Event:
    if isinstance(event, ToolCall):
        return event
    made = event.generation
    return Call(
        agent=event.agent,
        kind=event.kind,
        prompt_ids=list(made.prompt_ids),
        token_ids=list(made.token_ids),
        text=made.text,
        finish_reason=cast(FinishReason, made.finish_reason),
        metrics=asdict(made.metrics),
    )
