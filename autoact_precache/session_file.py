"""A session in one safetensors file: transcript, caches, and whose they are."""

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING

from safetensors import SafetensorError, safe_open
from safetensors.torch import save_file
from torch import Tensor

from autoact_precache.errors import SessionFileError
from autoact_precache.policies import Unreconstructed

if TYPE_CHECKING:
    from autoact_precache.runtime import Runtime
    from autoact_precache.session import Session

FORMAT = 1
MUST_AGREE = ("model", "adapters", "policy", "dtype")


def save_session(session: "Session", path: Path) -> None:
    """Writes beside `path` and renames, so that a file is whole or absent."""
    caches = session.caches
    tensors = {f"kv.{name}.{key}": t for name, kv in caches.kv().items() for key, t in kv.state().items()}
    for number, lr in enumerate(caches.lr_caches()):
        tensors |= {f"lr.{number}.{key}": tensor for key, tensor in lr.state().items()}
    rest = caches.unreconstructed
    header = {
        "format": FORMAT,
        "identity": session.runtime.identity(),
        "token_ids": session.token_ids,
        "kv_lengths": {name: kv.length for name, kv in caches.kv().items()},
        "lr_lengths": [lr.lengths for lr in caches.lr_caches()],
        "unreconstructed": None if rest is None else [rest.agent, rest.start, rest.end],
    }
    partial = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        save_file(tensors, partial, metadata={"session": json.dumps(header)})
        partial.replace(path)
    finally:
        partial.unlink(missing_ok=True)


def load_session(runtime: "Runtime", path: Path) -> "Session":
    """The inverse, on a runtime with the same model, adapters, policy and dtype."""
    try:
        with safe_open(str(path), framework="pt", device=str(runtime.backbone.model.device)) as file:
            header = json.loads((file.metadata() or {})["session"])
            tensors = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118
    except FileNotFoundError:
        raise SessionFileError(f"no saved session at {path}") from None
    except (SafetensorError, OSError, KeyError, ValueError) as error:
        raise SessionFileError(f"{path} is not a saved session, or is damaged: {error}") from error
    if header["format"] != FORMAT:
        raise SessionFileError(f"{path} has session format {header['format']}; this reads {FORMAT}")
    identity = runtime.identity()
    for key in MUST_AGREE:
        ours = {k: v["sha256"] for k, v in identity[key].items()} if key == "adapters" else identity[key]
        theirs = header["identity"][key]
        if key == "adapters":
            theirs = {k: v["sha256"] for k, v in theirs.items()}
        elif key == "model":
            ours, theirs = ours["sha256"], theirs["sha256"]
        if ours != theirs:
            raise SessionFileError(f"{path} was saved with another {key.removesuffix('s')}: {theirs}, not {ours}")
    session = runtime.session()
    session.token_ids = list(header["token_ids"])
    for name, kv in session.caches.kv().items():
        kv.load_state(_under(f"kv.{name}.", tensors), header["kv_lengths"][name])
    for number, lr in enumerate(session.caches.lr_caches()):
        lr.load_state(_under(f"lr.{number}.", tensors), header["lr_lengths"][number])
    rest = header["unreconstructed"]
    session.caches.unreconstructed = None if rest is None else Unreconstructed(*rest)
    return session


def _under(prefix: str, tensors: dict[str, Tensor]) -> dict[str, Tensor]:
    return {name.removeprefix(prefix): t for name, t in tensors.items() if name.startswith(prefix)}
