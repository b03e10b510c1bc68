"""How far a policy's distributions are from NonShared's on the same tokens."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from autoact_precache.trajectories.record import Trajectory

if TYPE_CHECKING:  # it takes seconds, and `--help` imports this module
    import torch


@dataclass(frozen=True)
class Agreement:
    """Means over `positions` generated tokens: KL(NonShared || policy) in nats, and the share of
    positions whose most likely token is the same."""

    kl: float
    top1: float
    positions: int


def compare_logits(reference: "torch.Tensor", logits: "torch.Tensor") -> Agreement:
    """NonShared's logits against a policy's, both [n_generated, vocab], row by row.

    KL(P || Q) = sum_v P(v) (log P(v) - log Q(v)) in float64, since float32 would drown the small
    divergences of policies in its rounding; what rounds below zero counts as zero.
    """
    log_p, log_q = (x.double().log_softmax(dim=-1) for x in (reference, logits))
    kl = (log_p.exp() * (log_p - log_q)).sum(dim=-1).clamp(min=0)
    top1 = reference.argmax(dim=-1) == logits.argmax(dim=-1)
    return Agreement(kl.mean().item(), top1.double().mean().item(), len(kl))


def agreement_by_agent(trajectories: Iterable[Trajectory]) -> dict[str, Agreement]:
    """Agreement of each agent over all calls that were replayed beside NonShared.

    Every generated position weighs the same, so that long calls weigh more than short ones.
    """
    compared: dict[str, list[Agreement]] = {}
    for trajectory in trajectories:
        for call in trajectory.calls:
            if "kl" in call.metrics:
                metrics = call.metrics
                compared.setdefault(call.agent, []).append(
                    Agreement(metrics["kl"], metrics["top1_agreement"], len(call.token_ids))
                )
    return {agent: pooled(agreements) for agent, agreements in compared.items()}


def pooled(agreements: Sequence[Agreement]) -> Agreement:
    """Over all positions of at least one agreement together."""
    positions = sum(a.positions for a in agreements)
    return Agreement(
        sum(a.kl * a.positions for a in agreements) / positions,
        sum(a.top1 * a.positions for a in agreements) / positions,
        positions,
    )
