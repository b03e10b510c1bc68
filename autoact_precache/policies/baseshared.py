from autoact_precache.forward import Stream
from autoact_precache.policies.base import Caches, NewCaches, Policy, Turn


class BaseShared(Policy):
    """One base cache by whoever fed the token first; an agent re-feeds what its LR cache lacks.

    LRAgent (Jeon et al., 2026). The base of a token is never rewritten.
    """

    name = "baseshared"

    def caches(self, new: NewCaches) -> Caches:
        return Caches(new.kv(), lr={agent: new.lr(agent) for agent in new.agents})

    def turn(self, caches: Caches, agent: str) -> Turn:
        own = caches.lr[agent]
        return Turn(own.lengths[agent], (Stream(agent, caches.base, own, writes=(agent,)),))
