"""Which adapters are taken; the others are refused in one line that names adapter and reason."""

import json

import pytest
import torch
from safetensors.torch import load_file, save_file
from transformers import Qwen3Config

from autoact_precache import AdapterError, ConfigError, Runtime
from autoact_precache.policies import PreLRShared
from tests.runtime.checkpoints import SMALL, llama
from tests.runtime.policies import logits_of, relative, some_turns
from tests.runtime.reference import Transcript
from tests.runtime.reference_model import Model

NOT_PLAIN_LORA = {
    "DoRA": {"use_dora": True},
    "lora_bias": {"lora_bias": True},
    "LoRA bias (all)": {"bias": "all"},
    "LoRA bias (lora_only)": {"bias": "lora_only"},
    "modules_to_save": {"modules_to_save": ["lm_head"]},
    "trainable_token_indices": {"trainable_token_indices": [1, 2]},
    "embed_tokens": {"targets": ("embed_tokens", "q_proj")},
    "output embedding": {"targets": ("lm_head", "q_proj")},
}


def refusal(model, good, bad) -> str:
    """The message about the second of two adapters."""
    with pytest.raises(AdapterError) as error:
        Runtime.from_pretrained(model, {"plan": good, "action": bad})
    message = str(error.value)
    assert "\n" not in message
    assert "'action'" in message
    assert "'plan'" not in message
    return message


@pytest.mark.parametrize("reason", NOT_PLAIN_LORA)
def test_what_does_not_decompose_is_refused(make, model, adapters, reason):
    bad = make.adapter(model, 1, **NOT_PLAIN_LORA[reason])
    assert reason in refusal(model, adapters["plan"], bad)


def test_base_weights_in_an_adapter_are_refused(make, model, adapters):
    bad = make.adapter(model, 1)
    weights = load_file(bad / "adapter_model.safetensors")
    weights["base_model.model.model.embed_tokens.weight"] = torch.zeros(258, 48)
    save_file(weights, bad / "adapter_model.safetensors", metadata={"format": "pt"})
    assert "it holds base weights" in refusal(model, adapters["plan"], bad)


@pytest.mark.parametrize(
    ("other", "reason"),
    [
        ({"hidden_size": 96}, "size mismatch"),
        ({"num_key_value_heads": 6}, "size mismatch"),
        ({"num_hidden_layers": 4}, "does not fit this base model: it holds"),
        ({"num_hidden_layers": 2}, "does not fit this base model: it lacks"),
    ],
    ids=str,
)
def test_an_adapter_of_another_model_is_refused(make, model, adapters, other, reason):
    assert reason in refusal(model, adapters["plan"], make.adapter(make.model(llama(**other)), 1))


def test_an_adapter_on_normalised_keys_is_refused(make):
    model = make.model(Qwen3Config(**SMALL, head_dim=8))
    good = make.adapter(model, 1)
    bad = make.adapter(model, 2, targets=("q_proj", "k_proj"))
    assert "it targets k_proj, which this model normalises" in refusal(model, good, bad)
    Runtime.from_pretrained(model, {"plan": good})


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("adapter_model.safetensors", None, "no adapter_model.safetensors"),
        ("adapter_model.safetensors", b"", "does not load"),
        ("adapter_model.safetensors", b"hello", "does not load"),
        ("adapter_model.safetensors", 2000, "does not load"),
        ("adapter_config.json", None, "no adapter_config.json"),
        ("adapter_config.json", b"{nope", "does not load"),
        ("adapter_config.json", b"\xff\xfe", "does not load"),
        ("adapter_config.json", b"[]", "does not load"),
        ("adapter_config.json", b"{}", "not LoRA"),
        ("adapter_config.json", b'{"peft_type": "IA3"}', "it is IA3, not LoRA"),
    ],
)
def test_damaged_files_are_refused(make, model, adapters, name, content, reason):
    folder = make.adapter(model, 1)
    file = folder / name
    if content is None:
        file.unlink()
    else:
        file.write_bytes(file.read_bytes()[:content] if isinstance(content, int) else content)
    assert reason in refusal(model, adapters["plan"], folder)


def test_a_configuration_that_does_not_fit_its_weights_is_refused(make, model, adapters):
    for change, reason in (
        ({"r": 3}, "size mismatch"),
        ({"target_modules": ["q_proj"]}, "it holds"),
    ):
        folder = make.adapter(model, 1)
        file = folder / "adapter_config.json"
        file.write_text(json.dumps(json.loads(file.read_text()) | change))
        assert reason in refusal(model, adapters["plan"], folder)


def test_missing_adapters_are_named(model, adapters, tmp_path):
    for location in (tmp_path / "nowhere", tmp_path, "nowhere", ""):
        assert "no adapter_config.json" in refusal(model, adapters["plan"], location)
    with pytest.raises(ConfigError, match="no adapters"):
        Runtime.from_pretrained(model, {})


def test_a_hub_id_without_a_network_is_one_line(model, adapters, monkeypatch):
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", True)
    message = refusal(model, adapters["plan"], "some-org/some-adapter")
    assert "neither a local folder nor on the hub" in message


@pytest.mark.parametrize(
    "settings",
    [
        {"target_modules": "all-linear"},
        {"target_modules": r".*layers\.[01]\.self_attn\.(q|k)_proj"},
        {"layers_to_transform": [1]},
        {"targets": ("down_proj",)},
        {"r": 1, "lora_alpha": 1},
    ],
    ids=str,
)
def test_any_choice_of_projections_is_taken(make, model, adapters, settings):
    chosen = {"plan": adapters["plan"], "action": make.adapter(model, 7, **settings)}
    session = Runtime.from_pretrained(model, chosen, PreLRShared()).session()
    reference = Transcript(Model(model, chosen), "prelrshared")
    for turn in some_turns(1, tuple(chosen), turns=4):
        assert relative(logits_of(session, turn), reference.turn(*turn)) < 1e-4


def test_weights_in_pytorchs_own_format_are_read(make, model, adapters):
    folder = make.adapter(model, 7)
    turn = ("plan", list(range(30)), [1, 2])
    before = logits_of(Runtime.from_pretrained(model, {"plan": folder}).session(), turn)
    file = folder / "adapter_model.safetensors"
    torch.save(load_file(file), folder / "adapter_model.bin")
    file.unlink()
    after = logits_of(Runtime.from_pretrained(model, {"plan": folder}).session(), turn)
    assert torch.equal(before, after)
