"""Scores of an answer, as the benchmarks define them."""

import re
import string
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

_PUNCTUATION = str.maketrans("", "", string.punctuation)
_CLOSED_ANSWERS = {"yes", "no", "noanswer"}
_PREAMBLE = re.compile(
    r"\A(?:the )?(?:correct )?(?:answer|option|choice)(?: is)?:? ", re.IGNORECASE
)
_BEGINNING = 3  # words of an option
_LETTER = re.compile(r"[(\[]?([a-z])[)\].:]*", re.IGNORECASE)
_LETTER_AND_TEXT = re.compile(r"(?:[(\[]([a-z])[)\]]|([a-z])[).:])[.:]? *(.+)", re.IGNORECASE)


@dataclass(frozen=True)
class Score:
    """`em` is 0 or 1; `f1` lies in [0, 1], None for a task that has only right and wrong."""

    em: float
    f1: float | None


def normalize_answer(text: str) -> str:
    """HotpotQA's (and SQuAD's) normal form: lower case, no ASCII punctuation, no articles."""
    text = text.lower().translate(_PUNCTUATION)
    return " ".join(re.sub(r"\b(a|an|the)\b", " ", text).split())


def exact_match(prediction: str, gold: str) -> float:
    """1 if both have the same normal form, else 0."""
    return float(normalize_answer(prediction) == normalize_answer(gold))


def f1_score(prediction: str, gold: str) -> float:
    """Harmonic mean of token precision and recall, over the normal forms, with multiplicity.

    0 where one of the two is yes, no or noanswer and the other is not the same: a longer answer
    that contains the word earns nothing (hotpot_evaluate_v1.py of the HotpotQA release).
    """
    predicted, wanted = normalize_answer(prediction), normalize_answer(gold)
    if predicted != wanted and _CLOSED_ANSWERS & {predicted, wanted}:
        return 0.0
    predicted_tokens, wanted_tokens = predicted.split(), wanted.split()
    common = sum((Counter(predicted_tokens) & Counter(wanted_tokens)).values())
    if common == 0:
        return 0.0
    precision = common / len(predicted_tokens)
    recall = common / len(wanted_tokens)
    return 2 * precision * recall / (precision + recall)


def match_option(prediction: str, choices: Sequence[str]) -> str | None:
    """The letter of the option that `prediction` names, None where it names none or two.

    Takes the letter (`B`, `(b)`, `Answer: B.`), the letter with the option's text, or the text
    alone; of a long option its beginning will do, three words that begin no other one. Options may
    differ in case or punctuation only, so these are ignored only as far as one
    option is left.
    """
    letters = string.ascii_uppercase[: len(choices)]
    stated = _spaced(prediction)
    bare = _PREAMBLE.sub("", stated, count=1)
    for text in (stated, bare):
        lone = _LETTER.fullmatch(text)
        if lone and lone[1].upper() in letters:
            return lone[1].upper()
        if (index := _option_with_text(text, choices)) is not None:
            return letters[index]
    both = _LETTER_AND_TEXT.fullmatch(bare)
    if both is None:
        return None
    letter = (both[1] or both[2]).upper()
    index = _option_with_text(both[3], choices)
    return letter if letter in letters and index in (None, letters.index(letter)) else None


def nearest_option(prediction: str, choices: Sequence[str]) -> str | None:
    """The letter of the option that `prediction` names, else of the one most like it by F1.

    How a model that writes its answer out is scored on multiple choice (UnifiedQA, Khashabi et al.,
    2020). None where no option has a word in common with it, or two are equally alike.
    """
    if (named := match_option(prediction, choices)) is not None:
        return named
    likeness = [f1_score(prediction, choice) for choice in choices]
    best = max(likeness)
    if best == 0 or likeness.count(best) > 1:
        return None
    return string.ascii_uppercase[likeness.index(best)]


def _option_with_text(text: str, choices: Sequence[str]) -> int | None:
    for form in (_spaced, _case_folded, _words):
        if not form(text):
            return None
        matches = [i for i, choice in enumerate(choices) if form(choice) == form(text)]
        if matches:
            return matches[0] if len(matches) == 1 else None
    begun = [i for i, choice in enumerate(choices) if _words(choice).startswith(f"{_words(text)} ")]
    return begun[0] if len(begun) == 1 and len(text.split()) >= _BEGINNING else None


def _spaced(text: str) -> str:
    return " ".join(text.split())


def _case_folded(text: str) -> str:
    return _spaced(text).casefold()


def _words(text: str) -> str:
    return _spaced(re.sub(r"[^\w\s]", " ", text)).casefold()
