"""Paths to the right option of made multiple-choice questions."""

import random

import pytest

from autoact_precache.agents.scores import match_option
from autoact_precache.agents.tasks.scienceqa import IMAGE_LINE, parse_options
from autoact_precache.agents.training.demonstration import Demonstration
from autoact_precache.agents.training.oracle import Shares, Wording
from autoact_precache.agents.training.science import ScienceQuestion
from autoact_precache.agents.training.science_oracle import demonstrate_science
from autoact_precache.tools import Article, Encyclopedia, ImageText
from autoact_precache.tools.presets import encyclopedia_toolbox

TOOLBOX = encyclopedia_toolbox(Encyclopedia([Article("Moss", ("Moss is green.",))]), 3, 5)
QUESTION = ScienceQuestion(
    "What colour is this plant?",
    ("red", "green", "blue"),
    1,
    "The plant is moss, which is green.",
    lookup=("BingSearch", "moss colour"),
    found="Mosses are green plants.",
    image=ImageText("a stone with moss", "no img"),
)


def path(seed: int, wrong_answer: float = 0.0, question=QUESTION) -> Demonstration:
    shares = Shares(0, 0, 0, 0, 0, 0, wrong_answer=wrong_answer)
    wording = Wording("Judge it.", "Wrong.", "Again.", "Now.")
    return demonstrate_science(question, TOOLBOX, wording, shares, random.Random(seed))


def test_the_image_is_read_the_fact_looked_up_and_the_answer_judged():
    made = path(0)
    assert parse_options(made.question) == QUESTION.choices
    assert made.question.endswith(f"\n{IMAGE_LINE}")
    assert [step.tool for step in made.steps] == ["Image2Text", "BingSearch", "Finish", "Reflect"]
    image, search, finish, reflect = made.steps
    assert "a stone with moss" in image.observation
    assert (search.argument, finish.observation) == ("moss colour", "Judge it.")
    assert finish.thought.startswith(QUESTION.reasoning)
    assert (finish.argument, reflect.argument) == ("green", "right")


def test_what_the_search_lacks_is_found_about_half_of_the_time():
    observations = [path(seed).steps[1].observation for seed in range(60)]
    assert all("Moss is green." in observation for observation in observations)
    assert 15 < sum(QUESTION.found in observation for observation in observations) < 45


def test_a_wrong_answer_is_shown_and_rejected_before_the_right_one():
    made = path(3, wrong_answer=1.0)
    assert [step.tool for step in made.steps[2:]] == ["Finish", "Reflect"] * 2
    wrong, rejected, right, accepted = made.steps[2:]
    assert wrong.argument in {"red", "blue"}
    assert (rejected.argument, rejected.observation) == ("wrong", "Wrong.")
    assert (right.argument, accepted.argument) == ("green", "right")
    assert made.shown == {2}


@pytest.mark.parametrize("choice", ["Ends here.", "does it?", "plain"])
def test_an_answer_is_scored_as_right_and_ends_the_thought_once(choice):
    question = ScienceQuestion("Which?", (choice, "other"), 0, "It is so.")
    made = path(1, question=question)
    assert match_option(made.steps[-2].argument, question.choices) == "A"
    assert made.steps[-2].thought.endswith(choice if choice[-1] in ".?" else f"{choice}.")
