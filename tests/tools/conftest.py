import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from loopback import Service, serve

from autoact_precache.tools import HttpClient

ARTICLES = [
    {
        "title": "Eiffel Tower",
        "sentences": [
            "The Eiffel Tower is an iron tower in Paris.",
            "It was finished in 1889.",
            "Gustave Eiffel's company built the tower.",
        ],
    },
    {
        "title": "Paris",
        "sentences": ["Paris is the capital of France.", "The Seine runs through it."],
    },
    {"title": "Seine", "sentences": ["The Seine is a river in northern France."]},
    {"title": "Mercury (planet)", "sentences": ["Mercury is the planet nearest the Sun."]},
    {"title": "Mercury (element)", "sentences": ["Mercury is a liquid metal &amp; a poison."]},
    {"title": "Zürich", "sentences": ["  Zürich is a city\nin Switzerland. ", ""]},
]


@pytest.fixture(scope="session")
def articles(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("encyclopedia") / "articles.jsonl"
    path.write_text("".join(json.dumps(article) + "\n" for article in ARTICLES), encoding="utf-8")
    return path


@pytest.fixture
def service() -> Iterator[Service]:
    with serve() as service:
        yield service


@pytest.fixture
def client() -> Callable[..., HttpClient]:
    """A client that waits for next to nothing, but for what a test sets."""

    def make(**settings: Any) -> HttpClient:
        quick = {"timeout_s": 5, "total_s": 20, "retries": 1, "backoff_s": 0, "interval_s": 0}
        return HttpClient(**(quick | {"user_agent": "tests/1.0 (tests@example.org)"} | settings))

    return make
