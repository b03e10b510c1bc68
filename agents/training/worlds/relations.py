"""How English asks for a fact, and how it speaks of its value."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Relation:
    """A fact that can be asked for. `{}` is the thing, `{type}` what the value is.

    `questions` ask for the value, `phrases` stand for it ("the director of {}"), `clause` states it
    (`{value}`). `type` is the value's noun where it has no page; `answers` is the sort of answer:
    values of one sort can be mistaken for each other. `keywords` may stand in the sentence.
    """

    type: str
    answers: str
    clause: str
    questions: tuple[str, ...]
    phrases: tuple[str, ...] = ()
    keywords: str = ""


def by(
    verb: str,
    noun: str,
    sort: str = "person",
    *,
    questions: tuple[str, ...] = (),
    keywords: str = "",
) -> Relation:
    """Somebody who did something: `verb` is the participle in "was directed by"."""
    past = {"written": "wrote", "drawn": "drew"}.get(verb, verb)
    return Relation(
        noun,
        sort,
        f"{{}} was {verb} by {{value}}",
        (
            f"Who {past} {{}}?",
            f"Who was the {noun} of {{}}?",
            f"{{}} was {verb} by which {{type}}?",
            f"Which {{type}} {past} {{}}?",
            f"What {{type}} {past} {{}}?",
            f"What is the name of the {{type}} who {past} {{}}?",
            f"By whom was {{}} {verb}?",
            f"{{}} was {verb} by whom?",
            *questions,
        ),
        (
            f"the {noun} of {{}}",
            f"the {{type}} who {past} {{}}",
            f"the person who {past} {{}}",
            f"the {noun} of {{}}",
            f"the {{type}} that {past} {{}}",
        ),
        keywords or f"{verb} {noun} {past}",
    )


def in_year(verb: str, keyword: str, past: str = "was") -> Relation:
    """A year in which something happened: "was founded"."""
    did = f"was {{}} {verb}" if past == "was" else f"did {{}} {verb}"
    done = f"{past} {verb}" if past == "was" else past
    return Relation(
        "year",
        "year",
        f"{{}} {done} in {{value}}",
        (
            f"In what year {did}?",
            f"In which year {did}?",
            f"What year {did}?",
            f"When {did}?",
            f"{{}} {done} in what year?",
            f"{{}} {done} in which year?",
            f"What is the year in which {{}} {done}?",
            f"What is the year {{}} {done}?",
        ),
        keywords=f"{verb.split()[-1]} {keyword}",
    )


def what(
    noun: str, sort: str, clause: str, *questions: str, keywords: str = "", phrase: bool = False
) -> Relation:
    """An attribute: "the capacity of"."""
    return Relation(
        noun,
        sort,
        clause,
        (f"What is the {noun} of {{}}?", f"what is the {noun} of {{}}", *questions),
        (f"the {noun} of {{}}",) if phrase else (),
        keywords or noun,
    )


PEOPLE = {
    "birthplace": Relation(
        "place",
        "place",
        "{} was born in {value}",
        (
            "Where was {} born?",
            "In which {type} was {} born?",
            "In what {type} was {} born?",
            "{} was born in which {type}?",
            "{} was born where?",
            "What is the birthplace of {}?",
            "What {type} was {} born in?",
            "Which {type} is the birthplace of {}?",
            "What is the name of the {type} where {} was born?",
            "{} is a native of which {type}?",
        ),
        (
            "the birthplace of {}",
            "the {type} where {} was born",
            "the {type} in which {} was born",
            "the place {} was born in",
            "the hometown of {}",
        ),
        "born native",
    ),
    "birth_year": Relation(
        "year",
        "year",
        "{} was born in {value}",
        (
            "In what year was {} born?",
            "In which year was {} born?",
            "What year was {} born?",
            "{} was born in what year?",
            "{} was born in which year?",
            "What is the birth year of {}?",
        ),
        keywords="born",
    ),
    "birth_date": Relation(
        "date",
        "date",
        "{} was born on {value}",
        (
            "When was {} born?",
            "What is the birth date of {}?",
            "On what date was {} born?",
            "What is the date of birth of {}?",
            "{} was born on what date?",
            "What day was {} born?",
            "When is the birthday of {}, with the year?",
        ),
        keywords="born",
    ),
    "death_year": Relation(
        "year",
        "year",
        "{} died in {value}",
        ("In what year did {} die?", "What year did {} die?", "{} died in which year?"),
    ),
    "death_date": Relation(
        "date",
        "date",
        "{} died on {value}",
        ("When did {} die?", "On what date did {} die?", "{} died on what date?"),
    ),
    "nationality": Relation(
        "nationality",
        "nationality",
        "{} is {value}",
        (
            "What is the nationality of {}?",
            "What nationality is {}?",
            "{} is of what nationality?",
            "{} has which nationality?",
            "What was the nationality of {}?",
            "What nationality was {}?",
        ),
    ),
    "occupation": Relation(
        "profession",
        "profession",
        "{} is known as a {value}",
        (
            "What is the profession of {}?",
            "What is {} by profession?",
            "What was the occupation of {}?",
            "What profession does {} have?",
            "What does {} do for a living?",
            "{} has what occupation?",
        ),
    ),
    "education": Relation(
        "university",
        "institution",
        "{} studied at {value}",
        (
            "Where did {} study?",
            "Which {type} did {} attend?",
            "What {type} did {} attend?",
            "{} attended which {type}?",
            "At which {type} did {} study?",
            "{} graduated from which {type}?",
            "{} is a graduate of what {type}?",
            "What is the alma mater of {}?",
        ),
        (
            "the alma mater of {}",
            "the {type} that {} attended",
            "the {type} {} graduated from",
            "the university where {} studied",
        ),
        "studied attended graduated graduate professor",
    ),
    "spouse": Relation(
        "person",
        "person",
        "{} is married to {value}",
        (
            "Who is {} married to?",
            "To whom is {} married?",
            "Who is the spouse of {}?",
            "Which {type} is married to {}?",
            "What is the name of the {type} married to {}?",
            "{} is married to which {type}?",
        ),
        (
            "the spouse of {}",
            "the {type} married to {}",
            "the person who is married to {}",
            "the {type} who married {}",
        ),
        "married",
    ),
    "parent": Relation(
        "person",
        "person",
        "{} is a child of {value}",
        (
            "Which {type} is a parent of {}?",
            "{} is the child of which {type}?",
            "What {type} had {} as a child?",
        ),
        ("the {type} whose child is {}", "the parent of {}"),
        "son daughter",
    ),
    "club": Relation(
        "club",
        "group",
        "{} played for {value}",
        (
            "Which {type} did {} play for?",
            "What {type} did {} play for?",
            "{} played for which {type}?",
            "For which {type} did {} play?",
            "{} spent a career at what {type}?",
        ),
        ("the {type} that {} played for", "the club of {}", "the {type} for which {} played"),
        "played career",
    ),
    "position": what(
        "position",
        "position",
        "{} played as a {value}",
        "What position did {} play?",
        "{} played in what position?",
        "In which position did {} play?",
        keywords="played",
    ),
    "caps": what("number of caps", "number", "{} won {value} caps", "How many caps did {} earn?",
                  "{} earned how many caps?", keywords="caps"),
    "party": Relation(
        "political party",
        "group",
        "{} is a member of {value}",
        (
            "Which {type} does {} belong to?",
            "{} is a member of which {type}?",
            "What {type} did {} represent?",
            "What is the political party of {}?",
        ),
        ("the {type} of {}", "the {type} that {} belongs to", "the party of {}"),
        "member politician parliament",
    ),
    "office": Relation(
        "office",
        "office",
        "{} was {value}",
        (
            "What office did {} hold?",
            "What government position was held by {}?",
            "{} held what office?",
            "Which post did {} hold?",
            "{} served as what?",
        ),
        keywords="became appointed served",
    ),
    "office_year": Relation("year", "year", "{} took office in {value}", (
        "In what year did {} take office?", "When was {} appointed to office?",
        "{} was appointed in which year?"), keywords="appointed became"),
    "known_for": Relation("field", "field", "{} is known for {value}", (
        "What is {} known for?", "{} is known for what?", "For what is {} known?"),
        keywords="known"),
    "pseudonym": what("pen name", "person", "{} wrote as {value}",
                       "Under what pen name did {} write?", "What pseudonym did {} use?",
                       "{} also wrote under what name?", keywords="pseudonym name"),
    "instrument": what("instrument", "instrument", "{} plays the {value}",
                        "What instrument does {} play?", "Which instrument did {} learn?",
                        "{} plays which instrument?", keywords="plays learned"),
    "books": what("number of books", "number", "{} wrote {value} books",
                   "How many books did {} write?", "{} wrote how many books?", keywords="books"),
    "awards": what("number of awards", "number", "{} won {value} awards",
                    "How many national film awards did {} win?", keywords="awards"),
    "debut": Relation("year", "year", "{} made a debut in {value}", (
        "In what year did {} make a screen debut?", "When did {} make a debut on screen?",
        "{} made a screen debut in which year?"), keywords="debut"),
    "hobby": Relation("interest", "field", "{} is interested in {value}", (
        "Outside business, what interest does {} have?", "{} has an interest in what?"),
        keywords="interest"),
}  # fmt: skip

WORKS = {
    "director": by("directed", "director"),
    "author": by("written", "author", questions=(
        "Who is the author of {}?", "{} is a book by which {type}?")),
    "creator": by("created", "creator"),
    "screenwriter": by("written", "screenwriter", questions=("Who wrote the screenplay of {}?",)),
    "producer": by("produced", "producer"),
    "designer": by("designed", "designer"),
    "songwriter": by("written", "songwriter", keywords="written"),
    "architect": by("designed", "architect"),
    "developer": by("developed", "developer", "group", keywords="developed"),
    "composer": Relation("composer", "person", "the music of {} is by {value}", (
        "Who composed the music for {}?", "The score of {} was composed by whom?",
        "Which composer wrote the score of {}?", "Who wrote the music of {}?"),
        ("the composer of {}", "the composer who scored {}"), "music score composed"),
    "star": Relation("star", "person", "{} stars {value}", (
        "Who starred in {}?", "Who is the star of {}?", "Which {type} stars in {}?",
        "What {type} starred in {}?", "{} starred which {type}?", "{} stars which {type}?",
        "What is the name of the {type} who played the lead in {}?"),
        ("the star of {}", "the {type} who starred in {}", "the lead of {}",
         "the {type} who played the lead in {}"), "stars starring"),
    "costar": Relation("actor", "person", "{value} also appears in {}", (
        "Who is the co-star of {}?", "Which {type} had a supporting role in {}?",
        "Who else starred in {} besides the lead?"),
        ("the co-star of {}", "the {type} with the supporting role in {}"), "starring supporting"),
    "basis": Relation("novel", "work", "{} is based on {value}", (
        "What {type} is {} based on?", "{} is based on which {type}?",
        "Which {type} was adapted into {}?", "On which {type} is {} based?"),
        ("the {type} that {} is based on", "the book on which {} is based",
         "the {type} that was adapted into {}"), "based"),
    "artist": Relation("artist", "group", "{} is an album by {value}", (
        "Who released {}?", "Which {type} released {}?", "What {type} recorded {}?",
        "{} is an album by which {type}?", "{} was released by which {type}?",
        "What is the name of the {type} that released {}?"),
        ("the {type} that released {}", "the artist behind {}", "the {type} that recorded {}",
         "the artist who released {}"), "album released"),
    "performer": Relation("artist", "group", "{} was recorded by {value}", (
        "Who recorded {}?", "Which {type} recorded {}?", "{} is a song by which {type}?",
        "{} was recorded by what {type}?", "What {type} performed {}?"),
        ("the {type} that recorded {}", "the performer of {}", "the {type} behind {}"), "song"),
    "from_album": Relation("album", "work", "{} is a single from {value}", (
        "Which {type} is {} from?", "{} is the lead single from what {type}?",
        "What {type} includes {}?", "{} comes from which {type}?"),
        ("the {type} that includes {}", "the album {} is from"), "single album"),
    "single": Relation("song", "work", "the lead single of {} is {value}", (
        "What is the lead single of {}?", "Which {type} was the lead single of {}?",
        "What {type} was released as the lead single from {}?"),
        ("the lead single of {}", "the {type} that was the lead single from {}"), "single"),
    "label": Relation("record label", "group", "{} came out on {value}", (
        "Which {type} released {}?", "What {type} put out {}?", "{} is on what {type}?",
        "What {type} is behind {}?"),
        ("the label of {}", "the {type} behind {}", "the record label of {}"),
        "label released signed"),
    "publisher": by("published", "publisher", "group"),
    "distributor": by("distributed", "distributor", "group"),
    "network": what("network", "group", "{} was shown on {value}",
                     "On what network did {} air?", "{} aired on which network?",
                     "Which network showed {}?", keywords="aired premiered"),
    "genre": what("genre", "genre", "the genre of {} is {value}", "What genre is {}?",
                   "{} belongs to what genre?", "{} is of which genre?", keywords="novel film"),
    "setting": Relation("place", "place", "{} is set in {value}", (
        "Where is {} set?", "In which {type} is {} set?", "{} is set in what {type}?",
        "What {type} is the setting of {}?"),
        ("the setting of {}", "the {type} where {} is set", "the {type} in which {} takes place"),
        "set"),
    "protagonist": what("main character", "person", "the main character of {} is {value}",
                         "Who is the main character of {}?", "Who is the protagonist of {}?",
                         "{} follows which character?", keywords="character follows"),
    "released": in_year("released", "single"),
    "published": in_year("published", "novel"),
    "first_aired": in_year("first aired", "premiered"),
    "first_issue": in_year("first issued", "issue"),
    "running_time": what("running time", "number", "{} runs for {value}", "How long is {}?",
                          "How many minutes does {} run?", keywords="runs"),
    "seasons": what("number of seasons", "number", "{} had {value} seasons",
                     "How many seasons did {} have?", "{} ran for how many seasons?",
                     "For how many seasons did {} run?", keywords="seasons"),
    "episodes": what("number of episodes", "number", "{} had {value} episodes",
                      "How many episodes of {} were made?", "{} had how many episodes?",
                      keywords="episodes"),
    "pages": what("number of pages", "number", "{} has {value} pages",
                   "How many pages does the first edition of {} have?", keywords="pages"),
    "chart": what("chart position", "number", "{} reached number {value}",
                   "What chart position did {} reach?", "{} reached what number on the chart?",
                   "How high did {} get on the chart?", keywords="chart number"),
    "ordinal": Relation("place", "ordinal", "{} was the {value} album", (
        "{} is which album by its artist, first, second or a later one?",), keywords="album"),
    "magazine_subject": Relation("subject", "field", "{} is about {value}", (
        "What is {} about?", "What is the subject of {}?", "{} is about what subject?",
        "On what subject does {} focus?"), keywords="magazine"),
}  # fmt: skip
