import pytest
from hypothesis import given
from hypothesis import strategies as st

from autoact_precache.trajectories.record import ToolCall
from autoact_precache.trajectories.totals import compute_totals, nonshared_tokens_fed
from autoact_precache.trajectories.traces import read_trace
from tests.trajectories.examples import a_call


def test_totals_of_a_small_trajectory_worked_out_by_hand() -> None:
    last_bytes = {"base": 70, "lr": {"plan": 7, "action": 7}, "full": {}, "total": 84}
    events = [
        # Transcript 0 -> 10 + 4 = 14; 13 fed, 13 fed again.
        a_call(
            "plan", "thought", list(range(10)), [1, 2, 3, 4],
            prompt_tokens=10, reused_tokens=0, prefilled_tokens=10,
            ttft_s=1.0, decode_s=0.5, reconstruct_s=0.25, reconstructed_tokens=13,
            trajectory_tokens=14,
        ),
        # 14 + 2 + 1 = 17: feeds token 13 and the prompt, decodes one, which it does not feed.
        a_call(
            "action", "argument", [5, 6], [7],
            prompt_tokens=16, reused_tokens=13, prefilled_tokens=3,
            ttft_s=0.5, waited_s=0.25, decode_s=0.0, reconstruct_s=0.125, reconstructed_tokens=3,
            trajectory_tokens=17,
        ),
        ToolCall("Retrieve", "x", "nothing", "not_found", 2.0),
        ToolCall("Retrieve", "y", "found", "ok", 1.0),
        # 17 + 3 + 3 = 23: feeds token 16, the prompt, and two of three decoded tokens.
        a_call(
            "plan", "thought", [8, 9, 10], [11, 12, 13],
            prompt_tokens=20, reused_tokens=16, prefilled_tokens=4,
            ttft_s=0.25, decode_s=0.25, reconstruct_s=0.0, reconstructed_tokens=0,
            trajectory_tokens=23, cache_bytes=last_bytes,
        ),
    ]  # fmt: skip
    totals = compute_totals(events, e2e_s=5.5, peak_memory_bytes=12345)
    assert totals.calls == 3
    assert totals.tool_calls == 2
    assert totals.tool_outcomes == {"not_found": 1, "ok": 1}
    assert totals.ttft_s == 1.75
    assert totals.decode_s == 0.75
    assert totals.reconstruct_s == 0.375
    assert totals.model_s == 2.625  # 0.25 s of the second TTFT are the first reconstruction
    assert totals.tool_s == 3.0
    assert totals.e2e_s == 5.5
    assert totals.throughput == 23 / 2.625
    assert totals.prefilled_tokens == 17
    assert totals.reused_tokens == 29
    assert totals.generated_tokens == 8
    assert totals.reconstructed_tokens == 16
    assert totals.tokens_fed == (10 + 3) + 3 + (4 + 2) + 16
    # plan 13; action everything, 16; plan what it lacks of 20, 7, and two decoded tokens.
    assert totals.nonshared_tokens_fed == 13 + 16 + 7 + 2
    assert totals.trajectory_tokens == 23
    assert totals.cache_bytes == last_bytes
    assert totals.peak_memory_bytes == 12345


def test_totals_of_no_calls() -> None:
    totals = compute_totals([], e2e_s=0.5, peak_memory_bytes=0)
    assert (totals.calls, totals.tokens_fed, totals.throughput) == (0, 0, 0.0)
    assert totals.cache_bytes == {"base": 0, "lr": {}, "full": {}, "total": 0}


def feed_token_by_token(schedule: list[tuple[str, int, int]]) -> int:
    """NonShared as it runs: each agent keeps a full cache of its own and feeds what that lacks."""
    transcript: list[object] = []
    caches: dict[str, list[object]] = {}
    count = 0
    for agent, prompt, generated in schedule:
        cache = caches.setdefault(agent, [])
        transcript.extend(object() for _ in range(prompt))
        for _ in range(generated):
            while len(cache) < len(transcript):
                cache.append(transcript[len(cache)])
                count += 1
            transcript.append(object())  # drawn from the logits of what was fed last
    return count


turns = st.tuples(
    st.sampled_from(["plan", "action", "reflect"]), st.integers(0, 9), st.integers(1, 9)
)


@given(st.lists(turns))
def test_nonshared_tokens_fed_is_what_feeding_token_by_token_counts(
    schedule: list[tuple[str, int, int]],
) -> None:
    assert nonshared_tokens_fed(schedule) == feed_token_by_token(schedule)


@pytest.mark.parametrize("trace", ["three_agents_17k", "three_agents_5k"])
def test_nonshared_feeds_the_shipped_traces_three_times(trace: str) -> None:
    calls = read_trace(trace)
    shared = sum(call.prompt_tokens + call.decode_tokens for call in calls) - 1
    nonshared = nonshared_tokens_fed(
        (call.agent, call.prompt_tokens, call.decode_tokens) for call in calls
    )
    assert nonshared / shared == pytest.approx(3, rel=0.02)
