from autoact_precache.errors import ConfigError
from autoact_precache.forward import Stream
from autoact_precache.policies.base import Caches, NewCaches, Policy, Turn, Unreconstructed

SCHEDULES = ("lp", "db")
RECONSTRUCT = ("each_turn", "on_switch")


class ReBaseShared(Policy):
    """A neutral base cache: a turn's adapted base is dropped, its tokens pass again adapter-free.

    The running agent's LR cache is its own `X_i A_i`; the others' are `X_neut A_k`.

    LP (lazy prefill) makes the adapter-free pass after the turn. DB (double batching) makes it
    beside the turn, as a second batch row, both rows over one neutral prefix.
    `reconstruct="on_switch"` (LP only) lets the pass wait until another agent takes over: an
    agent's consecutive turns go on over its own adapted base.
    """

    name = "rebaseshared"

    def __init__(self, schedule: str = "lp", reconstruct: str = "each_turn") -> None:
        if schedule not in SCHEDULES:
            raise ConfigError(
                f"unknown schedule {schedule!r}; ReBaseShared knows {', '.join(SCHEDULES)}"
            )
        if reconstruct not in RECONSTRUCT:
            raise ConfigError(
                f"unknown reconstruct {reconstruct!r}; it is one of {', '.join(RECONSTRUCT)}"
            )
        if schedule == "db" and reconstruct == "on_switch":
            raise ConfigError(
                "reconstruct='on_switch' goes with schedule='lp': db reconstructs as it runs"
            )
        self.schedule = schedule
        self.reconstructs_on_switch = reconstruct == "on_switch"

    @property
    def label(self) -> str:
        return f"{self.name}-{self.schedule}" + (
            "-on-switch" if self.reconstructs_on_switch else ""
        )

    def caches(self, new: NewCaches) -> Caches:
        lr = new.lr(*new.agents)
        return Caches(new.kv(), lr=dict.fromkeys(new.agents, lr))

    def turn(self, caches: Caches, agent: str) -> Turn:
        base, lr = caches.base, caches.lr[agent]
        if self.schedule == "lp":
            return Turn(base.length, (Stream(agent, base, lr, writes=(agent,)),))
        return Turn(
            base.length,
            (Stream(agent, base.fork(), lr, writes=(agent,)), self._neutral(caches, agent)),
        )

    def after_turn(self, caches: Caches, agent: str, turn: Turn, end: int) -> None:
        if self.schedule == "lp":
            rest = caches.unreconstructed
            start = turn.start if rest is None else rest.start
            caches.unreconstructed = Unreconstructed(agent, start, end)

    def reconstruction(self, caches: Caches, rest: Unreconstructed) -> Turn:
        caches.base.crop(rest.start)
        return Turn(rest.start, (self._neutral(caches, rest.agent),))

    def _neutral(self, caches: Caches, agent: str) -> Stream:
        lr = caches.lr[agent]
        others = tuple(other for other in lr.agents if other != agent)
        return Stream(None, caches.base, lr, writes=others)
