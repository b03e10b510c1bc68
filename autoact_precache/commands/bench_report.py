"""What a bench found, as tables on the screen and in Markdown."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from textwrap import fill

from rich import box
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from autoact_precache.commands.bench_result import Bench, Measurement
from autoact_precache.commands.markdown import markdown_table
from autoact_precache.trajectories.memory import MEBIBYTE

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
    "per second of total. Fed: tokens through the model, or through some of its layers. Peak: what "
    "a process of its own took beyond the loaded model and adapters."
)
_NAME_WIDTH = 16  # at least; names break at their hyphens
_FIGURES_WIDTH = 64  # with it, a table fits 80 columns


@dataclass(frozen=True)
class _Rows:
    """`by_name`: rows under a name that they have in common, '' for none."""

    title: str
    by_name: dict[str, list[list[str]]]


def show(console: Console, benches: Mapping[str, Bench]) -> None:
    """One bench a table for each trace, a sweep's as one: `benches` by what tells them apart."""
    name_width = max(_NAME_WIDTH, console.width - _FIGURES_WIDTH)
    for rows in _tables(benches):
        table = Table(
            title=escape(rows.title),
            title_justify="left",
            box=box.SIMPLE_HEAD,
            show_edge=False,
            padding=0,
        )
        table.add_column(HEADINGS[0], style="bold")
        for heading in HEADINGS[1:]:
            table.add_column(heading.replace(" ", "\n"), justify="right", no_wrap=True)
        for group, members in rows.by_name.items():
            if group:
                table.add_section()
                table.add_row(escape(group))
            for name, *figures in members:
                shown = fill(name, name_width, initial_indent="  " if group else "")
                table.add_row(escape(shown), *figures)
        console.print()
        console.print(table)
    console.print(LEGEND)


def write_markdown(folder: Path, benches: Mapping[str, Bench]) -> Path:
    """Writes the tables, and what they were measured with; says where."""
    machine = next(iter(benches.values())).machine

    def used(setting: str) -> str:
        """What it was, or all that a sweep set it to."""
        return "/".join(dict.fromkeys(str(b.settings[setting]) for b in benches.values()))

    models = dict.fromkeys(b.settings["model"]["name"] for b in benches.values())
    parts = [
        "# Bench",
        f"{machine}. {'/'.join(models)}, {used('dtype')}, {used('device')}, "
        f"{used('threads')} threads, {used('repeats')} repeats, seed {used('seed')}.",
    ]
    for rows in _tables(benches):
        lines: list[Sequence[str]] = []
        for group, members in rows.by_name.items():
            if group:
                lines.append([f"**{group}**", *[""] * (len(HEADINGS) - 1)])
            lines += members
        parts += [f"## {rows.title}", markdown_table(HEADINGS, lines)]
    path = folder / "bench.md"
    path.write_text("\n\n".join([*parts, LEGEND]) + "\n", encoding="utf-8")
    return path


def _tables(benches: Mapping[str, Bench]) -> Iterator[_Rows]:
    if len(benches) > 1:
        yield _swept(benches)
        return
    [bench] = benches.values()
    for trace, beside in _by_trace(bench).items():
        yield _Rows(_what(trace, beside), {"": [_row(m, m.subject, beside) for m in beside]})


def _swept(benches: Mapping[str, Bench]) -> _Rows:
    """By subject, so that what a setting does to one stands together."""
    by_subject: dict[str, list[list[str]]] = {}
    titles: dict[str, None] = {}
    for name, bench in benches.items():
        traces = _by_trace(bench)
        for trace, beside in traces.items():
            titles[_what(trace, beside)] = None
            of = name if len(traces) == 1 else f"{name}, {trace}"
            for m in beside:
                by_subject.setdefault(m.subject, []).append(_row(m, of, beside))
    return _Rows("; ".join(titles), by_subject)


def _by_trace(bench: Bench) -> dict[str, list[Measurement]]:
    by_trace: dict[str, list[Measurement]] = {}
    for m in bench.measurements:
        by_trace.setdefault(m.trace, []).append(m)
    return by_trace


def _what(trace: str, beside: Sequence[Measurement]) -> str:
    one = beside[0]
    return f"{trace}: {one.trajectory_tokens:,} tokens, {_counted(one.agents, 'agent')}"


def _counted(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"


def _row(m: Measurement, name: str, beside: Sequence[Measurement]) -> list[str]:
    by_subject = {one.subject: one for one in beside}
    full, non = by_subject.get("fullshared"), by_subject.get("nonshared")
    cache = m.cache_bytes["total"]
    peak = m.memory and (m.memory.peak_bytes - m.memory.before_bytes) / MEBIBYTE
    return [
        name,
        three_digits(m.ttft_s),
        _times(m.ttft_s, full.ttft_s) if full else "-",
        _times(non.ttft_s, m.ttft_s) if non else "-",
        f"{1000 * m.time_per_token_s:.1f}",
        three_digits(m.reconstruct_s),
        three_digits(m.total_s),
        f"{m.throughput:.0f}",
        f"{m.tokens_fed / 1000:.1f}k",
        f"{cache / MEBIBYTE:,.1f}" if cache else "-",  # generate's own is not seen from outside
        "-" if peak is None else f"{peak:,.0f}",
    ]


def three_digits(number: float) -> str:
    """At least, and without an exponent."""
    return f"{number:.3g}" if number < 999.5 else f"{number:,.0f}"


def _times(numerator: float, denominator: float) -> str:
    return f"{numerator / denominator:.2f}" if denominator else "-"
