"""A task for a model that has not learnt the roles: its prompt shows one worked example."""

from dataclasses import dataclass

from autoact_precache.agents.prompt import Prompt, load_prompt
from autoact_precache.agents.scores import Score
from autoact_precache.agents.tasks.task import Question, Task
from autoact_precache.trajectories.record import Trajectory


@dataclass(frozen=True)
class WithExample:
    """`task` in all but the prompt, which is prompts/{name}_with_example.yaml."""

    task: Task

    @property
    def name(self) -> str:
        return self.task.name

    @property
    def levels(self) -> tuple[str, ...]:
        return self.task.levels

    @property
    def prompt(self) -> Prompt:
        return load_prompt(f"{self.name}_with_example")

    def questions(self, limit: int | None = None, seed: int = 0) -> list[Question]:
        """See Task.questions."""
        return self.task.questions(limit, seed)

    def recorded(self, trajectory: Trajectory) -> Question:
        """See Task.recorded."""
        return self.task.recorded(trajectory)

    def score(self, prediction: str | None, question: Question) -> Score:
        """See Task.score."""
        return self.task.score(prediction, question)
