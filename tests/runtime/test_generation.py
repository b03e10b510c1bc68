"""One call: what is generated, when it ends, and what it says of itself."""

import shutil

import pytest
import torch
from safetensors.torch import load_file, save_file

from autoact_precache import ConfigError, ContextLimitError, Runtime
from autoact_precache.policies import NonShared
from tests.runtime.policies import LP, every_policy

END = 257  # <|end|>


@pytest.fixture
def session(loaded):
    return loaded.session()


def ids(text: str, runtime: Runtime) -> list[int]:
    return runtime.encode(text)


def test_greedy_takes_the_largest_logit(session):
    out = session.generate("plan", "Question: who?", max_new_tokens=12, return_logits=True)
    assert out.logits.shape == (12, 258)
    assert out.token_ids == out.logits.argmax(dim=-1).tolist()
    assert out.finish_reason == "length"
    assert session.token_ids == out.prompt_ids + out.token_ids


def test_the_logits_are_those_of_a_call_without_them(loaded):
    with_logits = loaded.session().generate("plan", "abc", max_new_tokens=6, return_logits=True)
    without = loaded.session().generate("plan", "abc", max_new_tokens=6)
    assert without.logits is None
    assert without.token_ids == with_logits.token_ids


def sampled(runtime, **settings):
    sampling = {"max_new_tokens": 16, "temperature": 1.5, "seed": 3} | settings
    return runtime.session().generate("plan", "abc", return_logits=True, **sampling)


def test_sampling_is_reproduced_by_its_seed(loaded):
    assert sampled(loaded).token_ids == sampled(loaded).token_ids
    assert len({tuple(sampled(loaded, seed=seed).token_ids) for seed in range(5)}) == 5


def test_top_p_draws_from_the_smallest_set_that_holds_it(loaded):
    out = sampled(loaded, top_p=0.5, max_new_tokens=40)
    for token, logits in zip(out.token_ids, out.logits, strict=True):
        ranked, order = torch.softmax(logits.double() / 1.5, dim=-1).sort(descending=True)
        nucleus = order[: int((ranked.cumsum(dim=-1) < 0.5).sum()) + 1]
        assert token in nucleus
    greedy = loaded.session().generate("plan", "abc", max_new_tokens=16)
    assert sampled(loaded, top_p=1e-6).token_ids == greedy.token_ids
    assert sampled(loaded, temperature=1e-40).token_ids == greedy.token_ids


def test_eos_ends_a_call_and_stays_in_the_transcript(model, adapters, tmp_path):
    """The head's row for <|end|> is scaled up until it wins."""
    runtime = Runtime.from_pretrained(model, adapters)
    out = runtime.session().generate("plan", "abc", max_new_tokens=1, return_logits=True)
    sign = 1 if out.logits[0, END] > 0 else -1
    shutil.copytree(model, tmp_path, dirs_exist_ok=True)
    weights = load_file(tmp_path / "model.safetensors")
    weights["lm_head.weight"][END] *= 1000 * sign
    save_file(weights, tmp_path / "model.safetensors", {"format": "pt"})
    runtime = Runtime.from_pretrained(tmp_path, adapters)
    session = runtime.session()
    out = session.generate("plan", "abc", max_new_tokens=20, stop=["x"])
    assert out.finish_reason == "eos"
    assert out.token_ids[-1] == END
    assert session.token_ids[-1] == END
    assert out.text.endswith("<|end|>")


def test_a_stop_string_ends_a_call_at_the_token_that_completes_it(loaded):
    free = loaded.session().generate("plan", "abc", max_new_tokens=24)
    windows = [(begin, size) for begin in range(0, 20, 3) for size in (1, 2, 3)]
    stops = [loaded.decode(free.token_ids[begin : begin + size]) for begin, size in windows]
    readable = [stop for stop in stops if "\N{REPLACEMENT CHARACTER}" not in stop]
    assert any(len(stop) > 1 for stop in readable)
    for stop in readable:
        out = loaded.session().generate("plan", "abc", max_new_tokens=24, stop=["never", stop])
        assert out.finish_reason == "stop"
        assert stop in out.text
        assert stop not in loaded.decode(out.token_ids[:-1])
        assert out.token_ids == free.token_ids[: len(out.token_ids)]


def test_forced_ids_are_decoded_as_they_are(session):
    forced = [10, END, 11, 11]
    out = session.generate(
        "plan", "abc", forced_ids=forced, max_new_tokens=1, stop=["+"], return_logits=True
    )
    assert out.token_ids == forced
    assert out.finish_reason == "forced"
    assert out.logits.shape == (4, 258)


def test_the_pieces_of_a_call_add_up_to_its_text(loaded):
    text = "naïve — 日本語 🙂 end"
    seen = []
    out = loaded.session().generate(
        "plan",
        "abc",
        forced_ids=ids(text, loaded),
        on_token=lambda i, piece: seen.append((i, piece)),
    )
    assert out.text == text
    assert [token for token, _ in seen] == out.token_ids
    assert "".join(piece for _, piece in seen) == text
    assert not any("\N{REPLACEMENT CHARACTER}" in piece for _, piece in seen)


