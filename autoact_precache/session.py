"""One shared transcript: agents take turns on it, and the policy's caches follow."""

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import torch
from torch import Tensor

from autoact_precache.errors import (
    ConfigError,
    ContextLimitError,
    ReconstructionError,
    checked_integer,
)
from autoact_precache.metrics import CacheBytes, CallMetrics
from autoact_precache.policies import Caches
from autoact_precache.recompute import recompute
from autoact_precache.sampling import Sampler, StopStrings
from autoact_precache.stopwatch import Stopwatch
from autoact_precache.text import TextStream

if TYPE_CHECKING:
    from autoact_precache.runtime import Runtime


@dataclass
class Generation:
    """What one call gave. `text` is the decoded `token_ids`, the stop string included."""

    token_ids: list[int]
    text: str
    finish_reason: str  # 'stop' | 'length' | 'eos' | 'forced'
    prompt_ids: list[int]
    metrics: CallMetrics
    logits: Tensor | None = (
        None  # [n_generated, vocab] float32: row i is what token i was drawn from
    )


@dataclass
class _Request:
    """One call's settings, checked before anything is touched."""

    agent: str
    prompt_ids: list[int]
    max_new_tokens: int
    forced_ids: list[int] | None
    sampler: Sampler
    stop: StopStrings
    keep_logits: bool
    on_token: Callable[[int, str], None] | None


