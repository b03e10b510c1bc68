import pytest

from tests.runtime.checkpoints import Maker


@pytest.fixture(scope="session")
def make(tmp_path_factory) -> Maker:
    """Makes small random checkpoints and adapters on disk, as transformers and peft save them."""
    return Maker(tmp_path_factory.mktemp("checkpoints"))
