"""Training in a process, or as one of its own, which a test can kill: MODEL OUTPUT OVERRIDE..."""

import sys
from collections.abc import Iterable
from pathlib import Path

from hydra import compose, initialize_config_module

from autoact_precache.agents.training.settings import TrainSettings, read_settings
from autoact_precache.agents.training.train import TrainResult, train
from autoact_precache.tools import Article, Encyclopedia, Toolbox
from autoact_precache.tools.presets import encyclopedia_toolbox


def make_toolbox(articles: Iterable[Article]) -> Toolbox:
    return encyclopedia_toolbox(Encyclopedia(articles), results=3, similar=5)


def settings_of(*overrides: str) -> TrainSettings:
    with initialize_config_module("autoact_precache.configs", version_base="1.3"):
        return read_settings(compose("train", ["base_model=some/base", *overrides]))


def run(model: Path, output: Path, *overrides: str, resume: bool = False) -> TrainResult:
    return train(settings_of(*overrides), model, make_toolbox, output, resume=resume)


if __name__ == "__main__":
    run(Path(sys.argv[1]), Path(sys.argv[2]), *sys.argv[3:])
