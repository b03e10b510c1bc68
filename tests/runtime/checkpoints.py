"""Small random checkpoints and adapters on disk."""

import shutil
from pathlib import Path

import torch
from peft import LoraConfig, get_peft_model
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, processors
from transformers import (
    AutoModelForCausalLM,
    LlamaConfig,
    MistralConfig,
    PreTrainedConfig,
    PreTrainedTokenizerFast,
    Qwen2Config,
)

CONTROL = ("<|start|>", "<|end|>")
SMALL = {
    "hidden_size": 48,
    "intermediate_size": 80,
    "num_hidden_layers": 3,
    "num_attention_heads": 6,
    "num_key_value_heads": 2,
    "max_position_embeddings": 512,
    "initializer_range": 0.15,
    "bos_token_id": 256,
    "eos_token_id": 257,
    "vocab_size": 258,
}


def llama(**changes) -> PreTrainedConfig:
    return LlamaConfig(**{**SMALL, **changes})


def mistral(**changes) -> PreTrainedConfig:
    return MistralConfig(**{**SMALL, "head_dim": 8, "sliding_window": 16, **changes})


def qwen2(**changes) -> PreTrainedConfig:
    return Qwen2Config(**{**SMALL, **changes})


def byte_tokenizer() -> PreTrainedTokenizerFast:
    """One token a byte, and two control tokens."""
    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    tokenizer = Tokenizer(models.BPE({char: i for i, char in enumerate(alphabet)}, []))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    return PreTrainedTokenizerFast(
        tokenizer_object=tokenizer, bos_token=CONTROL[0], eos_token=CONTROL[1]
    )


def with_bos(model: Path, folder: Path) -> Path:
    """A copy of a checkpoint whose tokenizer begins every text with its first control token."""
    shutil.copytree(model, folder)
    tokenizer = byte_tokenizer()
    tokenizer.backend_tokenizer.post_processor = processors.TemplateProcessing(
        single=f"{CONTROL[0]} $A", special_tokens=[(CONTROL[0], 256)]
    )
    tokenizer.save_pretrained(folder)
    return folder


class Maker:
    def __init__(self, root: Path) -> None:
        self.root = root
        self.count = 0

    def _folder(self, kind: str) -> Path:
        self.count += 1
        folder = self.root / f"{kind}{self.count}"
        folder.mkdir()
        return folder

    def model(self, config: PreTrainedConfig | None = None, seed: int = 0) -> Path:
        folder = self._folder("model")
        torch.manual_seed(seed)
        model = AutoModelForCausalLM.from_config(config or llama(), dtype=torch.float32)
        with torch.no_grad():
            for name, parameter in model.named_parameters():
                if name.endswith(".bias"):
                    parameter.normal_(std=0.3)
        model.save_pretrained(folder)
        byte_tokenizer().save_pretrained(folder)
        return folder

    def adapter(self, model: Path, seed: int, targets=("q_proj", "v_proj"), **settings) -> Path:
        folder = self._folder("adapter")
        torch.manual_seed(1000 + seed)
        base = AutoModelForCausalLM.from_pretrained(model, dtype=torch.float32)
        config = LoraConfig(
            **{"r": 4, "lora_alpha": 8, "target_modules": list(targets), "task_type": "CAUSAL_LM"}
            | settings
        )
        adapted = get_peft_model(base, config)
        with torch.no_grad():
            for name, parameter in adapted.named_parameters():
                if "lora_B" in name:
                    parameter.normal_(std=0.2)
        adapted.save_pretrained(folder)
        return folder
