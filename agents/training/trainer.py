"""trl's SFTTrainer with a loss that touches labelled positions only."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any, cast

import torch
import torch.nn.functional as F
from torch import Tensor
from torch.nn.utils.rnn import pad_sequence
from trl import SFTTrainer

from autoact_precache.agents.training.examples import IGNORED, Example
from autoact_precache.agents.training.served_context import ServedContext


class RoleTrainer(SFTTrainer):
    """Next-token cross entropy over one role's own tokens, over the context it is served.

    A role wrote a fifth of a transcript or less. The output projection, a quarter of a small
    model's weights, is applied to those positions alone; trl's own loss scores every position on a
    CPU.
    """

    def compute_loss(
        self,
        model: torch.nn.Module,
        inputs: dict[str, Tensor],
        return_outputs: bool = False,
        num_items_in_batch: Tensor | int | None = None,
    ) -> Tensor:
        with self.accelerator.autocast():
            hidden = self._context.hidden_states(
                inputs["input_ids"], inputs["turn_starts"], inputs["own"].bool()
            )[:, :-1]
            targets = inputs["labels"][:, 1:]
            labelled = targets != IGNORED
            logits = self._context.causal_lm.lm_head(hidden[labelled])
        loss = F.cross_entropy(logits.float(), targets[labelled], reduction="sum")
        return loss / (labelled.sum() if num_items_in_batch is None else num_items_in_batch)

    @cached_property
    def _context(self) -> ServedContext:
        return ServedContext(self.accelerator.unwrap_model(self.model))


def collate(examples: Sequence[Example]) -> dict[str, Tensor]:
    """A batch, padded at the end: each field [batch, tokens]."""
    columns = {
        name: [torch.tensor(cast(Any, example)[name]) for example in examples]
        for name in Example.__annotations__
    }
    return {
        name: pad_sequence(rows, batch_first=True, padding_value=IGNORED if name == "labels" else 0)
        for name, rows in columns.items()
    }
