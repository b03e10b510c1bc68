"""Fidelity and geometry of recorded trajectories: what is measured of each, and their sum."""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any

from autoact_precache import Runtime
from autoact_precache.alone import Alone, run_alone
from autoact_precache.commands.failures import UsageError
from autoact_precache.fidelity import CacheErrors, Errors, Watched, summed
from autoact_precache.geometry import SINK, State, Transitions, transition
from autoact_precache.one_pass import OnePassSession
from autoact_precache.policies import NonShared, Policy
from autoact_precache.trajectories.agreement import Agreement, agreement_by_agent, pooled
from autoact_precache.trajectories.record import Call, Trajectory
from autoact_precache.trajectories.replay import CallsMade, replay_trajectory
from autoact_precache.trajectories.schema import RecordError, parse


@dataclass(frozen=True)
class Fidelity:
    """Of one policy and agent: its distributions beside NonShared's, and its caches."""

    agreement: Agreement
    errors: Errors


ByPolicy = dict[str, dict[str, Fidelity]]
"""Policy's label -> agent -> fidelity."""

Geometry = dict[str, dict[State, Transitions]]
"""'previous -> running' -> state -> its transitions."""


@dataclass(frozen=True)
class Analysis:
    """What was measured of the trajectory `id`; a line of the file that a stopped run goes on from.

    `run` says of what model and record, and under which policies.
    """

    id: str
    run: dict[str, Any]
    policies: ByPolicy
    geometry: Geometry


def analyze_trajectory(
    runtime: Runtime,
    policies: Sequence[Policy],
    trajectory: Trajectory,
    run: dict[str, Any],
    step: Callable[[], None],
) -> Analysis:
    """`step` is called `steps_of(policies)` times on the way."""
    nonshared = OnePassSession(runtime.with_policy(NonShared()))
    reference = CallsMade(trajectory.calls, nonshared)
    step()
    agents = list(dict.fromkeys(call.agent for call in trajectory.calls))
    alone = run_alone(runtime, agents, nonshared.session.token_ids)
    step()
    measured: ByPolicy = {}
    for policy in policies:
        errors = CacheErrors(runtime, alone, nonshared.session.caches.full)
        watched = OnePassSession(runtime.with_policy(Watched(policy, errors.look)))
        replayed = replay_trajectory(trajectory, watched, run=run, reference=reference.again())
        measured[policy.label] = {
            agent: Fidelity(agreement, errors.by_agent.get(agent, {}))
            for agent, agreement in agreement_by_agent([replayed]).items()
        }
        step()
    return Analysis(trajectory.id, run, measured, _geometry(alone, trajectory.calls))


def steps_of(policies: Sequence[Policy]) -> int:
    """Of one trajectory: NonShared, every agent alone, then each policy."""
    return 2 + len(policies)


def _geometry(alone: Alone, calls: Sequence[Call]) -> Geometry:
    # The last token that a call generates is fed by the next.
    held = accumulate(len(call.prompt_ids) + len(call.token_ids) for call in calls)
    geometry: Geometry = {}
    for (before, after), tokens in zip(pairwise(calls), held, strict=False):
        if before.agent == after.agent:
            continue
        # The neutral state stands before the agents'.
        previous, running = (1 + alone.agents.index(call.agent) for call in (before, after))
        found = geometry.setdefault(f"{before.agent} -> {after.agent}", {})
        for state, distances in alone.distances.items():
            reused = distances[..., SINK : tokens - 1]
            new = transition(reused, previous, running, neutral=0)
            found[state] = found[state] + new if state in found else new
    return geometry


def summed_policies(analyses: Iterable[Analysis]) -> ByPolicy:
    """By policy and agent, over all trajectories."""
    parts: dict[str, dict[str, list[Fidelity]]] = {}
    for analysis in analyses:
        for label, by_agent in analysis.policies.items():
            for agent, fidelity in by_agent.items():
                parts.setdefault(label, {}).setdefault(agent, []).append(fidelity)
    return {
        label: {agent: all_together(found) for agent, found in by_agent.items()}
        for label, by_agent in parts.items()
    }


def all_together(parts: Sequence[Fidelity]) -> Fidelity:
    return Fidelity(
        pooled([part.agreement for part in parts]), summed(part.errors for part in parts)
    )


def summed_geometry(analyses: Iterable[Analysis]) -> Geometry:
    """By transition and state, over all trajectories."""
    total: Geometry = {}
    for analysis in analyses:
        for pair, states in analysis.geometry.items():
            of_pair = total.setdefault(pair, {})
            for state, found in states.items():
                of_pair[state] = of_pair[state] + found if state in of_pair else found
    return total


class AnalysisFile:
    """One analysis a line, so that `resume` goes on after the last whole one.

    Raises `RecordError` for a line that cannot be read, or that is of another run, and `UsageError`
    where the file has some and `resume` is off.
    """

    def __init__(self, path: Path, run: dict[str, Any], *, resume: bool) -> None:
        self.path = path
        self.run = run
        self.done: list[Analysis] = []
        whole = 0  # bytes
        for number, line in enumerate(self._lines(), start=1):
            analysis: Analysis = parse(line, Analysis, f"{path}:{number}")
            if resume and analysis.run != run:
                changed = [key for key in run if analysis.run.get(key) != run[key]]
                raise RecordError(
                    f"{path}:{number}: made with other settings than this run's: "
                    + ", ".join(changed)
                )
            self.done.append(analysis)
            whole += len(line)
        if self.done and not resume:
            raise UsageError(
                f"{path}: holds {len(self.done)} trajectories already; resume=true goes on after "
                "them, another output starts anew"
            )
        if path.exists():
            with path.open("r+b") as file:
                file.truncate(whole)

    def append(self, analysis: Analysis) -> None:
        line = json.dumps(_rounded(asdict(analysis))).encode("ascii")
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("ab") as file:
            file.write(line + b"\n")
        # As it is read after a stop, so that a resumed analysis gives the same figures.
        self.done.append(parse(line, Analysis, str(self.path)))

    def _lines(self) -> Iterator[bytes]:
        """The whole ones: a killed run may have left a part of its last."""
        if self.path.exists():
            with self.path.open("rb") as file:
                yield from (line for line in file if line.endswith(b"\n"))


def _rounded(data: Any) -> Any:
    """Seven significant digits are all that float32 has."""
    if isinstance(data, float):
        return float(f"{data:.7g}")
    if isinstance(data, dict):
        return {key: _rounded(value) for key, value in data.items()}
    return [_rounded(value) for value in data] if isinstance(data, list) else data
