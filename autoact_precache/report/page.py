"""The report as one HTML page that needs nothing beside it."""

from collections.abc import Sequence
from dataclasses import dataclass

from jinja2 import Environment, PackageLoader, StrictUndefined

from autoact_precache.agents.evaluation import Evaluation
from autoact_precache.commands.evaluation_files import by_task
from autoact_precache.commands.evaluation_tables import evaluation_tables, notes
from autoact_precache.report.charts import swatch
from autoact_precache.report.figure import Figure, Looks
from autoact_precache.report.figures_analysis import (
    analyzed_agreements,
    fidelity_by_role,
    geometry_by_layer,
    transitions,
)
from autoact_precache.report.figures_bench import bench_figures, varied_settings
from autoact_precache.report.figures_runs import (
    cost_over_length,
    memory_over_length,
    score_against_latency,
)
from autoact_precache.report.head import blocks, lead
from autoact_precache.report.sources import REFERENCE, Run, Sources
from autoact_precache.report.summary import run_table, trace_table
from autoact_precache.report.table import Column, Table, plain
from autoact_precache.report.viewer import left_out, viewer_data
from autoact_precache.report.words import count, counted
from autoact_precache.trajectories.agreement import agreement_by_agent


@dataclass(frozen=True)
class Section:
    """`tables` stand open, `more` behind a click."""

    id: str
    title: str
    intro: Sequence[str]
    tables: Sequence[Table] = ()
    more: Sequence[Table] = ()
    figures: Sequence[Figure] = ()


def report_page(sources: Sources, trajectories: int | None) -> str:
    """`trajectories` is how many questions a task the viewer holds; None: all."""
    environment = Environment(
        loader=PackageLoader("autoact_precache.report"),
        autoescape=True,  # whatever comes out of a record is data
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.policies["json.dumps_kwargs"] = {}  # by default it sorts what has an order
    return environment.get_template("page.html").render(
        lead=lead(sources),
        given=sources.given,
        blocks=blocks(sources),
        sections=[section for section in _sections(sources) if section.tables or section.figures],
        viewer=viewer_data(sources.runs, trajectories),
        left_out=left_out(sources.runs, trajectories),
        swatch=swatch,
    )


def _sections(sources: Sources) -> list[Section]:
    looks = Looks(_names(sources))
    tasks = sources.runs_by_task().values()
    return [
        *(_of_task(i, runs, sources, looks) for i, runs in enumerate(tasks, start=1)),
        *_of_evaluations(sources, looks),
        _of_benches(sources, looks),
        _of_fidelity(sources, looks),
    ]


def _names(sources: Sources) -> list[str]:
    """Of all policies, the reference first."""
    return [
        REFERENCE,
        *(run.name for run in sources.runs),
        *(m.subject for bench in sources.benches for m in bench.measurements),
        *(policy for analysis in sources.analyses for policy in analysis.fidelity),
        *(evaluation.label for evaluation in sources.evaluations),
    ]


def _of_task(number: int, runs: Sequence[Run], sources: Sources, looks: Looks) -> Section:
    task = runs[0].task
    of_task = [e for e in sources.evaluations if e.task == task]
    figures = [
        cost_over_length(runs, looks),
        score_against_latency(task, runs, of_task, looks),
        memory_over_length(runs, looks),
    ]
    return Section(
        f"task-{number}",
        f"Policies on {task}",
        [
            "One row a run. The bars compare the figures of a column: shorter is cheaper. Ratios "
            "are against NonShared on the same questions."
        ],
        [run_table(runs)],
        figures=[figure for figure in figures if figure],
    )


def _of_evaluations(sources: Sources, looks: Looks) -> list[Section]:
    tasks = sources.runs_by_task()
    return [
        _of_evaluation(i, group, group[0].task in tasks, looks)
        for i, group in enumerate(by_task(sources.evaluations), start=1)
    ]


def _of_evaluation(
    number: int, group: Sequence[Evaluation], has_runs: bool, looks: Looks
) -> Section:
    tables = [
        plain(
            cells.title,
            [
                Column(heading or "measure", is_number=i > 1)
                for i, heading in enumerate(cells.headings)
            ],
            cells.rows,
        )
        for cells in evaluation_tables(group)
    ]
    figure = None if has_runs else score_against_latency(group[0].task, [], group, looks)
    return Section(
        f"levels-{number}",
        f"Scores on {group[0].task} by level",
        notes(group),
        tables[:1],
        tables[1:],
        figures=[figure] if figure else [],
    )


def _of_benches(sources: Sources, looks: Looks) -> Section:
    tables: list[tuple[int, Table]] = []
    for bench, varied in zip(sources.benches, varied_settings(sources.benches), strict=True):
        setting = "".join(f", {name} {value}" for name, value in varied.items())
        for trace in dict.fromkeys(m.trace for m in bench.measurements):
            beside = [m for m in bench.measurements if m.trace == trace]
            tokens = beside[0].trajectory_tokens
            agents = counted(beside[0].agents, "agent")
            title = f"{trace}: {count(tokens)} tokens, {agents}{setting}"
            tables.append((tokens, trace_table(title, beside)))
    longest = max(range(len(tables)), key=lambda i: tables[i][0], default=0)
    return Section(
        "bench",
        "Cost on controlled traces",
        [
            "The same random tokens under each policy, so that nothing but cost differs. Names "
            "that begin with peft are what a user would do without this project, with transformers "
            "and peft alone. Ratios are against NonShared."
        ],
        [table for i, (_, table) in enumerate(tables) if i == longest],
        [table for i, (_, table) in enumerate(tables) if i != longest],
        bench_figures(sources.benches, looks),
    )


def _of_fidelity(sources: Sources, looks: Looks) -> Section:
    figures: list[Figure | None] = []
    tables: list[Table] = []
    for task, runs in sources.runs_by_task().items():
        compared = {run.name: agreement_by_agent(run.trajectories) for run in runs}
        replayed = {name: found for name, found in compared.items() if found}
        figures.append(fidelity_by_role(replayed, f"replays of {task}", looks))
    for number, analysis in enumerate(sources.analyses, start=1):
        of = f"analysis {number}" if len(sources.analyses) > 1 else "analysis"
        figures.append(fidelity_by_role(analyzed_agreements(analysis), of, looks))
        figures.append(geometry_by_layer(analysis, of))
        tables.append(transitions(analysis, of))
    return Section(
        "fidelity",
        "How close to NonShared, and why",
        ["What sharing costs in faithfulness, on the same tokens, and where in the model."],
        more=tables,
        figures=[figure for figure in figures if figure],
    )
