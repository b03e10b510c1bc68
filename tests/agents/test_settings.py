import pytest

from autoact_precache.agents.errors import TaskError
from autoact_precache.agents.roles import Settings


def test_the_shipped_settings_are_valid(agents_config):
    settings = Settings.from_config(agents_config)
    assert settings.roles.reflect == "reflect"
    assert settings.calls.thought.temperature == 0


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ("limits.steps", 0, "agents.limits.steps: expected at least 1, got 0"),
        ("limits.steps", 2.5, "agents.limits.steps: expected a whole number"),
        ("limits.pages", 3, "agents.limits.pages: unknown field"),
        ("calls.action.max_new_tokens", 0, "agents.calls.action.max_new_tokens: expected at least"),
        ("calls.thought.top_p", 0.0, "agents.calls.thought.top_p: expected a number above 0"),
        ("calls.thought.temperature", "hot", "agents.calls.thought.temperature: expected a number"),
        ("calls.thought.temperature", -1, "agents.calls.thought.temperature: expected a number"),
        ("roles.plan", None, "agents.roles.plan: expected a string"),
    ],
)
def test_a_wrong_setting_is_named(agents_config, path, value, message):
    *groups, name = path.split(".")
    group = agents_config
    for key in groups:
        group = group[key]
    group[name] = value
    with pytest.raises(TaskError) as refused:
        Settings.from_config(agents_config)
    assert message in str(refused.value)
    assert "\n" not in str(refused.value)
