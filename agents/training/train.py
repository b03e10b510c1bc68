"""The `train` command: one LoRA adapter per role, on one frozen base model."""

import json
import math
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import torch
from datasets import Dataset  # type: ignore[import-untyped]
from peft import LoraConfig, PeftModel, get_peft_model
from safetensors.torch import load_file, save_file
from transformers import AutoModelForCausalLM, AutoTokenizer, PreTrainedTokenizerBase, set_seed
from trl import SFTConfig

from autoact_precache.agents.prompt import load_prompt
from autoact_precache.agents.training.curve import Curves, draw_curves
from autoact_precache.agents.training.data import MakeToolbox, gather
from autoact_precache.agents.training.demonstration import Demonstration, lay_out_demonstration
from autoact_precache.agents.training.errors import TrainingError
from autoact_precache.agents.training.examples import IGNORED, Example, role_example
from autoact_precache.agents.training.settings import TrainSettings, claim_folder
from autoact_precache.agents.training.trainer import RoleTrainer, collate
from autoact_precache.agents.transcript import Author

_WEIGHTS = "adapter_model.safetensors"
_TRAINER_STATE = "trainer_state.json"  # the Trainer writes it last


@dataclass(frozen=True)
class TrainResult:
    """Adapter folder by role, what each source and role had, and each role's loss by step."""

    adapters: dict[str, Path]
    counts: dict[str, Counter[str]]
    curves: Curves


def train(
    settings: TrainSettings,
    checkpoint: Path,
    make_toolbox: MakeToolbox,
    output: Path,
    *,
    resume: bool,
) -> TrainResult:
    """Train the roles of `settings.examples`, one after another, on the model in `checkpoint`.

    `make_toolbox` gives the tools that answer the oracles' calls. Leaves in `output`: a folder per
    role (adapter in float16, its config naming `settings.base_model`), `data.json` (what each
    source gave, and why the rest was dropped), `loss.json`, `loss.png` and `settings.json`. A
    role's folder is whole or absent.
    With `resume` a finished role is kept and an unfinished one goes on from its last whole
    checkpoint.

    Raises:
        TrainingError: nothing to learn from, a demonstration of another task, or an `output` that
            holds another run.
        RecordError: a file of demonstrations that is missing or corrupt.
    """
    tokenizer = AutoTokenizer.from_pretrained(checkpoint)
    demonstrations, counts = gather(
        settings.data, settings.prompt, make_toolbox, tokenizer, settings.seed
    )
    other = next((d for d in demonstrations if d.task not in ("", settings.prompt)), None)
    if other is not None:
        raise TrainingError(f"{other.source} is of the task {other.task}, not {settings.prompt}")
    examples: dict[str, list[Example]] = {}
    for role in settings.examples:
        examples[role] = collect_examples(cast(Author, role), demonstrations, tokenizer, settings)
        counts[role] = _sizes(examples[role])
        if settings.start_from is not None:
            _check_adapter(Path(settings.start_from) / role)
    claim_folder(output, settings, resume)  # nothing is written before all of it fits
    _write_json(output / "data.json", counts)
    adapters = {role: output / role for role in settings.examples}
    curves: Curves = {}
    for role in settings.examples:
        curves[role] = _train_role(role, examples[role], settings, checkpoint, output)
        _write_json(output / "loss.json", curves)
        draw_curves(curves, output / "loss.png")
    return TrainResult(adapters, counts, curves)


def collect_examples(
    role: Author,
    demonstrations: Sequence[Demonstration],
    tokenizer: PreTrainedTokenizerBase,
    settings: TrainSettings,
) -> list[Example]:
    """The first examples of `role` that fit, at most as many as the settings ask for.

    Raises:
        TrainingError: none fits.
    """
    instructions = load_prompt(settings.prompt).instructions
    rng = random.Random(settings.seed)
    examples: list[Example] = []
    for demonstration in demonstrations:
        segments = lay_out_demonstration(instructions, demonstration)
        example = role_example(tokenizer, segments, role)
        if 0 < len(example["input_ids"]) <= settings.max_tokens:
            if rng.random() >= settings.rebase_share:  # as NonShared serves it
                example["turn_starts"] = [0] * len(example["input_ids"])
            examples.append(example)
            if len(examples) == settings.examples[role]:
                break
    if not examples:
        raise TrainingError(f"no example of {role} fits into max_tokens={settings.max_tokens}")
    return examples


