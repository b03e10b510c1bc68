"""Training on a small random model, for a few steps."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
import torch
from peft import PeftModel
from safetensors.torch import load_file
from transformers import AutoModelForCausalLM, AutoTokenizer

from autoact_precache.agents.tasks.scienceqa import parse_options
from autoact_precache.agents.training.data import gather
from autoact_precache.agents.training.errors import TrainingError
from autoact_precache.agents.training.train import TrainResult, collect_examples
from autoact_precache.trajectories.schema import RecordError
from tests.runtime.checkpoints import Maker
from tests.training import run_train
from tests.training.run_train import make_toolbox, settings_of

# The test tokenizer has one token a byte, so an example is long.
SMALL = [
    "max_tokens=4000",
    "data.shipped_repeats=0",
    "data.derived=8",
    "examples={plan: 4, action: 4}",
    "optimisation.save_every=1",
]


@pytest.fixture(scope="module")
def model(tmp_path_factory) -> Path:
    return Maker(tmp_path_factory.mktemp("checkpoints")).model()


def run(model: Path, output: Path, *overrides: str, resume: bool = False) -> TrainResult:
    return run_train.run(model, output, *SMALL, *overrides, resume=resume)


def weights(folder: Path) -> dict[str, torch.Tensor]:
    return load_file(folder / "adapter_model.safetensors")


@pytest.fixture(scope="module")
def trained(model, tmp_path_factory) -> TrainResult:
    return run(model, tmp_path_factory.mktemp("trained") / "run")


def test_an_adapter_is_small_half_precision_and_names_its_base(trained):
    for folder in trained.adapters.values():
        config = json.loads((folder / "adapter_config.json").read_text())
        assert config["base_model_name_or_path"] == "some/base"
        assert (config["r"], config["lora_alpha"]) == (8, 16)
        tensors = weights(folder)
        assert {tensor.dtype for tensor in tensors.values()} == {torch.float16}
        assert {name.split(".")[-3] for name in tensors} == {"q_proj", "v_proj"}


def test_an_adapter_has_learnt_and_loads_through_peft(trained, model):
    base = AutoModelForCausalLM.from_pretrained(model, dtype=torch.float32)
    ids = torch.arange(20)[None]
    before = base(ids).logits
    after = PeftModel.from_pretrained(base, trained.adapters["plan"])(ids).logits
    assert not torch.allclose(before, after, atol=1e-4)


def test_a_run_leaves_its_loss_and_its_counts(trained):
    output = trained.adapters["plan"].parent
    losses = json.loads((output / "loss.json").read_text())
    assert [[step for step, _ in losses[role]] for role in ("plan", "action")] == [[1, 2], [1, 2]]
    # Random weights are about as good as guessing one of the 258 tokens.
    assert losses["plan"][0][1] == pytest.approx(torch.tensor(258.0).log().item(), rel=0.3)
    assert (output / "loss.png").read_bytes().startswith(b"\x89PNG")
    counts = json.loads((output / "data.json").read_text())
    assert counts["encyclopedia"] == {"read": 8, "kept": 8}
    assert counts["plan"]["examples"] == 4
    assert 0 < counts["plan"]["labelled_tokens"] < counts["plan"]["tokens"]


def test_the_loss_counts_the_roles_own_tokens_only(model, tmp_path):
    """Without any warm-up the first loss is the frozen model's, on labelled positions."""
    result = run(model, tmp_path / "run", "examples={plan: 1}", "optimisation.batch_size=1")
    assert len(result.curves["plan"]) == 1
    tokenizer = AutoTokenizer.from_pretrained(model)
    settings = settings_of(*SMALL, "examples={plan: 1}")
    demonstrations, _ = gather(settings.data, "hotpotqa", make_toolbox, tokenizer, 0)
    (example,) = collect_examples("plan", demonstrations, tokenizer, settings)
    base = AutoModelForCausalLM.from_pretrained(model, dtype=torch.float32)
    loss = base(
        input_ids=torch.tensor([example["input_ids"]]), labels=torch.tensor([example["labels"]])
    ).loss.item()
    assert result.curves["plan"][0][1] == pytest.approx(loss, rel=0.02)


def test_observations_are_as_long_as_a_run_shows_them(model):
    settings = settings_of(*SMALL, "data.observation_tokens=20")
    tokenizer = AutoTokenizer.from_pretrained(model)
    demonstrations, _ = gather(settings.data, "hotpotqa", make_toolbox, tokenizer, 0)
    shown = {len(step.observation) for each in demonstrations for step in each.steps}
    assert max(shown) == 20


