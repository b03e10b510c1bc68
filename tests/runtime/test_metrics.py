"""What a call says it cost: tokens follow from the schedule, bytes from the shapes."""

import time

import torch

from autoact_precache import Runtime, session, stopwatch
from autoact_precache.recompute import recompute
from autoact_precache.stopwatch import Stopwatch
from tests.runtime.checkpoints import SMALL
from tests.runtime.policies import (
    DB,
    LP,
    ON_SWITCH,
    RECOMPUTING,
    every_policy,
    some_turns,
    under,
)

AGENTS = ("plan", "action", "reflect")
FLOAT32 = 4
KV_BYTES = 2 * SMALL["num_hidden_layers"] * SMALL["num_key_value_heads"] * 8 * FLOAT32
# Adapters in conftest.py: plan targets k and v with rank 3, action v with 5, reflect v with 2.
LR_BYTES = {
    agent: 3 * ranks * FLOAT32 for agent, ranks in (("plan", 6), ("action", 5), ("reflect", 2))
}


class Schedule:
    """The tokens that each policy holds and feeds, from the table of definitions alone."""

    def __init__(self, policy) -> None:
        self.policy = policy
        self.transcript = 0
        self.fed = dict.fromkeys(AGENTS, 0)  # by each agent, in its own cache

    def turn(self, agent: str, prompt: int, generated: int) -> tuple[int, int]:
        """Tokens reused and prefilled."""
        before = self.transcript + prompt
        own = self.policy.name in ("nonshared", "baseshared")
        reused = self.fed[agent] if own else max(self.fed.values())
        self.transcript = before + generated
        self.fed[agent] = self.transcript - 1
        return reused, before - reused

    def cache_bytes(self) -> dict:
        held = max(self.transcript - 1, 0)
        lr, full, base = {}, {}, 0
        if self.policy.name == "nonshared":
            full = {agent: fed * KV_BYTES for agent, fed in self.fed.items()}
        elif self.policy.name == "fullshared":
            full = {"shared": held * KV_BYTES}
        else:
            base = held * KV_BYTES
            own = self.policy.name == "baseshared"
            lr = {a: (self.fed[a] if own else held) * LR_BYTES[a] for a in AGENTS}
        total = base + sum(lr.values()) + sum(full.values())
        return {"base": base, "lr": lr, "full": full, "total": total}


@every_policy
def test_tokens_and_bytes_follow_from_the_schedule(runtime, policy):
    session, schedule = runtime.session(), Schedule(policy)
    for agent, prompt, forced in some_turns(1, AGENTS, turns=9):
        metrics = session.generate(agent, prompt, forced_ids=forced).metrics
        session.wait()
        reused, prefilled = schedule.turn(agent, len(prompt), len(forced))
        assert (metrics.reused_tokens, metrics.prefilled_tokens) == (reused, prefilled)
        assert metrics.prompt_tokens == reused + prefilled
        assert metrics.generated_tokens == len(forced)
        assert metrics.trajectory_tokens == len(session.token_ids) == schedule.transcript
        assert metrics.cache_bytes == session.cache_bytes()
        if policy in RECOMPUTING:  # what they keep and count besides: test_recompute.py
            continue
        if policy is not ON_SWITCH:  # the other agents' LR caches follow at the switch
            assert metrics.cache_bytes == schedule.cache_bytes()
        if policy in (LP, DB):
            assert metrics.reconstructed_tokens == prefilled + len(forced) - 1
        elif policy is not ON_SWITCH:
            assert metrics.reconstructed_tokens == 0


@under(ON_SWITCH)
def test_one_longer_pass_replaces_several(runtime, policy):
    session = runtime.session()
    calls = [
        session.generate(agent, [1, 2, 3], forced_ids=[4, 5]).metrics
        for agent in ("plan", "plan", "plan", "action")
    ]
    session.wait()
    assert [metrics.reconstructed_tokens for metrics in calls] == [0, 0, 14, 0]
    held = session.cache_bytes()
    assert held["lr"]["plan"] == 14 * LR_BYTES["plan"]
    assert held["lr"]["action"] == 19 * LR_BYTES["action"]
    assert held["base"] == 19 * KV_BYTES


def test_times_add_up_to_less_than_the_call_took(loaded):
    session = loaded.with_policy(LP).session()
    started = time.perf_counter()
    metrics = session.generate("plan", [1] * 50, max_new_tokens=8).metrics
    assert metrics.ttft_s + metrics.decode_s <= time.perf_counter() - started
    session.wait()
    assert 0 <= metrics.waited_s <= metrics.ttft_s
    assert metrics.decode_s > 0
    assert metrics.reconstruct_s > 0


@under(*RECOMPUTING)
def test_recomputing_is_no_waiting(loaded, policy, monkeypatch):
    """On a clock that only recomputing moves."""
    now = [0.0]
    monkeypatch.setattr(stopwatch.time, "perf_counter", lambda: now[0])

    def slow(*arguments):
        now[0] += 100
        return recompute(*arguments)

    monkeypatch.setattr(session, "recompute", slow)
    shared = loaded.with_policy(policy).session()
    shared.generate("plan", [1] * 20, forced_ids=[2])
    before = now[0]
    metrics = shared.generate("action", [3], forced_ids=[4]).metrics
    assert now[0] == before + 100
    assert (metrics.waited_s, metrics.ttft_s) == (0, 100)


def test_a_stopwatch_is_read_once_the_device_is_done(monkeypatch):
    waited_for = []
    monkeypatch.setattr(torch.accelerator, "synchronize", waited_for.append)
    for device in ("cpu", "cuda:1"):
        Stopwatch(torch.device(device)).read()
    assert waited_for == [torch.device("cuda:1")]


def test_a_fresh_session_holds_nothing(loaded):
    assert loaded.session().cache_bytes()["total"] == 0


def test_half_precision_halves_the_bytes(loaded, model, adapters):
    half = Runtime.from_pretrained(model, adapters, dtype="bfloat16")
    held = []
    for runtime in (loaded.with_policy(LP), half.with_policy(LP)):
        session = runtime.session()
        session.generate("plan", [1, 2, 3], forced_ids=[4])
        held.append(session.cache_bytes()["total"])
    assert held[0] == 2 * held[1]
