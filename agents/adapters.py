"""The role adapters that ship with this package: adapters/{model}/{task}/{role}."""

import importlib.resources
from pathlib import Path

from autoact_precache.agents.errors import TaskError


def shipped_adapter(model: str, task: str, role: str) -> Path:
    """The folder of a shipped adapter.

    Raises `TaskError` where none ships for the role.
    """
    shipped = Path(str(importlib.resources.files("autoact_precache.agents"))) / "adapters"
    folder = shipped / model / task / role
    if not folder.is_dir():
        files = shipped.glob("*/*/*/adapter_config.json")
        known = sorted({str(path.parents[1].relative_to(shipped)) for path in files})
        raise TaskError(
            f"no adapter ships for {model}/{task}/{role}, but for {', '.join(known)}; "
            f"your own: model.adapters.{role}=FOLDER"
        )
    return folder
