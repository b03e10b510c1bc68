"""Roles that learn in one go: one A for all, a B each."""

import _thread
import json
import math
import os
import shutil
import signal
import threading
import time
from pathlib import Path

import pytest
import torch
from datasets import Dataset
from safetensors.torch import load_file
from torch.func import functional_call
from transformers import AutoModelForCausalLM, AutoTokenizer
from trl import SFTConfig

from autoact_precache import AdapterError, Runtime
from autoact_precache.agents.training.adapters import adapted_model
from autoact_precache.agents.training.data import gather
from autoact_precache.agents.training.errors import TrainingError
from autoact_precache.agents.training.examples import IGNORED
from autoact_precache.agents.training.train import TrainResult, collect_examples
from autoact_precache.agents.training.trainer import RoleTrainer, collate
from tests.runtime.checkpoints import Maker
from tests.training import run_train
from tests.training.run_train import make_toolbox, settings_of

ROLES = ("plan", "action")
# The test tokenizer has one token a byte, so an example is long.
SMALL = [
    "share_a=true",
    "max_tokens=4000",
    "data.shipped_repeats=0",
    "data.derived=8",
    "~examples.reflect",
    "examples={plan: 6, action: 6}",
    "lora.target_modules=[q_proj,k_proj,v_proj]",
    "optimisation.save_every=1",
]


@pytest.fixture(scope="module")
def make(tmp_path_factory) -> Maker:
    return Maker(tmp_path_factory.mktemp("checkpoints"))


@pytest.fixture(scope="module")
def model(make) -> Path:
    return make.model()


def run(model: Path, output: Path, *overrides: str, resume: bool = False) -> TrainResult:
    return run_train.run(model, output, *SMALL, *overrides, resume=resume)


def weights(folder: Path, part: str = "") -> dict[str, torch.Tensor]:
    tensors = load_file(folder / "adapter_model.safetensors")
    return {name: tensor for name, tensor in tensors.items() if part in name}


def same(one: dict[str, torch.Tensor], other: dict[str, torch.Tensor]) -> bool:
    return one.keys() == other.keys() and all(torch.equal(one[name], other[name]) for name in one)


@pytest.fixture(scope="module")
def trained(model, tmp_path_factory) -> TrainResult:
    return run(model, tmp_path_factory.mktemp("trained") / "run")


def test_the_roles_share_a_and_have_a_b_each(trained):
    plan, action = (trained.adapters[role] for role in ROLES)
    assert same(weights(plan, "lora_A"), weights(action, "lora_A"))
    assert {tensor.dtype for tensor in weights(plan).values()} == {torch.float16}
    for name, b in weights(plan, "lora_B").items():
        assert b.abs().max() > 0
        assert not torch.equal(b, weights(action)[name])
    assert not (plan.parent / "reflect").exists(), "it was left out"


def test_baselrshared_serves_them_and_other_policies_too(trained, model):
    runtime = Runtime.from_pretrained(model, trained.adapters, "baselrshared")
    session = runtime.session()
    for role in ROLES:
        assert session.generate(role, "Question", max_new_tokens=3).metrics.generated_tokens == 3
    layers, rank = 3, 8
    held = len(session.token_ids) - 1
    assert session.cache_bytes()["lr"] == {"shared": held * layers * 2 * rank * 4}
    peft_saved = json.loads((trained.adapters["plan"] / "adapter_config.json").read_text())
    assert peft_saved["base_model_name_or_path"] == "some/base"


def test_each_role_has_its_loss(trained):
    output = trained.adapters["plan"].parent
    losses = json.loads((output / "loss.json").read_text())
    assert losses.keys() == set(ROLES)
    steps = {role: [step for step, _ in losses[role]] for role in ROLES}
    assert sorted({*steps["plan"], *steps["action"]}) == [1, 2, 3, 4, 5, 6]  # 12 by 2
    for role in ROLES:
        assert steps[role] == sorted(set(steps[role]))
        # Random weights are about as good as guessing one of the 258 tokens.
        assert losses[role][0][1] == pytest.approx(math.log(258), rel=0.3)
    assert trained.counts["action"]["examples"] == 6
    assert (output / "loss.png").stat().st_size


