"""DroidSpeak, CacheBlend, RelayCaching: what they compute, keep and refuse."""

import json

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from autoact_precache import ArchitectureError, ConfigError, Runtime, SessionFileError
from autoact_precache.attention import attend_few, attend_rows
from autoact_precache.cache import KVShape, Segment
from autoact_precache.low_rank import OwnRows
from autoact_precache.policies import (
    CacheBlend,
    DroidSpeak,
    FullShared,
    NonShared,
    RelayCaching,
)
from autoact_precache.recomputed import RecomputedRows
from tests.runtime.checkpoints import llama, mistral, qwen2
from tests.runtime.policies import RECOMPUTING, logits_of, relative, some_turns, under
from tests.runtime.reference import Transcript
from tests.runtime.reference_model import Model
from tests.runtime.test_architectures import NORMED
from tests.runtime.test_attention import (
    HEAD_DIM,
    KV_HEADS,
    SCALING,
    Case,
    cases,
    close,
    rows_behind,
)

AGENTS = ("plan", "action", "reflect")
ALL = ("q_proj", "k_proj", "v_proj", "o_proj", "gate_proj", "up_proj", "down_proj")
SETS = {
    "five layers": (llama(num_hidden_layers=5), [{}, {"targets": ALL}, {"r": 2}]),
    "eight layers, no values adapted": (
        llama(num_hidden_layers=8),
        [{"targets": ("q_proj", "down_proj")}, {"targets": ("o_proj", "up_proj")}, {}],
    ),
    "a window": (mistral(num_hidden_layers=4), [{"targets": ALL}, {}, {"r": 8}]),
    "biases, an agent without adapter": (qwen2(num_hidden_layers=6), [None, {"targets": ALL}, {}]),
    "two layers": (llama(num_hidden_layers=2), [{"targets": ALL}, {}, {}]),
    "one layer": (llama(num_hidden_layers=1), [{"targets": ALL}] * 3),
}
SETTINGS = [DroidSpeak(0.5, first=0), CacheBlend(0.6), RelayCaching(0.5)]


@pytest.fixture(scope="module", params=SETS)
def served(request, make) -> tuple[Runtime, Model]:
    config, settings = SETS[request.param]
    model = make.model(config, seed=len(request.param))
    adapters = {
        agent: None if extra is None else make.adapter(model, seed, **extra)
        for seed, (agent, extra) in enumerate(zip(AGENTS, settings, strict=True))
    }
    return Runtime.from_pretrained(model, adapters), Model(model, adapters)


@under(*RECOMPUTING, *SETTINGS)
def test_logits_follow_the_definition(served, policy):
    runtime, model = served
    session, reference = runtime.with_policy(policy).session(), Transcript(model, policy.label)
    for turn in some_turns(21, AGENTS, turns=6, longest=30):
        assert relative(logits_of(session, turn), reference.turn(*turn)) < 1e-4


@under(*RECOMPUTING, *SETTINGS)
def test_recomputed_tokens_lie_farther_apart_than_the_window(make, policy):
    model = make.model(mistral(num_hidden_layers=8, sliding_window=16))
    adapters = {agent: make.adapter(model, seed) for seed, agent in enumerate(AGENTS)}
    session = Runtime.from_pretrained(model, adapters, policy).session()
    reference = Transcript(Model(model, adapters), policy.label)
    for turn in (
        ("plan", list(range(40, 140)), [1, 2]),
        ("action", [], [3, 4, 5]),
        ("reflect", list(range(20, 45)), [6, 7, 8]),
        ("plan", [9], [10, 11]),
    ):
        assert relative(logits_of(session, turn), reference.turn(*turn)) < 1e-4


@pytest.mark.parametrize("make_policy", [DroidSpeak, CacheBlend, RelayCaching])
def test_a_ratio_of_0_is_fullshared(served, make_policy):
    session, shared = (
        served[0].with_policy(policy).session() for policy in (make_policy(0), FullShared())
    )
    for turn in some_turns(22, AGENTS, turns=4, longest=20):
        assert relative(logits_of(session, turn), logits_of(shared, turn)) < 1e-5
    assert session.cache_bytes()["total"] == shared.cache_bytes()["total"]


@pytest.mark.parametrize("make_policy", [DroidSpeak, CacheBlend])
def test_a_ratio_of_1_is_nonshared(served, make_policy):
    session, exact = (
        served[0].with_policy(policy).session() for policy in (make_policy(1), NonShared())
    )
    for turn in some_turns(23, AGENTS, turns=5, longest=20):
        assert relative(logits_of(session, turn), logits_of(exact, turn)) < 1e-4


def test_relaycaching_of_all_tokens_is_droidspeak_with_its_range(make):
    model = make.model(llama(num_hidden_layers=8))
    adapters = {agent: make.adapter(model, seed) for seed, agent in enumerate(AGENTS)}
    runtime = Runtime.from_pretrained(model, adapters)
    relay, droid, exact = (
        runtime.with_policy(policy).session()
        for policy in (RelayCaching(1), DroidSpeak(0.5, first=2), NonShared())
    )
    for turn in some_turns(24, AGENTS):
        ours = logits_of(relay, turn)
        assert relative(ours, logits_of(droid, turn)) < 1e-5
        last = relative(ours, logits_of(exact, turn))
    assert last > 1e-3


