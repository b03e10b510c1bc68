"""`eval`: a whole benchmark, by level, repeated."""

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, cast

import hydra
from hydra.core.hydra_config import HydraConfig
from hydra.types import RunMode
from omegaconf import DictConfig, OmegaConf
from rich.console import Console

from autoact_precache.agents.evaluation import Evaluation, evaluate, questions_by_level
from autoact_precache.agents.in_flight import answer_in_order
from autoact_precache.agents.orchestrator import Orchestrator
from autoact_precache.agents.roles import Settings
from autoact_precache.agents.tasks.task import Question
from autoact_precache.commands.evaluation_files import (
    EVALUATION,
    read_evaluation,
    show,
    write_evaluation,
)
from autoact_precache.commands.failures import UsageError
from autoact_precache.commands.hydra_app import command
from autoact_precache.commands.progress import ProgressLine
from autoact_precache.commands.run import TRAJECTORIES
from autoact_precache.commands.setup import agent_settings, load_runtime
from autoact_precache.trajectories.machine import this_machine
from autoact_precache.trajectories.record import Trajectory
from autoact_precache.trajectories.store import TrajectoryStore, read_trajectories

APART = ("output", "resume", "concurrency")
"""Settings that do not decide about the result."""


@command
def main(config: DictConfig) -> None:
    console = Console()
    # What is cheap to get wrong is checked before the model is loaded.
    settings = agent_settings(config)
    _check_counts(config, settings)
    task = hydra.utils.instantiate(config.task)
    by_level = questions_by_level(task, config.limit, config.seed)
    questions = [question for group in by_level.values() for question in group]
    toolbox = hydra.utils.instantiate(config.tools)
    output = Path(config.output)
    evaluation = _finished(config, questions) if config.resume else None
    if evaluation is None:
        toolbox.check()
        with console.status("Loading the model ..."):
            runtime = load_runtime(config)
        for seed in _seeds(config):
            orchestrator = Orchestrator(runtime, task, toolbox, settings, seed)
            label = f"{task.name}, {runtime.policy.label}, seed {seed}"
            _answer(orchestrator, questions, config, console, label)
        run = orchestrator.identity()
        del run["seed"]
        evaluation = Evaluation(
            task=task.name,
            varied=_varied(),
            settings=_settings(config),
            run=run,
            seeds=_seeds(config),
            concurrency=config.concurrency,
            levels=evaluate(by_level, _recorded(config), toolbox.names),
            machine=this_machine(),
        )
        write_evaluation(output, evaluation)
    if HydraConfig.get().mode == RunMode.RUN:  # a sweep shows all of its runs at its end
        console.print()
        show(console, [evaluation])
    console.print(f"evaluation: {output / EVALUATION}", soft_wrap=True)


def _check_counts(config: DictConfig, settings: Settings) -> None:
    """Raises `UsageError` for a count that is none, and for repeats that would all be the same."""
    for name in ("repeats", "concurrency"):
        if type(config[name]) is not int or config[name] < 1:
            raise UsageError(f"{name}: expected a whole number of at least 1, got {config[name]!r}")
    greedy = all(calls.temperature == 0 for calls in settings.calls.by_kind().values())
    if config.repeats > 1 and greedy:
        raise UsageError(
            f"repeats={config.repeats}: greedy decoding makes every repeat the same; "
            "give repeats=1, or a temperature such as agents.calls.thought.temperature=0.7"
        )


def _answer(
    orchestrator: Orchestrator,
    questions: Sequence[Question],
    config: DictConfig,
    console: Console,
    label: str,
) -> None:
    """One repeat, or what is left of it."""
    path = _record(config, orchestrator.seed)
    with TrajectoryStore(path, orchestrator.identity(), resume=config.resume) as store:
        left = [question for question in questions if question.id not in store.ids]
        asked = {question.id for question in questions}
        done = [t for t in read_trajectories(path) if t.id in asked]
        with (
            ProgressLine(console, label, len(questions), done) as progress,
            closing(answer_in_order(orchestrator, left, config.concurrency)) as answered,
        ):
            for trajectory in answered:
                store.append(trajectory)
                progress.finished(trajectory)


def _finished(config: DictConfig, questions: Sequence[Question]) -> Evaluation | None:
    """The evaluation that is there already, of these settings, questions and adapters."""
    path = Path(config.output) / EVALUATION
    if not path.exists():
        return None
    evaluation = read_evaluation(path)
    if evaluation.settings != _settings(config):
        return None
    asked = {question.id for question in questions}
    if not all(asked <= repeat.keys() for repeat in _recorded(config)):
        return None
    from autoact_precache.adapters import adapter_folder, adapter_sha256  # they take seconds

    for agent, folder in config.model.adapters.items():
        evaluated = evaluation.run["adapters"][agent]
        now = folder and adapter_sha256(adapter_folder(agent, folder))
        if now != (evaluated and evaluated["sha256"]):
            return None
    return evaluation


def _seeds(config: DictConfig) -> list[int]:
    return list(range(config.seed, config.seed + config.repeats))


def _record(config: DictConfig, seed: int) -> Path:
    return Path(config.output) / f"seed-{seed}" / TRAJECTORIES


def _recorded(config: DictConfig) -> list[dict[str, Trajectory]]:
    """Each repeat's trajectories by id."""
    return [{t.id: t for t in read_trajectories(_record(config, seed))} for seed in _seeds(config)]


def _settings(config: DictConfig) -> dict[str, Any]:
    settings = cast(dict[str, Any], OmegaConf.to_container(config, resolve=True))
    return {name: value for name, value in settings.items() if name not in APART}


def _varied() -> dict[str, str]:
    """What the sweep varies, and this run's values."""
    hydra_config = HydraConfig.get()
    if hydra_config.mode == RunMode.RUN:
        return {}
    fixed = hydra_config.job.config.override_dirname.exclude_keys
    overrides = (override.partition("=") for override in hydra_config.overrides.task)
    return {key: value for key, _, value in overrides if key not in fixed}
