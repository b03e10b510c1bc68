"""Texts that say nearly the same, found by the pairs of words they share."""

import math
from collections import defaultdict
from itertools import pairwise


class NearDuplicates:
    """Holds texts; two are near duplicates if the Jaccard index of their sets of word pairs
    (shingles, Broder 1997) is at least `similarity`. Pairs, not words: `was A older than B` and
    `was B older than A` are two questions.
    """

    def __init__(self, similarity: float) -> None:
        self._similarity = similarity
        self._by_pair: dict[tuple[str, ...], list[frozenset[tuple[str, ...]]]] = defaultdict(list)

    def add(self, text: str) -> bool:
        """Whether a near duplicate of `text` is there already; if not, it now is."""
        words = text.split()
        pairs: frozenset[tuple[str, ...]] = frozenset(pairwise(words)) or frozenset([tuple(words)])
        # Two sets that are similar enough share a pair among the first few of each, in any fixed
        # order (prefix filtering, Bayardo et al. 2007); long words come first, as they are rare.
        ordered = sorted(pairs, key=lambda pair: (-len("".join(pair)), pair))
        least = math.ceil(self._similarity * len(pairs) - 1e-9)
        first = ordered[: len(pairs) - least + 1]
        if any(self._similar(pairs, other) for pair in first for other in self._by_pair[pair]):
            return True
        for pair in first:
            self._by_pair[pair].append(pairs)
        return False

    def _similar(self, one: frozenset[tuple[str, ...]], other: frozenset[tuple[str, ...]]) -> bool:
        shared = len(one & other)
        return shared >= self._similarity * (len(one) + len(other) - shared) - 1e-9
