"""What a user got wrong ends in one line on stderr and exit code 2, and leaves no file behind."""

import shutil

import pytest

from autoact_precache.commands import COMMANDS
from tests.cli.program import Program, refused
from tests.runtime.checkpoints import llama


@pytest.mark.parametrize(
    ("line", "reasons"),
    [
        ("fly", ["'fly'", "run", "replay", "train"]),
        ("run policy=sharedall", ["'sharedall'", "nonshared", "rebaseshared"]),
        ("run -m policy=nonshared,sharedall", ["'sharedall'", "nonshared", "rebaseshared"]),
        ("run -m limit=0,1 output=mine/first", ["limit", "0"]),
        ("run polcy=nonshared", ["'polcy'"]),
        ("run policy", ["'policy'", "key=value"]),
        ("run seed=[1", ["seed=[1"]),
        ("run --polcy", ["--polcy"]),
        ("run task.level=toddler", ["task.level", "'toddler'", "easy"]),
        ("run task.source=questions.json", ["questions.json"]),
        ("run limit=0", ["limit", "0"]),
        ("run resume=maybe", ["resume", "'maybe'"]),
        ("run resume=true", ["resume", "output="]),
        ("run tools=online", ["SERPER_API_KEY"]),
        (
            "run model=smollm2_share_a task=scienceqa",
            ["smollm2/scienceqa_share_a", "hotpotqa_share_a"],
        ),
        ("run agents.limits.steps=0", ["agents.limits.steps", "0"]),
        ("replay", ["source"]),
        ("replay source=nothing.jsonl", ["nothing.jsonl"]),
        ("replay source=nothing", ["nothing", "three_agents_5k"]),
        ("replay source=three_agents_5k mode=backwards", ["'backwards'", "forced", "tools"]),
        ("replay source=three_agents_5k mode=tools", ["mode=tools"]),
        ("eval repeats=0", ["repeats", "0"]),
        ("eval repeats=3", ["repeats=3", "greedy", "temperature"]),
        ("eval concurrency=half", ["concurrency", "'half'"]),
        ("eval task.source=autoact", ["AUTOACT_DATA"]),
        ("train lora.rank=0", ["lora.rank", "0"]),
        ("train example.plan=1", ["'example.plan'"]),
    ],
)
def test_a_wrong_word(program, line, reasons):
    refused(program(*line.split(" ")), *reasons)
    assert program.contents() == {}


@pytest.mark.parametrize(
    ("setting", "reasons"),
    [
        ("policy=rebaseshared policy.schedule=later", ["'later'", "lp", "db"]),
        ("policy._target_=mine.Policy", ["mine"]),
        ("model.adapters.plan=nowhere", ["'plan'", "nowhere", "adapter_config.json"]),
    ],
)
def test_a_value_that_the_model_has_no_use_for(small, setting, reasons):
    command = ("run", *small.settings, *setting.split())  # the last of two settings counts
    refused(Program(small.folder)(*command), *reasons)
    assert small.contents() == {}


def test_an_adapter_of_another_base_model(small, make):
    another = make.adapter(make.model(llama(hidden_size=72)), seed=0)
    command = ("run", *small.settings, f"model.adapters.reflect={another}")
    refused(Program(small.folder)(*command), "'reflect'", str(another))
    assert small.contents() == {}


def test_a_hub_that_cannot_be_reached(program):
    program.environment["HF_ENDPOINT"] = "http://127.0.0.1:9"  # nobody listens there
    refused(program("run", "model=smollm2", "model.path=somebody/something"), "somebody/something")
    assert program.contents() == {}


def test_a_corrupt_record(program, sweep):
    record = sweep[0] / "policy-nonshared" / "trajectories.jsonl"
    first, second = record.read_text().splitlines()
    broken = program.folder / "broken.jsonl"
    broken.write_text(f"{first}\n{second[:-20]}\n")
    refused(program("replay", f"source={broken}"), f"{broken}:2")
    assert list(program.contents()) == [broken]


def test_a_record_is_not_written_over(small, sweep):
    record = sweep[0] / "policy-nonshared" / "trajectories.jsonl"
    output = small.folder / "mine"
    output.mkdir()
    (output / "trajectories.jsonl").write_bytes(record.read_bytes())
    refused(small("run", "output=mine", "policy=nonshared", "limit=2"), "resume=true")
    assert (output / "trajectories.jsonl").read_bytes() == record.read_bytes()


def test_resuming_under_another_policy(small, sweep):
    shutil.copytree(sweep[0] / "policy-nonshared", small.folder / "mine")
    before = small.contents()
    command = ("output=mine", "resume=true", "policy=fullshared", "limit=3")
    refused(small("run", *command), "policy", "'nonshared'", "'fullshared'")
    assert small.contents() == before


def test_resuming_a_sweep_with_other_settings(small, sweep):
    shutil.copytree(sweep[0], small.folder / "mine")
    before = small.contents()
    command = ("-m", "output=mine", "resume=true", "policy=nonshared,fullshared", "seed=1")
    refused(small("run", *command), "seed")
    assert small.contents() == before


def test_the_run_of_a_sweep_that_is_refused(small):
    command = ("-m", "output=mine", "policy.schedule=lp,later", "policy=rebaseshared", "limit=1")
    finished = small("run", *command)
    assert finished.code == 2
    assert "'later'" in finished.stderr
    mine = small.folder / "mine"
    assert (mine / "multirun.yaml").exists()
    assert [path for path in mine.iterdir() if path.is_dir()] == [mine / "policy.schedule-lp"]
    assert (mine / "policy.schedule-lp" / ".hydra" / "overrides.yaml").exists()


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help(program, command):
    finished = program(command, "--help")
    assert finished.code == 0
    assert finished.stderr == ""
    assert f"autoact-precache {command}".strip() in finished.stdout
    for name in [command] if command else COMMANDS:
        assert name in finished.stdout
    assert program.contents() == {}
