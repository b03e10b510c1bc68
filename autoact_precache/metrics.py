"""What is measured of one call."""

import time
from dataclasses import dataclass, field


@dataclass
class CallMetrics:
    """Counts are tokens, times are seconds.

    `prompt_tokens`, the transcript at the first generated token, splits into `reused_tokens`, taken from cache, and
    `prefilled_tokens`, fed before that token. `ttft_s` runs from the start of the call to its first token, waits
    included. `reconstruct_s`, `reconstructed_tokens` (LP's adapter-free pass over this call's tokens) and
    `cache_bytes` are final once a pending reconstruction is done: see `Session.wait`.
    """

    prompt_tokens: int
    reused_tokens: int
    prefilled_tokens: int
    generated_tokens: int = 0
    ttft_s: float = 0.0
    decode_s: float = 0.0
    reconstruct_s: float = 0.0
    reconstructed_tokens: int = 0
    trajectory_tokens: int = 0
    cache_bytes: dict = field(default_factory=dict)


class Stopwatch:
    """Seconds since it was made."""

    def __init__(self) -> None:
        self._start = time.perf_counter()

    def read(self) -> float:
        return time.perf_counter() - self._start
