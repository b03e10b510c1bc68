"""Generated text as it comes."""

from collections.abc import Callable, Sequence

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
