"""AutoAct's ScienceQA trajectories, as ScienceQA's own questions and answers look here."""

import json
import os
from collections import Counter
from pathlib import Path

import pytest

from autoact_precache.agents.tasks.scienceqa import ScienceQA
from autoact_precache.agents.training.autoact import (
    MalformedTrajectoryError,
    parse_trajectory,
    read_autoact,
)
from autoact_precache.agents.training.demonstration import Demonstration

QUESTION = "Which one floats?\nOptions:(A) Iron (B) Dry wood. (C) Lead"
TRANSCRIPT = """Thought 1: Is it A or B?
Action 1: Image2Text[Image of a pond]
Observation 1: Image caption: A log in a pond. OCR result: POND
Thought 2: It is B.
Action 2: Finish[B]
Observation 2: Please reflect your answer.
Thought 3: Wood is light.
Action 3: Reflect[right]"""


def parse(question: str = QUESTION, transcript: str = TRANSCRIPT) -> Demonstration:
    row = {"question": question, "answer": "Dry wood. ", "correct": True}
    prompt = f"Finish[option].\nQuestion: {question}\n\n{transcript}"
    return parse_trajectory(json.dumps(row | {"prompt": prompt}), Counter())


def test_the_question_is_laid_out_as_the_task_lays_it_out(tmp_path):
    source = tmp_path / "questions.jsonl"
    row = {
        "question": "Which one floats?",
        "choices": ["Iron", "Dry wood.", "Lead"],
        "answer": "B",
        "id": "1",
        "grade": 3,
        "caption": "A log in a pond.",
        "orc": "POND",
    }
    source.write_text(json.dumps(row) + "\n")
    task = ScienceQA(source=str(source), level="all", split="all", shuffle=False)
    assert parse().question == task.questions()[0].text
    without_image = parse(transcript=TRANSCRIPT.replace("Image2Text", "Retrieve"))
    assert without_image.question == parse().question.removesuffix("\nImage: yes")


def test_the_right_answer_is_an_options_text():
    assert (parse().task, parse().answer) == ("scienceqa", "Dry wood.")


def test_a_letter_becomes_the_options_text_in_the_answer_alone():
    steps = parse().steps
    assert steps[1].argument == "Dry wood."
    assert [step.thought for step in steps[:2]] == ["Is it A or B?", "It is B."]


def test_the_images_text_reads_as_the_tool_words_it():
    step = parse().steps[0]
    assert (step.tool, step.argument) == ("Image2Text", "image")
    assert step.observation == "Caption: A log in a pond. Text in the image: POND"


@pytest.mark.parametrize("written", ["B", "(b)", "Option B", "Dry wood", "B. Dry wood."])
def test_an_answer_names_its_option_in_many_ways(written):
    assert parse(transcript=TRANSCRIPT.replace("Finish[B]", f"Finish[{written}]")).steps[
        1
    ].argument == ("Dry wood.")


@pytest.mark.parametrize(
    ("question", "transcript", "reason"),
    [
        (QUESTION.partition(" (B)")[0], TRANSCRIPT, "the options cannot be parsed"),
        (QUESTION.replace("Iron", ""), TRANSCRIPT, "the options cannot be parsed"),
        (QUESTION.replace("Iron", "Iron [Fe]"), TRANSCRIPT, "the options cannot be parsed"),
        (QUESTION, TRANSCRIPT.replace("Finish[B]", "Finish[D]"), "an answer that names no option"),
    ],
)
def test_what_cannot_be_told_apart_is_dropped_with_a_reason(question, transcript, reason):
    with pytest.raises(MalformedTrajectoryError, match=f"^{reason}$"):
        parse(question, transcript)


@pytest.mark.skipif("AUTOACT_DATA" not in os.environ, reason="AUTOACT_DATA names no data folder")
def test_the_real_trajectories_answer_with_options_of_their_questions():
    counts = Counter()
    kept = 0
    for path in Path(os.environ["AUTOACT_DATA"], "autoact_trajectories").glob("*_scienceqa_*"):
        for demonstration in read_autoact(path, counts):
            finish = demonstration.steps[-2]
            assert f") {finish.argument}" in demonstration.question
            looked = any(step.tool == "Image2Text" for step in demonstration.steps)
            assert demonstration.question.endswith("\nImage: yes") == looked
            kept += 1
    assert counts["read"] == 400
    assert kept >= 150
