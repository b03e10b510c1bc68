import pytest
from hypothesis import given
from hypothesis import strategies as st

from autoact_precache.agents.scores import (
    exact_match,
    f1_score,
    match_option,
    nearest_option,
    normalize_answer,
)


@pytest.mark.parametrize(
    ("text", "normal"),
    [
        ("The  Beatles!", "beatles"),
        ("An apple, a day", "apple day"),
        ("U.S.A.", "usa"),
        ("theatre another", "theatre another"),
        ("Super Bowl XLVIII", "super bowl xlviii"),
        ("Jean-Luc", "jeanluc"),
        ("rock “n” roll", "rock “n” roll"),  # only ASCII punctuation goes
        ("The.", ""),
    ],
)
def test_normal_form(text, normal):
    assert normalize_answer(text) == normal


@pytest.mark.parametrize(
    ("prediction", "gold", "em"),
    [
        ("the Eiffel tower.", "Eiffel Tower", 1),
        ("Eiffel", "Eiffel Tower", 0),
        ("Yes", "yes", 1),
        ("the", "", 1),
    ],
)
def test_exact_match(prediction, gold, em):
    assert exact_match(prediction, gold) == em


@pytest.mark.parametrize(
    ("prediction", "gold", "f1"),
    [
        ("The Eiffel Tower", "eiffel tower", 1),
        # 2 of 4 predicted, 2 of 2 wanted: P 1/2, R 1
        ("Eiffel Tower in Paris", "the Eiffel Tower", 2 / 3),
        # 1 of 3 predicted, 1 of 2 wanted
        ("Tower of London", "Eiffel Tower", 2 / 5),
        # repeated words count as often as both have them: 2 of 3, 2 of 2
        ("New New York", "New York", 4 / 5),
        ("duck duck", "duck", 2 / 3),
        ("Rome", "Paris", 0),
        ("", "Paris", 0),
        ("the", "a", 0),  # both empty: no token in common
        # yes, no and noanswer count alone or not at all
        ("yes", "yes", 1),
        ("Yes.", "yes", 1),
        ("yes, it is", "yes", 0),
        ("yes", "yes it is", 0),
        ("no", "yes", 0),
        ("no", "no man's land", 0),
        ("noanswer", "noanswer", 1),
        ("noanswer given", "noanswer", 0),
        ("yes man", "yes sir", 1 / 2),
    ],
)
def test_f1(prediction, gold, f1):
    assert f1_score(prediction, gold) == pytest.approx(f1)


@given(st.text(), st.text())
def test_f1_is_symmetric_and_at_most_exact_match_allows(prediction, gold):
    f1 = f1_score(prediction, gold)
    assert 0 <= f1 <= 1
    assert f1 == pytest.approx(f1_score(gold, prediction))
    if exact_match(prediction, gold) and normalize_answer(gold):
        assert f1 == 1


WOOL = ["wool scarf", "asphalt road", "ice cube"]


@pytest.mark.parametrize(
    ("prediction", "letter"),
    [
        ("B", "B"),
        ("b", "B"),
        ("(B)", "B"),
        ("B.", "B"),
        ("[b]:", "B"),
        ("Option B", "B"),
        ("the correct answer is (B).", "B"),
        ("Answer: b)", "B"),
        ("asphalt road", "B"),
        ("Asphalt  Road!", "B"),
        ("The answer is asphalt road.", "B"),
        ("(B) asphalt road", "B"),
        ("B. Asphalt road", "B"),
        ("B: because roads are hard", "B"),
        ("(B) wool scarf", None),
        ("D", None),
        ("AB", None),
        ("A or B", None),
        ("road", None),
        ("", None),
        ("?", None),
    ],
)
def test_options(prediction, letter):
    assert match_option(prediction, WOOL) == letter


def test_options_that_differ_in_case_or_punctuation_only():
    greetings = ["Dear Rob,", "dear Rob,", "Dear Rob"]
    assert match_option("dear Rob,", greetings) == "B"
    assert match_option("Dear Rob", greetings) == "C"
    assert match_option("DEAR ROB", greetings) == "C"
    assert match_option("DEAR ROB,", greetings) is None
    assert match_option("-5", ["5", "-5"]) == "B"


def test_an_option_that_begins_with_an_article_is_not_its_letter():
    assert match_option("a dog", ["a cat", "a dog"]) == "B"


@pytest.mark.parametrize(
    ("prediction", "letter"),
    [
        ("Ann will give up the cake.", "A"),
        ("ann will give up", "A"),
        ("(B) Ann will get", "B"),
        ("Ann will g", None),  # no whole words
        ("Ann will", None),
        ("give up the cake", None),
    ],
)
def test_the_beginning_of_one_long_option_names_it(prediction, letter):
    options = [
        "Ann will give up the cake. It would have been good.",
        "Ann will get to eat the pear.",
    ]
    assert match_option(prediction, options) == letter


def test_a_single_word_of_an_option_is_no_beginning():
    assert match_option("solid", ["solid at room temperature", "liquid"]) is None


def test_two_options_with_one_text_are_told_apart_by_letter_only():
    assert match_option("red", ["red", "red"]) is None
    assert match_option("B", ["red", "red"]) == "B"


@pytest.mark.parametrize(
    ("prediction", "letter"),
    [
        ("B", "B"),
        ("the icy road", "B"),
        ("a very cold cube of ice", "C"),
        ("a road or a scarf", None),  # both alike
        ("glass", None),
        ("", None),
    ],
)
def test_an_answer_in_other_words_counts_as_the_option_most_like_it(prediction, letter):
    assert nearest_option(prediction, WOOL) == letter


@given(st.lists(st.text("abcdefg xyz", min_size=2).map(str.strip), min_size=2, max_size=5))
def test_every_letter_names_its_option(choices):
    for index in range(len(choices)):
        assert match_option(f"({'ABCDE'[index]})", choices) == "ABCDE"[index]
