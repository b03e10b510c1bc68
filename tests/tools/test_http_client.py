"""Faults of a web service, seen through a tool: what is retried, what is said, what it costs."""

import socket
from email.utils import formatdate
from time import monotonic, time

import pytest
from loopback import Reply, Service

from autoact_precache.tools import HttpClient, Serper, Toolbox, ToolConfigError

ANSWER = {
    "organic": [{"title": "Seine", "snippet": "A river.", "link": "https://x", "position": 1}]
}


@pytest.fixture
def search(service, client, monkeypatch):
    monkeypatch.setenv("SERPER_API_KEY", "a-key")

    def call(**settings):
        return (
            Toolbox([Serper(client(**settings), service.url, 3)])
            .session()
            .call("BingSearch", "river")
        )

    return call


@pytest.mark.parametrize(
    ("reply", "outcome", "says"),
    [
        (Reply({"message": "Unauthorized."}, 403), "unavailable", "HTTP 403"),
        (Reply("slow down", 429), "rate_limited", "HTTP 429"),
        (Reply("<html>oops</html>", 500), "unavailable", "HTTP 500"),
        (Reply("<html>oops</html>", 503), "unavailable", "HTTP 503"),
        (Reply(fault="silence"), "timeout", "no answer within 0.3 s"),
        (Reply(ANSWER, fault="cut"), "unavailable", "the connection failed"),
        (Reply("<html>Please log in</html>"), "unavailable", "not a JSON object"),
        (Reply("[" * 100_000), "unavailable", "not a JSON object"),
        (Reply([ANSWER]), "unavailable", "not a JSON object"),
    ],
)
def test_a_fault_becomes_an_observation_that_says_what_happened(
    service: Service, search, reply, outcome, says
):
    service.replies(reply)
    observation = search(timeout_s=0.3 if reply.fault == "silence" else 5)
    assert observation.outcome == outcome
    assert observation.text.startswith("BingSearch failed: ")
    assert says in observation.text
    assert "Traceback" not in observation.text


@pytest.mark.parametrize(
    "first", [Reply(status=429), Reply(status=500), Reply(status=503), Reply(ANSWER, fault="cut")]
)
def test_a_passing_fault_is_retried(service: Service, search, first):
    service.replies(first, Reply(ANSWER))
    assert search().outcome == "ok"
    assert [request.headers["x-api-key"] for request in service.requests] == ["a-key"] * 2


@pytest.mark.parametrize("reply", [Reply(status=403), Reply(status=400), Reply("<html>")])
def test_what_a_retry_cannot_mend_is_asked_once(service: Service, search, reply):
    service.replies(reply)
    search(retries=5)
    assert len(service.requests) == 1


def test_retries_end(service: Service, search):
    service.replies(Reply(status=503))
    assert search(retries=2).outcome == "unavailable"
    assert len(service.requests) == 3


@pytest.mark.parametrize("form", ["seconds", "date"])
def test_retry_after_is_honoured(service: Service, search, form):
    start = monotonic()
    # A date has whole seconds, so this one is more than 1 s away.
    value = "1" if form == "seconds" else formatdate(time() + 2, usegmt=True)
    service.replies(Reply(status=429, headers={"Retry-After": value}), Reply(ANSWER))
    assert search().outcome == "ok"
    assert service.requests[1].arrived - start >= 1


def test_a_retry_after_beyond_the_total_time_ends_the_call(service: Service, search):
    service.replies(Reply(status=429, headers={"Retry-After": "3600"}), Reply(ANSWER))
    assert search(total_s=5).outcome == "rate_limited"
    assert len(service.requests) == 1


@pytest.mark.parametrize("retry_after", ["soon", "-1", "9" * 5000])
def test_an_unreadable_retry_after_does_no_harm(service: Service, search, retry_after):
    service.replies(Reply(status=429, headers={"Retry-After": retry_after}), Reply(ANSWER))
    assert search().outcome in ("ok", "rate_limited")


def test_the_total_time_bounds_an_answer_that_trickles_in(service: Service, search):
    service.replies(Reply(ANSWER, fault="drip"))  # whole after some 3 s
    observation = search(total_s=0.5)
    assert observation.outcome == "timeout"
    assert "0.5 s" in observation.text


def test_requests_to_one_host_keep_their_distance(service: Service, client, monkeypatch):
    monkeypatch.setenv("SERPER_API_KEY", "a-key")
    service.replies(Reply(ANSWER))
    toolbox = Toolbox([Serper(client(interval_s=0.3), service.url, 3)])
    start = monotonic()
    for _ in range(3):
        assert toolbox.session().call("BingSearch", "river").outcome == "ok"
    assert service.requests[2].arrived - start >= 0.6


def test_nobody_listening(client, monkeypatch):
    monkeypatch.setenv("SERPER_API_KEY", "a-key")
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{unused.getsockname()[1]}"
    toolbox = Toolbox([Serper(client(), url, 3)])
    assert toolbox.session().call("BingSearch", "river").outcome == "unavailable"
    with pytest.raises(ToolConfigError, match=r"127\.0\.0\.1:\d+ cannot be reached"):
        toolbox.check()


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        ("timeout_s", 0),
        ("timeout_s", "fast"),
        ("total_s", float("nan")),
        ("total_s", float("inf")),
        ("retries", -1),
        ("retries", 1.5),
        ("backoff_s", -0.1),
        ("interval_s", None),
    ],
)
def test_a_wrong_setting_is_named(client, setting, value):
    with pytest.raises(ToolConfigError, match=f"^{setting}=.*expected"):
        client(**{setting: value})


@pytest.mark.parametrize("url", ["google.serper.dev", "ftp://x/", "http://", "http://[", None])
def test_a_wrong_address_is_named(client, url):
    with pytest.raises(ToolConfigError, match=r"^serper_url=.*https://"):
        Serper(client(), url, 3)


def test_the_client_says_who_it_is(service: Service, search):
    service.replies(Reply(ANSWER))
    search(user_agent="descriptive/1.0 (me@example.org)")
    assert service.requests[0].headers["user-agent"] == "descriptive/1.0 (me@example.org)"


def test_settings_are_keywords_only():
    with pytest.raises(TypeError):
        HttpClient(1, 2, 3, 4, 5, "x")
