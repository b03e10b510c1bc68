"""From segments to training examples: the ids a run would hold, labelled for one role."""

from collections.abc import Iterable
from typing import TypedDict

from transformers import PreTrainedTokenizerBase

from autoact_precache.agents.transcript import Author, Segment

IGNORED = -100  # the label of a position without a loss, as torch's cross entropy has it


class Example(TypedDict):
    """One role's view of a transcript of n tokens; each list is [n].

    A label is the token's own id or `IGNORED`. `turn_starts` says at which token the turn that fed
    a token began, `own` whether it was the role's turn (1 or 0).
    """

    input_ids: list[int]
    labels: list[int]
    turn_starts: list[int]
    own: list[int]


def encode(tokenizer: PreTrainedTokenizerBase, text: str, *, starts: bool = False) -> list[int]:
    """Token ids of one piece of the transcript; control tokens in it are plain characters.

    `starts` is for the first piece: on models that begin a text with BOS, so does a run.
    """
    ids: list[int] = tokenizer(text, add_special_tokens=starts, split_special_tokens=True)[
        "input_ids"
    ]
    return ids


def role_example(
    tokenizer: PreTrainedTokenizerBase, segments: Iterable[Segment], role: Author
) -> Example:
    """One trajectory as `role` learns it: every id of the shared transcript, its own labelled.

    Each segment is tokenised by itself, as at run time. What follows the role's last segment is
    left off: nothing there carries a loss.
    """
    example = Example(input_ids=[], labels=[], turn_starts=[], own=[])
    end = 0
    for segment in segments:
        ids = encode(tokenizer, segment.text, starts=not example["input_ids"])
        is_own = segment.author == role
        example["input_ids"] += ids
        example["labels"] += ids if is_own else [IGNORED] * len(ids)
        if segment.kind != "context":  # a turn ends; its last token is fed by the next one
            start = len(example["own"])
            fed = len(example["input_ids"]) - 1 - start
            example["turn_starts"] += [start] * fed
            example["own"] += [int(is_own)] * fed
        if is_own:
            end = len(example["input_ids"])
    fed = len(example["own"])
    rest = len(example["input_ids"]) - fed
    example["turn_starts"] += [fed] * rest
    example["own"] += [0] * rest
    return Example(**{name: values[:end] for name, values in example.items()})  # type: ignore
