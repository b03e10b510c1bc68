"""Forced calls whose tokens are fed in one pass instead of one by one."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace

import torch
from torch import Tensor, nn

from autoact_precache.session import Generation, Session


@dataclass(frozen=True)
class OnePassSession:
    """A session for forced calls alone: the same caches and distributions, several times sooner.

    A policy decides which span is fed, not in how many passes; what is forced is known beforehand.
    The metrics are not those of decoding.
    """

    session: Session

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
        runtime = self.session.runtime
        ids = [*prompt, *forced_ids]
        # Else the reconstruction after the call might run in the background while we watch.
        with runtime.lock:
            with _last_hidden_states(runtime.backbone.model.base_model) as passes:
                made = self.session.generate(agent, ids[:-1], forced_ids=ids[-1:])
            if not return_logits:
                return made
            # One that precedes the turn comes first: the turn's own tokens are the last.
            hidden = torch.cat(passes)[-len(forced_ids) :]
            logits = runtime.backbone.model.get_output_embeddings()(hidden).float().cpu()
        return replace(made, logits=logits)

    def wait(self) -> None:
        self.session.wait()


@contextmanager
def _last_hidden_states(model: nn.Module) -> Iterator[list[Tensor]]:
    """What comes out of the first stream of each pass made meanwhile, [tokens, width]."""
    passes: list[Tensor] = []
    handle = model.register_forward_hook(
        lambda _, inputs, output: passes.append(output.last_hidden_state[0])
    )
    try:
        yield passes
    finally:
        handle.remove()
