"""What a run did to score, time and memory: one table for a run, one for several side by side."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from rich import box
from rich.markup import escape
from rich.table import Table

from autoact_precache.trajectories.agreement import Agreement
from autoact_precache.trajectories.memory import MEBIBYTE
from autoact_precache.trajectories.record import Trajectory

_LONGEST_POLICY = len("rebaseshared")


@dataclass(frozen=True)
class Summary:
    """A run over some questions: sums of the trajectories' totals, means where it says so.

    `em` and `f1` are means over the scored trajectories, None if there are none. `throughput` is
    the trajectories' tokens per second of model time.
    """

    questions: int
    em: float | None
    f1: float | None
    ended: dict[str, int]
    tool_outcomes: dict[str, int]
    ttft_s: float
    decode_s: float
    reconstruct_s: float
    model_s: float
    tool_s: float
    e2e_s: float
    throughput: float
    mean_trajectory_tokens: float
    mean_cache_bytes: float
    peak_memory_bytes: int
    tokens_fed: int
    nonshared_tokens_fed: int


def summarize(trajectories: Iterable[Trajectory]) -> Summary:
    """The summary of a run's trajectories; with none of them, zeros."""
    done = list(trajectories)
    totals = [trajectory.totals for trajectory in done]
    model_s = sum(t.model_s for t in totals)
    tokens = sum(t.trajectory_tokens for t in totals)
    count = max(len(done), 1)
    outcomes: Counter[str] = Counter()
    for t in totals:
        outcomes.update(t.tool_outcomes)
    return Summary(
        questions=len(done),
        em=_mean_score(trajectory.em for trajectory in done),
        f1=_mean_score(trajectory.f1 for trajectory in done),
        ended=dict(Counter(trajectory.ended for trajectory in done)),
        tool_outcomes=dict(outcomes),
        ttft_s=sum(t.ttft_s for t in totals),
        decode_s=sum(t.decode_s for t in totals),
        reconstruct_s=sum(t.reconstruct_s for t in totals),
        model_s=model_s,
        tool_s=sum(t.tool_s for t in totals),
        e2e_s=sum(t.e2e_s for t in totals),
        throughput=tokens / model_s if model_s else 0.0,
        mean_trajectory_tokens=tokens / count,
        mean_cache_bytes=sum(t.cache_bytes["total"] for t in totals) / count,
        peak_memory_bytes=max((t.peak_memory_bytes for t in totals), default=0),
        tokens_fed=sum(t.tokens_fed for t in totals),
        nonshared_tokens_fed=sum(t.nonshared_tokens_fed for t in totals),
    )


def run_table(summary: Summary, title: str) -> Table:
    """One run, a row for each figure."""
    table = Table(title=escape(title), show_header=False, title_justify="left")
    table.add_column(style="bold")
    table.add_column()
    for name, value in (
        ("questions", f"{summary.questions}  ({_counts(summary.ended)})"),
        ("exact match, F1 (%)", f"{_percent(summary.em)}, {_percent(summary.f1)}"),
        ("time to first token", f"{summary.ttft_s:.2f} s, summed over all calls"),
        (
            "model time",
            f"{summary.model_s:.2f} s  (decoding {summary.decode_s:.2f} s, "
            f"reconstruction {summary.reconstruct_s:.2f} s)",
        ),
        ("tools", f"{summary.tool_s:.2f} s  ({_counts(summary.tool_outcomes)})"),
        ("end to end", f"{summary.e2e_s:.2f} s"),
        ("throughput", f"{summary.throughput:.1f} trajectory tokens per second of model time"),
        ("trajectory length", f"{summary.mean_trajectory_tokens:,.0f} tokens, mean"),
        ("cache", f"{summary.mean_cache_bytes / MEBIBYTE:,.1f} MiB, mean at the end"),
        ("peak memory", f"{summary.peak_memory_bytes / MEBIBYTE:,.0f} MiB"),
        ("tokens fed", f"{summary.tokens_fed:,}"),
        ("NonShared would feed", f"{summary.nonshared_tokens_fed:,}{_times(summary)}"),
    ):
        table.add_row(name, escape(value))
    return table


def comparison_table(summaries: Mapping[str, Summary]) -> Table:
    """Several runs by name (their policies'), one a row; in 80 columns for names up to 12 long."""
    table = _side_by_side("Cache policies compared")
    for heading in (
        "EM\n%",
        "F1\n%",
        "TTFT\ns",
        "model\ns",
        "e2e\ns",
        "tokens\nper s",
        "length\ntokens",
        "cache\nMiB",
        "tokens\nfed",
        "Non-\nShared\nfeeds",
    ):
        table.add_column(heading, justify="right", no_wrap=True)
    for name, summary in summaries.items():
        table.add_row(
            escape(name),
            _percent(summary.em),
            _percent(summary.f1),
            _brief(summary.ttft_s),
            _brief(summary.model_s),
            _brief(summary.e2e_s),
            _brief(summary.throughput),
            f"{summary.mean_trajectory_tokens:.0f}",
            _brief(summary.mean_cache_bytes / MEBIBYTE),
            f"{_brief(summary.tokens_fed / 1000)}k",
            f"{_brief(summary.nonshared_tokens_fed / 1000)}k",
        )
    return table


def agreement_table(agreements: Mapping[str, Mapping[str, Agreement]]) -> Table:
    """Replays by name (their policies'), a row for each agent: how close to NonShared."""
    table = _side_by_side("Agreement with NonShared on the same tokens")
    table.add_column("agent")
    for heading in ("KL(NonShared || policy)\nnats per token", "top-1\nagreement", "tokens"):
        table.add_column(heading, justify="right")
    for name, by_agent in agreements.items():
        for agent, agreement in by_agent.items():
            figures = (f"{agreement.kl:.2e}", f"{agreement.top1:.1%}", str(agreement.positions))
            table.add_row(escape(name), escape(agent), *figures)
    return table


def _side_by_side(title: str) -> Table:
    table = Table(
        title=title,
        title_justify="left",
        box=box.SIMPLE_HEAD,
        show_edge=False,
        padding=0,
    )
    table.add_column("policy", style="bold", min_width=_LONGEST_POLICY, overflow="fold")
    return table


def _mean_score(scores: Iterable[float | None]) -> float | None:
    known = [score for score in scores if score is not None]
    return sum(known) / len(known) if known else None


def _percent(score: float | None) -> str:
    return "-" if score is None else f"{100 * score:.1f}"


def _brief(number: float) -> str:
    """At least three significant digits, in as few characters."""
    return f"{number:.2f}" if number < 10 else f"{number:.1f}" if number < 1000 else f"{number:.0f}"


def _counts(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in sorted(counts.items())) or "none"


def _times(summary: Summary) -> str:
    if not summary.tokens_fed:
        return ""
    return f"  ({summary.nonshared_tokens_fed / summary.tokens_fed:.2f} times as many)"
