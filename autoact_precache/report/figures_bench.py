"""Figures of benches: cost and memory over whatever they swept; else as the one trace grows."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from autoact_precache.commands.bench_result import Bench, Measurement
from autoact_precache.report.axis import Axis, is_wide
from autoact_precache.report.charts import Chart, Series
from autoact_precache.report.figure import Figure, Looks
from autoact_precache.report.table import Column, plain
from autoact_precache.report.words import count, seconds, size
from autoact_precache.trajectories.memory import MEBIBYTE

SWEPT = {
    "trajectory length": "trajectory length, tokens",
    "agents": "agents",
    "rank": "adapter rank",
    "threads": "threads",
}
"""What a figure may go over, and its axis."""

Points = dict[str, dict[float, Measurement]]
"""Subject -> where on the axis -> measurement."""


@dataclass(frozen=True)
class Swept:
    """Measurements that differ in `over` alone; `fixed` is what else the report's benches vary."""

    over: str
    fixed: str
    points: Points


def bench_figures(benches: Sequence[Bench], looks: Looks) -> list[Figure]:
    figures: list[Figure] = []
    for swept in _sweeps(benches):
        figures.append(_cost(swept, looks))
        figures.append(_memory(swept, looks))
    if not any(swept.over == "trajectory length" for swept in _sweeps(benches)):
        figures += [_growth(bench, looks) for bench in benches if bench.measurements]
    return figures


def varied_settings(benches: Sequence[Bench]) -> list[dict[str, str]]:
    """Of each bench, the settings in which it differs from another one."""
    settings = [_settings(bench) for bench in benches]
    varied = [key for key in _settings_names(settings) if len({s.get(key) for s in settings}) > 1]
    return [{key: str(s[key]) for key in varied if s.get(key) is not None} for s in settings]


def _settings(bench: Bench) -> dict[str, Any]:
    """What decides which measurements compare, and the sweepable of it under `SWEPT`'s names."""
    known = bench.settings
    lora = known.get("lora") or {}
    return {
        "rank": lora.get("rank"),
        "targets": lora.get("targets") and ", ".join(lora["targets"]),
        "threads": known.get("threads"),
        "dtype": known.get("dtype"),
        "device": known.get("device"),
        "model": (known.get("model") or {}).get("name"),
        "machine": f"{bench.machine.cpu}, {bench.machine.cores} cores",
    }


def _settings_names(settings: Sequence[Mapping[str, Any]]) -> list[str]:
    return list(dict.fromkeys(name for one in settings for name in one))


def _sweeps(benches: Sequence[Bench]) -> Iterator[Swept]:
    """Two points or more of some subject make one."""
    measured = [
        (_settings(bench) | {"trajectory length": m.trajectory_tokens, "agents": m.agents}, m)
        for bench in benches
        for m in bench.measurements
    ]
    names = _settings_names([settings for settings, _ in measured])
    varied = [n for n in names if len({settings.get(n) for settings, _ in measured}) > 1]
    for over in SWEPT:
        groups: dict[tuple[tuple[str, Any], ...], Points] = {}
        for settings, m in measured:
            if settings[over] is None:
                continue
            rest = tuple((name, settings[name]) for name in varied if name != over)
            by_subject = groups.setdefault(rest, {})
            by_subject.setdefault(m.subject, {})[float(settings[over])] = m
        for rest, points in groups.items():
            if any(len(of_subject) > 1 for of_subject in points.values()):
                known = [(name, value) for name, value in rest if value is not None]
                fixed = ", ".join(f"{name} {_plain(value)}" for name, value in known)
                ordered = {name: dict(sorted(found.items())) for name, found in points.items()}
                yield Swept(over, fixed, ordered)


def _cost(swept: Swept, looks: Looks) -> Figure:
    return Figure(
        _title(f"Time to first token and throughput over {swept.over}", swept),
        "Seconds from the start of each call to its first token, summed over the trace's calls "
        "(lower is better); transcript tokens per second of prefill, decoding and reconstruction "
        "(higher is better); milliseconds a decoded token (lower is better). Medians over the "
        "repeats. Policies that cost the same lie on top of each other: the table has them apart.",
        [
            _chart(swept, looks, "Time to first token", "summed TTFT, s", lambda m: m.ttft_s),
            _chart(swept, looks, "Throughput", "tokens per second", lambda m: m.throughput),
            _chart(
                swept, looks, "Decoding", "ms a decoded token", lambda m: 1e3 * m.time_per_token_s
            ),
        ],
        plain(
            _title(f"Cost over {swept.over}", swept),
            [
                Column("policy", is_number=False),
                Column(swept.over),
                Column("TTFT"),
                Column("tokens/s"),
                Column("a token"),
            ],
            [
                [
                    name,
                    count(at),
                    seconds(m.ttft_s),
                    f"{m.throughput:.2f}",
                    seconds(m.time_per_token_s),
                ]
                for name, at, m in _rows(swept)
            ],
        ),
    )