@dataclass(eq=False)
class Session:
    """One transcript of token ids and what a policy caches of it; made by `Runtime.session`.

    The caches hold at most all tokens but the last, which whoever comes next feeds. A call that
    fails leaves transcript and caches where it found them. Calls of all sessions of a runtime
    queue.
    """

    runtime: "Runtime"
    caches: Caches
    token_ids: list[int] = field(default_factory=list)
    _last_metrics: CallMetrics | None = None
    _failure: Exception | None = None
    _in_turn: bool = False

    def generate(
        self,
        agent: str,
        prompt: str | Sequence[int] = (),
        *,
        max_new_tokens: int = 32,
        stop: Sequence[str] = (),
        temperature: float = 0.0,
        top_p: float = 1.0,
        seed: int = 0,
        forced_ids: Sequence[int] | None = None,
        return_logits: bool = False,
        on_token: Callable[[int, str], None] | None = None,
    ) -> Generation:
        """Appends `prompt` to the transcript and lets `agent` go on from there.

        Text is encoded with control tokens split into plain characters; ids are taken as they are.
        `forced_ids` are decoded instead of sampling (`max_new_tokens` and `stop` then play no
        part). `on_token(id, text)` is called with every generated token; the texts add up to the
        result's, characters that span tokens held back.

        Raises `ConfigError` for an unknown agent or bad setting and `ContextLimitError` where
        prompt and generation do not fit, both before any work; `ReconstructionError` where the
        adapter-free pass of an earlier call failed.
        """
        stopwatch = Stopwatch(self.runtime.device)
        if agent not in self.runtime.agents:
            raise ConfigError(f"unknown agent {agent!r}; known: {', '.join(self.runtime.agents)}")
        forced = None if forced_ids is None else self.runtime.checked_ids(forced_ids)
        limit = checked_integer("max_new_tokens", max_new_tokens) if forced is None else len(forced)
        if limit < 1:
            raise ConfigError("a call generates at least one token")
        sampler = Sampler(temperature, top_p, seed)
        stop_strings = StopStrings(stop, self.runtime.decode)
        with self._exclusive():
            prompt_ids = self._prompt_ids(prompt)
            request = _Request(
                agent, prompt_ids, limit, forced, sampler, stop_strings, return_logits, on_token
            )
            self._check_fits(request)
            self._raise_failure()
            rest = self.caches.unreconstructed
            if rest is not None and not (
                self.runtime.policy.reconstructs_on_switch and rest.agent == agent
            ):
                self._reconstruct()
            held = self.caches.lengths(), self.caches.unreconstructed, len(self.token_ids)
            self._in_turn = True
            try:
                generation = self._run_turn(request, stopwatch)
            except BaseException:
                self.caches.restore(*held[:2])
                del self.token_ids[held[2] :]
                raise
            finally:
                self._in_turn = False
            self._last_metrics = generation.metrics
            generation.metrics.cache_bytes = self.caches.nbytes()
        if self.caches.unreconstructed and not self.runtime.policy.reconstructs_on_switch:
            _in_background(self._reconstruct_in_background)
        return generation

    def wait(self) -> None:
        """Until the adapter-free pass over the last call's tokens is done.

        One that waits for a switch of agents goes on waiting.

        Raises `ReconstructionError` where it failed in the background.
        """
        with self._exclusive():
            self._settle()

    def cache_bytes(self) -> CacheBytes:
        """Bytes of the tokens held."""
        with self._exclusive():
            self._settle()
            return self.caches.nbytes()

    def truncate(self, length: int) -> None:
        """Rewinds to the first `length` tokens, to before the last of them was fed.

        A base that a later call has reconstructed stays neutral.

        Raises `ConfigError` where the transcript is shorter.
        """
        with self._exclusive():
            if not 0 <= length <= len(self.token_ids):
                raise ConfigError(
                    f"cannot truncate to {length} tokens: the transcript has {len(self.token_ids)}"
                )
            self._settle()
            del self.token_ids[length:]
            self.caches.crop(max(length - 1, 0))

    def fork(self) -> "Session":
        """A second session that goes on from here; the two share what they hold so far."""
        with self._exclusive():
            self._settle()
            return Session(self.runtime, self.caches.fork(), list(self.token_ids))

    def save(self, path: str | Path) -> None:
        """Writes transcript and caches to one file, which `Runtime.load_session` reads.

        Raises `SessionFileError` where it cannot be written.
        """
        from autoact_precache.session_file import save_session

        with self._exclusive():
            self._settle()
            save_session(self, Path(path))

    @contextmanager
    def _exclusive(self) -> Iterator[None]:
        """Waits for the runtime. Raises `ConfigError` within an `on_token` of its own call."""
        with self.runtime.lock:
            if self._in_turn:
                raise ConfigError(
                    "on_token cannot use its own session: the call is still under way"
                )
            yield

    def _prompt_ids(self, prompt: str | Sequence[int]) -> list[int]:
        if isinstance(prompt, str):
            return self.runtime.encode(prompt, starts=not self.token_ids)
        return self.runtime.checked_ids(prompt)

    def _check_fits(self, request: _Request) -> None:
        held = len(self.token_ids) + len(request.prompt_ids)
        if held == 0:
            raise ConfigError("the transcript is empty: the first call needs a prompt")
        if held + request.max_new_tokens > self.runtime.context_length:
            raise ContextLimitError(
                f"{held} tokens and up to {request.max_new_tokens} new ones do not fit the context "
                f"of {self.runtime.context_length}"
            )

    def _run_turn(self, request: _Request, stopwatch: Stopwatch) -> Generation:
        waited_s = stopwatch.read()
        feed = self.runtime.backbone.feed
        turn = self.runtime.policy.turn(self.caches, request.agent)
        recomputed = 0
        if turn.recompute is not None:
            recomputed = recompute(self.runtime.backbone, self.token_ids, turn.recompute)
        self.token_ids += request.prompt_ids
        metrics = CallMetrics(
            prompt_tokens=len(self.token_ids),
            reused_tokens=turn.start,
            prefilled_tokens=len(self.token_ids) - turn.start,
            waited_s=waited_s,
        )
        logits = feed(self.token_ids[turn.start :], turn.start, turn.streams)
        choose = request.sampler.choices()
        stream = TextStream(self.runtime.decode) if request.on_token else None
        kept: list[Tensor] = []
        generated: list[int] = []
        reason = None
        while True:
            if request.keep_logits:
                kept.append(logits.cpu())
            forced = request.forced_ids
            token = choose(logits) if forced is None else forced[len(generated)]
            if not generated:
                metrics.ttft_s = stopwatch.read()
            generated.append(token)
            self.token_ids.append(token)
            reason = self._finish_reason(request, generated)
            if stream is not None and request.on_token is not None:
                request.on_token(token, stream.push(token, is_last=reason is not None))
            if reason is not None:
                break
            logits = feed([token], len(self.token_ids) - 1, turn.streams)
        self.runtime.policy.after_turn(self.caches, request.agent, turn, len(self.token_ids) - 1)
        metrics.generated_tokens = len(generated)
        beside = len(turn.streams) - 1
        metrics.reconstructed_tokens = recomputed + beside * (len(self.token_ids) - 1 - turn.start)
        metrics.decode_s = stopwatch.read() - metrics.ttft_s
        metrics.trajectory_tokens = len(self.token_ids)
        return Generation(
            token_ids=generated,
            text=self.runtime.decode(generated),
            finish_reason=reason,
            prompt_ids=request.prompt_ids,
            metrics=metrics,
            logits=torch.stack(kept) if kept else None,
        )

    def _finish_reason(self, request: _Request, generated: list[int]) -> str | None:
        if request.forced_ids is not None:
            return "forced" if len(generated) == len(request.forced_ids) else None
        if generated[-1] in self.runtime.eos_token_ids:
            return "eos"
        if request.stop.reached(generated):
            return "stop"
        return "length" if len(generated) == request.max_new_tokens else None

    def _reconstruct(self) -> None:
        """Makes the adapter-free pass that is due, if one is. The runtime's lock is held."""
        rest = self.caches.unreconstructed
        if rest is None:
            return
        stopwatch = Stopwatch(self.runtime.device)
        turn = self.runtime.policy.reconstruction(self.caches, rest)
        held = self.caches.lengths()
        try:
            self.runtime.backbone.fill(
                self.token_ids[turn.start : rest.end], turn.start, turn.streams
            )
        except BaseException:
            self.caches.restore(held, rest)
            raise
        self.caches.unreconstructed = None
        if self._last_metrics is not None:
            self._last_metrics.reconstruct_s = stopwatch.read()
            self._last_metrics.reconstructed_tokens = rest.end - rest.start
            self._last_metrics.cache_bytes = self.caches.nbytes()

    def _reconstruct_in_background(self) -> None:
        with self.runtime.lock:
            if self._failure is not None:
                return
            try:
                self._reconstruct()
            except Exception as error:
                self._failure = error

    def _settle(self) -> None:
        """Finishes what the background has not begun, unless it may wait for a switch of agents."""
        self._raise_failure()
        if not self.runtime.policy.reconstructs_on_switch:
            self._reconstruct()

    def _raise_failure(self) -> None:
        """Raises a background failure, once: the call after it makes the pass anew."""
        failure, self._failure = self._failure, None
        if failure is not None:
            raise ReconstructionError(
                f"the adapter-free pass after the last call failed: {failure}"
            ) from failure


def _in_background(work: Callable[[], None]) -> None:
    """Runs `work` beside whatever the caller does next, if there can be a thread more.

    The thread ends with it: OpenMP keeps workers for each that lives, and where they are more than
    the cores, those of the caller's thread sleep between two products of a decode step.
    """
    with suppress(RuntimeError):
        threading.Thread(target=work, name="reconstruction").start()
