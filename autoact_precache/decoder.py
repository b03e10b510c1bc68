"""The decoder layers of Llama and its like in few, large operations.

The arithmetic is that of transformers' own modules. What goes is what a step of one token mostly
waits for: some fifty small operations a layer. Weights that read the same input are stacked and
leave the modules, so that none is held twice; the last layer computes no more than is asked for.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional as F
from transformers import PreTrainedModel

from autoact_precache.attention import FlashLoRAAttention
from autoact_precache.forward import ForwardPass, See, Stream
from autoact_precache.linear import take_over
from autoact_precache.lora import LoRAProjection, LowRankProducts
from autoact_precache.rotary import RotaryTable

MODEL_TYPES = ("llama", "mistral", "ministral", "qwen2")
"""Named one by one, as others differ in a line of code: a scale on the residuals or the queries,
layers without RoPE."""


class Projections:
    """Linear projections of one input: one product, their outputs side by side, and LoRA."""

    def __init__(self, modules: Sequence[nn.Module]) -> None:
        self.linear = take_over([_base(module) for module in modules])
        self.low_rank = LowRankProducts(modules)

    def __call__(self, x: Tensor, streams: tuple[Stream, ...], start: int) -> Tensor:
        """[streams x tokens, d_in] -> [streams x tokens, sum of d_out]."""
        y = self.linear(x)
        self.low_rank.add(x, y, streams, start)
        return y


def _base(module: nn.Module) -> nn.Linear:
    base = module.base_layer if isinstance(module, LoRAProjection) else module
    assert isinstance(base, nn.Linear)
    return base


@dataclass
class Norm:
    """RMSNorm."""

    weight: Tensor
    eps: float

    def __call__(self, x: Tensor) -> Tensor:
        """[rows, d] -> [rows, d]"""
        if x.shape[0] == 1 and x.device.type == "cpu":
            # A number instead of a tensor of one: four operations for nine.
            norm: float = torch.linalg.vector_norm(x, dtype=torch.float32).item()
            return x.mul((norm * norm / x.shape[1] + self.eps) ** -0.5).mul_(self.weight)
        return torch.rms_norm(x, self.weight.shape, self.weight, self.eps)


class Layer:
    """One decoder layer's weights; also what the attention wants to know of it."""

    def __init__(self, layer: Any, config: Any) -> None:
        attention, mlp = layer.self_attn, layer.mlp
        self.layer_idx: int = attention.layer_idx
        self.head_dim: int = attention.head_dim
        self.scaling: float = attention.scaling
        self.sliding_window: int | None = getattr(attention, "sliding_window", None)
        if config.model_type == "mistral":
            self.sliding_window = config.sliding_window
        self.k_proj: nn.Module = attention.k_proj
        self.v_proj: nn.Module = attention.v_proj
        self.qkv = Projections((attention.q_proj, attention.k_proj, attention.v_proj))
        self.o = Projections((attention.o_proj,))
        self.gate_up = Projections((mlp.gate_proj, mlp.up_proj))
        self.down = Projections((mlp.down_proj,))
        self.before_attention = _norm(layer.input_layernorm)
        self.before_mlp = _norm(layer.post_attention_layernorm)


def _norm(module: Any) -> Norm:
    return Norm(module.weight.data, module.variance_epsilon)


