"""Invented titles of works and names of groups, put together from word lists."""

import random

from autoact_precache.agents.training.worlds import names

_ADJECTIVES = [
    "Silver",
    "Broken",
    "Quiet",
    "Crimson",
    "Hollow",
    "Golden",
    "Distant",
    "Last",
    "Bitter",
    "Northern",
    "Wild",
    "Paper",
    "Hidden",
    "Restless",
    "Gentle",
    "Frozen",
    "Electric",
    "Velvet",
    "Burning",
    "Secret",
    "Lonely",
    "Second",
    "Empty",
    "Savage",
    "Blue",
    "Strange",
    "Perfect",
    "Midnight",
    "Little",
    "Long",
    "Fallen",
    "Sacred",
    "Cold",
    "Tender",
    "Iron",
    "Common",
    "Idle",
    "Borrowed",
    "Crooked",
]
_NOUNS = [
    "Orchard",
    "River",
    "Lantern",
    "Harbor",
    "Winter",
    "Garden",
    "Mirror",
    "Road",
    "Daughter",
    "Stranger",
    "Crown",
    "Island",
    "Letter",
    "Promise",
    "Season",
    "Tiger",
    "Window",
    "Forest",
    "Machine",
    "Summer",
    "Dream",
    "Kingdom",
    "Heart",
    "Ghost",
    "Soldier",
    "Bridge",
    "Circus",
    "Engine",
    "Moon",
    "Sparrow",
    "Wolf",
    "Feather",
    "Compass",
    "Thief",
    "Carnival",
    "Meadow",
    "Shadow",
    "Widow",
    "Station",
    "Parade",
    "Sailor",
    "Fever",
    "Honey",
    "Ladder",
    "Doctor",
    "Wedding",
    "Valley",
    "Storm",
    "Clock",
    "Neighbor",
    "Tower",
    "Rose",
]
_ABSTRACT = [
    "Love",
    "Silence",
    "Mercy",
    "Fortune",
    "Glory",
    "Patience",
    "Gravity",
    "Justice",
    "Memory",
    "Freedom",
    "Sorrow",
    "Reason",
    "Luck",
    "Thunder",
    "Smoke",
    "Dust",
    "Fire",
    "Glass",
    "Salt",
    "Snow",
    "Ashes",
    "Sand",
]
_NUMBERS = ["Two", "Three", "Five", "Seven", "Nine", "Twelve", "Thirty", "Hundred"]
_VERBS = [
    "Dancing",
    "Falling",
    "Waiting",
    "Running",
    "Sleeping",
    "Leaving",
    "Singing",
    "Drowning",
    "Hiding",
    "Calling",
]
_BAND_WORDS = [
    "Foxes",
    "Embers",
    "Satellites",
    "Pilgrims",
    "Lanterns",
    "Ravens",
    "Weathermen",
    "Vandals",
    "Orphans",
    "Kites",
    "Strangers",
    "Magnets",
    "Swimmers",
    "Rebels",
    "Parrots",
    "Cadets",
    "Monarchs",
    "Wolves",
    "Echoes",
]


def work(rng: random.Random, style: str) -> str:
    """A title as films, books, albums and songs have them."""
    adjective, noun, other = rng.choice(_ADJECTIVES), rng.choice(_NOUNS), rng.choice(_NOUNS)
    abstract, number, verb = rng.choice(_ABSTRACT), rng.choice(_NUMBERS), rng.choice(_VERBS)
    parts = names.STYLES[style]
    first = rng.choice((parts.men + " " + parts.women).split())
    return rng.choice(
        (
            f"{adjective} {noun}",
            f"The {adjective} {noun}",
            f"{adjective} {noun}s" if noun[-1] not in "sfy" else f"{adjective} {abstract}",
            f"The {noun} of {abstract}",
            f"{noun} of {abstract}",
            f"{abstract} and {rng.choice(_ABSTRACT)}",
            f"{number} {noun}s" if noun[-1] not in "sfy" else f"{number} Days of {abstract}",
            f"The {noun}'s {other}",
            f"{verb} with the {noun}",
            f"{verb} in {names.place(rng, style)}",
            f"A {noun} in {names.place(rng, style)}",
            f"{first}'s {noun}",
            f"{first} and the {noun}",
            f"Letters to {first}",
            f"No {abstract} for the {noun}",
            f"Beyond the {adjective} {noun}",
            f"{adjective} {noun}, {rng.choice(_ADJECTIVES)} {other}",
            f"When the {noun} Came",
            f"My {adjective} {noun}",
            f"{noun} {number}",
            f"{noun} {rng.randint(2, 99)}",
            f"{names.place(rng, style)}",
            f"Miss {names.surname(rng, style)}",
            f"What {first} Saw",
            f"{abstract}: The {adjective} {noun}",
        )
    )


def band(rng: random.Random, style: str) -> str:
    adjective, noun = rng.choice(_ADJECTIVES), rng.choice(_BAND_WORDS)
    return rng.choice(
        (
            f"The {adjective} {noun}",
            f"{adjective} {noun}",
            f"The {noun}",
            f"{rng.choice(_ABSTRACT)} {noun}",
            f"{adjective} {rng.choice(_ABSTRACT)}",
            f"{rng.choice(_NOUNS)} {rng.choice(_ABSTRACT)}",
            f"{rng.choice(_NOUNS)} {rng.randint(3, 99)}",
            f"{names.surname(rng, style)} & the {noun}",
            f"Kid {names.surname(rng, style)}",
            f"{names.place(rng, style)} {noun}",
        )
    )


def company(rng: random.Random, style: str) -> str:
    last = names.surname(rng, style)
    return rng.choice(
        (
            f"{last} Group",
            f"{last} & {names.surname(rng, style)}",
            f"{last} Industries",
            f"{last} Brothers",
            f"{rng.choice(_NOUNS)}{rng.choice(('soft', 'tech', 'works', 'line'))}",
            f"{last} Corporation",
            f"{last} Holdings",
            f"{names.place(rng, style)} {rng.choice(('Motors', 'Foods', 'Energy', 'Textiles'))}",
            f"{rng.choice(_ADJECTIVES)} {rng.choice(_NOUNS)} {rng.choice(('Media', 'Partners'))}",
        )
    )


def imprint(rng: random.Random, style: str) -> str:
    """The name of a record label, a publisher or a studio, without that word."""
    return rng.choice(
        (
            f"{rng.choice(_ADJECTIVES)} {rng.choice(_NOUNS)}",
            names.surname(rng, style),
            f"{rng.choice(_NOUNS)} {rng.choice(('Hill', 'House', 'Street', 'Lane'))}",
            f"{names.place(rng, style)}",
        )
    )


def genus(rng: random.Random) -> str:
    start = rng.choice(
        [
            "Bel",
            "Cal",
            "Dor",
            "Fen",
            "Gly",
            "Hal",
            "Lam",
            "Mel",
            "Nor",
            "Ory",
            "Pel",
            "Sten",
            "Tri",
            "Ver",
            "Xan",
            "Cyr",
        ]
    )
    middle = rng.choice(["o", "a", "i", "andr", "eph", "urn", "ost", "ell", "ich", "ant"])
    return (
        start.capitalize()
        + middle
        + rng.choice(["thus", "cera", "ium", "opsis", "ella", "anthus", "ia", "odes"])
    )
