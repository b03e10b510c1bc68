"""Plain one-line text from whatever a page, a service or a model wrote."""

import html
import re
import unicodedata

# A full stop ends a sentence unless an initial or one of these stands before it.
_ABBREVIATIONS = ("Mr", "Mrs", "Ms", "Dr", "St", "Jr", "Sr", "vs", "No", "Mt", "Lt", "Prof", "Gen")
_NOT_AFTER = "".join(rf"(?<!\b{word}\.)" for word in _ABBREVIATIONS)
_END = r"""(?:(?<=[.!?])|(?<=[.!?]["')\]]))"""
_START = r"""(?=["'(\[]?[^\W_a-z])"""
_BETWEEN_SENTENCES = re.compile(rf"{_END}{_NOT_AFTER}(?<!\b[A-Z]\.)\s+{_START}")


def one_line(text: str) -> str:
    """Collapses white space and drops control characters and lone surrogates.

    Everything else stays, `<|im_end|>` too: what is a control token is settled by the encoder.
    """
    if not text.isprintable():  # which nearly all text is, and the look at each character is slow
        text = "".join(
            c for c in text if c.isspace() or unicodedata.category(c) not in ("Cc", "Cs")
        )
    return " ".join(text.split())


def plain(text: str) -> str:
    """One line with its HTML entities resolved, for text that comes from the web."""
    return one_line(html.unescape(text))


def split_sentences(text: str) -> list[str]:
    """The sentences of English prose; initials and common abbreviations do not end one."""
    return [sentence for sentence in _BETWEEN_SENTENCES.split(text) if sentence]
