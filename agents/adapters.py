"""The role adapters that ship with this package: adapters/{model}/{task}/{role}."""

from importlib.resources import files
from pathlib import Path


def shipped_adapter(model: str, task: str, role: str) -> Path:
    """The folder of a shipped adapter."""
    return Path(str(files("autoact_precache.agents"))) / "adapters" / model / task / role
