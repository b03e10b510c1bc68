"""Questions derived from the encyclopedia, and the paths that answer them."""

import random
from dataclasses import fields
from itertools import pairwise

import pytest

from autoact_precache.agents.prompt import load_observations
from autoact_precache.agents.training.data import SHIPPED_QUESTIONS
from autoact_precache.agents.training.facts import Article, find_facts
from autoact_precache.agents.training.oracle import Oracle, Shares, Wording
from autoact_precache.agents.training.questions import (
    derive_questions,
    read_articles,
    read_questions,
    without_chains_of,
)
from autoact_precache.tools import offline_toolbox
from autoact_precache.tools.index import SHIPPED_ARTICLES

ARTICLES = read_articles(SHIPPED_ARTICLES)
HELD_OUT = read_questions(SHIPPED_QUESTIONS, "test")
DERIVED = list(without_chains_of(HELD_OUT, derive_questions(ARTICLES, random.Random(0))))
TAUGHT = read_questions(SHIPPED_QUESTIONS, "train")
WORDING = load_observations()
TOOLBOX = offline_toolbox(None, results=3, similar=5)


def oracle(**shares: float) -> Oracle:
    detours = dict.fromkeys((field.name for field in fields(Shares)), 0.0)
    return Oracle(
        ARTICLES,
        TOOLBOX,
        Wording(**{field.name: WORDING[field.name] for field in fields(Wording)}),
        Shares(**(detours | shares)),
    )


@pytest.mark.parametrize(
    ("sentence", "relation", "value"),
    [
        ("She was born in Ulm in 1879.", "birthplace", "Ulm"),
        ("She was born near Weil der Stadt in 1879.", "birthplace", "Weil der Stadt"),
        ("She was born in Ulm in 1879.", "birth year", "1879"),
        ("She died in Mexico City in 2014.", "death year", "2014"),
        ("It was written by J. R. R. Tolkien and published in 1937.", "author", "J. R. R. Tolkien"),
        ("It was discovered in 1655 by Christiaan Huygens.", "discoverer", "Christiaan Huygens"),
        ("It was discovered by William Herschel in 1781.", "year of discovery", "1781"),
        ("Its capital is Lisbon.", "capital", "Lisbon"),
        ("It lies on the River Severn.", "river", "Severn"),
        ("It is about 4,806 metres high.", "height", "4,806 metres"),
        ("Its atomic number is 79.", "atomic number", "79"),
    ],
)
def test_a_plain_sentence_yields_its_fact(sentence, relation, value):
    article = Article("Some Title", ("Some Title is known.", sentence))
    facts = {fact.relation.name: fact for fact in find_facts(article)}
    assert facts[relation].value == value
    assert facts[relation].sentence_index == 1


def test_a_sentence_about_something_else_yields_no_fact():
    article = Article("Ulm", ("Ulm is a city.", "Albert Einstein was born in Ulm in 1879."))
    assert not list(find_facts(article))


def test_a_quoted_sentence_names_its_subject():
    article = Article("Alps", ("The Alps are a range.", "Their highest mountain is Mont Blanc."))
    assert article.sentence(1) == "The Alps' highest mountain is Mont Blanc."
    article = Article("Ada", ("Ada was a writer.", "She was born in London."))
    assert article.sentence(1) == "Ada was born in London."


def test_no_derived_question_needs_the_pages_of_a_held_out_one():
    held_out = {frozenset(hop.title for hop in question.hops) for question in HELD_OUT}
    assert len(DERIVED) > 300
    for question in DERIVED:
        pages = frozenset(hop.title for hop in question.hops)
        assert len(pages) == 1 or pages not in held_out
        assert question.text not in {held.text for held in HELD_OUT}


def test_a_derived_answer_stands_on_the_pages_or_compares_them():
    for question in DERIVED:
        texts = " ".join(" ".join(ARTICLES[hop.title].sentences) for hop in question.hops)
        named = question.answer in texts or question.answer in [h.title for h in question.hops]
        assert named or question.answer in ("yes", "no")
        assert question.answer not in question.wrong_answers


