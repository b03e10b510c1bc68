"""Magnets, speed and temperature: what follows from the numbers and poles that are given."""

import random

from autoact_precache.agents.training.science.question import ScienceQuestion, compose, picture
from autoact_precache.agents.training.science.wording import capital, with_article

_MAGNET_CAPTIONS = (
    "two magnets next to each other, one red and one blue", "a picture of two bar magnets",
    "a red and blue object with the letters n and s on it",
    "two bar magnets with north and south poles labeled",
)  # fmt: skip


def attract_or_repel(rng: random.Random) -> ScienceQuestion:
    """The poles that face each other stand in the text read from the picture, or in the text."""
    left, right = rng.choice(("NS", "SN")), rng.choice(("NS", "SN"))
    facing = left[1] + right[0]
    verdict = "repel" if facing in ("NN", "SS") else "attract"
    name = {"N": "north", "S": "south"}
    poles = f"{name[facing[0]]} pole", f"{name[facing[1]]} pole"
    if rng.random() < 0.6:
        image = picture(rng, rng.choice(_MAGNET_CAPTIONS), [*left, *right])
        question = rng.choice((
            "Two magnets lie in a row as the picture shows. Do they attract or repel each other?",
            "Look at the magnets in the picture. What will they do to each other?",
        ))  # fmt: skip
        seen = f"The poles read {left[0]} {left[1]} {right[0]} {right[1]}, so"
    else:
        image = None
        question = rng.choice((
            f"The {poles[0]} of one magnet faces the {poles[1]} of another. "
            "What do the magnets do to each other?",
            f"Two bar magnets lie end to end: the {poles[0]} of the first is closest to the "
            f"{poles[1]} of the second. Will they attract or repel?",
        ))  # fmt: skip
        seen = "Here"
    rule = "like poles repel" if verdict == "repel" else "opposite poles attract"
    reasoning = f"{seen} a {poles[0]} faces a {poles[1]}, and {rule}."
    return compose(rng, question, verdict, ["attract", "repel"], reasoning, image=image)


def strength_of_the_magnetic_force(rng: random.Random) -> ScienceQuestion:
    near, far = sorted(rng.sample(range(2, 60), 2))
    unit = rng.choice(("cm", "mm"))
    pairs = [near, far]
    rng.shuffle(pairs)
    closer = f"Pair {pairs.index(near) + 1}"
    stronger = rng.random() < 0.5
    right = closer if stronger else f"Pair {pairs.index(far) + 1}"
    word = "stronger" if stronger else "weaker"
    image = None
    given = f"In Pair 1 the magnets are {pairs[0]} {unit} apart, in Pair 2 {pairs[1]} {unit}."
    if rng.random() < 0.5:
        words = ["Pair 1", "Pair 2", *(f"{distance} {unit}" for distance in pairs)]
        image = picture(rng, "two pairs of magnets with arrows between them", words)
        given = "The picture shows two pairs of equal magnets at different distances."
    question = f"{given} In which pair is the magnetic force between the magnets {word}?"
    reasoning = (
        f"The {'closer' if stronger else 'farther apart'} the magnets, the {word} the force, and "
        f"{near} {unit} is less than {far} {unit}, so it is {right}."
    )
    wrong = ["Pair 1", "Pair 2", "The force is the same in both pairs."]
    return compose(rng, question, right, wrong, reasoning, options=3, image=image)


_MOVERS = (
    ("red car", "blue car"), ("duck", "goose"), ("cyclist", "jogger"), ("sailboat", "canoe"),
    ("hawk", "crow"), ("train", "bus"), ("horse", "deer"), ("truck", "motorcycle"),
    ("kayaker", "swimmer"), ("green kite", "yellow balloon"), ("dog", "rabbit"),
)  # fmt: skip


def speed(rng: random.Random) -> ScienceQuestion:
    """The same time, or the same distance: which one was faster?"""
    movers = rng.choice(_MOVERS)
    low, high = sorted(rng.sample(range(5, 95, 5), 2))
    slow, fast = rng.sample(movers, 2)
    unit = rng.choice(("kilometers", "miles"))
    if rng.random() < 0.5:
        hours = rng.randint(2, 9)
        given = {slow: f"{low} {unit} in {hours} hours", fast: f"{high} {unit} in {hours} hours"}
        rule = f"In the same time the {fast} went farther, {high} {unit} instead of {low}"
    else:
        few, many = sorted(rng.sample(range(2, 12), 2))
        distance = rng.randrange(20, 90, 5)
        given = {slow: f"{distance} {unit} in {many} hours",
                 fast: f"{distance} {unit} in {few} hours"}  # fmt: skip
        rule = f"Over the same distance the {fast} needed less time, {few} hours instead of {many}"
    higher = rng.random() < 0.5
    right = fast if higher else slow
    first, second = movers
    question = (
        f"The {first} moved {given[first]}. The {second} moved {given[second]}. "
        f"Which one had the {'higher' if higher else 'lower'} speed?"
    )
    reasoning = f"{rule}, so the {right} was {'faster' if higher else 'slower'}."
    return compose(rng, question, f"the {right}", [f"the {m}" for m in movers], reasoning)


