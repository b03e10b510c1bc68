"""What the trajectory viewer shows, as data for the page's script."""

from collections.abc import Sequence
from typing import Any

from autoact_precache.report.sources import Run
from autoact_precache.report.words import count, percent, seconds, size
from autoact_precache.trajectories.record import Call, Event, Trajectory

LONGEST = 4000  # characters of one text; what goes beyond is left out, and said to be


def viewer_data(runs: Sequence[Run], limit: int | None) -> list[dict[str, Any]]:
    """The first `limit` questions of each task (all: None), each with every run's answer to it."""
    roles = list(dict.fromkeys(c.agent for run in runs for t in run.trajectories for c in t.calls))
    questions: dict[tuple[str, str], dict[str, Any]] = {}
    held: dict[str, int] = {}
    for run in runs:
        for trajectory in run.trajectories:
            key = run.task, trajectory.id
            if key not in questions:
                held[run.task] = held.get(run.task, 0) + 1
                if limit is not None and held[run.task] > limit:
                    continue
                questions[key] = _question(trajectory)
            answers = questions[key]["answers"]
            answers.append({"run": _name(run, trajectory), **_answer(trajectory, roles)})
    return list(questions.values())


def left_out(runs: Sequence[Run], limit: int | None) -> int:
    """How many questions `viewer_data` has no room for."""
    by_task: dict[str, set[str]] = {}
    for run in runs:
        by_task.setdefault(run.task, set()).update(t.id for t in run.trajectories)
    return sum(max(len(ids) - limit, 0) for ids in by_task.values()) if limit is not None else 0


def _name(run: Run, trajectory: Trajectory) -> str:
    repeats = {t.run.get("seed") for t in run.trajectories}
    return f"{run.name}, seed {trajectory.run.get('seed')}" if len(repeats) > 1 else run.name


def _question(trajectory: Trajectory) -> dict[str, Any]:
    return {
        "task": trajectory.task,
        "id": trajectory.id,
        "text": _cut(trajectory.question) or "A trace of random tokens.",
        "gold": trajectory.gold,
        "answers": [],
    }


def _answer(trajectory: Trajectory, roles: Sequence[str]) -> dict[str, Any]:
    totals = trajectory.totals
    return {
        "prediction": trajectory.prediction,
        "right": None if trajectory.em is None else trajectory.em == 1,
        "verdict": _verdict(trajectory),
        "facts": {
            "ended": trajectory.error or trajectory.ended.replace("_", " "),
            "TTFT": seconds(totals.ttft_s),
            "model time": seconds(totals.model_s),
            "with tools": seconds(totals.e2e_s),
            "tokens fed": f"{count(totals.tokens_fed)} (NonShared: "
            f"{count(totals.nonshared_tokens_fed)})",
            "transcript": f"{count(totals.trajectory_tokens)} tokens",
            "cache": size(totals.cache_bytes["total"]),
        },
        "events": [_event(event, roles) for event in trajectory.events],
    }


def _verdict(trajectory: Trajectory) -> str:
    if trajectory.em is None:
        return "not scored"
    if trajectory.em == 1:
        return "right"
    return f"wrong, F1 {percent(trajectory.f1)}" if trajectory.f1 else "wrong"


def _event(event: Event, roles: Sequence[str]) -> dict[str, Any]:
    if not isinstance(event, Call):
        return {
            "kind": "tool",
            "who": f"tool: {event.name}",
            "text": _cut(event.argument),
            "observation": _cut(event.observation),
            "cost": f"{event.outcome} after {seconds(event.latency_s)}",
            "is_ok": event.outcome == "ok",
        }
    metrics = event.metrics
    # The last token that a call generates is fed by the next.
    reused, fed, generated, again = (
        int(metrics[name])
        for name in (
            "reused_tokens",
            "prefilled_tokens",
            "generated_tokens",
            "reconstructed_tokens",
        )
    )
    said = f"{count(reused)} reused, {count(fed)} fed, {count(generated)} generated"
    waited = metrics["waited_s"]
    return {
        "kind": "call",
        "who": f"{event.agent}: {event.kind}",
        "role": roles.index(event.agent),
        "text": _cut(event.text.strip()),
        "tokens": [reused, fed, generated, again],
        "said": said + (f", {count(again)} fed again with adapters off" if again else ""),
        "ttft": metrics["ttft_s"],
        "cost": f"first token after {seconds(metrics['ttft_s'])}"
        + (f" ({seconds(waited)} of it waiting)" if waited >= 0.01 else "")
        + f", then {seconds(metrics['decode_s'])} decoding"
        + (f", {seconds(metrics['reconstruct_s'])} reconstruction" if again else ""),
    }


def _cut(text: str) -> str:
    if len(text) <= LONGEST:
        return text
    return f"{text[:LONGEST]} … ({count(len(text) - LONGEST)} characters more in the record)"
