"""The record of one trajectory: what was asked, every call and tool call in order, what came out.

The dataclasses below are the schema: one JSON object a trajectory, checked against their types.
"""

import json
from dataclasses import asdict, dataclass
from typing import Annotated, Any, Literal, NotRequired, TypedDict

from autoact_precache.trajectories.schema import RecordError, check

SCHEMA_VERSION = 1
LINE_START = b'{"schema_version": '  # of every line, so that a cut-off one is known for ours

Kind = Literal["thought", "action", "argument", "reflection", "trace"]
FinishReason = Literal["stop", "length", "eos", "forced"]
Ended = Literal["finished", "step_limit", "context_limit", "time_limit", "error"]


class CacheBytes(TypedDict):
    """Bytes of keys and values held: shared base, low-rank and full caches by agent, their sum."""

    base: int
    lr: dict[str, int]
    full: dict[str, int]
    total: int


class Metrics(TypedDict):
    """What a call's `metrics` must hold; a runtime may add fields of its own, which are kept.

    Token counts: `prompt_tokens` = the transcript's length at the first generated token
    = `reused_tokens` (taken from cache) + `prefilled_tokens` (fed before that token).
    `reconstructed_tokens` = fed again with adapters off, or recomputed in some layers at least by a
    policy that recomputes what others cached. Times are in seconds: `ttft_s` from the
    start of the call to its first token, `waited_s` of it spent waiting for other calls and for an
    earlier call's reconstruction; `decode_s` after the first token;
    `reconstruct_s` in the adapter-free pass. `trajectory_tokens` = the transcript's length after
    the call, `cache_bytes` = the session's caches then. A replay beside NonShared adds `kl`
    (nats) and `top1_agreement` (share), means over the call's generated positions.
    """

    prompt_tokens: int
    reused_tokens: int
    prefilled_tokens: int
    generated_tokens: int
    ttft_s: float
    waited_s: float
    decode_s: float
    reconstruct_s: float
    reconstructed_tokens: int
    trajectory_tokens: int
    cache_bytes: CacheBytes
    kl: NotRequired[float]
    top1_agreement: NotRequired[float]


@dataclass(frozen=True)
class Call:
    """One turn of one agent: `prompt_ids` were appended to the transcript, then `token_ids`."""

    agent: str
    kind: Kind
    prompt_ids: list[int]
    token_ids: list[int]
    text: str
    finish_reason: Annotated[str, FinishReason]
    metrics: Annotated[dict[str, Any], Metrics]
    event: Literal["call"] = "call"


@dataclass(frozen=True)
class ToolCall:
    """One tool call; `latency_s` in seconds, `outcome` as the tool reports it ('ok', ...)."""

    name: str
    argument: str
    observation: str
    outcome: str
    latency_s: float
    event: Literal["tool"] = "tool"


Event = Call | ToolCall


@dataclass(frozen=True)
class Totals:
    """A trajectory's sums, as `totals.compute_totals` defines them. Seconds, tokens and bytes."""

    calls: int
    tool_calls: int
    tool_outcomes: dict[str, int]
    ttft_s: float
    decode_s: float
    reconstruct_s: float
    model_s: float
    tool_s: float
    e2e_s: float
    throughput: float
    prefilled_tokens: int
    reused_tokens: int
    generated_tokens: int
    reconstructed_tokens: int
    tokens_fed: int
    nonshared_tokens_fed: int
    trajectory_tokens: int
    cache_bytes: CacheBytes
    peak_memory_bytes: int


@dataclass(frozen=True)
class Trajectory:
    """One question (or one controlled trace) from its first call to its end.

    `events` are in the order they happened. `em` and `f1` lie in [0, 1] and are None where nothing
    was scored. `error` is one line where `ended` is 'error', else None. `run` is whatever
    identifies the run, enough to replay it: model and adapter sha256, policy, schedule, seed,
    sampling, prompt version.
    """

    schema_version: int
    id: str
    task: str
    question: str
    gold: str
    events: list[Event]
    prediction: str | None
    em: float | None
    f1: float | None
    ended: Ended
    error: str | None
    totals: Totals
    run: dict[str, Any]

    @property
    def calls(self) -> list[Call]:
        return [event for event in self.events if isinstance(event, Call)]

    @property
    def tool_calls(self) -> list[ToolCall]:
        return [event for event in self.events if isinstance(event, ToolCall)]

    def to_json(self) -> str:
        """One line of ASCII JSON. Raises RecordError if reading it back would be refused."""
        try:
            line = json.dumps(asdict(self))
        except (TypeError, ValueError) as error:
            raise RecordError(f"trajectory {self.id!r} is not JSON data: {error}") from error
        Trajectory.from_json(line)
        return line

    @classmethod
    def from_json(cls, line: str) -> "Trajectory":
        """Raises RecordError naming the field that is missing, unknown or of the wrong type."""
        try:
            data = json.loads(line, parse_constant=_refuse_constant)
        except RecordError:
            raise
        except (ValueError, RecursionError) as error:
            raise RecordError(f"not JSON: {error}") from error
        if not isinstance(data, dict):
            raise RecordError(f"expected a JSON object, got {type(data).__name__}")
        version = data.get("schema_version")
        if version != SCHEMA_VERSION or isinstance(version, bool):
            raise RecordError(
                f"schema_version: {version!r} is not known, this program reads {SCHEMA_VERSION}"
            )
        trajectory: Trajectory = check(data, cls, "")
        return trajectory


def _refuse_constant(name: str) -> Any:
    raise RecordError(f"not JSON: {name}")
