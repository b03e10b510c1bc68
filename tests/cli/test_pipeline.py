"""synthesize, filter, train: each step reads what the one before wrote."""

import json
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from autoact_precache.trajectories.store import read_trajectories
from tests.cli.program import Program, failed, refused
from tests.tools.loopback import Reply, Request, Service, serve

KEY = "secret-value"
QUESTIONS = [
    {"id": "good", "question": "Which planet did William Herschel discover?", "answer": "Uranus"},
    {"id": "wrong", "question": "Who wrote Hamlet?", "answer": "William Shakespeare"},
    {"id": "down", "question": "What fails?", "answer": "The service"},
]
STEPS = [
    ("I open the page first.", "Retrieve", "William Herschel"),
    ("The page names the planet.", "Finish", "Uranus"),
    ("The page says so.", "Reflect", "right"),
]


def goes_on(request: Request) -> Reply:
    """A model that answers every question the same, and is down for one of them."""
    if request.headers.get("authorization") != f"Bearer {KEY}":
        return Reply({"error": f"not welcome: {request.headers}"}, status=401)
    transcript = json.loads(request.body)["prompt"].rpartition("\nQuestion: ")[2]
    if transcript.startswith(QUESTIONS[2]["question"]):
        return Reply("<html>down</html>", status=503)
    thought, tool, argument = STEPS[transcript.count("Thought:") - 1]
    text = "..."
    if transcript.endswith("Thought:"):
        text = f" {thought}\nAction:"
    elif transcript.endswith("Action:"):
        text = f" {tool}[{argument}]\nObservation: made up"
    elif transcript.endswith("["):
        text = f"{argument}]\nObservation: made up"
    return Reply({"choices": [{"text": text, "finish_reason": "length"}]})


@pytest.fixture(scope="module")
def service() -> Iterator[Service]:
    with serve() as service:
        service.answer = goes_on
        yield service


@pytest.fixture(scope="module")
def model(make) -> Path:
    folder: Path = make.model()
    return folder


@pytest.fixture
def synthesizing(tmp_path, model, service) -> Program:
    """In a folder with a question file; its model is the service."""
    rows = [json.dumps(row | {"level": "easy"}) for row in QUESTIONS]
    (tmp_path / "questions.jsonl").write_text("\n".join(rows))
    settings = (
        f"model.path={model}",
        "task.source=questions.jsonl",
        "endpoint=completions",
        f"endpoint.base_url={service.url}/v1",
        "endpoint.model=big",
        "endpoint.http.retries=0",
        "agents.calls.thought.max_new_tokens=80",
        "agents.calls.action.max_new_tokens=40",
        "agents.calls.reflection.max_new_tokens=40",
    )
    return Program(tmp_path, settings, {"OPENAI_API_KEY": KEY})


def test_what_one_model_wrote_becomes_adapters(synthesizing, service, model, tmp_path):
    finished = synthesizing("synthesize", "output=written")
    assert finished.code == 0, finished.stderr
    written = tmp_path / "written" / "trajectories.jsonl"
    good, wrong, down = read_trajectories(written)
    assert (good.ended, good.em, wrong.ended, wrong.em) == ("finished", 1.0, "finished", 0.0)
    assert (down.ended, down.calls) == ("error", [])
    assert down.error == "EndpointError: the service is down (HTTP 503)"
    assert good.run["prompt_version"] == "hotpotqa-with-example-1"
    assert good.run["model"] == {"name": "big"}

    asked = len(service.requests)
    again = synthesizing("synthesize", "output=written", "resume=true")
    assert again.code == 0, again.stderr
    assert len(service.requests) == asked + 1  # whether it works; no question is left
    for path in synthesizing.files():
        assert KEY.encode() not in path.read_bytes()
    assert KEY not in finished.stdout + finished.stderr

    program = Program(tmp_path)
    filtered = program("filter", "sources=[written/trajectories.jsonl]", "output=kept")
    assert filtered.code == 0, filtered.stderr
    assert json.loads((tmp_path / "kept" / "counts.json").read_text()) == {
        "written/trajectories.jsonl": {
            "read": 3,
            "kept": 1,
            "dropped: reward too low": 1,
            "dropped: not finished": 1,
        }
    }
    [line] = (tmp_path / "kept" / "demonstrations.jsonl").read_text().splitlines()
    row = json.loads(line)
    assert (row["task"], row["question"], row["answer"]) == (
        "hotpotqa", QUESTIONS[0]["question"], "Uranus",
    )  # fmt: skip
    assert row["source"] == "written/trajectories.jsonl:good"
    assert [(s["thought"], s["tool"], s["argument"]) for s in row["steps"]] == STEPS
    assert "Herschel" in row["steps"][0]["observation"]

    trained = program(
        "train",
        f"model.path={model}",
        "data.demonstrations=[kept/demonstrations.jsonl]",
        "data.derived=0",
        "data.shipped_repeats=0",
        "max_tokens=4000",
        "examples={plan: 1}",
        "output=adapters",
    )
    assert trained.code == 0, trained.stderr
    assert (tmp_path / "adapters" / "plan" / "adapter_model.safetensors").is_file()
    counts = json.loads((tmp_path / "adapters" / "data.json").read_text())
    assert counts["kept/demonstrations.jsonl"] == {"read": 1, "kept": 1}


