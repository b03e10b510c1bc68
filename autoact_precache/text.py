"""Text on its way into a transcript, and out of it as it is generated."""

import re
from collections.abc import Callable, Sequence
from typing import cast

from transformers import PreTrainedTokenizerBase

REPLACEMENT = "\N{REPLACEMENT CHARACTER}"


class TextStream:
    """Splits the text of growing token ids into pieces that add up to the whole.

    A character whose bytes span tokens is held back until it is complete.
    """

    def __init__(self, decode: Callable[[Sequence[int]], str]) -> None:
        self.decode = decode
        self.ids: list[int] = []
        self.given = 0

    def push(self, token: int, *, is_last: bool) -> str:
        self.ids.append(token)
        text = self.decode(self.ids)
        if text.endswith(REPLACEMENT) and not is_last:
            return ""
        piece, self.given = text[self.given :], len(text)
        return piece


class PlainText:
    """Encodes text in which nothing becomes a control token, whatever it spells."""

    def __init__(self, tokenizer: PreTrainedTokenizerBase) -> None:
        self.tokenizer = tokenizer
        # Tokenizers split what they call special; ordinary added tokens (<tool_call>) stay whole.
        tags = [
            token.content
            for token in tokenizer.added_tokens_decoder.values()
            if not token.special and len(token.content.strip()) > 1
        ]
        cuts = (f"(?<={re.escape(tag[0])})(?={re.escape(tag[1:])})" for tag in tags)
        self.inside_tag = re.compile("|".join(cuts)) if tags else None

    def encode(self, text: str, *, starts: bool) -> list[int]:
        """`starts` adds what the tokenizer puts before a text (BOS)."""
        ids: list[int] = []
        for piece in self.inside_tag.split(text) if self.inside_tag else [text]:
            ids += cast(
                list[int],
                self.tokenizer.encode(
                    piece, add_special_tokens=starts and not ids, split_special_tokens=True
                ),
            )
        return ids
