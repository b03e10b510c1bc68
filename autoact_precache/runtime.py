"""One frozen backbone, N adapters, one cache policy; sessions run on it."""

import copy
import hashlib
import itertools
import threading
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, cast

import torch
from transformers import PreTrainedTokenizerBase

from autoact_precache.adapters import adapter_folder, adapter_sha256
from autoact_precache.cache import KVCache, KVShape, LRCache, LRShape
from autoact_precache.checkpoint import resolve_checkpoint
from autoact_precache.decoder import MODEL_TYPES, LlamaDecoder
from autoact_precache.errors import ArchitectureError, ConfigError, checked_integer
from autoact_precache.forward import Backbone
from autoact_precache.loading import load_backbone, load_tokenizer
from autoact_precache.lora import cached_a
from autoact_precache.policies import Policy, make_policy
from autoact_precache.recomputed import HiddenStates, RecomputedRows
from autoact_precache.session import Session
from autoact_precache.session_file import load_session
from autoact_precache.shared_lr import SharedLRCache
from autoact_precache.text import PlainText

DTYPES = {"float32": torch.float32, "bfloat16": torch.bfloat16, "float16": torch.float16}


class EmptyCaches:
    """Makes a session's empty caches in the shapes of one backbone (the policies' `NewCaches`)."""

    def __init__(
        self, kv_shape: KVShape, lr_shape: LRShape, hidden_size: int, agents: tuple[str, ...]
    ) -> None:
        self.kv_shape, self.lr_shape, self.agents = kv_shape, lr_shape, agents
        self.n_layers = kv_shape.n_layers
        self.hidden_size = hidden_size

    def kv(self) -> KVCache:
        return KVCache(self.kv_shape)

    def lr(self, *agents: str) -> LRCache:
        return LRCache(self.lr_shape, agents)

    def shared_lr(self) -> SharedLRCache:
        return SharedLRCache(self.lr_shape)

    def recomputed(self, layers: range) -> RecomputedRows:
        return RecomputedRows(self.kv_shape, layers)

    def hidden(self, layer: int) -> HiddenStates:
        return HiddenStates(self.kv_shape, layer, self.hidden_size)


