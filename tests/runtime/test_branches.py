"""Sessions that fork, go back, are saved and loaded, against the definitions doing the same."""

import random

import pytest
import torch

from tests.runtime.policies import every_policy, logits_of, relative, some_turns
from tests.runtime.reference import Transcript

AGENTS = ("plan", "action", "reflect")


def random_turn(rng: random.Random):
    ids = [rng.randrange(256) for _ in range(rng.randint(1, 25))]
    return rng.choice(AGENTS), ids, [rng.randrange(256) for _ in range(rng.randint(1, 5))]


@every_policy
@pytest.mark.parametrize("seed", [1, 2])
def test_branches_of_branches(runtime, definition, policy, seed, tmp_path):
    rng = random.Random(seed)
    pairs = [(runtime.session(), Transcript(definition, policy.label))]
    for step in range(24):
        session, reference = rng.choice(pairs)
        do = rng.choice(["turn", "turn", "turn", "fork", "truncate", "save and load", "drop"])
        if do == "turn" and len(session.token_ids) < 300:
            turn = random_turn(rng)
            assert relative(logits_of(session, turn), reference.turn(*turn)) < 1e-4
        elif do == "fork":
            pairs.append((session.fork(), reference.fork()))
        elif do == "truncate":
            length = rng.randint(0, len(session.token_ids))
            session.truncate(length)
            reference.truncate(length)
        elif do == "save and load":
            session.save(tmp_path / f"{step}")
            pairs.append((runtime.load_session(tmp_path / f"{step}"), reference.fork()))
        elif len(pairs) > 1:
            pairs.remove((session, reference))
    for session, reference in pairs:
        assert session.token_ids == reference.ids
        turn = random_turn(rng)
        assert relative(logits_of(session, turn), reference.turn(*turn)) < 1e-4


@every_policy
def test_a_truncated_parent_writes_over_what_its_fork_still_sees(runtime, definition, policy):
    parent, reference = runtime.session(), Transcript(definition, policy.label)
    for turn in some_turns(1, AGENTS, turns=4):
        logits_of(parent, turn), reference.turn(*turn)
    child, of_child = parent.fork(), reference.fork()
    parent.truncate(10)
    reference.truncate(10)
    for turn in some_turns(2, AGENTS, turns=3):
        assert relative(logits_of(parent, turn), reference.turn(*turn)) < 1e-4
    for turn in some_turns(3, AGENTS, turns=3):
        assert relative(logits_of(child, turn), of_child.turn(*turn)) < 1e-4


@every_policy
def test_far_back_in_buffers_that_are_mostly_in_vain_then(runtime, definition, policy):
    session, reference = runtime.session(), Transcript(definition, policy.label)
    long = ("plan", [i * i % 256 for i in range(280)], [1, 2])
    assert relative(logits_of(session, long), reference.turn(*long)) < 1e-4
    session.truncate(15)
    reference.truncate(15)
    for turn in some_turns(6, AGENTS, turns=4):
        assert relative(logits_of(session, turn), reference.turn(*turn)) < 1e-4


@every_policy
def test_back_at_a_turns_end_is_as_if_it_had_never_gone_on(runtime, policy):
    session, twin = runtime.session(), runtime.session()
    first, second, *rest = some_turns(4, AGENTS, turns=6)
    if policy.reconstructs_on_switch:  # another agent's turn leaves a neutral base behind
        second = (first[0], *second[1:])
    logits_of(session, first), logits_of(twin, first)
    length = len(session.token_ids)
    logits_of(session, second)
    session.truncate(length)
    for turn in rest:
        assert relative(logits_of(session, turn), logits_of(twin, turn)) < 1e-5


@every_policy
def test_a_fork_copies_no_keys_or_values(runtime, policy):
    session = runtime.session()
    for turn in some_turns(5, AGENTS, turns=3):
        logits_of(session, turn)
    child = session.fork()
    kept, shared = (
        {"base": caches.base} | caches.full | ({"hidden": caches.hidden} if caches.hidden else {})
        for caches in (session.caches, child.caches)
    )
    for name, kv in kept.items():
        ours = list(kv.segments(0, 0, kv.length))
        theirs = list(shared[name].segments(0, 0, kv.length))
        assert [part.keys.data_ptr() for part in ours] == [part.keys.data_ptr() for part in theirs]
        assert [part.values.data_ptr() for part in ours] == [p.values.data_ptr() for p in theirs]
    assert child.cache_bytes() == session.cache_bytes()


def test_truncation_outside_the_transcript_is_refused(loaded):
    session = loaded.session()
    session.generate("plan", [1, 2, 3], forced_ids=[4])
    for length in (-1, 5):
        with pytest.raises(ValueError, match="the transcript has 4"):
            session.truncate(length)
    assert session.token_ids == [1, 2, 3, 4]
    session.truncate(0)
    assert session.cache_bytes()["total"] == 0
    with pytest.raises(ValueError, match="the transcript is empty"):
        session.generate("plan")


@every_policy
def test_saved_and_loaded_it_gives_the_very_same_logits(runtime, policy, tmp_path):
    session = runtime.session()
    *turns, last = some_turns(6, AGENTS, turns=5)
    for turn in turns:
        logits_of(session, turn)
    session.save(tmp_path / "session")
    loaded = runtime.load_session(tmp_path / "session")
    assert loaded.token_ids == session.token_ids
    assert loaded.cache_bytes() == session.cache_bytes()
    assert torch.allclose(logits_of(loaded, last), logits_of(session, last), rtol=1e-5, atol=1e-5)
    assert [file.name for file in tmp_path.iterdir()] == ["session"]


@every_policy
def test_an_empty_session_can_be_saved(runtime, policy, tmp_path):
    runtime.session().save(tmp_path / "session")
    loaded = runtime.load_session(tmp_path / "session")
    turn = ("plan", [1, 2, 3], [4, 5])
    assert torch.equal(logits_of(loaded, turn), logits_of(runtime.session(), turn))
