"""Forces and energy that are compared by their numbers."""

import random

from autoact_precache.agents.training.science.question import ScienceQuestion, compose, picture

_VEHICLES = ("car", "truck", "wagon", "shopping cart", "bicycle", "sled", "boat", "train car")


def balanced_forces(rng: random.Random) -> ScienceQuestion:
    thing = rng.choice(("box", "crate", "sled", "wagon", "sofa", "cart"))
    left = rng.randrange(50, 500, 10)
    right = left if rng.random() < 0.5 else left + rng.choice((-40, -20, 30, 60, 90))
    balanced = left == right
    question = (
        f"A force of {left} N pulls a {thing} to the left, and one of {right} N pulls it to the "
        "right. No other forces act sideways. Are the forces balanced?"
    )
    if balanced:
        answer = "The forces are balanced."
        reasoning = f"The forces are balanced, as they are opposite and equal, {left} N each."
    else:
        answer = "The forces are unbalanced."
        bigger = "right" if right > left else "left"
        reasoning = (
            f"The forces are unbalanced, as {left} N and {right} N are not equal; the net force "
            f"points to the {bigger}."
        )
    image = None
    if rng.random() < 0.5:
        words = [f"{left} N", f"{right} N"]
        image = picture(rng, f"a picture of a {thing} with two arrows", words)
    wrong = ["The forces are balanced.", "The forces are unbalanced."]
    return compose(rng, question, answer, wrong, reasoning, image=image)


def force_and_mass(rng: random.Random) -> ScienceQuestion:
    """Newton's second law: what a force does to a light and to a heavy thing."""
    low, high = sorted(rng.sample(range(5, 400, 5), 2))
    masses = rng.sample((low, high), 2)
    thing = rng.choice(_VEHICLES)
    more = rng.random() < 0.5
    right = "AB"[masses.index(low if more else high)]
    question = (
        f"Two {thing}s are pushed with equal force. {thing.capitalize()} A has a mass of "
        f"{masses[0]} kg, {thing} B one of {masses[1]} kg. Which one speeds up "
        f"{'more' if more else 'less'}?"
    )
    reasoning = (
        f"With the same force the {'smaller' if more else 'larger'} mass speeds up "
        f"{'more' if more else 'less'}, and {thing} {right} has {low if more else high} kg."
    )
    return compose(rng, question, f"{thing} {right}", [f"{thing} A", f"{thing} B"], reasoning)


def kinetic_energy(rng: random.Random) -> ScienceQuestion:
    """The same speed with different masses, or the same mass with different speeds."""
    thing = rng.choice(("cart", "sled", "skater", "bear", "canoe", "cyclist", "robot"))
    low, high = sorted(rng.sample(range(20, 90), 2))
    if rng.random() < 0.5:
        values = rng.sample((low, high), 2)
        speed = rng.randint(2, 12)
        given = [f"a mass of {v} kg and a speed of {speed} m/s" for v in values]
        why = f"At equal speed the larger mass has more kinetic energy, and {high} kg beats {low}"
    else:
        mass = rng.randint(20, 90)
        low, high = sorted(rng.sample(range(2, 13), 2))
        values = rng.sample((low, high), 2)
        given = [f"a mass of {mass} kg and a speed of {v} m/s" for v in values]
        why = f"With equal mass the faster one has more kinetic energy, and {high} m/s beats {low}"
    most = rng.random() < 0.5
    right = "AB"[values.index(high if most else low)]
    question = (
        f"{thing.capitalize()} A has {given[0]}, and {thing} B {given[1]}. "
        f"Which one has {'more' if most else 'less'} kinetic energy?"
    )
    reasoning = f"{why}, so {thing} {right} has {'more' if most else 'less'}."
    return compose(rng, question, f"{thing} {right}", [f"{thing} A", f"{thing} B"], reasoning)


