"""What the agents need of their tools: the project's own, or a record's observations again."""

from collections.abc import Sequence
from typing import Protocol

from autoact_precache.tools import ImageText


class Observation(Protocol):
    @property
    def text(self) -> str: ...
    @property
    def outcome(self) -> str: ...


class ToolSession(Protocol):
    """The tool calls of one trajectory."""

    def call(self, name: str, argument: str) -> Observation:
        """Answer `name[argument]`; an empty argument or trouble is an observation too."""
        ...


class Toolbox(Protocol):
    @property
    def names(self) -> Sequence[str]: ...
    def session(self, image: ImageText | None = None) -> ToolSession: ...
