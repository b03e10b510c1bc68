"""Checks of configured values; each error is one line that names the setting."""

from urllib.parse import urlsplit

from autoact_precache.tools.tool import ToolConfigError


def require_seconds(name: str, value: float, least: float) -> None:
    """Raises ToolConfigError unless `value` is a number from `least` to 3600."""
    if not isinstance(value, int | float) or not least <= value <= 3600:
        raise ToolConfigError(f"{name}={value!r}: expected seconds, from {least:g} to 3600")


def require_count(name: str, value: int, least: int) -> None:
    """Raises ToolConfigError unless `value` is a whole number from `least` to 100."""
    if not isinstance(value, int) or not least <= value <= 100:
        raise ToolConfigError(f"{name}={value!r}: expected a whole number from {least} to 100")


def require_url(name: str, value: str) -> None:
    """Raises ToolConfigError unless `value` is the address of a web service."""
    try:
        parts = urlsplit(value)
        usable = parts.scheme in ("http", "https") and bool(parts.hostname)
    except (ValueError, AttributeError):
        usable = False
    if not usable:
        raise ToolConfigError(f"{name}={value!r}: expected an address such as https://host/path")
