"""transformers and peft as a user would run them: what NonShared computes, in other words."""

import random

import pytest
import torch

from autoact_precache.peft_baseline import (
    CachePerAdapter,
    NoCacheKept,
    PeftBaseline,
    StaticCacheGenerate,
)
from autoact_precache.policies import NonShared
from autoact_precache.runtime import Runtime


@pytest.fixture(scope="module")
def folders(adapters):
    return adapters | {"plain": None}


@pytest.fixture(scope="module")
def baseline(model, folders) -> PeftBaseline:
    return PeftBaseline(model, folders, torch.float32, torch.device("cpu"))


@pytest.fixture(scope="module")
def nonshared(model, folders) -> Runtime:
    return Runtime.from_pretrained(model, folders, NonShared())


def turns(count: int):
    drawn = random.Random(0)
    for number in range(count):
        agent = ("plan", "action", "plain", "reflect")[number % 4]
        yield agent, drawn.choices(range(200), k=9), drawn.choices(range(200), k=4)


def generate(session, agent, prompt, forced):
    return session.generate(agent, prompt, max_new_tokens=4, forced_ids=forced, return_logits=True)


def test_a_cache_per_adapter_is_nonshared(baseline, nonshared):
    with_peft, session = CachePerAdapter(baseline), nonshared.session()
    for turn in turns(8):
        got, wanted = generate(with_peft, *turn), generate(session, *turn)
        torch.testing.assert_close(got.logits, wanted.logits, rtol=1e-4, atol=1e-4)
        assert got.metrics.prefilled_tokens == wanted.metrics.prefilled_tokens
        assert got.metrics.cache_bytes == wanted.metrics.cache_bytes | {
            "full": {k: v for k, v in wanted.metrics.cache_bytes["full"].items() if v}
        }


def test_without_a_kept_cache_every_call_feeds_everything(baseline, nonshared):
    with_peft, session = NoCacheKept(baseline), nonshared.session()
    for number, turn in enumerate(turns(5)):
        got, wanted = generate(with_peft, *turn), generate(session, *turn)
        torch.testing.assert_close(got.logits, wanted.logits, rtol=1e-4, atol=1e-4)
        assert got.metrics.prefilled_tokens == got.metrics.prompt_tokens == 13 * number + 9


def test_generate_decodes_as_many_tokens_as_the_trace_says(baseline):
    session = StaticCacheGenerate(baseline)
    for number, turn in enumerate(turns(3)):
        metrics = generate(session, *turn).metrics
        assert metrics.trajectory_tokens == 13 * (number + 1)
        assert metrics.ttft_s > 0 < metrics.decode_s
