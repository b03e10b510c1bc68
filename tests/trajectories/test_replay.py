from dataclasses import replace

import pytest
import torch

from autoact_precache.trajectories.agreement import agreement_by_agent
from autoact_precache.trajectories.record import Event, ToolCall, Trajectory
from autoact_precache.trajectories.replay import CallsMade, replay_calls, replay_trajectory
from autoact_precache.trajectories.traces import ForcedCall, TraceCall, random_calls, trace_of
from tests.trajectories.examples import CountingSession, a_call, a_trajectory

EVENTS: list[Event] = [
    a_call("plan", "thought", [1, 2, 3, 4], [5, 6]),
    a_call("plan", "action", [7], [8], kl=9.0, top1_agreement=0.0),
    a_call("action", "argument", [], [9, 10, 11]),
    ToolCall("Retrieve", "Rome", "Rome is a city.", "ok", 4.0),
    a_call("reflect", "reflection", [12, 13], [14]),
]
NEW_RUN = {"policy": "nonshared", "seed": 7}


@pytest.fixture
def recorded() -> Trajectory:
    return a_trajectory("q1", EVENTS)


def test_the_recorded_calls_are_made_again_token_by_token(recorded: Trajectory) -> None:
    session = CountingSession()
    replayed = replay_trajectory(recorded, session, run=NEW_RUN)
    assert session.calls == [(c.agent, c.prompt_ids, c.token_ids) for c in recorded.calls]
    assert session.transcript == list(range(1, 15))
    assert trace_of(replayed) == trace_of(recorded)
    assert [call.kind for call in replayed.calls] == [call.kind for call in recorded.calls]


def test_what_the_record_says_of_question_and_score_stays(recorded: Trajectory) -> None:
    replayed = replay_trajectory(recorded, CountingSession(), run=NEW_RUN)
    same = replace(replayed, events=recorded.events, totals=recorded.totals, run=recorded.run)
    assert same == recorded
    assert replayed.run == NEW_RUN
    assert replayed.tool_calls == recorded.tool_calls
    assert [type(event) for event in replayed.events] == [type(e) for e in recorded.events]
    assert Trajectory.from_json(replayed.to_json()) == replayed


def test_metrics_and_totals_are_the_session_s(recorded: Trajectory) -> None:
    totals = replay_trajectory(recorded, CountingSession(), run=NEW_RUN).totals
    assert totals.ttft_s == pytest.approx(4 * 0.001)
    assert totals.decode_s == pytest.approx(4 * 0.002)
    assert totals.cache_bytes["full"] == {"plan": 7, "action": 10, "reflect": 13}
    assert totals.trajectory_tokens == 14
    assert totals.tool_s == 4.0
    assert totals.e2e_s > 4.0
    assert totals.peak_memory_bytes > 0


@pytest.mark.parametrize("shared", [False, True])
def test_tokens_fed_beside_what_nonshared_would_have_fed(
    recorded: Trajectory, shared: bool
) -> None:
    session = CountingSession(shared=shared)
    totals = replay_trajectory(recorded, session, run=NEW_RUN).totals
    assert totals.nonshared_tokens_fed == 7 + 10 + 13
    assert totals.tokens_fed == (13 if shared else totals.nonshared_tokens_fed)


@pytest.mark.parametrize(
    ("rebase", "reconstructed"), [("each_turn", [5, 2, 3, 3]), ("on_switch", [0, 2, 3, 0])]
)
def test_reconstruction_that_ends_after_the_call_is_in_its_metrics(
    recorded: Trajectory, rebase: str, reconstructed: list[int]
) -> None:
    session = CountingSession(shared=True, rebase=rebase)
    calls = replay_trajectory(recorded, session, run=NEW_RUN).calls
    assert [call.metrics["reconstructed_tokens"] for call in calls] == reconstructed


def test_without_a_reference_nothing_is_compared(recorded: Trajectory) -> None:
    replayed = replay_trajectory(recorded, CountingSession(), run=NEW_RUN)
    assert agreement_by_agent([replayed]) == {}