def _check_adapter(folder: Path) -> None:
    if not (folder / _WEIGHTS).is_file():
        raise TrainingError(f"start_from: no adapter in {folder}")


def _sizes(examples: Sequence[Example]) -> Counter[str]:
    return Counter(
        examples=len(examples),
        tokens=sum(len(example["input_ids"]) for example in examples),
        labelled_tokens=sum(label != IGNORED for e in examples for label in e["labels"]),
    )


def _train_role(
    role: str, examples: Sequence[Example], settings: TrainSettings, checkpoint: Path, output: Path
) -> list[tuple[int, float]]:
    """Train and save one adapter; (step, mean loss since the last entry) in order."""
    states = output / "checkpoints" / role
    if (output / role).exists():
        return _losses(_last_checkpoint(states))
    set_seed(settings.seed)
    trainer = RoleTrainer(
        model=_adapted_model(role, settings, checkpoint),
        train_dataset=Dataset.from_list([dict(example) for example in examples]),
        processing_class=AutoTokenizer.from_pretrained(checkpoint),
        data_collator=collate,
        args=_trainer_config(len(examples), settings, states),
    )
    last = _last_checkpoint(states)
    trainer.train(resume_from_checkpoint=None if last is None else str(last))
    _save_adapter(trainer.model, output / role, settings.base_model)
    return _losses(_last_checkpoint(states))


def _adapted_model(role: str, settings: TrainSettings, checkpoint: Path) -> PeftModel:
    base = AutoModelForCausalLM.from_pretrained(checkpoint, dtype=torch.bfloat16)
    if settings.start_from is not None:
        earlier = Path(settings.start_from) / role
        model = PeftModel.from_pretrained(base, earlier, is_trainable=True)
        # Each checkpoint would ask the hub about the name in the shipped config.
        model.peft_config["default"].base_model_name_or_path = str(checkpoint)
        return model
    lora = settings.lora
    shape = LoraConfig(
        r=lora.rank,
        lora_alpha=lora.alpha,
        lora_dropout=lora.dropout,
        target_modules=lora.target_modules,
        task_type="CAUSAL_LM",
    )
    return cast(PeftModel, get_peft_model(base, shape))


def _trainer_config(examples: int, settings: TrainSettings, states: Path) -> SFTConfig:
    how = settings.optimisation
    steps = how.epochs * examples / how.batch_size
    return SFTConfig(
        output_dir=str(states),
        num_train_epochs=how.epochs,
        per_device_train_batch_size=how.batch_size,
        train_sampling_strategy="group_by_length",  # less padding
        learning_rate=how.learning_rate,
        lr_scheduler_type="cosine",
        warmup_steps=math.ceil(how.warmup_share * steps),
        bf16=True,
        use_cpu=not torch.cuda.is_available(),
        gradient_checkpointing=False,
        max_length=None,
        remove_unused_columns=False,
        dataset_kwargs={"skip_prepare_dataset": True},  # it is token ids and labels already
        save_steps=how.save_every,
        save_total_limit=1,
        logging_steps=1,
        report_to="none",
        seed=settings.seed,
    )


def _last_checkpoint(states: Path) -> Path | None:
    """The latest checkpoint that was written to its end."""
    whole = [path.parent for path in states.glob(f"checkpoint-*/{_TRAINER_STATE}")]
    return max(whole, key=lambda path: int(path.name.rpartition("-")[2]), default=None)


def _losses(state: Path | None) -> list[tuple[int, float]]:
    log = json.loads((state / _TRAINER_STATE).read_text())["log_history"] if state else []
    return [(entry["step"], entry["loss"]) for entry in log if "loss" in entry]


def _save_adapter(model: Any, folder: Path, base_model: str) -> None:
    """Save in float16, under a name that any machine resolves to the same base model."""
    model.peft_config["default"].base_model_name_or_path = base_model
    temporary = folder.with_name(f".{folder.name}")
    model.save_pretrained(temporary, save_embedding_layers=False)  # else it asks the hub
    weights = load_file(temporary / _WEIGHTS)
    save_file(
        {name: tensor.half() for name, tensor in weights.items()},
        temporary / _WEIGHTS,
        metadata={"format": "pt"},
    )
    (temporary / "README.md").unlink(missing_ok=True)  # peft's empty model card
    temporary.rename(folder)


def _write_json(path: Path, value: Any) -> None:
    path.write_text(json.dumps(value, indent=1) + "\n", encoding="utf-8")
