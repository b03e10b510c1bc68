"""Who takes part in a bench: cache policies, and what there is without this project."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Protocol, cast

import torch
from peft import LoraConfig, get_peft_model
from transformers import AutoModelForCausalLM

from autoact_precache import Policy, Runtime
from autoact_precache.checkpoint import resolve_checkpoint
from autoact_precache.peft_baseline import (
    CachePerAdapter,
    NoCacheKept,
    PeftBaseline,
    StaticCacheGenerate,
)
from autoact_precache.session import Generation

BASELINES: dict[str, Callable[[PeftBaseline], "Subject"]] = {
    "peft-cache-per-adapter": CachePerAdapter,
    "peft-no-cache": NoCacheKept,
    "generate-static-cache": StaticCacheGenerate,
}


class Subject(Protocol):
    """One transcript, empty at first."""

    def generate(
        self,
        agent: str,
        prompt: Sequence[int],
        /,
        *,
        max_new_tokens: int,
        forced_ids: Sequence[int],
        return_logits: bool,
    ) -> Generation: ...

    def wait(self) -> None: ...


@dataclass(frozen=True)
class Served:
    """What every subject of a bench runs on; can be sent to another process."""

    model: str
    adapters: dict[str, str | None]
    dtype: str
    device: str
    context_length: int

    def runtime(self, policy: Policy) -> Runtime:
        return Runtime.from_pretrained(
            self.model,
            self.adapters,
            policy,
            dtype=self.dtype,
            device=self.device,
            context_length=self.context_length,
        )

    def baseline(self) -> PeftBaseline:
        folders = {agent: path and Path(path) for agent, path in self.adapters.items()}
        dtype = cast(torch.dtype, getattr(torch, self.dtype))
        device = torch.device(self.device)
        return PeftBaseline(
            resolve_checkpoint(self.model), cast(Mapping[str, Path | None], folders), dtype, device
        )


def open_subjects(
    runtime: Runtime, policies: Sequence[Policy], served: Served, baselines: Sequence[str]
) -> dict[str, Callable[[], Subject]]:
    """By name, what makes a new transcript; the policies share `runtime`, the baselines theirs."""
    subjects: dict[str, Callable[[], Subject]] = {
        policy.label: runtime.with_policy(policy).session for policy in policies
    }
    if baselines:
        baseline = served.baseline()
        for name in baselines:
            subjects[name] = partial(BASELINES[name], baseline)
    return subjects


def open_alone(served: Served, subject: Policy | str) -> Subject:
    """A transcript of one subject, with nothing loaded but what it needs."""
    if isinstance(subject, Policy):
        return served.runtime(subject).session()
    return BASELINES[subject](served.baseline())


def save_random_adapters(
    model: str, agents: Sequence[str], folder: Path, lora: Mapping[str, Any], seed: int
) -> dict[str, str]:
    """An adapter of random weights for each agent, as peft saves them: agent -> folder."""
    saved: dict[str, str] = {}
    base: Any = AutoModelForCausalLM.from_pretrained(resolve_checkpoint(model), dtype=torch.float32)
    for number, agent in enumerate(agents):
        torch.manual_seed(seed + number)
        config = LoraConfig(
            r=lora["rank"],
            lora_alpha=2 * lora["rank"],
            target_modules=list(lora["targets"]),
            task_type="CAUSAL_LM",
            init_lora_weights=False,  # B random too, else the adapter would do nothing
        )
        adapted = get_peft_model(base, config)
        saved[agent] = str(folder / f"adapter{number}")
        adapted.save_pretrained(saved[agent])
        base = adapted.unload()
    return saved
