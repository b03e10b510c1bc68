"""The setting `policies` of the commands that compare them."""

from typing import TYPE_CHECKING

import hydra
from hydra.core.global_hydra import GlobalHydra
from omegaconf import DictConfig, ListConfig

from autoact_precache.commands.failures import UsageError

if TYPE_CHECKING:  # they take seconds, which a mistyped setting need not cost
    from autoact_precache import Policy, Runtime


def policy_choices() -> list[str]:
    """The choices of the config group `policy`: what ships, and what a user's own folder adds."""
    return GlobalHydra.instance().config_loader().get_group_options("policy")


def configured_policies(given: object) -> "list[Policy]":
    """What the setting names: choices of `policy=`, or objects of a user's own class; None: all.

    Raises `UsageError` for what is no policy, or the same one twice.
    """
    choices = policy_choices()
    if given is None:
        given = ListConfig(choices)
    if not isinstance(given, ListConfig) or not given:
        raise UsageError(f"policies: expected a list such as [fullshared,baseshared], got {given}")
    for item in given:
        if isinstance(item, str) and item not in choices:
            known = ", ".join(choices)
            raise UsageError(f"policies: unknown policy {item!r}; known: {known}")
    from autoact_precache.policies import Policy

    policies: list[Policy] = []
    for item in given:
        chosen = _of_choice(item) if isinstance(item, str) else _instantiated(item)
        if not isinstance(chosen, Policy):
            raise UsageError(f"policies: {item} is no name and no {{_target_: CLASS}} of a Policy")
        policies.append(chosen)
    labels = [policy.label for policy in policies]
    twice = next((label for label in labels if labels.count(label) > 1), None)
    if twice is not None:
        raise UsageError(f"policies: {twice} stands there twice")
    return policies


def split_by_fit(
    runtime: "Runtime", policies: "list[Policy]"
) -> "tuple[list[Policy], dict[str, str]]":
    """Those that can serve this model and its adapters, and why the others, by label, cannot."""
    from autoact_precache import AdapterError, ArchitectureError

    fit: list[Policy] = []
    unfit: dict[str, str] = {}
    for policy in policies:
        try:
            runtime.with_policy(policy)
        except (AdapterError, ArchitectureError) as error:
            unfit[policy.label] = str(error)
        else:
            fit.append(policy)
    return fit, unfit


def _of_choice(name: str) -> object:
    return hydra.utils.instantiate(hydra.compose(f"policy/{name}").policy)


def _instantiated(item: object) -> object:
    return hydra.utils.instantiate(item) if isinstance(item, DictConfig) else item
