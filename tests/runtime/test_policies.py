"""Every policy against its definition, computed in float64 by reference.py."""

import itertools

import pytest
import torch

from autoact_precache import Runtime, attention
from autoact_precache.policies import CacheBlend, NonShared, RelayCaching
from tests.runtime.checkpoints import llama, mistral, qwen2
from tests.runtime.policies import (
    DB,
    LP,
    ON_SWITCH,
    POLICIES,
    every_policy,
    logits_of,
    relative,
    some_turns,
    under,
)
from tests.runtime.reference import Transcript
from tests.runtime.reference_model import Model

AGENTS = ("plan", "action", "reflect")
MLP = ("q_proj", "k_proj", "v_proj", "o_proj", "gate_proj", "up_proj", "down_proj")
SETS = {
    "qv": (llama(), [{}, {}, {}]),
    "ranks and alphas": (
        llama(),
        [{"r": 2}, {"r": 6, "lora_alpha": 3}, {"r": 3, "use_rslora": True}],
    ),
    "qkvo and mlp": (llama(), [{"targets": MLP}] * 3),
    "mixed targets": (
        llama(),
        [{"targets": ("k_proj",)}, {"targets": ("q_proj", "down_proj")}, {"targets": MLP, "r": 5}],
    ),
    "alpha and rank patterns": (
        llama(),
        [{"rank_pattern": {"v_proj": 7}, "alpha_pattern": {"v_proj": 21}}, {}, {"targets": MLP}],
    ),
    "sliding window": (mistral(), [{"targets": MLP}, {}, {"r": 8}]),
    "biases": (qwen2(), [{"targets": MLP}, {}, {"r": 8}]),
    "an agent without an adapter": (llama(), [None, {"targets": MLP}, {"r": 8}]),
    "no adapters": (llama(), [None] * 3),
}


@pytest.fixture(scope="module", params=SETS)
def served(request, make) -> tuple[Runtime, Model]:
    config, settings = SETS[request.param]
    model = make.model(config, seed=len(request.param))
    adapters = {
        agent: None if extra is None else make.adapter(model, seed, **extra)
        for seed, (agent, extra) in enumerate(zip(AGENTS, settings, strict=True))
    }
    return Runtime.from_pretrained(model, adapters), Model(model, adapters)


def assert_follows(runtime: Runtime, model: Model, turns) -> None:
    session = runtime.session()
    reference = Transcript(model, runtime.policy.label)
    for turn in turns:
        assert relative(logits_of(session, turn), reference.turn(*turn)) < 1e-4
    assert session.token_ids == reference.ids


@every_policy
def test_logits_follow_the_definition(served, policy):
    runtime, model = served
    assert_follows(runtime.with_policy(policy), model, some_turns(1, AGENTS))


@every_policy
def test_a_prompt_fed_in_pieces_follows_the_definition(loaded, definition, policy, monkeypatch):
    monkeypatch.setattr(loaded.backbone, "max_pass_tokens", 7)
    assert_follows(loaded.with_policy(policy), definition, some_turns(3, AGENTS))


@under(LP, DB)
def test_the_attention_of_other_devices_follows_the_definition(
    loaded, definition, policy, monkeypatch
):
    monkeypatch.setattr(attention, "partial_attention", attention.partial_attention_by_products)
    assert_follows(loaded.with_policy(policy), definition, some_turns(10, AGENTS))


@under(ON_SWITCH)
def test_turns_of_one_agent_go_on_over_its_own_base_until_another_takes_over(
    runtime, definition, policy
):
    agents = ["plan", "plan", "action", "action", "action", "plan", "reflect", "reflect", "plan"]
    turns = some_turns(4, AGENTS, turns=len(agents))
    renamed = [(agent, *ids) for agent, (_, *ids) in zip(agents, turns, strict=True)]
    assert_follows(runtime, definition, renamed)


def test_lp_and_db_agree(loaded):
    lazy, double = loaded.with_policy(LP).session(), loaded.with_policy(DB).session()
    for turn in some_turns(5, AGENTS, turns=10):
        assert relative(logits_of(lazy, turn), logits_of(double, turn)) < 1e-5
    assert lazy.cache_bytes() == double.cache_bytes()


@pytest.mark.parametrize("agent", AGENTS)
def test_the_first_turn_of_all_policies_agrees(loaded, agent):
    turn = (agent, list(range(40, 75)), [1, 2, 3, 4])
    first, *others = [logits_of(loaded.with_policy(p).session(), turn) for p in POLICIES]
    for logits in others:
        assert relative(logits, first) < 1e-5


