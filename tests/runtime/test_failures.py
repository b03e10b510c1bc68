"""A call that fails leaves transcript and caches where it found them."""

import threading

import pytest

from autoact_precache import ReconstructionError
from autoact_precache.cache import KVCache
from autoact_precache.policies import ReBaseShared
from tests.runtime.policies import (
    LP,
    ON_SWITCH,
    every_policy,
    logits_of,
    relative,
    some_turns,
    under,
)
from tests.runtime.reference import Transcript

AGENTS = ("plan", "action", "reflect")


class Broken(RuntimeError):
    """What the tests' own parts raise."""


class Fuse:
    """Blows at the n-th layer written from when it is set."""

    def __init__(self) -> None:
        self.left: int | None = None

    def burn(self) -> None:
        if self.left is not None:
            self.left -= 1
            if self.left == 0:
                self.left = None
                raise Broken("out of memory, say")


class FragileCache(KVCache):
    fuse: Fuse

    def write(self, layer, start, keys, values):
        self.fuse.burn()
        super().write(layer, start, keys, values)

    def fork(self):
        child = super().fork()
        child.__class__ = FragileCache
        child.fuse = self.fuse
        return child


def fragile(policy, fuse: Fuse):
    """The policy, as a class of the user's own whose caches can fail in the middle of a pass."""

    class Fragile(type(policy)):
        def caches(self, new):
            class FragileNew:
                def __getattr__(self, name):
                    return getattr(new, name)

                def kv(self):
                    cache = FragileCache(new.kv().shape)
                    cache.fuse = fuse
                    return cache

            return super().caches(FragileNew())

    failing = Fragile.__new__(Fragile)
    failing.__dict__.update(policy.__dict__)
    return failing


def same_afterwards(session, twin, seed: int) -> None:
    """Both go on alike: what they hold is the same."""
    assert session.token_ids == twin.token_ids
    assert session.caches.lengths() == twin.caches.lengths()
    for turn in some_turns(seed, AGENTS, turns=4, longest=20):
        assert relative(logits_of(session, turn), logits_of(twin, turn)) < 1e-5
    assert session.cache_bytes() == twin.cache_bytes()


@every_policy
@pytest.mark.parametrize("blows_at", [2, 10])
def test_a_pass_that_fails_in_the_middle(loaded, policy, blows_at):
    """`blows_at` counts layers of 3: in the prompt's pass, or in that of a generated token."""
    fuse = Fuse()
    session = loaded.with_policy(fragile(policy, fuse)).session()
    twin = loaded.with_policy(policy).session()
    for turn in some_turns(1, AGENTS, turns=4):
        logits_of(session, turn), logits_of(twin, turn)
    session.wait(), twin.wait()
    # The agent that spoke last: no reconstruction comes before its turn.
    agent = list(some_turns(1, AGENTS, turns=4))[-1][0]
    before = list(session.token_ids)
    fuse.left = blows_at
    with pytest.raises(Broken):
        session.generate(agent, [1, 2, 3], forced_ids=[4, 5, 6, 7, 8])
    assert session.token_ids == before
    same_afterwards(session, twin, seed=2)


@every_policy
@pytest.mark.parametrize("blows_at", [1, 3])
def test_a_callback_that_fails(loaded, policy, blows_at):
    session, twin = (loaded.with_policy(policy).session() for _ in range(2))
    for turn in some_turns(3, AGENTS, turns=3):
        logits_of(session, turn), logits_of(twin, turn)
    seen = []

    def on_token(token, piece):
        seen.append(token)
        if len(seen) == blows_at:
            raise Broken

    agent = list(some_turns(3, AGENTS, turns=3))[-1][0]
    session.wait(), twin.wait()
    with pytest.raises(Broken):
        session.generate(agent, [9] * 20, max_new_tokens=6, on_token=on_token)
    assert len(seen) == blows_at
    same_afterwards(session, twin, seed=4)


@every_policy
def test_a_first_call_that_fails_leaves_an_empty_session(loaded, policy):
    fuse = Fuse()
    session = loaded.with_policy(fragile(policy, fuse)).session()
    fuse.left = 2
    with pytest.raises(Broken):
        session.generate("plan", "abc")
    assert session.token_ids == []
    assert session.cache_bytes()["total"] == 0
    same_afterwards(session, loaded.with_policy(policy).session(), seed=5)


