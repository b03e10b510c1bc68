"""Skills that are a table of facts: data/*.yaml.

A file maps each skill to its table and to the ways to ask about it::

    state capitals:
      columns: [state, capital]
      rows: |
        Maine | Augusta
      asks:
        - text: [...]      # wordings; {column} is the row's value, see wording.py
          choice: "{capital}"
          because: [...]   # wordings of the reasoning

Rows that share a value stand in `groups`, a list of mappings with `rows` and the columns that they
share. An ask may have, and a skill may have for all of its asks:

- `differs`, `alike`: columns in which the rows of the wrong choices differ from the right one, and
  in which they agree with it; or `against`: wrong choices made of the row's own columns
- `where`: for columns the values that a row must have to be asked about
- `options`: how many choices
- `lookup` ("Tool argument") and `found`; `image` (captions) and `ocr` (words on the picture), and
  for the picture that all asks of a skill share `pictured`, how often it is there
"""

import random
from collections.abc import Callable, Iterator
from functools import cache, partial
from importlib import resources
from typing import Any

import yaml

from autoact_precache.agents.training.science.question import (
    ScienceQuestion,
    compose,
    picture,
)
from autoact_precache.agents.training.science.wording import capital, fill

Row = dict[str, str]


@cache
def table_skills() -> dict[str, Callable[[random.Random], ScienceQuestion]]:
    """A function that draws a question, for every skill in the data files."""
    return {name: partial(_draw, rows(name), _asks(table)) for name, table in _tables().items()}


@cache
def rows(skill: str) -> list[Row]:
    """The facts of a skill: for every row the values of its columns."""
    return list(_rows(_tables()[skill]))


@cache
def _tables() -> dict[str, dict[str, Any]]:
    folder = resources.files(__package__) / "data"
    files = sorted((f for f in folder.iterdir() if f.name.endswith(".yaml")), key=lambda f: f.name)
    tables: dict[str, dict[str, Any]] = {}
    for file in files:
        tables |= yaml.safe_load(file.read_text(encoding="utf-8"))
    return tables


def _rows(table: dict[str, Any]) -> Iterator[Row]:
    for group in table.get("groups", [table]):
        shared = {k: v for k, v in group.items() if isinstance(v, str) and k != "rows"}
        for line in group["rows"].splitlines():
            cells = [cell.strip() for cell in line.split("|")]
            cells += [""] * (len(table["columns"]) - len(cells))
            yield {**shared, **dict(zip(table["columns"], cells, strict=True))}


def _asks(table: dict[str, Any]) -> list[dict[str, Any]]:
    common = {k: v for k, v in table.items() if k not in ("columns", "rows", "groups", "asks")}
    return [
        {**common, **({"pictured": 1} if "image" in ask else {}), **ask} for ask in table["asks"]
    ]


def _draw(rows: list[Row], asks: list[dict[str, Any]], rng: random.Random) -> ScienceQuestion:
    ask = rng.choice(asks)
    where: dict[str, list[str]] = ask.get("where", {})
    row = rng.choice([r for r in rows if all(r[k] in values for k, values in where.items())])
    right = fill(ask["choice"], row)
    wrong = [fill(choice, row) for choice in ask.get("against", ())] or [
        fill(ask["choice"], other)
        for other in rows
        if all(other[column] != row[column] for column in ask.get("differs", ()))
        and all(other[column] == row[column] for column in ask.get("alike", ()))
    ]
    lookup = None
    if "lookup" in ask:
        tool, _, argument = fill(rng.choice(ask["lookup"]), row).partition(" ")
        lookup = (tool, argument.rstrip("?"))
    image = None
    if "image" in ask and rng.random() < ask.get("pictured", 1):
        words = [fill(word, row) for word in ask.get("ocr", ())]
        image = picture(rng, fill(rng.choice(ask["image"]), row), words)
    return compose(
        rng,
        capital(fill(rng.choice(ask["text"]), row)),
        right,
        wrong,
        capital(fill(rng.choice(ask["because"]), row)),
        options=ask.get("options"),
        lookup=lookup,
        found=capital(fill(rng.choice(ask["found"]), row)) if "found" in ask else "",
        image=image,
    )
