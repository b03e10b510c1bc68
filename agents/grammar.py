"""The action grammar, `Name[argument]`, read leniently from generated text.

A stop string may sit inside a token, so the text may go on after the closing bracket, and a name's
last token may already hold the start of its argument, or all of it.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from autoact_precache.agents.transcript import REFLECT
from autoact_precache.tools.text import one_line

_RIGHT = {"right", "correct", "yes", "true"}
_WRONG = {"wrong", "incorrect", "no", "false"}


@dataclass(frozen=True)
class Written:
    """An action as it was written: what stands before the bracket, and inside."""

    name: str
    argument: str = ""
    opened: bool = False
    closed: bool = False

    @property
    def missing(self) -> str:
        """What the text lacks to be whole."""
        return "]" if self.opened and not self.closed else ""


def parse_action(text: str) -> Written:
    """Split `text` at its first bracket and the one that closes it.

    Brackets nest. A call stops at the first `]`, which inside a nested pair leaves the outer one
    open: then the argument reaches to the last `]` there is.
    """
    name, opening, rest = text.partition("[")
    name = one_line(name)
    if not opening:
        return Written(name)
    depth = 1
    for end, character in enumerate(rest):
        depth += (character == "[") - (character == "]")
        if depth == 0:
            return Written(name, _clean(rest[:end]), opened=True, closed=True)
    last = rest.rfind("]") + 1
    return Written(name, _clean(rest[:last] or rest), opened=True, closed=last > 0)


def find_tool(written: str, names: Iterable[str]) -> str | None:
    """The tool that `written` ends in, in any case, spaced or punctuated: `use bing search`."""
    for name in sorted(names, key=len, reverse=True):
        spelling = r"[\W_]*".join(map(re.escape, name))
        if re.search(rf"(?:^|[\W_]){spelling}[\W_]*$", written, re.IGNORECASE):
            return name
    return None


def parse_verdict(text: str) -> bool | None:
    """True for `Reflect[right]`, False for `Reflect[wrong]` or another such word, else None."""
    written = parse_action(text)
    if not written.closed or find_tool(written.name, [REFLECT]) is None:
        return None
    word = written.argument.strip(" .!").casefold()
    return word in _RIGHT if word in _RIGHT | _WRONG else None


def _clean(argument: str) -> str:
    """One line, without one pair of quotes around the whole."""
    argument = one_line(argument)
    if len(argument) > 1 and argument[0] == argument[-1] and argument[0] in "\"'`":
        inner = argument[1:-1]
        if argument[0] not in inner:
            return inner.strip()
    return argument