class Unlucky(ReBaseShared):
    """Its adapter-free pass fails as often as told."""

    failures = 0

    def reconstruction(self, caches, rest):
        turn = super().reconstruction(caches, rest)
        if self.failures:
            self.failures -= 1
            raise Broken("no memory for it")
        return turn


def unlucky(policy: ReBaseShared) -> Unlucky:
    reconstruct = "on_switch" if policy.reconstructs_on_switch else "each_turn"
    return Unlucky(policy.schedule, reconstruct)


def test_a_background_failure_surfaces_once_on_the_next_call(loaded, definition):
    policy = unlucky(LP)
    session, reference = loaded.with_policy(policy).session(), Transcript(definition, LP.label)
    first, second, third = some_turns(6, AGENTS, turns=3)
    policy.failures = 1
    assert relative(logits_of(session, first), reference.turn(*first)) < 1e-4
    wait_for_background()
    before = list(session.token_ids)
    with pytest.raises(ReconstructionError, match="no memory for it") as error:
        session.generate(*second[:2])
    assert isinstance(error.value.__cause__, Broken)
    assert session.token_ids == before
    assert relative(logits_of(session, second), reference.turn(*second)) < 1e-4
    assert relative(logits_of(session, third), reference.turn(*third)) < 1e-4


def wait_for_background() -> None:
    """Until the background has had its try at the session's adapter-free pass."""
    for thread in threading.enumerate():
        if thread.name == "reconstruction":
            thread.join(60)
            assert not thread.is_alive()


@pytest.mark.parametrize("then", ["wait", "cache_bytes", "fork", "save", "truncate"])
def test_a_background_failure_surfaces_wherever_the_caches_are_used(
    loaded, definition, tmp_path, then
):
    policy = unlucky(LP)
    session, reference = loaded.with_policy(policy).session(), Transcript(definition, LP.label)
    first, second = some_turns(7, AGENTS, turns=2)
    policy.failures = 1
    logits_of(session, first), reference.turn(*first)
    wait_for_background()
    arguments = {"save": [tmp_path / "session"], "truncate": [1]}.get(then, [])
    with pytest.raises(ReconstructionError):
        getattr(session, then)(*arguments)
    session.wait()
    assert relative(logits_of(session, second), reference.turn(*second)) < 1e-4


@under(LP, ON_SWITCH)
@pytest.mark.parametrize("blows_at", [1, 2, 5])
def test_an_adapter_free_pass_that_fails_in_the_middle(
    loaded, definition, policy, blows_at, monkeypatch
):
    """In pieces of 9 tokens: the second layer of the first piece, or of the second."""
    monkeypatch.setattr(loaded.backbone, "max_pass_tokens", 9)
    fuse = Fuse()
    session = loaded.with_policy(fragile(policy, fuse)).session()
    reference = Transcript(definition, policy.label)
    first = ("plan", list(range(30)), [1, 2, 3])
    assert relative(logits_of(session, first), reference.turn(*first)) < 1e-4
    if policy is LP:
        session.wait()
        return_to = len(session.token_ids)
        second = ("action", list(range(50, 80)), [4, 5])
        with session.runtime.lock:  # the background waits
            logits_of(session, second)
            fuse.left = blows_at
        wait_for_background()
        reference.turn(*second)
        with pytest.raises(ReconstructionError):
            session.wait()
        assert len(session.token_ids) == return_to + 32
    else:
        fuse.left = blows_at
        with pytest.raises(Broken):
            session.generate("action", [1, 2, 3], max_new_tokens=2)
        assert len(session.token_ids) == 33
        same_agent = (
            "plan",
            [7, 8],
            [9, 10],
        )  # goes on over its own base, as if nothing had been tried
        assert relative(logits_of(session, same_agent), reference.turn(*same_agent)) < 1e-4
    for turn in some_turns(8, AGENTS, turns=4):
        assert relative(logits_of(session, turn), reference.turn(*turn)) < 1e-4
