"""Figures of runs: cost over length, memory over length, score against latency."""

from collections.abc import Sequence
from statistics import fmean

from autoact_precache.agents.evaluation import Evaluation, figure
from autoact_precache.agents.tasks.task import ALL
from autoact_precache.report.axis import Axis, is_wide
from autoact_precache.report.charts import Chart, Series
from autoact_precache.report.figure import Figure, Looks
from autoact_precache.report.sources import Run
from autoact_precache.report.table import Column, plain
from autoact_precache.report.words import compact, count, percent, seconds, size
from autoact_precache.trajectories.memory import MEBIBYTE
from autoact_precache.trajectories.record import Trajectory

DOTS = 30  # of a run at most: neighbours in length are averaged beyond
LENGTH = "trajectory length, tokens"

Dot = tuple[float, float, float]
"""Length in tokens, summed TTFT in seconds, throughput in tokens a second."""


def cost_over_length(runs: Sequence[Run], looks: Looks) -> Figure:
    """A dot a question, or the mean of a few of about the same length."""
    dots = {run.name: _dots(run.trajectories) for run in runs}
    lengths = [length for of_run in dots.values() for length, _, _ in of_run]
    x = Axis(LENGTH, log=is_wide(lengths), from_zero=False)

    def chart(title: str, label: str, which: int) -> Chart:
        figures = [dot[which] for of_run in dots.values() for dot in of_run]
        series = [
            Series(name, looks[name], [(dot[0], dot[which]) for dot in of_run], joined=False)
            for name, of_run in dots.items()
        ]
        return Chart(title, x, Axis(label, log=is_wide(figures)), series)

    merged = any(len(run.trajectories) > DOTS for run in runs)
    return Figure(
        f"Time to first token and throughput over trajectory length: {runs[0].task}",
        "TTFT: the seconds from the start of each call to its first token, summed over a "
        "question's calls; lower is better. Throughput: transcript tokens per second of model "
        "time; higher is better. "
        + (
            f"Each mark is the mean of neighbours in length, at most {DOTS} marks a run."
            if merged
            else "Each mark is one question."
        ),
        [
            chart("Time to first token", "summed TTFT, s", 1),
            chart("Throughput", "tokens per second", 2),
        ],
        plain(
            "Time to first token and throughput over trajectory length",
            [
                Column("policy", is_number=False),
                Column("length"),
                Column("TTFT"),
                Column("tokens/s"),
            ],
            [
                [name, count(length), seconds(ttft), f"{throughput:.2f}"]
                for name, of_run in dots.items()
                for length, ttft, throughput in of_run
            ],
        ),
    )


def memory_over_length(runs: Sequence[Run], looks: Looks) -> Figure | None:
    """Call by call through the longest question that all runs have; None where there is none."""
    by_id = [{t.id: t for t in run.trajectories if t.calls} for run in runs]
    common = [id for id in by_id[0] if all(id in of_run for of_run in by_id)]
    if not common:
        return None
    chosen = max(common, key=lambda id: by_id[0][id].totals.trajectory_tokens)
    points = {
        run.name: [
            (call.metrics["trajectory_tokens"], call.metrics["cache_bytes"]["total"])
            for call in of_run[chosen].calls
        ]
        for run, of_run in zip(runs, by_id, strict=True)
    }
    series = [
        Series(name, looks[name], [(x, y / MEBIBYTE) for x, y in of_run])
        for name, of_run in points.items()
    ]
    title = f"Cache memory over trajectory length: {runs[0].task}"
    return Figure(
        title,
        f"Keys and values held after each call of the longest question ({chosen}), one mark a "
        "call; lower is better. A policy that shares one cache grows with the transcript alone; "
        "one cache an agent steps up whenever another agent catches up on it.",
        [Chart(title, Axis(LENGTH, from_zero=False), Axis("cache, MiB"), series)],
        plain(
            title,
            [Column("policy", is_number=False), Column("length"), Column("cache")],
            [[name, count(x), size(y)] for name, of_run in points.items() for x, y in of_run],
        ),
    )


def score_against_latency(
    task: str, runs: Sequence[Run], evaluations: Sequence[Evaluation], looks: Looks
) -> Figure | None:
    """Of the runs, or of the evaluations where their records are not at hand; None unscored."""
    points = {run.name: point for run in runs if (point := _scored(run))}
    if not runs:
        points = {e.label: point for e in evaluations if (point := _evaluated(e))}
    if not points:
        return None
    series = [
        Series(name, looks[name], [(time, 100 * score)], errors=[100 * error])
        for name, (time, score, error) in points.items()
    ]
    title = f"Accuracy against latency: {task}"
    return Figure(
        title,
        "The share of right answers (exact match) over the mean model time of a question. Up and "
        "left is better. Bars are one standard error of the mean over questions: policies whose "
        "bars overlap widely are not told apart by this many questions.",
        [
            Chart(
                title,
                Axis("model time a question, s"),
                Axis("right answers", form=lambda tick: f"{compact(tick)} %"),
                series,
            )
        ],
        plain(
            title,
            [
                Column("policy", is_number=False),
                Column("right"),
                Column("standard error"),
                Column("model time"),
            ],
            [
                [name, percent(score), percent(error), seconds(time)]
                for name, (time, score, error) in points.items()
            ],
        ),
    )


def _dots(trajectories: Sequence[Trajectory]) -> list[Dot]:
    dots = sorted(
        (float(t.totals.trajectory_tokens), t.totals.ttft_s, t.totals.throughput)
        for t in trajectories
        if t.calls
    )
    together = -(-len(dots) // DOTS) or 1
    groups = [dots[start : start + together] for start in range(0, len(dots), together)]
    return [
        (fmean(d[0] for d in few), fmean(d[1] for d in few), fmean(d[2] for d in few))
        for few in groups
    ]


def _scored(run: Run) -> Dot | None:
    """Mean model time, mean score, its standard error over questions."""
    scores: dict[str, list[float]] = {}
    for trajectory in run.trajectories:
        if trajectory.em is not None:
            scores.setdefault(trajectory.id, []).append(trajectory.em)
    found = figure([[(fmean(repeats), 1) for repeats in scores.values()]]) if scores else None
    if found is None:
        return None
    time = fmean(t.totals.model_s for t in run.trajectories if t.em is not None)
    return time, found.mean, found.standard_error or 0.0


def _evaluated(evaluation: Evaluation) -> Dot | None:
    figures = evaluation.levels[ALL].figures
    score = figures.get("accuracy") or figures.get("em")
    if score is None or "model_s" not in figures:
        return None
    return figures["model_s"].mean, score.mean, score.standard_error or 0.0