_FALLS = (
    ("An apple", "falls from a branch to the ground", "decreases", "closer to"),
    ("A skydiver", "falls toward the field below", "decreases", "closer to"),
    ("A roller coaster car", "rolls down from the top", "decreases", "closer to"),
    ("A girl", "slides down to the sand", "decreases", "closer to"),
    ("Rain", "falls from a cloud", "decreases", "closer to"),
    ("A climber", "climbs up a cliff", "increases", "farther from"),
    ("A balloon", "rises above the town", "increases", "farther from"),
    ("An elevator", "goes up to the ninth floor", "increases", "farther from"),
    ("A boy", "carries a box up the stairs", "increases", "farther from"),
    ("A hawk", "flies up from the ground", "increases", "farther from"),
    ("A train", "moves along a level track", "stays the same", "as far from"),
    ("A bus", "drives along a flat road", "stays the same", "as far from"),
)  # fmt: skip


def gravitational_potential_energy(rng: random.Random) -> ScienceQuestion:
    actor, act, change, distance = rng.choice(_FALLS)
    question = rng.choice((
        f"{actor} {act}. What happens to the gravitational potential energy between the two, "
        f"{actor.lower()} and Earth?",
        f"{actor} {act}. How does the gravitational potential energy with Earth change?",
    ))  # fmt: skip
    than = "as" if change == "stays the same" else "than"
    reasoning = (
        f"{actor} is then {distance} the center of Earth {than} before, so the potential energy "
        f"{change}."
    )
    options = [f"It {c}." for c in ("increases", "decreases", "stays the same")]
    image = picture(rng, f"a picture of {actor.lower()}") if rng.random() < 0.4 else None
    return compose(rng, question, f"It {change}.", options, reasoning, options=3, image=image)


def concentration(rng: random.Random) -> ScienceQuestion:
    """Particles per volume of solvent in two solutions."""
    color = rng.choice(("green", "pink", "purple", "blue", "yellow"))
    counts = rng.sample(range(2, 12), 2)
    volume = rng.choice((20, 25, 30, 40, 50))
    volumes = [volume, volume]
    if rng.random() < 0.4:
        counts = [counts[0], counts[0]]
        volumes = rng.sample((20, 25, 30, 40, 50), 2)
    ratios = [count / v for count, v in zip(counts, volumes, strict=True)]
    right = f"Solution {'AB'[ratios.index(max(ratios))]}"
    words = ["Solution A", "Solution B", *(f"Solvent volume: {v} mL" for v in volumes)]
    image = None
    if rng.random() < 0.6:
        image = picture(rng, f"a diagram of two jars with {color} balls in them", words)
    question = (
        f"Which solution has a higher concentration of {color} particles?\nContext: Solution A has "
        f"{counts[0]} {color} particles in {volumes[0]} mL of solvent, and Solution B has "
        f"{counts[1]} in {volumes[1]} mL."
    )
    if volumes[0] == volumes[1]:
        why = f"The volumes are equal, and {max(counts)} particles are more than {min(counts)}"
    else:
        why = f"The particles are equally many, and {min(volumes)} mL is less than {max(volumes)}"
    wrong = ["Solution A", "Solution B", "neither; their concentrations are the same"]
    return compose(rng, question, right, wrong, f"{why}, so {right} is more concentrated.",
                   options=3, image=image)  # fmt: skip


def diffusion(rng: random.Random) -> ScienceQuestion:
    left, right = rng.sample(range(1, 10), 2)
    solute = rng.choice(("sugar", "urea", "glucose", "dye", "caffeine"))
    side = "left" if left > right else "right"
    other = "right" if side == "left" else "left"
    image = None
    if rng.random() < 0.6:
        image = picture(rng, "a diagram of a container with a membrane in the middle", ["Membrane"])
    given = (
        f"Context: A membrane that lets particles of {solute} pass divides a container. At first "
        f"there are {left} particles on the left and {right} on the right."
    )
    if rng.random() < 0.5:
        question = f"Toward which side do more particles move until both sides are equal?\n{given}"
        answer, wrong = f"to the {other}", ["to the left", "to the right"]
    else:
        question = (
            f"After the concentrations have become equal, what has happened on the {other} side?"
            f"\n{given}"
        )
        answer = "The concentration has increased."
        wrong = [answer, "The concentration has decreased.", "The concentration is the same."]
    reasoning = (
        f"Particles spread from higher to lower concentration, here from the {side} to the {other}."
    )
    return compose(rng, question, answer, wrong, reasoning, image=image)


SKILLS = (
    balanced_forces, force_and_mass, kinetic_energy, gravitational_potential_energy, concentration,
    diffusion,
)  # fmt: skip
