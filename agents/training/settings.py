"""The settings of a training run, as configs/train.yaml holds them, and the folder of a run."""

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, cast

from omegaconf import DictConfig, OmegaConf
from omegaconf.errors import OmegaConfBaseException

from autoact_precache.agents.training.errors import TrainingError
from autoact_precache.agents.training.oracle import Shares

ROLES = ("plan", "action", "reflect")
_FILE = "settings.json"


@dataclass
class DataSettings:
    """Where the demonstrations come from."""

    demonstrations: list[str]
    evaluation: list[str]
    shipped_repeats: int
    derived: int
    cloze: int
    worlds: int
    science: int
    observation_tokens: int
    shares: Shares


@dataclass
class LoraSettings:
    """The adapters' shape, as peft's LoraConfig has it."""

    rank: int
    alpha: int
    dropout: float
    target_modules: list[str]


@dataclass
class OptimisationSettings:
    """How each adapter is trained."""

    epochs: float
    batch_size: int
    learning_rate: float
    warmup_share: float
    save_every: int


@dataclass
class TrainSettings:
    """All but the model's files, the tools and the output folder."""

    prompt: str
    base_model: str
    examples: dict[str, int]
    max_tokens: int
    rebase_share: float
    share_a: bool
    start_from: str | None
    seed: int
    data: DataSettings
    lora: LoraSettings
    optimisation: OptimisationSettings


def read_settings(config: DictConfig) -> TrainSettings:
    """The settings in a composed configuration; keys of other parts are left alone.

    Raises:
        TrainingError: a value of the wrong type, a missing or unknown key, an unknown role.
    """
    known = {name: config[name] for name in TrainSettings.__dataclass_fields__ if name in config}
    try:
        merged = OmegaConf.merge(OmegaConf.structured(TrainSettings), known)
        settings = cast(TrainSettings, OmegaConf.to_object(merged))
    except OmegaConfBaseException as error:
        reason = str(error).splitlines()[0]
        raise TrainingError(f"{error.full_key}: {reason}" if error.full_key else reason) from error
    for role in settings.examples:
        if role not in ROLES:
            raise TrainingError(f"examples: no role {role!r}; the roles are {', '.join(ROLES)}")
    numbers = {
        **{f"examples.{role}": limit for role, limit in settings.examples.items()},
        "max_tokens": settings.max_tokens,
        "data.observation_tokens": settings.data.observation_tokens,
        "lora.rank": settings.lora.rank,
        "optimisation.batch_size": settings.optimisation.batch_size,
        "optimisation.save_every": settings.optimisation.save_every,
    }
    for name, number in numbers.items():
        if number < 1:
            raise TrainingError(f"{name}: expected at least 1, got {number}")
    if not 0 <= settings.rebase_share <= 1:
        raise TrainingError(f"rebase_share: expected 0 to 1, got {settings.rebase_share}")
    if settings.optimisation.epochs <= 0:
        raise TrainingError(
            f"optimisation.epochs: expected above 0, got {settings.optimisation.epochs}"
        )
    return settings


def claim_folder(folder: Path, settings: TrainSettings, resume: bool) -> None:
    """Make `folder` this run's, by a file with its settings.

    Raises:
        TrainingError: it is another run's, or `resume` does not say to go on with it.
    """
    path = folder / _FILE
    wanted: dict[str, Any] = json.loads(json.dumps(asdict(settings)))
    if path.exists():
        if not resume:
            raise TrainingError(f"{folder} holds a run: give resume=true, or another output")
        held = json.loads(path.read_text(encoding="utf-8"))
        differing = [name for name in wanted if held.get(name) != wanted[name]]
        if differing:
            raise TrainingError(f"{folder} holds a run with another {differing[0]}; see {path}")
    folder.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(wanted, indent=1) + "\n", encoding="utf-8")
