"""What the tests run under: every policy, in every setting."""

import random
from collections.abc import Iterator, Sequence

import pytest
import torch

from autoact_precache.policies import (
    BaseShared,
    CacheBlend,
    DroidSpeak,
    FullShared,
    NonShared,
    PreLRShared,
    ReBaseShared,
    RelayCaching,
)

LP = ReBaseShared("lp")
DB = ReBaseShared("db")
ON_SWITCH = ReBaseShared("lp", "on_switch")
RECOMPUTING = [DroidSpeak(), CacheBlend(), RelayCaching()]
POLICIES = [NonShared(), FullShared(), BaseShared(), PreLRShared(), LP, DB, ON_SWITCH, *RECOMPUTING]


def under(*policies):
    """Parametrizes a test by policy."""
    return pytest.mark.parametrize("policy", policies, ids=lambda policy: policy.label)


every_policy = under(*POLICIES)

Turn = tuple[str, list[int], list[int]]


def some_turns(
    seed: int, agents: Sequence[str], turns: int = 7, longest: int = 40
) -> Iterator[Turn]:
    """Random turns: agent, prompt ids, forced ids. The first has a prompt."""
    rng = random.Random(seed)

    def ids(n: int) -> list[int]:
        return [rng.randrange(256) for _ in range(n)]

    for turn in range(turns):
        shortest = 0 if turn else 1
        yield rng.choice(agents), ids(rng.randint(shortest, longest)), ids(rng.randint(1, 6))


def relative(got: torch.Tensor, expected: torch.Tensor) -> float:
    """The largest difference relative to the largest value."""
    assert got.shape == expected.shape
    return float((got.double() - expected).abs().max() / expected.abs().max())


def logits_of(session, turn: Turn) -> torch.Tensor:
    agent, prompt, forced = turn
    return session.generate(agent, prompt, forced_ids=forced, return_logits=True).logits
