"""What can go wrong because of what a user asked for: `ValueError`s of one line."""

import operator
from typing import SupportsIndex


class ConfigError(ValueError):
    """A setting that the runtime cannot work with: an unknown policy, agent, dtype, ..."""


class AdapterError(ConfigError):
    """An adapter that is missing, belongs to another base model or cannot be decomposed."""


class ArchitectureError(ConfigError):
    """A model on which the runtime's forward pass would not be peft's."""


class ContextLimitError(ValueError):
    """A call that would not fit the context; raised before any work."""


class SessionFileError(ValueError):
    """A saved session that is damaged, or that another runtime wrote."""


class ReconstructionError(RuntimeError):
    """A background adapter-free pass failed; the next call tries it again."""


def checked_integer(name: str, value: SupportsIndex) -> int:
    """The value as an int. Raises `ConfigError` for what is no integer."""
    try:
        return operator.index(value)
    except TypeError:
        raise ConfigError(f"{name} must be an integer, not {value!r}") from None