@under(DroidSpeak(0.5), DroidSpeak(0.4, first=0), CacheBlend(), RelayCaching())
def test_what_is_kept_and_counted_is_what_the_definition_says(make, policy):
    """6 layers, keys and values of 2 heads of 8, hidden states of 48, in float32."""
    model = make.model(llama(num_hidden_layers=6))
    runtime = Runtime.from_pretrained(model, {a: make.adapter(model, 0) for a in AGENTS}, policy)
    session = runtime.session()
    layers = {"cacheblend": 6, "relaycaching": 3}.get(policy.name, round(policy.ratio * 6))
    row = 2 * 2 * 8 * 4
    met, rows, cached = dict.fromkeys(AGENTS, 0), dict.fromkeys(AGENTS, 0), 0
    for agent, prompt, forced in some_turns(25, AGENTS, turns=9):
        new = cached - met[agent]
        new = new if policy.name == "droidspeak" else round(policy.ratio * new)
        rows[agent] += new
        metrics = session.generate(agent, prompt, forced_ids=forced).metrics
        assert (metrics.reused_tokens, metrics.reconstructed_tokens) == (cached, new)
        met[agent] = cached = len(session.token_ids) - 1
        full = {"shared": cached * 6 * row}
        full |= {f"recomputed by {name}": rows[name] * layers * row for name in AGENTS}
        if policy.name == "relaycaching" or policy.label == "droidspeak-0.5":
            full["hidden states"] = cached * 48 * 4
        total = sum(full.values())
        assert session.cache_bytes() == {"base": 0, "lr": {}, "full": full, "total": total}
        assert metrics.cache_bytes == session.cache_bytes()


@under(*RECOMPUTING)
def test_an_agent_s_rows_are_its_own(loaded, definition, policy):
    """Whoever comes between changes nothing that an agent, back at its turn's end, computes."""
    session, reference = loaded.with_policy(policy).session(), Transcript(definition, policy.label)
    for agent in ("plan", "action", "plan", "reflect", "action", "action", "plan"):
        turn = (agent, [len(session.token_ids) % 256] * 9 + list(range(20)), [1, 2])
        assert relative(logits_of(session, turn), reference.turn(*turn)) < 1e-4


