"""The role adapters that ship with this package: adapters/{model}/{task}/{role}."""

from importlib.resources import files
from pathlib import Path


def shipped_adapter(name: str) -> Path:
    """The folder of a shipped adapter, such as `smollm2/hotpotqa/plan`."""
    return Path(str(files("autoact_precache.agents"))) / "adapters" / name
