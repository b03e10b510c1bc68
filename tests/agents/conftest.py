import json
from importlib.resources import files
from typing import Any

import pytest
import yaml

from autoact_precache.agents.roles import Settings
from autoact_precache.agents.tasks.hotpotqa import HotpotQA
from autoact_precache.tools import Toolbox, offline_toolbox

ARTICLES = [
    {
        "title": "Ada Lovelace",
        "sentences": ["Ada Lovelace was a mathematician.", "She met Babbage."],
    },
    {"title": "Charles Babbage", "sentences": ["Charles Babbage designed an engine in London."]},
]


@pytest.fixture
def agents_config() -> dict[str, Any]:
    """The shipped settings."""
    path = files("autoact_precache.configs") / "agents" / "autoact.yaml"
    config: dict[str, Any] = yaml.safe_load(path.read_text())
    return config


@pytest.fixture
def settings(agents_config) -> Settings:
    """The shipped settings, long enough for one character a token."""
    for call in agents_config["calls"].values():
        call["max_new_tokens"] = 100
    return Settings.from_config(agents_config)


@pytest.fixture
def toolbox(tmp_path) -> Toolbox:
    path = tmp_path / "articles.jsonl"
    path.write_text("\n".join(map(json.dumps, ARTICLES)))
    return offline_toolbox(articles=path, results=3, similar=5)


@pytest.fixture
def hotpotqa() -> HotpotQA:
    return HotpotQA(source="encyclopedia", level="all", split="test", shuffle=False)