class Runtime:
    """Serves several LoRA agents on one backbone; made by `from_pretrained`.

    Threads may share it: the calls of all its sessions queue on `lock`.
    """

    def __init__(
        self,
        backbone: Backbone,
        tokenizer: PreTrainedTokenizerBase,
        new_caches: EmptyCaches,
        policy: Policy,
        context_length: int,
        checkpoint: Path,
        adapter_folders: Mapping[str, Path | None],
    ) -> None:
        _check_policy(policy, backbone, new_caches.n_layers)
        self.backbone = backbone
        self.tokenizer = tokenizer
        self.new_caches = new_caches
        self.policy = policy
        self.context_length = context_length
        self.checkpoint = checkpoint
        self.adapter_folders = dict(adapter_folders)
        self.lock = threading.RLock()

    @classmethod
    def from_pretrained(
        cls,
        model: str | Path,
        adapters: Mapping[str, str | Path | None],
        policy: str | Policy = "rebaseshared",
        *,
        schedule: str | None = None,
        reconstruct: str | None = None,
        dtype: str = "float32",
        device: str = "cpu",
        context_length: int | None = None,
    ) -> "Runtime":
        """Loads a backbone and its adapters, and checks that the forward pass is peft's own.

        Args:
            model: a transformers checkpoint folder, a hub id, a GGUF file, or `smollm2`.
            adapters: agent name -> folder (or hub id) of a LoRA adapter that peft saved; None for
                an agent that is the frozen model itself.
            policy: a policy's name, or an object of the user's own `Policy` class.
            schedule: `lp` (default) or `db`; ReBaseShared only.
            reconstruct: `each_turn` (default) or `on_switch`; ReBaseShared only.
            dtype: `float32`, `bfloat16` or `float16`.
            context_length: tokens that a transcript may have; default and sense: the model's own.

        Raises:
            ConfigError: an unknown policy, setting, dtype or device.
            AdapterError: an adapter that is missing, fits another model, does not decompose, or
                cannot be served by this policy.
            ArchitectureError: a model that cannot be run this way, or not under this policy.
            CheckpointError: no such model.
        """
        chosen = make_policy(policy, schedule=schedule, reconstruct=reconstruct)
        if dtype not in DTYPES:
            raise ConfigError(f"unknown dtype {dtype!r}; known: {', '.join(DTYPES)}")
        if not adapters:
            raise ConfigError("no adapters: an agent is a name and its adapter's folder")
        if context_length is not None and context_length < 1:
            raise ConfigError(f"context_length must be at least 1, not {context_length}")
        where = _checked_device(device)
        folders = {
            agent: None if path is None else adapter_folder(agent, path)
            for agent, path in adapters.items()
        }
        checkpoint = resolve_checkpoint(str(model))
        tokenizer = load_tokenizer(checkpoint)
        loaded = load_backbone(checkpoint, folders, DTYPES[dtype], where)
        limit = context_length or loaded.backbone.model.config.max_position_embeddings
        hidden_size = loaded.backbone.model.config.hidden_size
        new_caches = EmptyCaches(loaded.kv_shape, loaded.lr_shape, hidden_size, tuple(folders))
        return cls(loaded.backbone, tokenizer, new_caches, chosen, limit, checkpoint, folders)

    @property
    def agents(self) -> tuple[str, ...]:
        return self.new_caches.agents

    @property
    def device(self) -> torch.device:
        return self.new_caches.kv_shape.device

    def session(self) -> Session:
        """A new, empty transcript."""
        return Session(self, self.policy.caches(self.new_caches))

    def with_policy(self, policy: Policy) -> "Runtime":
        """The same backbone, adapters and queue under another policy.

        Raises `ConfigError` (as `AdapterError` or `ArchitectureError`) where the policy cannot
        serve these adapters or this model.
        """
        _check_policy(policy, self.backbone, self.new_caches.n_layers)
        other = copy.copy(self)
        other.policy = policy
        return other

    def load_session(self, path: str | Path) -> Session:
        """A session that `Session.save` wrote.

        Raises `SessionFileError` for a damaged file, and for one of another model, other adapters
        or another policy.
        """
        return load_session(self, Path(path))

    def encode(self, text: str, *, starts: bool = False) -> list[int]:
        """Token ids of ordinary text: what spells a control token is split into plain characters.

        `starts` adds what the tokenizer puts before a text (BOS, on models that have it).
        """
        return self._plain_text.encode(text, starts=starts)

    @cached_property
    def _plain_text(self) -> PlainText:
        return PlainText(self.tokenizer)

    def decode(self, ids: Sequence[int]) -> str:
        text = self.tokenizer.decode(
            list(ids), skip_special_tokens=False, clean_up_tokenization_spaces=False
        )
        return cast(str, text)

    def checked_ids(self, ids: Sequence[int]) -> list[int]:
        """The ids as a list. Raises `ConfigError` for one that is not in the vocabulary."""
        checked = [checked_integer("a token id", token) for token in ids]
        for token in checked:
            if not 0 <= token < self.vocabulary:
                raise ConfigError(
                    f"token id {token} is outside the vocabulary of {self.vocabulary}"
                )
        return checked

    @cached_property
    def eos_token_ids(self) -> frozenset[int]:
        configured = self.backbone.model.generation_config.eos_token_id
        if configured is None:
            configured = self.tokenizer.eos_token_id
        if configured is None:
            return frozenset()
        return frozenset([configured] if isinstance(configured, int) else configured)

    @property
    def ordinary_ids(self) -> tuple[int, int]:
        """First and last of the longest run of token ids without a control token."""
        special = sorted({*self.tokenizer.all_special_ids, -1, self.vocabulary})
        gap, first = max((b - a, a + 1) for a, b in itertools.pairwise(special))
        return first, first + gap - 2

    @property
    def vocabulary(self) -> int:
        """Number of token ids."""
        return int(self.backbone.model.config.vocab_size)

    @cached_property
    def model_sha256(self) -> str:
        """Identity of the backbone: SHA-256 over its configuration and weight files."""
        digest = hashlib.sha256()
        weights = sorted(self.checkpoint.glob("*.safetensors")) or sorted(
            self.checkpoint.glob("*.bin")
        )
        for path in [self.checkpoint / "config.json", *weights]:
            with path.open("rb") as file:
                digest.update(hashlib.file_digest(file, "sha256").digest())
        return digest.hexdigest()

    def identity(self) -> dict[str, Any]:
        """What a record says of the runtime that made it; JSON-able."""
        identity: dict[str, Any] = {
            "model": {"name": self.checkpoint.name, "sha256": self.model_sha256},
            "adapters": {
                agent: folder and {"name": folder.name, "sha256": adapter_sha256(folder)}
                for agent, folder in self.adapter_folders.items()
            },
            "policy": self.policy.name,
            "policy_label": self.policy.label,
            "schedule": getattr(self.policy, "schedule", None),
            "reconstruct": "on_switch" if self.policy.reconstructs_on_switch else "each_turn",
            "dtype": str(self.new_caches.kv_shape.dtype).removeprefix("torch."),
            "device": self.device.type,
        }
        layers = self.policy.recomputed_layers(self.new_caches.n_layers)
        if layers is not None:
            identity |= {
                "ratio": getattr(self.policy, "ratio", None),
                "recomputed_layers": [layers.start, layers.stop],
            }
        return identity


def _check_policy(policy: Policy, backbone: Backbone, n_layers: int) -> None:
    policy.check(cached_a(backbone.model))
    layers = policy.recomputed_layers(n_layers)
    if layers is not None and not isinstance(backbone.decoder, LlamaDecoder):
        raise ArchitectureError(
            f"policy {policy.label!r} recomputes single layers, which is built for "
            f"{', '.join(MODEL_TYPES)}, not for {backbone.model.config.model_type}"
        )


def _checked_device(device: str) -> torch.device:
    try:
        where = torch.device(device)
        torch.empty(0, device=where)
    except (RuntimeError, AssertionError) as error:
        reason = str(error).splitlines()[0]
        raise ConfigError(f"device {device!r} cannot be used here: {reason}") from error
    return where
