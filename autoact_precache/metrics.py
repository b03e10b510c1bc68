"""What is measured of one call."""

from dataclasses import dataclass, field
from typing import TypedDict


class CacheBytes(TypedDict):
    """Bytes of the tokens held: shared base, LR cache by agent, full cache by owner, their sum."""

    base: int
    lr: dict[str, int]
    full: dict[str, int]
    total: int


def _nothing_cached() -> CacheBytes:
    return {"base": 0, "lr": {}, "full": {}, "total": 0}


@dataclass
class CallMetrics:
    """Counts are tokens, times are seconds.

    `prompt_tokens`, the transcript at the first generated token, splits into `reused_tokens`, taken
    from cache, and `prefilled_tokens`, fed before that token. `ttft_s` runs from the start of the
    call to its first token; `waited_s` of it went to other calls and to an earlier call's
    reconstruction. `reconstructed_tokens` are fed with adapters off besides; under LP, which does
    so after the call in `reconstruct_s`, these two and `cache_bytes` are final once that pass is
    done: see `Session.wait`. Under a policy that recomputes, they are the cached tokens that got
    rows of the agent's own before the first token, within `ttft_s`, in some of the layers or all.
    """

    prompt_tokens: int
    reused_tokens: int
    prefilled_tokens: int
    generated_tokens: int = 0
    ttft_s: float = 0.0
    waited_s: float = 0.0
    decode_s: float = 0.0
    reconstruct_s: float = 0.0
    reconstructed_tokens: int = 0
    trajectory_tokens: int = 0
    cache_bytes: CacheBytes = field(default_factory=_nothing_cached)
