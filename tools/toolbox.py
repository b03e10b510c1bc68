"""The tools of a run, and one trajectory's use of them."""

from collections.abc import Iterable
from typing import Protocol, runtime_checkable

from autoact_precache.tools.text import plain
from autoact_precache.tools.tool import ImageText, Observation, Page, Tool, ToolConfigError


@runtime_checkable
class Checked(Protocol):
    """A tool that can tell before the first call that it will not work."""

    def check(self) -> None:
        """Raises ToolConfigError, saying what is missing."""


class Toolbox:
    """Tools by name; many sessions may use one toolbox at the same time."""

    def __init__(self, tools: Iterable[Tool]) -> None:
        self._tools: dict[str, Tool] = {}
        for tool in tools:
            if tool.name in self._tools:
                raise ToolConfigError(f"two tools are named {tool.name}; each name stands once")
            self._tools[tool.name] = tool

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self._tools)

    def check(self) -> None:
        """Raises ToolConfigError when a key or a service that a tool needs is missing."""
        for tool in self._tools.values():
            if isinstance(tool, Checked):
                tool.check()

    def session(self, image: ImageText | None = None) -> "ToolSession":
        """A fresh session: nothing opened yet, and the question's image if it has one."""
        return ToolSession(self._tools, Page(image))


class ToolSession:
    """One trajectory's tool calls; keeps the last page or results, which Lookup reads."""

    def __init__(self, tools: dict[str, Tool], page: Page) -> None:
        self._tools = tools
        self._page = page

    def call(self, name: str, argument: str) -> Observation:
        """Answers `name[argument]`; an unknown name or an empty argument gets told so."""
        tool = self._tools.get(name)
        if tool is None:
            known = ", ".join(self._tools)
            return Observation(f'There is no tool "{name}". The tools are {known}.', "invalid")
        argument = plain(argument)
        if not argument:
            return Observation(f"{name} needs an argument between its brackets.", "invalid")
        return tool(argument, self._page)
