"""How English asks for a fact, and how it speaks of its value."""

from dataclasses import dataclass

from autoact_precache.agents.training.worlds.entity import lines


@dataclass(frozen=True)
class Relation:
    """A fact that can be asked for. `{}` is the thing, `{type}` what the value is.

    `questions` ask for the value, `phrases` stand for it ("the director of {}"), `clause` states it
    (`{value}`). `type` is the value's noun where it has no page; `sort` is the sort of answer:
    values of one sort can be mistaken for each other. `keywords` may stand in the sentence.
    """

    type: str
    sort: str
    clause: str
    questions: tuple[str, ...]
    phrases: tuple[str, ...] = ()
    keywords: str = ""
    of_people: bool | None = None  # asked of people only (True), of anything else only (False)


def relation(
    type: str,
    sort: str,
    clause: str,
    questions: str,
    phrases: str = "",
    keywords: str = "",
    of_people: bool | None = None,
) -> Relation:
    """A relation from blocks of lines."""
    return Relation(type, sort, clause, lines(questions), lines(phrases), keywords, of_people)


_TYPES = {"founder": "person", "publisher": "company", "distributor": "company"}  # of who did it


def by(verb: str, noun: str, sort: str = "person", more: str = "", keywords: str = "") -> Relation:
    """Somebody who did something: `verb` is the participle in "was directed by"."""
    past = {"written": "wrote", "drawn": "drew"}.get(verb, verb)
    relative = "who" if sort == "person" else "that"
    return relation(
        _TYPES.get(noun, noun),
        sort,
        f"{{}} was {verb} by {{value}}",
        f"""
        Who {past} {{}}?
        Who was the {noun} of {{}}?
        {{}} was {verb} by which {{type}}?
        {{}} was {verb} by what {{type}}?
        Which {{type}} {past} {{}}?
        What {{type}} {past} {{}}?
        What is the name of the {{type}} {relative} {past} {{}}?
        {{}} was {verb} by whom?
        {{}} was {verb} by a {{type}} named what?
        {more}
        """,
        f"""
        the {noun} of {{}}
        the {{type}} {relative} {past} {{}}
        the {noun} of {{}}
        the {{type}} that {past} {{}}
        the {{type}} by whom {{}} was {verb}
        """
        if sort == "person"
        else f"""
        the {noun} of {{}}
        the {{type}} that {past} {{}}
        """,
        keywords or f"{verb} {noun} {past}",
    )


def in_year(verb: str, keywords: str = "") -> Relation:
    """The year in which something was founded, first aired ..."""
    return relation(
        "year",
        "year",
        f"{{}} was {verb} in {{value}}",
        f"""
        In what year was {{}} {verb}?
        In which year was {{}} {verb}?
        What year was {{}} {verb}?
        When was {{}} {verb}?
        {{}} was {verb} in what year?
        {{}} was {verb} in which year?
        {{}} was {verb} when?
        What is the year in which {{}} was {verb}?
        What is the year {{}} was {verb}?
        """,
        keywords=f"{verb.split()[-1]} {keywords}",
        of_people=False,
    )


def what(noun: str, sort: str, clause: str, questions: str, keywords: str = "") -> Relation:
    """An attribute: "the capacity of"."""
    return relation(
        noun,
        sort,
        clause,
        f"""
        {"Who" if sort == "person" else "What"} is the {noun} of {{}}?
        {questions}
        """,
        keywords=keywords or noun,
    )


def how_many(things: str, clause: str, verb: str = "have", past: str = "") -> Relation:
    """A count: "How many rooms does {} have?"; `past` makes it "did {} win?"."""
    auxiliary, statement = ("did", past) if past else ("does", "has")
    return relation(
        things,
        "number",
        clause,
        f"""
        How many {things} {auxiliary} {{}} {verb}?
        {{}} {statement} how many {things}?
        What is the number of {things} of {{}}?
        """,
        keywords=things,
    )
