"""Who takes part in a bench: cache policies, and what there is without this project."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, cast

import torch
from peft import PeftConfig

from autoact_precache import Policy, Runtime
from autoact_precache.checkpoint import resolve_checkpoint
from autoact_precache.peft_baseline import (
    CachePerAdapter,
    NoCacheKept,
    PeftBaseline,
    StaticCacheGenerate,
)
from autoact_precache.runtime import DTYPES
from autoact_precache.trajectories.replay import Session

Subjects = dict[str, Callable[[], Session]]
"""By name, what makes a new transcript."""

BASELINES: dict[str, Callable[[PeftBaseline], Session]] = {
    "peft-cache-per-adapter": CachePerAdapter,
    "peft-no-cache": NoCacheKept,
    "generate-static-cache": StaticCacheGenerate,
}


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
        dtype = DTYPES[self.dtype]
        device = torch.device(self.device)
        return PeftBaseline(
            resolve_checkpoint(self.model), cast(Mapping[str, Path | None], folders), dtype, device
        )


def open_subjects(
    runtime: Runtime, policies: Sequence[Policy], served: Served, baselines: Sequence[str]
) -> Subjects:
    """The policies share `runtime`, the baselines a model of their own."""
    subjects: Subjects = {policy.label: runtime.with_policy(policy).session for policy in policies}
    if baselines:
        baseline = served.baseline()
        for name in baselines:
            subjects[name] = partial(BASELINES[name], baseline)
    return subjects


def open_alone(served: Served, subject: Policy | str) -> Session:
    """A transcript of one subject, with nothing loaded but what it needs."""
    if isinstance(subject, Policy):
        return served.runtime(subject).session()
    return BASELINES[subject](served.baseline())


def describe(runtime: Runtime) -> dict[str, Any]:
    """The model, its adapters and what they run on, as a bench's settings say it."""
    identity = runtime.identity()
    for agent, folder in runtime.adapter_folders.items():
        if folder is not None:
            lora = PeftConfig.from_pretrained(str(folder)).to_dict()
            targets = lora["target_modules"]
            named = [targets] if isinstance(targets, str) else sorted(targets)
            identity["adapters"][agent] |= {"rank": lora["r"], "targets": named}
    if identity["device"] == "cuda":
        identity["device"] += f", {torch.cuda.get_device_name()}"
    return {key: identity[key] for key in ("model", "adapters", "dtype", "device")}
