"""Invented names of people and places that look like real ones of many languages."""

import random
import re

from autoact_precache.agents.training.worlds.locales import STYLES

_COINED = 0.25  # of surnames and places are put together from sounds instead of parts
_PARTICLES = {"romance": "de", "german": "von", "nordic": "af"}
_UNPRONOUNCEABLE = re.compile(
    r"[bcdfghjklmnpqrstvwxz]{4}|tlk|dlt|(.)\1\1|[aeiou]{4}", re.IGNORECASE
)


def _coined(rng: random.Random) -> str:
    """A word of two or three syllables that no list has."""
    onsets = [
        "b",
        "br",
        "c",
        "ch",
        "d",
        "dr",
        "f",
        "fl",
        "g",
        "gr",
        "h",
        "j",
        "k",
        "l",
        "m",
        "n",
        "p",
        "qu",
        "r",
        "s",
        "sh",
        "sk",
        "st",
        "t",
        "th",
        "tr",
        "v",
        "w",
        "y",
        "z",
    ]
    vowels = ["a", "a", "e", "e", "i", "o", "o", "u", "ai", "ea", "ia", "ou"]
    codas = ["n", "r", "l", "s", "m", "t", "ck", "nd", "rt", "sk", "ss", "th", "x"]
    middle = "".join(rng.choice(onsets) + rng.choice(vowels) for _ in range(rng.randint(1, 2)))
    return (middle + rng.choice(onsets[:12]) + rng.choice("aeiou") + rng.choice(codas)).capitalize()


def surname(rng: random.Random, style: str) -> str:
    parts = STYLES[style]
    start, ends = rng.choice(parts.surname_starts.split()), parts.surname_ends.split()
    if not ends:
        return start
    name = _coined(rng) if rng.random() < _COINED else start + rng.choice(ends)
    if _UNPRONOUNCEABLE.search(name):
        return surname(rng, style)
    if rng.random() < 0.04:
        return f"{name}-{rng.choice(parts.surname_starts.split())}{rng.choice(ends)}"
    if style == "english" and rng.random() < 0.05:
        return rng.choice(("O'", "Mac", "Fitz")) + name
    return name


def person(rng: random.Random, style: str, female: bool) -> tuple[str, str]:
    """A full name, and the surname that stands for it."""
    parts = STYLES[style]
    firsts = (parts.women if female else parts.men).split()
    first, last = rng.choice(firsts), surname(rng, style)
    if style == "chinese":
        return f"{last} {first}", last
    shape = rng.random()
    if shape < 0.08 and style in ("english", "american", "indian"):
        first = f"{rng.choice('ABCDEGHJKLMPRSTW')}. {rng.choice('ABCDEGHJKLMPRSTW')}."
    elif shape < 0.16:
        first = f"{first} {rng.choice('ABCDEFGHJKLMPRSTW')}."
    elif shape < 0.20:
        first = f"{first} {rng.choice([other for other in firsts if other != first])}"
    elif shape < 0.24 and style in _PARTICLES:
        last = f"{_PARTICLES[style]} {last}"
    return f"{first} {last}", last


def someone(rng: random.Random, style: str) -> str:
    """A man's or a woman's full name."""
    return person(rng, style, rng.random() < 0.4)[0]


def man(rng: random.Random, style: str) -> str:
    return person(rng, style, False)[0]


def place(rng: random.Random, style: str) -> str:
    parts = STYLES[style]
    start, end = rng.choice(parts.place_starts.split()), rng.choice(parts.place_ends.split())
    if end[0].isupper() or start in ("San", "Monte", "Villa", "Novi", "Stare"):
        return f"{start} {end.capitalize()}"
    name = start + (end[1:] if start[-1] == end[0] else end)
    if rng.random() < _COINED and style != "chinese":
        name = _coined(rng)
    if _UNPRONOUNCEABLE.search(name):
        return place(rng, style)
    if style in ("english", "american") and rng.random() < 0.12:
        return f"{rng.choice(('Upper', 'Great', 'Little', 'Saint', 'North', 'Port'))} {name}"
    return name
