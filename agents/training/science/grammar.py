"""Sentences built from parts: fragments, run-ons, kinds of sentences, tenses."""

import random

from autoact_precache.agents.training.science.question import ScienceQuestion, compose
from autoact_precache.agents.training.science.wording import capital

# Who does it, and the pronoun for it; then what they do.
_PEOPLE = (
    ("my younger sister", "she"), ("the old fisherman", "he"), ("Mrs. Alvarez", "she"),
    ("Darnell", "he"), ("the captain of the soccer team", "she"), ("Grandfather", "he"),
    ("the mayor of our town", "she"), ("Priya and her cousin", "they"), ("the hikers", "they"),
    ("the new librarian", "he"), ("several students", "they"), ("Aunt Rosa", "she"),
    ("Dr. Okafor", "he"), ("the museum's guide", "she"), ("Keiko", "she"),
    ("the farmers in the valley", "they"), ("a famous violinist", "he"), ("the twins", "they"),
    ("Professor Lindqvist", "she"), ("the boy with the red scarf", "he"), ("two friends", "they"),
)  # fmt: skip
_PEOPLE_DID = (
    "waited near the entrance of the station", "painted a mural on the garage door",
    "won a medal at the county fair", "fell asleep before the end of the movie",
    "traveled across the desert in a week", "baked a blueberry pie for the picnic",
    "arrived an hour later than planned", "climbed the steep hill behind the farm",
    "dropped a heavy suitcase on the stairs", "stopped in front of the post office",
    "practiced every afternoon in the gym", "wrote a long letter to the newspaper",
    "collected shells along the beach", "crossed the wooden bridge at dawn",
    "moved to Canada in the spring", "lost a glove in the snow", "left the party early",
    "found an old map in the attic", "ran toward the playground", "forgot about the meeting",
    "explained the rules of the game twice", "planted carrots next to the fence",
)  # fmt: skip
_THINGS = (
    ("our neighbor's dog", "it"), ("a gray squirrel", "it"), ("the brown ponies", "they"),
    ("the lost kitten", "it"), ("two foxes", "they"), ("a family of ducks", "it"),
)  # fmt: skip
_THINGS_DID = (
    "ran across the icy road", "hid under the porch during the storm", "slept in the shade",
    "made a great deal of noise last night", "disappeared behind the barn",
    "drank from the muddy puddle", "waited at the back door", "followed the children home",
    "jumped over the low fence", "searched for food in the snow",
)  # fmt: skip
_NOUN_FRAGMENTS = (
    "the broken clock on the kitchen wall", "a quiet village at the foot of the mountains",
    "an unexpected phone call from the principal", "the best player on the basketball team",
    "the shelves full of dusty encyclopedias", "a basket of ripe peaches and plums",
    "the first woman in the city council", "every window on the second floor",
    "a spicy soup with beans, corn, and peppers", "the bright lights of the harbor",
    "one of the most popular songs of the year", "a small, blue notebook with a torn cover",
)  # fmt: skip
_VERB_FRAGMENTS = (
    "running down the stairs with an umbrella", "tried to fix the radio without any tools",
    "looking for the keys under the sofa", "jumped over the puddle and kept on walking",
    "to finish the science project before Friday", "hoping for better weather on the weekend",
    "painted the fence and the gate on Saturday", "singing at the top of their lungs",
    "to become a pilot like her grandmother", "carried the groceries up to the fifth floor",
    "waiting for the bus in the freezing rain", "gave a short speech about the new park",
)  # fmt: skip
_SUBORDINATORS = ("because", "although", "after", "when", "while", "since", "before", "until")
_COORDINATORS = ("and", "but", "so", "yet")


def _clause(rng: random.Random) -> str:
    return _two_clauses(rng)[0]


def _two_clauses(rng: random.Random) -> tuple[str, str]:
    """Two clauses that can stand by each other: the second takes up the subject of the first."""
    subjects, verbs = rng.choices(((_PEOPLE, _PEOPLE_DID), (_THINGS, _THINGS_DID)), (3, 1))[0]
    subject, pronoun = rng.choice(subjects)
    first, second = rng.sample(verbs, 2)
    return f"{subject} {first}", f"{pronoun} {second}"


def _quoted_start(text: str, words: int = 6) -> str:
    cut = text.split()
    return text if len(cut) <= words else " ".join(cut[:words]) + " ..."


