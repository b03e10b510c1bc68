"""`report` through the program."""

import os

import pytest

from autoact_precache.trajectories.store import read_trajectories
from tests.cli.test_bad_input import refused


def test_a_report_of_a_sweep(program, sweep):
    folder, _ = sweep
    finished = program("report", f"sources=[{folder}]", "trajectories=1", "output=out")
    assert finished.code == 0, finished.stderr
    path = program.folder / "out/report.html"
    assert finished.stdout.split() == ["report:", "out/report.html", "open", path.as_uri()]
    page = path.read_text()
    first, second = read_trajectories(folder / "policy-nonshared/trajectories.jsonl")
    for name in ("nonshared", "fullshared", "baseshared", "prelrshared", "rebaseshared-lp"):
        assert f">{name}<" in page
    assert f", {os.cpu_count()} cores, " in page
    assert first.id in page
    assert f'"id": "{second.id}"' not in page  # trajectories=1
    assert not list(program.folder.rglob("*.part"))


@pytest.mark.parametrize(
    ("settings", "reasons"),
    [
        (["sources=[nowhere]"], ["nowhere"]),
        (["sources=[.]"], ["nothing to report", "trajectories.jsonl", "bench.json"]),
        (["sources=mine"], ["sources", "[FOLDER,FOLDER]"]),
        (["sources=[.]", "trajectories=few"], ["trajectories", "'few'"]),
    ],
)
def test_what_cannot_be_reported(program, settings, reasons):
    refused(program("report", *settings), *reasons)
    assert program.files() == []


def test_a_corrupt_line(program, sweep):
    record = sweep[0] / "policy-nonshared" / "trajectories.jsonl"
    first, second = record.read_text().splitlines()
    broken = program.folder / "trajectories.jsonl"
    broken.write_text(f"{first[:-9]}\n{second}\n")
    refused(program("report", "sources=[.]"), "trajectories.jsonl:1")
    assert program.files() == [broken]
