"""Tools that answer from a record: for runs that must not depend on network or search results."""

from collections.abc import Sequence
from dataclasses import dataclass

from autoact_precache.trajectories.record import Trajectory

# A call that no tool answered (unknown name, empty argument): its observation says only so.
_REFUSED = "invalid"


@dataclass(frozen=True)
class RecordedObservation:
    """What the tool said in the record, and the outcome it reported."""

    text: str
    outcome: str


class RecordedToolbox:
    """Stands in for a toolbox with the tools `names`, for one recorded trajectory."""

    def __init__(self, recorded: Trajectory, names: Sequence[str]) -> None:
        self.names = tuple(names)
        self._recorded = recorded

    def session(self, image: object = None) -> "RecordedTools":
        """A session with nothing given yet; what was read from the image is in the record."""
        return RecordedTools(self._recorded)


class RecordedTools:
    """Answers tool calls with the observations of one recorded trajectory.

    A call with a recorded name and argument gets its own observation; asked again, it gets the
    next one recorded for it (as `Lookup` moves on), in the end the last. Any other call gets the
    first observation not given yet, in the record's order, refusals left out; once all are given,
    one that says so, with the outcome 'unavailable'.
    """

    def __init__(self, recorded: Trajectory) -> None:
        self._recorded = recorded.tool_calls
        self._left = list(range(len(self._recorded)))

    def call(self, name: str, argument: str) -> RecordedObservation:
        same = [
            index
            for index, tool in enumerate(self._recorded)
            if (tool.name, tool.argument) == (name, argument)
        ]
        fresh = [index for index in same if index in self._left]
        others = [index for index in self._left if self._recorded[index].outcome != _REFUSED]
        chosen = fresh[:1] or same[-1:] or others[:1]
        if not chosen:
            return RecordedObservation(
                f"The record has no observation left for {name}[{argument}].", "unavailable"
            )
        if chosen[0] in self._left:
            self._left.remove(chosen[0])
        tool = self._recorded[chosen[0]]
        return RecordedObservation(tool.observation, tool.outcome)
