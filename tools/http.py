"""JSON over HTTP: bounded in time, retried politely, errors that say what happened."""

import json
import threading
import time
from typing import Any
from urllib.parse import urlsplit

import requests
import urllib3

from autoact_precache.tools.settings import require_count, require_seconds
from autoact_precache.tools.tool import Outcome, ToolConfigError


class ServiceError(Exception):
    """A service gave no usable answer; the text completes "X failed: ...".

    `wait_s` is how long to wait at least before another attempt, None when none would help.
    """

    def __init__(self, outcome: Outcome, what: str, wait_s: float | None = None) -> None:
        super().__init__(what)
        self.outcome = outcome
        self.wait_s = wait_s


class HttpClient:
    """Settings shared by all calls, and each host's turn; safe to use from many threads.

    Times are in seconds: `timeout_s` bounds each wait for the network, `total_s` one tool call
    with all its requests and retries, `backoff_s` is the first wait before a retry (doubled each
    time; a longer Retry-After wins), `interval_s` the least time between requests to one host.
    """

    def __init__(
        self,
        *,
        timeout_s: float,
        total_s: float,
        retries: int,
        backoff_s: float,
        interval_s: float,
        user_agent: str,
    ) -> None:
        require_seconds("timeout_s", timeout_s, least=0.001)
        require_seconds("total_s", total_s, least=0.001)
        require_count("retries", retries, least=0)
        require_seconds("backoff_s", backoff_s, least=0)
        require_seconds("interval_s", interval_s, least=0)
        self._timeout_s = timeout_s
        self._total_s = total_s
        self._retries = retries
        self._backoff_s = backoff_s
        self._interval_s = interval_s
        self._headers = {"User-Agent": user_agent}
        self._next_turn: dict[str, float] = {}
        self._lock = threading.Lock()

    def deadline(self) -> float:
        """When a tool call that starts now has to be over, on the monotonic clock."""
        return time.monotonic() + self._total_s

    def fetch(self, method: str, url: str, deadline: float, **request: Any) -> dict[str, Any]:
        """The JSON object that `url` answers; `request` goes to requests.request.

        Raises ServiceError when there is none by the deadline or after all retries.
        """
        attempt = 0
        while True:
            try:
                return self._attempt(method, url, deadline, request)
            except ServiceError as error:
                if error.wait_s is None or attempt == self._retries:
                    raise
                wait_s = max(error.wait_s, self._backoff_s * 2**attempt)
                if time.monotonic() + wait_s >= deadline:
                    raise
            time.sleep(wait_s)
            attempt += 1

    def reach(self, url: str) -> None:
        """Raises ToolConfigError when nobody answers at `url`, whatever the answer is."""
        try:
            requests.head(url, timeout=self._timeout_s, headers=self._headers)
        except requests.RequestException:
            raise ToolConfigError(
                f"{urlsplit(url).netloc} cannot be reached; without a network, use tools=offline"
            ) from None

    def _attempt(
        self, method: str, url: str, deadline: float, request: dict[str, Any]
    ) -> dict[str, Any]:
        self._await_turn(urlsplit(url).netloc, deadline)
        timeout_s = min(self._timeout_s, deadline - time.monotonic())
        if timeout_s <= 0:
            raise self._too_late()
        request = {**request, "headers": self._headers | request.get("headers", {})}
        try:
            with requests.request(
                method, url, timeout=timeout_s, stream=True, **request
            ) as response:
                body = bytearray()
                # The socket's time-out starts anew with every byte; the deadline does not.
                while part := response.raw.read1(1 << 16, decode_content=True):
                    body += part
                    if time.monotonic() > deadline:
                        raise self._too_late()
        except (requests.Timeout, urllib3.exceptions.TimeoutError):
            raise ServiceError("timeout", f"no answer within {timeout_s:.3g} s", 0) from None
        except (requests.RequestException, urllib3.exceptions.HTTPError, UnicodeError):
            raise ServiceError("unavailable", "the connection failed", 0) from None
        if response.status_code != requests.codes.ok:
            raise _status_error(response)
        try:
            answer = json.loads(body)
        except (ValueError, RecursionError):
            answer = None
        if not isinstance(answer, dict):
            raise ServiceError("unavailable", "the answer is not a JSON object")
        return answer

    def _await_turn(self, host: str, deadline: float) -> None:
        with self._lock:
            now = time.monotonic()
            turn = max(now, self._next_turn.get(host, now))
            if turn >= deadline:
                raise self._too_late()
            self._next_turn[host] = turn + self._interval_s
        time.sleep(turn - now)

    def _too_late(self) -> ServiceError:
        return ServiceError("timeout", f"no complete answer within {self._total_s:.3g} s")


def _status_error(response: requests.Response) -> ServiceError:
    code = response.status_code
    if code == requests.codes.too_many_requests:
        return ServiceError("rate_limited", f"too many requests (HTTP {code})", _wait_s(response))
    if code >= requests.codes.server_error:
        return ServiceError("unavailable", f"the service is down (HTTP {code})", _wait_s(response))
    return ServiceError("unavailable", f"the service refused (HTTP {code})")


def _wait_s(response: requests.Response) -> float:
    """Retry-After in seconds, from its number or its date; 0 without one that can be read."""
    try:
        return urllib3.Retry().parse_retry_after(response.headers.get("Retry-After", "0"))
    except (urllib3.exceptions.HTTPError, ValueError, OverflowError):
        return 0
