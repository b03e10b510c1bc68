"""A session in one safetensors file: transcript, caches, and whose they are."""

import hashlib
import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import torch
from safetensors import SafetensorError, safe_open
from safetensors.torch import save_file
from torch import Tensor

from autoact_precache.errors import SessionFileError
from autoact_precache.policies import Unreconstructed

if TYPE_CHECKING:
    from autoact_precache.runtime import Runtime
    from autoact_precache.session import Session

FORMAT = 1


def save_session(session: "Session", path: Path) -> None:
    """Writes beside `path` and renames, so that a file is whole or absent."""
    caches = session.caches
    tensors = {
        f"kv.{name}.{key}": t for name, kv in caches.kv().items() for key, t in kv.state().items()
    }
    for agent, lr in caches.lr.items():
        tensors |= {f"lr.{agent}.{key}": tensor for key, tensor in lr.state(agent).items()}
    rest = caches.unreconstructed
    header = {
        "format": FORMAT,
        "identity": session.runtime.identity(),
        "token_ids": session.token_ids,
        "kv_lengths": {name: kv.length for name, kv in caches.kv().items()},
        "lr_lengths": {agent: lr.lengths[agent] for agent, lr in caches.lr.items()},
        "unreconstructed": None if rest is None else [rest.agent, rest.start, rest.end],
    }
    header["sha256"] = _digest(header, tensors)
    partial = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        save_file(tensors, partial, metadata={"session": json.dumps(header)})
        partial.replace(path)
    except (SafetensorError, OSError) as error:
        raise SessionFileError(f"cannot write the session to {path}: {error}") from error
    finally:
        partial.unlink(missing_ok=True)


def load_session(runtime: "Runtime", path: Path) -> "Session":
    """The inverse, on a runtime with the same model, adapters, policy and dtype."""
    try:
        with safe_open(
            str(path), framework="pt", device=str(runtime.backbone.model.device)
        ) as file:
            header = json.loads((file.metadata() or {}).get("session", "{}"))
            tensors = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118
        if header.get("format") != FORMAT:
            raise SessionFileError(f"{path} is not a saved session (format {FORMAT})")
        _refuse_another(runtime, header["identity"], path)
        if header.pop("sha256") != _digest(header, tensors):
            raise SessionFileError(f"{path} is damaged: its checksum differs")
        return _restored(runtime, header, tensors)
    except SessionFileError:
        raise
    except FileNotFoundError:
        raise SessionFileError(f"no saved session at {path}") from None
    except (SafetensorError, OSError, LookupError, TypeError, ValueError, RuntimeError) as error:
        reason = (str(error) or type(error).__name__).splitlines()[0]
        raise SessionFileError(f"{path} is not a saved session, or is damaged: {reason}") from error


def _refuse_another(runtime: "Runtime", identity: dict[str, Any], path: Path) -> None:
    ours, theirs = _marks(runtime.identity()), _marks(identity)
    for what in ours | theirs:
        if ours.get(what) != theirs.get(what):
            raise SessionFileError(
                f"{path} was saved with another {what}: {theirs.get(what)}, not {ours.get(what)}"
            )


def _marks(identity: dict[str, Any]) -> dict[str, Any]:
    """What must agree."""
    marks = {
        "policy": identity["policy"],
        "dtype": identity["dtype"],
        "model": identity["model"]["sha256"],
        "ratio": identity.get("ratio"),
        "group of layers": identity.get("recomputed_layers"),
    }
    adapters = identity["adapters"].items()
    return marks | {f"adapter of {agent!r}": made and made["sha256"] for agent, made in adapters}


def _restored(runtime: "Runtime", header: dict[str, Any], tensors: dict[str, Tensor]) -> "Session":
    session = runtime.session()
    session.token_ids = runtime.checked_ids(header["token_ids"])
    for name, kv in session.caches.kv().items():
        kv.load_state(_under(f"kv.{name}.", tensors), header["kv_lengths"][name])
    for agent, lr in session.caches.lr.items():
        lr.load_state(agent, _under(f"lr.{agent}.", tensors), header["lr_lengths"][agent])
    rest = header["unreconstructed"]
    session.caches.unreconstructed = None if rest is None else Unreconstructed(*rest)
    return session


def _under(prefix: str, tensors: dict[str, Tensor]) -> dict[str, Tensor]:
    return {name.removeprefix(prefix): t for name, t in tensors.items() if name.startswith(prefix)}


def _digest(header: dict[str, Any], tensors: dict[str, Tensor]) -> str:
    """SHA-256 over everything: safetensors itself notices a cut file, not a flipped bit."""
    digest = hashlib.sha256(json.dumps(header, sort_keys=True).encode())
    for name in sorted(tensors):
        digest.update(tensors[name].cpu().contiguous().view(torch.uint8).numpy().data)
    return digest.hexdigest()
