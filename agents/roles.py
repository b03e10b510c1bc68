"""Which adapter plays which role, how each kind of call samples, and what bounds a run."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

from autoact_precache.agents.errors import TaskError
from autoact_precache.agents.transcript import CallKind
from autoact_precache.trajectories.schema import RecordError, check

Role = Literal["plan", "action", "reflect"]


@dataclass(frozen=True)
class Roles:
    """The adapter behind each role; one adapter may play several."""

    plan: str
    action: str
    reflect: str


@dataclass(frozen=True)
class Sampling:
    """One kind of call: its length in tokens, and how tokens are drawn (temperature 0: greedy)."""

    max_new_tokens: int
    temperature: float
    top_p: float


@dataclass(frozen=True)
class Calls:
    """Sampling by kind of call: plan and reflect think, plan names the tool, action fills it in."""

    thought: Sampling
    action: Sampling
    argument: Sampling
    reflection: Sampling

    def by_kind(self) -> dict[CallKind, Sampling]:
        return {
            "thought": self.thought,
            "action": self.action,
            "argument": self.argument,
            "reflection": self.reflection,
        }


@dataclass(frozen=True)
class Limits:
    """Where a run halts: thoughts with an action, wall time; and the longest observation.

    After `same_actions` in a row, steps for an answer and its judgement are all that is left.
    """

    steps: int
    same_actions: int
    seconds: float
    observation_tokens: int


@dataclass(frozen=True)
class Settings:
    """The `agents` group of the configuration."""

    roles: Roles
    calls: Calls
    limits: Limits

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> "Settings":
        """Raises TaskError naming a setting that is missing, unknown or of the wrong type."""
        try:
            settings: Settings = check(config, cls, "agents")
        except RecordError as error:
            raise TaskError(str(error)) from error
        at_least_one = {f"limits.{name}": value for name, value in vars(settings.limits).items()}
        for kind, sampling in settings.calls.by_kind().items():
            at_least_one[f"calls.{kind}.max_new_tokens"] = sampling.max_new_tokens
            if not 0 < sampling.top_p <= 1:
                raise TaskError(
                    f"agents.calls.{kind}.top_p: expected a number above 0, up to 1, "
                    f"got {sampling.top_p}"
                )
        for name, value in at_least_one.items():
            if value < 1:
                raise TaskError(f"agents.{name}: expected at least 1, got {value}")
        return settings

    def check_adapters(self, adapters: Iterable[str]) -> None:
        """Raises TaskError for a role whose adapter is not among `adapters`."""
        known = list(adapters)
        for role, adapter in vars(self.roles).items():
            if adapter not in known:
                raise TaskError(
                    f"agents.roles.{role}: no adapter named {adapter!r}; loaded are "
                    + ", ".join(known)
                )