class LlamaDecoder:
    """Embedding, layers and last norm of a model of one of the `MODEL_TYPES`."""

    def __init__(self, model: PreTrainedModel, attend: FlashLoRAAttention) -> None:
        base: Any = model.base_model
        self.embedding: Tensor = base.embed_tokens.weight.data
        self.layers = [Layer(layer, model.config) for layer in base.layers]
        self.norm = _norm(base.norm)
        self.attend = attend
        self.current: ForwardPass = attend.current
        self.rotary: RotaryTable = attend.rotary

    @staticmethod
    def knows(model: PreTrainedModel) -> bool:
        """Whether this is the model's own arithmetic."""
        config = model.config
        return config.model_type in MODEL_TYPES and config.hidden_act == "silu"

    def last(self, ids: Tensor, see: See | None = None) -> Tensor:
        """Feeds `ids` [tokens] as the pass under way; the first stream's last output [1, d]."""
        streams = self.current.streams
        x = self._before_last(ids, see)
        layer = self.layers[-1]
        query = self._keys_and_values(layer, x)
        if see is None:
            final = len(ids) - 1
            x, query, streams = x[final : final + 1], query[:1, :, final:], streams[:1]
        x = self.norm(self._rest(layer, x, self._attended(layer, query), streams))
        if see is not None:
            x = x.view(len(streams), len(ids), -1)
            see(len(self.layers), x)
            x = x[0, -1:]
        return x

    def fill(self, ids: Tensor) -> None:
        """The same for the caches' sake only."""
        self._keys_and_values(self.layers[-1], self._before_last(ids, None))

    def through(self, x: Tensor, layers: range) -> tuple[Tensor, Tensor]:
        """Runs some layers on what enters the first [tokens, d]; of the last, only K and V.

        Returns what enters the last [tokens, d], and its queries [heads, tokens, head_dim].
        """
        for number in layers[:-1]:
            layer = self.layers[number]
            x = self._layer(layer, x)
        return x, self._keys_and_values(self.layers[layers[-1]], x)[0]

    def _before_last(self, ids: Tensor, see: See | None) -> Tensor:
        """The input of the last layer [streams x tokens, d]."""
        streams = self.current.streams
        kept = [(row, s.hidden) for row, s in enumerate(streams) if s.hidden is not None]
        x = self.embedding[ids]
        if len(streams) > 1:
            x = x.repeat(len(streams), 1)
        for number, layer in enumerate(self.layers):
            if see is not None:
                see(number, x.view(len(streams), len(ids), -1))
            for row, hidden in kept:
                if hidden.layer == number:
                    hidden.put(self.current.start, x.view(len(streams), len(ids), -1)[row])
            if layer is not self.layers[-1]:
                x = self._layer(layer, x)
        return x

    def _keys_and_values(self, layer: Layer, x: Tensor) -> Tensor:
        """Writes the caches, and returns the queries [streams, heads, tokens, head_dim]."""
        current = self.current
        streams, start, head_dim = current.streams, current.start, layer.head_dim
        qkv = layer.qkv(layer.before_attention(x), streams, start)
        heads = qkv.view(len(streams), -1, qkv.shape[1] // head_dim, head_dim).transpose(1, 2)
        kv_heads = streams[0].kv.shape.n_kv_heads
        turned = self.rotary.rotate(heads[:, :-kv_heads], start, current.positions)
        for row, stream in enumerate(streams):
            keys, values = turned[row, -kv_heads:], heads[row, -kv_heads:]
            if current.positions is None:
                stream.kv.write(layer.layer_idx, start, keys, values)
            else:
                assert stream.own is not None
                stream.own.write(layer.layer_idx, start, keys, values)
        return turned[:, :-kv_heads]

    def _layer(self, layer: Layer, x: Tensor) -> Tensor:
        attended = self._attended(layer, self._keys_and_values(layer, x))
        return self._rest(layer, x, attended, self.current.streams)

    def _attended(self, layer: Layer, query: Tensor) -> Tensor:
        """Before the output projection: [streams x tokens, heads x dim]."""
        out = self.attend(layer, query, layer.scaling, layer.sliding_window)
        return out.reshape(out.shape[0] * out.shape[1], -1)

    def _rest(
        self, layer: Layer, x: Tensor, attended: Tensor, streams: tuple[Stream, ...]
    ) -> Tensor:
        """From the attention's result to the layer's."""
        start = self.current.start
        x = x + layer.o(attended, streams, start)
        gate, up = layer.gate_up(layer.before_mlp(x), streams, start).chunk(2, dim=-1)
        return x + layer.down(F.silu(gate).mul_(up), streams, start)
