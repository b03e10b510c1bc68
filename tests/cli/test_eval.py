"""A benchmark on the small model, with sampled text: what it writes, and how it goes on."""

import json
import os
import shutil
import signal
from dataclasses import dataclass
from pathlib import Path
from statistics import mean, stdev

import pytest

from autoact_precache.trajectories.store import read_trajectories
from tests.cli.program import TIMEOUT_S, Finished, Program, wait_for
from tests.cli.records import without_measurements

LEVELS = ("easy", "medium", "hard")
POLICIES = ("nonshared", "rebaseshared")
SAMPLED = (
    "agents.calls.thought.temperature=3",
    "agents.calls.action.temperature=1.7",
    "limit=2",
    "repeats=2",
)
SWEEP = (*SAMPLED, "-m", f"policy={','.join(POLICIES)}")


@pytest.fixture(scope="module")
def evaluated(tmp_path_factory, settings) -> tuple[Path, Finished]:
    """Two questions a level, twice, under two policies: the sweep's folder, what it printed."""
    program = Program(tmp_path_factory.mktemp("evaluated"), settings)
    finished = program("eval", *SWEEP, "output=swept")
    assert finished.code == 0, finished.stderr
    return program.folder / "swept", finished


def repeats(folder: Path) -> list[list]:
    return [list(read_trajectories(folder / f"seed-{seed}/trajectories.jsonl")) for seed in (0, 1)]


@pytest.mark.parametrize("policy", POLICIES)
def test_the_figures_are_those_of_the_trajectories(evaluated, policy):
    folder = evaluated[0] / f"policy-{policy}"
    evaluation = json.loads((folder / "eval.json").read_text())
    assert list(evaluation["levels"]) == [*LEVELS, "all"]
    assert evaluation["varied"] == {"policy": policy}
    assert evaluation["run"]["policy"] == policy
    assert evaluation["seeds"] == [0, 1]
    machine = evaluation["machine"]
    assert machine["cores"] == os.cpu_count()
    assert (
        f"Machine: {machine['cpu']}, {machine['cores']} cores" in (folder / "eval.md").read_text()
    )
    for place, level in enumerate((*LEVELS, "all")):
        part = slice(2 * place, 2 * place + 2) if level != "all" else slice(None)
        of_level = [repeat[part] for repeat in repeats(folder)]
        found = evaluation["levels"][level]
        everything = [trajectory for repeat in of_level for trajectory in repeat]
        assert found["questions"] == len(of_level[0]) == (6 if level == "all" else 2)
        assert found["longest"] == max(t.totals.trajectory_tokens for t in everything)
        assert sum(found["ended"].values()) == len(everything)
        for kind, count in found["ended"].items():
            assert count == sum(t.ended == kind for t in everything)
        for name, value in {
            "em": lambda t: t.em,
            "f1": lambda t: t.f1,
            "steps": lambda t: len([call for call in t.calls if call.kind == "thought"]),
            "trajectory_tokens": lambda t: t.totals.trajectory_tokens,
            "ttft_s": lambda t: sum(call.metrics["ttft_s"] for call in t.calls),
            "model_s": lambda t: t.totals.model_s,
            "e2e_s": lambda t: t.totals.e2e_s,
            "finished": lambda t: t.ended == "finished",
        }.items():
            means = [mean(map(value, repeat)) for repeat in of_level]
            assert found["figures"][name]["mean"] == pytest.approx(mean(means)), name
            assert found["figures"][name]["std"] == pytest.approx(stdev(means)), name
            by_question = [mean(map(value, pair)) for pair in zip(*of_level, strict=True)]
            error = stdev(by_question) / len(by_question) ** 0.5
            assert found["figures"][name]["standard_error"] == pytest.approx(error), name


def test_some_of_the_sampled_actions_name_a_real_tool(evaluated):
    folder = evaluated[0] / "policy-nonshared"
    shares = []
    for repeat in repeats(folder):
        actions = [call.text for t in repeat for call in t.calls if call.kind == "action"]
        letters = ["".join(filter(str.isalnum, action.partition("[")[0])) for action in actions]
        real = [
            letter == "BingSearch" and "[" in action
            for letter, action in zip(letters, actions, strict=True)
        ]
        shares.append(mean(real))
    assert 0 < mean(shares) < 1
    figures = json.loads((folder / "eval.json").read_text())["levels"]["all"]["figures"]
    assert figures["real_tool"]["mean"] == pytest.approx(mean(shares))


