"""Attention in training over the context as a policy serves it to the role.

A role whose adapter only ever saw contexts of its own making is thrown by a shared cache. So some
examples are trained as ReBaseShared serves them (Jeon et al., 2026): what was fed before the turn
comes from the adapter-free base, plus the role's own LR: `X A` of its own turns, `X_neut A`
elsewhere. Two passes do it: one with the adapter off, without gradients, and one with it on, in
which a query sees the first pass's keys and values up to its turn, and its own pass's from there.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, cast

import torch
import torch.nn.functional as F
from peft import PeftModel
from peft.tuners.lora import LoraLayer
from torch import Tensor, nn
from transformers import AttentionInterface
from transformers.models.llama.modeling_llama import rotate_half

IMPLEMENTATION = "served_context"


@dataclass
class _Neutral:
    """What one layer's adapter-free pass leaves: inputs of its projections, keys and values."""

    hidden: Tensor  # [batch, tokens, width]
    keys: Tensor  # [batch, n_kv_heads, tokens, head_dim]
    values: Tensor


class ServedContext:
    """Runs a peft model whose attention it has replaced."""

    def __init__(self, model: PeftModel) -> None:
        self.model = model
        self.neutral: dict[int, _Neutral] = {}
        self.visible: Tensor | None = None  # [batch, 1, tokens, 2 tokens]: neutral keys, then own
        self.own: Tensor | None = None  # [batch, tokens, 1]
        self.causal_lm = causal_lm = cast(Any, model.get_base_model())
        causal_lm.set_attn_implementation(IMPLEMENTATION)
        for module in causal_lm.modules():
            if hasattr(module, "layer_idx") and hasattr(module, "q_proj"):
                module.served_context = self
                module.register_forward_pre_hook(_keep_inputs, with_kwargs=True)

    def train_all(self) -> None:
        """Lets every adapter learn: peft freezes those that are not active."""
        self.model.set_requires_grad(list(self.model.peft_config))

    def hidden_states(
        self, adapter: str, input_ids: Tensor, turn_starts: Tensor, own: Tensor
    ) -> Tensor:
        """The last hidden states [batch, tokens, width] of the pass with `adapter` on.

        `input_ids`, `turn_starts` and `own` are [batch, tokens]: at which token the turn that fed
        a token began (0: everything before it is the role's own, as in NonShared), and whether the
        role's turn it was.
        """
        decoder = self.causal_lm.model
        self.model.set_adapter(adapter)
        if turn_starts.any():
            with torch.no_grad(), self.model.disable_adapter():
                decoder(input_ids=input_ids, use_cache=False)
        self.train_all()  # another's backward pass may be still to come
        with self._serving(turn_starts, own):
            hidden: Tensor = decoder(input_ids=input_ids, use_cache=False).last_hidden_state
        return hidden

    @contextmanager
    def _serving(self, turn_starts: Tensor, own: Tensor) -> Iterator[None]:
        if turn_starts.any():
            position = torch.arange(turn_starts.shape[1], device=turn_starts.device)
            start, key = turn_starts[:, None, :, None], position[None, None, None, :]
            before, within = key < start, (key >= start) & (key <= position[:, None])
            self.visible, self.own = torch.cat([before, within], dim=-1), own[..., None]
        try:
            yield
        finally:
            self.neutral.clear()
            self.visible = self.own = None

    def attend(
        self, module: Any, query: Tensor, key: Tensor, value: Tensor, scaling: float
    ) -> Tensor:
        """[batch, heads, tokens, head_dim] of each -> the same shape as `query`."""
        if self.visible is None:
            if not torch.is_grad_enabled():
                self.neutral[module.layer_idx] = _Neutral(module.fed_hidden, key, value)
            return F.scaled_dot_product_attention(
                query, key, value, is_causal=True, scale=scaling, enable_gqa=True
            )
        neutral = self.neutral[module.layer_idx]
        hidden = torch.where(cast(Tensor, self.own), module.fed_hidden, neutral.hidden)
        keys, values = neutral.keys, neutral.values
        if (term := _low_rank(module.k_proj, hidden)) is not None:
            cos, sin = (turn[:, None] for turn in module.fed_rotation)
            term = term.unflatten(-1, (-1, module.head_dim)).transpose(1, 2)
            keys = keys + term * cos + rotate_half(term) * sin
        if (term := _low_rank(module.v_proj, hidden)) is not None:
            values = values + term.unflatten(-1, (-1, module.head_dim)).transpose(1, 2)
        return F.scaled_dot_product_attention(
            query,
            torch.cat([keys, key], dim=2),
            torch.cat([values, value], dim=2),
            attn_mask=self.visible,
            scale=scaling,
            enable_gqa=True,
        )


def _keep_inputs(module: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
    module.fed_hidden = kwargs["hidden_states"]
    module.fed_rotation = kwargs["position_embeddings"]


def _low_rank(projection: nn.Module, hidden: Tensor) -> Tensor | None:
    """`X A B`, scaling included; None where the adapter leaves this projection alone."""
    if not isinstance(projection, LoraLayer):
        return None
    (name,) = projection.active_adapters
    a, b = cast(Any, projection.lora_A)[name], cast(Any, projection.lora_B)[name]
    term: Tensor = b(a(hidden.to(a.weight.dtype))) * projection.scaling[name]
    return term.to(hidden.dtype)


def _attention_function(
    module: Any,
    query: Tensor,
    key: Tensor,
    value: Tensor,
    attention_mask: Tensor | None,
    scaling: float,
    **_: object,
) -> tuple[Tensor, None]:
    """What transformers calls; examples are padded at their end, which no token looks back on."""
    attended = module.served_context.attend(module, query, key, value, scaling)
    return attended.transpose(1, 2), None


AttentionInterface.register(IMPLEMENTATION, _attention_function)
