"""Oracle trajectories: a question whose pages are known, answered with the real tools.

Every observation is what the offline tools answer at run time. The paths vary as a good agent's
do: straight to the page, a search first, a title that is not quite right, a Lookup in the page
that is open, a wrong answer that is noticed.
"""

import random
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from autoact_precache.agents.training.demonstration import Demonstration
from autoact_precache.agents.training.facts import Article
from autoact_precache.agents.training.questions import Hop, OracleQuestion
from autoact_precache.agents.transcript import FINISH, REFLECT, Step
from autoact_precache.tools.toolbox import Toolbox

_OPEN_FIRST = (
    "I need to find {sought} first, so I open the page on {title}.",
    "The question depends on {sought}. The page on {title} should say it.",
    "To find {sought}, I start with {title}.",
    "Let me look up {title} to learn {sought}.",
)
_OPEN_NAMED = (
    "The question names {title}, so I start with that page.",
    "Let me begin with the page on {title}.",
    "First I look up {title}.",
    "I should find out more about {title} first.",
)
_OPEN_BOTH = (
    "I need the pages on {title} and {other}. First {title}.",
    "To compare {title} with {other}, I open both pages, {title} first.",
    "The question is about {title} and {other}. I start with {title}.",
)
_OPEN_OTHER = (
    "{said} Now the same for {title}.",
    "{said} Next I open {title} to compare.",
    "{said} I still need the page on {title}.",
)
_OPEN_NEXT = (
    "{said} Next I need {sought}, so I open {title}.",
    "{said} Now I look up {title}.",
    "{said} The next page to open is {title}.",
    "{said} So I continue with {title}.",
)
_OPEN_FOUND = (
    "The results name {title}, so I open that page.",
    "{title} is what I was looking for. I open its page.",
    "The right page seems to be {title}.",
)
_SEARCH = (
    "The question does not name the page, so I search for it.",
    "I do not know the title yet. A search should find it.",
    "Let me search for the description first.",
)
_SEARCH_NAMED = (
    "I search for {title} to see what there is.",
    "Let me search for {title} first.",
    "A search for {title} should show the right page.",
)
_OPEN_SIMILAR = (
    "There is no such page, but {title} is among the similar titles.",
    "That title does not exist. {title} looks like the right one.",
    "The page is called {title}, so I open that one.",
)
_SEARCH_INSTEAD = (
    "There is no such page, so I search instead.",
    "No page has that title. A search should find the right one.",
    "That title leads nowhere, so I search for the description.",
)
_OUT_OF_STEPS = (
    "I have to answer now. The best guess is {answer}.",
    "There are no steps left, so my answer is {answer}.",
)
_LOOK_UP = (
    'The page is open, so I look for the sentence with "{keyword}".',
    "I check what the page says about the word {keyword}.",
    'A look at "{keyword}" should tell me.',
)
_ANSWER = (
    "{said} So the answer is {answer}.",
    "{said} The answer is {answer}.",
    "{said} That makes the answer {answer}.",
)
_JUDGED_RIGHT = (
    "{said} That fits the answer {answer}.",
    "{said} This supports the answer {answer}.",
    "{said} The answer {answer} agrees with it.",
)
_JUDGED_WRONG = (
    "{said} That does not fit the answer {answer}.",
    "{said} The answer {answer} does not agree with it.",
    "{said} So {answer} is not what was asked for.",
)
_NOT_ASKED = (
    "{said} But {answer} is only the first step, and the question asks for more.",
    "{said} The question does not ask for {answer} itself, so something is missing.",
)
# Left out of a search.
_STOP_WORD = re.compile(
    "a|an|the|in|on|of|at|to|by|for|from|with|and|or|is|was|were|are|did|does|do|has|have|had|"
    "which|what|who|whom|whose|when|where|how|that|this|it|its|also|both|same",
    re.IGNORECASE,
)
_LONGEST_QUOTE = 130  # characters; longer sentences would make long thoughts


@dataclass(frozen=True)
class Wording:
    """What the loop, not a tool, puts into the transcript."""

    reflect: str
    judged_wrong: str
    repeated: str
    finish_now: str


@dataclass
class Shares:
    """How often a path takes each kind of detour, as probabilities."""

    search_first: float
    wrong_title: float
    no_page: float
    lookup: float
    repeat: float
    out_of_steps: float
    wrong_answer: float


