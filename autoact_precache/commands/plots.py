"""The setting `plots` of the commands that draw."""

import importlib.util

from autoact_precache.commands.failures import UsageError

FORMATS = ("png", "svg", "pdf")


def check_plots(plots: object) -> None:
    """Raises `UsageError` for another format than `FORMATS` or null, and without matplotlib."""
    if plots is None:
        return
    if plots not in FORMATS:
        raise UsageError(f"plots: expected {', '.join(FORMATS)} or null, got {plots!r}")
    if importlib.util.find_spec("matplotlib") is None:
        raise UsageError(
            "figures are drawn with matplotlib: pip install 'autoact-precache[plots]', "
            "or plots=null"
        )
