"""A remote model behind the completions API, on a real server."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from autoact_precache.agents.endpoint import Endpoint
from autoact_precache.agents.errors import TaskError
from autoact_precache.agents.orchestrator import Orchestrator
from autoact_precache.agents.tasks.task import Question
from autoact_precache.agents.transcript import Step, lay_out
from autoact_precache.tools import HttpClient, ToolConfigError
from autoact_precache.trajectories.record import Trajectory
from tests.tools.loopback import Reply, Service, serve

from .scripted import decode, encode

QUESTION = Question(id="q1", text="Who did Ada meet?", gold="Charles Babbage")
STEPS = [
    Step("I open Ada.", "Retrieve", "Ada Lovelace",
         "Ada Lovelace was a mathematician. She met Babbage."),
    Step("It was him.", "Finish", "Charles Babbage", "Please reflect on your answer."),
    Step("The page says so.", "Reflect", "right"),
]  # fmt: skip


class Characters:
    """One token a character."""

    def encode(self, text: str, *, starts: bool = False) -> list[int]:
        return encode(text)

    def decode(self, ids: list[int]) -> str:
        return decode(ids)


def completion(text: object, reason: str | None = "length") -> Reply:
    return Reply({"choices": [{"index": 0, "text": text, "finish_reason": reason}]})


@pytest.fixture
def service() -> Iterator[Service]:
    with serve() as service:
        yield service


@pytest.fixture
def endpoint(service) -> Callable[..., Endpoint]:
    def make(context_length: int = 10_000, **http: Any) -> Endpoint:
        quick = {"timeout_s": 5, "total_s": 20, "retries": 2, "backoff_s": 0, "interval_s": 0}
        client = HttpClient(**(quick | http), user_agent="tests/1.0")
        return Endpoint(
            base_url=f"{service.url}/v1/",
            model="big",
            context_length=context_length,
            http=client,
            tokenizer=Characters(),
            agents=["plan", "action", "reflect"],
        )

    return make


@pytest.fixture
def answer(endpoint, hotpotqa, toolbox, settings) -> Callable[..., Trajectory]:
    def run(**changes: Any) -> Trajectory:
        return Orchestrator(endpoint(**changes), hotpotqa, toolbox, settings).answer(QUESTION)

    return run


def completes(transcript: str) -> Callable[[Any], Reply]:
    """The endpoint's answer: it goes on as `transcript` does, without regard to stop strings."""

    def reply(request: Any) -> Reply:
        body = json.loads(request.body)
        assert transcript.startswith(body["prompt"])
        end = len(body["prompt"]) + body["max_tokens"]
        ended = end >= len(transcript)
        return completion(transcript[len(body["prompt"]) : end], "stop" if ended else "length")

    return reply


def test_the_agents_work_on_it_as_on_a_local_model(service, answer, hotpotqa):
    segments = list(lay_out(hotpotqa.prompt.instructions, QUESTION.text, STEPS))
    transcript = "".join(segment.text for segment in segments)
    service.answer = completes(transcript)
    trajectory = answer()
    assert (trajectory.ended, trajectory.em, trajectory.error) == ("finished", 1.0, None)
    written = [(call.agent, call.kind, call.text) for call in trajectory.calls]
    assert written == [(s.author, s.kind, s.text) for s in segments if s.author != "context"]
    assert {call.finish_reason for call in trajectory.calls} == {"stop"}
    ids = [id for call in trajectory.calls for id in [*call.prompt_ids, *call.token_ids]]
    assert decode(ids) == transcript
    last = trajectory.calls[-1].metrics
    assert last["trajectory_tokens"] == len(ids) == last["prompt_tokens"] + last["generated_tokens"]
    assert Trajectory.from_json(trajectory.to_json()) == trajectory


