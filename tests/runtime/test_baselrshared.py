"""BaseLRShared: what it computes, keeps and refuses, on adapters that share one A."""

import pytest
import torch
from safetensors.torch import load_file, save_file

from autoact_precache import AdapterError, Runtime
from autoact_precache.alone import run_alone
from autoact_precache.fidelity import CacheErrors, Watched
from autoact_precache.policies import BaseLRShared, NonShared, PreLRShared
from tests.runtime.checkpoints import llama, mistral, qwen2
from tests.runtime.policies import logits_of, relative, some_turns
from tests.runtime.reference import Transcript
from tests.runtime.reference_model import Model

AGENTS = ("plan", "action", "reflect")
QKVO = ("q_proj", "k_proj", "v_proj", "o_proj")
SETS = {
    "qv": (llama(), [{}, {}, {}]),
    "qkvo, alphas": (llama(), [{"targets": QKVO, "lora_alpha": a} for a in (1, 8, 30)]),
    "rank patterns, sliding window": (
        mistral(),
        [{"targets": QKVO, "rank_pattern": {"k_proj": 2}}] * 3,
    ),
    "some targets": (
        llama(),
        [{"targets": ("k_proj",)}, {"targets": ("q_proj", "down_proj")}, {"targets": QKVO}],
    ),
    "some layers": (llama(), [{"layers_to_transform": [0, 2]}, {}, {"layers_to_transform": [1]}]),
    "an agent without an adapter": (qwen2(), [None, {"targets": QKVO}, {"targets": QKVO}]),
    "no adapters": (llama(), [None] * 3),
}


def weights(folder) -> dict[str, torch.Tensor]:
    return load_file(folder / "adapter_model.safetensors")


def sharing(make, model, settings):
    """Adapters of one A on keys and values; q, o and the MLP keep their own."""
    adapters = {
        agent: None if extra is None else make.adapter(model, seed, **extra)
        for seed, (agent, extra) in enumerate(zip(AGENTS, settings, strict=True))
    }
    one: dict[str, torch.Tensor] = {}
    for folder in filter(None, adapters.values()):
        own = weights(folder)
        for name, tensor in own.items():
            if name.endswith(("k_proj.lora_A.weight", "v_proj.lora_A.weight")):
                own[name] = one.setdefault(name, tensor).clone()
        save_file(own, folder / "adapter_model.safetensors", metadata={"format": "pt"})
    return adapters


@pytest.fixture(scope="module", params=SETS)
def served(request, make) -> tuple[Runtime, Model]:
    config, settings = SETS[request.param]
    model = make.model(config, seed=len(request.param))
    adapters = sharing(make, model, settings)
    return Runtime.from_pretrained(model, adapters, "baselrshared"), Model(model, adapters)


@pytest.fixture(scope="module")
def plain(make):
    model = make.model()
    return model, sharing(make, model, [{"targets": QKVO}, {}, {}])


@pytest.fixture(scope="module")
def runtime(plain) -> Runtime:
    return Runtime.from_pretrained(*plain, "baselrshared")


def test_logits_follow_the_definition(served):
    runtime, model = served
    session, reference = runtime.session(), Transcript(model, "baselrshared")
    for turn in some_turns(1, AGENTS, turns=9):
        assert relative(logits_of(session, turn), reference.turn(*turn)) < 1e-4


def test_with_one_a_it_computes_what_prelrshared_computes(served):
    runtime, _ = served
    one, each = runtime.session(), runtime.with_policy(PreLRShared()).session()
    for turn in some_turns(3, AGENTS):
        assert relative(logits_of(one, turn), logits_of(each, turn)) < 1e-5
    assert one.caches.lengths()["lr shared"] == one.caches.base.length


def test_nothing_is_fed_twice_and_one_row_a_token_is_kept(runtime):
    session = runtime.session()
    for turn in some_turns(4, AGENTS):
        held = max(len(session.token_ids) - 1, 0)
        metrics = session.generate(turn[0], turn[1], forced_ids=turn[2]).metrics
        assert metrics.reused_tokens == held
    tokens = len(session.token_ids) - 1
    # 3 layers in float32: 2 heads of 8, keys and values; rank 4 on v of all, on k of plan alone.
    base, lr = tokens * 3 * 2 * 2 * 8 * 4, tokens * 3 * (4 + 4) * 4
    assert session.cache_bytes() == {
        "base": base, "lr": {"shared": lr}, "full": {}, "total": base + lr
    }  # fmt: skip


