"""LoRA adapters read through peft, and refused where they do not decompose into base + LR."""

import hashlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import torch
from huggingface_hub import snapshot_download
from peft import PeftConfig, PeftModel, load_peft_weights
from peft.tuners.lora import LoraLayer
from torch import Tensor, nn
from transformers import PreTrainedModel

from autoact_precache.errors import AdapterError
from autoact_precache.lora import LoRAWeights


@dataclass(frozen=True)
class Adapters:
    """Every agent's LoRA weights by module name, and peft's own logits of the probe tokens."""

    weights: dict[str, dict[str, LoRAWeights]]  # module name -> agent -> weights
    probe_logits: dict[str | None, Tensor]  # agent (None: adapters off) -> [tokens, vocab], float32


def adapter_folder(agent: str, location: str | Path) -> Path:
    """The local folder of an adapter given as a folder or a hub id.

    Raises `AdapterError` where there is none.
    """
    folder = Path(location)
    if not (folder / "adapter_config.json").is_file():
        if (
            folder.exists()
            or str(location).startswith((".", "/", "~"))
            or str(location).count("/") != 1
        ):
            raise AdapterError(
                f"adapter of {agent!r}: no adapter_config.json in {str(location)!r}; "
                "expected a folder that peft saved, or a hub id"
            )
        try:
            folder = Path(snapshot_download(str(location)))
        except Exception as error:
            raise AdapterError(
                f"adapter of {agent!r}: {str(location)!r} is neither a local folder nor on the hub "
                f"({type(error).__name__})"
            ) from error
    if not any((folder / f"adapter_model.{kind}").is_file() for kind in ("safetensors", "bin")):
        raise AdapterError(f"adapter of {agent!r}: no adapter_model.safetensors in {str(folder)!r}")
    return folder


def adapter_sha256(folder: Path) -> str:
    """Identity of an adapter: SHA-256 over its configuration and weights."""
    digest = hashlib.sha256()
    for name in ("adapter_config.json", "adapter_model.safetensors", "adapter_model.bin"):
        if (folder / name).is_file():
            digest.update((folder / name).read_bytes())
    return digest.hexdigest()


def read_adapters(model: PreTrainedModel, folders: Mapping[str, Path], probe: Tensor) -> Adapters:
    """Loads the adapters into `model` with peft, reads weights and logits, takes them out again.

    Rank and alpha patterns and rsLoRA are peft's own doing: the weights are read off its layers,
    scaling included. Raises `AdapterError` naming the adapter that is broken, fits another model or
    does not decompose.
    """
    for agent, folder in folders.items():
        _refuse_config(agent, folder)
    names = {agent: f"agent{number}" for number, agent in enumerate(folders)}
    peft_model: PeftModel | None = None
    for agent, folder in folders.items():
        with _naming(agent, folder):
            if peft_model is None:
                peft_model = PeftModel.from_pretrained(
                    model, str(folder), adapter_name=names[agent], autocast_adapter_dtype=False
                )
            else:
                peft_model.load_adapter(
                    str(folder), adapter_name=names[agent], autocast_adapter_dtype=False
                )
    if peft_model is None:
        return Adapters({}, {None: _logits(model, probe)})
    weights = _weights(peft_model, names)
    for agent, folder in folders.items():
        _refuse_incomplete(agent, folder, peft_model, names[agent])
    peft_model.eval()
    adapters = Adapters(weights, _probe_logits(peft_model, names, probe))
    peft_model.unload()
    return adapters


def _refuse_config(agent: str, folder: Path) -> None:
    """Refuses what the configuration alone shows to be no plain LoRA on linear projections."""
    with _naming(agent, folder):
        config = PeftConfig.from_pretrained(str(folder))
    given = config.to_dict()
    kind = str(getattr(config.peft_type, "value", config.peft_type))
    initial = str(given.get("init_lora_weights"))
    reasons = {
        f"it is {kind}, not LoRA": kind != "LORA",
        "DoRA rescales the adapted projection as a whole": given.get("use_dora"),
        f"LoRA bias ({given.get('bias')}) changes the base projection": given.get("bias", "none")
        != "none",
        "lora_bias adds a bias to B": given.get("lora_bias"),
        f"modules_to_save {given.get('modules_to_save')} replaces base weights": given.get(
            "modules_to_save"
        ),
        "trainable_token_indices replaces base embeddings": given.get("trainable_token_indices"),
        "target_parameters adapts bare parameters": given.get("target_parameters"),
        "layer_replication changes the backbone": given.get("layer_replication"),
        f"init_lora_weights={initial!r} changes the base weights": initial.startswith(
            ("pissa", "olora", "corda", "loftq", "lora_ga")
        ),
    }
    for reason, applies in reasons.items():
        if applies:
            raise AdapterError(f"adapter of {agent!r} ({folder}) cannot be shared: {reason}")