def test_a_lone_agent_agrees_in_all_but_rebaseshared(loaded):
    alone = [p for p in POLICIES if p not in (LP, DB)]
    sessions = [loaded.with_policy(policy).session() for policy in alone]
    for turn in some_turns(6, ["plan"]):
        first, *others = [logits_of(session, turn) for session in sessions]
        for logits in others:
            assert relative(logits, first) < 1e-5


def test_policies_differ_once_agents_take_turns(loaded):
    """Else the tests above would show little."""
    turns = list(some_turns(7, AGENTS, turns=6))
    last = []
    for policy in (p for p in POLICIES if p is not DB):
        session = loaded.with_policy(policy).session()
        last.append([logits_of(session, turn) for turn in turns][-1])
    for one, other in itertools.combinations(last, 2):
        assert relative(one, other) > 1e-3


def test_any_number_of_agents(make, model):
    eight = {f"agent {i}": make.adapter(model, i, r=1 + i) for i in range(8)}
    runtime, reference = Runtime.from_pretrained(model, eight), Model(model, eight)
    for policy in POLICIES:
        turns = some_turns(8, tuple(eight), turns=5, longest=20)
        assert_follows(runtime.with_policy(policy), reference, turns)


@pytest.mark.parametrize("dtype", ["bfloat16", "float16"])
def test_half_precision_stays_near_float32(loaded, model, adapters, dtype):
    half = Runtime.from_pretrained(model, adapters, dtype=dtype)
    nearest = {"bfloat16": 0.1, "float16": 0.02}[dtype]
    # Rounded keys and values may deviate most elsewhere: a policy that chooses by that is no near.
    for policy in (p for p in POLICIES if not isinstance(p, CacheBlend | RelayCaching)):
        session, exact = half.with_policy(policy).session(), loaded.with_policy(policy).session()
        for turn in some_turns(9, AGENTS, turns=5):
            got, wanted = logits_of(session, turn), logits_of(exact, turn)
            assert got.dtype == torch.float32
            assert float((got - wanted).norm() / wanted.norm()) < nearest


@pytest.mark.parametrize("config", [llama(), mistral(sliding_window=1_100)], ids=["all", "window"])
def test_half_precision_stays_near_float32_over_many_keys(make, config):
    """Also in a window, before a fork and behind it."""
    model = make.model(config)
    targets = [("q_proj", "v_proj"), ("q_proj", "k_proj", "v_proj"), ("q_proj", "o_proj")]
    adapters = {
        agent: make.adapter(model, i, targets=targets[i], r=2 + i) for i, agent in enumerate(AGENTS)
    }
    exact, half = (
        Runtime.from_pretrained(model, adapters, dtype=dtype, context_length=2_000)
        for dtype in ("float32", "bfloat16")
    )
    long, *turns = [
        ("plan", [i * i % 256 for i in range(1_090)], [1, 2, 3]),
        ("action", [4, 5], [6, 7, 8]),
        ("plan", [], [9, 10]),
        ("reflect", [11], [12, 13]),
    ]
    for policy in (p for p in POLICIES if not isinstance(p, CacheBlend | RelayCaching)):
        sessions = [runtime.with_policy(policy).session() for runtime in (half, exact)]
        for turn in (long, *turns):
            got, wanted = (logits_of(session, turn) for session in sessions)
            assert float((got - wanted).norm() / wanted.norm()) < 0.1
        forks = [session.fork() for session in sessions]
        for session in sessions:
            session.truncate(1_080)
        for pair in (forks, sessions):
            for turn in turns:
                got, wanted = (logits_of(session, turn) for session in pair)
                assert float((got - wanted).norm() / wanted.norm()) < 0.1


def test_a_policy_of_the_users_own(loaded, definition):
    class Alternating(NonShared):
        """NonShared, but action reads plan's cache."""

        name = "alternating"

        def turn(self, caches, agent):
            owner = "plan" if agent == "action" else agent
            return super().turn(caches, owner)

    session = loaded.with_policy(Alternating()).session()
    first = ("plan", list(range(20)), [5, 6])
    assert (
        relative(logits_of(session, first), Transcript(definition, "nonshared").turn(*first)) < 1e-4
    )
    out = session.generate("action", [7, 8], max_new_tokens=2)
    assert out.metrics.reused_tokens == 21