class Oracle:
    """Answers questions over `articles` through `toolbox`, which must hold the same articles."""

    def __init__(
        self,
        articles: Mapping[str, Article],
        toolbox: Toolbox,
        wording: Wording,
        shares: Shares,
    ) -> None:
        self._articles = articles
        self._toolbox = toolbox
        self._wording = wording
        self._shares = shares

    def demonstrate(self, question: OracleQuestion, rng: random.Random) -> Demonstration | None:
        """One path to the answer; None when the tools do not lead there."""
        path = _Path(question, self._articles, self._toolbox, self._wording, self._shares, rng)
        return path.walk()


class _Path:
    def __init__(
        self,
        question: OracleQuestion,
        articles: Mapping[str, Article],
        toolbox: Toolbox,
        wording: Wording,
        shares: Shares,
        rng: random.Random,
    ) -> None:
        self.question = question
        self.articles = articles
        self.tools = toolbox.session()
        self.wording = wording
        self.shares = shares
        self.rng = rng
        self.steps: list[Step] = []
        self.shown: set[int] = set()

    def walk(self) -> Demonstration | None:
        first, *rest = self.question.hops
        bridge = rest[0].title if rest and not self.comparing else ""
        wrong = self.wrong_answer(bridge)
        if not self.open_first(first):
            return None
        if bridge and self.rng.random() < self.shares.out_of_steps:
            return self.guess(bridge)
        if wrong and wrong == bridge:  # answered too early, with the page in the middle
            said = self.said(first)
            self.answer_wrongly(said, wrong, self.pick(_NOT_ASKED, said=said, answer=wrong))
        self.look_up(first)
        for before, hop in zip(self.question.hops, rest, strict=False):
            opening = _OPEN_NEXT if hop.sought else _OPEN_NEXT[1:]
            thought = self.pick(
                _OPEN_OTHER if self.comparing else opening,
                said=self.said(before),
                sought=hop.sought,
                title=hop.title,
            )
            if not self.call(thought, "Retrieve", hop.title):
                return None
            self.look_up(hop)
        if self.steps[-1].tool == "Retrieve" and self.rng.random() < self.shares.repeat:
            self.repeat()
        if wrong and wrong != bridge:
            remark = self.pick(_JUDGED_WRONG, said=self.conclusion(), answer=wrong)
            self.answer_wrongly(self.conclusion(), wrong, remark)
        self.finish()
        return Demonstration(self.question.text, tuple(self.steps), frozenset(self.shown))

    @property
    def comparing(self) -> bool:
        """Whether the question names all of its pages: then none of them leads to another."""
        asked = self.question.text.lower()
        names = [hop.title.partition(" (")[0].lower() for hop in self.question.hops]
        return len(names) > 1 and all(name in asked for name in names)

    def wrong_answer(self, bridge: str) -> str:
        """The wrong answer to give first, "" for none; half of them are the page in the middle."""
        candidates = self.question.wrong_answers
        if not candidates or self.rng.random() >= self.shares.wrong_answer:
            return ""
        if bridge in candidates and self.rng.random() < 0.5:
            return bridge
        return self.rng.choice(candidates)

    def open_first(self, hop: Hop) -> bool:
        named = hop.title.lower() in self.question.text.lower()
        if self.rng.random() < self.shares.no_page and self.no_page(hop):
            query = self.content_words()
            thought = self.pick(_SEARCH_INSTEAD)
            if not self.call(thought, "BingSearch", query, must_name=hop.title):
                return False
            return self.call(self.pick(_OPEN_FOUND, title=hop.title), "Retrieve", hop.title)
        if not named or self.rng.random() < self.shares.search_first:
            query = f"{hop.title} {hop.keyword}".strip() if named else self.content_words()
            thought = self.pick(_SEARCH_NAMED if named else _SEARCH, title=hop.title)
            if not self.call(thought, "BingSearch", query, must_name=hop.title):
                return False
            return self.call(self.pick(_OPEN_FOUND, title=hop.title), "Retrieve", hop.title)
        opening = _OPEN_FIRST + _OPEN_NAMED if hop.sought else _OPEN_NAMED
        other = self.question.hops[-1].title
        thought = self.pick(
            _OPEN_BOTH if self.comparing else opening,
            sought=hop.sought,
            title=hop.title,
            other=other,
        )
        if self.rng.random() < self.shares.wrong_title:
            misnamed = self.misnamed(hop)
            if misnamed:
                self.shown.add(len(self.steps))
                self.call(thought, "Retrieve", misnamed, expect="not_found")
                thought = self.pick(_OPEN_SIMILAR, title=hop.title)
        return self.call(thought, "Retrieve", hop.title)

    def no_page(self, hop: Hop) -> bool:
        """Shows, and teaches nobody, a title that is no page, once or twice; false without one."""
        words = self.content_words().split()
        if not words:
            return False
        start = self.rng.randrange(len(words))
        title = " ".join(words[start : start + self.rng.randint(1, 3)])
        observation = self.tools.call("Retrieve", title)
        if observation.outcome != "not_found" or hop.title in observation.text:
            return False
        self.shown.add(len(self.steps))
        self.steps.append(
            Step(self.pick(_OPEN_NAMED, title=title), "Retrieve", title, observation.text)
        )
        if self.rng.random() < 0.5:
            self.repeat()
        return True

    def guess(self, answer: str) -> Demonstration:
        """Out of steps after the first page, with the best answer that it gives.

        Reflection on it is shown, and taught to nobody: it may well be wrong.
        """
        last = self.steps[-1]
        self.steps[-1] = replace(last, observation=f"{last.observation} {self.wording.finish_now}")
        thought = self.pick(_OUT_OF_STEPS, answer=answer)
        self.steps.append(Step(thought, FINISH, answer, self.wording.reflect))
        self.shown.add(len(self.steps))
        self.steps.append(Step(thought, REFLECT, "right"))
        return Demonstration(self.question.text, tuple(self.steps), frozenset(self.shown))

    def look_up(self, hop: Hop) -> None:
        if hop.keyword and self.rng.random() < self.shares.lookup:
            thought = self.pick(_LOOK_UP, keyword=hop.keyword)
            self.call(thought, "Lookup", hop.keyword)

    def repeat(self) -> None:
        """The last action once more, shown but taught to nobody: what follows is how to go on."""
        self.shown.add(len(self.steps))
        self.steps.append(replace(self.steps[-1], observation=self.wording.repeated))

    def finish(self) -> None:
        answer = self.question.answer
        self.steps += [
            Step(
                self.pick(_ANSWER, said=self.conclusion(), answer=answer),
                FINISH,
                answer,
                self.wording.reflect,
            ),
            Step(self.pick(_JUDGED_RIGHT, said=self.conclusion(), answer=answer), REFLECT, "right"),
        ]

    def answer_wrongly(self, said: str, answer: str, remark: str) -> None:
        """A wrong answer, shown but taught to nobody, and the reflection that rejects it."""
        self.shown.add(len(self.steps))
        thought = self.pick(_ANSWER, said=said, answer=answer)
        self.steps += [
            Step(thought, FINISH, answer, self.wording.reflect),
            Step(remark, REFLECT, "wrong", self.wording.judged_wrong),
        ]

    def call(
        self, thought: str, tool: str, argument: str, must_name: str = "", expect: str = "ok"
    ) -> bool:
        """One step with the real tool; false when it does not answer as the path needs."""
        observation = self.tools.call(tool, argument)
        if observation.outcome != expect or must_name not in observation.text:
            return False
        self.steps.append(Step(thought, tool, argument, observation.text))
        return True

    def said(self, hop: Hop) -> str:
        """The sentence on the page that matters, if it is short enough to repeat."""
        sentence = self.articles[hop.title].sentence(hop.sentence_index)
        return sentence if len(sentence) <= _LONGEST_QUOTE else f"The page on {hop.title} tells it."

    def conclusion(self) -> str:
        if self.question.conclusion:
            return f"{self.question.conclusion}."
        if self.comparing:
            quotes = [self.said(hop) for hop in self.question.hops]
            if sum(map(len, quotes)) <= 2 * _LONGEST_QUOTE:
                return " ".join(quotes)
        return self.said(self.question.hops[-1])

    def misnamed(self, hop: Hop) -> str:
        """A title that does not exist and makes the tool suggest the right one; "" if none does."""
        words = hop.title.split()
        candidates = [hop.sought.removeprefix("the "), words[-1], " ".join(words[:2])]
        usable = []
        for candidate in candidates:
            if candidate:
                observation = self.tools.call("Retrieve", candidate)
                if observation.outcome == "not_found" and hop.title in observation.text:
                    usable.append(candidate)
        return self.rng.choice(usable) if usable else ""

    def content_words(self) -> str:
        words = re.findall(r"[\w'.-]+", self.question.text)
        return " ".join(w.rstrip(".") for w in words if not _STOP_WORD.fullmatch(w))

    def pick(self, templates: tuple[str, ...], **values: str) -> str:
        thought = self.rng.choice(templates).format(**values)
        return thought[0].upper() + thought[1:]
