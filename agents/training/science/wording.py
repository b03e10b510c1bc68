"""Filling in templates: articles and capital letters."""

import string
from collections.abc import Mapping

# Spelled with a vowel and pronounced with a consonant, or the other way round.
_CONSONANT = ("uni", "use", "usu", "eu", "one", "once", "u.s", "ut")
_VOWEL = ("hour", "honest", "honor", "heir", "mri", "x-ray")


class _Formatter(string.Formatter):
    """`{x!a}` puts an indefinite article before x, `{x!c}` begins it with a capital letter,
    `{x!l}` with a small one; `{x!n}` is x without its article."""

    def convert_field(self, value: str, conversion: str | None) -> str:
        if conversion == "a":
            return with_article(value)
        if conversion == "c":
            return capital(value)
        if conversion == "l":
            return value[:1].lower() + value[1:]
        if conversion == "n":
            return value.removeprefix("the ").removeprefix("a ").removeprefix("an ")
        return value


_FORMATTER = _Formatter()


def fill(template: str, values: Mapping[str, str]) -> str:
    return _FORMATTER.vformat(template, (), values)


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def with_article(noun: str) -> str:
    low = noun.lower()
    vowel = low.startswith(_VOWEL) or (low[0] in "aeiou" and not low.startswith(_CONSONANT))
    return f"{'an' if vowel else 'a'} {noun}"


def listed(items: list[str]) -> str:
    """ "a, b, and c"."""
    if len(items) < 3:
        return " and ".join(items)
    return f"{', '.join(items[:-1])}, and {items[-1]}"
