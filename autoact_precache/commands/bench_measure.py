"""The measuring: all subjects side by side in one process, and the memory of each in its own."""

import gc
import multiprocessing
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import cast

import torch

from autoact_precache import Policy
from autoact_precache.commands.bench_result import Memory, Pass
from autoact_precache.commands.bench_subjects import Served, open_alone
from autoact_precache.commands.failures import UsageError
from autoact_precache.commands.setup import quiet_libraries
from autoact_precache.metrics import CallMetrics
from autoact_precache.trajectories.memory import peak_memory_bytes, reset_peak_memory
from autoact_precache.trajectories.replay import Session, generate_forced
from autoact_precache.trajectories.traces import ForcedCall

WARM_UP_PROMPT, WARM_UP_DECODE = 64, 4
"""Most tokens of a call while warming up: every code path once, without the long prompts."""


def measure(
    subjects: Mapping[str, Callable[[], Session]],
    calls: Sequence[ForcedCall],
    repeats: range,
    before_call: Callable[[str, int], None],
) -> Iterator[Pass]:
    """One pass after the other; `before_call` hears of each call, by its number.

    A machine's speed drifts within minutes by more than policies differ. So every subject makes a
    call before any makes the next one, another subject first each time: a drift hits all alike.
    """
    _one_pass(subjects, [_shortened(call) for call in calls], 0, lambda *_: None)
    for repeat in repeats:
        yield _one_pass(subjects, calls, repeat, before_call)


def _one_pass(
    subjects: Mapping[str, Callable[[], Session]],
    calls: Sequence[ForcedCall],
    offset: int,
    before_call: Callable[[str, int], None],
) -> Pass:
    opened = {name: make() for name, make in subjects.items()}
    metrics: Pass = {name: [] for name in subjects}
    names = list(subjects)
    for number, call in enumerate(calls):
        first = (number + offset) % len(names)
        for name in names[first:] + names[:first]:
            before_call(name, number)
            metrics[name].append(_call(opened[name], call))
    del opened
    gc.collect()
    return metrics


def _call(subject: Session, call: ForcedCall) -> CallMetrics:
    generation = generate_forced(subject, call, return_logits=False)
    subject.wait()  # a reconstruction is timed apart, and slows nobody else down
    return cast(CallMetrics, generation.metrics)


def _shortened(call: ForcedCall) -> ForcedCall:
    return ForcedCall(
        call.agent,
        call.kind,
        call.prompt_ids[:WARM_UP_PROMPT],
        call.token_ids[:WARM_UP_DECODE],
    )


def measure_memory(
    served: Served, subject: Policy | str, calls: Sequence[ForcedCall], threads: int
) -> Memory:
    """Peak memory of one subject over the calls, in a fresh process: none hides another's.

    Raises `UsageError` where the system ended that process.
    """
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, mp_context=spawn) as process:
        try:
            return process.submit(_memory, served, subject, calls, threads).result()
        except BrokenProcessPool as error:
            name = subject if isinstance(subject, str) else subject.label
            raise UsageError(
                f"the process that ran {name} alone was killed, most likely for want of memory: "
                "try a shorter trace, fewer policies, or memory=false"
            ) from error


def _memory(
    served: Served, subject: Policy | str, calls: Sequence[ForcedCall], threads: int
) -> Memory:
    quiet_libraries()
    torch.set_num_threads(threads)
    opened = open_alone(served, subject)
    gc.collect()
    reset_peak_memory()
    before = peak_memory_bytes()
    for call in calls:
        _call(opened, call)
    return Memory(before, peak_memory_bytes())
