from autoact_precache.forward import Stream
from autoact_precache.policies.base import Caches, NewCaches, Policy, Turn


class NonShared(Policy):
    """Each agent feeds everything into a full cache of its own: exact, and paid once an agent."""

    name = "nonshared"

    def caches(self, new: NewCaches) -> Caches:
        return Caches(new.kv(), full={agent: new.kv() for agent in new.agents})

    def turn(self, caches: Caches, agent: str) -> Turn:
        own = caches.full[agent]
        return Turn(own.length, (Stream(agent, own),))
