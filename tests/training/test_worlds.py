"""Invented encyclopedias: their questions can be answered by reading, and only by that."""

import random
import re
from collections.abc import Iterator

import pytest

from autoact_precache.agents.training.questions import Hop, OracleQuestion
from autoact_precache.agents.training.worlds import World, make_world
from autoact_precache.agents.training.worlds.phrasing import RELATIONS

SEEDS = range(6)


@pytest.fixture(scope="module")
def worlds() -> list[World]:
    return [make_world(random.Random(seed)) for seed in SEEDS]


def asked(worlds: list[World]) -> Iterator[tuple[World, OracleQuestion]]:
    return ((world, question) for world in worlds for question in world.questions)


def sentence(world: World, hop: Hop) -> str:
    """The sentence that matters, its pronoun resolved."""
    return world.articles[hop.title].sentence(hop.sentence_index)


def name(title: str) -> str:
    """A title without its bracket."""
    return title.split(" (")[0]


def mentions(text: str, words: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(words)}(?!\w)", text, re.IGNORECASE) is not None


def compares(question: OracleQuestion) -> bool:
    """Whether the question names both of its pages."""
    return len(question.hops) == 2 and all(
        mentions(question.text, name(hop.title)) for hop in question.hops
    )


def test_the_same_seed_gives_the_same_world(worlds: list[World]) -> None:
    again = make_world(random.Random(SEEDS[0]))
    assert again == worlds[0]
    assert again.articles.keys() != worlds[1].articles.keys()


def test_a_world_has_dozens_of_articles_and_about_a_hundred_questions(worlds: list[World]) -> None:
    for world in worlds:
        assert 40 <= len(world.articles) <= 110
        assert 60 <= len(world.questions) <= 150


def test_the_answer_stands_in_the_last_sentence_or_compares(worlds: list[World]) -> None:
    for world, question in asked(worlds):
        choices = ["yes", "no", *(name(hop.title) for hop in question.hops)]
        stands = question.answer in sentence(world, question.hops[-1])
        assert stands or (compares(question) and question.answer in choices), question


def test_the_first_page_names_the_second(worlds: list[World]) -> None:
    for world, question in asked(worlds):
        if len(question.hops) == 2 and not compares(question):
            first, second = question.hops
            assert name(second.title) in sentence(world, first), question


def test_questions_do_not_give_their_answer_away(worlds: list[World]) -> None:
    for _world, question in asked(worlds):
        if not compares(question):
            assert not mentions(question.text, question.answer), question


def test_keywords_find_the_sentence(worlds: list[World]) -> None:
    for world, question in asked(worlds):
        for hop in question.hops:
            text = world.articles[hop.title].sentences[hop.sentence_index]
            assert hop.keyword.casefold() in text.casefold()


def test_wrong_answers_are_wrong(worlds: list[World]) -> None:
    for _world, question in asked(worlds):
        assert question.answer not in question.wrong_answers
        if question.answer in ("yes", "no"):
            assert len(question.wrong_answers) == 1


def test_yes_is_as_frequent_as_no(worlds: list[World]) -> None:
    answers = [question.answer for _world, question in asked(worlds)]
    yes, no = answers.count("yes"), answers.count("no")
    assert 0.6 < yes / no < 1 / 0.6
    assert 0.04 < (yes + no) / len(answers) < 0.15


def test_who_was_born_first_is_the_older_one(worlds: list[World]) -> None:
    checked = 0
    for world, question in asked(worlds):
        if "born first" in question.text or "Who is older" in question.text:
            years = {
                name(hop.title): int(re.findall(r"\d{4}", sentence(world, hop))[0])
                for hop in question.hops
            }
            assert years[question.answer] == min(years.values()), question
            checked += 1
    assert checked


def test_no_template_shows(worlds: list[World]) -> None:
    for world in worlds:
        for article in world.articles.values():
            assert "{" not in " ".join(article.sentences)
    for _world, question in asked(worlds):
        assert "{" not in question.text + question.conclusion


def test_no_two_pages_have_the_same_name(worlds: list[World]) -> None:
    for world in worlds:
        names = [name(title).casefold() for title in world.articles]
        assert len(names) == len(set(names))


def test_every_relation_can_be_asked_and_stated() -> None:
    for relation in RELATIONS.values():
        assert relation.clause.count("{}") == relation.clause.count("{value}") == 1
        for template in (*relation.questions, *relation.phrases):
            assert template.count("{}") == 1
