"""The adapters in training: one peft model with one adapter a role, and how each is saved."""

import shutil
from collections.abc import Sequence
from pathlib import Path

import torch
from peft import LoraConfig, PeftModel, get_peft_model
from peft.tuners.lora import LoraLayer
from safetensors.torch import load_file, save_file
from torch import Tensor
from transformers import AutoModelForCausalLM

from autoact_precache.agents.training.errors import TrainingError
from autoact_precache.agents.training.settings import LoraSettings, TrainSettings

_WEIGHTS = "adapter_model.safetensors"


def check_start(folder: Path, roles: Sequence[str], *, share_a: bool) -> None:
    """Refuses adapters that training cannot go on from.

    Raises:
        TrainingError: a role's is missing or, with `share_a`, two have different A.
    """
    for role in roles:
        if not (folder / role / _WEIGHTS).is_file():
            raise TrainingError(f"start_from: no adapter in {folder / role}")
    if not share_a:
        return
    known: dict[str, tuple[str, Tensor]] = {}
    for role in roles:
        for name, tensor in sorted(load_file(folder / role / _WEIGHTS).items()):
            if not name.endswith(".lora_A.weight"):
                continue
            first, shared = known.setdefault(name, (role, tensor))
            if not torch.equal(shared, tensor):
                path = name.removeprefix("base_model.model.").removesuffix(".lora_A.weight")
                raise TrainingError(
                    f"start_from: {first} and {role} in {folder} have different A on {path}; "
                    "share_a=true goes on from adapters that share_a=true trained"
                )


def adapted_model(roles: Sequence[str], settings: TrainSettings, checkpoint: Path) -> PeftModel:
    """The model in bfloat16 with an adapter for each of `roles`, all trainable.

    Several have one A: in each projection their `lora_A` hold the same parameter.
    """
    base = AutoModelForCausalLM.from_pretrained(checkpoint, dtype=torch.bfloat16)
    first, *others = roles
    if settings.start_from is None:
        model = get_peft_model(base, _lora_config(settings.lora), adapter_name=first)
        for role in others:
            model.add_adapter(role, _lora_config(settings.lora))
    else:
        start = Path(settings.start_from)
        model = PeftModel.from_pretrained(
            base, start / first, adapter_name=first, is_trainable=True
        )
        for role in others:
            model.load_adapter(start / role, role, is_trainable=True)
        for config in model.peft_config.values():
            # Each checkpoint would ask the hub about the name in the shipped config.
            config.base_model_name_or_path = str(checkpoint)
    for module in model.modules():
        if isinstance(module, LoraLayer):
            shared, *same = module.lora_A.values()
            for other in same:
                other.weight = shared.weight
    return model


def _lora_config(lora: LoraSettings) -> LoraConfig:
    return LoraConfig(
        r=lora.rank,
        lora_alpha=lora.alpha,
        lora_dropout=lora.dropout,
        target_modules=lora.target_modules,
        task_type="CAUSAL_LM",
    )


def save_adapter(model: PeftModel, role: str, folder: Path, base_model: str) -> None:
    """Save in float16, under a name that any machine resolves to the same base model."""
    model.peft_config[role].base_model_name_or_path = base_model
    unfinished = folder.with_name(f".{folder.name}")
    model.save_pretrained(
        str(unfinished),
        selected_adapters=[role],
        save_embedding_layers=False,  # else it asks the hub
    )
    saved = unfinished / role  # beside it, peft's empty model card
    weights = load_file(saved / _WEIGHTS)
    save_file(
        {name: tensor.half() for name, tensor in weights.items()},
        saved / _WEIGHTS,
        metadata={"format": "pt"},
    )
    saved.rename(folder)
    shutil.rmtree(unfinished)
