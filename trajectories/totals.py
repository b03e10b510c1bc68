"""What a trajectory cost, worked out from its events."""

from collections import Counter
from collections.abc import Iterable, Sequence

from autoact_precache.trajectories.record import CacheBytes, Call, Event, ToolCall, Totals


def compute_totals(events: Sequence[Event], *, e2e_s: float, peak_memory_bytes: int) -> Totals:
    """The totals of a trajectory whose events are `events`.

    `e2e_s` (wall time from the question to the end, tools included) and `peak_memory_bytes` are
    what the caller measured; all else follows from the events:

    - `ttft_s`, `decode_s`, `reconstruct_s` and the token counts are sums of the calls' metrics.
    - `tokens_fed` counts every token that went through the model: each call feeds its
      `prefilled_tokens`, its generated tokens except the last, and its `reconstructed_tokens`
      once more.
    - `nonshared_tokens_fed` is what NonShared feeds for the same calls.
    - `model_s` = prefill + decoding + reconstruction = the summed call latency, without the
      `waited_s` of each TTFT: what a call waits for is counted where it is done.
    - `tool_s` is the sum of the tools' latencies; tools run beside a lazy reconstruction, so
      `e2e_s` can be less than `model_s + tool_s`.
    - `throughput` = trajectory tokens / summed call latency, in tokens per second (0 for no time).
    - `trajectory_tokens` and `cache_bytes` are those after the last call (0 without one).
    """
    calls = [event for event in events if isinstance(event, Call)]
    tools = [event for event in events if isinstance(event, ToolCall)]
    metrics = [call.metrics for call in calls]

    def total(name: str) -> int:
        return sum(int(m[name]) for m in metrics)

    def seconds(name: str) -> float:
        return sum((float(m[name]) for m in metrics), 0.0)

    decoded_and_fed = sum(max(m["generated_tokens"] - 1, 0) for m in metrics)
    prefill_s = seconds("ttft_s") - seconds("waited_s")
    model_s = prefill_s + seconds("decode_s") + seconds("reconstruct_s")
    trajectory_tokens = metrics[-1]["trajectory_tokens"] if metrics else 0
    no_cache: CacheBytes = {"base": 0, "lr": {}, "full": {}, "total": 0}
    return Totals(
        calls=len(calls),
        tool_calls=len(tools),
        tool_outcomes=dict(Counter(tool.outcome for tool in tools)),
        ttft_s=seconds("ttft_s"),
        decode_s=seconds("decode_s"),
        reconstruct_s=seconds("reconstruct_s"),
        model_s=model_s,
        tool_s=sum((tool.latency_s for tool in tools), 0.0),
        e2e_s=e2e_s,
        throughput=trajectory_tokens / model_s if model_s else 0.0,
        prefilled_tokens=total("prefilled_tokens"),
        reused_tokens=total("reused_tokens"),
        generated_tokens=total("generated_tokens"),
        reconstructed_tokens=total("reconstructed_tokens"),
        tokens_fed=total("prefilled_tokens") + decoded_and_fed + total("reconstructed_tokens"),
        nonshared_tokens_fed=nonshared_tokens_fed(
            (call.agent, len(call.prompt_ids), len(call.token_ids)) for call in calls
        ),
        trajectory_tokens=trajectory_tokens,
        cache_bytes=metrics[-1]["cache_bytes"] if metrics else no_cache,
        peak_memory_bytes=peak_memory_bytes,
    )


def nonshared_tokens_fed(schedule: Iterable[tuple[str, int, int]]) -> int:
    """Tokens that NonShared feeds for the turns (agent, prompt tokens, generated tokens).

    The running agent feeds everything it has not fed into its own cache, then its generated tokens
    except the last, which each agent feeds in its own next turn.
    """
    length = 0  # of the shared transcript
    fed: dict[str, int] = {}  # of it, in each agent's own cache
    total = 0
    for agent, prompt, generated in schedule:
        length += prompt
        now_fed = length + max(generated - 1, 0)
        length += generated
        total += now_fed - fed.get(agent, 0)
        fed[agent] = now_fed
    return total
