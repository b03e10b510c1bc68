"""Several questions under way at once, so that one waits for its tools while another computes."""

import threading
from collections import deque
from collections.abc import Generator, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import islice

from autoact_precache.agents.episode import Said
from autoact_precache.agents.orchestrator import Orchestrator
from autoact_precache.agents.tasks.task import Question
from autoact_precache.trajectories.record import Trajectory


class Abandoned(Exception):
    """Nobody waits for the answer any more."""


def answer_in_order(
    orchestrator: Orchestrator, questions: Iterable[Question], concurrency: int
) -> Generator[Trajectory, None, None]:
    """The questions' trajectories, in the order of the questions.

    A question begins when the one `concurrency` places before it has been taken from the iterator:
    who stores each as it comes loses at most `concurrency` of them. Closing the iterator, which
    `contextlib.closing` does in time, waits for what is under way only until the next thought,
    action or observation.
    """
    stopped = threading.Event()

    def go_on(_: Said) -> None:
        if stopped.is_set():
            raise Abandoned

    with ThreadPoolExecutor(concurrency, thread_name_prefix="question") as threads:
        begun: deque[Future[Trajectory]] = deque()

        def begin(count: int) -> None:
            for question in islice(waiting, count):
                begun.append(threads.submit(orchestrator.answer, question, go_on))

        waiting = iter(questions)
        try:
            begin(concurrency)
            while begun:
                yield begun.popleft().result()
                begin(1)
        finally:
            stopped.set()
            for future in begun:
                future.cancel()
