"""Questions out of articles' own sentences."""

import random

import pytest

from autoact_precache.agents.training.cloze import cloze_questions
from autoact_precache.agents.training.facts import Article
from autoact_precache.agents.training.questions import OracleQuestion, read_articles
from autoact_precache.tools.index import SHIPPED_ARTICLES

SHIPPED = read_articles(SHIPPED_ARTICLES)


def asked(*articles: Article, seed: int = 0) -> list[OracleQuestion]:
    return list(cloze_questions({a.title: a for a in articles}, random.Random(seed)))


@pytest.mark.parametrize(
    ("sentence", "answer", "parts"),
    [
        ("Gora was founded in 1871.", "1871", ["Gora was founded in ", " year"]),
        ("It opened on 3 May 1990.", "3 May 1990", ["Gora opened on ", " date"]),
        ("Gora was painted by Lena Holm.", "Lena Holm", ["Gora was painted by ", "wh"]),
        ("Gora is a novel by the author Ana Ruiz.", "Ana Ruiz", ["Gora is a novel by ", "author"]),
        ("It lies in Norway.", "Norway", ["Gora lies ", "wh"]),
        ("It has 24 rooms.", "24", ["Gora has how many rooms"]),
    ],
)
def test_a_part_of_a_sentence_is_asked_for_in_its_place(sentence, answer, parts):
    questions = asked(Article("Gora", ("Gora is old.", sentence)))
    (question,) = [q for q in questions if q.answer == answer]
    for part in parts:
        assert part in question.text
    assert answer not in question.text
    assert [(hop.title, hop.sentence_index) for hop in question.hops] == [("Gora", 1)]


def test_a_page_that_names_another_leads_to_a_question_on_both():
    gora = Article("Gora", ("Gora is an opera.", "It was composed by Lena Holm."))
    lena = Article("Lena Holm", ("Lena Holm was a Danish composer.", "She was born in Odense."))
    two = [q for q in asked(gora, lena) if len(q.hops) == 2]
    assert two
    for question in two:
        assert [hop.title for hop in question.hops] == ["Gora", "Lena Holm"]
        assert question.text.startswith("Gora was composed by a Danish composer that was born ")
        assert question.answer == "Odense"
        assert "Lena Holm" not in question.text
        assert question.wrong_answers == ("Lena Holm",)


@pytest.mark.parametrize(
    "sentence",
    [
        "Many people like it.",  # names nothing of the page
        "Gora belongs to the Museum of Modern Art.",  # a part of a name
        "Gora.",
    ],
)
def test_what_cannot_be_asked_about_is_left_alone(sentence):
    assert asked(Article("Gora", (sentence,))) == []


def test_every_answer_stands_in_its_sentence_and_the_question_does_not_give_it_away():
    questions = list(cloze_questions(SHIPPED, random.Random(1)))
    assert len(questions) > 800
    for question in questions:
        last = question.hops[-1]
        assert question.answer in SHIPPED[last.title].sentence(last.sentence_index)
        assert question.conclusion.endswith(question.answer)
        assert question.answer not in question.wrong_answers


def test_the_same_draw_gives_the_same_questions():
    one, other = (list(cloze_questions(SHIPPED, random.Random(7))) for _ in range(2))
    assert one == other
