"""What is found in folders, and what is refused."""

import json
from pathlib import Path

import pytest

from autoact_precache.agents.evaluation import Evaluation, Figure, Level
from autoact_precache.commands.failures import UsageError
from autoact_precache.report.sources import policy_label, read_sources
from autoact_precache.trajectories.schema import RecordError
from tests.report.records import (
    ABACUS,
    analysis,
    as_json,
    bench,
    everything,
    record,
    run,
    trajectory,
)


def evaluation(policy: str) -> Evaluation:
    level = Level(2, {"em": Figure(0.5, None, 0.1), "model_s": Figure(3.0, None, 0.2)}, 90, {})
    varied = {"policy": policy}
    return Evaluation("hotpotqa", varied, {}, run(policy), [0], 1, {"all": level}, ABACUS)


def test_all_kinds_below_a_folder(tmp_path):
    sources = read_sources([everything(tmp_path)])
    assert [run.name for run in sources.runs] == ["nonshared", "prelrshared"]
    assert len(sources.benches) == len(sources.analyses) == 1


def test_a_run_is_named_as_its_policy_is_elsewhere():
    assert policy_label({"policy": "mine", "policy_label": "mine-0.5"}) == "mine-0.5"
    assert policy_label({"policy": "endpoint"}) == "endpoint"


def test_repeats_are_one_run(tmp_path):
    for seed in (0, 1):
        of = run(seed=seed)
        record(tmp_path / f"seed-{seed}", trajectory("q1", of), trajectory("q2", of))
    [found] = read_sources([tmp_path]).runs
    assert [t.run["seed"] for t in found.trajectories] == [0, 0, 1, 1]


def test_two_runs_of_a_policy_are_told_apart_by_their_folders(tmp_path):
    for folder in ("mine", "yours"):
        record(tmp_path / folder, trajectory("q1", run()))
    assert [run.name for run in read_sources([tmp_path]).runs] == [
        "nonshared (mine)",
        "nonshared (yours)",
    ]


def test_a_killed_run_counts_up_to_its_last_whole_line(tmp_path):
    path = record(tmp_path, *(trajectory(f"q{i}", run()) for i in range(3)))
    path.write_bytes(path.read_bytes()[:-50])
    [found] = read_sources([path]).runs
    assert [t.id for t in found.trajectories] == ["q0", "q1"]


def test_a_sweeps_evaluations_are_read_once(tmp_path):
    both = {f"policy-{policy}": evaluation(policy) for policy in ("nonshared", "fullshared")}
    pooled = {name: json.loads(as_json(each)) for name, each in both.items()}
    (tmp_path / "eval.json").write_text(json.dumps(pooled))
    assert read_sources([tmp_path]).evaluations == list(both.values())
    for name, each in both.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "eval.json").write_text(as_json(each))
    found = read_sources([tmp_path]).evaluations
    assert sorted(each.label for each in found) == ["fullshared", "nonshared"]


def test_an_evaluation_that_does_not_name_its_machine(tmp_path):
    known = json.loads(as_json(evaluation("nonshared")))
    del known["machine"]
    (tmp_path / "eval.json").write_text(json.dumps(known))
    [found] = read_sources([tmp_path]).evaluations
    assert found.machine is None


def broken(path: Path, before: str, after: str) -> Path:
    text = path.read_text()
    assert before in text
    path.write_text(text.replace(before, after))
    return path


@pytest.mark.parametrize(
    ("before", "after", "reason"),
    [
        ('"rho": [null, 1.1]', '"rho": [null, "high"]', "rho"),
        ('"rho": [null, 1.1]', '"rho": [1.1]', "same layers"),
        ('"kl": 0.02', '"kl": -1', "kl"),
        ('"trajectories"', '"questions"', "trajectories"),
        ("{", "[", "analyze.json"),
    ],
)
def test_a_damaged_analysis(tmp_path, before, after, reason):
    path = broken(analysis(tmp_path), before, after)
    with pytest.raises(RecordError, match=reason) as error:
        read_sources([path])
    assert str(path) in str(error.value)


def test_what_is_wrong_is_named(tmp_path):
    path = record(tmp_path / "run", trajectory("q1", run()), trajectory("q2", run()))
    broken(path, '"id": "q1"', '"id": 1')
    with pytest.raises(RecordError, match=f"{path}:1"):
        read_sources([tmp_path])

    for name, text in (("bench", "{}"), ("eval", '{"levels": 1}'), ("eval", "[1]")):
        (tmp_path / name).mkdir(exist_ok=True)
        (tmp_path / name / f"{name}.json").write_text(text)
        with pytest.raises(RecordError, match=f"{name}.json"):
            read_sources([tmp_path / name])


def test_nothing_to_report(tmp_path):
    with pytest.raises(UsageError, match="nowhere"):
        read_sources([tmp_path / "nowhere"])
    with pytest.raises(UsageError, match="nothing to report"):
        read_sources([tmp_path])
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(UsageError, match=r"notes\.txt"):
        read_sources([tmp_path / "notes.txt"])
    record(tmp_path)
    with pytest.raises(UsageError, match="finished"):
        read_sources([tmp_path])
    bench(tmp_path / "bench")
    assert read_sources([tmp_path]).benches
