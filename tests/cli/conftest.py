from pathlib import Path

import pytest

from tests.cli.checkpoints import searching_model
from tests.cli.program import Finished, Program
from tests.runtime.checkpoints import Maker

POLICIES = ("nonshared", "fullshared", "baseshared", "prelrshared", "rebaseshared")
SMALL = (
    "agents.limits.steps=2",
    "agents.calls.thought.max_new_tokens=20",
    "agents.calls.action.max_new_tokens=20",
)


@pytest.fixture(scope="session")
def make(tmp_path_factory) -> Maker:
    return Maker(tmp_path_factory.mktemp("checkpoints"))


@pytest.fixture(scope="session")
def settings(make) -> tuple[str, ...]:
    """A small model whose agents search, and an adapter for each of them."""
    model = searching_model(make)
    agents = ("plan", "action", "reflect")
    adapters = [
        f"model.adapters.{agent}={make.adapter(model, i)}" for i, agent in enumerate(agents)
    ]
    return (f"model.path={model}", *adapters, *SMALL)


@pytest.fixture
def program(tmp_path) -> Program:
    """The program in an empty folder, with the settings that ship."""
    return Program(tmp_path)


@pytest.fixture
def small(tmp_path, settings) -> Program:
    """The program in an empty folder, on the small model."""
    return Program(tmp_path, settings)


@pytest.fixture(scope="session")
def sweep(tmp_path_factory, settings) -> tuple[Path, Finished]:
    """Two questions under every policy: the sweep's folder, and what it printed."""
    program = Program(tmp_path_factory.mktemp("sweep"), settings)
    finished = program("run", "-m", f"policy={','.join(POLICIES)}", "limit=2", "output=swept")
    assert finished.code == 0, finished.stderr
    return program.folder / "swept", finished