@under(*RECOMPUTING)
def test_a_call_that_fails_while_it_recomputes_leaves_all_as_it_was(loaded, policy, monkeypatch):
    session, twin = (loaded.with_policy(policy).session() for _ in range(2))
    for turn in (("plan", list(range(30)), [1, 2]), ("action", list(range(50, 90)), [3])):
        logits_of(session, turn), logits_of(twin, turn)
    with monkeypatch.context() as patch:
        patch.setattr(RecomputedRows, "commit", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            session.generate("reflect", [5], forced_ids=[6])
    assert session.token_ids == twin.token_ids
    assert session.caches.lengths() == twin.caches.lengths()
    assert session.cache_bytes() == twin.cache_bytes()
    for turn in some_turns(26, AGENTS, turns=4):
        assert relative(logits_of(session, turn), logits_of(twin, turn)) < 1e-5


def test_a_session_of_another_ratio_or_group_is_refused(loaded, tmp_path):
    for saved, other, says in (
        (CacheBlend(), CacheBlend(0.5), "another ratio: 0.3, not 0.5"),
        (DroidSpeak(), DroidSpeak(first=0), r"another group of layers: \[1, 2\], not \[0, 1\]"),
    ):
        session = loaded.with_policy(saved).session()
        logits_of(session, ("plan", [1, 2, 3], [4]))
        session.save(tmp_path / "session")
        with pytest.raises(SessionFileError, match=says):
            loaded.with_policy(other).load_session(tmp_path / "session")


@under(*RECOMPUTING)
def test_a_model_whose_layers_run_elsewhere_is_refused_in_one_line(make, policy):
    model = make.model(NORMED["qwen3"])
    adapters = {"plan": make.adapter(model, 0)}
    with pytest.raises(ArchitectureError, match=rf"'{policy.name}' .* llama, .* not for qwen3"):
        Runtime.from_pretrained(model, adapters, policy)


@pytest.mark.parametrize(
    ("make_policy", "settings", "says"),
    [
        (CacheBlend, {"ratio": 1.5}, "ratio must be a number from 0 to 1, not 1.5"),
        (RelayCaching, {"ratio": "a third"}, "not 'a third'"),
        (DroidSpeak, {"ratio": True}, "not True"),
        (DroidSpeak, {"first": -1}, "not -1"),
        (DroidSpeak, {"first": 1, "profile": "file"}, "give one"),
        (DroidSpeak, {"profile": "missing.json"}, "no profile at missing.json"),
    ],
)
def test_bad_settings_are_refused_in_one_line(make_policy, settings, says):
    with pytest.raises(ConfigError) as error:
        make_policy(**settings)
    assert says in str(error.value)
    assert "\n" not in str(error.value)


def test_a_group_that_the_model_lacks_is_refused(loaded):
    with pytest.raises(ConfigError, match="at layer 2 at the latest, not at 3: the model has 3"):
        loaded.with_policy(DroidSpeak(first=3))


def test_a_profile_says_where_the_group_starts(loaded, tmp_path):
    path = tmp_path / "profile.json"
    path.write_text(json.dumps({"first": 2, "n_layers": 3, "ratio": 0.3}))
    policy = DroidSpeak(profile=str(path))
    assert policy.label == "droidspeak-from-2"
    assert policy.recomputed_layers(3) == range(2, 3)
    with pytest.raises(ConfigError, match="of a model of 3 layers, this one has 5"):
        policy.recomputed_layers(5)
    with pytest.raises(ConfigError, match=r"measured at ratio 0\.3, not 0\.6"):
        DroidSpeak(0.6, profile=str(path))
    for content in ("", "[]", "{}", '{"first": "a", "n_layers": 3, "ratio": 0.3}'):
        path.write_text(content)
        with pytest.raises(ConfigError, match="is no profile"):
            DroidSpeak(profile=str(path))


class Plain(Case):
    """Without an LR cache."""

    def values_lr(self) -> None:
        return None

    def __post_init__(self) -> None:
        super().__post_init__()
        self.b = self.b * 0


@given(
    cases,
    st.sets(st.integers(0, 39)),
    st.sampled_from([None, 1, 9, 33]),
    st.booleans(),
    rows_behind,
)
def test_own_rows_stand_in_place_of_the_shared_ones(case, places, window, split, behind):
    case = Plain(case.group, case.start, case.tokens, case.cuts)
    end = case.start + case.tokens
    oldest = max(0, case.start - window + 1) if window else 0
    shared = case.segments(oldest, end, behind)
    # What the case takes for its own keys and values stands in `own`; nonsense is shared there.
    places = torch.tensor(sorted(p for p in places if oldest <= p < case.start), dtype=torch.long)
    keys, values = case.k[:, places].clone(), case.v[:, places].clone()
    rubbish = torch.full((KV_HEADS, behind, HEAD_DIM), 9.0)
    keys, values = torch.cat((keys, rubbish), dim=1), torch.cat((values, rubbish), dim=1)
    expected = case.expected(window)
    positions = torch.arange(case.start, end)
    rows = attend_rows(
        case.q, case.k[:, oldest:end], case.v[:, oldest:end], oldest, positions, SCALING, window
    )
    assert close(rows, expected)
    case.k[:, places], case.v[:, places] = 7.0, -7.0
    cut = len(places) // 2 if split else 0
    bounds = [(a, b) for a, b in ((0, cut), (cut, len(places))) if a < b]
    parts = [
        Segment(a, keys[:, a : b + behind], values[:, a : b + behind], behind) for a, b in bounds
    ]
    own = OwnRows(places, parts) if len(places) else None
    assert close(attend_few(case.q, shared, case, SCALING, window, own), expected)


@given(st.data())
def test_rows_come_and_go_with_their_tokens(data):
    """Against a dictionary: rows by position, over branches."""
    shape = KVShape(2, KV_HEADS, HEAD_DIM, torch.float32, torch.device("cpu"))
    branches = [(RecomputedRows(shape, range(3, 5)), {})]
    for _ in range(data.draw(st.integers(1, 12))):
        rows, expected = data.draw(st.sampled_from(branches))
        match data.draw(st.sampled_from(["begin", "crop", "fork", "load"])):
            case "begin":
                end = rows.length + data.draw(st.integers(1, 9))
                places = [p for p in range(rows.length, end) if data.draw(st.booleans())]
                if places:
                    rows.begin(torch.tensor(places))
                    new = torch.randn(KV_HEADS, len(places), HEAD_DIM)
                    for layer in rows.layers:
                        rows.write(layer, places[0], new, -new)
                    expected |= {p: new[:, i] for i, p in enumerate(places)}
                rows.commit(end)
            case "crop":
                length = data.draw(st.integers(0, 20))
                rows.crop(length)
                for place in [p for p in expected if p >= length]:
                    del expected[place]
            case "fork":
                branches.append((rows.fork(), dict(expected)))
            case "load":
                other = RecomputedRows(shape, range(3, 5))
                other.load_state(rows.state(), rows.length)
                branches.append((other, dict(expected)))
    for rows, expected in branches:
        assert rows.positions.tolist() == sorted(expected)
        assert rows.nbytes == len(expected) * 2 * 2 * KV_HEADS * HEAD_DIM * 4
        start = data.draw(st.integers(0, 5))
        shared = Segment(start, *torch.zeros(2, KV_HEADS, 130, HEAD_DIM))
        for layer in rows.layers:
            keys, values = (rows.blended(layer, shared, name) for name in ("keys", "values"))
            for place, row in expected.items():
                if place >= start:
                    assert torch.equal(keys[:, place - start], row)
                    assert torch.equal(values[:, place - start], -row)
            kept = [p - start for p in expected if p >= start]
            assert int((keys != 0).any(dim=-1).all(dim=0).sum()) == len(kept)
        assert rows.blended(0, shared, "keys") is shared.keys
