"""Invented titles of works and names of groups, put together from word lists."""

import random

from autoact_precache.agents.training.worlds import names
from autoact_precache.agents.training.worlds.locales import STYLES
from autoact_precache.agents.training.worlds.pages import with_article

_ADJECTIVES = """
    Silver Broken Quiet Crimson Hollow Golden Distant Last Bitter Northern Wild Paper Hidden
    Restless Gentle Frozen Electric Velvet Burning Secret Lonely Second Empty Savage Blue Strange
    Perfect Midnight Little Long Fallen Sacred Cold Tender Iron Common Idle Borrowed Crooked
    Reluctant Plastic Green Ordinary Violent Foreign Crystal Dirty Scarlet
"""
_NOUNS = """
    Orchard River Lantern Harbor Winter Garden Mirror Road Daughter Stranger Crown Island Letter
    Promise Season Tiger Window Forest Machine Summer Dream Kingdom Heart Ghost Soldier Bridge
    Circus Engine Moon Sparrow Wolf Feather Compass Carnival Meadow Shadow Widow Station
    Parade Sailor Fever Ladder Doctor Wedding Valley Storm Clock Neighbor Tower Rose
    Guest Balloon Teacher Prisoner Highway Piano Island Verdict Outlaw Butcher Pilgrim
"""
_ABSTRACT = """
    Love Silence Mercy Fortune Glory Patience Gravity Justice Memory Freedom Sorrow Reason Luck
    Thunder Smoke Dust Fire Glass Salt Snow Ashes Sand Honey Trouble Heaven
"""
_NUMBERS = "Two Three Five Seven Nine Twelve Thirty Hundred"
_VERBS = "Dancing Falling Waiting Running Sleeping Leaving Singing Drowning Hiding Calling Chasing"
_BAND_WORDS = """
    Foxes Embers Satellites Pilgrims Lanterns Ravens Weathermen Vandals Orphans Kites Strangers
    Magnets Swimmers Rebels Parrots Cadets Monarchs Wolves Echoes Radios Planets Butchers
"""


def _word(rng: random.Random, words: str) -> str:
    return rng.choice(words.split())


def work(rng: random.Random, style: str) -> str:
    """A title as films, books, albums and songs have them."""
    adjective, other_adjective = rng.sample(_ADJECTIVES.split(), 2)
    noun, other = rng.sample(_NOUNS.split(), 2)
    nouns = f"{noun}s" if noun[-1] not in "sfy" else f"Days of {_word(rng, _ABSTRACT)}"
    abstract, number, verb = (_word(rng, words) for words in (_ABSTRACT, _NUMBERS, _VERBS))
    first = _word(rng, STYLES[style].men + " " + STYLES[style].women)
    return rng.choice(
        (
            f"{adjective} {noun}",
            f"The {adjective} {noun}",
            f"{adjective} {nouns}",
            f"The {noun} of {abstract}",
            f"{noun} of {abstract}",
            f"{abstract} and {_word(rng, _ADJECTIVES)} {other}",
            f"{number} {nouns}",
            f"The {noun}'s {other}",
            f"{verb} with the {noun}",
            f"{verb} {abstract}",
            f"{verb} in {names.place(rng, style)}",
            f"{with_article(noun)[0].upper()}{with_article(noun)[1:]} in {names.place(rng, style)}",
            f"{first}'s {noun}",
            f"{first} and the {noun}",
            f"Letters to {first}",
            f"No {abstract} for the {noun}",
            f"Beyond the {adjective} {noun}",
            f"{adjective} {noun}, {other_adjective} {other}",
            f"When the {noun} Came",
            f"My {adjective} {noun}",
            f"{noun} {rng.randint(2, 99)}",
            names.place(rng, style),
            f"Miss {names.surname(rng, style)}",
            f"Doctor {names.surname(rng, style)}",
            f"What {first} Saw",
            f"{abstract}: The {adjective} {noun}",
            f"{first} {names.surname(rng, style)}",
            f"{number} {nouns} from {names.place(rng, style)}",
            f"I, {first}",
            f"How to {rng.choice(('Leave', 'Forget', 'Marry', 'Bury'))} {with_article(noun)}",
        )
    )


def band(rng: random.Random, style: str) -> str:
    adjective, noun = _word(rng, _ADJECTIVES), _word(rng, _BAND_WORDS)
    return rng.choice(
        (
            f"The {adjective} {noun}",
            f"{adjective} {noun}",
            f"The {noun}",
            f"{_word(rng, _ABSTRACT)} {noun}",
            f"{adjective} {_word(rng, _ABSTRACT)}",
            f"{_word(rng, _NOUNS)} {_word(rng, _ABSTRACT)}",
            f"{_word(rng, _NOUNS)} {rng.randint(3, 99)}",
            f"{names.surname(rng, style)} & the {noun}",
            f"Kid {names.surname(rng, style)}",
            f"{names.place(rng, style)} {noun}",
            names.surname(rng, style),
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
            f"{_word(rng, _NOUNS)}{rng.choice(('soft', 'tech', 'works', 'line'))}",
            f"{last} Corporation",
            f"{last} Holdings",
            f"{names.place(rng, style)} {rng.choice(('Motors', 'Foods', 'Energy', 'Textiles'))}",
            f"{_word(rng, _ADJECTIVES)} {_word(rng, _NOUNS)} {rng.choice(('Media', 'Partners'))}",
        )
    )


def imprint(rng: random.Random, style: str) -> str:
    """The name of a record label, a publisher or a studio, without that word."""
    return rng.choice(
        (
            f"{_word(rng, _ADJECTIVES)} {_word(rng, _NOUNS)}",
            names.surname(rng, style),
            f"{_word(rng, _NOUNS)} {rng.choice(('Hill', 'House', 'Street', 'Lane'))}",
            names.place(rng, style),
        )
    )


def records(rng: random.Random, style: str) -> str:
    return f"{imprint(rng, style)} {rng.choice(('Records', 'Records', 'Music'))}"


def war(rng: random.Random, style: str) -> str:
    return rng.choice(
        (
            f"the War of the {_word(rng, _ADJECTIVES)} {_word(rng, _NOUNS)}",
            f"the {names.place(rng, style)} War",
            f"the {rng.choice(('First', 'Second', 'Third'))} {names.place(rng, style)} War",
            f"the {names.surname(rng, style)} Rebellion",
        )
    )


def genus(rng: random.Random, style: str) -> str:
    start = _word(rng, "Bel Cal Dor Fen Gly Hal Lam Mel Nor Ory Pel Sten Tri Ver Xan Cyr")
    middle = _word(rng, "o a i andr eph urn ost ell ich ant")
    return start + middle + _word(rng, "thus cera ium opsis ella anthus ia odes")
