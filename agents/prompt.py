"""Prompts: the wording of a task and of the loop's own observations, read from prompts/*.yaml."""

from dataclasses import dataclass
from importlib.resources import files

import yaml


@dataclass(frozen=True)
class Prompt:
    """What opens a task's transcript, and the version that a record names."""

    version: str
    instructions: str


def load_prompt(name: str) -> Prompt:
    """The prompt of a task, from prompts/{name}.yaml."""
    return Prompt(**_read(name))


def load_observations() -> dict[str, str]:
    """The loop's own observations: templates by name."""
    return _read("observations")


def _read(name: str) -> dict[str, str]:
    path = files("autoact_precache.agents") / "prompts" / f"{name}.yaml"
    texts: dict[str, str] = yaml.safe_load(path.read_text(encoding="utf-8"))
    return texts
