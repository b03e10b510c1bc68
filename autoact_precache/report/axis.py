"""Axes: which range, which ticks, and where on them a figure lies."""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from autoact_precache.report.words import compact

TICKS = 5
WIDE = 10  # from this ratio of largest to smallest on, an axis of lengths or costs is logarithmic


@dataclass(frozen=True)
class Axis:
    """`names` are categories, which lie at 0, 1, ...; `at` are ticks of one's own, which `form`
    writes."""

    label: str
    log: bool = False
    from_zero: bool = True
    names: Sequence[str] = ()
    at: Sequence[float] = ()
    form: Callable[[float], str] = compact


@dataclass(frozen=True)
class Scale:
    """From figures to [0, 1]."""

    low: float
    high: float
    log: bool
    ticks: Sequence[tuple[float, str]]

    def __call__(self, figure: float) -> float:
        if self.log:
            return math.log(figure / self.low) / math.log(self.high / self.low)
        return (figure - self.low) / (self.high - self.low)


def scale(axis: Axis, figures: Iterable[float]) -> Scale:
    """The scale that shows all of `figures`, at least one; on a logarithmic axis they are > 0."""
    shown = list(figures)
    if axis.names:
        named = [(float(at), name) for at, name in enumerate(axis.names)]
        return Scale(-0.5, len(axis.names) - 0.5, False, named)
    low, high = min(shown), max(shown)
    if axis.log:
        low, high = low / 1.2, high * 1.2
        places = _log_ticks(low, high)
    else:
        low = min(low, 0.0) if axis.from_zero else low
        if low == high:
            low, high = low - abs(low) / 10, high + (abs(high) / 10 or 1.0)
        step = _step(high - low)
        low, high = math.floor(low / step) * step, math.ceil(high / step) * step
        places = _linear_ticks(low, high)
    ticks = [(at, axis.form(_clean(at))) for at in axis.at or places]
    return Scale(low, high, axis.log, ticks)


def is_wide(figures: Iterable[float]) -> bool:
    """Whether they are better seen on a logarithmic axis."""
    shown = list(figures)
    return min(shown, default=0) > 0 and max(shown) / min(shown) >= WIDE


def _step(span: float) -> float:
    """1, 2 or 5 times a power of ten, so that about `TICKS` of them make the span."""
    raw = (span or 1.0) / TICKS
    power = float(10.0 ** math.floor(math.log10(raw)))
    return next(power * digit for digit in (1, 2, 5, 10) if power * digit >= raw * 0.999)


def _linear_ticks(low: float, high: float) -> list[float]:
    step = _step(high - low)
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [i * step for i in range(first, last + 1)]


def _log_ticks(low: float, high: float) -> list[float]:
    """Powers of ten, with digits between where those are few, thinned out where they are many."""
    powers = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    for digits in ((1,), (1, 3), (1, 2, 5), range(1, 10)):
        ticks = [digit * 10.0**p for p in powers for digit in digits]
        shown = [tick for tick in ticks if low <= tick <= high]
        if len(shown) >= 3:
            break
    if len(shown) < 2:
        return _linear_ticks(low, high)
    return shown[:: math.ceil(len(shown) / (TICKS + 2))]


def _clean(number: float) -> float:
    """Without the rounding of the steps that led there."""
    return float(f"{number:.10g}")
