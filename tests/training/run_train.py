"""Train as a process of its own, which a test can kill: MODEL OUTPUT OVERRIDE..."""

import sys
from pathlib import Path

from hydra import compose, initialize_config_module
from hydra.utils import instantiate

from autoact_precache.agents.training.settings import read_settings
from autoact_precache.agents.training.train import train

if __name__ == "__main__":
    model, output, *overrides = sys.argv[1:]
    with initialize_config_module("autoact_precache.configs", version_base="1.3"):
        config = compose("train", ["base_model=some/base", *overrides])
    toolbox = instantiate(config.tools)
    train(read_settings(config), Path(model), toolbox, Path(output), resume=config.resume)
