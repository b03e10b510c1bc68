import pytest
from hypothesis import given
from hypothesis import strategies as st

from autoact_precache.agents.grammar import find_tool, parse_action, parse_verdict

NAMES = ["BingSearch", "Retrieve", "Lookup", "Image2Text", "Finish", "Reflect"]


@pytest.mark.parametrize(
    ("text", "name", "argument"),
    [
        (" Retrieve[Marie Curie]", "Retrieve", "Marie Curie"),
        (" Retrieve[Marie Curie].\n", "Retrieve", "Marie Curie"),  # the stop is inside a token
        (" Retrieve[]", "Retrieve", ""),
        (" Retrieve[ \t]", "Retrieve", ""),
        (' Retrieve["Marie Curie"]', "Retrieve", "Marie Curie"),
        (' Finish["A" or "B"]', "Finish", '"A" or "B"'),
        (" Lookup[a\n b]", "Lookup", "a b"),
        (" Lookup[f[x] of g[y]] and more]", "Lookup", "f[x] of g[y]"),
        (" Lookup[f[x]", "Lookup", "f[x]"),  # the call stopped at the inner bracket
        (" Bing\n Search[x]", "Bing Search", "x"),
        ("[x]", "", "x"),
    ],
)
def test_an_action_is_a_name_and_what_its_brackets_hold(text, name, argument):
    written = parse_action(text)
    assert (written.name, written.argument) == (name, argument)
    assert written.closed
    assert written.missing == ""


def test_an_open_bracket_is_missing_its_end():
    written = parse_action(" Retrieve[Marie Cur")
    assert (written.name, written.argument) == ("Retrieve", "Marie Cur")
    assert written.opened
    assert not written.closed
    assert written.missing == "]"


def test_text_without_a_bracket_is_no_action():
    written = parse_action(" I am done.\n")
    assert not written.opened
    assert written.name == "I am done."
    assert written.missing == ""


balanced = st.recursive(
    st.text(st.characters(exclude_characters="[]", exclude_categories=("Cs", "Cc")), max_size=8),
    lambda inner: st.tuples(inner, inner).map("{0[0]}[{0[1]}]".format),
    max_leaves=5,
)


@given(balanced, st.text(max_size=10))
def test_whatever_balanced_text_stands_in_the_brackets_is_the_argument(argument, rest):
    written = parse_action(f"Lookup[x{argument}y]{rest}")
    assert written.closed
    assert written.argument == " ".join(f"x{argument}y".split())


@given(st.text())
def test_any_text_parses_to_one_line_each(text):
    written = parse_action(text)
    assert written.opened == ("[" in text)
    assert "\n" not in written.name + written.argument
    parse_verdict(text)
    find_tool(text, NAMES)


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("BingSearch", "BingSearch"),
        ("Bing Search", "BingSearch"),
        ("Bingsearch", "BingSearch"),
        ("bing_search", "BingSearch"),
        ("BING-SEARCH:", "BingSearch"),
        ("image 2 text", "Image2Text"),
        ("(4) Finish", "Finish"),
        ("Let's use Retrieve", "Retrieve"),
        ("Action: **Lookup**", "Lookup"),
        ("Search", None),
        ("Preretrieve", None),
        ("Retrieved", None),
        ("Finish the task", None),
        ("Re trieve d", None),
        ("", None),
    ],
)
def test_tool_names_in_any_spelling(written, name):
    assert find_tool(written, NAMES) == name


def test_the_longer_of_two_names_counts():
    assert find_tool("web search", ["Search", "WebSearch"]) == "WebSearch"


@given(st.sampled_from(NAMES), st.data())
def test_case_and_separators_inside_a_name_do_not_matter(name, data):
    separator = st.sampled_from(["", " ", "_", "-"])
    spelled = "".join(
        data.draw(st.sampled_from([c.lower(), c.upper()])) + data.draw(separator) for c in name
    )
    assert find_tool(spelled, NAMES) == name


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        (" Reflect[right]", True),
        (" reflect[ Right. ]\n", True),
        (" Reflect[correct]", True),
        (" Reflect[wrong]", False),
        (" Reflect[Incorrect]", False),
        (" Reflect[right/wrong]", None),
        (" Reflect[not right]", None),
        (" Reflect[]", None),
        (" Reflect[right", None),
        (" Reflect right", None),
        (" Finish[right]", None),
    ],
)
def test_verdicts(text, verdict):
    assert parse_verdict(text) is verdict
