import json

from autoact_precache.trajectories.store import read_trajectories


def test_forced_replay_feeds_the_same_tokens_under_another_policy(small, sweep):
    record = sweep[0] / "policy-nonshared" / "trajectories.jsonl"
    finished = small("replay", f"source={record}", "policy=prelrshared", "output=again")
    assert finished.code == 0, finished.stderr
    assert "Agreement with NonShared" in finished.stdout
    assert "again/trajectories.jsonl" in finished.stdout
    replayed = list(read_trajectories(small.folder / "again" / "trajectories.jsonl"))
    recorded = list(read_trajectories(record))
    assert [t.id for t in replayed] == [t.id for t in recorded]
    for new, old in zip(replayed, recorded, strict=True):
        assert new.run["policy"] == "prelrshared"
        assert [call.prompt_ids for call in new.calls] == [call.prompt_ids for call in old.calls]
        assert [call.token_ids for call in new.calls] == [call.token_ids for call in old.calls]
        # Action is the second agent: PreLRShared feeds it the new tokens alone.
        assert new.totals.tokens_fed < old.totals.tokens_fed == old.totals.nonshared_tokens_fed
        assert all(call.metrics["kl"] >= 0 for call in new.calls)
        assert any(call.metrics["kl"] > 0 for call in new.calls)


def test_a_replay_with_tools_takes_the_observations_from_the_record(small, sweep):
    record = sweep[0] / "policy-nonshared" / "trajectories.jsonl"
    recorded = json.loads(record.read_text().splitlines()[0])
    recorded["events"][-1]["observation"] = "As it was recorded."
    (small.folder / "edited.jsonl").write_text(json.dumps(recorded) + "\n")
    finished = small(
        "replay", "source=edited.jsonl", "mode=tools", "policy=rebaseshared", "output=anew"
    )
    assert finished.code == 0, finished.stderr
    [trajectory] = read_trajectories(small.folder / "anew" / "trajectories.jsonl")
    assert trajectory.run["policy"] == "rebaseshared"
    assert trajectory.events[-1].observation == "As it was recorded."


def test_a_trace_is_replayed_under_every_policy_of_a_sweep(small):
    (small.folder / "mine.csv").write_text(
        "agent,prompt_tokens,decode_tokens\nplan,40,4\naction,8,4\nplan,30,4\nreflect,8,4\n"
    )
    finished = small(
        "replay", "-m", "source=mine.csv", "policy=nonshared,prelrshared", "output=swept"
    )
    assert finished.code == 0, finished.stderr
    assert finished.stdout.count("Cache policies compared") == 1
    for policy in ("nonshared", "prelrshared"):
        [trajectory] = read_trajectories(
            small.folder / "swept" / f"policy-{policy}" / "trajectories.jsonl"
        )
        assert [call.agent for call in trajectory.calls] == ["plan", "action", "plan", "reflect"]
        fed = [call.metrics["prefilled_tokens"] for call in trajectory.calls]
        if policy == "prelrshared":
            assert fed == [40, 9, 31, 9]  # the prompt, and the last token of the turn before
        else:
            assert fed == [40, 52, 43, 98]  # all that the agent has not fed yet


def test_another_tasks_trajectories_are_refused(small, sweep):
    record = sweep[0] / "policy-nonshared" / "trajectories.jsonl"
    finished = small("replay", f"source={record}", "task=scienceqa")
    assert finished.code == 2
    assert "was recorded with task=hotpotqa, not task=scienceqa" in finished.stderr
