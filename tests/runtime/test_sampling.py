"""Choosing tokens, finding stop strings, and giving out text piece by piece."""

import pytest
import torch
from hypothesis import example, given
from hypothesis import strategies as st
from tokenizers import Tokenizer, decoders, models

from autoact_precache.sampling import Sampler, StopStrings
from autoact_precache.text import TextStream

# One piece a token, some ending or beginning inside what may be a stop string.
PIECES = ("a", "b", "]", "\n", "]\n", "x]y", "Fin", "ish[", "sh", " ", "Finish[", "é", "🙂")


def decode_pieces(ids) -> str:
    return "".join(PIECES[i] for i in ids)


def byte_fallback() -> Tokenizer:
    """As sentencepiece models have it: a character without a piece of its own is spelt in bytes."""
    tokens = [*(f"<0x{byte:02X}>" for byte in range(256)), "▁a", "▁b"]
    vocabulary = {token: i for i, token in enumerate(tokens)}
    tokenizer = Tokenizer(models.BPE(vocabulary, [], byte_fallback=True))
    tokenizer.decoder = decoders.Sequence(
        [decoders.Replace("▁", " "), decoders.ByteFallback(), decoders.Fuse()]
    )
    return tokenizer


@given(
    st.lists(st.integers(0, len(PIECES) - 1), max_size=12),
    st.lists(
        st.sampled_from(["]", "\n", "Finish[", "sh", "a]", "é🙂", "y"]), min_size=1, max_size=3
    ),
)
@example([6, 7], ["Finish["])  # spans tokens
@example([5], ["]"])  # inside a token
@example([0, 4], ["a]"])  # begins with one token, ends inside the next
def test_a_stop_string_is_found_at_the_token_that_completes_it(ids, stop):
    strings = StopStrings(stop, decode_pieces)
    for end in range(1, len(ids) + 1):
        contained = any(text in decode_pieces(ids[:end]) for text in stop)
        assert strings.reached(ids[:end]) == contained
        if contained:
            break


def test_nothing_stops_without_stop_strings():
    assert not StopStrings((), decode_pieces).reached([0, 1, 2])


def test_a_single_string_is_one_stop_string():
    assert StopStrings("Finish[", decode_pieces).reached([6, 7])
    assert not StopStrings("Finish[", decode_pieces).reached([6])


@given(st.text("a\n🙂é日", min_size=1, max_size=8))
def test_a_stop_string_is_found_behind_bytes_of_other_characters(text):
    tokenizer = byte_fallback()
    ids = list(text.encode())
    strings = StopStrings(["\n"], lambda part: tokenizer.decode(part, skip_special_tokens=False))
    found = [end for end in range(1, len(ids) + 1) if strings.reached(ids[:end])]
    assert bool(found) == ("\n" in text)
    if found:
        assert found[0] == len(text.partition("\n")[0].encode()) + 1


@given(st.text(max_size=20))
def test_pieces_add_up_and_hold_back_incomplete_characters(text):
    stream = TextStream(lambda ids: bytes(ids).decode(errors="replace"))
    data = text.encode()
    pieces = [stream.push(b, is_last=i == len(data) - 1) for i, b in enumerate(data)]
    assert "".join(pieces) == text
    for end in range(len(data)):
        given_so_far = "".join(pieces[:end])
        assert text.startswith(given_so_far)


def test_sampling_draws_from_the_softmax():
    logits = torch.tensor([2.0, 1.0, 0.0, -1.0])
    choose = Sampler(temperature=2.0, top_p=1.0, seed=0).choices()
    counts = torch.bincount(torch.tensor([choose(logits) for _ in range(4000)]), minlength=4)
    assert torch.allclose(counts / 4000, torch.softmax(logits / 2, dim=-1), atol=0.03)


def test_top_p_keeps_the_smallest_set_that_holds_it():
    logits = torch.log(torch.tensor([0.1, 0.4, 0.2, 0.3]))
    for top_p, kept in ((0.3, {1}), (0.5, {1, 3}), (0.85, {1, 2, 3}), (1.0, {0, 1, 2, 3})):
        choose = Sampler(temperature=1.0, top_p=top_p, seed=1).choices()
        assert {choose(logits) for _ in range(200)} == kept


@pytest.mark.parametrize("temperature", [1e-300, 1e-40, 1e-3])
def test_no_temperature_is_too_small(temperature):
    logits = torch.tensor([-30.0, 88.0, 87.0, -1e4])
    assert Sampler(temperature, 1.0, seed=0).choices()(logits) == 1


def test_every_call_starts_from_its_seed():
    sampler = Sampler(1.0, 1.0, seed=5)
    logits = torch.zeros(1000)
    assert [sampler.choices()(logits) for _ in range(3)] == [sampler.choices()(logits)] * 3
