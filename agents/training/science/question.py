"""What a skill produces, and how one is put together."""

import random
from collections.abc import Sequence
from dataclasses import dataclass

from autoact_precache.tools import ImageText

_OPTIONS = {2: 0.4, 3: 0.2, 4: 0.4}  # how often; many skills have no more than two choices


@dataclass(frozen=True)
class ScienceQuestion:
    """A question of ScienceQA's kind (Lu et al., 2022) and why its answer is right.

    `choices` are 2 to 5 in random order, `answer` is an index into them. `reasoning` is one
    sentence. `lookup` is a tool and its argument where a fact is worth looking up, and `found` what
    that lookup says.
    """

    text: str
    choices: tuple[str, ...]
    answer: int
    reasoning: str
    lookup: tuple[str, str] | None = None
    found: str = ""
    image: ImageText | None = None


def compose(
    rng: random.Random,
    text: str,
    right: str,
    wrong: Sequence[str],
    reasoning: str,
    *,
    options: int | None = None,
    lookup: tuple[str, str] | None = None,
    found: str = "",
    image: ImageText | None = None,
) -> ScienceQuestion:
    """A question with some of the `wrong` choices, `options` in all (2 to 4 without it)."""
    if options is None:
        options = rng.choices(list(_OPTIONS), list(_OPTIONS.values()))[0]
    candidates = list(dict.fromkeys(choice for choice in wrong if choice != right))
    choices = [right, *rng.sample(candidates, min(options - 1, len(candidates)))]
    rng.shuffle(choices)
    return ScienceQuestion(
        text, tuple(choices), choices.index(right), reasoning, lookup, found, image
    )


def picture(rng: random.Random, caption: str, words: Sequence[str] = ()) -> ImageText:
    """A captioned picture with `words` on it, as EasyOCR's list of them is printed."""
    found = []
    top = rng.randint(4, 30)
    for word in words:
        left, height = rng.randint(4, 60), rng.randint(14, 24)
        right, bottom = left + 9 * len(word), top + height
        box = [[left, top], [right, top], [right, bottom], [left, bottom]]
        found.append((box, word, round(rng.uniform(0.6, 1.0), 4)))
        top = bottom + rng.randint(2, 40)
    return ImageText(caption, str(found))