def _memory(swept: Swept, looks: Looks) -> Figure:
    measured = all(m.memory for _, _, m in _rows(swept))
    charts = [
        _chart(swept, looks, "Cache", "keys and values, MiB", lambda m: _mebi(_cache(m))),
    ]
    if measured:
        charts.append(
            _chart(swept, looks, "Peak", "above the loaded model, MiB", lambda m: _mebi(_peak(m)))
        )
    return Figure(
        _title(f"Memory over {swept.over}", swept),
        "Cache: keys and values held after the trace, from their shapes. "
        + (
            "Peak: that of a process of its own, above what model and adapters take."
            if measured
            else "Peak memory was not measured of all of them."
        ),
        charts,
        plain(
            _title(f"Memory over {swept.over}", swept),
            [
                Column("policy", is_number=False),
                Column(swept.over),
                Column("cache"),
                Column("peak"),
            ],
            [
                [name, count(at), size(_cache(m)), size(_peak(m)) if m.memory else "-"]
                for name, at, m in _rows(swept)
            ],
        ),
    )


def _growth(bench: Bench, looks: Looks) -> Figure:
    """Within the longest trace, call by call."""
    longest = max(bench.measurements, key=lambda m: m.trajectory_tokens)
    beside = [m for m in bench.measurements if m.trace == longest.trace]
    grown = {m.subject: list(_growing(m)) for m in beside}
    x = Axis("transcript so far, tokens", from_zero=False)

    def chart(title: str, label: str, which: int) -> Chart:
        series = [
            Series(name, looks[name], [(step[0], step[which]) for step in steps])
            for name, steps in grown.items()
        ]
        return Chart(title, x, Axis(label), series)

    return Figure(
        f"Time as the trace {longest.trace} grows",
        "One mark a call: seconds to first tokens so far, and seconds of model time so far, with "
        "decoding and reconstruction. Lower is better; where a line steps up, an agent caught up "
        "on what others had fed.",
        [
            chart("Time to first token", "summed TTFT, s", 1),
            chart("Model time", "summed model time, s", 2),
        ],
        plain(
            f"Time as the trace {longest.trace} grows",
            [Column("policy", is_number=False), Column("tokens"), Column("TTFT"), Column("model")],
            [
                [name, count(tokens), seconds(ttft), seconds(model)]
                for name, steps in grown.items()
                for tokens, ttft, model in steps
            ],
        ),
    )


def _growing(m: Measurement) -> Iterator[tuple[float, float, float]]:
    """After each call: transcript tokens, TTFT and model time so far."""
    tokens, ttft, model = 0, 0.0, 0.0
    for call in m.calls:
        tokens += call.prompt_tokens + call.decode_tokens
        ttft += call.ttft_s
        model += call.ttft_s - call.waited_s + call.decode_s + call.reconstruct_s
        yield tokens, ttft, model


def _chart(
    swept: Swept, looks: Looks, title: str, label: str, measure: Callable[[Measurement], float]
) -> Chart:
    rows = list(_rows(swept))
    series = [
        Series(name, looks[name], [(at, measure(m)) for at, m in found.items()])
        for name, found in swept.points.items()
    ]
    places = sorted({at for _, at, _ in rows})
    own = () if swept.over == "trajectory length" else places  # too many to stand side by side
    x = Axis(SWEPT[swept.over], log=is_wide(places), from_zero=False, at=own)
    return Chart(title, x, Axis(label, log=is_wide(measure(m) for _, _, m in rows)), series)


def _rows(swept: Swept) -> Iterator[tuple[str, float, Measurement]]:
    for name, found in swept.points.items():
        for at, m in found.items():
            yield name, at, m


def _title(title: str, swept: Swept) -> str:
    return f"{title} ({swept.fixed})" if swept.fixed else title


def _plain(value: Any) -> str:
    return count(value) if isinstance(value, int) else str(value)


def _cache(m: Measurement) -> int:
    return m.cache_bytes["total"]


def _peak(m: Measurement) -> int:
    return m.memory.peak_bytes - m.memory.before_bytes if m.memory else 0


def _mebi(amount: float) -> float:
    return amount / MEBIBYTE
