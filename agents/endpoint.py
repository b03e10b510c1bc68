"""Any OpenAI-compatible endpoint as a Backend: one remote model that plays every role.

It uses /completions, not /chat/completions: the agents share one transcript, and each call goes on
in the middle of it, often in the middle of a line (`Action:`), which a chat of whole messages does
not allow.
"""

import os
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from autoact_precache.agents.errors import TaskError
from autoact_precache.tools import HttpClient
from autoact_precache.tools.http import ServiceError
from autoact_precache.tools.settings import require_url
from autoact_precache.trajectories.record import CacheBytes

KEY_VARIABLE = "OPENAI_API_KEY"


class EndpointError(RuntimeError):
    """The endpoint gave no usable text; the message is one line."""


class Tokenizer(Protocol):
    """The local checkpoint's, so that what an endpoint wrote replays and trains here."""

    def encode(self, text: str, *, starts: bool = False) -> list[int]:
        """See Backend.encode."""
        ...

    def decode(self, ids: Sequence[int]) -> str:
        """The text without control tokens: an endpoint puts its own before it."""
        ...


def _nothing_cached() -> CacheBytes:
    return {"base": 0, "lr": {}, "full": {}, "total": 0}


@dataclass(frozen=True)
class EndpointMetrics:
    """Tokens are the local tokenizer's. The whole transcript is sent each time, and the text comes
    in one piece, so that the first token arrives with the last; nothing is cached here.
    """

    prompt_tokens: int
    generated_tokens: int
    trajectory_tokens: int
    prefilled_tokens: int
    ttft_s: float
    reused_tokens: int = 0
    waited_s: float = 0.0
    decode_s: float = 0.0
    reconstruct_s: float = 0.0
    reconstructed_tokens: int = 0
    cache_bytes: CacheBytes = field(default_factory=_nothing_cached)


@dataclass(frozen=True)
class EndpointGeneration:
    """One call's outcome; see backend.Generation."""

    token_ids: list[int]
    text: str
    finish_reason: str  # 'stop' | 'length' | 'eos'
    prompt_ids: list[int]
    metrics: EndpointMetrics


class Endpoint:
    """Posts to `{base_url}/completions`; the key is read from OPENAI_API_KEY at each call, if set.

    `model` is the endpoint's name for it. `context_length` bounds a transcript, in tokens of
    `tokenizer`. `agents` are the names of the roles that it plays. Text in the transcript that
    spells a control token is the endpoint's own affair: it tokenises by itself.

    Raises ToolConfigError or TaskError for a setting of the wrong kind.
    """

    def __init__(
        self,
        *,
        base_url: str,
        model: str,
        context_length: int,
        http: HttpClient,
        tokenizer: Tokenizer,
        agents: Sequence[str],
    ) -> None:
        require_url("endpoint.base_url", base_url)
        if type(context_length) is not int or context_length < 1:
            raise TaskError(
                f"endpoint.context_length: expected a whole number of at least 1, "
                f"got {context_length!r}"
            )
        self._url = f"{base_url.rstrip('/')}/completions"
        self._http = http
        self.model = model
        self.tokenizer = tokenizer
        self.agents = tuple(agents)
        self.context_length = context_length

    def session(self) -> "EndpointSession":
        """A new, empty transcript."""
        return EndpointSession(self)

    def encode(self, text: str, *, starts: bool = False) -> list[int]:
        """See Backend.encode."""
        return self.tokenizer.encode(text, starts=starts)

    def decode(self, ids: Sequence[int]) -> str:
        """See Backend.decode."""
        return self.tokenizer.decode(ids)

    def identity(self) -> dict[str, Any]:
        """See Backend.identity; the address is left out, as it may hold a user's name or key."""
        return {"model": {"name": self.model}, "adapters": {}, "policy": "endpoint"}

    def check(self) -> None:
        """Asks for one token. Raises TaskError if address, model or key do not work."""
        try:
            self._post(prompt="Once upon a time", max_tokens=1)
        except EndpointError as error:
            raise TaskError(f"{self._url}: {error}") from None

    def complete(self, **request: Any) -> tuple[str, str | None]:
        """Text and finish reason of one completion. Raises EndpointError."""
        try:
            choice = self._post(**request)["choices"][0]
            text, reason = choice["text"], choice.get("finish_reason")
        except (KeyError, IndexError, TypeError, AttributeError):
            raise EndpointError("the answer holds no completion") from None
        if not isinstance(text, str) or not text:
            raise EndpointError("the answer holds no text")
        return text, reason

    def _post(self, **request: Any) -> dict[str, Any]:
        key = _key()
        try:
            return self._http.fetch(
                "POST",
                self._url,
                self._http.deadline(),
                headers={"Authorization": f"Bearer {key}"} if key else {},
                json={"model": self.model, **request},
                allow_redirects=False,  # one would carry the key elsewhere
            )
        except ServiceError as error:
            raise EndpointError(str(error)) from None


@dataclass
class EndpointSession:
    """One transcript, kept here and sent whole with every call; see backend.Session."""

    endpoint: Endpoint
    token_ids: list[int] = field(default_factory=list)

    def generate(
        self,
        agent: str,
        text_or_ids: str | Sequence[int],
        /,
        *,
        max_new_tokens: int,
        stop: Sequence[str],
        temperature: float,
        top_p: float,
        seed: int,
    ) -> EndpointGeneration:
        """See backend.Session. Raises EndpointError, and then the transcript is as it was."""
        started = time.perf_counter()
        tokenizer = self.endpoint.tokenizer
        if isinstance(text_or_ids, str):
            prompt_ids = tokenizer.encode(text_or_ids, starts=not self.token_ids)
        else:
            prompt_ids = list(text_or_ids)
        before = self.token_ids + prompt_ids
        # Stop strings are looked for here: an endpoint leaves the one it met out of the text, and
        # its 'stop' may be one of several, or the end of the text.
        written, reason = self.endpoint.complete(
            prompt=tokenizer.decode(before),
            max_tokens=max_new_tokens,
            temperature=temperature,
            top_p=top_p,
            seed=seed,
        )
        text, stopped = _cut(written, stop)
        ids = tokenizer.encode(text)
        token_ids = ids[:max_new_tokens]  # the endpoint counts tokens of its own
        finish_reason = "length"
        if token_ids == ids and (stopped or reason == "stop"):
            finish_reason = "stop" if stopped else "eos"
        self.token_ids = before + token_ids
        metrics = EndpointMetrics(
            prompt_tokens=len(before),
            generated_tokens=len(token_ids),
            trajectory_tokens=len(self.token_ids),
            prefilled_tokens=len(before),
            ttft_s=time.perf_counter() - started,
        )
        text = tokenizer.decode(token_ids)
        return EndpointGeneration(token_ids, text, finish_reason, prompt_ids, metrics)

    def wait(self) -> None:
        """Nothing runs in the background."""


def _cut(text: str, stop: Sequence[str]) -> tuple[str, bool]:
    """The text up to and with the first stop string, and whether there is one."""
    ends = [text.index(string) + len(string) for string in stop if string in text]
    return (text[: min(ends)], True) if ends else (text, False)


def _key() -> str:
    """The key, "" where none is set: a local server needs none. Raises EndpointError."""
    key = os.environ.get(KEY_VARIABLE, "").strip()
    if not (key.isascii() and key.isprintable()):  # requests would quote it in its error
        raise EndpointError(f"{KEY_VARIABLE} holds characters that no key has")
    return key