def test_the_local_model_plays_every_role(small, settings):
    adapters = [s for s in settings if not s.startswith("model.adapters")]
    program = Program(small.folder, tuple(adapters))
    finished = program("synthesize", "limit=1", "output=written")
    assert finished.code == 0, finished.stderr
    [trajectory] = read_trajectories(small.folder / "written" / "trajectories.jsonl")
    assert set(trajectory.run["adapters"].values()) == {None}
    assert [call.agent for call in trajectory.calls[:3]] == ["plan", "plan", "action"]
    shipped = Path("tools/encyclopedia/multihop.jsonl").read_text().splitlines()
    splits = {row["question"]: row["split"] for row in map(json.loads, shipped)}
    assert splits[trajectory.question] == "train"


def test_an_endpoint_that_refuses_the_key_is_noticed_before_the_run(synthesizing):
    synthesizing.environment["OPENAI_API_KEY"] = "another-value"
    before = synthesizing.files()
    failed(synthesizing("synthesize"), "/v1/completions", "HTTP 401")
    assert synthesizing.files() == before


@pytest.mark.parametrize(
    ("line", "reasons"),
    [
        ("filter", ["sources"]),
        ("filter sources=[]", ["sources", "at least one"]),
        ("filter sources=some.jsonl", ["sources=[FILE,FILE]"]),
        ("filter sources=[absent.jsonl]", ["absent.jsonl", "No such file"]),
        ("filter sources=[questions.jsonl]", ["questions.jsonl", "neither"]),
        ("filter sources=[x] reward=best", ["reward", "em or f1", "'best'"]),
        ("filter sources=[x] threshold=0", ["threshold", "0"]),
        ("filter sources=[x] similarity=high", ["similarity", "'high'"]),
        ("filter sources=[x] evaluation.hotpotqa=[absent.json]", ["absent.json"]),
        ("filter sources=[x] evaluation.hotpotqa=autoact", ["evaluation.hotpotqa"]),
        ("synthesize endpoint=chat", ["'chat'", "completions"]),
        ("synthesize endpoint=completions endpoint.model=m", ["endpoint.base_url"]),
    ],
)
def test_a_wrong_word(program, line, reasons):
    (program.folder / "questions.jsonl").write_text(json.dumps(QUESTIONS[0]) + "\n")
    before = program.files()
    refused(program(*shlex.split(line)), *reasons)
    assert program.files() == before


def raw(answer: str) -> dict[str, Any]:
    lines = ["Do.", "Question: Who?"]
    for number, (thought, tool, argument) in enumerate(STEPS, start=1):
        lines += [f"Thought {number}: {thought}", f"Action {number}: {tool}[{argument}]"]
        lines += [f"Observation {number}: Something."]
    return {"question": "Who?", "answer": answer, "prompt": "\n".join(lines)}


def test_nothing_is_written_where_nothing_is_kept(program):
    (program.folder / "raw.jsonl").write_text(json.dumps(raw("Neptune")) + "\n")
    before = program.files()
    finished = program("filter", "sources=[raw.jsonl]", "output=kept")
    failed(finished, "nothing is left to learn from")
    assert "reward too low" in finished.stdout
    assert program.files() == before


def test_an_earlier_result_is_not_overwritten(program):
    (program.folder / "raw.jsonl").write_text(json.dumps(raw("Uranus")) + "\nnonsense\n")
    finished = program("filter", "sources=[raw.jsonl]", "output=kept")
    assert finished.code == 0, finished.stderr
    kept = (program.folder / "kept" / "demonstrations.jsonl").read_text()
    failed(program("filter", "sources=[raw.jsonl]", "output=kept"), "kept/demonstrations.jsonl")
    assert (program.folder / "kept" / "demonstrations.jsonl").read_text() == kept
