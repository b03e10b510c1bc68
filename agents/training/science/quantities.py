"""Units, estimates, and quantities that are compared by their numbers."""

import random

from autoact_precache.agents.training.science.question import ScienceQuestion, compose, picture
from autoact_precache.agents.training.science.wording import capital, with_article

# What is measured, the question, the thing, the number, the unit, and units that do not fit.
_ESTIMATES = (
    ("length", "How long is", "pencil", 18, "centimeters", "millimeters kilometers"),
    ("length", "How long is", "school bus", 12, "meters", "centimeters kilometers"),
    ("length", "How long is", "grain of rice", 7, "millimeters", "centimeters meters"),
    ("length", "How long is", "hiking trail", 9, "kilometers", "centimeters meters"),
    ("length", "How long is", "banana", 20, "centimeters", "millimeters meters"),
    ("length", "How tall is", "two-story house", 7, "meters", "millimeters kilometers"),
    ("length", "How thick is", "fingernail", 1, "millimeters", "meters centimeters"),
    ("length", "How long is", "toothbrush", 7, "inches", "feet miles"),
    ("length", "How long is", "canoe", 15, "feet", "inches miles"),
    ("length", "How long is", "bridge over a wide bay", 2, "miles", "inches feet"),
    ("length", "How long is", "baseball bat", 1, "yards", "inches miles"),
    ("length", "How long is", "caterpillar", 2, "inches", "feet yards"),
    ("length", "How tall is", "basketball player", 6, "feet", "inches miles"),
    ("mass", "What is the mass of", "paper clip", 1, "grams", "kilograms tons"),
    ("mass", "What is the mass of", "strawberry", 12, "grams", "kilograms tons"),
    ("mass", "What is the mass of", "house cat", 4, "kilograms", "grams tons"),
    ("mass", "What is the mass of", "bicycle", 14, "kilograms", "grams milligrams"),
    ("mass", "What is the mass of", "slice of bread", 30, "grams", "kilograms tons"),
    ("mass", "How heavy is", "apple", 6, "ounces", "pounds tons"),
    ("mass", "How heavy is", "grown elephant", 5, "tons", "ounces pounds"),
    ("mass", "How heavy is", "watermelon", 15, "pounds", "ounces tons"),
    ("mass", "How heavy is", "delivery truck", 4, "tons", "ounces pounds"),
    ("mass", "How heavy is", "bag of potato chips", 8, "ounces", "pounds tons"),
    ("volume", "What is the volume of", "eyedropper", 2, "milliliters", "liters"),
    ("volume", "What is the volume of", "bathtub", 240, "liters", "milliliters"),
    ("volume", "What is the volume of", "soup spoon", 15, "milliliters", "liters"),
    ("volume", "What is the volume of", "large bucket", 11, "liters", "milliliters"),
    ("volume", "How much does it hold, if you fill", "coffee mug", 9, "fluid ounces",
     "gallons quarts"),
    ("volume", "How much does it hold, if you fill", "kitchen sink", 8, "gallons",
     "fluid_ounces cups"),
    ("volume", "How much does it hold, if you fill", "baby bottle", 7, "fluid ounces",
     "gallons quarts"),
    ("time", "How long does it take to play", "song", 4, "minutes", "seconds hours"),
    ("time", "How long does it take to eat", "slice of pizza", 5, "minutes", "seconds hours"),
    ("time", "How long does it take to fly across", "wide ocean", 8, "hours", "seconds minutes"),
    ("time", "How long does it take to boil", "chicken egg", 8, "minutes",
     "seconds hours"),
)  # fmt: skip


def estimates(rng: random.Random) -> ScienceQuestion:
    kind, ask, thing, number, unit, unfit = rng.choice(_ESTIMATES)
    number += rng.choice((0, 0, 1, 2)) if number > 10 else 0
    noun = with_article(thing)

    def amount(unit: str) -> str:
        if number > 1:
            return f"{number} {unit}"
        return f"1 {'foot' if unit == 'feet' else 'inch' if unit == 'inches' else unit[:-1]}"

    question = rng.choice((
        f"Choose the best estimate. {ask} {noun}?",
        f"{ask} {noun}? Pick the better estimate.",
    ))  # fmt: skip
    wrong = [amount(other.replace("_", " ")) for other in unfit.split()]
    reasoning = (
        f"A {kind} of {amount(unit)} fits {noun}, while {' and '.join(wrong)} would be far too "
        "much or too little."
    )
    image = picture(rng, f"a picture of {noun}") if rng.random() < 0.3 else None
    return compose(rng, question, amount(unit), wrong, reasoning, image=image)


_TEMPERATURES = (
    ("a glass of ice water", 1, 34, "ice water is near freezing"),
    ("a bowl of hot soup", 60, 140, "hot soup is far above body temperature"),
    ("the air on a hot summer day", 33, 92, "a hot day is a little below body temperature"),
    ("the air on a snowy day", -4, 25, "snow lies when it is below freezing"),
    ("the inside of a freezer", -18, 0, "a freezer is far below freezing"),
    ("boiling water", 100, 212, "water boils at 100°C, which is 212°F"),
    ("a comfortable living room", 21, 70, "room temperature is about 20°C or 70°F"),
    ("a hot oven for baking bread", 220, 430, "an oven is hotter than boiling water"),
    ("the body of a healthy person", 37, 98, "body temperature is about 37°C or 98°F"),
    ("the inside of a refrigerator", 4, 39, "a refrigerator is a little above freezing"),
)  # fmt: skip


