"""Puts adapters and attention into an unmodified model, and compares the result with peft's."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, cast

import torch
from torch import Tensor, nn
from transformers import (
    AttentionInterface,
    AutoModelForCausalLM,
    AutoTokenizer,
    PreTrainedModel,
    PreTrainedTokenizerBase,
)

from autoact_precache.adapters import Adapters, read_adapters
from autoact_precache.attention import IMPLEMENTATION, FlashLoRAAttention
from autoact_precache.cache import KVCache, KVShape, LRCache, LRShape, Projection
from autoact_precache.decoder import LlamaDecoder
from autoact_precache.errors import AdapterError, ArchitectureError
from autoact_precache.forward import Backbone, Decoder, ForwardPass, ModelDecoder, Stream
from autoact_precache.lora import LoRAProjection, cached_a
from autoact_precache.low_rank import AttentionLayer
from autoact_precache.rotary import RotaryTable

PROBE_PREFILL, PROBE_DECODE = 20, 4
"""Tokens compared with peft: enough for the attention's prefill path, then its decoding path."""

TOLERANCE = {torch.float32: 1e-4, torch.bfloat16: 5e-2, torch.float16: 1e-2}
"""Relative L2 distance of the probe's logits from peft's that is taken for rounding."""

# RoPE whose frequencies depend on the length reached: cached keys would have to be turned again.
LENGTH_DEPENDENT_ROPE = ("dynamic", "longrope")


@dataclass(frozen=True)
class Loaded:
    backbone: Backbone
    kv_shape: KVShape
    lr_shape: LRShape


class AttentionModule(AttentionLayer, Protocol):
    flash_lora_attention: FlashLoRAAttention


def attention_layers(model: PreTrainedModel) -> list[AttentionModule]:
    """The attention of each layer, in order."""
    needed = ("q_proj", "k_proj", "v_proj", "layer_idx", "head_dim")
    found = [m for m in model.modules() if all(hasattr(m, name) for name in needed)]
    return sorted(cast(list[AttentionModule], found), key=lambda attention: attention.layer_idx)


def load_tokenizer(checkpoint: Path) -> PreTrainedTokenizerBase:
    """The checkpoint's tokenizer. Raises `ArchitectureError` where it has none that loads."""
    try:
        return AutoTokenizer.from_pretrained(checkpoint)
    except Exception as error:
        reason = (str(error) or type(error).__name__).splitlines()[0]
        raise ArchitectureError(f"no tokenizer in {checkpoint}: {reason}") from error


def load_backbone(
    checkpoint: Path, folders: Mapping[str, Path | None], dtype: torch.dtype, device: torch.device
) -> Loaded:
    """The model with every adapter's projections in place.

    Raises `ArchitectureError` for a model whose logits then differ from peft's on a few tokens, and
    `AdapterError`.
    """
    model = _load_model(checkpoint, dtype, device)
    kv_shape = _kv_shape(model, dtype, device)
    probe = torch.arange(PROBE_PREFILL + PROBE_DECODE, device=device) * 7919
    probe %= model.config.vocab_size
    adapters = read_adapters(
        model, {agent: folder for agent, folder in folders.items() if folder is not None}, probe
    )
    current = ForwardPass()
    _refuse_normed_keys(model, adapters)
    _install_projections(model, adapters, current)
    attend = _install_attention(model, current)
    ranks = {
        key: {agent: a.shape[0] for agent, a in by_agent.items()}
        for key, by_agent in cached_a(model).items()
    }
    lr_shape = LRShape(ranks, dtype, device)
    decoder: Decoder
    if LlamaDecoder.knows(model):
        decoder = LlamaDecoder(model, attend)
    else:
        decoder = ModelDecoder(model, current)
    loaded = Loaded(Backbone(model, current, decoder), kv_shape, lr_shape)
    _compare_with_peft(loaded, adapters, probe)
    return loaded


def _load_model(checkpoint: Path, dtype: torch.dtype, device: torch.device) -> PreTrainedModel:
    model: PreTrainedModel
    report: dict[str, Any]
    try:
        model, report = AutoModelForCausalLM.from_pretrained(  # type: ignore[misc]
            checkpoint, dtype=dtype, output_loading_info=True
        )
    except Exception as error:
        reason = (str(error) or type(error).__name__).splitlines()[0]
        raise ArchitectureError(
            f"{checkpoint} does not load as a causal model: {reason}"
        ) from error
    if report["missing_keys"]:
        raise ArchitectureError(
            f"{checkpoint} is incomplete: it has no weights for {min(report['missing_keys'])}"
        )
    nn.Module.to(model, device)
    model.eval().requires_grad_(False)
    return model


