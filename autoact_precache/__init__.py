"""Multi-LoRA agents on one frozen backbone that share one KV cache under a swappable policy."""

from autoact_precache.checkpoint import CheckpointError
from autoact_precache.errors import (
    AdapterError,
    ArchitectureError,
    ConfigError,
    ContextLimitError,
    ReconstructionError,
    SessionFileError,
)
from autoact_precache.metrics import CallMetrics
from autoact_precache.policies import POLICIES, Policy
from autoact_precache.runtime import Runtime
from autoact_precache.session import Generation, Session

__all__ = [
    "POLICIES",
    "AdapterError",
    "ArchitectureError",
    "CallMetrics",
    "CheckpointError",
    "ConfigError",
    "ContextLimitError",
    "Generation",
    "Policy",
    "ReconstructionError",
    "Runtime",
    "Session",
    "SessionFileError",
]