def _complete(rng: random.Random) -> tuple[str, str]:
    form = rng.randrange(4)
    if form == 0:
        sentence = capital(_clause(rng)) + "."
        why = "it has a subject and a verb and expresses a complete thought"
    elif form == 1:
        first, second = _two_clauses(rng)
        word = rng.choice(_COORDINATORS)
        sentence = f"{capital(first)}, {word} {second}."
        why = f"its two clauses are joined by a comma and the conjunction '{word}'"
    elif form == 2:
        first, second = _two_clauses(rng)
        word = rng.choice(_SUBORDINATORS)
        sentence = f"{capital(word)} {first}, {second}."
        why = f"the clause with '{word}' is attached to a main clause"
    else:
        first, second = _two_clauses(rng)
        sentence = f"{capital(first)}; {second}."
        why = "its two independent clauses are separated by a semicolon"
    return sentence, why


def _fragment(rng: random.Random) -> tuple[str, str]:
    form = rng.randrange(3)
    if form == 0:
        return capital(rng.choice(_NOUN_FRAGMENTS)) + ".", "it has no verb that says what happens"
    if form == 1:
        return capital(rng.choice(_VERB_FRAGMENTS)) + ".", "it has no subject that does the action"
    word = rng.choice(_SUBORDINATORS)
    return (
        f"{capital(word)} {_clause(rng)}.",
        f"'{word}' makes it depend on a main clause that is missing",
    )


def _run_on(rng: random.Random) -> tuple[str, str]:
    first, second = _two_clauses(rng)
    if rng.random() < 0.5:
        return (
            f"{capital(first)}, {second}.",
            "two complete sentences are joined by only a comma",
        )
    return f"{capital(first)} {second}.", "two complete sentences run together without punctuation"


_KINDS = {"a complete sentence": _complete, "a sentence fragment": _fragment, "a run-on": _run_on}


def complete_sentences(rng: random.Random) -> ScienceQuestion:
    kinds = rng.choice([("a complete sentence", "a sentence fragment"),
                        ("a complete sentence", "a run-on"), tuple(_KINDS)])  # fmt: skip
    kind = rng.choice(kinds)
    text, why = _KINDS[kind](rng)
    question = rng.choice((
        f'What is the following group of words?\n"{text}"',
        f'Decide what this is: "{text}"',
        f'How would you describe this group of words? {text}',
    ))  # fmt: skip
    reasoning = f"'{_quoted_start(text)}' is {kind} because {why}."
    return compose(rng, question, kind, kinds, reasoning, options=3)


def find_the_kind_of_sentence(rng: random.Random) -> ScienceQuestion:
    kind = rng.choice(list(_KINDS))
    text, why = _KINDS[kind](rng)
    other = (
        _KINDS["a complete sentence"]
        if kind != "a complete sentence"
        else rng.choice((_fragment, _run_on))
    )
    wrong = [other(rng)[0] for _ in range(3)]
    question = rng.choice((f"Which of these is {kind}?", f"Find {kind}."))
    reasoning = f"'{_quoted_start(text)}' is {kind} because {why}."
    return compose(rng, question, text, wrong, reasoning)


def _simple(rng: random.Random) -> tuple[str, str]:
    opening = rng.choice(("", "", "in the morning, ", "after the concert, ", "on the way home, "))
    return capital(f"{opening}{_clause(rng)}."), "it has one independent clause"


def _compound(rng: random.Random) -> tuple[str, str]:
    first, second = _two_clauses(rng)
    word = rng.choice(_COORDINATORS)
    return (
        f"{capital(first)}, {word} {second}.",
        f"'{word}' joins two independent clauses",
    )


def _complex(rng: random.Random) -> tuple[str, str]:
    first, second = _two_clauses(rng)
    word = rng.choice(_SUBORDINATORS)
    why = f"it has one independent clause and a dependent clause with '{word}'"
    if rng.random() < 0.5:
        return f"{capital(word)} {first}, {second}.", why
    return f"{capital(first)} {word} {second}.", why


def _compound_complex(rng: random.Random) -> tuple[str, str]:
    first, second = _two_clauses(rng)
    word, join = rng.choice(_SUBORDINATORS), rng.choice(_COORDINATORS)
    return (
        f"{capital(word)} {first}, {second}, {join} {_clause(rng)}.",
        f"it has a dependent clause with '{word}' and two independent clauses joined by '{join}'",
    )


_STRUCTURES = {
    "simple": _simple, "compound": _compound, "complex": _complex,
    "compound-complex": _compound_complex,
}  # fmt: skip


