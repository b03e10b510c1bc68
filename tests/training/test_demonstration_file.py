"""What `filter` writes, `train` reads."""

import json
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autoact_precache.agents.training.demonstration import Demonstration
from autoact_precache.agents.training.demonstration_file import (
    read_demonstrations_file,
    write_demonstrations,
)
from autoact_precache.agents.transcript import Step
from autoact_precache.trajectories.schema import RecordError

STEPS = st.lists(st.builds(Step, *[st.text()] * 4), min_size=1, max_size=4).map(tuple)
DEMONSTRATIONS = STEPS.flatmap(
    lambda steps: st.builds(
        Demonstration,
        question=st.text(),
        steps=st.just(steps),
        shown=st.frozensets(st.integers(0, len(steps) - 1)),
        answer=st.text(),
        task=st.text(),
        source=st.text(),
    )
)
ONE = Demonstration("Who?", (Step("I know.", "Finish", "Ada"),), frozenset(), "Ada", "t", "f:1")


@given(st.lists(DEMONSTRATIONS, max_size=4))
def test_what_is_written_is_read(demonstrations):
    with TemporaryDirectory() as folder:
        path = Path(folder) / "demonstrations.jsonl"
        write_demonstrations(path, demonstrations)
        assert read_demonstrations_file(path) == demonstrations


def test_a_write_that_fails_leaves_the_older_file_and_nothing_else(tmp_path):
    path = tmp_path / "demonstrations.jsonl"
    write_demonstrations(path, [ONE])

    def fails():
        yield ONE
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_demonstrations(path, fails())
    assert list(tmp_path.iterdir()) == [path]
    assert read_demonstrations_file(path) == [ONE]


def changed(**fields) -> str:
    step = {"thought": "I know.", "tool": "Finish", "argument": "Ada", "observation": ""}
    row = {"task": "t", "source": "f:1", "question": "Who?", "answer": "Ada"}
    return json.dumps(row | {"steps": [step], "shown": []} | fields)


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("{", "not JSON"),
        ("[" * 100_000, "not JSON"),
        ("\xff", "not JSON"),
        ("[]", "expected a JSON object"),
        ("{}", "task: missing"),
        (changed(colour="red"), "colour: unknown field"),
        (changed(question=1), "question: expected a string"),
        (changed(steps=[]), "steps: expected at least one"),
        (changed(steps=[{"thought": "x"}]), r"steps\[0\]\.tool: missing"),
        (changed(shown=[1]), "shown: expected indices below 1"),
    ],
)
def test_a_corrupt_line_is_named(tmp_path, line, problem):
    path = tmp_path / "demonstrations.jsonl"
    path.write_bytes(f"{changed()}\n\n{line}\n".encode("latin-1"))
    with pytest.raises(RecordError, match=rf"demonstrations\.jsonl:3: {problem}"):
        read_demonstrations_file(path)


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(RecordError, match=r"absent\.jsonl: No such file"):
        read_demonstrations_file(tmp_path / "absent.jsonl")
