"""The shipped encyclopedia and its questions agree with each other."""

import json
import re
from collections import Counter
from collections.abc import Iterable
from importlib.resources import files
from typing import Any

import pytest

Record = dict[str, Any]


def load(name: str) -> list[Record]:
    text = (files("autoact_precache.tools") / "encyclopedia" / name).read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


ARTICLES = load("articles.jsonl")
MULTIHOP = load("multihop.jsonl")
SCIENCE = load("science.jsonl")
QUESTIONS = MULTIHOP + SCIENCE
BRIDGES = [question for question in MULTIHOP if question["type"] == "bridge"]
COMPARISONS = [question for question in MULTIHOP if question["type"] == "comparison"]
SENTENCES = {article["title"]: article["sentences"] for article in ARTICLES}
LETTERS = "ABCD"


def names(text: str, phrase: str) -> bool:
    """Whether `text` has `phrase` as whole words, a plural s allowed."""
    return bool(re.search(rf"(?<!\w){re.escape(phrase)}s?(?!\w)", text, re.IGNORECASE))


def supporting_titles(question: Record) -> list[str]:
    return [title for title, _ in question["supporting_facts"]]


def supporting_sentences(question: Record) -> list[str]:
    return [SENTENCES[title][index] for title, index in question["supporting_facts"]]


def repeated(values: Iterable[str]) -> list[str]:
    return [value for value, count in Counter(values).items() if count > 1]


def test_there_is_enough_to_read_and_to_ask():
    assert len(ARTICLES) >= 120
    assert len(MULTIHOP) >= 60
    assert len(SCIENCE) >= 30
    assert sum(question["answer"] in ("yes", "no") for question in MULTIHOP) >= 15


def test_titles_texts_ids_and_questions_are_unique():
    assert repeated(article["title"].casefold() for article in ARTICLES) == []
    assert repeated(" ".join(article["sentences"]) for article in ARTICLES) == []
    assert repeated(question["id"] for question in QUESTIONS) == []
    assert repeated(question["question"] for question in QUESTIONS) == []


def test_an_article_is_a_definition_and_a_few_sentences():
    for article in ARTICLES:
        title, sentences = article["title"], article["sentences"]
        assert 3 <= len(sentences) <= 6, title
        assert names(sentences[0], title), title
        for sentence in sentences:
            assert sentence == " ".join(sentence.split()), sentence
            assert sentence.endswith("."), sentence


def test_every_article_links_to_another_or_is_linked_from_one():
    linked = set()
    for title, sentences in SENTENCES.items():
        text = " ".join(sentences)
        folded = text.casefold()
        for other in SENTENCES:
            if other != title and other.casefold() in folded and names(text, other):
                linked |= {title, other}
    assert set(SENTENCES) - linked == set()


def test_supporting_facts_exist():
    for question in QUESTIONS:
        assert question["supporting_facts"], question["id"]
        for title, index in question["supporting_facts"]:
            assert title in SENTENCES, question["id"]
            assert 0 <= index < len(SENTENCES[title]), question["id"]


def test_multihop_fields_hold_their_few_values():
    for question in MULTIHOP:
        assert question["type"] in ("bridge", "comparison"), question["id"]
        assert question["level"] in ("easy", "medium", "hard"), question["id"]
        assert question["question"].endswith("?"), question["id"]
        assert len(set(supporting_titles(question))) == 2, question["id"]


def test_a_bridge_leads_from_the_first_article_to_the_second():
    for question in BRIDGES:
        first, *_, second = supporting_titles(question)
        facts = zip(supporting_titles(question), supporting_sentences(question), strict=True)
        assert any(names(text, second) for title, text in facts if title == first), question["id"]


def test_a_bridge_answer_stands_in_a_supporting_sentence_and_not_in_the_question():
    for question in BRIDGES:
        answer = question["answer"]
        assert any(answer in sentence for sentence in supporting_sentences(question)), question
        assert not names(question["question"], answer), question["id"]


def test_a_comparison_answer_is_yes_no_or_one_of_the_two_titles():
    for question in COMPARISONS:
        titles = supporting_titles(question)
        assert question["answer"] in [*titles, "yes", "no"], question["id"]
        if question["answer"] in titles:
            assert all(names(question["question"], title) for title in titles), question["id"]


def test_a_science_answer_is_the_letter_of_a_choice():
    for question in SCIENCE:
        choices = question["choices"]
        assert 2 <= len(choices) <= 4, question["id"]
        assert repeated(choices) == [], question["id"]
        assert question["answer"] in LETTERS[: len(choices)], question["id"]
        assert question["subject"], question["id"]
        assert re.fullmatch(r"grade\d+", question["grade"]), question["id"]


def test_the_supporting_fact_of_a_science_question_names_the_right_choice():
    """A sentence says "it" for its article's title, so the title counts."""
    for question in SCIENCE:
        right = question["choices"][LETTERS.index(question["answer"])]
        stems = [word[:4] for word in re.findall(r"\w{3,}|\d", right.lower()) if word != "the"]
        text = " ".join(supporting_titles(question) + supporting_sentences(question)).lower()
        assert any(re.search(rf"\b{stem}", text) for stem in stems), question["id"]


def test_science_answers_are_balanced_over_the_letters():
    by_letter = Counter(question["answer"] for question in SCIENCE)
    assert set(by_letter) == set(LETTERS)
    assert max(by_letter.values()) <= 0.4 * len(SCIENCE)


@pytest.mark.parametrize("questions", [MULTIHOP, SCIENCE], ids=["multihop", "science"])
def test_about_a_third_is_held_out(questions: list[Record]):
    by_split = Counter(question["split"] for question in questions)
    assert set(by_split) == {"train", "test"}
    assert 0.25 <= by_split["test"] / len(questions) <= 0.4


def test_no_chain_of_articles_is_in_both_splits():
    chains: dict[str, set[frozenset[str]]] = {"train": set(), "test": set()}
    for question in MULTIHOP:
        chains[question["split"]].add(frozenset(supporting_titles(question)))
    assert chains["train"] & chains["test"] == set()


def test_no_held_out_bridge_ends_on_a_fact_that_training_needs():
    trained = {
        (title, i)
        for question in MULTIHOP
        if question["split"] == "train"
        for title, i in question["supporting_facts"]
    }
    for question in BRIDGES:
        if question["split"] == "test":
            title, i = question["supporting_facts"][-1]
            assert (title, i) not in trained, question["id"]


def test_no_science_fact_is_in_both_splits():
    facts: dict[str, set[tuple[str, int]]] = {"train": set(), "test": set()}
    for question in SCIENCE:
        facts[question["split"]] |= {(title, i) for title, i in question["supporting_facts"]}
    assert facts["train"] & facts["test"] == set()
