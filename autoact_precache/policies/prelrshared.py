from autoact_precache.forward import Stream
from autoact_precache.policies.base import Caches, NewCaches, Policy, Turn


class PreLRShared(Policy):
    """One base cache, every agent's LR cache written in the same pass: nothing is fed twice."""

    name = "prelrshared"

    def caches(self, new: NewCaches) -> Caches:
        lr = new.lr(*new.agents)
        return Caches(new.kv(), lr=dict.fromkeys(new.agents, lr))

    def turn(self, caches: Caches, agent: str) -> Turn:
        base, lr = caches.base, caches.lr[agent]
        return Turn(base.length, (Stream(agent, base, lr, writes=lr.agents),))
