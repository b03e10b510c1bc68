"""What was run: the head of the report."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from autoact_precache.commands.bench_result import Bench
from autoact_precache.report.analysis_file import AnalysisFigures
from autoact_precache.report.sources import Run, Sources
from autoact_precache.report.table import Column, Table, plain
from autoact_precache.report.words import count, counted

SHORT = 12  # characters of a sha256


@dataclass(frozen=True)
class Block:
    """One thing that was run, in facts; `settings` has the rest."""

    title: str
    facts: Mapping[str, Sequence[str]]
    settings: Table


def blocks(sources: Sources) -> list[Block]:
    runs = [_of_runs(task, runs) for task, runs in sources.runs_by_task().items()]
    analyses = [_of_analysis(analysis) for analysis in sources.analyses]
    return [*runs, *([_of_benches(sources.benches)] if sources.benches else []), *analyses]


def lead(sources: Sources) -> str:
    """The whole report in a sentence."""
    parts = [
        f"{counted(len(runs), 'run')} on {counted(len(_ids(runs)), what)}"
        for task, runs in sources.runs_by_task().items()
        for what in [f"{task} question" if any(r.trajectories[0].gold for r in runs) else task]
    ]
    if sources.benches:
        measured = [m for bench in sources.benches for m in bench.measurements]
        subjects, traces = {m.subject for m in measured}, {m.trace for m in measured}
        timed = counted(len(subjects), "policy", "policies")
        parts.append(f"{timed} timed on {counted(len(traces), 'trace')}")
    if sources.analyses:
        parts.append(f"fidelity in {counted(len(sources.analyses), 'analysis', 'analyses')}")
    if not parts:
        parts.append(counted(len(sources.evaluations), "evaluation"))
    return "; ".join(parts)


def _ids(runs: Sequence[Run]) -> set[str]:
    return {t.id for run in runs for t in run.trajectories}


def _of_runs(task: str, runs: Sequence[Run]) -> Block:
    settings = {run.name: run.settings for run in runs}
    seeds = sorted({str(t.run.get("seed")) for run in runs for t in run.trajectories})
    facts = {
        "policies": [run.name for run in runs],
        "questions": [count(len(_ids(runs)))],
        "seeds": seeds,
    }
    if machines := dict.fromkeys(str(run.machine) for run in runs if run.machine):
        facts["machine"] = list(machines)
    return Block(task, facts | _model(settings.values()), _table(task, settings))


def _of_benches(benches: Sequence[Bench]) -> Block:
    settings = {f"bench {i}": bench.settings for i, bench in enumerate(benches, start=1)}
    traces = dict.fromkeys(
        f"{m.trace} ({count(m.trajectory_tokens)} tokens, {counted(m.agents, 'agent')})"
        for bench in benches
        for m in bench.measurements
    )
    facts = {
        "machine": list(dict.fromkeys(str(bench.machine) for bench in benches)),
        "traces": list(traces),
        "threads": _values(settings.values(), "threads"),
        "repeats": _values(settings.values(), "repeats"),
    }
    return Block("bench", facts | _model(settings.values()), _table("bench", settings))


def _of_analysis(analysis: AnalysisFigures) -> Block:
    facts = {
        "trajectories": [f"{count(len(analysis.trajectories))} of {analysis.analyzed['source']}"],
        "policies": list(analysis.fidelity),
    }
    settings = {"analysis": analysis.settings}
    return Block("analysis", facts | _model(settings.values()), _table("analysis", settings))


def _model(settings: Any) -> dict[str, list[str]]:
    """Model, with number format and device, and adapters, by what identifies them."""
    found: dict[str, list[str]] = {"model": [], "adapters": []}
    for one in settings:
        model = one.get("model") or {}
        known = [_identified(model), one.get("dtype"), one.get("device")]
        found["model"].append(", ".join(str(part) for part in known if part))
        adapters = one.get("adapters") or {}
        found["adapters"] += [f"{agent} = {_identified(a)}" for agent, a in adapters.items()]
    return {name: list(dict.fromkeys(values)) for name, values in found.items() if values}


def _identified(what: Any) -> str:
    if not isinstance(what, Mapping):
        return "none"
    sha = what.get("sha256")
    return str(what.get("name")) + (f" (sha256 {str(sha)[:SHORT]})" if sha else "")


def _values(settings: Any, key: str) -> list[str]:
    return list(dict.fromkeys(str(one[key]) for one in settings if one.get(key) is not None))


def _table(title: str, settings: Mapping[str, Mapping[str, Any]]) -> Table:
    """Every setting; where runs differ, whose is which."""
    flat = {name: dict(_flat(of_run)) for name, of_run in settings.items()}
    keys = dict.fromkeys(key for of_run in flat.values() for key in of_run)
    rows = []
    for key in keys:
        values = {name: of_run.get(key, "-") for name, of_run in flat.items()}
        shared = set(values.values())
        one = shared.pop() if len(shared) == 1 else None
        rows.append([key, one or "; ".join(f"{name}: {value}" for name, value in values.items())])
    columns = [Column("setting", is_number=False), Column("value", is_number=False)]
    return plain(f"All settings: {title}", columns, rows)


def _flat(settings: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, str]]:
    for key, value in settings.items():
        if isinstance(value, Mapping) and value:
            yield from _flat(value, f"{above}{key}.")
        else:
            yield f"{above}{key}", repr(value) if isinstance(value, str | list) else str(value)
