from dataclasses import replace
from io import StringIO

import pytest
from rich.console import Console
from rich.table import Table

from autoact_precache.trajectories.agreement import Agreement
from autoact_precache.trajectories.record import Ended, ToolCall, Trajectory
from autoact_precache.trajectories.summary import (
    Summary,
    agreement_table,
    comparison_table,
    run_table,
    summarize,
)
from autoact_precache.trajectories.totals import compute_totals
from tests.trajectories.examples import a_call, a_trajectory

POLICIES = ["nonshared", "fullshared", "baseshared", "prelrshared", "rebaseshared"]


def a_scored(id: str, em: float | None, ended: Ended, prompt: int, seconds: float) -> Trajectory:
    size = {"base": 2**20 * prompt, "lr": {}, "full": {}, "total": 2**20 * prompt}
    events = [
        a_call("plan", "thought", [0] * prompt, [1, 2], ttft_s=seconds, cache_bytes=size),
        ToolCall("Retrieve", "x", "y", "ok", 0.5),
        ToolCall("Lookup", "x", "y", "not_found", 0.5),
    ]
    totals = compute_totals(events, e2e_s=10.0, peak_memory_bytes=prompt * 2**20)
    return replace(a_trajectory(id, list(events)), em=em, f1=em, ended=ended, totals=totals)


@pytest.fixture
def summary() -> Summary:
    return summarize(
        [
            a_scored("a", 1.0, "finished", prompt=8, seconds=1.0),
            a_scored("b", 0.0, "step_limit", prompt=18, seconds=2.0),
            a_scored("c", None, "finished", prompt=28, seconds=3.0),
        ]
    )


def shown(table: Table, width: int = 100) -> str:
    console = Console(width=width, record=True, file=StringIO())
    console.print(table)
    return console.export_text()


def test_a_summary_worked_out_by_hand(summary: Summary) -> None:
    assert summary.questions == 3
    assert (summary.em, summary.f1) == (0.5, 0.5)
    assert summary.ended == {"finished": 2, "step_limit": 1}
    assert summary.tool_outcomes == {"ok": 3, "not_found": 3}
    assert summary.ttft_s == 6.0
    assert summary.model_s == 6.75
    assert summary.tool_s == 3.0
    assert summary.e2e_s == 30.0
    assert summary.throughput == 60 / 6.75
    assert summary.mean_trajectory_tokens == 20
    assert summary.mean_cache_bytes == 18 * 2**20
    assert summary.peak_memory_bytes == 28 * 2**20
    assert summary.tokens_fed == 54 + 3
    assert summary.nonshared_tokens_fed == 54 + 3


def test_the_summary_of_nothing() -> None:
    summary = summarize([])
    assert (summary.questions, summary.em, summary.throughput) == (0, None, 0.0)
    assert "tokens fed" in shown(run_table(summary, "empty"))


def test_one_run_s_table_shows_every_figure(summary: Summary) -> None:
    text = shown(run_table(replace(summary, nonshared_tokens_fed=171), "hard[red] questions"))
    assert "hard[red] questions" in text
    rows = dict(
        (cell.strip() for cell in line.split("│")[1:3]) for line in text.splitlines() if "│" in line
    )
    assert rows["questions"] == "3  (finished 2, step_limit 1)"
    assert rows["exact match, F1 (%)"] == "50.0, 50.0"
    assert rows["time to first token"].startswith("6.00 s")
    assert rows["tools"] == "3.00 s  (not_found 3, ok 3)"
    assert rows["trajectory length"] == "20 tokens, mean"
    assert rows["cache"].startswith("18.0 MiB")
    assert rows["tokens fed"] == "57"
    assert rows["NonShared would feed"] == "171  (3.00 times as many)"


def test_policies_side_by_side_fit_80_columns(summary: Summary) -> None:
    large = replace(
        summary,
        em=1.0,
        ttft_s=1234.5,
        model_s=23456.7,
        e2e_s=234567.8,
        throughput=123.45,
        mean_trajectory_tokens=117_296.0,
        mean_cache_bytes=12345.6 * 2**20,
        tokens_fed=1_234_567,
        nonshared_tokens_fed=13_703_701,
    )
    text = shown(comparison_table(dict.fromkeys(POLICIES, large) | {"small": summary}), width=80)
    lines = [line.split() for line in text.splitlines()]
    figures = "100.0 50.0 1234 23457 234568 123.5 117296 12346 1235k 13704k"
    for policy in POLICIES:
        assert f"{policy} {figures}".split() in lines
    small = "small 50.0 50.0 6.00 6.75 30.0 8.89 20 18.0 0.06k 0.06k"
    assert small.split() in lines


def test_agreement_is_shown_for_every_policy_and_agent() -> None:
    text = shown(
        agreement_table(
            {
                "fullshared": {"plan": Agreement(0.0123, 0.975, 40)},
                "prelrshared": {"plan": Agreement(1e-5, 1.0, 40), "action": Agreement(0, 1.0, 8)},
            }
        )
    )
    lines = [line.split() for line in text.splitlines()]
    assert ["fullshared", "plan", "1.23e-02", "97.5%", "40"] in lines
    assert ["prelrshared", "plan", "1.00e-05", "100.0%", "40"] in lines
    assert ["prelrshared", "action", "0.00e+00", "100.0%", "8"] in lines
