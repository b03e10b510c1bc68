"""Cache policies: what an agent may reuse of the cache that another agent's adapter produced."""

import inspect

from autoact_precache.errors import ConfigError
from autoact_precache.policies.base import (
    AdaptersA,
    Caches,
    NewCaches,
    Policy,
    Turn,
    Unreconstructed,
)
from autoact_precache.policies.baselrshared import BaseLRShared
from autoact_precache.policies.baseshared import BaseShared
from autoact_precache.policies.cacheblend import CacheBlend
from autoact_precache.policies.droidspeak import DroidSpeak
from autoact_precache.policies.fullshared import FullShared
from autoact_precache.policies.nonshared import NonShared
from autoact_precache.policies.prelrshared import PreLRShared
from autoact_precache.policies.rebaseshared import ReBaseShared
from autoact_precache.policies.relaycaching import RelayCaching

POLICIES: dict[str, type[Policy]] = {
    policy.name: policy
    for policy in (
        NonShared,
        FullShared,
        BaseShared,
        PreLRShared,
        ReBaseShared,
        BaseLRShared,
        DroidSpeak,
        CacheBlend,
        RelayCaching,
    )
}

__all__ = [
    "POLICIES",
    "AdaptersA",
    "BaseLRShared",
    "BaseShared",
    "CacheBlend",
    "Caches",
    "DroidSpeak",
    "FullShared",
    "NewCaches",
    "NonShared",
    "Policy",
    "PreLRShared",
    "ReBaseShared",
    "RelayCaching",
    "Turn",
    "Unreconstructed",
    "make_policy",
]


def make_policy(policy: str | Policy, **settings: object) -> Policy:
    """The policy of that name with its settings (those not None), or the user's own object.

    Raises `ConfigError` for an unknown name, or a setting that this policy does not have.
    """
    given = {key: value for key, value in settings.items() if value is not None}
    if isinstance(policy, Policy):
        if given:
            raise ConfigError(f"{', '.join(given)}: set on the policy object itself")
        return policy
    if policy not in POLICIES:
        raise ConfigError(f"unknown policy {policy!r}; known: {', '.join(POLICIES)}")
    known = inspect.signature(POLICIES[policy]).parameters
    for key in given:
        if key not in known:
            raise ConfigError(f"policy {policy!r} has no setting {key!r}")
    return POLICIES[policy](**given)
