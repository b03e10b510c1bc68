from autoact_precache.forward import Stream
from autoact_precache.policies.base import Caches, NewCaches, Policy, Turn

OWNER = "shared"


class FullShared(Policy):
    """One full cache for all, LoRA included, as whoever fed the token left it.

    The cheapest, and the least faithful.
    """

    name = "fullshared"

    def caches(self, new: NewCaches) -> Caches:
        return Caches(new.kv(), full={OWNER: new.kv()})

    def turn(self, caches: Caches, agent: str) -> Turn:
        shared = caches.full[OWNER]
        return Turn(shared.length, (Stream(agent, shared),))