@pytest.fixture
def can_be_interrupted():
    """What a shell starts in the background ignores Ctrl-C."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("can_be_interrupted")
def test_a_stopped_run_goes_on_where_it_stopped(trained, model, tmp_path):
    """And so the same seed trains the same adapters."""
    output = tmp_path / "run"

    def stop_after_a_checkpoint():
        while not list(output.glob("checkpoints/plan-action/checkpoint-*/trainer_state.json")):
            time.sleep(0.001)
        _thread.interrupt_main()

    threading.Thread(target=stop_after_a_checkpoint, daemon=True).start()
    with pytest.raises(KeyboardInterrupt):
        run(model, output)
    assert not [role for role in ROLES if (output / role).exists()]
    resumed = run(model, output, resume=True)
    assert resumed.curves == trained.curves
    for role in ROLES:
        assert same(weights(resumed.adapters[role]), weights(trained.adapters[role]))


def test_a_checkpoint_whose_state_was_cut_short_is_passed_over(trained, model, tmp_path):
    output = tmp_path / "run"
    shutil.copytree(trained.adapters["plan"].parent, output)
    for role in ROLES:
        shutil.rmtree(output / role)
    (state,) = output.glob("checkpoints/plan-action/checkpoint-*/trainer_state.json")
    os.truncate(state, state.stat().st_size // 2)
    resumed = run(model, output, resume=True)
    assert resumed.curves == trained.curves
    for role in ROLES:
        assert same(weights(resumed.adapters[role]), weights(trained.adapters[role]))


def test_it_goes_on_from_a_set_that_shares_a_and_from_no_other(trained, make, model, tmp_path):
    start = trained.adapters["plan"].parent
    result = run(
        model, tmp_path / "run", f"start_from={start}", "examples={plan: 1, action: 1}",
        "optimisation.learning_rate=0.0",
    )  # fmt: skip
    for role in ROLES:
        assert same(weights(result.adapters[role]), weights(trained.adapters[role]))

    apart = tmp_path / "apart"
    apart.mkdir()
    for seed, role in enumerate(ROLES):
        make.adapter(model, seed).rename(apart / role)
    with pytest.raises(TrainingError) as error:
        run(model, tmp_path / "refused", f"start_from={apart}")
    assert str(error.value).startswith(
        f"start_from: plan and action in {apart} have different A on "
        "model.layers.0.self_attn.q_proj; "
    )
    assert "\n" not in str(error.value)
    assert not (tmp_path / "refused").exists()
    with pytest.raises(AdapterError, match="'plan' and 'action' differ"):
        Runtime.from_pretrained(model, {role: apart / role for role in ROLES}, "baselrshared")


class Joint:
    """Two roles' adapters in float32, B not zero any more, and some examples of each."""

    def __init__(self, model: Path, output: Path, rebase_share: float) -> None:
        settings = settings_of(*SMALL, f"rebase_share={rebase_share}")
        tokenizer = AutoTokenizer.from_pretrained(model)
        demonstrations, _ = gather(settings.data, "hotpotqa", make_toolbox, tokenizer, 0)
        self.rows = [
            {"role": number, **example}
            for number, (role, count) in enumerate((("plan", 1), ("action", 2)))
            for example in collect_examples(role, demonstrations, tokenizer, settings)[:count]
        ]
        torch.manual_seed(1)
        self.model = adapted_model(ROLES, settings, model).float()
        with torch.no_grad():
            for name, parameter in self.model.named_parameters():
                if "lora_B" in name:
                    parameter.normal_(std=0.1)
        self.trainer = RoleTrainer(
            model=self.model,
            train_dataset=Dataset.from_list(self.rows),
            processing_class=tokenizer,
            data_collator=collate,
            args=SFTConfig(
                output_dir=str(output),
                use_cpu=True,
                bf16=False,
                gradient_checkpointing=False,
                max_length=None,
                remove_unused_columns=False,
                dataset_kwargs={"skip_prepare_dataset": True},
                report_to="none",
            ),
        )

    def gradients(self, rows) -> dict[str, torch.Tensor]:
        """Of the mean loss of a step with these examples, by parameter; A goes by plan's name."""
        self.model.zero_grad()
        self.trainer.compute_loss(self.model, collate(rows)).backward()
        return {
            name: parameter.grad.clone()
            for name, parameter in self.model.named_parameters()
            if parameter.grad is not None
        }

    def labelled(self, rows) -> int:
        return sum(label != IGNORED for row in rows for label in row["labels"])


def test_a_step_is_one_on_the_mean_loss_of_all_roles(model, tmp_path):
    """A learns from every role's examples, a role's B from its own: by autograd on W0 + B A."""
    joint = Joint(model, tmp_path, rebase_share=0)
    got = joint.gradients(joint.rows)
    base = AutoModelForCausalLM.from_pretrained(model, dtype=torch.bfloat16).float()
    scale = 16 / 8
    leaves = {
        name: parameter.detach().clone().requires_grad_()
        for name, parameter in joint.model.named_parameters()
        if "lora_" in name
    }
    total = torch.zeros(())
    for row in joint.rows:
        adapted = {name: value.detach() for name, value in base.named_parameters()}
        for name, b in leaves.items():
            if f"lora_B.{ROLES[row['role']]}." not in name:
                continue
            a = leaves[name.replace("lora_B", "lora_A").replace(ROLES[row["role"]], "plan")]
            path = name.removeprefix("base_model.model.").partition(".lora_B")[0] + ".weight"
            adapted[path] = adapted[path] + scale * b @ a
        logits = functional_call(base, adapted, (torch.tensor([row["input_ids"]]),)).logits[0]
        labels = torch.tensor(row["labels"])
        total = total + torch.nn.functional.cross_entropy(
            logits[:-1], labels[1:], ignore_index=IGNORED, reduction="sum"
        )
    (total / joint.labelled(joint.rows)).backward()
    assert got.keys() == leaves.keys()
    for name, leaf in leaves.items():
        assert float((got[name] - leaf.grad).norm() / leaf.grad.norm()) < 1e-4, name


def test_so_it_is_over_served_contexts(model, tmp_path):
    """What a step learns is the sum of what its roles would, each over its adapter-free pass."""
    joint = Joint(model, tmp_path, rebase_share=1)
    assert any(any(row["turn_starts"]) for row in joint.rows)
    got = joint.gradients(joint.rows)
    wanted = {name: torch.zeros_like(gradient) for name, gradient in got.items()}
    for number, role in enumerate(ROLES):
        rows = [row for row in joint.rows if row["role"] == number]
        share = joint.labelled(rows) / joint.labelled(joint.rows)
        alone = joint.gradients(rows)
        assert {name for name in alone if "lora_B" in name} == {
            name for name in got if f"lora_B.{role}." in name
        }
        for name, gradient in alone.items():
            wanted[name] += share * gradient
    for name, gradient in wanted.items():
        assert float((got[name] - gradient).norm() / gradient.norm()) < 1e-4, name