def test_agreement_with_the_reference_per_call_and_per_agent(recorded: Trajectory) -> None:
    replayed = replay_trajectory(
        recorded, CountingSession(noise=0.5, shared=True), run=NEW_RUN, reference=CountingSession()
    )
    session, noisy = CountingSession(), CountingSession(noise=0.5)
    divergences: dict[str, list[float]] = {}
    same_top: dict[str, list[float]] = {}
    for call in replayed.calls:
        arguments = {"max_new_tokens": len(call.token_ids), "return_logits": True}
        p, q = (
            s.generate(call.agent, call.prompt_ids, forced_ids=call.token_ids, **arguments).logits
            for s in (session, noisy)
        )
        p, q = p.double().softmax(-1), q.double().softmax(-1)
        kl = (p * (p / q).log()).sum(-1).tolist()
        top = (p.argmax(-1) == q.argmax(-1)).double().tolist()
        assert call.metrics["kl"] == pytest.approx(sum(kl) / len(kl), rel=1e-5)
        assert call.metrics["top1_agreement"] == sum(top) / len(top)
        divergences.setdefault(call.agent, []).extend(kl)
        same_top.setdefault(call.agent, []).extend(top)
    by_agent = agreement_by_agent([replayed])
    assert by_agent.keys() == divergences.keys()
    for agent, agreement in by_agent.items():
        positions = len(divergences[agent])
        assert agreement.positions == positions
        assert agreement.kl == pytest.approx(sum(divergences[agent]) / positions, rel=1e-5)
        assert agreement.top1 == pytest.approx(sum(same_top[agent]) / positions)


def test_calls_made_once_are_a_reference_for_several_replays(recorded: Trajectory) -> None:
    reference = CountingSession()
    made = CallsMade(recorded.calls, reference)
    for noise in (0.5, 0.0):
        first, again = (
            replay_trajectory(recorded, CountingSession(noise=noise), run=NEW_RUN, reference=other)
            for other in (CountingSession(), made.again())
        )
        assert agreement_by_agent([again]) == agreement_by_agent([first])
    assert len(reference.calls) == len(recorded.calls)


def test_a_policy_that_computes_the_same_agrees_fully(recorded: Trajectory) -> None:
    replayed = replay_trajectory(
        recorded, CountingSession(shared=True), run=NEW_RUN, reference=CountingSession()
    )
    for agreement in agreement_by_agent([replayed]).values():
        assert (agreement.kl, agreement.top1) == (0.0, 1.0)


def test_a_controlled_trace_becomes_a_trajectory_without_question_or_score() -> None:
    trace = [TraceCall("plan", 6, 3), TraceCall("action", 0, 2)]
    calls = random_calls(trace, first_id=2, last_id=40, seed=0)
    replayed = replay_calls("trace-0", calls, CountingSession(), run=NEW_RUN)
    assert trace_of(replayed) == trace
    assert {call.kind for call in replayed.calls} == {"trace"}
    assert (replayed.id, replayed.task, replayed.em, replayed.prediction) == (
        "trace-0",
        "trace",
        None,
        None,
    )
    assert Trajectory.from_json(replayed.to_json()) == replayed


def test_a_replayed_trace_can_be_replayed() -> None:
    calls = [ForcedCall("plan", "trace", [1, 2], [3])]
    once = replay_calls("t", calls, CountingSession(), run=NEW_RUN)
    again = replay_trajectory(once, CountingSession(), run=NEW_RUN)
    assert again.calls == once.calls


def test_what_the_session_raises_is_raised(recorded: Trajectory) -> None:
    class Limited(CountingSession):
        def logits(self) -> torch.Tensor:
            raise ValueError("context of 4 tokens")

    with pytest.raises(ValueError, match="context of 4 tokens"):
        replay_trajectory(recorded, Limited(), run=NEW_RUN)
