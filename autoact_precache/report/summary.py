"""The summary tables: runs of a task side by side, and what was measured of a trace."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from autoact_precache.commands.bench_result import Measurement
from autoact_precache.report.sources import REFERENCE, Run
from autoact_precache.report.table import Cell, Column, Table, barred
from autoact_precache.report.words import count, percent, rate, seconds, size, times
from autoact_precache.trajectories.summary import Summary, summarize

T = TypeVar("T")

IDENTITY = ("model", "adapters", "dtype", "device")  # in which runs must agree to compare


@dataclass(frozen=True)
class Cost:
    """A column of figures; `pairs` are those that compare, a row's and NonShared's."""

    column: Column
    write: Callable[[float], str]
    figures: Sequence[float]
    pairs: Sequence[tuple[float, float] | None]
    less: str
    more: str

    def cells(self) -> list[Cell]:
        notes = [times(*pair, self.less, self.more) if pair else "" for pair in self.pairs]
        return barred(self.figures, self.write, notes)


@dataclass(frozen=True)
class _Costs(Generic[T]):
    """Columns about `things`; `pairs` are a thing and the reference it compares with."""

    things: Sequence[T]
    pairs: Sequence[tuple[T, T] | None]

    def __call__(
        self,
        name: str,
        meaning: str,
        write: Callable[[float], str],
        measure: Callable[[T], float],
        less: str = "lower",
        more: str = "higher",
    ) -> Cost:
        figures = [measure(thing) for thing in self.things]
        pairs = [pair and (measure(pair[0]), measure(pair[1])) for pair in self.pairs]
        return Cost(Column(name, meaning), write, figures, pairs, less, more)


def run_table(runs: Sequence[Run]) -> Table:
    """Scores where there are any, then costs as means over questions."""
    summaries = [summarize(run.trajectories) for run in runs]
    cost = _Costs(summaries, [_compared(run, runs) for run in runs])
    costs = [
        cost(
            "TTFT",
            "time to first token, summed over the calls of a question; mean over questions",
            seconds,
            lambda s: s.ttft_s / s.questions,
        ),
        cost(
            "model time",
            "prefill, decoding and reconstruction of a question; mean",
            seconds,
            lambda s: s.model_s / s.questions,
        ),
        Cost(
            Column(
                "tokens fed",
                "through the model for a question, mean; against what NonShared feeds for the "
                "same calls",
            ),
            count,
            [s.tokens_fed / s.questions for s in summaries],
            [
                None if _is_reference(run) else (s.tokens_fed, s.nonshared_tokens_fed)
                for run, s in zip(runs, summaries, strict=True)
            ],
            "fewer",
            "more",
        ),
        cost(
            "cache",
            "keys and values held at a question's end; mean",
            size,
            lambda s: s.mean_cache_bytes,
            "smaller",
            "larger",
        ),
    ]
    columns = {
        Column("policy", "who may reuse what of the other agents' cache", False): [
            Cell(run.name, note="the reference" if _is_reference(run) else "") for run in runs
        ],
        **_scores(summaries),
        **{cost.column: cost.cells() for cost in costs},
    }
    return Table(f"{runs[0].task}: the policies side by side", list(columns), _rows(columns))


def trace_table(title: str, measured: Sequence[Measurement]) -> Table:
    """All that was measured on one trace."""
    reference = next((m for m in measured if m.subject == REFERENCE), None)

    cost = _Costs(
        measured, [(m, reference) if reference and m is not reference else None for m in measured]
    )
    costs = [
        cost(
            "TTFT",
            "time to first token, summed over the trace's calls",
            seconds,
            lambda m: m.ttft_s,
        ),
        cost("a token", "decoding, after a call's first", seconds, lambda m: m.time_per_token_s),
        cost(
            "reconstruct",
            "ReBaseShared's pass with adapters off",
            seconds,
            lambda m: m.reconstruct_s,
        ),
        cost("total", "prefill, decoding and reconstruction", seconds, lambda m: m.total_s),
        cost("throughput", "transcript tokens per second of total", rate, lambda m: m.throughput),
        cost("tokens fed", "through the model", count, lambda m: m.tokens_fed, "fewer", "more"),
        cost(
            "cache",
            "keys and values held at the end",
            size,
            lambda m: m.cache_bytes["total"],
            "smaller",
            "larger",
        ),
    ]
    if all(m.memory for m in measured):
        costs.append(
            cost(
                "peak",
                "memory of a process of its own, above the loaded model",
                size,
                lambda m: m.memory.peak_bytes - m.memory.before_bytes if m.memory else 0,
            )
        )
    columns = {
        Column("policy", "or what a user would do without this project", is_number=False): [
            Cell(m.subject, note="the reference" if m is reference else "") for m in measured
        ],
        **{cost.column: cost.cells() for cost in costs},
    }
    return Table(title, list(columns), _rows(columns))


def _scores(summaries: Sequence[Summary]) -> dict[Column, list[Cell]]:
    """What was answered, and how well; a replay has no scores."""
    numbers = [Cell(count(s.questions)) for s in summaries]
    if all(s.em is None for s in summaries):
        return {Column("replays"): numbers}
    has_f1 = any(s.f1 is not None for s in summaries)
    name = "EM" if has_f1 else "accuracy"
    columns = {
        Column("questions"): numbers,
        Column(name, "the share of answers that are exactly right"): [
            Cell(percent(s.em)) for s in summaries
        ],
    }
    if has_f1:
        column = Column("F1", "overlap of the answer's words with the right one's")
        columns[column] = [Cell(percent(s.f1)) for s in summaries]
    column = Column("finished", "ended in an answer that the reflecting agent agreed with")
    columns[column] = [Cell(percent(s.ended.get("finished", 0) / s.questions)) for s in summaries]
    return columns


def _is_reference(run: Run) -> bool:
    return run.settings.get("policy") == REFERENCE


def _compared(run: Run, runs: Sequence[Run]) -> tuple[Summary, Summary] | None:
    """The run and NonShared with the same model, both on the questions that both have."""
    for other in runs:
        is_same = all(other.settings.get(key) == run.settings.get(key) for key in IDENTITY)
        both = {t.id for t in run.trajectories} & {t.id for t in other.trajectories}
        if _is_reference(other) and not _is_reference(run) and is_same and both:
            ours, theirs = (
                summarize(t for t in one.trajectories if t.id in both) for one in (run, other)
            )
            return ours, theirs
    return None


def _rows(columns: dict[Column, list[Cell]]) -> list[tuple[Cell, ...]]:
    return list(zip(*columns.values(), strict=True))
