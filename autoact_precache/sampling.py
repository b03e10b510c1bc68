"""Choosing the next token, and knowing when to stop."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from autoact_precache.errors import ConfigError, checked_integer
from autoact_precache.text import REPLACEMENT


@dataclass(frozen=True)
class Sampler:
    """Greedy at temperature 0; else nucleus sampling (Holtzman et al., 2020), by seed.

    Raises `ConfigError` for a negative temperature, a `top_p` outside (0, 1] or a seed that is no
    64-bit number.
    """

    temperature: float
    top_p: float
    seed: int

    def __post_init__(self) -> None:
        if not self.temperature >= 0:
            raise ConfigError(f"temperature must be 0 (greedy) or more, not {self.temperature}")
        if not 0 < self.top_p <= 1:
            raise ConfigError(f"top_p must be above 0 and at most 1, not {self.top_p}")
        if not 0 <= checked_integer("seed", self.seed) < 2**64:
            raise ConfigError(f"seed must be 0 or more and below 2**64, not {self.seed}")

    def choices(self) -> Callable[[Tensor], int]:
        """A function from logits [vocab] to the next token id; each starts from the seed anew."""
        if self.temperature == 0:
            return lambda logits: int(logits.argmax())
        generator = torch.Generator().manual_seed(self.seed)

        def sample(logits: Tensor) -> int:
            # Differences to the largest, in double: no temperature is too small.
            below = logits.cpu().double() - logits.max().item()
            probabilities = torch.softmax(below / self.temperature, dim=-1)
            ranked, ids = probabilities.sort(descending=True, stable=True)
            outside = ranked.cumsum(dim=-1) - ranked >= self.top_p
            ranked = ranked.masked_fill(outside, 0.0)
            return int(ids[torch.multinomial(ranked, 1, generator=generator)])

        return sample


class StopStrings:
    """Finds a stop string in generated text, also where it spans tokens or ends inside one."""

    def __init__(self, stop: Sequence[str], decode: Callable[[Sequence[int]], str]) -> None:
        if isinstance(stop, str):
            stop = (stop,)
        if any(not text for text in stop):
            raise ConfigError("a stop string must not be empty")
        self.stop = tuple(stop)
        self.decode = decode
        # A token is at least a byte: this many hold any stop string that the newest completes.
        self.reach = max((len(text.encode()) for text in stop), default=0) + 2

    def reached(self, ids: Sequence[int]) -> bool:
        if not self.stop:
            return False
        tails = [self.decode(ids[-self.reach :])]
        if tails[0].startswith(REPLACEMENT):
            # Begun inside a character of up to 4 bytes; byte fallback replaces what follows, too.
            tails += [self.decode(ids[-self.reach - more :]) for more in (1, 2, 3)]
        return any(text in tail for text in self.stop for tail in tails)