def sentence_structure(rng: random.Random) -> ScienceQuestion:
    structure = rng.choice(list(_STRUCTURES))
    text, why = _STRUCTURES[structure](rng)
    if rng.random() < 0.5:
        reasoning = f"The sentence is {structure} because {why}."
        question = rng.choice((
            f"What kind of sentence is this?\n{text}",
            f"By its structure, what type of sentence is the following? {text}",
        ))  # fmt: skip
        return compose(rng, question, structure, list(_STRUCTURES), reasoning)
    wrong = [make(rng)[0] for name, make in _STRUCTURES.items() if name != structure]
    question = rng.choice((
        f"Which of these is a {structure} sentence?", f"Find the {structure} sentence.",
    ))  # fmt: skip
    reasoning = f"'{_quoted_start(text)}' is {structure} because {why}."
    return compose(rng, question, text, wrong, reasoning)


# Past, present (third person), base form, rest of the clause.
_VERBS = (
    ("cooked", "cooks", "cook", "dinner for the whole family"),
    ("walked", "walks", "walk", "to the library on Oak Street"),
    ("sang", "sings", "sing", "in the school choir"), ("wrote", "writes", "write", "short poems"),
    ("drove", "drives", "drive", "a red truck"), ("bought", "buys", "buy", "fresh bread"),
    ("painted", "paints", "paint", "pictures of horses"), ("slept", "sleeps", "sleep", "outdoors"),
    ("played", "plays", "play", "the trumpet"), ("grew", "grows", "grow", "tomatoes and beans"),
    ("taught", "teaches", "teach", "science"), ("ran", "runs", "run", "along the river"),
    ("fed", "feeds", "feed", "the chickens"), ("built", "builds", "build", "model airplanes"),
    ("watched", "watches", "watch", "the birds"), ("ate", "eats", "eat", "lunch in the park"),
    ("visited", "visits", "visit", "the science museum"), ("flew", "flies", "fly", "to Boston"),
    ("caught", "catches", "catch", "the early train"), ("swam", "swims", "swim", "in the lake"),
    ("helped", "helps", "help", "the neighbors"), ("told", "tells", "tell", "funny stories"),
    ("washed", "washes", "wash", "the dishes"), ("chose", "chooses", "choose", "the blue coat"),
)  # fmt: skip
_NAMES = ("Lena", "Marcus", "Aunt May", "the teacher", "Tomas", "our coach", "Fatima", "my uncle",
          "Wendy", "the nurse", "Hiro", "the carpenter", "Nadia", "his brother")  # fmt: skip


def _tensed(rng: random.Random, tense: str) -> tuple[str, str, str]:
    """A sentence, its verb, and what the verb shows."""
    past, present, base, rest = rng.choice(_VERBS)
    verb = {"past": past, "present": present, "future": f"will {base}"}[tense]
    return (
        capital(f"{rng.choice(_NAMES)} {verb} {rest}."),
        verb,
        {"past": "already happened", "present": "happens now or regularly",
         "future": "is going to happen"}[tense],
    )  # fmt: skip


_TENSES = ("past", "present", "future")


def verb_tense(rng: random.Random) -> ScienceQuestion:
    tense = rng.choice(_TENSES)
    text, verb, meaning = _tensed(rng, tense)
    reasoning = f"The verb '{verb}' tells about something that {meaning}, so it is {tense} tense."
    if rng.random() < 0.6:
        question = rng.choice((
            f"What is the tense of the verb in this sentence?\n{text}",
            f"In which tense is this sentence? {text}",
        ))  # fmt: skip
        return compose(rng, question, f"{tense} tense", [f"{t} tense" for t in _TENSES], reasoning,
                       options=3)  # fmt: skip
    wrong = [_tensed(rng, other)[0] for other in _TENSES if other != tense]
    question = rng.choice((f"Which sentence is in the {tense} tense?",
                           f"Find the sentence that tells about the {tense}."))  # fmt: skip
    return compose(rng, question, text, wrong, reasoning)


def the_verb(rng: random.Random) -> ScienceQuestion:
    tense = rng.choice(("past", "present"))
    text, verb, _ = _tensed(rng, tense)
    others = [word for word in text.rstrip(".").split() if word != verb and len(word) > 2]
    question = rng.choice((f"Which word is the verb in this sentence?\n{text}",
                           f"Find the action verb: {text}"))  # fmt: skip
    reasoning = f"'{capital(verb)}' says what is done in the sentence, so it is the verb."
    return compose(rng, question, verb, others, reasoning)


SKILLS = (
    complete_sentences, find_the_kind_of_sentence, sentence_structure, verb_tense, the_verb,
)  # fmt: skip
