import importlib.resources
from pathlib import Path

import pytest
from hydra.utils import instantiate
from hypothesis import given
from hypothesis import strategies as st
from loopback import Reply, Service
from mediawiki import MediaWiki
from omegaconf import OmegaConf

from autoact_precache.tools import (
    Image2Text,
    ImageText,
    Lookup,
    Observation,
    Page,
    Toolbox,
    ToolConfigError,
)
from autoact_precache.tools.text import one_line, split_sentences

NAMES = ("BingSearch", "Retrieve", "Lookup", "Image2Text")


def config(name: str):
    return OmegaConf.load(
        str(importlib.resources.files("autoact_precache.configs") / "tools" / name)
    )


def test_offline_config_makes_a_toolbox(articles: Path):
    settings = config("offline.yaml")
    settings.articles = str(articles)
    toolbox = instantiate(settings)
    toolbox.check()
    assert toolbox.names == NAMES
    assert toolbox.session().call("Retrieve", "Seine").outcome == "ok"


def test_offline_config_has_the_shipped_encyclopedia_by_default():
    toolbox = instantiate(config("offline.yaml"))
    assert toolbox.session().call("BingSearch", "river").outcome == "ok"


def test_online_config_makes_a_toolbox(service: Service, monkeypatch):
    monkeypatch.setenv("SERPER_API_KEY", "a-key")
    wiki = MediaWiki(pages={"Seine": "A river."})
    service.answer = lambda request: (
        wiki(request)
        if request.method == "GET"
        else Reply({"organic": [{"title": "Web", "snippet": "A page."}]})
    )
    settings = config("online.yaml")
    settings.serper_url = settings.wikipedia_url = service.url
    toolbox = instantiate(settings)
    toolbox.check()
    assert toolbox.names == NAMES
    session = toolbox.session()
    assert session.call("BingSearch", "x") == Observation("(1) Web: A page.", "ok")
    assert session.call("Retrieve", "Seine") == Observation("A river.", "ok")


def test_online_config_holds_no_key_and_asks_for_one(monkeypatch):
    monkeypatch.delenv("SERPER_API_KEY", raising=False)
    with pytest.raises(ToolConfigError, match=r"^SERPER_API_KEY is not set"):
        instantiate(config("online.yaml")).check()


def test_unknown_tools_and_empty_arguments_are_told_so():
    session = Toolbox([Lookup(), Image2Text()]).session()
    assert session.call("Search", "x") == Observation(
        'There is no tool "Search". The tools are Lookup, Image2Text.', "invalid"
    )
    for empty in ("", "  \n", "\0"):
        assert session.call("Lookup", empty) == Observation(
            "Lookup needs an argument between its brackets.", "invalid"
        )


def test_a_name_stands_for_one_tool():
    with pytest.raises(ToolConfigError, match="Lookup"):
        Toolbox([Lookup(), Lookup()])


def test_a_tool_of_ones_own():
    class Shout:
        name = "Shout"

        def __call__(self, argument: str, page: Page) -> Observation:
            page.open([argument])
            return Observation(argument.upper() + "\n!", "ok")

    session = Toolbox([Shout(), Lookup()]).session()
    assert session.call("Shout", "hello  there") == Observation("HELLO THERE !", "ok")
    assert session.call("Lookup", "HELLO").text == "(Result 1/1) hello there"


def test_lookup_before_any_page():
    assert Toolbox([Lookup()]).session().call("Lookup", "x").outcome == "invalid"


def test_lookup_starts_anew_with_another_keyword_or_page():
    page, lookup = Page(), Lookup()
    page.open(["One cat.", "One dog.", "Two cats."])
    assert lookup("one", page).text == "(Result 1/2) One cat."
    assert lookup("cat", page).text == "(Result 1/2) One cat."
    assert lookup("CAT", page).text == "(Result 2/2) Two cats."
    assert lookup("cat", page) == Observation('No more sentences have "cat".', "not_found")
    page.open(["Cat again."])
    assert lookup("cat", page).text == "(Result 1/1) Cat again."


@given(
    sentences=st.lists(st.text("abAB ß.", min_size=1), min_size=1),
    keyword=st.text("abAB ß.", min_size=1, max_size=3),
)
def test_lookup_gives_each_sentence_with_the_keyword_once_in_order(sentences, keyword):
    page, lookup = Page(), Lookup()
    page.open(sentences)
    expected = [s for s in sentences if keyword.casefold() in s.casefold()]
    for number, sentence in enumerate(expected, start=1):
        observation = lookup(keyword, page)
        assert observation == Observation(f"(Result {number}/{len(expected)}) {sentence}", "ok")
    assert lookup(keyword, page).outcome == "not_found"


@pytest.mark.parametrize(
    ("ocr", "text"),
    [
        ("[([[4, 8], [5, 8]], 'ceramic &amp; mug', 0.7), ([[5, 7], [9, 7]], '42', 0.5)]",
         "ceramic & mug, 42"),
        ("[]", "none"),
        ("", "none"),
        ("42", "42"),
        ("ceramic mug", "ceramic mug"),
        ("['abc']", "['abc']"),
        ("[" * 10_000, "[" * 10_000),
    ],
)  # fmt: skip
def test_image_text(ocr, text):
    session = Toolbox([Image2Text()]).session(ImageText("A mug\non a table.", ocr))
    assert session.call("Image2Text", "image") == Observation(
        f"Caption: A mug on a table. Text in the image: {text}", "ok"
    )


@pytest.mark.parametrize("image", [None, ImageText("no img", "no img")])
def test_a_question_without_an_image_is_told_so(image):
    observation = Toolbox([Image2Text()]).session(image).call("Image2Text", "image")
    assert observation == Observation("This question has no image.", "not_found")


@given(st.text())
def test_one_line_is_one_printable_line(text):
    line = one_line(text)
    assert len(line.splitlines()) <= 1
    assert one_line(line) == line
    line.encode()
    assert line.replace(" ", "").isprintable() or any(not c.isprintable() for c in text)


def test_sentences_end_where_a_reader_says():
    assert split_sentences(
        'J. R. R. Tolkien met Dr. Lee in St. Ives. "Well!" he said. It cost 3.5 pounds? (Yes.) Ok'
    ) == [
        "J. R. R. Tolkien met Dr. Lee in St. Ives.",
        '"Well!" he said.',
        "It cost 3.5 pounds?",
        "(Yes.)",
        "Ok",
    ]


@given(st.text(st.sampled_from("aA.!? \"')(1É")))
def test_no_text_is_lost_between_sentences(text):
    line = one_line(text)
    assert " ".join(split_sentences(line)) == line
