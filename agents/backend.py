"""What the agents need of a model runtime, so that another backend can stand in for ours."""

from collections.abc import Sequence
from typing import Any, ClassVar, Protocol


class Metrics(Protocol):
    """A dataclass with at least the fields of `trajectories.record.Metrics`."""

    __dataclass_fields__: ClassVar[dict[str, Any]]


class Generation(Protocol):
    """One call's outcome; `metrics` are final once `Session.wait` has returned."""

    @property
    def token_ids(self) -> Sequence[int]: ...
    @property
    def text(self) -> str: ...
    @property
    def finish_reason(self) -> str: ...
    @property
    def prompt_ids(self) -> Sequence[int]: ...
    @property
    def metrics(self) -> Metrics: ...


class Session(Protocol):
    """One transcript that all agents share."""

    @property
    def token_ids(self) -> Sequence[int]: ...

    def generate(
        self,
        agent: str,
        text_or_ids: str | Sequence[int],
        /,
        *,
        max_new_tokens: int,
        stop: Sequence[str],
        temperature: float,
        top_p: float,
        seed: int,
    ) -> Generation:
        """Append the prompt, which may be empty after the first call, then let `agent` write on.

        A stop string ends the call and belongs to its text, as does the rest of its last token.
        """
        ...

    def wait(self) -> None:
        """Return when nothing runs in the background any more; raise what failed there."""
        ...


class Backend(Protocol):
    """A model with its adapters."""

    @property
    def agents(self) -> Sequence[str]: ...
    @property
    def context_length(self) -> int: ...
    def session(self) -> Session: ...
    def encode(self, text: str, *, starts: bool = False) -> Sequence[int]:
        """Ordinary text: what spells a control token is encoded as plain characters.

        With `starts` the model's own beginning of a text (BOS) comes first, on models that have it.
        """
        ...

    def decode(self, ids: Sequence[int]) -> str: ...
    def identity(self) -> dict[str, Any]:
        """JSON data that names the model, the adapters and the policy."""
        ...
