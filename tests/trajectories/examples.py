"""Trajectories and a session to test with."""

from dataclasses import dataclass, field

import torch

from autoact_precache.trajectories.record import (
    SCHEMA_VERSION,
    Call,
    Event,
    Kind,
    ToolCall,
    Trajectory,
)
from autoact_precache.trajectories.totals import compute_totals

RUN = {"policy": "prelrshared", "seed": 0, "sampling": {"thought": {"temperature": 0.0}}}


def a_call(
    agent: str, kind: Kind, prompt_ids: list[int], token_ids: list[int], **metrics: object
) -> Call:
    defaults = {
        "prompt_tokens": len(prompt_ids),
        "reused_tokens": 0,
        "prefilled_tokens": len(prompt_ids),
        "generated_tokens": len(token_ids),
        "ttft_s": 0.5,
        "waited_s": 0.0,
        "decode_s": 0.25,
        "reconstruct_s": 0.0,
        "reconstructed_tokens": 0,
        "trajectory_tokens": len(prompt_ids) + len(token_ids),
        "cache_bytes": {"base": 100, "lr": {agent: 10}, "full": {}, "total": 110},
    }
    return Call(agent, kind, prompt_ids, token_ids, "text", "stop", defaults | metrics)


def a_trajectory(id: str, events: list[Event] | None = None) -> Trajectory:
    if events is None:
        events = [
            a_call("plan", "thought", [1, 2, 3], [4, 5]),
            ToolCall("Retrieve", "Rome", "Rome is a city.", "ok", 0.125),
        ]
    return Trajectory(
        schema_version=SCHEMA_VERSION,
        id=id,
        task="hotpotqa",
        question="Where?",
        gold="Rome",
        events=events,
        prediction="Rome",
        em=1.0,
        f1=1.0,
        ended="finished",
        error=None,
        totals=compute_totals(events, e2e_s=2.0, peak_memory_bytes=1000),
        run=RUN,
    )


@dataclass
class SessionMetrics:
    """The fields of a runtime's metrics."""

    prompt_tokens: int
    reused_tokens: int
    prefilled_tokens: int
    generated_tokens: int
    trajectory_tokens: int
    cache_bytes: dict[str, object]
    ttft_s: float = 0.001
    waited_s: float = 0.0
    decode_s: float = 0.002
    reconstruct_s: float = 0.0
    reconstructed_tokens: int = 0


@dataclass
class SessionGeneration:
    text: str
    finish_reason: str
    logits: torch.Tensor | None
    metrics: SessionMetrics


@dataclass
class CountingSession:
    """A session whose token t is drawn from logits that depend on the transcript before t.

    `noise` moves the logits, as a policy does; `shared` says whether agents reuse each other's
    tokens; `rebase` feeds each turn's tokens again, in `wait` or when another agent takes over.
    """

    vocabulary: int = 50
    noise: float = 0.0
    shared: bool = False
    rebase: str = "never"  # or "each_turn" or "on_switch"
    transcript: list[int] = field(default_factory=list)
    fed: dict[str, int] = field(default_factory=dict)
    calls: list[tuple[str, list[int], list[int]]] = field(default_factory=list)
    due: tuple[str, SessionMetrics, int] | None = None

    def generate(
        self,
        agent: str,
        prompt: list[int],
        /,
        *,
        max_new_tokens: int,
        forced_ids: list[int],
        return_logits: bool,
    ) -> SessionGeneration:
        assert max_new_tokens == len(forced_ids) > 0
        if self.due is not None and self.due[0] != agent:
            self.reconstruct()
        self.calls.append((agent, list(prompt), list(forced_ids)))
        self.transcript += prompt
        cache = "everyone" if self.shared else agent
        reused = self.fed.get(cache, 0)
        prompt_tokens = len(self.transcript)
        rows = []
        for token in forced_ids:
            rows.append(self.logits())
            self.transcript.append(token)
        self.fed[cache] = len(self.transcript) - 1
        metrics = SessionMetrics(
            prompt_tokens=prompt_tokens,
            reused_tokens=reused,
            prefilled_tokens=prompt_tokens - reused,
            generated_tokens=len(forced_ids),
            trajectory_tokens=len(self.transcript),
            cache_bytes={
                "base": 0,
                "lr": {},
                "full": dict(self.fed),
                "total": sum(self.fed.values()),
            },
        )
        if self.rebase != "never":
            self.due = (agent, metrics, self.fed[cache] - reused)
        logits = torch.stack(rows) if return_logits else None
        return SessionGeneration("forced text", "forced", logits, metrics)

    def wait(self) -> None:
        if self.rebase == "each_turn":
            self.reconstruct()

    def reconstruct(self) -> None:
        if self.due is not None:
            _, metrics, metrics.reconstructed_tokens = self.due
            metrics.reconstruct_s = 0.004
            self.due = None

    def logits(self) -> torch.Tensor:
        generator = torch.Generator().manual_seed(hash(tuple(self.transcript)) % 2**31)
        clean = torch.randn(self.vocabulary, generator=generator)
        return clean + self.noise * torch.randn(self.vocabulary, generator=generator)
