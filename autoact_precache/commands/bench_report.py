"""What a bench found, as tables on the screen and in Markdown."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from textwrap import fill

from rich import box
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from autoact_precache.commands.bench_result import Bench, Measurement

HEADINGS = (
    "policy",
    "TTFT s",
    "over Full",
    "below Non",
    "ms /tok",
    "re- build s",
    "total s",
    "tok /s",
    "fed",
    "cache MiB",
    "peak MiB",
)
LEGEND = (
    "Seconds: sums over the trace's calls, medians of the repeats. Over Full: TTFT as a multiple "
    "of FullShared's. Below Non: how many times lower than NonShared's. ms/tok: decoding. Rebuild: "
    "the adapter-free pass. Total: prefill, decoding and rebuild. tok/s: the trajectory's tokens "
    "per second of total. Fed: tokens through the model. Peak: what a process of its own took "
    "beyond the loaded model and adapters."
)
_NAME_WIDTH = 16  # so that a table fits 80 columns; names break at their hyphens
_MEBIBYTE = 1024**2


def show(console: Console, benches: Mapping[str, Bench]) -> None:
    """A table for each trace; `benches` by what tells them apart, '' for one alone."""
    for title, rows in _tables(benches):
        table = Table(
            title=escape(title),
            title_justify="left",
            box=box.SIMPLE_HEAD,
            show_edge=False,
            padding=0,
        )
        table.add_column(HEADINGS[0], style="bold")
        for heading in HEADINGS[1:]:
            table.add_column(heading.replace(" ", "\n"), justify="right", no_wrap=True)
        for name, *figures in rows:
            table.add_row(escape(fill(name, _NAME_WIDTH)), *figures)
        console.print()
        console.print(table)
    console.print(LEGEND)


def write_markdown(folder: Path, benches: Mapping[str, Bench]) -> Path:
    """Writes the tables, and what they were measured with; says where."""
    first = next(iter(benches.values()))
    machine, settings = first.machine, first.settings
    parts = [
        "# Bench",
        f"{machine.cpu}, {machine.cores} cores, {machine.memory_bytes / 1024**3:.0f} GiB; torch "
        f"{machine.torch}, transformers {machine.transformers}, peft {machine.peft}. "
        f"{settings['model']['name']}, {settings['dtype']}, {settings['device']}, "
        f"{settings['threads']} threads, {settings['repeats']} repeats, seed {settings['seed']}.",
    ]
    for title, rows in _tables(benches):
        lines = [HEADINGS, ["---", *["---:"] * (len(HEADINGS) - 1)], *rows]
        parts += [f"## {title}", "\n".join(f"| {' | '.join(line)} |" for line in lines)]
    path = folder / "bench.md"
    path.write_text("\n\n".join([*parts, LEGEND]) + "\n", encoding="utf-8")
    return path


def _tables(benches: Mapping[str, Bench]) -> Iterator[tuple[str, list[list[str]]]]:
    """Title and rows, by bench and trace."""
    for name, bench in benches.items():
        by_trace: dict[str, dict[str, Measurement]] = {}
        for m in bench.measurements:
            by_trace.setdefault(m.trace, {})[m.subject] = m
        for trace, beside in by_trace.items():
            one = next(iter(beside.values()))
            what = f"{trace}: {one.trajectory_tokens:,} tokens, {_counted(one.agents, 'agent')}"
            title = f"{name}, {what}" if name else what
            yield title, [_row(m, beside) for m in beside.values()]


def _counted(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"


def _row(m: Measurement, beside: Mapping[str, Measurement]) -> list[str]:
    full, non = beside.get("fullshared"), beside.get("nonshared")
    peak = m.memory and (m.memory.peak_bytes - m.memory.before_bytes) / _MEBIBYTE
    return [
        m.subject,
        f"{m.ttft_s:.3g}",
        _times(m.ttft_s, full.ttft_s) if full else "-",
        _times(non.ttft_s, m.ttft_s) if non else "-",
        f"{1000 * m.time_per_token_s:.1f}",
        f"{m.reconstruct_s:.3g}",
        f"{m.total_s:.3g}",
        f"{m.throughput:.0f}",
        f"{m.tokens_fed / 1000:.1f}k",
        f"{m.cache_bytes['total'] / _MEBIBYTE:,.1f}",
        "-" if peak is None else f"{peak:,.0f}",
    ]


def _times(numerator: float, denominator: float) -> str:
    return f"{numerator / denominator:.2f}" if denominator else "-"
