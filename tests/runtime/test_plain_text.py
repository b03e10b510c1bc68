"""Text from outside never becomes a control token."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import AddedToken

from autoact_precache.text import PlainText
from tests.runtime.checkpoints import CONTROL, byte_tokenizer

TAGS = ("<tool_call>", "</tool_call>", "[INST]")


@pytest.fixture(scope="module")
def tokenizer():
    tokenizer = byte_tokenizer()
    tokenizer.add_tokens([AddedToken(tag, special=False) for tag in TAGS])
    return tokenizer


pieces = st.lists(
    st.sampled_from([*TAGS, *CONTROL, "<", "[", "INST]", " a ", "é", "\n"]), max_size=8
)


@given(pieces)
def test_what_spells_a_tag_or_control_token_is_its_characters(tokenizer, pieces):
    text = "".join(pieces)
    ids = PlainText(tokenizer).encode(text, starts=False)
    assert set(ids) & set(tokenizer.get_added_vocab().values()) == set()
    assert tokenizer.decode(ids) == text
