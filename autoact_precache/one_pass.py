"""Forced calls whose tokens are fed in one pass instead of one by one."""

from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import replace

import torch
from torch import Tensor

from autoact_precache.runtime import Runtime
from autoact_precache.session import Generation


class OnePassSession:
    """A session for forced calls alone: the same caches and distributions, several times sooner.

    A policy decides which span is fed, not in how many passes; what is forced is known beforehand.
    The metrics are not those of decoding.
    """

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime
        self.session = runtime.session()

    @torch.inference_mode()
    def generate(
        self,
        agent: str,
        prompt: Sequence[int],
        /,
        *,
        max_new_tokens: int,
        forced_ids: Sequence[int],
        return_logits: bool,
    ) -> Generation:
        """As `Session.generate`. All but the last of the forced tokens pass for prompt."""
        ids = [*prompt, *forced_ids]
        backbone = self._runtime.backbone
        passes: list[Tensor] = []

        def see(layer: int, states: Tensor) -> None:
            if layer == self._runtime.new_caches.kv_shape.n_layers:
                passes.append(states[0])

        # Else the reconstruction after the call might run in the background while we watch.
        with self._runtime.lock:
            with backbone.seen_by(see) if return_logits else nullcontext():
                made = self.session.generate(agent, ids[:-1], forced_ids=ids[-1:])
            if not return_logits:
                return made
            # A reconstruction before the turn comes first: the turn's own tokens are the last.
            logits = backbone.logits(torch.cat(passes)[-len(forced_ids) :]).cpu()
        return replace(made, logits=logits)

    def wait(self) -> None:
        self.session.wait()