def test_a_sweep_ends_with_one_table_of_its_policies(evaluated):
    folder, finished = evaluated
    pooled = json.loads((folder / "eval.json").read_text())
    assert list(pooled) == [f"policy-{policy}" for policy in POLICIES]
    for name, evaluation in pooled.items():
        assert evaluation == json.loads((folder / name / "eval.json").read_text())
    assert finished.stdout.count("Scores, %") == 1
    assert "standard deviation over 2 repeats" in finished.stdout
    assert finished.stderr == ""
    markdown = (folder / "eval.md").read_text()
    tables = [part.strip().splitlines() for part in markdown.split("\n\n") if part.startswith("|")]
    assert len(tables) == 3
    for heading, rule, *rows in tables:
        assert {row.count("|") for row in rows} == {heading.count("|")} == {rule.count("|")}
        assert {row.split("|")[1].strip() for row in rows} == set(POLICIES)
    em = pooled["policy-nonshared"]["levels"]["all"]["figures"]["em"]
    shown = f"{100 * em['mean']:.1f}±{100 * em['std']:.1f}"
    assert f"| {shown} |" in next(row for row in tables[0][2:] if "nonshared | EM" in row)


def test_repeats_draw_differently(evaluated):
    first, second = repeats(evaluated[0] / "policy-nonshared")
    assert [t.id for t in first] == [t.id for t in second]
    texts = [[call.text for t in repeat for call in t.calls] for repeat in (first, second)]
    assert texts[0] != texts[1]


def test_several_questions_in_flight_leave_the_same_records(evaluated, small):
    finished = small("eval", *SAMPLED, "policy=rebaseshared", "concurrency=4", "output=mine")
    assert finished.code == 0, finished.stderr
    assert "Up to 4 questions" in finished.stdout.replace("\n", " ")
    for seed in (0, 1):
        record = f"seed-{seed}/trajectories.jsonl"
        alone = evaluated[0] / "policy-rebaseshared" / record
        together = small.folder / "mine" / record
        assert without_measurements(together) == without_measurements(alone)
        for trajectory in read_trajectories(together):
            assert trajectory.totals.model_s < trajectory.totals.e2e_s
            assert trajectory.totals.peak_memory_bytes > 0


def test_a_killed_sweep_goes_on_with_the_question_it_was_at(evaluated, small):
    swept = small.folder / "swept"
    record = swept / "policy-rebaseshared" / "seed-0" / "trajectories.jsonl"
    with small.started("eval", *SWEEP, "output=swept") as process:
        wait_for(record, lines=2, process=process)
        process.send_signal(signal.SIGKILL)
        process.wait(TIMEOUT_S)
    killed = record.read_bytes()
    finished_run = {path: path.read_bytes() for path in (swept / "policy-nonshared").rglob("*.j*")}
    assert len(finished_run) == 4
    assert not (swept / "policy-rebaseshared" / "eval.json").exists()

    finished = small("eval", *SWEEP, "output=swept", "resume=true")
    assert finished.code == 0, finished.stderr
    whole = killed[: killed.rfind(b"\n") + 1]
    assert record.read_bytes().startswith(whole)
    assert {path: path.read_bytes() for path in finished_run} == finished_run
    for alone in evaluated[0].rglob("trajectories.jsonl"):
        resumed = swept / alone.relative_to(evaluated[0])
        assert without_measurements(resumed) == without_measurements(alone)
    assert list(json.loads((swept / "eval.json").read_text())) == [f"policy-{p}" for p in POLICIES]


HARD = ("task.level=hard", "limit=1", "output=mine")


def test_a_finished_evaluation_is_shown_again_without_its_model(small):
    model = _moved(small, "model.path")
    first = model.program("eval", *HARD)
    assert first.code == 0, first.stderr
    shutil.rmtree(model.folder)
    again = model.program("eval", *HARD, "resume=true")
    assert again.code == 0, again.stderr
    assert "Scores, %" in again.stdout
    assert again.stdout.split("Scores, %")[1] == first.stdout.split("Scores, %")[1]


def test_with_other_weights_in_an_adapter_s_folder_an_evaluation_is_another(small, make, settings):
    adapter = _moved(small, "model.adapters.plan")
    first = adapter.program("eval", *HARD)
    assert first.code == 0, first.stderr
    written = (small.folder / "mine" / "eval.json").read_bytes()
    shutil.rmtree(adapter.folder)
    shutil.copytree(make.adapter(Path(_value(settings, "model.path")), seed=7), adapter.folder)
    again = adapter.program("eval", *HARD, "resume=true")
    assert again.code == 2
    [line] = again.stderr.splitlines()
    assert "adapters" in line
    assert (small.folder / "mine" / "eval.json").read_bytes() == written


@dataclass(frozen=True)
class Moved:
    """A program with one of its settings, a folder, copied into its own."""

    program: Program
    folder: Path


def _moved(program: Program, name: str) -> Moved:
    folder = program.folder / name
    shutil.copytree(_value(program.settings, name), folder)
    others = tuple(s for s in program.settings if not s.startswith(f"{name}="))
    return Moved(Program(program.folder, (*others, f"{name}={folder}")), folder)


def _value(settings: tuple[str, ...], name: str) -> str:
    [value] = [s.partition("=")[2] for s in settings if s.startswith(f"{name}=")]
    return value
