"""How the report writes figures."""

from autoact_precache.trajectories.memory import MEBIBYTE


def count(number: float) -> str:
    return f"{number:,.0f}"


def counted(amount: int, one: str, many: str = "") -> str:
    return f"{count(amount)} {one if amount == 1 else many or one + 's'}"


def seconds(time: float) -> str:
    """With the digits that a reader can use: milliseconds below a tenth of a second."""
    if 0 < time < 0.1:
        return f"{1000 * time:.2g} ms" if time < 0.01 else f"{1000 * time:.0f} ms"
    if time == 0:
        return "0 s"
    return f"{time:.2f} s" if time < 10 else f"{time:,.1f} s" if time < 100 else f"{time:,.0f} s"


def size(amount: float) -> str:
    mebibytes = amount / MEBIBYTE
    if not amount:
        return "0 MiB"
    if mebibytes >= 1024:
        return f"{mebibytes / 1024:,.2f} GiB"
    return f"{mebibytes:.2f} MiB" if mebibytes < 10 else f"{mebibytes:,.1f} MiB"


def percent(share: float | None) -> str:
    return "-" if share is None else f"{100 * share:.1f} %"


def figure(number: float) -> str:
    """A figure without unit, to three digits; what is tiny in powers of ten."""
    if number == 0:
        return "0"
    return f"{number:.2e}" if abs(number) < 1e-3 else f"{number:.3g}"


def rate(amount: float) -> str:
    return f"{amount:,.1f}/s"


def times(ours: float, reference: float, less: str, more: str) -> str:
    """`ours` beside `reference`, as in '2.60x lower'; nothing where one of them is."""
    if not ours or not reference:
        return ""
    ratio = reference / ours
    if abs(ratio - 1) < 0.005:
        return "the same"
    return f"{ratio:.2f}x {less}" if ratio > 1 else f"{1 / ratio:.2f}x {more}"


def compact(number: float) -> str:
    """For the ticks of an axis."""
    for unit, suffix in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if abs(number) >= unit:
            return f"{number / unit:g}{suffix}"
    return f"{number:g}"
