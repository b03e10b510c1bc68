"""trl's SFTTrainer with a loss that touches labelled positions only."""

from typing import Any

import torch
import torch.nn.functional as F
from trl import SFTTrainer

from autoact_precache.agents.training.examples import IGNORED


class RoleTrainer(SFTTrainer):
    """Next-token cross entropy over one role's own tokens.

    A role wrote a fifth of a transcript or less. The output projection, a quarter of a small
    model's weights, is applied to those positions alone; trl's own loss scores every position on a
    CPU.
    """

    def compute_loss(
        self,
        model: torch.nn.Module,
        inputs: dict[str, Any],
        return_outputs: bool = False,
        num_items_in_batch: torch.Tensor | int | None = None,
    ) -> torch.Tensor:
        causal_lm = self.accelerator.unwrap_model(model).get_base_model()
        with self.accelerator.autocast():
            hidden = causal_lm.model(
                input_ids=inputs["input_ids"],
                attention_mask=inputs["attention_mask"],
                use_cache=False,
            ).last_hidden_state[:, :-1]
            targets = inputs["labels"][:, 1:]
            labelled = targets != IGNORED
            logits = causal_lm.lm_head(hidden[labelled])
        loss = F.cross_entropy(logits.float(), targets[labelled], reduction="sum")
        return loss / (labelled.sum() if num_items_in_batch is None else num_items_in_batch)
