"""From demonstrations to token ids and labels."""

from dataclasses import replace

import pytest

from autoact_precache.agents.training.demonstration import Demonstration, lay_out_demonstration
from autoact_precache.agents.training.examples import IGNORED, encode, role_example
from autoact_precache.agents.transcript import Segment, Step
from tests.runtime.checkpoints import CONTROL, byte_tokenizer

TOKENIZER = byte_tokenizer()
DEMONSTRATION = Demonstration(
    "Who wrote it?",
    (
        Step("Open it.", "Retrieve", "It", "By Ada."),
        Step("So Bob.", "Finish", "Bob", "Reflect, please."),
        Step("It says Ada.", "Reflect", "wrong", "Look for another."),
        Step("So Ada.", "Finish", "Ada", "Reflect, please."),
        Step("Yes.", "Reflect", "right"),
    ),
)


def labelled(demonstration: Demonstration, role) -> list[str]:
    """The runs of labelled tokens, decoded."""
    example = role_example(TOKENIZER, lay_out_demonstration("Do it.", demonstration), role)
    runs, previous = [], IGNORED
    for token, label in zip(example["input_ids"], example["labels"], strict=True):
        assert label in (IGNORED, token)
        if label != IGNORED:
            if previous == IGNORED:
                runs.append([])
            runs[-1].append(token)
        previous = label
    return [TOKENIZER.decode(run) for run in runs]


def test_each_role_learns_what_it_writes_and_nothing_else():
    assert labelled(DEMONSTRATION, "plan") == [
        " Open it.\n", " Retrieve[", " So Bob.\n", " Finish[", " So Ada.\n", " Finish[",
    ]  # fmt: skip
    assert labelled(DEMONSTRATION, "action") == ["It]", "Bob]", "Ada]"]
    assert labelled(DEMONSTRATION, "reflect") == [
        " It says Ada.\n", " Reflect[wrong]", " Yes.\n", " Reflect[right]",
    ]  # fmt: skip


def test_a_step_that_is_only_shown_is_taught_to_nobody():
    shown = replace(DEMONSTRATION, shown=frozenset({1}))
    assert labelled(shown, "action") == ["It]", "Ada]"]
    assert " So Bob.\n" not in labelled(shown, "plan")
    assert labelled(shown, "reflect") == labelled(DEMONSTRATION, "reflect")


def test_all_roles_see_the_transcript_that_a_run_would_hold():
    segments = list(lay_out_demonstration("Do it.", DEMONSTRATION))
    whole = [token for segment in segments for token in encode(TOKENIZER, segment.text)]
    for role in ("plan", "action", "reflect"):
        ids = role_example(TOKENIZER, segments, role)["input_ids"]
        assert ids == whole[: len(ids)]
    assert TOKENIZER.decode(whole) == "".join(segment.text for segment in segments)


def test_an_example_ends_with_the_last_token_that_is_learnt():
    for role in ("plan", "action", "reflect"):
        segments = lay_out_demonstration("Do it.", DEMONSTRATION)
        assert role_example(TOKENIZER, segments, role)["labels"][-1] != IGNORED


def test_segments_are_tokenised_one_by_one():
    pieces = [Segment("context", "context", "a:"), Segment("plan", "thought", " b")]
    example = role_example(TOKENIZER, pieces, "plan")
    assert example["input_ids"] == encode(TOKENIZER, "a:") + encode(TOKENIZER, " b")


@pytest.mark.parametrize("control", CONTROL)
def test_a_control_token_in_a_text_is_plain_characters(control):
    ids = encode(TOKENIZER, f"before {control} after")
    assert not set(ids) & set(TOKENIZER.all_special_ids)
    assert TOKENIZER.decode(ids) == f"before {control} after"
