"""Which models run as transformers and peft run them; the others are refused in one line."""

import shutil

import pytest
import torch
import transformers
from peft import PeftModel
from safetensors.torch import load_file, save_file
from transformers import AutoModelForCausalLM

from autoact_precache import ArchitectureError, CheckpointError, ConfigError, Runtime
from autoact_precache.policies import NonShared, PreLRShared
from tests.runtime.checkpoints import SMALL, llama, mistral, qwen2
from tests.runtime.policies import logits_of, relative

QKV = ("q_proj", "k_proj", "v_proj")


def config(name: str, **changes):
    return getattr(transformers, f"{name}Config")(**SMALL | changes)


MIXED = {"layer_types": ["sliding_attention", "full_attention", "sliding_attention"]}
RUN = {
    "tied head": llama(tie_word_embeddings=True),
    "untied head": llama(tie_word_embeddings=False),
    "biases everywhere": llama(attention_bias=True, mlp_bias=True),
    "scaled rope": llama(
        rope_parameters={
            "rope_type": "yarn",
            "factor": 4.0,
            "rope_theta": 10000.0,
            "original_max_position_embeddings": 128,
        }
    ),
    "mistral": mistral(),
    "mistral without window": mistral(sliding_window=None),
    "ministral, some layers with window": config(
        "Ministral", head_dim=8, sliding_window=16, **MIXED
    ),
    "ministral 3": config("Ministral3", head_dim=8),
    "qwen2": qwen2(),
    "qwen2, some layers with window": qwen2(
        use_sliding_window=True, sliding_window=8, max_window_layers=1
    ),
    "one kv head": llama(num_key_value_heads=1),
    "no groups": llama(num_key_value_heads=6),
    "wide heads": llama(head_dim=24),
}
NORMED = {"qwen3": config("Qwen3", head_dim=8), "gemma3": config("Gemma3Text", head_dim=8)}
REFUSED = {
    "gpt2": (transformers.GPT2Config(n_embd=48, n_layer=2, n_head=6, vocab_size=258), ("c_attn",)),
    "phi3": (config("Phi3", pad_token_id=0), ("qkv_proj",)),
    "phi": (config("Phi"), QKV),
    "gemma2": (config("Gemma2", head_dim=8), QKV),
    "glm": (config("Glm", head_dim=8, pad_token_id=0), QKV),
    "cohere": (config("Cohere"), QKV),
    "smollm3": (config("SmolLM3", pad_token_id=0, num_hidden_layers=4), QKV),
    "opt": (
        transformers.OPTConfig(
            hidden_size=48,
            ffn_dim=80,
            num_hidden_layers=2,
            num_attention_heads=6,
            vocab_size=258,
            word_embed_proj_dim=48,
        ),
        ("q_proj",),
    ),
    "dynamic": (
        llama(rope_parameters={"rope_type": "dynamic", "factor": 2.0, "rope_theta": 10000.0}),
        QKV,
    ),
}


def assert_is_pefts(make, settings, targets) -> None:
    """Two turns of one agent, longer than any window: prefill, decoding, prefill after a cache."""
    model = make.model(settings)
    adapter = make.adapter(model, 1, targets=targets)
    runtime = Runtime.from_pretrained(model, {"plan": adapter})
    base = AutoModelForCausalLM.from_pretrained(model, dtype=torch.float32)
    peft = PeftModel.from_pretrained(base, adapter).eval()
    turns = (("plan", [5, 6, 7] * 14, [9] * 4), ("plan", [1, 2, 3] * 10, [4, 5]))
    for policy in (NonShared(), PreLRShared()):
        session = runtime.with_policy(policy).session()
        got = torch.cat([logits_of(session, turn) for turn in turns])
        with torch.inference_mode():
            logits = peft(input_ids=torch.tensor([session.token_ids])).logits[0]
        # The forced tokens stand at 42..46 and 76..78.
        assert relative(got, logits[[*range(41, 45), *range(75, 77)]]) < 1e-4


@pytest.mark.parametrize("name", RUN)
def test_it_runs_as_transformers_and_peft_do(make, name):
    assert_is_pefts(make, RUN[name], (*QKV, "o_proj", "down_proj"))


@pytest.mark.parametrize("name", NORMED)
def test_normalised_keys_are_fine_without_an_adapter_on_them(make, name):
    assert_is_pefts(make, NORMED[name], ("q_proj", "o_proj", "v_proj"))


@pytest.mark.parametrize("name", REFUSED)
def test_it_is_refused_in_one_line(make, name):
    settings, targets = REFUSED[name]
    model = make.model(settings)
    adapter = make.adapter(model, 1, targets=targets)
    with pytest.raises(ArchitectureError) as error:
        Runtime.from_pretrained(model, {"plan": adapter})
    assert "\n" not in str(error.value)


def damaged(model, tmp_path, change):
    folder = tmp_path / "damaged"
    shutil.copytree(model, folder)
    change(folder)
    return folder


def without_a_tensor(folder):
    weights = load_file(folder / "model.safetensors")
    del weights["model.layers.1.mlp.up_proj.weight"]
    save_file(weights, folder / "model.safetensors", metadata={"format": "pt"})


def with_another_shape(folder):
    weights = load_file(folder / "model.safetensors")
    weights["model.layers.1.mlp.up_proj.weight"] = torch.zeros(3, 3)
    save_file(weights, folder / "model.safetensors", metadata={"format": "pt"})


def cut(folder):
    file = folder / "model.safetensors"
    file.write_bytes(file.read_bytes()[:5000])


def without_tokenizer(folder):
    for file in folder.glob("tokenizer*"):
        file.unlink()


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (without_a_tensor, "no weights for model.layers.1.mlp.up_proj.weight"),
        (with_another_shape, "does not load"),
        (cut, "does not load"),
        (without_tokenizer, "no tokenizer"),
    ],
)
def test_a_damaged_checkpoint_is_refused(model, adapters, tmp_path, change, says):
    folder = damaged(model, tmp_path, change)
    with pytest.raises(ArchitectureError, match=says) as error:
        Runtime.from_pretrained(folder, adapters)
    assert "\n" not in str(error.value)


def test_a_hub_id_without_a_network_is_one_line(adapters, monkeypatch):
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", True)
    with pytest.raises(CheckpointError, match="some-org/some-model") as error:
        Runtime.from_pretrained("some-org/some-model", adapters)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ({"policy": "bestshared"}, "unknown policy 'bestshared'; known: nonshared, fullshared"),
        ({"policy": "prelrshared", "schedule": "lp"}, "'prelrshared' has no setting 'schedule'"),
        ({"schedule": "never"}, "unknown schedule 'never'"),
        ({"reconstruct": "never"}, "unknown reconstruct 'never'"),
        ({"schedule": "db", "reconstruct": "on_switch"}, "goes with schedule='lp'"),
        ({"policy": PreLRShared(), "schedule": "lp"}, "set on the policy object itself"),
        ({"dtype": "int8"}, "unknown dtype 'int8'; known: float32, bfloat16, float16"),
        ({"device": "abacus"}, "device 'abacus' cannot be used here"),
    ],
)
def test_bad_settings_are_refused_in_one_line(model, adapters, settings, says):
    with pytest.raises(ConfigError) as error:
        Runtime.from_pretrained(model, adapters, **settings)
    assert says in str(error.value)
    assert "\n" not in str(error.value)
