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


class RoleExample(Example):
    """An example and whose it is: the role's number among the model's adapters."""

    role: int


class RoleTrainer(SFTTrainer):
    """Next-token cross entropy over each role's own tokens, over the context it is served.

    A role wrote a fifth of a transcript or less. The output projection, a quarter of a small
    model's weights, is applied to those positions alone; trl's own loss scores every position on a
    CPU. A batch may hold several roles' examples: each passes under its role's adapter, and the
    loss is the mean over the labelled positions of all.
    """

    def compute_loss(
        self,
        model: torch.nn.Module,
        inputs: dict[str, Tensor],
        return_outputs: bool = False,
        num_items_in_batch: Tensor | int | None = None,
    ) -> Tensor:
        roles = list(self._context.model.peft_config)
        losses = []
        for number in inputs["role"].unique().tolist():  # in ascending order
            own = inputs["role"] == number
            loss = self._losses(roles[number], {name: part[own] for name, part in inputs.items()})
            self._by_role[loss_of(roles[number])] = loss.mean().item()
            losses.append(loss)
        total = torch.cat(losses)
        return total.sum() / (len(total) if num_items_in_batch is None else num_items_in_batch)

    def _losses(self, role: str, inputs: dict[str, Tensor]) -> Tensor:
        """Of each labelled position of one role's examples [labelled]."""
        with self.accelerator.autocast():
            hidden = self._context.hidden_states(
                role, inputs["input_ids"], inputs["turn_starts"], inputs["own"].bool()
            )[:, :-1]
            targets = inputs["labels"][:, 1:]
            labelled = targets != IGNORED
            logits = self._context.causal_lm.lm_head(hidden[labelled])
        return F.cross_entropy(logits.float(), targets[labelled], reduction="none")

    def log(self, logs: dict[str, float], start_time: float | None = None) -> None:
        """With the loss of each role that the step had examples of: see `loss_of`."""
        super().log(logs | self._by_role, start_time)
        self._by_role.clear()

    def create_optimizer(self, model: torch.nn.Module | None = None) -> torch.optim.Optimizer:
        """Of all adapters: loading a checkpoint freezes all but one."""
        self._context.train_all()
        return super().create_optimizer(model)

    @cached_property
    def _by_role(self) -> dict[str, float]:
        return {}

    @cached_property
    def _context(self) -> ServedContext:
        return ServedContext(self.accelerator.unwrap_model(self.model))


def loss_of(role: str) -> str:
    """What the mean loss of a role's own tokens is called in the log."""
    return f"loss_{role}"


def collate(examples: Sequence[RoleExample]) -> dict[str, Tensor]:
    """A batch, padded at the end: `role` [batch], each other field [batch, tokens]."""
    columns = {
        name: [torch.tensor(cast(Any, example)[name]) for example in examples]
        for name in Example.__annotations__
    }
    padded = {
        name: pad_sequence(rows, batch_first=True, padding_value=IGNORED if name == "labels" else 0)
        for name, rows in columns.items()
    }
    return padded | {"role": torch.tensor([example["role"] for example in examples])}
