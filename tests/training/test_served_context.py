"""The context that a role is trained over is the one that the runtime serves."""

import pytest
import torch
from peft import PeftModel
from transformers import AutoModelForCausalLM

from autoact_precache import Runtime
from autoact_precache.agents.training.demonstration import Demonstration, lay_out_demonstration
from autoact_precache.agents.training.examples import IGNORED, role_example
from autoact_precache.agents.training.served_context import ServedContext
from autoact_precache.agents.training.trainer import collate
from autoact_precache.agents.transcript import Step
from tests.runtime.checkpoints import Maker, byte_tokenizer, llama

TOKENIZER = byte_tokenizer()
ROLES = ("plan", "action", "reflect")
TARGETS = {"qv": ("q_proj", "v_proj"), "all": ("q_proj", "k_proj", "v_proj", "o_proj", "up_proj")}
SEGMENTS = list(
    lay_out_demonstration(
        "Do it.",
        Demonstration(
            "Who?",
            (
                Step("Open it.", "Retrieve", "It", "By Ada."),
                Step("So Ada.", "Finish", "Ada", "Reflect."),
                Step("Yes.", "Reflect", "right"),
            ),
        ),
    )
)


@pytest.fixture(scope="module", params=TARGETS)
def checkpoints(request, tmp_path_factory):
    make = Maker(tmp_path_factory.mktemp("checkpoints"))
    model = make.model(llama())
    targets = TARGETS[request.param]
    return model, {
        role: make.adapter(model, seed, targets=targets) for seed, role in enumerate(ROLES)
    }


@torch.no_grad()
def trained_over(checkpoints, role: str, as_nonshared: bool) -> torch.Tensor:
    """Log-probabilities of the role's own tokens, as training scores them."""
    model, adapters = checkpoints
    base = AutoModelForCausalLM.from_pretrained(model, dtype=torch.float32)
    peft_model = PeftModel.from_pretrained(base, adapters[ROLES[0]], adapter_name=ROLES[0])
    for other in ROLES[1:]:
        peft_model.load_adapter(adapters[other], other)
    context = ServedContext(peft_model)
    example = role_example(TOKENIZER, SEGMENTS, role)
    if as_nonshared:
        example["turn_starts"] = [0] * len(example["own"])
    # A longer neighbour in the batch: padding must not matter.
    longer = role_example(TOKENIZER, [*SEGMENTS, *SEGMENTS], role)
    batch = collate([{"role": ROLES.index(role), **each} for each in (example, longer)])
    hidden = context.hidden_states(
        role, batch["input_ids"], batch["turn_starts"], batch["own"].bool()
    )
    logits = context.causal_lm.lm_head(hidden[0, : len(example["own"]) - 1])
    labels = torch.tensor(example["labels"][1:])
    scores = logits.log_softmax(-1).gather(-1, labels.clamp(min=0)[:, None])[:, 0]
    return scores[labels != IGNORED]


def served(checkpoints, role: str, policy: str) -> torch.Tensor:
    """The same from the runtime, where every role plays its part."""
    model, adapters = checkpoints
    session = Runtime.from_pretrained(model, adapters, policy).session()
    scores, prompt = [], []
    for segment in SEGMENTS:
        ids = TOKENIZER(segment.text, add_special_tokens=not session.token_ids and not prompt)
        if segment.kind == "context":
            prompt += ids["input_ids"]
            continue
        out = session.generate(
            segment.author, prompt, forced_ids=ids["input_ids"], return_logits=True
        )
        prompt = []
        if segment.author == role:
            rows = out.logits.log_softmax(-1)
            scores.append(rows.gather(-1, torch.tensor(ids["input_ids"])[:, None])[:, 0])
    return torch.cat(scores)


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("policy", ["rebaseshared", "nonshared"])
def test_training_scores_a_role_as_the_policy_does(checkpoints, role, policy):
    wanted = served(checkpoints, role, policy)
    got = trained_over(checkpoints, role, as_nonshared=policy == "nonshared")
    torch.testing.assert_close(got, wanted, rtol=1e-4, atol=1e-4)


def test_the_two_contexts_differ(checkpoints):
    """Else the tests above would show nothing."""
    one, other = (trained_over(checkpoints, "plan", as_nonshared=plain) for plain in (True, False))
    assert (one - other).abs().max() > 1e-3
