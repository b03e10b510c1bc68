"""Every policy against its definition, computed in float64 by reference.py."""

import random

import pytest
import torch

from autoact_precache import Runtime
from tests.runtime.checkpoints import llama, mistral, qwen2
from tests.runtime.reference import Model, Transcript

AGENTS = ("plan", "action", "reflect")
MLP = ("q_proj", "k_proj", "v_proj", "o_proj", "gate_proj", "up_proj", "down_proj")
POLICIES = [
    ("nonshared", {}),
    ("fullshared", {}),
    ("baseshared", {}),
    ("prelrshared", {}),
    ("rebaseshared", {"schedule": "lp"}),
    ("rebaseshared", {"schedule": "db"}),
]
SETS = {
    "qv": (llama, [{}, {}, {}]),
    "ranks and alphas": (llama, [{"r": 2}, {"r": 6, "lora_alpha": 3}, {"r": 3, "use_rslora": True}]),
    "qkvo and mlp": (llama, [{"targets": MLP}] * 3),
    "mixed targets": (
        llama,
        [{"targets": ("k_proj",)}, {"targets": ("q_proj", "down_proj")}, {"targets": MLP, "r": 5}],
    ),
    "alpha and rank patterns": (
        llama,
        [{"rank_pattern": {"v_proj": 7}, "alpha_pattern": {"v_proj": 21}}, {}, {"targets": MLP}],
    ),
    "sliding window": (mistral, [{"targets": MLP}, {}, {"r": 8}]),
    "biases": (qwen2, [{"targets": MLP}, {}, {"r": 8}]),
}


def schedule(seed: int, agents, turns: int = 7, longest: int = 40):
    """Random (agent, prompt ids, forced ids) turns; the first has a prompt."""
    rng = random.Random(seed)

    def ids(n):
        return [rng.randrange(256) for _ in range(n)]

    for turn in range(turns):
        shortest = 0 if turn else 1
        yield rng.choice(agents), ids(rng.randint(shortest, longest)), ids(rng.randint(1, 6))


def relative(got: torch.Tensor, expected: torch.Tensor) -> float:
    return float((got.double() - expected).abs().max() / expected.abs().max())


@pytest.fixture(scope="module", params=SETS, ids=list(SETS))
def checkpoint(request, make):
    config, settings = SETS[request.param]
    model = make.model(config(), seed=len(request.param))
    adapters = {
        agent: make.adapter(model, seed, **extra)
        for seed, (agent, extra) in enumerate(zip(AGENTS, settings, strict=True))
    }
    return model, adapters


@pytest.mark.parametrize(("policy", "settings"), POLICIES, ids=lambda value: str(value))
@pytest.mark.parametrize("seed", [1, 2])
def test_logits_follow_the_definition(checkpoint, policy, settings, seed):
    model, adapters = checkpoint
    session = Runtime.from_pretrained(model, adapters, policy, **settings).session()
    reference = Transcript(Model(model, adapters), policy)
    for agent, prompt, forced in schedule(seed, AGENTS):
        out = session.generate(agent, prompt, forced_ids=forced, return_logits=True)
        expected = reference.turn(agent, prompt, forced)
        assert out.logits.shape == expected.shape
        assert relative(out.logits, expected) < 1e-4
    assert session.token_ids == reference.ids
