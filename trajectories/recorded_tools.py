"""A tool session that answers from a record, for runs that must not depend on tools or network."""

from dataclasses import dataclass

from autoact_precache.trajectories.record import ToolCall, Trajectory


@dataclass(frozen=True)
class RecordedObservation:
    """What the tool said in the record, and the outcome it reported."""

    text: str
    outcome: str


class RecordedTools:
    """Answers tool calls with the observations of one recorded trajectory.

    A call with a recorded name and argument gets its own observation; asked again, it gets the
    next one recorded for it (as `Lookup` moves on), in the end the last. Any other call gets the
    first observation not given yet, in the record's order, and once all are given, one that says
    so, with the outcome 'unavailable'.
    """

    def __init__(self, recorded: Trajectory) -> None:
        self._recorded = recorded.tool_calls
        self._given = [False] * len(self._recorded)

    def call(self, name: str, argument: str) -> RecordedObservation:
        same = [
            i
            for i, tool in enumerate(self._recorded)
            if (tool.name, tool.argument) == (name, argument)
        ]
        left = [i for i, given in enumerate(self._given) if not given]
        fresh = [i for i in same if not self._given[i]]
        for choice in (fresh[:1], same[-1:], left[:1]):
            if choice:
                return self._give(choice[0])
        return RecordedObservation(
            f"The record has no observation left for {name}[{argument}].", "unavailable"
        )

    def _give(self, index: int) -> RecordedObservation:
        self._given[index] = True
        tool: ToolCall = self._recorded[index]
        return RecordedObservation(tool.observation, tool.outcome)
