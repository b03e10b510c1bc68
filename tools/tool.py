"""What a tool is: the protocol, what it is given, and what it gives back."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol

from autoact_precache.tools.text import one_line

Outcome = Literal[
    "ok", "not_found", "ambiguous", "rate_limited", "timeout", "unavailable", "no_key", "invalid"
]


class ToolConfigError(ValueError):
    """A setting, key or data file that the tools cannot work with; the text is one line."""


@dataclass(frozen=True)
class Observation:
    """What a tool answered, always one line of plain text, and how the call went."""

    text: str
    outcome: Outcome

    def __post_init__(self) -> None:
        object.__setattr__(self, "text", one_line(self.text))


@dataclass(frozen=True)
class ImageText:
    """What a question's record says about its picture.

    `caption` describes it. `ocr` is the text read from it: plain, or EasyOCR's printed list of
    `(box, text, confidence)`, which ScienceQA's records hold.
    """

    caption: str
    ocr: str


@dataclass
class Page:
    """What one trajectory has open: the last page or search results, and the question's image.

    `keyword` and `shown` are where Lookup stands: how many sentences with `keyword` it gave.
    """

    image: ImageText | None = None
    sentences: Sequence[str] = field(default=(), init=False)
    keyword: str = field(default="", init=False)
    shown: int = field(default=0, init=False)

    def open(self, sentences: Sequence[str]) -> None:
        """Puts new text in place of the last; Lookup starts at its beginning."""
        self.sentences, self.keyword, self.shown = sentences, "", 0


class Tool(Protocol):
    """Answers `name[argument]`.

    `argument` is one non-empty line. A tool raises nothing for a bad argument or a service in
    trouble: its observation says what happened. One object serves all sessions and threads; what
    belongs to one trajectory is in `page`.
    """

    name: str

    def __call__(self, argument: str, page: Page) -> Observation: ...
