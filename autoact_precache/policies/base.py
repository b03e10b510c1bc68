"""What a cache policy decides: which span is fed, as whom, into which caches, and what follows."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Protocol

from torch import Tensor

from autoact_precache.cache import KVCache, LRCache, Projection
from autoact_precache.forward import Stream
from autoact_precache.metrics import CacheBytes
from autoact_precache.recompute import Recomputation
from autoact_precache.recomputed import HiddenStates, RecomputedRows
from autoact_precache.shared_lr import SharedLRCache

AdaptersA = Mapping[tuple[int, Projection], Mapping[str, Tensor]]
"""A [rank, d_in] of each agent's adapter, by layer and cached projection: where it targets one."""


class NewCaches(Protocol):
    """Makes empty caches for one session."""

    agents: tuple[str, ...]
    n_layers: int

    def kv(self) -> KVCache:
        """A cache of full-width keys and values."""

    def lr(self, *agents: str) -> LRCache:
        """One cache for the LR caches of `agents`, which are written together."""

    def shared_lr(self) -> SharedLRCache:
        """One LR cache that all agents read: their adapters have the same A."""

    def recomputed(self, layers: range) -> RecomputedRows:
        """One agent's own keys and values in these layers."""

    def hidden(self, layer: int) -> HiddenStates:
        """The hidden states that enter a layer."""


class Held(Protocol):
    """Something kept of the tokens `0..length`."""

    length: int

    @property
    def nbytes(self) -> int: ...
    def crop(self, length: int) -> None: ...
    def state(self) -> dict[str, Tensor]: ...
    def load_state(self, state: dict[str, Tensor], length: int) -> None: ...


@dataclass(frozen=True)
class Unreconstructed:
    """Tokens `start..end` whose base cache is still `agent`'s adapted one."""

    agent: str
    start: int
    end: int


@dataclass
class Caches:
    """What a session keeps, and all that it keeps.

    `base` holds keys and values without LoRA (nothing, under a policy that shares no base); `full`
    those with LoRA included, by owner; `lr` the LR cache that each agent, or `SHARED`, is found in;
    `own` what each agent recomputed; `hidden` the hidden states that recomputing starts from.
    """

    base: KVCache
    full: dict[str, KVCache] = field(default_factory=dict)
    lr: dict[str, LRCache] = field(default_factory=dict)
    own: dict[str, RecomputedRows] = field(default_factory=dict)
    hidden: HiddenStates | None = None
    unreconstructed: Unreconstructed | None = None

    def kv(self) -> dict[str, Held]:
        """Every cache but the LR caches, by name."""
        held: dict[str, Held] = {"base": self.base}
        held |= {f"full.{owner}": kv for owner, kv in self.full.items()}
        held |= {f"own.{agent}": rows for agent, rows in self.own.items()}
        return held if self.hidden is None else held | {"hidden": self.hidden}

    def lr_caches(self) -> list[LRCache]:
        """Every LR cache once, however many agents share it."""
        return list({id(lr): lr for lr in self.lr.values()}.values())

    def lengths(self) -> dict[str, int]:
        """Tokens held, by cache: see `restore`."""
        held = {f"kv {name}": kv.length for name, kv in self.kv().items()}
        return held | {f"lr {agent}": lr.lengths[agent] for agent, lr in self.lr.items()}

    def restore(self, lengths: dict[str, int], unreconstructed: Unreconstructed | None) -> None:
        """Back to the `lengths` held when a turn began."""
        for name, kv in self.kv().items():
            kv.crop(lengths[f"kv {name}"])
        for agent, lr in self.lr.items():
            lr.lengths[agent] = lengths[f"lr {agent}"]
        self.unreconstructed = unreconstructed

    def crop(self, length: int) -> None:
        """Forgets the tokens from `length` on."""
        for kv in self.kv().values():
            kv.crop(length)
        for lr in self.lr_caches():
            lr.crop(length)
        rest = self.unreconstructed
        if rest is not None:
            kept = Unreconstructed(rest.agent, rest.start, min(rest.end, length))
            self.unreconstructed = kept if kept.start < kept.end else None

    def fork(self) -> "Caches":
        """The same caches once more, copy-on-write."""
        forks = {id(lr): lr.fork() for lr in self.lr_caches()}
        return Caches(
            base=self.base.fork(),
            full={owner: kv.fork() for owner, kv in self.full.items()},
            lr={agent: forks[id(lr)] for agent, lr in self.lr.items()},
            own={agent: rows.fork() for agent, rows in self.own.items()},
            hidden=None if self.hidden is None else self.hidden.fork(),
            unreconstructed=self.unreconstructed,
        )

    def nbytes(self) -> CacheBytes:
        """Bytes of the tokens held; recomputed rows and hidden states count among `full`."""
        base = self.base.nbytes
        lr = {agent: cache.nbytes(agent) for agent, cache in self.lr.items()}
        full = {owner: kv.nbytes for owner, kv in self.full.items()}
        full |= {f"recomputed by {agent}": rows.nbytes for agent, rows in self.own.items()}
        if self.hidden is not None:
            full["hidden states"] = self.hidden.nbytes
        total = base + sum(lr.values()) + sum(full.values())
        return {"base": base, "lr": lr, "full": full, "total": total}


@dataclass(frozen=True)
class Turn:
    """The transcript from `start` on is fed to every stream; the first one's logits are used.

    Before that, what `recompute` says is done, if anything.
    """

    start: int
    streams: tuple[Stream, ...]
    recompute: Recomputation | None = None


class Policy(ABC):
    """A cache policy; stateless, so that sessions share one.

    A user's own is one subclass, passed as an object or by `_target_`.
    """

    name: ClassVar[str]

    @property
    def label(self) -> str:
        """The name in tables and records, with what distinguishes two settings of one policy.

        A run goes on, and a trajectory counts as done, under the same label only.
        """
        return self.name

    reconstructs_on_switch: bool = False
    """Whether what `reconstruction` feeds may wait until another agent takes over."""

    def check(self, a: AdaptersA) -> None:  # noqa: B027 - most policies serve any adapters
        """Called before a runtime serves adapters. Raises `AdapterError` for those it cannot."""

    def recomputed_layers(self, n_layers: int) -> range | None:
        """Of a model's layers, those in which turns `recompute`; None: this policy never does.

        Raises `ConfigError` where they are not there.
        """
        return None

    @abstractmethod
    def caches(self, new: NewCaches) -> Caches:
        """What a session keeps, empty."""

    @abstractmethod
    def turn(self, caches: Caches, agent: str) -> Turn:
        """What `agent` feeds now: its prompt first, then each generated token but the last."""

    def after_turn(  # noqa: B027 - most policies do nothing here
        self, caches: Caches, agent: str, turn: Turn, end: int
    ) -> None:
        """Called when tokens `turn.start..end` are cached; may mark them `unreconstructed`."""

    def reconstruction(self, caches: Caches, rest: Unreconstructed) -> Turn:
        """The pass that makes good what `after_turn` marked."""
        raise TypeError(f"{type(self).__name__} marks nothing to reconstruct")
