"""From a command's configuration to the objects it runs."""

import logging
import sys
import warnings
from typing import TYPE_CHECKING, Any, cast

import hydra
from omegaconf import DictConfig, OmegaConf

from autoact_precache.agents.adapters import shipped_adapter
from autoact_precache.agents.roles import Settings

if TYPE_CHECKING:
    from autoact_precache import Policy, Runtime

SLOW_BFLOAT16 = "this processor has no instructions for bfloat16: model.dtype=float32 is faster"

OmegaConf.register_new_resolver(
    "shipped_adapter",
    lambda model, task, role: str(shipped_adapter(model, task, role)),
    replace=True,
)


def quiet_libraries() -> None:
    """Leaves the screen to the command: no bars for weights, no advice of other libraries."""
    import transformers

    transformers.utils.logging.disable_progress_bar()
    transformers.utils.logging.set_verbosity_error()
    warnings.filterwarnings("ignore", module="transformers|peft")
    logging.getLogger("huggingface_hub").setLevel(logging.ERROR)


def warn_of_slow_dtype(model: DictConfig) -> None:
    """A line on stderr where the processor lacks what the model's precision needs to be fast."""
    from autoact_precache.linear import cpu_computes_bfloat16

    if (model.dtype, model.device) == ("bfloat16", "cpu") and not cpu_computes_bfloat16():
        print(SLOW_BFLOAT16, file=sys.stderr, flush=True)


def load_runtime(
    config: DictConfig, context_length: int | None = None, policy: "Policy | None" = None
) -> "Runtime":
    """The runtime of `model` and `policy`; `context_length` counts where `model` leaves it open.

    The configured policy counts where none is given.
    """
    quiet_libraries()
    from autoact_precache import Runtime

    model = config.model
    warn_of_slow_dtype(model)
    return Runtime.from_pretrained(
        model.path,
        {agent: model.adapters[agent] for agent in model.adapters},
        policy or hydra.utils.instantiate(config.policy),
        dtype=model.dtype,
        device=model.device,
        context_length=model.context_length or context_length,
    )


def agent_settings(config: DictConfig) -> Settings:
    settings = cast(dict[str, Any], OmegaConf.to_container(config.agents, resolve=True))
    return Settings.from_config(settings)