def _refuse_incomplete(agent: str, folder: Path, peft_model: PeftModel, name: str) -> None:
    """Refuses weights that found no place in the model, or places that found no weights."""
    stored = load_peft_weights(str(folder), device="cpu").keys()
    own = next((key for key in sorted(stored) if "lora_" not in key), None)
    if own is not None:
        raise AdapterError(
            f"adapter of {agent!r} ({folder}) cannot be shared: it holds base weights ({own}); "
            "let peft save it with save_embedding_layers=False"
        )
    expected = {
        key.replace(f".{name}.", ".") for key in peft_model.state_dict() if f".{name}." in key
    }
    missing, unexpected = sorted(expected - stored), sorted(stored - expected)
    if missing or unexpected:
        which = f"lacks {missing[0]}" if missing else f"holds {unexpected[0]}"
        raise AdapterError(
            f"adapter of {agent!r} ({folder}) does not fit this base model: it {which}"
        )


@contextmanager
def _naming(agent: str, folder: Path) -> Iterator[None]:
    """Turns whatever peft raises on a bad adapter into one line that names it."""
    try:
        yield
    except AdapterError:
        raise
    except Exception as error:  # peft and safetensors raise whatever the files lead them to
        lines = [line.strip() for line in str(error).splitlines() if line.strip()]
        detail = next(
            (line for line in lines if "size mismatch" in line), lines[0] if lines else ""
        )
        raise AdapterError(
            f"adapter of {agent!r} ({folder}) does not load on this base model: {detail}"
        ) from error


def _weights(peft_model: PeftModel, names: Mapping[str, str]) -> dict[str, dict[str, LoRAWeights]]:
    weights: dict[str, dict[str, LoRAWeights]] = {}
    model = cast(PreTrainedModel, peft_model.get_base_model())
    for path, layer in model.named_modules():
        if not isinstance(layer, LoraLayer):
            continue
        here: dict[str, LoRAWeights] = {}
        for agent, name in names.items():
            if name in layer.lora_A and layer is model.get_output_embeddings():
                raise AdapterError(
                    f"adapter of {agent!r} cannot be shared: it targets {path}, the output "
                    "embedding; only projections inside the layers are adapted"
                )
            if name in layer.lora_variant:
                raise AdapterError(
                    f"adapter of {agent!r} cannot be shared: "
                    f"{type(layer.lora_variant[name]).__name__} on {path}"
                )
            is_linear = isinstance(layer.get_base_layer(), nn.Linear)
            if name in layer.lora_embedding_A or (name in layer.lora_A and not is_linear):
                raise AdapterError(
                    f"adapter of {agent!r} cannot be shared: it targets {path}, "
                    f"of type {type(layer.get_base_layer()).__name__}; only linear layers decompose"
                )
            if name in layer.lora_A:
                stored = (cast(nn.Linear, at[name]) for at in (layer.lora_A, layer.lora_B))
                a, b = (linear.weight.detach() for linear in stored)
                here[agent] = LoRAWeights(a.clone(), b * layer.scaling[name])
        weights[path] = here
    return weights


def _probe_logits(
    peft_model: PeftModel, names: Mapping[str, str], probe: Tensor
) -> dict[str | None, Tensor]:
    logits: dict[str | None, Tensor] = {}
    with peft_model.disable_adapter():
        logits[None] = _logits(peft_model, probe)
    for agent, name in names.items():
        peft_model.set_adapter(name)
        logits[agent] = _logits(peft_model, probe)
    return logits


@torch.inference_mode()
def _logits(model: PreTrainedModel | PeftModel, probe: Tensor) -> Tensor:
    logits: Tensor = model(input_ids=probe[None], use_cache=False).logits[0].float()
    return logits
