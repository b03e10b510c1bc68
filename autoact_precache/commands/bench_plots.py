"""The figure of a bench: bars for one trace, lines over the trajectory's length for several."""

from collections.abc import Callable, Sequence
from pathlib import Path

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from autoact_precache.commands.bench_report import three_digits
from autoact_precache.commands.bench_result import Measurement
from autoact_precache.trajectories.memory import MEBIBYTE

FIGURES: dict[str, Callable[[Measurement], float]] = {
    "time to first token, s": lambda m: m.ttft_s,
    "trajectory tokens / s": lambda m: m.throughput,
    "cache, MiB": lambda m: m.cache_bytes["total"] / MEBIBYTE,
}


def draw(measurements: Sequence[Measurement], folder: Path, kind: str) -> Path:
    """Writes `bench.KIND`, and says where."""
    subjects = list(dict.fromkeys(m.subject for m in measurements))
    lengths = {m.trajectory_tokens for m in measurements}
    figure = Figure(figsize=(13, 1.5 + 0.35 * max(len(subjects), 8)), layout="constrained")
    for axes, (title, value) in zip(figure.subplots(1, len(FIGURES)), FIGURES.items(), strict=True):
        axes.set_title(title)
        if len(lengths) > 1:
            _lines(axes, measurements, subjects, value)
        else:
            _bars(axes, measurements, subjects, value)
    if len(lengths) > 1:
        figure.legend(
            *figure.axes[0].get_legend_handles_labels(), loc="outside lower center", ncols=4
        )
    path = folder / f"bench.{kind}"
    figure.savefig(path, dpi=120)
    return path


def _bars(
    axes: Axes,
    measurements: Sequence[Measurement],
    subjects: Sequence[str],
    value: Callable[[Measurement], float],
) -> None:
    bars = axes.barh([m.subject for m in measurements], [value(m) for m in measurements])
    axes.bar_label(bars, fmt=three_digits, padding=3)
    axes.margins(x=0.15)
    axes.invert_yaxis()
    axes.set_yticks(range(len(subjects)), subjects)
    axes.spines[["top", "right"]].set_visible(False)


def _lines(
    axes: Axes,
    measurements: Sequence[Measurement],
    subjects: Sequence[str],
    value: Callable[[Measurement], float],
) -> None:
    for number, subject in enumerate(subjects):
        own = sorted(
            (m for m in measurements if m.subject == subject), key=lambda m: m.trajectory_tokens
        )
        axes.plot(
            [m.trajectory_tokens for m in own],
            [value(m) for m in own],
            label=subject,
            marker="osD^v<>px*"[number % 10],
        )
    axes.set_xlabel("trajectory, tokens")
    axes.set_xscale("log", base=2)
    axes.xaxis.set_major_formatter("{x:,.0f}")
    axes.set_ylim(bottom=0)
    axes.spines[["top", "right"]].set_visible(False)
