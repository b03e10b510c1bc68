import json

import pytest

from autoact_precache.trajectories.agreement import agreement_by_agent
from autoact_precache.trajectories.store import read_trajectories
from tests.cli.program import Program, refused

ON_SWITCH = "{_target_:autoact_precache.policies.ReBaseShared,reconstruct:on_switch}"
LABELS = [
    "nonshared",
    "fullshared",
    "baseshared",
    "prelrshared",
    "rebaseshared-lp",
    "rebaseshared-lp-on-switch",
    "droidspeak",
    "cacheblend",
    "relaycaching",
]
FULL = {"nonshared", "fullshared", "droidspeak", "cacheblend", "relaycaching"}


@pytest.fixture
def record(sweep):
    return sweep[0] / "policy-nonshared" / "trajectories.jsonl"


@pytest.fixture
def analyze(small) -> Program:
    """The program on the small model, without the agents' settings: it has none here."""
    return Program(small.folder, tuple(s for s in small.settings if s.startswith("model.")))


def analyzed(analyze, record, *settings):
    finished = analyze("analyze", f"source={record}", *settings)
    assert finished.code == 0, finished.stderr
    return finished


def test_every_policy_side_by_side(analyze, record):
    finished = analyzed(analyze, record, "output=out")
    report = json.loads((analyze.folder / "out" / "analyze.json").read_text())
    assert list(report["policies"]) == LABELS
    assert report["trajectories"] == [t.id for t in read_trajectories(record)]
    for label, by_agent in report["policies"].items():
        assert list(by_agent) == ["plan", "action", "(all)"]
        everyone = by_agent["(all)"]
        assert (
            everyone["positions"]
            == by_agent["plan"]["positions"] + (by_agent["action"]["positions"])
        )
        error = everyone["relative_l2"]["full.v"]["all"]
        assert len(error["by_layer"]) == 2
        is_exact = label == "nonshared"
        assert (everyone["kl"] < 1e-9) == is_exact
        assert (error["mean"] < 1e-5) == is_exact
        assert ("lr.v" in everyone["relative_l2"]) == (label not in FULL)
    assert report["geometry"].keys() == {"plan -> action", "action -> plan", "(all)"}
    for states in report["geometry"].values():
        assert states.keys() == {"base.k", "base.v", "hidden"}
        for found in states.values():
            assert found["by_layer"]["rho"][0] is None
            assert found["by_layer"]["gamma_err"][1] > 0
    written = {path.name for path in (analyze.folder / "out").iterdir() if path.is_file()}
    assert written == {
        "analysis.jsonl",
        "analyze.json",
        "analyze.md",
        "fidelity.png",
        "geometry.png",
    }
    markdown = (analyze.folder / "out" / "analyze.md").read_text()
    for label in LABELS:
        assert f"| {label} | action |" in markdown
        assert label in finished.stdout
    assert "Gamma_err" in finished.stdout


def test_kl_and_top_1_are_those_of_a_replay(small, analyze, record):
    finished = small("replay", f"source={record}", "policy=fullshared", "output=replayed")
    assert finished.code == 0, finished.stderr
    replayed = agreement_by_agent(read_trajectories(analyze.folder / "replayed/trajectories.jsonl"))
    analyzed(analyze, record, "policies=[fullshared]", "plots=null", "output=out")
    report = json.loads((analyze.folder / "out" / "analyze.json").read_text())
    for agent, agreement in replayed.items():
        found = report["policies"]["fullshared"][agent]
        assert found["kl"] == pytest.approx(agreement.kl, rel=1e-2)
        assert found["top1_agreement"] == agreement.top1
        assert found["positions"] == agreement.positions


def test_an_analysis_goes_on_where_it_stopped(analyze, record):
    settings = (f"policies=[baseshared,{ON_SWITCH}]", "plots=null")
    analyzed(analyze, record, *settings, "output=whole")
    analyzed(analyze, record, *settings, "limit=1", "output=out")
    out, whole = analyze.folder / "out", analyze.folder / "whole"
    [first] = (out / "analysis.jsonl").read_text().splitlines()
    (out / "analysis.jsonl").write_text(f"{first}\n{first[:99]}")  # as a killed run leaves it
    refused_twice = analyze("analyze", f"source={record}", *settings, "output=out")
    refused(refused_twice, "resume=true", "1 trajectories")
    analyzed(analyze, record, *settings, "output=out", "resume=true")
    assert (out / "analysis.jsonl").read_text() == (whole / "analysis.jsonl").read_text()
    assert (out / "analyze.json").read_text() == (whole / "analyze.json").read_text()
    other = ("policies=[baseshared]", "plots=null", "output=out", "resume=true")
    refused(
        analyze("analyze", f"source={record}", *other), "analysis.jsonl:1", "settings", "policies"
    )


@pytest.mark.parametrize(
    ("setting", "reasons"),
    [
        ("policies=[sharedall]", ["'sharedall'", "nonshared", "rebaseshared"]),
        ("policies=fullshared", ["policies", "[fullshared,baseshared]"]),
        ("policies=[fullshared,fullshared]", ["fullshared", "twice"]),
        ("policies=[{_target_:collections.Counter}]", ["policies", "Counter"]),
        ("policies=[{_target_:mine.Policy}]", ["mine"]),
        ("plots=gif", ["plots", "'gif'", "png"]),
        ("source=nothing.jsonl", ["nothing.jsonl"]),
    ],
)
def test_what_cannot_be_analyzed(analyze, record, setting, reasons):
    refused(analyze("analyze", f"source={record}", setting), *reasons)
    assert analyze.files() == []


def test_a_record_of_agents_without_adapter(analyze, record):
    renamed = record.read_text().replace('"agent": "action"', '"agent": "critic"')
    (analyze.folder / "other.jsonl").write_text(renamed)
    refused(analyze("analyze", "source=other.jsonl"), "other.jsonl", "'critic'", "plan, action")
