"""Several rows of a table side by side: which came first, and what things have in common."""

import random

from autoact_precache.agents.training.science.question import ScienceQuestion, compose, picture
from autoact_precache.agents.training.science.tables import rows
from autoact_precache.agents.training.science.wording import capital, listed, with_article


def events_in_order(rng: random.Random) -> ScienceQuestion:
    while True:
        events = rng.sample(rows("events of American history"), rng.choice((2, 2, 3, 4)))
        events.sort(key=lambda event: int(event["year"]), reverse=rng.random() < 0.5)
        right = events[0]
        if int(events[0]["year"]) != int(events[1]["year"]):
            break
    first = int(right["year"]) < int(events[1]["year"])
    question = rng.choice((
        f"Which of these events came {'first' if first else 'last'}?",
        f"Which event was the {'earliest' if first else 'latest'} one?",
    ))  # fmt: skip
    dates = listed([f"{event['event']} in {event['year']}" for event in events])
    reasoning = f"{capital(right['event'])} is the {'earliest' if first else 'latest'}: {dates}."
    image = None
    if rng.random() < 0.5:
        words = [word for event in sorted(events, key=lambda e: e["year"]) for word in
                 (event["year"], event["event"])]  # fmt: skip
        image = picture(rng, "a timeline with dates and words", words)
    return compose(rng, question, right["event"], [event["event"] for event in events], reasoning,
                   options=len(events), image=image)  # fmt: skip


def changes_in_common(rng: random.Random) -> ScienceQuestion:
    """Two changes of matter of the same kind."""
    kind = rng.choice(("physical change", "chemical change"))
    changes = [row for row in rows("physical and chemical changes") if row["kind"] == kind]
    one, other = rng.sample(changes, 2)
    right = f"Both are {kind}s."
    wrong = ["Both are physical changes.", "Both are chemical changes.",
             "Neither of them changes any matter."]  # fmt: skip
    question = rng.choice((
        f"What do these two changes have in common?\n{capital(one['change'])}\n"
        f"{capital(other['change'])}",
        f"What is the same about {one['change']} and {other['change']}?",
    ))  # fmt: skip
    reasoning = f"{capital(one['why'])}; {other['why']}; so both are {kind}s."
    image = None
    if rng.random() < 0.5:
        caption = rng.choice(("two pictures side by side", f"a picture of {one['change']}"))
        image = picture(rng, caption)
    return compose(rng, question, right, wrong, reasoning, image=image)


_PROPERTIES = {
    "soft": ("a cotton ball", "a pillow", "a wool blanket", "a ripe banana", "a teddy bear",
             "a kitchen sponge"),
    "hard": ("a brick", "a hammer", "a glass marble", "a rock", "a coin", "a porcelain cup"),
    "stretchy": ("a rubber band", "a hair tie", "a swim cap", "a trampoline mat", "a balloon",
                 "a pair of tights"),
    "transparent": ("a clean window", "a glass of water", "a plastic bottle", "a pair of goggles",
                    "an empty fish tank", "a lens"),
    "sweet": ("a spoon of honey", "a piece of candy", "a ripe mango", "maple syrup", "a cupcake",
              "a bowl of jam"),
    "salty": ("a potato chip", "sea water", "a pretzel", "soy sauce", "a salted peanut",
              "a slice of bacon"),
    "sour": ("a lemon", "vinegar", "a green plum", "a slice of lime", "plain yogurt",
             "a grapefruit"),
    "sticky": ("tape", "fresh glue", "chewed gum", "tree sap", "melted marshmallow", "honey"),
    "fragile": ("an eggshell", "a wine glass", "a light bulb", "a porcelain plate",
                "a glass ornament", "a clay pot"),
    "rough": ("sandpaper", "tree bark", "a pine cone", "a cat's tongue", "a brick", "coarse rope"),
    "yellow": ("a lemon", "a sunflower", "a school bus", "a ripe banana", "a canary", "butter"),
    "flexible": ("a garden hose", "a shoelace", "a rope", "a sheet of paper", "a leather belt",
                 "a plastic bag"),
}  # fmt: skip
# Properties that none of the things has.
_FOREIGN = {
    "soft": ("hard", "fragile", "transparent", "salty"),
    "hard": ("soft", "stretchy", "sticky", "sweet"),
    "stretchy": ("hard", "fragile", "salty", "sour"),
    "transparent": ("sweet", "rough", "sticky", "yellow"),
    "sweet": ("salty", "hard", "rough", "transparent"),
    "salty": ("sweet", "stretchy", "fragile"),
    "sour": ("salty", "stretchy", "fragile", "sticky"),
    "sticky": ("hard", "fragile", "rough", "salty"),
    "fragile": ("soft", "stretchy", "sticky", "sour"),
    "rough": ("stretchy", "transparent", "salty", "sweet"),
    "yellow": ("transparent", "salty", "stretchy", "rough"),
    "flexible": ("hard", "fragile", "sweet", "salty"),
}


def properties_in_common(rng: random.Random) -> ScienceQuestion:
    name = rng.choice(list(_PROPERTIES))
    things = rng.sample(_PROPERTIES[name], rng.choice((2, 3, 4)))
    question = rng.choice((
        f"Which property do these objects have in common: {listed(things)}?",
        f"{capital(listed(things))} are alike in one way. Which property do they share?",
    ))  # fmt: skip
    every = "both" if len(things) == 2 else "all"
    reasoning = f"{capital(listed(things))} are {every} {name}, so this is what they share."
    image = None
    if rng.random() < 0.8:
        words = [thing.removeprefix("a ").removeprefix("an ") for thing in things]
        caption = rng.choice((f"a picture of {things[0]} and other things",
                              "pictures of several objects", "objects on a table"))  # fmt: skip
        image = picture(rng, caption, words)
    return compose(rng, question, name, _FOREIGN[name], reasoning, image=image)


def animals_in_common(rng: random.Random) -> ScienceQuestion:
    """Which animal is of the same group as another one."""
    animals = rows("groups of animals")
    given = rng.choice(animals)
    mates = [a for a in animals if a["group"] == given["group"] and a["animal"] != given["animal"]]
    right = rng.choice(mates)
    wrong = [a["animal"] for a in animals if a["group"] != given["group"]]
    question = (
        f"Which animal belongs to the same group as {with_article(given['animal'])}?\n"
        f"Context: {capital(with_article(given['animal']))} has {given['trait']}."
    )
    reasoning = (
        f"{capital(with_article(given['animal']))} is {with_article(given['group'])}, and so is "
        f"{with_article(right['animal'])}."
    )
    image = None
    if rng.random() < 0.7:
        image = picture(rng, rng.choice((f"a picture of {with_article(given['animal'])}",
                                         "pictures of several animals")))  # fmt: skip
    return compose(rng, question, right["animal"], wrong, reasoning, image=image)


SKILLS = (events_in_order, changes_in_common, properties_in_common, animals_in_common)
