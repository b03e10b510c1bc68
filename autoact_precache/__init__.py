"""Multi-LoRA agents on one frozen backbone that share one KV cache under a swappable policy."""

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from autoact_precache.checkpoint import CheckpointError as CheckpointError
    from autoact_precache.errors import AdapterError as AdapterError
    from autoact_precache.errors import ArchitectureError as ArchitectureError
    from autoact_precache.errors import ConfigError as ConfigError
    from autoact_precache.errors import ContextLimitError as ContextLimitError
    from autoact_precache.errors import ReconstructionError as ReconstructionError
    from autoact_precache.errors import SessionFileError as SessionFileError
    from autoact_precache.metrics import CallMetrics as CallMetrics
    from autoact_precache.policies import POLICIES as POLICIES
    from autoact_precache.policies import Policy as Policy
    from autoact_precache.runtime import Runtime as Runtime
    from autoact_precache.session import Generation as Generation
    from autoact_precache.session import Session as Session

_MODULES = ("runtime", "session", "policies", "errors", "metrics", "checkpoint")


def __getattr__(name: str) -> Any:
    """Imports a public name when it is first asked for: torch and transformers take seconds."""
    if not name.startswith("_") and name not in _MODULES:
        for module in _MODULES:
            found = getattr(importlib.import_module(f"{__name__}.{module}"), name, None)
            if found is not None:
                return found
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
