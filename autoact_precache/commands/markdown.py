"""Tables in Markdown."""

from collections.abc import Sequence


def markdown_table(
    headings: Sequence[str], rows: Sequence[Sequence[str]], *, words: int = 1
) -> str:
    """The first `words` columns hold words, the others figures, which stand to the right."""
    rule = ["---"] * words + ["---:"] * (len(headings) - words)
    lines = (
        " | ".join(cell.replace("|", "\\|") for cell in line) for line in (headings, rule, *rows)
    )
    return "\n".join(f"| {line} |" for line in lines)
