"""Small records of every kind, with figures that a test can work out by hand."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

from autoact_precache.commands.bench_result import Bench, Measurement, Memory, Repeat, Turn
from autoact_precache.trajectories.machine import Machine
from autoact_precache.trajectories.record import Call, Event, ToolCall, Trajectory
from autoact_precache.trajectories.totals import compute_totals

MEBIBYTE = 1024**2
ABACUS = Machine("Abacus 2000", 2, 4 * 1024 * MEBIBYTE, "os", "3.11", "2.13", "5.24", "0.21")


def run(policy: str = "nonshared", **settings: Any) -> dict[str, Any]:
    adapters = {agent: {"name": agent, "sha256": agent * 8} for agent in ("plan", "action")}
    known = {"model": {"name": "tiny", "sha256": "ab" * 32}, "adapters": adapters, "policy": policy}
    return known | {"dtype": "float32", "device": "cpu", "seed": 0} | settings


def call(agent: str, kind: str, text: str, **metrics: Any) -> Call:
    known = {
        "prompt_tokens": 100,
        "reused_tokens": 60,
        "prefilled_tokens": 40,
        "generated_tokens": 5,
        "ttft_s": 2.0,
        "waited_s": 0.0,
        "decode_s": 1.0,
        "reconstruct_s": 0.0,
        "reconstructed_tokens": 0,
        "trajectory_tokens": 105,
        "cache_bytes": {"base": 0, "lr": {}, "full": {"plan": MEBIBYTE}, "total": MEBIBYTE},
    }
    return Call(agent, kind, [1] * 40, [2] * 5, text, "stop", known | metrics)  # type: ignore[arg-type]


def trajectory(id: str, of: dict[str, Any], **changes: Any) -> Trajectory:
    """Two calls of plan and action, and a tool; `changes` may hold `metrics` of both calls."""
    metrics = changes.pop("metrics", {})
    events: list[Event] = changes.pop("events", None) or [
        call("plan", "action", " Retrieve[", **metrics),
        call("action", "argument", "Oslo]", **metrics),
        ToolCall("Retrieve", "Oslo", "Oslo is a city.", "ok", 0.25),
    ]
    known: dict[str, Any] = {
        "schema_version": 1,
        "id": id,
        "task": "hotpotqa",
        "question": f"What is {id}?",
        "gold": "Oslo",
        "events": events,
        "prediction": "Oslo",
        "em": 1.0,
        "f1": 1.0,
        "ended": "finished",
        "error": None,
        "totals": compute_totals(events, e2e_s=7.0, peak_memory_bytes=9 * MEBIBYTE),
        "run": of,
    }
    return Trajectory(**known | changes)


def record(folder: Path, *trajectories: Trajectory) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "trajectories.jsonl"
    path.write_text("".join(f"{each.to_json()}\n" for each in trajectories))
    return path


def bench(folder: Path, *measurements: Measurement, **settings: Any) -> None:
    known = {
        "model": {"name": "tiny", "sha256": "ab" * 32},
        "adapters": {},
        "dtype": "float32",
        "device": "cpu",
        "threads": 2,
        "repeats": 1,
        "seed": 0,
        "lora": None,
    }
    Bench(1, ABACUS, known | settings, list(measurements)).write(folder)


def measurement(subject: str, tokens: int, ttft_s: float) -> Measurement:
    """A trace of one call."""
    return Measurement(
        subject=subject,
        trace=f"trace_{tokens}",
        trajectory_tokens=tokens,
        agents=1,
        calls=[Turn("plan", tokens - 2, 2, tokens - 1, ttft_s, 0.5, 0.0)],
        ttft_s=ttft_s,
        decode_s=0.5,
        reconstruct_s=0.0,
        total_s=ttft_s + 0.5,
        time_per_token_s=0.5,
        throughput=tokens / (ttft_s + 0.5),
        tokens_fed=tokens - 1,
        repeats=[Repeat(ttft_s, 0.5, 0.0, ttft_s + 0.5)],
        cache_bytes={"base": 0, "lr": {}, "full": {"plan": tokens}, "total": tokens},
        memory=Memory(MEBIBYTE, 3 * MEBIBYTE),
    )


def analysis(folder: Path) -> Path:
    """Two layers, of which the first knows nothing of adapters."""
    fidelity = {
        policy: {
            role: {"kl": kl, "top1_agreement": 1 - kl, "positions": 10, "relative_l2": {}}
            for role in ("plan", "action", "(all)")
        }
        for policy, kl in (("nonshared", 0.0), ("prelrshared", 0.02))
    }
    layers = {"rho": [None, 1.1], "two_cos_theta": [None, -0.4], "gamma_err": [None, 1.6]}
    states = {state: {"by_layer": layers} for state in ("base.k", "base.v", "hidden")}
    data = {
        "run": run() | {"source": "mine/trajectories.jsonl", "policies": list(fidelity)},
        "trajectories": ["q1"],
        "policies": fidelity,
        "geometry": {"plan -> action": states, "(all)": states},
    }
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "analyze.json"
    path.write_text(json.dumps(data))
    return path


def everything(folder: Path) -> Path:
    """A folder with a record of two policies, a bench and an analysis."""
    for policy, ttft_s, total in (("nonshared", 2.0, 3 * MEBIBYTE), ("prelrshared", 1.0, MEBIBYTE)):
        caches = {"base": 0, "lr": {}, "full": {"plan": total}, "total": total}
        metrics = {"ttft_s": ttft_s, "cache_bytes": caches}
        asked = [trajectory(f"q{i}", run(policy), metrics=metrics) for i in range(3)]
        record(folder / f"run/policy-{policy}", *asked)
    lengths = [
        measurement(subject, tokens, ttft_s * tokens / 1000)
        for tokens in (1000, 2000, 4000)
        for subject, ttft_s in (("nonshared", 3.0), ("prelrshared", 1.0), ("peft-no-cache", 9.0))
    ]
    bench(folder / "bench", *lengths)
    analysis(folder / "analysis")
    return folder


def as_json(evaluation: Any) -> str:
    return json.dumps(asdict(evaluation))
