"""Capital letters, commas and the parts of letters."""

import random

from autoact_precache.agents.training.science.question import ScienceQuestion, compose

_SMALL = frozenset({"a", "an", "the", "and", "but", "or", "of", "in", "on", "to", "at", "for",
                    "with", "by", "from"})  # fmt: skip
_TITLES = (
    "the secret of the old mill", "a walk in the rain", "journey to the end of the sea",
    "the fox and the stubborn goat", "letters from a lighthouse", "under the silver bridge",
    "how to build a boat for two", "the girl with the paper wings", "a song for the winter king",
    "dragons in the garden", "the last train to oslo", "at home on the prairie",
    "stories of an honest thief", "the clock at the top of the tower", "birds of the dark forest",
    "a thousand miles by canoe", "the boy who spoke to whales", "midnight in the bakery",
    "the queen and her three bears", "notes from an attic",
)  # fmt: skip


def titled(title: str) -> str:
    """Capitals for the first, the last and every important word."""
    words = title.split()
    last = len(words) - 1
    return " ".join(
        word if word in _SMALL and place not in (0, last) else word.capitalize()
        for place, word in enumerate(words)
    )


def capital_letters_in_titles(rng: random.Random) -> ScienceQuestion:
    title = rng.choice(_TITLES)
    right = titled(title)
    wrong = [
        " ".join(word.capitalize() for word in title.split()),
        title.capitalize(),
        f"{right.rpartition(' ')[0]} {title.split()[-1]}",
    ]
    kind = rng.choice(("book", "story", "movie", "song", "poem"))
    question = rng.choice((
        f"Which title of a {kind} is capitalized correctly?",
        f"How should the title of this {kind} be written?",
    ))  # fmt: skip
    reasoning = (
        "The first, the last, and every important word get a capital letter, but not small words "
        f"such as '{next(word for word in title.split()[1:] if word in _SMALL)}'."
    )
    return compose(rng, question, right, wrong, reasoning)


_PEOPLE = ("Sophie", "Mr. Grant", "Aunt Lucy", "Ms. Nakamura", "Dr. Bell", "Grandpa", "Hector",
           "Mrs. Osman", "Uncle Ted", "Ming", "Professor Reyes", "Ava")  # fmt: skip
_CLOSINGS = ("Your friend", "Sincerely", "Best wishes", "Yours truly", "Many thanks", "With love",
             "Kind regards", "Your neighbor", "Warm wishes")  # fmt: skip


def greetings_and_closings(rng: random.Random) -> ScienceQuestion:
    name = rng.choice(_PEOPLE)
    if rng.random() < 0.5:
        right = f"Dear {name},"
        wrong = [f"dear {name},", f"Dear {name}", f"Dear {name[0].lower()}{name[1:]},"]
        question = rng.choice(("Which greeting of a letter is written correctly?",
                               "Which is correct at the beginning of a letter?"))  # fmt: skip
        reasoning = (
            f"In '{right}' the first word and the name have capital letters, and a comma follows."
        )
    else:
        closing = rng.choice(_CLOSINGS)
        first = rng.choice([n for n in _PEOPLE if " " not in n])
        right = f"{closing}, {first}"
        words = closing.split()
        lowered = " ".join([words[0].lower(), *words[1:]])
        capitals = " ".join(word.capitalize() for word in words)
        wrong = [f"{lowered}, {first}", f"{closing} {first}", f"{capitals}, {first}"]
        question = rng.choice(("Which closing of a letter is written correctly?",
                               "Which is correct at the end of a letter?"))  # fmt: skip
        reasoning = (
            f"In '{right}' only the first word of the closing has a capital letter, and a comma "
            "follows the closing."
        )
    return compose(rng, question, right, wrong, reasoning)


_SERIES = (
    ("apples", "pears", "plums"), ("a tent", "a rope", "a lamp"), ("red", "white", "green"),
    ("the cat", "the dog", "the parrot"), ("sugar", "flour", "butter"),
    ("Peru", "Chile", "Bolivia"), ("drums", "flutes", "violins"), ("math", "history", "art"),
    ("shoes", "socks", "gloves"),
)  # fmt: skip
_OPENINGS = ("We bought", "She drew", "They like", "The list names", "I dreamed of", "He forgot")


def commas_in_a_series(rng: random.Random) -> ScienceQuestion:
    opening = rng.choice(_OPENINGS)
    one, two, three = rng.sample(rng.choice(_SERIES), 3)
    right = f"{opening} {one}, {two}, and {three}."
    wrong = [
        f"{opening} {one} {two} and {three}.", f"{opening}, {one} {two}, and {three}.",
        f"{opening} {one}, {two} and, {three}.",
    ]  # fmt: skip
    question = rng.choice(("Which sentence uses commas correctly?",
                           "In which sentence are the commas in the right places?"))  # fmt: skip
    reasoning = "In a series of three things a comma follows each thing but the last."
    return compose(rng, question, right, wrong, reasoning)


_NAMES = (
    ("monday", "Monday", "a day of the week"), ("july", "July", "a month"),
    ("texas", "Texas", "the name of a state"), ("spanish", "Spanish", "a language"),
    ("lake erie", "Lake Erie", "the name of a lake"), ("easter", "Easter", "a holiday"),
    ("dr. moss", "Dr. Moss", "a title with a name"),
    ("oak street", "Oak Street", "the name of a street"),
    ("japan", "Japan", "the name of a country"), ("august", "August", "a month"),
)  # fmt: skip
_FRAMES = ("We will talk about {} again.", "My cousin wrote a poem about {} in class.",
           "The book about {} is lost.", "Nobody knew much about {} then.")  # fmt: skip


def capital_letters_in_sentences(rng: random.Random) -> ScienceQuestion:
    small, right_name, what = rng.choice(_NAMES)
    frame = rng.choice(_FRAMES)
    right = frame.format(right_name)
    wrong = [frame.format(small), right[0].lower() + right[1:], frame.format(small).replace(
        "about", "About")]  # fmt: skip
    question = rng.choice(("Which sentence has its capital letters in the right places?",
                           "Which sentence is capitalized correctly?"))  # fmt: skip
    reasoning = f"'{right_name}' needs a capital letter because it is {what}."
    return compose(rng, question, right, wrong, reasoning)


SKILLS = (
    capital_letters_in_titles, greetings_and_closings, commas_in_a_series,
    capital_letters_in_sentences,
)  # fmt: skip
