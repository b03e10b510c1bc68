"""Adapters of random weights, for benches over ranks and numbers of agents."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import torch
from peft import LoraConfig, get_peft_model, get_peft_model_state_dict, set_peft_model_state_dict
from transformers import AutoModelForCausalLM

from autoact_precache.checkpoint import resolve_checkpoint
from autoact_precache.commands.failures import UsageError


def save_random_adapters(
    model: str, agents: Sequence[str], folder: Path, lora: Mapping[str, Any], seed: int
) -> dict[str, str]:
    """An adapter for each agent, as peft saves them: agent -> folder.

    `lora`: its `rank`, the `targets`, and whether all `share_a`. Raises `UsageError` where the
    model has no such projections.
    """
    saved: dict[str, str] = {}
    shared: dict[str, torch.Tensor] = {}
    base: Any = AutoModelForCausalLM.from_pretrained(resolve_checkpoint(model), dtype="auto")
    for number, agent in enumerate(agents):
        torch.manual_seed(seed + number)
        config = LoraConfig(
            r=lora["rank"],
            lora_alpha=2 * lora["rank"],
            target_modules=list(lora["targets"]),
            task_type="CAUSAL_LM",
            init_lora_weights=False,  # B random too, else the adapter would do nothing
        )
        try:
            adapted = get_peft_model(base, config)
        except ValueError as error:
            reason = str(error).splitlines()[0]
            raise UsageError(f"lora.targets={list(lora['targets'])}: {reason}") from error
        set_peft_model_state_dict(adapted, shared)
        if lora["share_a"] and not shared:
            weights = get_peft_model_state_dict(adapted)
            shared = {name: a.clone() for name, a in weights.items() if "lora_A" in name}
        saved[agent] = str(folder / f"adapter{number}")
        adapted.save_pretrained(saved[agent])
        base = adapted.unload()
    return saved