def _kv_shape(model: PreTrainedModel, dtype: torch.dtype, device: torch.device) -> KVShape:
    config = model.config
    attentions = attention_layers(model)
    if len(attentions) != config.num_hidden_layers:
        raise ArchitectureError(
            f"{config.model_type}: {len(attentions)} of {config.num_hidden_layers} layers have "
            "q_proj, k_proj and v_proj; other attention layouts are not supported"
        )
    rope_type = (getattr(config, "rope_parameters", None) or {}).get("rope_type", "default")
    if rope_type in LENGTH_DEPENDENT_ROPE:
        raise ArchitectureError(
            f"{config.model_type}: rope type {rope_type!r} changes cached keys with the length"
        )
    head_dims = {attention.head_dim for attention in attentions}
    widths = {_width(projection) for a in attentions for projection in (a.k_proj, a.v_proj)}
    if len(head_dims) != 1 or len(widths) != 1:
        raise ArchitectureError(
            f"{config.model_type}: keys and values differ in size, or layers from each other"
        )
    head_dim = head_dims.pop()
    return KVShape(config.num_hidden_layers, widths.pop() // head_dim, head_dim, dtype, device)


def _width(projection: nn.Module) -> int:
    return cast(nn.Linear, projection).out_features


def _refuse_normed_keys(model: PreTrainedModel, adapters: Adapters) -> None:
    """K_base + RoPE(LR B) holds only where nothing nonlinear stands between projection and RoPE."""
    for path, module in model.named_modules():
        for name in ("k", "v"):
            if hasattr(module, f"{name}_norm") and adapters.weights.get(f"{path}.{name}_proj"):
                agent = next(iter(adapters.weights[f"{path}.{name}_proj"]))
                raise AdapterError(
                    f"adapter of {agent!r} cannot be shared: it targets {name}_proj, which this "
                    f"model normalises ({path}.{name}_norm)"
                )


def _install_projections(model: PreTrainedModel, adapters: Adapters, current: ForwardPass) -> None:
    for path, weights in adapters.weights.items():
        parent_path, _, name = path.rpartition(".")
        parent = model.get_submodule(parent_path)
        cached_as: Projection | None = None
        if name in ("k_proj", "v_proj") and hasattr(parent, "layer_idx"):
            cached_as = "k" if name == "k_proj" else "v"
        layer = getattr(parent, "layer_idx", -1)
        projection = LoRAProjection(getattr(parent, name), weights, current, layer, cached_as)
        setattr(parent, name, projection)


def _install_attention(model: PreTrainedModel, current: ForwardPass) -> FlashLoRAAttention:
    if not hasattr(model.base_model, "rotary_emb"):
        raise ArchitectureError(f"{model.config.model_type}: no rotary position embedding found")
    rotary = RotaryTable(
        cast(nn.Module, model.base_model.rotary_emb),
        torch.empty(0, dtype=model.dtype, device=model.device),
    )
    attend = FlashLoRAAttention(current, rotary)
    for attention in attention_layers(model):
        attention.flash_lora_attention = attend
    model.set_attn_implementation(IMPLEMENTATION)
    if model.config._attn_implementation != IMPLEMENTATION:
        raise ArchitectureError(
            f"{model.config.model_type}: AttentionInterface cannot replace its attention"
        )
    return attend


def _attention_function(
    module: AttentionModule,
    query: Tensor,
    key: Tensor,
    value: Tensor,
    attention_mask: None,
    scaling: float,
    sliding_window: int | None = None,
    softcap: float | None = None,
    s_aux: Tensor | None = None,
    **_: object,
) -> tuple[Tensor, None]:
    """What transformers calls. Keys and values are in the caches, where the pass has put them."""
    if softcap is not None or s_aux is not None:
        raise ArchitectureError("attention with soft-capped scores or sinks is not supported")
    return module.flash_lora_attention(module, query, scaling, sliding_window), None


AttentionInterface.register(IMPLEMENTATION, _attention_function)


def _compare_with_peft(loaded: Loaded, adapters: Adapters, probe: Tensor) -> None:
    """Feeds the probe as base + LR and compares with peft, with each adapter and with none."""
    tolerance = TOLERANCE[loaded.kv_shape.dtype]
    ids = probe.tolist()
    for agent, expected in adapters.probe_logits.items():
        lr = None if agent is None else LRCache(loaded.lr_shape, (agent,))
        stream = Stream(agent, KVCache(loaded.kv_shape), lr, () if agent is None else (agent,))
        feed = loaded.backbone.feed
        try:
            got = [feed(ids[:PROBE_PREFILL], 0, (stream,))]
            got.append(feed(ids[PROBE_PREFILL:], PROBE_PREFILL, (stream,)))
        except (RuntimeError, TypeError, AttributeError) as error:
            # A layout that does not even fit: rotary embeddings of a part of each head, say.
            reason = str(error).splitlines()[0]
            raise ArchitectureError(
                f"{loaded.backbone.model.config.model_type}: does not run as base + LoRA: {reason}"
            ) from error
        wanted = expected[[PROBE_PREFILL - 1, -1]]
        distance = float((torch.stack(got) - wanted).norm() / wanted.norm())
        if not distance <= tolerance:
            which = "without adapters" if agent is None else f"with the adapter of {agent!r}"
            raise ArchitectureError(
                f"{loaded.backbone.model.config.model_type}: would be run wrongly; {which} the "
                f"logits differ from peft's by {distance:.1e} (up to {tolerance:.0e} is rounding)"
            )
