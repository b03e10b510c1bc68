"""Tables of the report, before they are HTML."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Column:
    """`meaning` says to a newcomer what stands in it, where the heading alone does not."""

    heading: str
    meaning: str = ""
    is_number: bool = True


@dataclass(frozen=True)
class Cell:
    """`share` in [0, 1] of the column's largest, drawn as a bar; `note` stands beneath it."""

    text: str
    share: float | None = None
    note: str = ""


@dataclass(frozen=True)
class Table:
    """`rows` hold a cell for each column; the first names the row."""

    caption: str
    columns: Sequence[Column]
    rows: Sequence[Sequence[Cell]]


def plain(caption: str, columns: Sequence[Column], rows: Sequence[Sequence[str]]) -> Table:
    return Table(caption, columns, [[Cell(text) for text in row] for row in rows])


def barred(
    amounts: Sequence[float], write: Callable[[float], str], notes: Sequence[str]
) -> list[Cell]:
    """A column of cells with bars, all against the largest amount."""
    largest = max(amounts, default=0)
    return [
        Cell(write(amount), amount / largest if largest else None, note)
        for amount, note in zip(amounts, notes, strict=True)
    ]
