"""Evaluations as tables, on the screen and in Markdown: runs side by side, by level."""

from collections.abc import Sequence
from dataclasses import dataclass

from rich import box
from rich.markup import escape
from rich.table import Table

from autoact_precache.agents.evaluation import Evaluation, Figure, Level
from autoact_precache.agents.tasks.task import ALL
from autoact_precache.commands.markdown import markdown_table

SCORES = {"accuracy": "accuracy", "em": "EM", "f1": "F1"}
COSTS = {
    "steps": "steps",
    "trajectory_tokens": "length",
    "ttft_s": "TTFT s",
    "model_s": "model s",
    "e2e_s": "e2e s",
}
ENDS = {"finished": "Finish, Reflect", "real_tool": "real tool"}
ENDED = ("finished", "step_limit", "context_limit", "time_limit", "error")


@dataclass(frozen=True)
class Cells:
    """A table whose first two columns are text: a run's name, and a level or a measure."""

    title: str
    headings: list[str]
    rows: list[list[str]]

    def on_screen(self) -> Table:
        table = Table(
            title=escape(self.title),
            title_justify="left",
            box=box.SIMPLE_HEAD,
            show_edge=False,
            padding=0,
        )
        names = [row[0] for row in self.rows]
        longest = max((len(word) for name in names for word in name.split()), default=0)
        table.add_column(escape(self.headings[0]), style="bold", min_width=longest)
        table.add_column(self.headings[1], no_wrap=True)
        for heading in self.headings[2:]:
            table.add_column(heading.replace(" ", "\n"), justify="right", no_wrap=True)
        for before, (name, *cells) in zip(["", *names], self.rows, strict=False):
            if name == before:
                name = ""
            else:
                table.add_section()
            table.add_row(escape(name), *map(escape, cells))
        return table

    def markdown(self) -> str:
        return f"## {self.title}\n\n{markdown_table(self.headings, self.rows, words=2)}\n"


def evaluation_tables(evaluations: Sequence[Evaluation]) -> list[Cells]:
    """Scores by level, cost and course, how trajectories ended; of one task."""
    name = " ".join(dict.fromkeys(key for e in evaluations for key in e.varied)) or "policy"
    by_repeat = _over_repeats(evaluations)
    columns = dict.fromkeys(level for e in evaluations for level in _shown(e) if level != ALL)
    scores = Cells("Scores, %", [name, "", *columns, ALL], [])
    costs = Cells("A question, mean", [name, "level", *COSTS.values(), "longest"], [])
    ends = Cells("Actions and ends", [name, "level", *(f"{e} %" for e in ENDS.values())], [])
    kinds = [kind for kind in ENDED if any(kind in e.levels[ALL].ended for e in evaluations)]
    ends.headings.extend(kind.replace("_", " ") for kind in kinds)
    for evaluation in evaluations:
        levels = _shown(evaluation)
        for key, heading in SCORES.items():
            if key in evaluation.levels[ALL].figures:
                cells = [_percent(levels.get(c), key, by_repeat) for c in scores.headings[2:]]
                scores.rows.append([evaluation.label, heading, *cells])
        for level, result in levels.items():
            cells = [_number(result.figures.get(key), by_repeat) for key in COSTS]
            costs.rows.append([evaluation.label, level, *cells, str(result.longest)])
            cells = [_percent(result, key, by_repeat) for key in ENDS]
            counts = [str(result.ended.get(kind, 0)) for kind in kinds]
            ends.rows.append([evaluation.label, level, *cells, *counts])
    return [scores, costs, ends]


def notes(evaluations: Sequence[Evaluation]) -> list[str]:
    """What the figures of `evaluation_tables` are, a sentence or two each."""
    first = evaluations[0]
    sizes = ", ".join(f"{name} {level.questions}" for name, level in _shown(first).items())
    seeds = ", ".join(map(str, dict.fromkeys(seed for e in evaluations for seed in e.seeds)))
    spread = (
        f"the standard deviation over {len(first.seeds)} repeats"
        if _over_repeats(evaluations)
        else "the standard error of the mean over questions"
    )
    lines = [
        f"{first.task}; questions: {sizes}; seeds: {seeds}. Behind ± is {spread}.",
        "TTFT, model and e2e are seconds a question: TTFT summed over its calls, model = prefill, "
        "decoding and reconstruction, e2e = with tools. Length and longest: a trajectory's tokens.",
        "Finish, Reflect: ended in Finish that Reflect agrees with. Real tool: of plan's actions, "
        "those that name a tool that exists.",
    ]
    machines = dict.fromkeys(str(e.machine) for e in evaluations if e.machine)
    lines += [f"Machine: {machine}." for machine in machines]
    if any(e.concurrency > 1 for e in evaluations):
        lines.append(
            f"Up to {max(e.concurrency for e in evaluations)} questions were under way at once: "
            "TTFT and e2e include waiting for the others' calls, model time does not."
        )
    return lines


def markdown(evaluations: Sequence[Evaluation], title: str) -> str:
    parts = [f"# {title}\n", *(f"{note}\n" for note in notes(evaluations))]
    return "\n".join(parts + [table.markdown() for table in evaluation_tables(evaluations)])


def _shown(evaluation: Evaluation) -> dict[str, Level]:
    """The levels, less one that is the same as all of them."""
    everything = evaluation.levels[ALL]
    return {
        name: level
        for name, level in evaluation.levels.items()
        if name == ALL or level.questions < everything.questions
    }


def _over_repeats(evaluations: Sequence[Evaluation]) -> bool:
    return all(len(evaluation.seeds) > 1 for evaluation in evaluations)


def _percent(level: Level | None, key: str, by_repeat: bool) -> str:
    figure = level.figures.get(key) if level else None
    return "-" if figure is None else _with_spread(figure, by_repeat, 100, ".1f")


def _number(figure: Figure | None, by_repeat: bool) -> str:
    if figure is None:
        return "-"
    return _with_spread(
        figure, by_repeat, 1, ".2f" if figure.mean < 10 else ".1f" if figure.mean < 100 else ".0f"
    )


def _with_spread(figure: Figure, by_repeat: bool, scale: float, form: str) -> str:
    spread = figure.std if by_repeat else figure.standard_error
    mean = format(scale * figure.mean, form)
    return mean if spread is None else f"{mean}±{scale * spread:{form}}"
