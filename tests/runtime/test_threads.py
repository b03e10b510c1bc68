"""Threads that share a runtime: calls queue, sessions never mix."""

import random
from concurrent.futures import ThreadPoolExecutor

import torch

from autoact_precache import Runtime
from tests.runtime.checkpoints import with_bos
from tests.runtime.policies import LP, every_policy, logits_of, relative, some_turns

AGENTS = ("plan", "action", "reflect")


@every_policy
def test_sessions_in_parallel_give_what_they_give_alone(runtime, policy):
    schedules = [list(some_turns(seed, AGENTS, turns=4, longest=20)) for seed in range(4)]

    def run(turns):
        session = runtime.session()
        return [logits_of(session, turn) for turn in turns]

    alone = [run(turns) for turns in schedules]
    with ThreadPoolExecutor(4) as threads:
        together = list(threads.map(run, schedules))
    for one, other in zip(alone, together, strict=True):
        assert all(torch.equal(a, b) for a, b in zip(one, other, strict=True))


def test_threads_on_one_session_take_turns(loaded):
    """In whatever order the calls come, the transcript is theirs one by one, and the caches fit."""
    session = loaded.with_policy(LP).session()

    def call(number):
        agent = AGENTS[number % 3]
        return session.generate(agent, [number] * 5, max_new_tokens=3, return_logits=True)

    with ThreadPoolExecutor(6) as threads:
        calls = list(threads.map(call, range(12)))
    pieces = [out.prompt_ids + out.token_ids for out in calls]
    order = sorted(range(12), key=lambda n: calls[n].metrics.prompt_tokens)
    assert session.token_ids == [token for n in order for token in pieces[n]]
    again = loaded.with_policy(LP).session()
    for n in order:
        turn = (AGENTS[n % 3], calls[n].prompt_ids, calls[n].token_ids)
        assert relative(logits_of(again, turn), calls[n].logits) < 1e-5


def test_text_is_encoded_alike_from_all_threads(loaded):
    texts = [f"number {n} <|end|> {'x' * random.Random(n).randrange(50)}" for n in range(200)]
    with ThreadPoolExecutor(6) as threads:
        encoded = list(threads.map(loaded.encode, texts))
    assert [loaded.decode(ids) for ids in encoded] == texts
    assert not any(257 in ids for ids in encoded)


def test_only_the_first_of_two_first_calls_starts_the_transcript(model, adapters, tmp_path):
    """On a model whose texts begin with a control token, it stands once, at the start."""
    runtime = Runtime.from_pretrained(with_bos(model, tmp_path / "model"), adapters)
    session = runtime.session()
    with ThreadPoolExecutor(4) as threads:
        list(threads.map(lambda n: session.generate("plan", f"t{n}", forced_ids=[1]), range(8)))
    assert session.token_ids.count(256) == 1
    assert session.token_ids[0] == 256
