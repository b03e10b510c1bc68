"""The setting `policies` of the commands that compare them."""

from typing import TYPE_CHECKING

import hydra
from omegaconf import DictConfig, ListConfig

from autoact_precache.commands.failures import UsageError

if TYPE_CHECKING:  # they take seconds, which a mistyped setting need not cost
    from autoact_precache import Policy


def configured_policies(given: object) -> "list[Policy]":
    """What the setting names. Raises `UsageError` for what is no policy, or the same one twice."""
    from autoact_precache.policies import Policy, make_policy

    if not isinstance(given, ListConfig) or not given:
        raise UsageError(f"policies: expected a list such as [fullshared,baseshared], got {given}")
    policies: list[Policy] = []
    for item in given:
        chosen = item if isinstance(item, str) else _instantiated(item)
        if not isinstance(chosen, str | Policy):
            raise UsageError(f"policies: {item} is no name and no {{_target_: CLASS}} of a Policy")
        policies.append(make_policy(chosen))
    labels = [policy.label for policy in policies]
    twice = next((label for label in labels if labels.count(label) > 1), None)
    if twice is not None:
        raise UsageError(f"policies: {twice} stands there twice")
    return policies


def _instantiated(item: object) -> object:
    return hydra.utils.instantiate(item) if isinstance(item, DictConfig) else item
