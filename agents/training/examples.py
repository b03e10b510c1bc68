"""From segments to training examples: the ids a run would hold, labelled for one role."""

from collections.abc import Iterable
from typing import TypedDict

from transformers import PreTrainedTokenizerBase

from autoact_precache.agents.transcript import Author, Segment

IGNORED = -100  # the label of a position without a loss, as torch's cross entropy has it


class Example(TypedDict):
    """Token ids [n] and labels [n]; a label is the token's own id or `IGNORED`."""

    input_ids: list[int]
    labels: list[int]


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
    input_ids: list[int] = []
    labels: list[int] = []
    end = 0
    for segment in segments:
        ids = encode(tokenizer, segment.text, starts=not input_ids)
        input_ids += ids
        if segment.author == role:
            labels += ids
            end = len(input_ids)
        else:
            labels += [IGNORED] * len(ids)
    return {"input_ids": input_ids[:end], "labels": labels[:end]}
