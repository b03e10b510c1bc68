"""`synthesize`: zero-shot trajectories by one model that plays all roles."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, cast

import hydra
from omegaconf import DictConfig
from rich.console import Console

from autoact_precache.agents.backend import Backend
from autoact_precache.agents.endpoint import Endpoint
from autoact_precache.agents.orchestrator import Orchestrator
from autoact_precache.agents.tasks.with_example import WithExample
from autoact_precache.commands.answering import answer_questions
from autoact_precache.commands.hydra_app import command
from autoact_precache.commands.run import TRAJECTORIES
from autoact_precache.commands.setup import agent_settings, load_runtime, quiet_libraries

if TYPE_CHECKING:
    from transformers import PreTrainedTokenizerBase


@command
def main(config: DictConfig) -> None:
    console = Console()
    # What is cheap to get wrong is checked before the model is loaded.
    task = WithExample(hydra.utils.instantiate(config.task))
    questions = task.questions(config.limit, config.seed)
    toolbox = hydra.utils.instantiate(config.tools)
    toolbox.check()
    settings = agent_settings(config)
    agents = list(vars(settings.roles).values())
    path = Path(config.output) / TRAJECTORIES
    backend: Backend
    with console.status("Loading the model ..."):
        if "endpoint" in config:
            backend = _endpoint(config, agents)
            name = config.endpoint.model
        else:
            config.model.adapters = dict.fromkeys(agents)
            backend = load_runtime(config)
            name = Path(config.model.path).name
        orchestrator = Orchestrator(backend, task, toolbox, settings, config.seed)
    label = f"{task.name}, {name} in every role"
    answer_questions(orchestrator, questions, path, label, console, resume=config.resume)


def _endpoint(config: DictConfig, agents: Sequence[str]) -> Endpoint:
    quiet_libraries()
    from autoact_precache.checkpoint import resolve_checkpoint
    from autoact_precache.loading import load_tokenizer

    tokenizer = CheckpointTokenizer(load_tokenizer(resolve_checkpoint(config.model.path)))
    endpoint = hydra.utils.instantiate(config.endpoint, tokenizer=tokenizer, agents=agents)
    endpoint.check()
    return cast(Endpoint, endpoint)


class CheckpointTokenizer:
    """A checkpoint's tokenizer without its model; see agents.endpoint.Tokenizer."""

    def __init__(self, tokenizer: "PreTrainedTokenizerBase") -> None:
        from autoact_precache.text import PlainText

        self._tokenizer = tokenizer
        self._plain_text = PlainText(tokenizer)

    def encode(self, text: str, *, starts: bool = False) -> list[int]:
        return self._plain_text.encode(text, starts=starts)

    def decode(self, ids: Sequence[int]) -> str:
        text = self._tokenizer.decode(
            list(ids), skip_special_tokens=True, clean_up_tokenization_spaces=False
        )
        return cast(str, text)