@pytest.mark.parametrize(
    "shares",
    [
        {},
        {"search_first": 1.0},
        {"wrong_title": 1.0},
        {"lookup": 1.0},
        {"wrong_answer": 1.0},
        {"no_page": 1.0},
        {"repeat": 1.0},
        {"search_first": 0.3, "wrong_title": 0.3, "lookup": 0.3, "wrong_answer": 0.3},
    ],
)
def test_every_observation_is_what_the_tools_answer(shares):
    rng = random.Random(1)
    paths = [oracle(**shares).demonstrate(question, rng) for question in TAUGHT + DERIVED[:100]]
    for path in filter(None, paths):
        tools = TOOLBOX.session()
        for before, step in pairwise([path.steps[0], *path.steps]):
            if step.tool == "Finish":
                assert step.observation == WORDING["reflect"]
            elif step.tool == "Reflect":
                assert step.observation in ("", WORDING["judged_wrong"])
            elif step.observation == WORDING["repeated"]:
                assert (step.tool, step.argument) == (before.tool, before.argument)
            else:
                assert step.observation == tools.call(step.tool, step.argument).text


def test_a_path_ends_with_the_right_answer_judged_right():
    rng = random.Random(2)
    for question in TAUGHT + DERIVED[:100]:
        path = oracle(wrong_answer=0.5).demonstrate(question, rng)
        assert path is not None
        assert path.question == question.text
        answer, verdict = path.steps[-2:]
        assert (answer.tool, answer.argument) == ("Finish", question.answer)
        assert (verdict.tool, verdict.argument) == ("Reflect", "right")


def test_a_wrong_answer_is_rejected_and_only_shown():
    rng = random.Random(3)
    paths = [oracle(wrong_answer=1.0).demonstrate(question, rng) for question in DERIVED[:60]]
    rejected = 0
    for path in filter(None, paths):
        for index, step in enumerate(path.steps):
            if step.tool == "Finish":
                wrong = path.steps[index + 1].argument == "wrong"
                assert (index in path.shown) == wrong
                rejected += wrong
    assert rejected > 30


def test_a_title_that_does_not_exist_is_followed_by_a_similar_one():
    rng = random.Random(4)
    paths = [oracle(wrong_title=1.0).demonstrate(question, rng) for question in DERIVED[:60]]
    found = 0
    for path in filter(None, paths):
        for index in path.shown:
            assert path.steps[index].observation.startswith("There is no page")
            assert path.steps[index + 1].argument in path.steps[index].observation
            found += 1
    assert found > 20


def test_an_action_done_again_is_only_shown_and_told_to_change_nothing():
    rng = random.Random(5)
    for question in DERIVED[:20]:
        path = oracle(repeat=1.0).demonstrate(question, rng)
        assert path is not None
        (again,) = path.shown
        before, repeated = path.steps[again - 1 : again + 1]
        assert (repeated.tool, repeated.argument) == (before.tool, before.argument)
        assert repeated.observation == WORDING["repeated"]
        assert path.steps[again + 1].tool == "Finish"


def test_a_title_that_is_no_page_is_followed_by_a_search():
    rng = random.Random(6)
    paths = [oracle(no_page=1.0).demonstrate(question, rng) for question in DERIVED[:60]]
    searched = 0
    for path in filter(None, paths):
        for index in path.shown:
            assert path.steps[index].tool == "Retrieve"
            if index + 1 not in path.shown:
                assert path.steps[index + 1].tool == "BingSearch"
                searched += 1
    assert searched > 20


def test_out_of_steps_the_best_guess_is_given_and_nobody_is_taught_to_approve_it():
    rng = random.Random(7)
    paths = [oracle(out_of_steps=1.0).demonstrate(question, rng) for question in DERIVED[:60]]
    guessed = 0
    for path in filter(None, paths):
        if path.shown:
            *_, opened, answer, verdict = path.steps
            assert opened.observation.endswith(WORDING["finish_now"])
            assert answer.tool == "Finish"
            assert path.shown == {len(path.steps) - 1}
            assert verdict.tool == "Reflect"
            assert answer.argument in opened.observation
            guessed += 1
    assert guessed > 10
