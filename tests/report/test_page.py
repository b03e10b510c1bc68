"""What the page says, and that what comes from a record is text in it."""

import json
import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from autoact_precache.report.page import report_page
from autoact_precache.report.sources import read_sources
from tests.report.records import analysis, bench, everything, measurement, record, run, trajectory

HOSTILE = "<script>alert(1)</script>\u2028</script><img src=x onerror=alert(2)>"


class Page(HTMLParser):
    """Elements by name, and the text of each table's rows."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: dict[str, list[dict[str, str | None]]] = {}
        self.texts: list[str] = []
        self.rows: list[list[str]] = []
        self._open: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.setdefault(tag, []).append(dict(attrs))
        self._open.append(tag)
        if tag == "tr":
            self.rows.append([])
        elif tag in ("td", "th"):
            self.rows[-1].append("")

    def handle_endtag(self, tag: str) -> None:
        while self._open and self._open.pop() != tag:
            pass

    def handle_data(self, data: str) -> None:
        if "script" not in self._open and "style" not in self._open:
            self.texts.append(data)
        if {"td", "th"} & set(self._open):
            self.rows[-1][-1] += f" {data.strip()}".rstrip()

    def row(self, *beginning: str) -> list[str]:
        cells = ([cell.strip() for cell in row] for row in self.rows)
        return next(row for row in cells if row[: len(beginning)] == list(beginning))


def viewer(html: str) -> list[dict]:
    [data] = re.findall(r'<script type="application/json" id="data">(.*?)</script>', html, re.S)
    return json.loads(data)


@pytest.fixture(scope="module")
def html(tmp_path_factory) -> str:
    return report_page(read_sources([everything(tmp_path_factory.mktemp("report"))]), 2)


@pytest.fixture(scope="module")
def page(html) -> Page:
    return Page(html)


def test_the_runs_side_by_side(page):
    reference = page.row("nonshared the reference")
    assert reference[1:6] == ["3", "100.0 %", "100.0 %", "100.0 %", "4.00 s"]
    ours = page.row("prelrshared", "3")
    assert ours[5:] == [
        "2.00 s 2.00x lower",
        "4.00 s 1.50x lower",
        "88 1.51x fewer",  # 2 calls of 40 + 4; for NonShared, action feeds the 45 before it too
        "1.00 MiB 3.00x smaller",
    ]


def test_the_bench_against_nonshared(page):
    ours = page.row("prelrshared", "4.00 s 3.00x lower")
    assert ours[4] == "4.50 s 2.78x lower"
    assert ours[5] == "888.9/s 2.78x higher"
    assert page.row("peft-no-cache", "36.0 s 3.00x higher")


def test_every_figure_has_a_caption_and_a_table(html):
    figures = re.findall(r"<figure.*?</figure>", html, re.S)
    titles = [re.search(r"<h3[^>]*>(.*?)</h3>", figure)[1] for figure in figures]
    assert titles == [
        "Time to first token and throughput over trajectory length: hotpotqa",
        "Accuracy against latency: hotpotqa",
        "Cache memory over trajectory length: hotpotqa",
        "Time to first token and throughput over trajectory length",
        "Memory over trajectory length",
        "Fidelity to NonShared by role: analysis",
        "Geometry by layer: analysis",
    ]
    for figure in figures:
        assert "<figcaption>" in figure
        assert "<svg" in figure
        assert len(Page(figure).rows) > 1


def test_what_was_run(page):
    text = " ".join(page.texts)
    assert "Abacus 2000, 2 cores, 4 GiB" in text
    assert "tiny (sha256 abababababab), float32, cpu" in text
    assert "plan = plan (sha256 planplanplan)" in text
    assert page.row("seed") == ["seed", "0"]
    assert page.row("policy", "nonshared: 'nonshared'; prelrshared: 'prelrshared'")


def test_nothing_of_it_lies_elsewhere(page):
    assert not page.elements.keys() & {"link", "img", "iframe", "object", "embed", "base"}
    assert all("src" not in script for script in page.elements["script"])
    assert all(a["href"].startswith("#") for a in page.elements["a"])


def test_the_viewer_holds_the_first_questions_of_all_runs(html, page):
    questions = viewer(html)
    assert [question["id"] for question in questions] == ["q0", "q1"]
    for question in questions:
        assert [answer["run"] for answer in question["answers"]] == ["nonshared", "prelrshared"]
    first, second, tool = questions[0]["answers"][0]["events"]
    assert (first["who"], second["who"], tool["who"]) == (
        "plan: action",
        "action: argument",
        "tool: Retrieve",
    )
    assert first["tokens"] == [60, 40, 5, 0]
    assert first["said"] == "60 reused, 40 fed, 5 generated"
    assert first["cost"] == "first token after 2.00 s, then 1.00 s decoding"
    assert tool["cost"] == "ok after 0.25 s"
    assert "1 more question is in the records" in " ".join(page.texts)


def test_a_figure_without_data_is_left_out(tmp_path):
    analysis(tmp_path)
    html = report_page(read_sources([tmp_path]), 20)
    assert "Fidelity to NonShared" in html
    assert "Accuracy against latency" not in html
    assert "Transcripts, call by call" not in html


def test_a_bench_of_one_trace_and_a_sweep_over_ranks(tmp_path):
    for rank in (4, 8):
        lora = {"rank": rank, "targets": ["q_proj"]}
        bench(tmp_path / f"rank-{rank}", measurement("prelrshared", 1000, rank / 4), lora=lora)
    html = report_page(read_sources([tmp_path]), 20)
    assert "throughput over rank" in html
    assert "trace_1000: 1,000 tokens, 1 agent, rank 8" in html
    alone = report_page(read_sources([tmp_path / "rank-4"]), 20)
    assert "Time as the trace trace_1000 grows" in alone


def test_records_that_were_never_right_or_scored_or_called(tmp_path):
    empty = trajectory("q1", run(), events=[], em=None, f1=None, prediction=None, ended="error")
    unscored = replace(empty, id="q2", error="out of <memory>")
    record(tmp_path, replace(empty, error="out of <memory>"), unscored)
    html = report_page(read_sources([tmp_path]), 20)
    assert "not scored" in html
    assert "out of <memory>" not in html


def test_text_of_a_record_is_no_markup(tmp_path):
    hostile = trajectory("q1", run(HOSTILE, dtype=HOSTILE), question=HOSTILE, prediction=HOSTILE)
    record(tmp_path / "one", hostile)
    record(tmp_path / "two", replace(hostile, id=HOSTILE, task=HOSTILE))
    analysis(tmp_path / HOSTILE.replace("/", ""))
    html = report_page(read_sources([tmp_path]), 20)
    page = Page(html)
    assert len(page.elements["script"]) == 2
    assert "img" not in page.elements
    assert "\u2028" not in html.split('id="data">')[1].split("</script>")[0]
    assert HOSTILE in [question["text"] for question in viewer(html)]
    elements = [element for found in page.elements.values() for element in found]
    ids = [element["id"] for element in elements if "id" in element]
    assert all(re.fullmatch(r"[\w-]+", id) for id in ids)
    assert len(set(ids)) == len(ids)


def test_ratios_are_over_the_questions_that_both_runs_have(tmp_path):
    dear = {"metrics": {"ttft_s": 9.0}}
    asked = trajectory("q1", run()), trajectory("q2", run(), **dear)
    record(tmp_path / "one", *asked)
    record(tmp_path / "two", trajectory("q1", run("fullshared"), metrics={"ttft_s": 1.0}))
    record(tmp_path / "three", trajectory("q1", run("prelrshared", dtype="bfloat16")))
    page = Page(report_page(read_sources([tmp_path]), 20))
    assert page.row("nonshared the reference")[5] == "11.0 s"
    assert page.row("fullshared")[5] == "2.00 s 2.00x lower"
    assert page.row("prelrshared")[5] == "4.00 s"  # of another number format
