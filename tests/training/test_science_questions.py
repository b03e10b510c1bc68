"""Generated multiple-choice questions: well formed, balanced, repeatable, and right."""

import ast
import random
import re
from collections import Counter

import pytest

from autoact_precache.agents.tasks.scienceqa import format_options, parse_options
from autoact_precache.agents.training.science import ScienceQuestion, science_questions
from autoact_precache.agents.training.science.catalogue import skills

TOOLS = ("BingSearch", "Retrieve")


@pytest.fixture(scope="module")
def questions() -> list[ScienceQuestion]:
    return science_questions(random.Random(3), 4000)


def drawn(skill: str, count: int = 60) -> list[ScienceQuestion]:
    rng = random.Random(5)
    return [skills()[skill](rng) for _ in range(count)]


@pytest.mark.parametrize("skill", sorted(skills()))
def test_every_skill_draws_well_formed_questions(skill: str) -> None:
    for question in drawn(skill):
        texts = [question.text, *question.choices, question.reasoning, question.found]
        assert 2 <= len(question.choices) <= 5, question
        assert len(set(question.choices)) == len(question.choices), question
        assert 0 <= question.answer < len(question.choices)
        assert not any(re.search(r"[{}|]|  ", text) for text in texts), question
        assert not any(re.search(r"\b[Aa]n? (an?|the) ", text) for text in texts), question
        assert not any(re.search(r"(\ba|^A) [aei]\w", text) for text in texts), question
        assert question.reasoning.endswith((".", "!", "?", '"')), question
        assert len(question.reasoning.split()) <= 40, question
        assert "\n" not in question.reasoning + question.found
        listed = f"{question.text}\n{format_options(question.choices)}"
        assert parse_options(listed) == question.choices
        assert (question.lookup is None) == (question.found == ""), question
        if question.lookup:
            assert question.lookup[0] in TOOLS
            assert question.lookup[1]
        if question.image:
            assert question.image.caption
            assert isinstance(ast.literal_eval(question.image.ocr), list)


def test_as_many_different_questions_as_asked_for(questions: list[ScienceQuestion]) -> None:
    assert len(questions) == 4000
    assert len({(q.text, frozenset(q.choices)) for q in questions}) == 4000


def test_the_same_seed_gives_the_same_questions() -> None:
    assert science_questions(random.Random(8), 300) == science_questions(random.Random(8), 300)
    assert science_questions(random.Random(8), 300) != science_questions(random.Random(9), 300)


def test_the_right_choice_stands_equally_often_at_each_place(
    questions: list[ScienceQuestion],
) -> None:
    for size in (2, 3, 4):
        places = Counter(q.answer for q in questions if len(q.choices) == size)
        for place in range(size):
            assert places[place] / places.total() == pytest.approx(1 / size, abs=0.06)


def test_dictionary_order() -> None:
    for question in drawn("alphabetical order"):
        ordered = sorted(question.choices)
        expected = ordered[0] if "first" in question.text else ordered[-1]
        assert question.choices[question.answer] == expected


def test_guide_words_enclose_the_word() -> None:
    for question in drawn("guide words"):
        first, last = re.search(r"(\w+) - (\w+)", question.text).groups()  # type: ignore[union-attr]
        answer = question.choices[question.answer]
        if answer in ("yes", "no"):
            word = re.search(r"the word (\w+)", question.text)[1]  # type: ignore[index]
            assert (answer == "yes") == (first < word < last)
        else:
            assert [word for word in question.choices if first < word < last] == [answer]


def test_heat_flows_from_warm_to_cold() -> None:
    for question in drawn("heat flow"):
        thing, around = map(int, re.findall(r"(\d+)°F", question.text))
        answer = question.choices[question.answer]
        assert answer.startswith("from the surroundings") == (around > thing)


def test_magnets_with_like_poles_facing_repel() -> None:
    for question in drawn("attract or repel"):
        if question.image:
            poles = [word for _, word, _ in ast.literal_eval(question.image.ocr)]
        else:
            poles = ["", *re.findall(r"north|south", question.text)]
        expected = "repel" if poles[1] == poles[2] else "attract"
        assert question.choices[question.answer] == expected


def test_punnett_squares_by_counting_offspring() -> None:
    for question in drawn("punnett squares"):
        mother, father = re.search(r"genotypes are (\w+) and (\w+)", question.text).groups()  # type: ignore[union-attr]
        dominant = re.search(r"allele (\w) for (.+) is dominant", question.text)
        assert dominant
        offspring = [{one, other} for one in mother for other in father]
        genotype = re.search(r"the genotype (\w)(\w)", question.text)
        if genotype:
            hits = offspring.count(set(genotype.groups()))
        else:
            showing = sum(dominant[1] in alleles for alleles in offspring)
            asked = question.text.partition("\n")[0]
            hits = showing if dominant[2] in asked else 4 - showing
        assert question.choices[question.answer] in (f"{hits}/4", f"{hits}:{4 - hits}")


def test_the_faster_one_covers_more_ground_per_hour() -> None:
    for question in drawn("speed"):
        moves = re.findall(r"The ([\w ]+) moved (\d+) \w+ in (\d+) hours", question.text)
        speeds = {f"the {who}": int(distance) / int(hours) for who, distance, hours in moves}
        pick = max if "higher speed" in question.text else min
        assert question.choices[question.answer] == pick(speeds, key=lambda who: speeds[who])


def test_volumes_of_planets_by_the_given_table() -> None:
    for question in drawn("volumes of planets"):
        text = question.text
        if text.startswith("True or false?") and "Volumes in billions" in text:
            large, factor, small = re.findall(
                r"(\w+)'s volume is more than (\d+) times (\w+)", text
            )[0]
            volumes = {
                planet: int(volume.replace(",", ""))
                for planet, volume in re.findall(r"([A-Z][a-z]+) ([\d,]*\d)", text)
            }
            more = volumes[large] > int(factor) * volumes[small]
            assert question.choices[question.answer] == str(more).lower()


def test_events_in_order_by_their_years() -> None:
    for question in drawn("events in order"):
        years = {}
        for event in question.choices:
            years[event] = re.search(rf"{re.escape(event)} in (\d{{4}})", question.reasoning)[1]  # type: ignore[index]
        pick = min if re.search("first|earliest", question.text) else max
        chosen = pick(question.choices, key=years.__getitem__)
        assert question.choices[question.answer] == chosen


def test_titles_keep_small_words_small() -> None:
    for question in drawn("capital letters in titles"):
        first, *middle, last = question.choices[question.answer].split()
        assert first[0].isupper()
        assert last[0].isupper()
        assert {"And", "The", "Of", "In", "A"}.isdisjoint(middle)
