"""The geometry, against hidden states of transformers and peft and caches of reference.py."""

import math

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from peft import PeftModel
from transformers import AutoModelForCausalLM

from autoact_precache.alone import run_alone
from autoact_precache.geometry import Transitions, squared_distances, transition
from tests.runtime.reference import Rows
from tests.runtime.reference_model import Model

AGENTS = ("reflect", "plan")  # not all of the runtime's, nor in its order
IDS = [(7 * i * i + 3) % 256 for i in range(60)]


def hidden_states(model, adapter) -> torch.Tensor:
    """What enters each layer, float64 [layers, tokens, width]."""
    loaded = AutoModelForCausalLM.from_pretrained(model, dtype=torch.float64)
    if adapter is not None:
        loaded = PeftModel.from_pretrained(loaded, adapter).double()
    with torch.no_grad():
        out = loaded(input_ids=torch.tensor([IDS]), output_hidden_states=True)
    return torch.cat(out.hidden_states[:-1])


def base_caches(model: Model, agent: str | None) -> dict[str, torch.Tensor]:
    """X W0 of an agent alone, float64 [layers, tokens, width]."""
    base = Rows()

    def keys_values(layer, h, positions):
        for name in ("k", "v"):
            base.put(layer, name, 0, model.project(layer, name, h, positions, None))
        return [model.project(layer, name, h, positions, agent) for name in ("k", "v")]

    model.run(IDS, 0, agent, keys_values)
    layers = range(model.n_layers)
    return {
        f"base.{name}": torch.stack([base.get(layer, name) for layer in layers])
        for name in ("k", "v")
    }


@pytest.fixture(scope="module")
def expected(model, adapters, definition):
    """State -> agent (None: without adapters) -> [layers, tokens, width]."""
    folders = {None: None} | {agent: adapters[agent] for agent in AGENTS}
    found = {"hidden": {agent: hidden_states(model, path) for agent, path in folders.items()}}
    for agent in folders:
        for state, layers in base_caches(definition, agent).items():
            found.setdefault(state, {})[agent] = layers
    return found


@pytest.mark.parametrize("pieces", [512, 13])
@pytest.mark.parametrize("state", ["base.k", "base.v", "hidden"])
def test_geometry_follows_its_definition(loaded, expected, state, pieces, monkeypatch):
    monkeypatch.setattr(loaded.backbone, "max_pass_tokens", pieces)
    distances = run_alone(loaded, AGENTS, IDS).distances[state]
    found = transition(distances[..., 1:50], previous=1, running=2, neutral=0)
    assert (found.transitions, found.tokens) == (1, 49)
    of = expected[state]
    for layer, (rho, two_cos, gamma) in enumerate(
        zip(found.rho, found.two_cos_theta, found.gamma_err, strict=True)
    ):
        neutral, previous, running = (of[agent][layer, 1:50] for agent in (None, *AGENTS))
        d_p, d_i = previous - neutral, running - neutral
        if layer == 0:  # the embeddings, whoever runs
            assert rho is None
            assert two_cos is None
            assert gamma is None
            continue
        assert rho == pytest.approx(float(d_p.norm() / d_i.norm()), rel=1e-4)
        cosine = float((d_p * d_i).sum() / (d_p.norm() * d_i.norm()))
        assert two_cos == pytest.approx(2 * cosine, abs=1e-4)
        reuse, neutral_error = (previous - running).norm(), (neutral - running).norm()
        assert gamma == pytest.approx(float(reuse / neutral_error), rel=1e-4)
        assert (gamma > 1) == (rho > two_cos)


@given(st.integers(0, 10**6), st.floats(0.01, 10))
def test_gamma_err_is_what_rho_and_theta_say(seed, scale):
    """Of several transitions together as of one."""
    generator = torch.Generator().manual_seed(seed)
    states = [torch.randn(3, 5, 7, generator=generator) for _ in range(2)]
    states[1][1] *= scale
    both = [transition(squared_distances(s)[None], 1, 2, 0) for s in states]
    for found in (*both, both[0] + both[1]):
        [rho], [two_cos], [gamma] = found.rho, found.two_cos_theta, found.gamma_err
        assert gamma == pytest.approx(math.sqrt(1 + rho**2 - rho * two_cos), rel=1e-5)


def test_transitions_together_are_one_matrix():
    states = torch.randn(3, 9, 7, generator=torch.Generator().manual_seed(0))
    whole = squared_distances(states)[None]
    parts = [transition(whole[..., :4], 1, 2, 0), transition(whole[..., 4:], 1, 2, 0)]
    together, once = parts[0] + parts[1], transition(whole, 1, 2, 0)
    assert (together.transitions, together.tokens) == (2, 9)
    assert together.gamma_err == pytest.approx(once.gamma_err)
    assert together.rho == pytest.approx(once.rho)


def test_worked_out_by_hand():
    """The previous agent twice as far out, at a right angle."""
    neutral, previous, running = [[0.0, 0.0]], [[2.0, 0.0]], [[0.0, 1.0]]
    distances = squared_distances(torch.tensor([neutral, previous, running]))
    found = transition(distances[None], 1, 2, 0)
    assert found == Transitions(1, 1, previous=[4.0], running=[1.0], between=[5.0])
    assert (found.rho, found.two_cos_theta) == ([2.0], [0.0])
    assert found.gamma_err == [pytest.approx(math.sqrt(5))]
