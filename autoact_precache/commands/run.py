"""`run`: questions through the agents."""

from pathlib import Path

import hydra
from omegaconf import DictConfig
from rich.console import Console

from autoact_precache.agents.orchestrator import Orchestrator
from autoact_precache.commands.hydra_app import command
from autoact_precache.commands.screen import Screen
from autoact_precache.commands.setup import agent_settings, load_runtime
from autoact_precache.trajectories.store import TrajectoryStore, read_trajectories
from autoact_precache.trajectories.summary import run_table, summarize

TRAJECTORIES = "trajectories.jsonl"


@command
def main(config: DictConfig) -> None:
    console = Console()
    # What is cheap to get wrong is checked before the model is loaded.
    task = hydra.utils.instantiate(config.task)
    questions = task.questions(config.limit, config.seed)
    toolbox = hydra.utils.instantiate(config.tools)
    toolbox.check()
    settings = agent_settings(config)
    path = Path(config.output) / TRAJECTORIES
    with console.status("Loading the model ..."):
        runtime = load_runtime(config)
        orchestrator = Orchestrator(runtime, task, toolbox, settings, config.seed)
    with TrajectoryStore(path, orchestrator.identity(), resume=config.resume) as store:
        done = [trajectory for trajectory in read_trajectories(path) if trajectory.id in store.ids]
        with Screen(console, len(questions), done) as screen:
            for question in questions:
                if question.id not in store.ids:
                    screen.question(question)
                    trajectory = orchestrator.answer(question, screen.said)
                    store.append(trajectory)
                    screen.finished(trajectory)
    label = f"{task.name}, {runtime.policy.label}, {Path(config.model.path).name}"
    console.print()
    console.print(run_table(summarize(read_trajectories(path)), label))
    console.print(f"trajectories: {path}", soft_wrap=True)
