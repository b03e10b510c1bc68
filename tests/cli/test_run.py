from pathlib import Path

import pytest
import torch

from autoact_precache.trajectories.record import ToolCall
from autoact_precache.trajectories.store import read_trajectories
from tests.cli.conftest import POLICIES
from tests.cli.program import refused
from tests.cli.records import without_measurements
from tests.tools.loopback import Reply, serve


@pytest.mark.parametrize("policy", POLICIES)
def test_every_policy_answers_the_questions_with_the_tools(sweep, policy):
    folder, _ = sweep
    done = list(read_trajectories(folder / f"policy-{policy}" / "trajectories.jsonl"))
    assert len(done) == 2
    for trajectory in done:
        assert trajectory.run["policy"].startswith(policy)
        assert trajectory.ended == "step_limit"
        calls = [(call.agent, call.kind, call.text) for call in trajectory.calls]
        assert calls == 2 * [
            ("plan", "thought", " BingSearch[x]\n"),
            ("plan", "action", " BingSearch["),
            ("action", "argument", "x]"),
        ]
        searches = [event for event in trajectory.events if isinstance(event, ToolCall)]
        assert [(search.name, search.argument) for search in searches] == 2 * [("BingSearch", "x")]


def test_a_sweep_ends_with_one_table_of_its_policies(sweep):
    _, finished = sweep
    *runs, table = finished.stdout.split("Cache policies compared")
    assert len(runs) == 1
    first_words = [line.split()[0] for line in table.splitlines() if line.strip()]
    assert [word for word in first_words if word in POLICIES] == list(POLICIES)
    assert finished.stderr == ""


def test_a_run_shows_what_happens_and_where_it_is_recorded(sweep):
    folder, finished = sweep
    first = next(read_trajectories(folder / "policy-nonshared" / "trajectories.jsonl"))
    assert first.question in " ".join(finished.stdout.split())
    for shown in ("thought", "action", "observation", "BingSearch[x]", "exact match"):
        assert shown.lower() in finished.stdout.lower()
    assert "swept/policy-nonshared/trajectories.jsonl" in finished.stdout


def test_the_same_seed_gives_the_same_records(small, sweep):
    finished = small("run", "policy=rebaseshared", "limit=2", "output=again")
    assert finished.code == 0, finished.stderr
    records = [
        folder / "trajectories.jsonl"
        for folder in (sweep[0] / "policy-rebaseshared", small.folder / "again")
    ]
    first, second = map(without_measurements, records)
    assert first == second


def test_a_policy_of_the_user_runs(small):
    (small.folder / "mine.py").write_text(
        "from autoact_precache.policies import PreLRShared\n"
        "class Mine(PreLRShared):\n"
        "    name = 'mine'\n"
        "    def __init__(self, size):\n"
        "        self.size = size\n"
        "    @property\n"
        "    def label(self):\n"
        "        return f'mine-{self.size}'\n"
    )
    mine = ("policy._target_=mine.Mine", "policy=prelrshared", "output=sized")
    finished = small("run", *mine, "+policy.size=3", "limit=1")
    assert finished.code == 0, finished.stderr
    [trajectory] = read_trajectories(small.folder / "sized" / "trajectories.jsonl")
    assert trajectory.run["policy"] == "mine"
    assert trajectory.run["policy_label"] == "mine-3"
    another = small("run", *mine, "+policy.size=4", "limit=2", "resume=true")
    refused(another, "policy_label", "mine-3", "mine-4")


@pytest.mark.parametrize("dtype", ["float32", "bfloat16"])
def test_a_precision_that_the_processor_lacks_is_pointed_out(small, dtype):
    finished = small("run", f"model.dtype={dtype}", "limit=1")
    assert finished.code == 0, finished.stderr
    lacks = dtype == "bfloat16" and not torch.ops.mkldnn._is_mkldnn_bf16_supported()
    assert ("model.dtype=float32" in finished.stderr) == lacks


def test_the_search_key_is_used_and_written_nowhere(small):
    with serve() as service:
        service.answer = lambda request: (
            Reply({"organic": [{"title": "X", "snippet": "The 24th letter."}]})
            if request.headers.get("x-api-key") == "secret-value"
            else Reply({"message": f"{request.headers} are not welcome"}, status=403)
        )
        small.environment["SERPER_API_KEY"] = "secret-value"
        finished = small(
            "run",
            "tools=online",
            f"tools.serper_url={service.url}/search",
            f"tools.wikipedia_url={service.url}/w/api.php",
            "limit=1",
            "output=searched",
        )
    assert finished.code == 0, finished.stderr
    assert "The 24th letter." in finished.stdout
    assert any(request.headers.get("x-api-key") == "secret-value" for request in service.requests)
    assert (small.folder / "searched" / "trajectories.jsonl") in small.files()
    for path in small.files():
        assert b"secret-value" not in path.read_bytes()
    assert "secret-value" not in finished.stdout + finished.stderr


@pytest.mark.parametrize("task", ["hotpotqa", "scienceqa"])
def test_the_default_model_brings_the_tasks_own_adapters(program, task):
    for command in ("run", "analyze"):  # with the agents in their configuration, and without
        shown = program(command, f"task={task}", "--cfg", "job", "--resolve", "--package", "model")
        assert shown.code == 0, shown.stderr
        for role in ("plan", "action", "reflect"):
            (line,) = [line for line in shown.stdout.splitlines() if f"{role}: " in line]
            folder = Path(line.partition(": ")[2])
            assert folder.parts[-3:] == ("smollm2", task, role)
            assert (folder / "adapter_model.safetensors").is_file()