def estimates_of_temperature(rng: random.Random) -> ScienceQuestion:
    thing, celsius, fahrenheit, why = rng.choice(_TEMPERATURES)
    unit, number = rng.choice((("°C", celsius), ("°F", fahrenheit)))
    numbers = [c if unit == "°C" else f for _, c, f, _ in _TEMPERATURES]
    other = rng.choice([n for n in numbers if abs(n - number) > 25])
    question = rng.choice((
        f"Which is the better estimate for the temperature of {thing}?",
        f"About what temperature does {thing} have?",
    ))  # fmt: skip
    reasoning = f"The better estimate is {number}{unit}, since {why}."
    return compose(rng, question, f"{number}{unit}", [f"{other}{unit}"], reasoning)


_TOOLS = (
    ("thermometer", "temperature", "degrees Celsius", "how warm a pond is"),
    ("balance", "mass", "grams", "the mass of a stone"),
    ("ruler", "length", "centimeters", "the length of a leaf"),
    ("graduated cylinder", "volume of a liquid", "milliliters", "the volume of some water"),
    ("stopwatch", "time", "seconds", "how long a run takes"),
    ("rain gauge", "amount of rain", "millimeters", "how much rain has fallen"),
    ("anemometer", "wind speed", "meters per second", "how fast the wind blows"),
    ("barometer", "air pressure", "millibars", "the pressure of the air"),
    ("spring scale", "force", "newtons", "how strongly a cart is pulled"),
    ("speedometer", "the speed of a car", "kilometers per hour", "how fast a car goes"),
)  # fmt: skip


def tools_of_measurement(rng: random.Random) -> ScienceQuestion:
    tool, quantity, unit, task = rng.choice(_TOOLS)
    form = rng.randrange(3)
    image = picture(rng, rng.choice((f"a picture of a {tool}", "an instrument with numbers on it")))
    shown = image if rng.random() < 0.4 else None
    if form == 0:
        question = rng.choice((f"Which tool measures {quantity}?",
                               f"Which tool would you use to find out {task}?"))  # fmt: skip
        right, wrong = with_article(tool), [with_article(t[0]) for t in _TOOLS]
    elif form == 1:
        question = f"What does {with_article(tool)} measure?"
        right, wrong = quantity, [t[1] for t in _TOOLS]
    else:
        question = f"In which unit is {quantity} measured?"
        right, wrong = unit, [t[2] for t in _TOOLS]
    reasoning = f"{capital(with_article(tool))} measures {quantity}, for example in {unit}."
    return compose(rng, question, right, wrong, reasoning, image=shown)


# Volumes in billions of cubic kilometers, rounded.
_PLANETS = {
    "Mercury": 60, "Venus": 930, "Earth": 1080, "Mars": 160, "Jupiter": 1_431_280,
    "Saturn": 827_130, "Uranus": 68_330, "Neptune": 62_530,
}  # fmt: skip


def volumes_of_planets(rng: random.Random) -> ScienceQuestion:
    planets = rng.sample(list(_PLANETS), 2)
    small, large = sorted(planets, key=_PLANETS.__getitem__)
    factor = rng.choice((2, 5, 10, 20, 50, 100))
    ratio = _PLANETS[large] / _PLANETS[small]
    rows = ", ".join(f"{p} {v:,}" for p, v in rng.sample(list(_PLANETS.items()), 8))
    image = None
    context = f"\nContext: Volumes in billions of cubic kilometers: {rows}."
    if rng.random() < 0.6:
        words = ["Planet", "Volume (billions of km3)"]
        words += [w for p, v in _PLANETS.items() for w in (p, f"{v:,}")]
        image = picture(rng, rng.choice(("a table with numbers and names of planets",
                                         "a chart of the planets")), words)  # fmt: skip
        if rng.random() < 0.5:
            context = "\nContext: The table in the picture lists the volumes of the planets."
    if rng.random() < 0.5:
        question = f"True or false? {large}'s volume is more than {factor} times {small}'s volume."
        right = "true" if ratio > factor else "false"
        sign = "more" if ratio > factor else "not more"
        reasoning = (
            f"{factor} times {_PLANETS[small]:,} is {factor * _PLANETS[small]:,}, and "
            f"{_PLANETS[large]:,} is {sign} than that, so it is {right}."
        )
        return compose(rng, question + context, right, ["true", "false"], reasoning, image=image)
    biggest = rng.random() < 0.5
    group = rng.sample(list(_PLANETS), 4)
    group.sort(key=_PLANETS.__getitem__, reverse=biggest)
    word = "largest" if biggest else "smallest"
    question = f"Which of these planets has the {word} volume?"
    reasoning = f"{group[0]} has the {word} volume of them, {_PLANETS[group[0]]:,} billion km3."
    return compose(rng, question + context, group[0], group, reasoning, image=image)


SKILLS = (estimates, estimates_of_temperature, tools_of_measurement, volumes_of_planets)