def test_a_request_says_how_to_sample(service, endpoint):
    service.replies(completion(" I know.\n"))
    session = endpoint().session()
    session.generate("plan", "Thought:", max_new_tokens=9, stop=["\n"], temperature=0.5,
                     top_p=0.9, seed=7)  # fmt: skip
    [request] = service.requests
    assert (request.method, request.path) == ("POST", "/v1/completions")
    assert json.loads(request.body) == {
        "model": "big", "prompt": "Thought:", "max_tokens": 9, "temperature": 0.5, "top_p": 0.9,
        "seed": 7,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("text", "reason", "kept", "finish_reason"),
    [
        (" Go on.\nAction:", "length", " Go on.\n", "stop"),
        (" Use[it\n", "length", " Use[", "stop"),
        (" Go on", "length", " Go on", "length"),
        (" Go on", "stop", " Go on", "eos"),
        (" Go on, and on, and on.\n", "stop", " Go on, and on, a", "length"),
    ],
)
def test_a_text_ends_where_a_local_model_would_end_it(
    service, endpoint, text, reason, kept, finish_reason
):
    service.replies(completion(text, reason))
    session = endpoint().session()
    generation = session.generate("plan", "Thought:", max_new_tokens=17, stop=["[", "\n"],
                                  temperature=0.0, top_p=1.0, seed=0)  # fmt: skip
    assert (generation.text, generation.finish_reason) == (kept, finish_reason)
    assert decode(session.token_ids) == f"Thought:{kept}"


@pytest.mark.parametrize("fault", [Reply(status=429), Reply(status=500), Reply(status=503)])
def test_a_passing_fault_is_retried(service, endpoint, fault):
    service.replies(fault, completion(" Yes.\n"))
    assert endpoint().complete(prompt="x")[0] == " Yes.\n"
    assert len(service.requests) == 2


@pytest.mark.parametrize(
    ("reply", "error"),
    [
        (Reply("busy", 429), "EndpointError: too many requests (HTTP 429)"),
        (Reply("oops\nTraceback", 500), "EndpointError: the service is down (HTTP 500)"),
        (Reply({"error": "no such model"}, 404), "EndpointError: the service refused (HTTP 404)"),
        (Reply(fault="silence"), "EndpointError: no answer within 0.2 s"),
        (Reply("{"), "EndpointError: the answer is not a JSON object"),
        (Reply({}), "EndpointError: the answer holds no completion"),
        (Reply({"choices": []}), "EndpointError: the answer holds no completion"),
        (Reply({"choices": "none"}), "EndpointError: the answer holds no completion"),
        (completion(None), "EndpointError: the answer holds no text"),
        (completion(""), "EndpointError: the answer holds no text"),
    ],
)
def test_a_question_that_gets_no_text_ends_in_one_line(service, answer, reply, error):
    service.replies(completion(" I know.\n"), reply)
    trajectory = answer(timeout_s=0.2 if reply.fault else 5, retries=1)
    assert (trajectory.ended, trajectory.error) == ("error", error)
    assert [call.text for call in trajectory.calls] == [" I know.\n"]


def test_the_transcript_keeps_to_its_length(service, answer):
    service.replies(completion(" I know.\n"))
    assert answer(context_length=100).ended == "context_limit"
    assert service.requests == []


def test_the_key_is_sent_where_there_is_one(service, endpoint, monkeypatch):
    service.replies(completion(" Yes.\n"))
    endpoint().complete(prompt="x")
    monkeypatch.setenv("OPENAI_API_KEY", "secret-value")
    endpoint().complete(prompt="x")
    keys = [request.headers.get("authorization") for request in service.requests]
    assert keys == [None, "Bearer secret-value"]


def test_the_key_follows_no_redirect(service, endpoint, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "secret-value")
    service.replies(Reply(status=302, headers={"Location": f"{service.url}/elsewhere"}))
    with pytest.raises(TaskError, match="HTTP 302"):
        endpoint().check()
    assert {request.path for request in service.requests} == {"/v1/completions"}


def test_a_key_that_is_none_is_not_quoted(service, endpoint, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "secret\nvalue")
    with pytest.raises(TaskError, match="OPENAI_API_KEY holds characters") as caught:
        endpoint().check()
    assert "secret" not in str(caught.value)


def test_an_endpoint_that_refuses_is_noticed_before_the_run(service, endpoint):
    service.replies(Reply({"error": "bad key"}, 401))
    with pytest.raises(TaskError, match=r"/v1/completions: the service refused \(HTTP 401\)"):
        endpoint().check()
    service.replies(completion("", "stop"))  # the one token may well be the end of the text
    endpoint().check()


@pytest.mark.parametrize(
    ("setting", "error"),
    [({"base_url": "localhost"}, ToolConfigError), ({"context_length": 0}, TaskError)],
)
def test_a_wrong_setting_is_named(endpoint, setting, error):
    good = {"base_url": "http://x/v1", "model": "big", "context_length": 10}
    with pytest.raises(error, match=next(iter(setting))):
        Endpoint(**(good | setting), http=None, tokenizer=Characters(), agents=["plan"])
