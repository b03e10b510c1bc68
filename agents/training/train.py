"""The `train` command: one LoRA adapter per role, on one frozen base model."""

import json
import math
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import torch
from datasets import Dataset  # type: ignore[import-untyped]
from peft import PeftModel
from transformers import AutoTokenizer, PreTrainedTokenizerBase, set_seed
from trl import SFTConfig

from autoact_precache.agents.prompt import load_prompt
from autoact_precache.agents.training.adapters import adapted_model, check_start, save_adapter
from autoact_precache.agents.training.curve import Curves, draw_curves
from autoact_precache.agents.training.data import MakeToolbox, gather
from autoact_precache.agents.training.demonstration import Demonstration, lay_out_demonstration
from autoact_precache.agents.training.errors import TrainingError
from autoact_precache.agents.training.examples import IGNORED, Example, role_example
from autoact_precache.agents.training.settings import TrainSettings, claim_folder
from autoact_precache.agents.training.trainer import RoleTrainer, collate, loss_of
from autoact_precache.agents.transcript import Author

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
    """Train the roles of `settings.examples` on the model in `checkpoint`.

    One after another, or with `settings.share_a` in one go: a step's trajectories may be of several
    roles, each learns its own B, and the A of every projection learns from all.

    `make_toolbox` gives the tools that answer the oracles' calls. Leaves in `output`: a folder per
    role (adapter in float16, its config naming `settings.base_model`), `data.json` (what each
    source gave, and why the rest was dropped), `loss.json`, `loss.png` and `settings.json`. A
    role's folder is whole or absent.
    With `resume` a finished role is kept and an unfinished one goes on from its last whole
    checkpoint.

    Raises:
        TrainingError: nothing to learn from, a demonstration of another task, no such adapters to
            start from, or an `output` that holds another run.
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
    roles = tuple(settings.examples)
    if settings.start_from is not None:
        check_start(Path(settings.start_from), roles, share_a=settings.share_a)
    claim_folder(output, settings, resume)  # nothing is written before all of it fits
    _write_json(output / "data.json", counts)
    adapters = {role: output / role for role in roles}
    curves: Curves = {}
    for together in [roles] if settings.share_a else [(role,) for role in roles]:
        curves |= _train_together(together, examples, settings, checkpoint, output)
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


def _sizes(examples: Sequence[Example]) -> Counter[str]:
    return Counter(
        examples=len(examples),
        tokens=sum(len(example["input_ids"]) for example in examples),
        labelled_tokens=sum(label != IGNORED for e in examples for label in e["labels"]),
    )


def _train_together(
    roles: Sequence[str],
    examples: Mapping[str, Sequence[Example]],
    settings: TrainSettings,
    checkpoint: Path,
    output: Path,
) -> Curves:
    """Train and save one adapter for each of `roles`; several have one A, and learn in one go."""
    states = output / "checkpoints" / "-".join(roles)
    unsaved = [role for role in roles if not (output / role).exists()]
    if unsaved:
        set_seed(settings.seed)
        rows = [
            {"role": number, **example}
            for number, role in enumerate(roles)
            for example in examples[role]
        ]
        trainer = RoleTrainer(
            model=adapted_model(roles, settings, checkpoint),
            train_dataset=Dataset.from_list(rows),
            processing_class=AutoTokenizer.from_pretrained(checkpoint),
            data_collator=collate,
            args=_trainer_config(len(rows), settings, states),
        )
        last = _last_checkpoint(states)
        trainer.train(resume_from_checkpoint=None if last is None else str(last))
        for role in unsaved:
            save_adapter(cast(PeftModel, trainer.model), role, output / role, settings.base_model)
    return _losses(_last_checkpoint(states), roles)


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
    whole = [path for path in states.glob("checkpoint-*") if _trainer_state(path) is not None]
    return max(whole, key=lambda path: int(path.name.rpartition("-")[2]), default=None)


def _trainer_state(checkpoint: Path) -> dict[str, Any] | None:
    """None where a run was stopped before the end of the file, or before its start."""
    try:
        return cast(dict[str, Any], json.loads((checkpoint / _TRAINER_STATE).read_bytes()))
    except (FileNotFoundError, ValueError):
        return None


def _losses(checkpoint: Path | None, roles: Sequence[str]) -> Curves:
    state = _trainer_state(checkpoint) if checkpoint else None
    log = state["log_history"] if state else []
    return {
        role: [(entry["step"], entry[key]) for entry in log if (key := loss_of(role)) in entry]
        for role in roles
    }


def _write_json(path: Path, value: Any) -> None:
    path.write_text(json.dumps(value, indent=1) + "\n", encoding="utf-8")
