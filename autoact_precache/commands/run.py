"""`run`: questions through the agents."""

from pathlib import Path

import hydra
from omegaconf import DictConfig
from rich.console import Console

from autoact_precache.agents.orchestrator import Orchestrator
from autoact_precache.commands.answering import answer_questions
from autoact_precache.commands.hydra_app import command
from autoact_precache.commands.setup import agent_settings, load_runtime

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
    label = f"{task.name}, {runtime.policy.label}, {Path(config.model.path).name}"
    answer_questions(orchestrator, questions, path, label, console, resume=config.resume)
