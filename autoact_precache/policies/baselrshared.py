import torch

from autoact_precache.errors import AdapterError
from autoact_precache.forward import Stream
from autoact_precache.policies.base import AdaptersA, Caches, NewCaches, Policy, Turn
from autoact_precache.shared_lr import SHARED


class BaseLRShared(Policy):
    """One base cache and one LR cache for all: the agents' adapters share one A.

    LRAgent (Jeon et al., 2026). A token's base is `X_i W0` and its LR row `X_i A` of whoever fed
    it, never rewritten; agent k attends to K = K_base + RoPE(LR B_k^K), V = V_base + LR B_k^V.

    A has to be the same, number for number, where it is cached: on keys and values, in each layer,
    among the agents whose adapters target it. Where one's does not, or it has no adapter, it reads
    the base alone, and writes the LR row for the others. Scaling belongs to B; q, o and the MLP are
    adapted by each adapter's own A and B.
    """

    name = "baselrshared"

    def check(self, a: AdaptersA) -> None:
        for (layer, projection), by_agent in a.items():
            (first, shared), *rest = by_agent.items()
            for agent, other in rest:
                if not torch.equal(shared, other):
                    raise AdapterError(
                        f"policy {self.name!r} serves adapters that share one A, and in layer "
                        f"{layer} those of {first!r} and {agent!r} differ on {projection}_proj: "
                        "train them with share_a=true, or choose policy 'prelrshared'"
                    )

    def caches(self, new: NewCaches) -> Caches:
        return Caches(new.kv(), lr={SHARED: new.shared_lr()})

    def turn(self, caches: Caches, agent: str) -> Turn:
        base, lr = caches.base, caches.lr[SHARED]
        return Turn(base.length, (Stream(agent, base, lr, writes=lr.agents),))