def test_an_evaluated_question_is_not_learnt(model, tmp_path):
    sources = ["prompt=scienceqa", "data.science=6"]
    settings = settings_of(*SMALL, *sources)
    tokenizer = AutoTokenizer.from_pretrained(model)
    made, _ = gather(settings.data, "scienceqa", make_toolbox, tokenizer, settings.seed)
    one = made[0]
    choices = parse_options(one.question)
    row = {
        "id": "1",
        "question": one.question.rpartition("\nOptions: ")[0].upper(),
        "choices": choices[::-1],
        "answer": "ABCDE"[choices[::-1].index(one.answer)],
        "grade": "grade3",
    }
    evaluated = tmp_path / "evaluated.jsonl"
    evaluated.write_text(json.dumps(row))
    result = run(model, tmp_path / "run", *sources, f"data.evaluation=[{evaluated}]")
    assert result.counts["science"] == {
        "read": 6, "kept": 5, "dropped: an evaluated question": 1
    }  # fmt: skip


@pytest.mark.parametrize(
    ("task", "source"), [("hotpotqa", "cloze"), ("hotpotqa", "worlds"), ("scienceqa", "science")]
)
def test_made_questions_of_the_task_are_learnt_from(model, tmp_path, task, source):
    sources = ["data.derived=0", *(f"data.{name}=4" for name in ("cloze", "worlds", "science"))]
    result = run(model, tmp_path / "run", f"prompt={task}", *sources)
    assert result.counts[source] == {"read": 4, "kept": 4}
    assert ("science" in result.counts) == (task == "scienceqa")
    assert result.counts["plan"]["examples"] == 4


def test_the_same_seed_trains_the_same_adapter(trained, model, tmp_path):
    again = run(model, tmp_path / "run", "examples={plan: 4}")
    for name, tensor in weights(again.adapters["plan"]).items():
        assert torch.equal(tensor, weights(trained.adapters["plan"])[name])


def test_training_goes_on_from_earlier_adapters(trained, model, tmp_path):
    start = trained.adapters["plan"].parent
    result = run(
        model, tmp_path / "run", "examples={plan: 2}", f"start_from={start}",
        "optimisation.learning_rate=0.0",
    )  # fmt: skip
    for name, tensor in weights(result.adapters["plan"]).items():
        assert torch.equal(tensor, weights(trained.adapters["plan"])[name])


def test_a_killed_run_goes_on_where_it_stopped(model, tmp_path):
    longer = ["examples={plan: 14, action: 1}", "data.derived=14", "optimisation.batch_size=1"]
    whole = run(model, tmp_path / "whole", *longer)
    killed = tmp_path / "killed"
    process = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "tests.training.run_train",
            str(model),
            str(killed),
            *SMALL,
            *longer,
        ],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    while process.poll() is None and not list(killed.glob("checkpoints/plan/checkpoint-*")):
        time.sleep(0.01)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    assert not (killed / "plan").exists(), "it ended before it was killed"
    resumed = run(model, killed, *longer, resume=True)
    assert [step for step, _ in resumed.curves["plan"]] == list(range(1, 15))
    assert resumed.curves == whole.curves
    for role, folder in resumed.adapters.items():
        for name, tensor in weights(folder).items():
            assert torch.equal(tensor, weights(whole.adapters[role])[name])


def test_a_finished_run_is_not_trained_again(trained, model):
    output = trained.adapters["plan"].parent
    before = (output / "plan" / "adapter_model.safetensors").stat()
    again = run(model, output, resume=True)
    assert (output / "plan" / "adapter_model.safetensors").stat() == before
    assert again.curves == trained.curves


@pytest.mark.parametrize(
    ("seed", "resume", "message"),
    [
        (0, False, r"holds a run: give resume=true, or another output"),
        (1, True, r"holds a run with another seed; see .*settings\.json"),
    ],
)
def test_another_run_is_not_overwritten(trained, model, seed, resume, message):
    with pytest.raises(TrainingError, match=message):
        run(model, trained.adapters["plan"].parent, f"seed={seed}", resume=resume)


@pytest.mark.parametrize(
    ("override", "message"),
    [
        ("+examples.judge=4", "no role 'judge'; the roles are plan, action, reflect"),
        ("examples.plan=0", r"examples\.plan: expected at least 1, got 0"),
        ("lora.rank=many", r"lora\.rank: .*many"),
        ("+lora.colour=red", "colour"),
        ("optimisation.epochs=0", "expected above 0, got 0"),
        ("share_a=perhaps", "share_a: .*perhaps"),
        ("rebase_share=1.5", r"rebase_share: expected 0 to 1, got 1\.5"),
        ("data.demonstrations=[missing.jsonl]", r"missing\.jsonl: No such file"),
        ("data.derived=0", "no demonstrations"),
        ("max_tokens=20", "no example of plan fits into max_tokens=20"),
        ("start_from=nowhere", "no adapter in nowhere/plan"),
    ],
)
def test_bad_settings_get_one_clear_line(model, tmp_path, override, message):
    with pytest.raises((TrainingError, RecordError), match=message) as caught:
        run(model, tmp_path / "run", override)
    assert "\n" not in str(caught.value)
    assert not (tmp_path / "run").exists()
