import pytest

from autoact_precache import Runtime
from tests.runtime.checkpoints import Maker, llama
from tests.runtime.reference_model import Model

AGENTS = {
    "plan": {"targets": ("q_proj", "k_proj", "v_proj", "o_proj"), "r": 3},
    "action": {"targets": ("q_proj", "v_proj", "down_proj"), "r": 5},
    "reflect": {"r": 2, "use_rslora": True},
}


@pytest.fixture(scope="session")
def make(tmp_path_factory) -> Maker:
    """Makes small random checkpoints and adapters on disk, as transformers and peft save them."""
    return Maker(tmp_path_factory.mktemp("checkpoints"))


@pytest.fixture(scope="session")
def model(make):
    return make.model(llama())


@pytest.fixture(scope="session")
def adapters(make, model):
    """Three agents whose adapters differ in rank, scale and targets."""
    return {agent: make.adapter(model, i, **AGENTS[agent]) for i, agent in enumerate(AGENTS)}


@pytest.fixture(scope="session")
def loaded(model, adapters) -> Runtime:
    return Runtime.from_pretrained(model, adapters)


@pytest.fixture
def runtime(loaded, policy) -> Runtime:
    """A loaded runtime under the policy that the test is parametrized with."""
    return loaded.with_policy(policy)


@pytest.fixture(scope="session")
def definition(model, adapters) -> Model:
    """The same checkpoints for the float64 reference."""
    return Model(model, adapters)
