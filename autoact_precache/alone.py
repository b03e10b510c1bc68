"""What each agent computes where it runs alone, and the backbone where no adapter is on."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

import torch
from torch import Tensor, nn

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
    with runtime.lock, _hidden_distances(runtime) as hidden:
        runtime.backbone.fill(ids, 0, streams)
    distances: dict[State, list[Tensor]] = {"base.k": [], "base.v": []}
    for layer in range(new.kv_shape.n_layers):
        parts = [whole(stream.kv, layer, len(ids)) for stream in streams]
        for state, tensors in zip(("base.k", "base.v"), zip(*parts, strict=True), strict=True):
            # The heads side by side: [agents, tokens, width].
            rows = torch.stack([tensor.transpose(0, 1).flatten(1) for tensor in tensors])
            distances[state].append(squared_distances(rows))
    return Alone(
        tuple(agents),
        {agent: stream.kv for agent, stream in zip(agents, adapted, strict=True)},
        lr,
        {state: torch.stack(layers) for state, layers in distances.items()}
        | {"hidden": torch.stack([torch.cat(pieces, dim=-1) for pieces in hidden])},
    )


def whole(kv: KVCache, layer: int, end: int) -> tuple[Tensor, Tensor]:
    """Keys and values of the tokens `0..end`, both [n_kv_heads, end, head_dim]."""
    parts = list(kv.segments(layer, 0, end))
    if len(parts) == 1:
        return parts[0].keys, parts[0].values
    return torch.cat([p.keys for p in parts], dim=1), torch.cat([p.values for p in parts], dim=1)


def attention_modules(runtime: Runtime) -> dict[str, nn.Module]:
    """The attention of each layer by its path in the model, in order."""
    named = runtime.backbone.model.named_modules()
    return {path: module for path, module in named if hasattr(module, "flash_lora_attention")}


@contextmanager
def _hidden_distances(runtime: Runtime) -> Iterator[list[list[Tensor]]]:
    """By layer, the distances of what enters it, a tensor for each pass that is made meanwhile."""
    model = runtime.backbone.model
    paths = attention_modules(runtime)
    pieces: list[list[Tensor]] = [[] for _ in paths]

    def watch(layer: int, module: nn.Module) -> "torch.utils.hooks.RemovableHandle":
        def entering(_: nn.Module, args: tuple[Tensor, ...], kwargs: dict[str, Tensor]) -> None:
            states = args[0] if args else kwargs["hidden_states"]
            pieces[layer].append(squared_distances(states))

        return module.register_forward_pre_hook(entering, with_kwargs=True)

    handles = [
        watch(layer, model.get_submodule(path.rpartition(".")[0]))
        for layer, path in enumerate(paths)
    ]
    try:
        yield pieces
    finally:
        for handle in handles:
            handle.remove()
