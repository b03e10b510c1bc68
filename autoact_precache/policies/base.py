"""What a cache policy decides: which span is fed, as whom, into which caches, and what follows."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Protocol

from torch import Tensor

from autoact_precache.cache import KVCache, LRCache, Projection
from autoact_precache.forward import Stream
from autoact_precache.metrics import CacheBytes
from autoact_precache.shared_lr import SharedLRCache

AdaptersA = Mapping[tuple[int, Projection], Mapping[str, Tensor]]
"""A [rank, d_in] of each agent's adapter, by layer and cached projection: where it targets one."""


class NewCaches(Protocol):
    """Makes empty caches for one session."""

    agents: tuple[str, ...]

    def kv(self) -> KVCache:
        """A cache of full-width keys and values."""

    def lr(self, *agents: str) -> LRCache:
        """One cache for the LR caches of `agents`, which are written together."""

    def shared_lr(self) -> SharedLRCache:
        """One LR cache that all agents read: their adapters have the same A."""


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
    those with LoRA included, by owner; `lr` the LR cache that each agent, or `SHARED`, is found in.
    """

    base: KVCache
    full: dict[str, KVCache] = field(default_factory=dict)
    lr: dict[str, LRCache] = field(default_factory=dict)
    unreconstructed: Unreconstructed | None = None

    def kv(self) -> dict[str, KVCache]:
        """Every cache of keys and values by name."""
        return {"base": self.base} | {f"full.{owner}": kv for owner, kv in self.full.items()}

    def lr_caches(self) -> list[LRCache]:
        """Every LR cache once, however many agents share it."""
        return list({id(lr): lr for lr in self.lr.values()}.values())

    def lengths(self) -> dict[str, int]:
        """Tokens held, by cache of keys and values and by agent's LR cache: see `restore`."""
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
            unreconstructed=self.unreconstructed,
        )

    def nbytes(self) -> CacheBytes:
        """Bytes of the tokens held."""
        base = self.base.nbytes
        lr = {agent: cache.nbytes(agent) for agent, cache in self.lr.items()}
        full = {owner: kv.nbytes for owner, kv in self.full.items()}
        total = base + sum(lr.values()) + sum(full.values())
        return {"base": base, "lr": lr, "full": full, "total": total}


@dataclass(frozen=True)
class Turn:
    """The transcript from `start` on is fed to every stream; the first one's logits are used."""

    start: int
    streams: tuple[Stream, ...]


class Policy(ABC):
    """A cache policy; stateless, so that sessions share one.

    A user's own is one subclass, passed as an object or by `_target_`.
    """

    name: ClassVar[str]

    @property
    def label(self) -> str:
        """The name in tables, with what distinguishes two settings of one policy."""
        return self.name

    reconstructs_on_switch: bool = False
    """Whether what `reconstruction` feeds may wait until another agent takes over."""

    def check(self, a: AdaptersA) -> None:  # noqa: B027 - most policies serve any adapters
        """Called before a runtime serves adapters. Raises `AdapterError` for those it cannot."""

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
