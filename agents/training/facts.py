"""Facts in plain encyclopedia sentences, and the questions that can be asked about them.

The sentences are as regular as "He was born in Ulm in 1879.", so a pattern for each relation finds
them. A fact whose value is an article of its own can be followed, which makes a two-hop question.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from autoact_precache.tools import articles

_WORD = r"[^\W\d_a-z][\w'.-]*"  # capitalised
_NAME = rf"(?P<value>{_WORD}(?: (?:(?:of|the|de|da|der|von|van|del|und) )?{_WORD})*)"
_YEAR = r"(?P<value>\d{4})\b"


@dataclass(frozen=True)
class Relation:
    """How a sentence states a relation, and how English asks for its value.

    In the phrases and questions `{}` is the subject: a title, or a phrase that leads to it.
    `phrases` name the value ("the author of {}"); without any the relation is never followed.
    """

    name: str
    pattern: str
    keyword: str
    questions: tuple[str, ...]
    phrases: tuple[str, ...] = ()


RELATIONS = (
    Relation(
        "birthplace",
        rf"\bborn (?:in|at|near) (?:the \w+ of )?{_NAME}",
        "born",
        ("Where was {} born?", "What is the birthplace of {}?", "In which place was {} born?"),
        ("the birthplace of {}", "the place where {} was born"),
    ),
    Relation(
        "birth year",
        rf"\bborn .*?\bin {_YEAR}",
        "born",
        ("In which year was {} born?", "When was {} born?", "What year was {} born?"),
    ),
    Relation(
        "death year",
        rf"\bdied .*?\bin {_YEAR}",
        "died",
        ("In which year did {} die?", "When did {} die?"),
    ),
    Relation(
        "author",
        rf"\bwritten (?:in \d+ )?by {_NAME}",
        "written",
        ("Who wrote {}?", "Who is the author of {}?", "Which writer wrote {}?"),
        ("the author of {}", "the person who wrote {}", "the writer of {}"),
    ),
    Relation(
        "year of publication",
        rf"\bpublished .*?\bin {_YEAR}",
        "published",
        ("In which year was {} published?", "When was {} first published?"),
    ),
    Relation(
        "painter",
        rf"\bpainted (?:in \d+ )?by {_NAME}",
        "painted",
        ("Who painted {}?", "Which artist painted {}?"),
        ("the painter of {}", "the artist who painted {}"),
    ),
    Relation(
        "composer",
        rf"\bcomposed (?:in \d+ )?by {_NAME}",
        "composed",
        ("Who composed {}?", "Which composer wrote {}?"),
        ("the composer of {}", "the person who composed {}"),
    ),
    Relation(
        "discoverer",
        rf"\b(?:discovered|found) (?:in \d+ )?by {_NAME}",
        "by",
        ("Who discovered {}?", "Which scientist discovered {}?"),
        ("the discoverer of {}", "the scientist who discovered {}"),
    ),
    Relation(
        "year of discovery",
        rf"\bdiscovered (?:by [^,.]+? )?in {_YEAR}",
        "discovered",
        ("In which year was {} discovered?", "When was {} discovered?"),
    ),
    Relation(
        "inventor",
        rf"\binvented (?:in \d+ )?by {_NAME}",
        "invented",
        ("Who invented {}?",),
        ("the inventor of {}", "the person who invented {}"),
    ),
    Relation(
        "designer",
        rf"\bdesigned by {_NAME}",
        "designed",
        ("Who designed {}?", "Which architect designed {}?"),
        ("the designer of {}", "the person who designed {}"),
    ),
    Relation(
        "founder",
        rf"\bfounded (?:in \d+ )?by {_NAME}",
        "founded",
        ("Who founded {}?", "Who was the founder of {}?"),
        ("the founder of {}", "the person who founded {}"),
    ),
    Relation(
        "year of foundation",
        rf"\bfounded (?:by [^,.]+? )?in {_YEAR}",
        "founded",
        ("In which year was {} founded?", "When was {} founded?"),
    ),
    Relation(
        "year of opening",
        rf"\b(?:opened|completed|finished|built|launched) .*?\bin {_YEAR}",
        "in",
        (),
    ),
    Relation(
        "capital",
        rf"\b[Ii]ts capital is {_NAME}",
        "capital",
        ("What is the capital of {}?", "Which city is the capital of {}?"),
        ("the capital of {}", "the city that is the capital of {}"),
    ),
    Relation(
        "country of the capital",
        rf"\bis the capital of {_NAME}",
        "capital",
        ("Of which country is {} the capital?", "Which country has {} as its capital?"),
        ("the country whose capital is {}",),
    ),
    Relation(
        "highest mountain",
        rf"\bhighest (?:mountain|peak) is (?:the )?{_NAME}",
        "highest",
        ("What is the highest mountain of {}?",),
        ("the highest mountain of {}",),
    ),
    Relation(
        "largest moon",
        rf"\blargest moon is {_NAME}",
        "moon",
        ("What is the largest moon of {}?", "Which moon is the largest one of {}?"),
        ("the largest moon of {}",),
    ),
    Relation(
        "river",
        rf"\blies on the (?:River {_NAME}|(?P<value2>Seine|Danube|Rhine|Tiber|Neva|Thames|Spree))",
        "lies on",
        ("On which river does {} lie?", "Which river does {} lie on?"),
        ("the river on which {} lies",),
    ),
    Relation(
        "headquarters",
        rf"\bheadquarters (?:are )?in {_NAME}",
        "headquarters",
        ("Where does {} have its headquarters?", "In which city is {} based?"),
        ("the city where {} has its headquarters",),
    ),
    Relation(
        "university",
        rf"\bstudied (?:\w+ )?at (?:the )?{_NAME}",
        "studied",
        ("Where did {} study?", "At which university did {} study?"),
        ("the university where {} studied",),
    ),
    Relation(
        "namesake",
        rf"\bnamed after (?:the )?{_NAME}",
        "named after",
        ("After whom or what is {} named?",),
        ("the namesake of {}",),
    ),
    Relation(
        "atomic number",
        r"\batomic number is (?P<value>\d+)",
        "atomic number",
        ("What is the atomic number of {}?",),
    ),
    Relation(
        "height",
        r"\babout (?P<value>[\d,]+ metres) (?:high|tall)\b",
        "metres",
        ("How high is {}?", "What is the height of {}?"),
    ),
    Relation(
        "length",
        r"\babout (?P<value>[\d,]+ kilometres) long\b",
        "kilometres",
        ("How long is {}?", "What is the length of {}?"),
    ),
    Relation(
        "official language",
        rf"\b[Oo]fficial language (?:of [^.]+? )?is {_NAME}",
        "language",
        ("What is the official language of {}?",),
    ),
    Relation(
        "museum of a painting",
        rf"\b(?:belongs to|hangs in|is kept in|is shown in) the {_NAME}",
        "the",
        ("In which museum is {}?", "Which museum does {} belong to?"),
        ("the museum that has {}",),
    ),
)

_KIND = re.compile(
    r"^[^.]*?\b(?:is|was) an? (?P<kind>[^.,]*?)(?: who\b| that\b| of\b| in\b| on\b|[.,])"
)
_DESCRIPTION = re.compile(r"\b(?:is|was|are|were) (?P<article>an?|the) (?P<rest>[^.]+)\.$")
_PRONOUN = re.compile(r"^(He|She|It|They|His|Her|Its|Their)\b")
_NATIONALITY = re.compile(r"^(?P<value>[A-Z][a-z]+)(?:-born)? ")


@dataclass(frozen=True)
class Article(articles.Article):
    """An article, and what its first sentence says of it."""

    @property
    def name(self) -> str:
        """The title as it stands inside a sentence: "the Alps", "Albert Einstein"."""
        first = self.sentences[0]
        return f"the {self.title}" if first.startswith(f"The {self.title}") else self.title

    @property
    def kind(self) -> str:
        """What the first sentence calls it ("French physicist"); "" where it does not say."""
        match = _KIND.match(self.sentences[0])
        return match["kind"] if match else ""

    @property
    def nationality(self) -> str:
        """The adjective of a person's country; "" for anything else."""
        match = _NATIONALITY.match(self.kind) if " was a" in self.sentences[0] else None
        return match["value"] if match and "-born" not in self.kind else ""

    @property
    def description(self) -> str:
        """A phrase that tells it apart without naming it; "" where there is none."""
        match = _DESCRIPTION.search(self.sentences[0])
        if match is None or self.title.lower() in match["rest"].lower():
            return ""
        telling = match["article"] == "the" or re.search(r"\b(?:who|that)\b", match["rest"])
        return f"the {match['rest']}" if telling else ""

    def sentence(self, index: int) -> str:
        """A sentence that can stand alone: its pronoun, if it opens with one, resolved."""

        def resolve(match: re.Match[str]) -> str:
            possessive = match[1] in ("His", "Her", "Its", "Their")
            owner = "'" if self.name.endswith("s") else "'s"
            return f"{self.name[0].upper()}{self.name[1:]}" + (owner if possessive else "")

        return _PRONOUN.sub(resolve, self.sentences[index])


@dataclass(frozen=True)
class Fact:
    """One relation of one article, and the sentence that states it."""

    title: str
    relation: Relation
    value: str
    sentence_index: int


def find_facts(article: Article) -> Iterator[Fact]:
    """Every relation that a sentence about the article itself states, the first value of each."""
    for relation in RELATIONS:
        for index, sentence in enumerate(article.sentences):
            about = _PRONOUN.match(sentence) or article.title in sentence.split(" was ")[0]
            match = re.search(relation.pattern, sentence) if about else None
            if match:
                value = match.groupdict().get("value") or match.groupdict().get("value2")
                if value and article.title not in value:
                    yield Fact(article.title, relation, value.rstrip(".,"), index)
                    break


def facts_by_title(articles: Sequence[Article]) -> dict[str, list[Fact]]:
    """The facts of all articles."""
    return {article.title: list(find_facts(article)) for article in articles}
