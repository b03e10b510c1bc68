"""The errors of the caches, against the definitions computed in float64 by reference.py."""

import pytest
import torch

from autoact_precache.alone import run_alone
from autoact_precache.fidelity import CacheErrors, Errors, Watched
from autoact_precache.one_pass import OnePassSession
from autoact_precache.policies import FullShared, NonShared
from autoact_precache.policies.recomputing import Recomputing
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
from tests.runtime.reference_model import NAMES, Model

AGENTS = ("plan", "action", "reflect")
SPLIT = [
    policy for policy in POLICIES if not isinstance(policy, NonShared | FullShared | Recomputing)
]


def measured(loaded, policy, turns) -> dict[str, Errors]:
    exact = loaded.with_policy(NonShared()).session()
    for turn in turns:
        logits_of(exact, turn)
    errors = CacheErrors(
        loaded, run_alone(loaded, loaded.agents, exact.token_ids), exact.caches.full
    )
    session = loaded.with_policy(Watched(policy, errors.look)).session()
    for turn in turns:
        logits_of(session, turn)
    return errors.by_agent


def states(model: Model, agent: str, base, lr, full, end: int):
    """What is attended to of the tokens 0..end, by part and layer, out of stores of rows."""
    found = {}
    for layer in range(model.n_layers):
        for name in NAMES:
            if full is not None:
                found[f"full.{name}", layer] = full.get(layer, name)[:end]
                continue
            found[f"base.{name}", layer] = total = base.get(layer, name)[:end]
            if model.a(agent, layer, name) is not None:
                rows = lr.get(layer, name)[:end]
                found[f"lr.{name}", layer] = rows
                total = total + model.lr_term(layer, name, rows, agent)
            found[f"full.{name}", layer] = total
    return found


def by_definition(model: Model, policy: str, turns) -> dict:
    """(agent, scope, part, layer) -> relative L2 error, and (agent, scope) -> tokens."""
    transcript, lone = Transcript(model, policy), {}
    owners: list[str] = []
    squares, tokens = {}, {}
    for agent, prompt, forced in turns:
        before = len(owners)
        transcript.turn(agent, prompt, forced)
        alone = lone.setdefault(agent, Transcript(model, "baseshared"))
        alone.turn(agent, transcript.ids[len(alone.ids) :], [0])  # all but the last are fed
        alone.ids.pop()
        if before:
            full = transcript.attended(agent)
            base = transcript.adapted if policy.endswith("on-switch") else transcript.base
            served = states(model, agent, base, transcript.lr[agent], full, before)
            wanted = states(model, agent, alone.base, alone.lr[agent], None, before)
            mine = torch.tensor([owner == agent for owner in owners])
            for scope, kept in {"own": mine, "others": ~mine}.items():
                tokens[agent, scope] = tokens.get((agent, scope), 0) + int(kept.sum())
                for (part, layer), rows in served.items():
                    at = squares.setdefault((agent, scope, part, layer), [0.0, 0.0])
                    at[0] += float((rows - wanted[part, layer])[kept].square().sum())
                    at[1] += float(wanted[part, layer][kept].square().sum())
        owners += [agent] * (len(transcript.ids) - 1 - before)
    errors = {key: (error / norm) ** 0.5 for key, (error, norm) in squares.items() if norm}
    return errors | tokens


@every_policy
def test_errors_follow_the_definition(loaded, definition, policy):
    turns = list(some_turns(11, AGENTS, turns=9, longest=20))
    expected = by_definition(definition, policy.label, turns)
    got = {}
    for agent, parts in measured(loaded, policy, turns).items():
        for part, scopes in parts.items():
            for scope, error in scopes.items():
                got[agent, scope] = error.tokens
                for layer, figure in enumerate(error.relative):
                    if figure is not None:
                        got[agent, scope, part, layer] = figure
    assert got.keys() == expected.keys()
    assert any(figure > 0.1 for figure in expected.values()) or policy.label == "nonshared"
    for key, figure in expected.items():
        assert got[key] == pytest.approx(figure, rel=1e-4, abs=1e-5), key


def test_nonshared_has_no_error_and_full_caches_alone(loaded):
    for parts in measured(loaded, NonShared(), list(some_turns(12, AGENTS))).values():
        assert parts.keys() == {"full.k", "full.v"}
        for error in (error for scopes in parts.values() for error in scopes.values()):
            assert set(error.relative) <= {0.0, None}


@under(*SPLIT)
def test_the_first_layer_s_base_and_lr_are_exact(loaded, policy):
    """What enters it is the tokens' embeddings, whoever feeds them."""
    for parts in measured(loaded, policy, list(some_turns(13, AGENTS))).values():
        for error in (error for scopes in parts.values() for error in scopes.values()):
            assert error.relative[0] is None or error.relative[0] < 1e-6


@pytest.mark.parametrize("policy", [LP, DB, ON_SWITCH], ids=lambda policy: policy.label)
def test_a_neutral_base_is_foreign_to_the_agent_s_own_tokens_too(loaded, policy):
    """But where its reconstruction waits for another agent, who never comes."""
    errors = measured(loaded, policy, list(some_turns(14, ["plan"])))["plan"]
    assert errors["base.v"]["others"].tokens == 0
    own = errors["base.v"]["own"].relative[-1]
    assert own < 1e-5 if policy is ON_SWITCH else own > 0.1


def test_an_agent_without_any_token_before_it_is_not_measured(loaded):
    assert measured(loaded, LP, [("plan", [1, 2, 3], [4])]) == {}


@every_policy
def test_a_watched_policy_works_as_before(runtime, policy):
    session = runtime.session()
    watched = runtime.with_policy(Watched(policy, lambda *_: None)).session()
    for turn in some_turns(15, AGENTS):
        assert torch.equal(logits_of(watched, turn), logits_of(session, turn))
    assert watched.cache_bytes() == session.cache_bytes()
    assert watched.runtime.policy.label == policy.label


@every_policy
def test_one_pass_gives_the_logits_and_caches_of_decoding(runtime, policy):
    session, quick = runtime.session(), OnePassSession(runtime)
    for agent, prompt, forced in some_turns(16, AGENTS, turns=9):
        made = quick.generate(
            agent, prompt, max_new_tokens=len(forced), forced_ids=forced, return_logits=True
        )
        expected = logits_of(session, (agent, prompt, forced))
        assert relative(made.logits, expected.double()) < 1e-4
    assert quick.session.token_ids == session.token_ids
    assert quick.session.cache_bytes() == session.cache_bytes()