_WARM_THINGS = (
    "brick", "stick of butter", "glass of orange juice", "apple pie", "metal spoon", "cup of tea",
    "slice of pizza", "bottle of milk", "can of soda", "bowl of soup", "block of wood",
    "frying pan", "fish tank", "bar of chocolate", "loaf of bread", "bathtub full of water",
)  # fmt: skip


def thermal_energy_and_temperature(rng: random.Random) -> ScienceQuestion:
    thing = rng.choice(_WARM_THINGS)
    low = rng.randint(5, 60)
    high = low + rng.randint(2, 25)
    most = rng.random() < 0.5
    right, other = (high, low) if most else (low, high)
    word = "more" if most else "less"
    question = rng.choice((
        f"Two objects are alike in everything but temperature. Which has {word} thermal energy?",
        f"Two objects of the same mass and material differ in temperature. Which one has {word} "
        "thermal energy?",
        f"Which {thing} has {word} thermal energy, if both have the same mass and material?",
    ))  # fmt: skip
    option = f"{with_article(thing)} at a temperature of {{}}°F"
    reasoning = (
        f"Equal objects have {word} thermal energy when they are {'hotter' if most else 'colder'}, "
        f"and {right}°F is {'above' if most else 'below'} {other}°F."
    )
    return compose(rng, question, option.format(right), [option.format(other)], reasoning)


def heat_flow(rng: random.Random) -> ScienceQuestion:
    """Heat goes from the warmer to the colder; the temperatures may stand in the picture."""
    thing = rng.choice(_WARM_THINGS)
    noun = with_article(thing)
    low = rng.randint(30, 70)
    high = low + rng.randint(5, 60)
    warmer = rng.random() < 0.5
    degrees = (high, low) if warmer else (low, high)
    right = f"from the {thing} to its surroundings"
    wrong = f"from the surroundings to the {thing}"
    if not warmer:
        right, wrong = wrong, right
    given = f"{capital(noun)} is at {degrees[0]}°F, and the air around it is at {degrees[1]}°F."
    question = rng.choice(("{} In which direction does thermal energy move?",
                           "{} Which way does heat flow?")).format(given)  # fmt: skip
    reasoning = (
        f"Heat flows from the warmer to the colder, and the {thing} is "
        f"{'warmer' if warmer else 'colder'} than its surroundings."
    )
    image = None
    if rng.random() < 0.4:
        image = picture(rng, rng.choice((f"a picture of {noun}", f"{noun} on a table")))
    return compose(rng, question, right, [wrong], reasoning, image=image)


def particles(rng: random.Random) -> ScienceQuestion:
    """Mass and speed of the particles of two gas samples give the temperature."""
    mass = rng.randint(10, 60)
    low = rng.randrange(200, 1800, 20)
    high = low + rng.randrange(20, 600, 20)
    speeds = [low, high]
    rng.shuffle(speeds)
    hotter = f"sample {'AB'[speeds.index(high)]}"
    question = (
        "Two closed containers of equal size hold gas. Which sample has the higher temperature?\n"
        f"Context: In both samples a particle has a mass of {mass} u. The average speed is "
        f"{speeds[0]} m/s in sample A and {speeds[1]} m/s in sample B."
    )
    image = None
    if rng.random() < 0.6:
        words = ["Sample A", "Sample B", f"Mass: {mass} u", f"Speed: {speeds[0]:,} m/s",
                 f"Speed: {speeds[1]:,} m/s"]  # fmt: skip
        image = picture(rng, "a diagram of two jars with balls in them", words)
    reasoning = (
        f"With equal masses the faster particles have more kinetic energy, {high} m/s against "
        f"{low} m/s, so {hotter} is hotter."
    )
    wrong = ["sample A", "sample B", "neither; the samples have the same temperature"]
    return compose(rng, question, hotter, wrong, reasoning, options=3, image=image)


SKILLS = (
    attract_or_repel, strength_of_the_magnetic_force, speed, thermal_energy_and_temperature,
    heat_flow, particles,
)  # fmt: skip