def test_sessions_fork_go_back_and_are_saved(plain, runtime, tmp_path):
    session, reference = runtime.session(), Transcript(Model(*plain), "baselrshared")
    for turn in some_turns(5, AGENTS, turns=4):
        logits_of(session, turn), reference.turn(*turn)
    fork, of_fork = session.fork(), reference.fork()
    session.truncate(10)
    reference.truncate(10)
    session.save(tmp_path / "session")
    branches = [
        (runtime.load_session(tmp_path / "session"), reference.fork()),
        (session, reference),
        (fork, of_fork),
    ]
    for seed, (one, definition) in enumerate(branches):
        for turn in some_turns(6 + seed, AGENTS, turns=3):
            assert relative(logits_of(one, turn), definition.turn(*turn)) < 1e-4


def test_a_call_that_fails_leaves_the_caches_as_they_were(runtime):
    session, other = runtime.session(), runtime.session()
    first, second = ("plan", [1, 2, 3], [4, 5]), ("action", [6, 7], [8, 9])
    for each in (session, other):
        logits_of(each, first)

    def interrupt(token, text):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        session.generate("reflect", [30, 31], on_token=interrupt)
    assert torch.equal(logits_of(session, second), logits_of(other, second))


def test_a_name_of_its_own_is_no_agents(make):
    """An agent may be called as the cache is."""
    model = make.model()
    plan, _, reflect = sharing(make, model, [{"targets": QKVO}, None, {}]).values()
    adapters = {"plan": plan, "shared": reflect}
    runtime = Runtime.from_pretrained(model, adapters, BaseLRShared())
    session, reference = runtime.session(), Transcript(Model(model, adapters), "baselrshared")
    for turn in some_turns(7, tuple(adapters)):
        assert relative(logits_of(session, turn), reference.turn(*turn)) < 1e-4


def test_the_lr_rows_of_others_are_what_is_wrong(runtime):
    """The first layer's input knows no adapter: there, all is as the agent alone has it."""
    turns = list(some_turns(8, AGENTS, turns=6))
    exact = runtime.with_policy(NonShared()).session()
    for turn in turns:
        logits_of(exact, turn)
    alone = run_alone(runtime, AGENTS, exact.token_ids)
    errors = CacheErrors(runtime, alone, exact.caches.full)
    session = runtime.with_policy(Watched(BaseLRShared(), errors.look)).session()
    for turn in turns:
        logits_of(session, turn)
    for agent, parts in errors.by_agent.items():
        first, *rest = parts["lr.v"]["others"].relative
        assert first < 1e-6
        assert min(rest) > 1e-3
        assert (parts["lr.k"]["others"].relative[1] is None) == (agent != "plan")


def changed(make, model, folders, agent, name, change):
    """The same adapters, but one tensor of one of them is another."""
    own = weights(folders[agent])
    (key,) = (key for key in own if name in key)
    own[key] = change(own[key])
    folder = make.adapter(model, 0)
    save_file(own, folder / "adapter_model.safetensors", metadata={"format": "pt"})
    return folders | {agent: folder}


def look_on(*_: object) -> None:
    pass


@pytest.mark.parametrize(
    "serve",
    [
        lambda *given: Runtime.from_pretrained(*given, "baselrshared"),
        lambda *given: Runtime.from_pretrained(*given).with_policy(BaseLRShared()),
        lambda *given: Runtime.from_pretrained(*given).with_policy(
            Watched(BaseLRShared(), look_on)
        ),
    ],
    ids=["from_pretrained", "with_policy", "watched"],
)
def test_another_a_is_refused_by_name(make, plain, serve):
    model, adapters = plain
    name = "layers.1.self_attn.v_proj.lora_A"
    other = changed(make, model, adapters, "reflect", name, lambda a: a * (1 + 2**-20))
    with pytest.raises(AdapterError) as error:
        serve(model, other)
    message = str(error.value)
    assert "in layer 1 those of 'plan' and 'reflect' differ on v_proj" in message
    assert "share_a=true" in message
    assert "\n" not in message


def test_another_rank_is_refused_by_name(make, plain):
    model, adapters = plain
    with pytest.raises(AdapterError, match="in layer 0 those of 'plan' and 'action' differ on v_"):
        Runtime.from_pretrained(
            model, adapters | {"action": make.adapter(model, 1, r=5)}, "baselrshared"
        )


def test_only_what_is_cached_has_to_be_shared(make, plain):
    model, adapters = plain
    name = "layers.1.self_attn.q_proj.lora_A"
    other = changed(make, model, adapters, "reflect", name, lambda a: -a)
    runtime = Runtime.from_pretrained(model, other, "baselrshared")
    reference = Transcript(Model(model, other), "baselrshared")
    session = runtime.session()
    for turn in some_turns(9, AGENTS, turns=4):
        assert relative(logits_of(session, turn), reference.turn(*turn)) < 1e-4
