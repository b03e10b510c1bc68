"""Forced replay: the calls of a record or a controlled trace again, with the same tokens.

What the model says is fixed, so what differs between two replays is time, memory and the
distributions behind the tokens. Any object that speaks `Session` can be driven.
"""

import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any, Protocol

from autoact_precache.trajectories.agreement import compare_logits
from autoact_precache.trajectories.memory import peak_memory_bytes, reset_peak_memory
from autoact_precache.trajectories.record import (
    SCHEMA_VERSION,
    Call,
    Event,
    ToolCall,
    Trajectory,
)
from autoact_precache.trajectories.totals import compute_totals
from autoact_precache.trajectories.traces import ForcedCall

if TYPE_CHECKING:
    import torch  # takes seconds, and `--help` imports this module
    from _typeshed import DataclassInstance

TRACE = "trace"  # the task of a controlled trace's record


class Generation(Protocol):
    """What one call returns. `metrics` is a dataclass with the fields of `record.Metrics`."""

    @property
    def text(self) -> str: ...
    @property
    def finish_reason(self) -> str: ...
    @property
    def logits(self) -> "torch.Tensor | None": ...
    @property
    def metrics(self) -> "DataclassInstance": ...


class Session(Protocol):
    """One shared transcript, empty at first."""

    def generate(
        self,
        agent: str,
        prompt: list[int],
        /,
        *,
        max_new_tokens: int,
        forced_ids: list[int],
        return_logits: bool,
    ) -> Generation: ...

    def wait(self) -> None:
        """Return when no reconstruction is pending; the calls' metrics are final then."""


class CallsMade:
    """A session's calls with their logits, made once, so that several replays compare with them."""

    def __init__(self, calls: Sequence[Call], session: Session) -> None:
        self._made = [generate_forced(session, call, return_logits=True) for call in calls]

    def again(self) -> Session:
        """A session that gives the results in their order."""
        return _MadeBefore(iter(self._made))


@dataclass(frozen=True)
class _MadeBefore:
    made: Iterator[Generation]

    def generate(
        self,
        agent: str,
        prompt: list[int],
        /,
        *,
        max_new_tokens: int,
        forced_ids: list[int],
        return_logits: bool,
    ) -> Generation:
        return next(self.made)

    def wait(self) -> None:
        return


def replay_trajectory(
    recorded: Trajectory,
    session: Session,
    *,
    run: dict[str, Any],
    reference: Session | None = None,
) -> Trajectory:
    """`recorded` with new metrics and totals, and `run` for what produced them.

    Tool calls, prediction and scores are the record's, since the tokens are. With `reference`, a
    session under NonShared that takes the same calls in turn, each call's metrics also hold `kl`
    and `top1_agreement`.

    Pending reconstruction is waited for after every call, outside of any TTFT: a call's TTFT is
    its own. `e2e_s` is the time of the calls, those waits included, plus the recorded tool
    latencies; the peak memory is the process's, so with `reference` that session counts too.

    Raises what the session raises, for an agent it lacks or a context too long.
    """
    events, e2e_s, peak = _drive(recorded.events, session, reference)
    tool_s = sum(tool.latency_s for tool in recorded.tool_calls)
    totals = compute_totals(events, e2e_s=e2e_s + tool_s, peak_memory_bytes=peak)
    return replace(recorded, schema_version=SCHEMA_VERSION, events=events, totals=totals, run=run)


def replay_calls(
    id: str,
    calls: Sequence[ForcedCall],
    session: Session,
    *,
    run: dict[str, Any],
    reference: Session | None = None,
) -> Trajectory:
    """The calls of a controlled trace as a trajectory of task 'trace', without question or score.

    Otherwise as `replay_trajectory`.
    """
    events, e2e_s, peak = _drive(calls, session, reference)
    return Trajectory(
        schema_version=SCHEMA_VERSION,
        id=id,
        task=TRACE,
        question="",
        gold="",
        events=events,
        prediction=None,
        em=None,
        f1=None,
        ended="finished",
        error=None,
        totals=compute_totals(events, e2e_s=e2e_s, peak_memory_bytes=peak),
        run=run,
    )


def _drive(
    events: Sequence[Event | ForcedCall], session: Session, reference: Session | None
) -> tuple[list[Event], float, int]:
    """The events with new metrics, the seconds that the calls took, the peak memory in bytes."""
    reset_peak_memory()
    replayed: list[Event] = []
    measured: dict[int, DataclassInstance] = {}
    seconds = 0.0
    for index, event in enumerate(events):
        if isinstance(event, ToolCall):
            replayed.append(event)
            continue
        start = time.perf_counter()
        generation = generate_forced(session, event, return_logits=reference is not None)
        session.wait()
        seconds += time.perf_counter() - start
        agreement: dict[str, float] = {}
        if reference is not None:
            expected = generate_forced(reference, event, return_logits=True)
            assert generation.logits is not None
            assert expected.logits is not None
            compared = compare_logits(expected.logits, generation.logits)
            agreement = {"kl": compared.kl, "top1_agreement": compared.top1}
        measured[index] = generation.metrics
        replayed.append(
            Call(
                agent=event.agent,
                kind=event.kind,
                prompt_ids=event.prompt_ids,
                token_ids=event.token_ids,
                text=generation.text,
                finish_reason=generation.finish_reason,
                metrics=agreement,
            )
        )
    # Read last: a reconstruction that waits for another agent may complete an earlier call's.
    for index, metrics in measured.items():
        call = replayed[index]
        assert isinstance(call, Call)
        replayed[index] = replace(call, metrics=asdict(metrics) | call.metrics)
    return replayed, seconds, peak_memory_bytes()


def generate_forced(
    session: Session, call: Call | ForcedCall, *, return_logits: bool
) -> Generation:
    """One call, with its own tokens."""
    return session.generate(
        call.agent,
        call.prompt_ids,
        max_new_tokens=len(call.token_ids),
        forced_ids=call.token_ids,
        return_logits=return_logits,
    )
