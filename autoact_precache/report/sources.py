"""What a report is made of: runs, evaluations, analyses and benches, found in folders."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from autoact_precache.agents.evaluation import Evaluation
from autoact_precache.agents.tasks.task import ALL
from autoact_precache.commands.analyze import REPORT
from autoact_precache.commands.bench_result import BENCH, Bench, read_bench
from autoact_precache.commands.evaluation_files import EVALUATION
from autoact_precache.commands.failures import UsageError
from autoact_precache.commands.machine_file import read_machine
from autoact_precache.commands.run import TRAJECTORIES
from autoact_precache.report.analysis_file import AnalysisFigures, read_analysis
from autoact_precache.report.json_file import read_json, reading
from autoact_precache.trajectories.machine import Machine
from autoact_precache.trajectories.record import Trajectory
from autoact_precache.trajectories.schema import RecordError, check
from autoact_precache.trajectories.store import read_trajectories

ANALYSIS = f"{REPORT}.json"
REFERENCE = "nonshared"  # the policy that the others are measured against
REPEAT = "seed-"  # eval keeps each of its repeats in a folder of that name


@dataclass(frozen=True)
class Run:
    """The trajectories of one run, replay or evaluation, all of its repeats together.

    `name` is the policy's label, with the folder where two runs of a task share it. `settings` are
    those of the first trajectory; `machine` is None where it was not written down.
    """

    folder: Path
    name: str
    trajectories: list[Trajectory]
    machine: Machine | None

    @property
    def task(self) -> str:
        return self.trajectories[0].task

    @property
    def settings(self) -> dict[str, Any]:
        return self.trajectories[0].run


@dataclass
class Sources:
    """Everything found, the reference first; `given` are the files and folders it was found in."""

    given: list[Path]
    runs: list[Run] = field(default_factory=list)
    evaluations: list[Evaluation] = field(default_factory=list)
    analyses: list[AnalysisFigures] = field(default_factory=list)
    benches: list[Bench] = field(default_factory=list)

    def runs_by_task(self) -> dict[str, list[Run]]:
        tasks: dict[str, list[Run]] = {}
        for run in self.runs:
            tasks.setdefault(run.task, []).append(run)
        return tasks


def read_sources(given: Sequence[Path]) -> Sources:
    """Raises UsageError for a source that is not there or holds nothing, RecordError for what
    cannot be read. The last line of a record, where a killed run left it half-written, is skipped.
    """
    sources = Sources(list(given))
    files = {path: None for source in given for path in _files(source)}
    evaluations = [path for path in files if path.name == EVALUATION]
    records: dict[Path, list[Trajectory]] = {}
    for path in files:
        if path.name == EVALUATION:
            # A sweep's file says again what those of its runs say.
            if not any(path.parent in other.parents for other in evaluations if other != path):
                sources.evaluations += _evaluations(path)
        elif path.name == ANALYSIS:
            sources.analyses.append(read_analysis(path))
        elif path.name == BENCH:
            sources.benches.append(read_bench(path))
        else:
            repeat = path.parent.name.startswith(REPEAT)
            folder = path.parent.parent if repeat else path.parent
            records.setdefault(folder, []).extend(read_trajectories(path))
    runs = [
        Run(folder, policy_label(trajectories[0].run), trajectories, read_machine(folder))
        for folder, trajectories in records.items()
        if trajectories
    ]
    runs.sort(key=lambda run: (run.task, run.name != REFERENCE, run.name))
    sources.runs = _told_apart(runs)
    if not any((sources.runs, sources.evaluations, sources.analyses, sources.benches)):
        raise UsageError(f"{', '.join(map(str, given))}: no trajectory has been finished in there")
    return sources


def policy_label(run: dict[str, Any]) -> str:
    """How tables name the policy of a run, from what a trajectory says of it."""
    return str(run.get("policy_label") or run.get("policy", "unknown policy"))


def _files(source: Path) -> Iterator[Path]:
    if source.is_file():
        if source.name not in (EVALUATION, ANALYSIS, BENCH) and source.suffix != ".jsonl":
            raise UsageError(f"{source}: expected a folder, or one of {_known_files()}")
        yield source
        return
    if not source.is_dir():
        raise UsageError(f"sources: there is no {source}")
    names = (TRAJECTORIES, EVALUATION, ANALYSIS, BENCH)
    found = sorted(path for path in source.rglob("*") if path.name in names and path.is_file())
    if not found:
        raise UsageError(f"{source}: nothing to report in it, none of {_known_files()}")
    yield from found


def _known_files() -> str:
    return f"{TRAJECTORIES} (run, replay, eval), {EVALUATION}, {ANALYSIS} (analyze), {BENCH}"


def _told_apart(runs: Sequence[Run]) -> list[Run]:
    """Runs of one task and policy get their folder's name, or as much of its path as it takes."""
    held = Counter((run.task, run.name) for run in runs)
    twice = [run for run in runs if held[run.task, run.name] > 1]
    return [
        replace(run, name=f"{run.name} ({_tail(run.folder, [r.folder for r in twice])})")
        if run in twice
        else run
        for run in runs
    ]


def _tail(folder: Path, among: Sequence[Path]) -> str:
    parts = folder.resolve().parts
    for length in range(1, len(parts) + 1):
        tail = parts[-length:]
        if sum(other.resolve().parts[-length:] == tail for other in among) == 1:
            break
    return "/".join(tail)


def _evaluations(path: Path) -> list[Evaluation]:
    """One, or those that a sweep left together, by name."""
    data = read_json(path)
    by_name = {"": data} if "levels" in data else data
    found: list[Evaluation] = reading(
        path, lambda: [check(one, Evaluation, name) for name, one in by_name.items()]
    )
    if any(ALL not in evaluation.levels for evaluation in found):
        raise RecordError(f"{path}: levels.{ALL}: missing")
    return found