def test_a_character_that_never_completes_comes_with_the_last_piece(loaded):
    cut = ids("🙂", loaded)[:3]
    seen = []
    out = loaded.session().generate(
        "plan", "abc", forced_ids=cut, on_token=lambda _, piece: seen.append(piece)
    )
    assert "".join(seen) == out.text == loaded.decode(cut)


def test_text_that_spells_a_control_token_is_plain_characters(loaded, session):
    text = "a <|end|> b <|start|>"
    out = session.generate("plan", text, max_new_tokens=1)
    assert loaded.decode(out.prompt_ids) == text
    assert not {256, 257} & set(out.prompt_ids)
    assert loaded.encode(text) == out.prompt_ids


def test_text_and_its_ids_are_the_same_prompt(loaded):
    by_text = loaded.session().generate("plan", "some text", return_logits=True)
    by_ids = loaded.session().generate("plan", loaded.encode("some text"), return_logits=True)
    assert torch.equal(by_text.logits, by_ids.logits)


def test_an_empty_prompt_goes_on_from_the_last_token(loaded):
    runtime = loaded.with_policy(NonShared())
    whole = runtime.session().generate("plan", "abc", max_new_tokens=8)
    session = runtime.session()
    first = session.generate("plan", "abc", max_new_tokens=5)
    rest = session.generate("plan", max_new_tokens=3)
    assert rest.prompt_ids == []
    assert first.token_ids + rest.token_ids == whole.token_ids


@pytest.mark.parametrize(
    ("agent", "prompt", "settings", "says"),
    [
        ("nobody", "abc", {}, "unknown agent 'nobody'; known: plan, action, reflect"),
        ("plan", [258], {}, "token id 258 is outside the vocabulary of 258"),
        ("plan", [-1], {}, "token id -1 is outside"),
        ("plan", [1.5], {}, "must be an integer, not 1.5"),
        ("plan", ["a"], {}, "must be an integer, not 'a'"),
        ("plan", "abc", {"forced_ids": [300]}, "token id 300 is outside"),
        ("plan", "abc", {"forced_ids": []}, "at least one token"),
        ("plan", "abc", {"max_new_tokens": 0}, "at least one token"),
        ("plan", "abc", {"max_new_tokens": 2.5}, "max_new_tokens must be an integer"),
        ("plan", "abc", {"stop": [""]}, "a stop string must not be empty"),
        ("plan", "abc", {"temperature": -1}, "temperature must be 0"),
        ("plan", "abc", {"temperature": float("nan")}, "temperature must be 0"),
        ("plan", "abc", {"top_p": 0}, "top_p must be above 0"),
        ("plan", "abc", {"seed": 2**64}, "seed must be"),
        ("plan", "", {}, "the transcript is empty"),
    ],
)
def test_bad_settings_are_refused_in_one_line(session, agent, prompt, settings, says):
    with pytest.raises(ConfigError) as error:
        session.generate(agent, prompt, **settings)
    assert says in str(error.value)
    assert "\n" not in str(error.value)
    assert session.token_ids == []


@every_policy
def test_the_context_limit_is_checked_before_any_work(runtime):
    session = runtime.session()
    session.generate("plan", [1] * 400, forced_ids=[2, 3])
    before, held = list(session.token_ids), session.cache_bytes()
    with pytest.raises(ContextLimitError, match="512"):
        session.generate("action", [4] * 100, max_new_tokens=11)
    assert session.token_ids == before
    assert session.cache_bytes() == held
    out = session.generate("action", [4] * 100, forced_ids=[5] * 10)  # 512: just fits
    assert out.metrics.trajectory_tokens == 512
    with pytest.raises(ContextLimitError):
        session.generate("plan", max_new_tokens=1)


def test_the_context_length_can_be_set(model, adapters):
    with pytest.raises(ConfigError, match="context_length must be at least 1, not 0"):
        Runtime.from_pretrained(model, adapters, context_length=0)
    session = Runtime.from_pretrained(model, adapters, context_length=10).session()
    with pytest.raises(ContextLimitError):
        session.generate("plan", [1] * 9, max_new_tokens=2)


def test_on_token_cannot_use_its_own_session(loaded):
    session = loaded.with_policy(LP).session()
    other = loaded.with_policy(LP).session()
    alone = loaded.with_policy(LP).session().generate("plan", "abc", max_new_tokens=4)

    def meddle(token, piece):
        other.generate("action", [token], max_new_tokens=1)  # another session is free to
        with pytest.raises(ConfigError, match="still under way"):
            session.generate("action", max_new_tokens=1)
        with pytest.raises(ConfigError, match="still under way"):
            session.truncate(1)

    out = session.generate("plan", "abc", max_new_tokens=4, on_token=meddle)
    assert out.token_ids == alone.token_ids
    assert len(other.token_ids) == 8
