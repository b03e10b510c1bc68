"""What each agent computes where it runs alone, and the backbone where no adapter is on."""

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from autoact_precache.cache import KVCache, LRCache
from autoact_precache.forward import Stream
from autoact_precache.geometry import State, squared_distances
from autoact_precache.runtime import Runtime


@dataclass(frozen=True)
class Alone:
    """The agents' caches over one transcript: `base` holds X_i W0, `lr` X_i A_i.

    `distances` are float64 [layers, 1 + agents, 1 + agents, tokens], squared: between the neutral
    state, which comes first, and those of `agents`, in their order.
    """

    agents: tuple[str, ...]
    base: dict[str, KVCache]
    lr: dict[str, LRCache]
    distances: dict[State, Tensor]


@torch.inference_mode()
def run_alone(runtime: Runtime, agents: Sequence[str], ids: Sequence[int]) -> Alone:
    """Feeds the transcript once to each of `agents` and once with adapters off, side by side."""
    new = runtime.new_caches
    lr = {agent: new.lr(agent) for agent in agents}
    adapted = [Stream(agent, new.kv(), lr[agent], writes=(agent,)) for agent in agents]
    streams = (Stream(None, new.kv()), *adapted)
    hidden: list[list[Tensor]] = [[] for _ in range(new.kv_shape.n_layers)]  # by layer and pass

    def see(layer: int, states: Tensor) -> None:
        if layer < len(hidden):
            hidden[layer].append(squared_distances(states))

    with runtime.lock, runtime.backbone.seen_by(see):
        runtime.backbone.fill(ids, 0, streams)
    keys, values = [], []
    for layer in range(new.kv_shape.n_layers):
        parts = [stream.kv.joined(layer, len(ids)) for stream in streams]
        keys.append(squared_distances(torch.stack([_by_token(part[0]) for part in parts])))
        values.append(squared_distances(torch.stack([_by_token(part[1]) for part in parts])))
    return Alone(
        tuple(agents),
        {agent: stream.kv for agent, stream in zip(agents, adapted, strict=True)},
        lr,
        {
            "base.k": torch.stack(keys),
            "base.v": torch.stack(values),
            "hidden": torch.stack([torch.cat(pieces, dim=-1) for pieces in hidden]),
        },
    )


def _by_token(heads: Tensor) -> Tensor:
    """[n_kv_heads, tokens, head_dim] -> [tokens, width], the heads side by side."""
    return heads.transpose(0, 1).flatten(1)
