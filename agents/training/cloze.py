"""Questions out of any article's own sentences: a part of one is asked for in its place.

HotpotQA's questions often read so ("X is a novel by which author?"). Real articles' sentences are
longer and less regular than templates; to answer, a model must find the one meant and copy the part
that is missing.
"""

import random
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from autoact_precache.agents.training.facts import Article
from autoact_precache.agents.training.questions import Hop, OracleQuestion

_MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December"
_CAPITALISED = r"(?!(?:The|It|He|She|In|A|An|His|Her|Its)\b)[^\W\d_a-z][\w'.&-]*\w"
_NAME = rf"{_CAPITALISED}(?: (?:(?:of|the|de|da|von|van|del|for|and) ){{0,2}}{_CAPITALISED})*"
_KINDS = (
    "author|writer|novelist|poet|playwright|journalist|director|filmmaker|producer|actor|actress|"
    "singer|rapper|musician|guitarist|drummer|composer|songwriter|band|group|duo|artist|painter|"
    "sculptor|architect|designer|engineer|physicist|chemist|mathematician|astronomer|biologist|"
    "scientist|inventor|philosopher|historian|explorer|king|queen|emperor|president|politician|"
    "general|footballer|player|coach|driver|model|comedian|screenwriter|city|town|village|suburb|"
    "river|lake|sea|ocean|mountain|island|state|country|county|province|region|district|continent|"
    "company|label|network|newspaper|magazine|university|college|school|club|team|league|album|"
    "song|single|film|novel|book|play|opera|series|game|character|museum|planet|element|war|battle"
)
# What may be asked for, and how; the first that matches at a place counts.
_PARTS = (
    (rf"(?P<said>\d{{1,2}} (?:{_MONTHS}) \d{{4}}|(?:{_MONTHS}) \d{{1,2}}, \d{{4}})",
     ("what date", "which date")),
    (r"(?<=\bin )(?P<said>(?:1\d{3}|20\d{2}))\b", ("what year", "which year")),
    (rf"(?:the )?(?P<kind>(?:{_CAPITALISED} )?(?:[a-z]+ )?(?:{_KINDS})) (?P<said>{_NAME})",
     ("which {kind}", "what {kind}")),
    (rf"(?<=\bby )(?P<said>{_NAME})", ("whom", "who", "which person")),
    (rf"(?<=\b(?:in|at) )(?P<said>{_NAME})", ("which place", "what place", "where")),
    (rf"(?<=\bof )(?P<said>{_NAME})", ("what", "which place")),
    (rf"(?<=\b(?:is|as|to) )(?P<said>{_NAME})", ("what", "whom")),
    (r"(?P<said>\d[\d,.]*\d|\d) (?P<kind>[a-z]+s)\b", ("how many {kind}",)),
)  # fmt: skip
_PATTERN = re.compile(
    "|".join(
        pattern.replace("?P<said>", f"?P<said{i}>").replace("?P<kind>", f"?P<kind{i}>")
        for i, (pattern, _) in enumerate(_PARTS)
    )
)
_LONGEST = 170  # characters up to the part; more would make long thoughts
_REST_SHARE = 0.3  # of the questions that go on behind the part
_BARE_SHARE = 0.15  # of the questions without a question mark


@dataclass(frozen=True)
class _Cloze:
    """A sentence cut at the part that is asked for."""

    before: str
    asked: str  # in place of what is behind `before`
    kind: str  # stands between `before` and what is said, and in what is asked; "" for none
    said: str
    after: str
    sentence_index: int

    @property
    def question(self) -> str:
        # "born in where" is none
        before = re.sub(r"\b(?:in|at) $", "", self.before) if self.asked == "where" else self.before
        return f"{before}{self.asked}"

    @property
    def conclusion(self) -> str:
        return f"{self.before}{self.kind} {self.said}" if self.kind else f"{self.before}{self.said}"


def cloze_questions(
    articles: Mapping[str, Article], rng: random.Random
) -> Iterator[OracleQuestion]:
    """Questions on one page and, where it names another one, on the two, in random order."""
    titles = list(articles)
    clozes = {title: list(_clozes(articles[title], rng)) for title in titles}
    questions = []
    for title in titles:
        for cloze in clozes[title]:
            questions.append(_one_page(articles[title], cloze, clozes[title], rng))
            if cloze.said in articles and (second := clozes[cloze.said]):
                question = _two_pages(articles, title, cloze, rng.choice(second), rng)
                if question is not None:
                    questions.append(question)
    rng.shuffle(questions)
    yield from questions


def _clozes(article: Article, rng: random.Random) -> Iterator[_Cloze]:
    """Every part that can be asked for in a sentence that names its page."""
    for index in range(len(article.sentences)):
        sentence = article.sentence(index)
        named = sentence.lower().find(article.title.partition(" (")[0].lower())
        if named < 0:
            continue
        for match in _PATTERN.finditer(sentence):
            group = next(i for i in range(len(_PARTS)) if match[f"said{i}"] is not None)
            said = match[f"said{group}"]
            start = match.start(f"kind{group}" if "<kind" in _PARTS[group][0] else f"said{group}")
            is_number = "how many" in _PARTS[group][1][0]
            before = sentence[: match.start() if is_number else start].removesuffix("the ")
            if re.search(r"[A-Z]\w* of $", before):  # the middle of a name: Museum of Modern Art
                continue
            inside = named < match.end() and match.start() < named + len(article.title)
            if not before.strip() or inside or len(before) > _LONGEST or named > len(before):
                continue
            template = rng.choice(_PARTS[group][1])
            kind = match[f"kind{group}"] if "{kind}" in template else ""
            asked = template.format(kind=kind)
            after = sentence[match.end() :]
            yield _Cloze(before, asked, "" if is_number else kind, said, after, index)


def _one_page(
    article: Article, cloze: _Cloze, others: list[_Cloze], rng: random.Random
) -> OracleQuestion:
    return OracleQuestion(
        _as_question(cloze.question, cloze.after, rng),
        cloze.said,
        (_hop(article.title, cloze),),
        cloze.conclusion,
        tuple({other.said for other in others} - {cloze.said}),
    )


def _two_pages(
    articles: Mapping[str, Article], title: str, first: _Cloze, second: _Cloze, rng: random.Random
) -> OracleQuestion | None:
    """The first page's part by what it is, and what the second page says of it."""
    bridge = articles[first.said]
    opening = f"{bridge.name[0].upper()}{bridge.name[1:]} "
    asked = second.question
    says_what_it_is = re.match(r"(?:is|was) an? ", asked.removeprefix(opening))
    if not bridge.kind or not asked.startswith(opening) or says_what_it_is:
        return None
    if second.said in first.conclusion:
        return None
    kind = bridge.kind
    described = f"{'an' if kind[0].lower() in 'aeiou' else 'a'} {kind}"
    return OracleQuestion(
        _as_question(f"{first.before}{described} that {asked.removeprefix(opening)}", "", rng),
        second.said,
        (_hop(title, first), _hop(bridge.title, second)),
        f"{first.conclusion}. {second.conclusion}",
        (first.said,),
    )


def _as_question(asked: str, after: str, rng: random.Random) -> str:
    rest = after.rstrip(".") if rng.random() < _REST_SHARE else ""
    mark = "" if rng.random() < _BARE_SHARE else "?"
    return f"{asked}{rest}{mark}"


def _hop(title: str, cloze: _Cloze) -> Hop:
    words = cloze.before.split()
    return Hop(title, cloze.sentence_index, keyword=words[-1].strip(",;:") if words else "")
