"""Experiments: what is changed, what is measured, and what a test can show."""

import random

from autoact_precache.agents.training.science.question import ScienceQuestion, compose, picture

# Who; what is changed, and its two kinds; what is measured; on what; what stays the same.
_EXPERIMENTS = (
    ("Nora", "the kind of soil", "sand", "clay", "the height of the bean plants", "bean plants"),
    ("Wade", "the amount of light", "in the sun", "in the shade", "the number of new leaves",
     "mint plants"),
    ("Ines", "the temperature of the water", "cold", "hot",
     "the time until the sugar has dissolved", "cups of water with sugar"),
    ("Theo", "the surface of the ramp", "sandpaper", "glass", "the distance the toy car rolls",
     "runs of a toy car"),
    ("Maya", "the wax on the skis", "waxed", "not waxed", "the time of the ride down the hill",
     "rides on skis"),
    ("Jared", "the kind of ball", "rubber", "leather", "the height of the bounce",
     "drops of balls"),
    ("Alma", "the fertilizer", "with fertilizer", "without fertilizer", "the mass of the tomatoes",
     "tomato plants"),
    ("Otis", "the color of the paper", "black", "white", "the temperature under the paper",
     "jars wrapped in paper"),
    ("Petra", "the salt in the water", "salty", "not salty", "the time until the water boils",
     "pots of water"),
    ("Felix", "the length of the string", "short", "long", "the number of swings per minute",
     "pendulums"),
    ("Gia", "the kind of bread flour", "white flour", "rye flour", "the height of the loaf",
     "loaves of bread"),
    ("Ravi", "the cover of the cup", "with a lid", "without a lid",
     "the temperature of the tea after ten minutes", "cups of tea"),
    ("Luz", "the kind of paper towel", "thin", "thick", "the amount of water taken up",
     "pieces of paper towel"),
    ("Hank", "the type of bird food", "seeds", "peanuts", "the number of birds that visit",
     "bird feeders"),
    ("Zoe", "the size of the parachute", "small", "large", "the time of the fall",
     "falls of a toy with a parachute"),
    ("Dev", "the temperature of the room", "cool", "warm", "the time until the dough has doubled",
     "bowls of dough"),
    ("Kim", "the vinegar on the eggshells", "in vinegar", "in water", "the mass of the eggshells",
     "eggshells"),
    ("Ada", "the material of the blanket", "wool", "cotton", "the time until the ice has melted",
     "ice cubes in a blanket"),
)  # fmt: skip


def _described(experiment: tuple[str, ...]) -> str:
    who, changed, one, other, measured, things = experiment
    return (
        f"{who} tests {changed}. There are two groups of {things}: {one} and {other}. "
        f"Everything else is kept the same. Then {who} records {measured} in each group."
    )


def variables(rng: random.Random) -> ScienceQuestion:
    experiment = rng.choice(_EXPERIMENTS)
    _, changed, _, _, measured, _ = experiment
    independent = rng.random() < 0.5
    kind = "independent" if independent else "dependent"
    right = changed if independent else measured
    others = [e[1] if independent else e[4] for e in _EXPERIMENTS]
    question = f"What is the {kind} variable in this experiment?\nContext: {_described(experiment)}"
    rule = "changed on purpose" if independent else "measured"
    reasoning = f"The {kind} variable is the one that is {rule}, here {right}."
    image = picture(rng, "a picture of an experiment") if rng.random() < 0.4 else None
    wrong = [measured if independent else changed, *rng.sample(others, 3)]
    wrong = wrong[:1] if rng.random() < 0.6 else wrong
    return compose(rng, question, right, wrong, reasoning, image=image)


def questions_of_experiments(rng: random.Random) -> ScienceQuestion:
    experiment = rng.choice(_EXPERIMENTS)
    who, changed, _, _, measured, _ = experiment
    foreign = rng.choice([e for e in _EXPERIMENTS if e[1] != changed and e[4] != measured])
    right = f"Does {changed} affect {measured}?"
    wrong = [f"Does {foreign[1]} affect {measured}?", f"Does {changed} affect {foreign[4]}?"]
    question = (
        f"Which question can {who}'s experiment best answer?\nContext: {_described(experiment)}"
    )
    reasoning = f"Only {changed} is changed and only {measured} is recorded."
    image = None
    if rng.random() < 0.5:
        image = picture(rng, rng.choice(("a picture of a person outside", "objects on a table",
                                         "a drawing of an experiment")))  # fmt: skip
    return compose(rng, question, right, wrong, reasoning, image=image)


# Who; what is built; the test; what the test shows; what it does not show.
_TESTS = (
    ("Vera", "a bridge model", "puts weights on the model until it bends",
     "how much weight the model can carry", "how much the real bridge will cost"),
    ("Noel", "a wind turbine blade", "turns the blade in a wind tunnel",
     "whether the blade turns fast enough in wind", "whether the blade is cheap to make"),
    ("Iris", "a rain jacket", "sprays the jacket with water",
     "whether the jacket keeps out water", "whether the jacket keeps its color for years"),
    ("Kurt", "a bicycle helmet", "drops the helmet from two meters",
     "whether the helmet breaks in a fall", "whether riders like its color"),
    ("Lena", "a water filter", "pours muddy water through the filter",
     "how clear the water becomes", "how long the filter lasts in the sun"),
    ("Mateo", "a paper airplane", "throws the plane ten times and measures each flight",
     "how far the plane flies", "whether the plane would carry people"),
    ("Rhea", "a solar oven", "puts a thermometer into the oven at noon",
     "how hot the oven gets at noon", "how hot the oven gets at night"),
    ("Sven", "a parachute for a space probe", "opens the parachute in a wind tunnel at 200 km/h",
     "whether the parachute opens at 200 km/h", "whether it opens at 900 km/h"),
    ("Tia", "a sprinkler", "places cups on the lawn and measures the water in each",
     "whether the water is spread evenly", "whether the sprinkler rusts in ten years"),
    ("Yuri", "a smoke alarm", "holds a smoking match under the alarm",
     "whether the alarm rings when there is smoke", "whether the battery lasts a year"),
)  # fmt: skip


def engineering_tests(rng: random.Random) -> ScienceQuestion:
    who, thing, test, shows, hides = rng.choice(_TESTS)
    foreign = [t[3] for t in _TESTS if t[1] != thing]
    question = (
        f"What can {who}'s test show?\nContext: {who} designs {thing}. To test the design, {who} "
        f"{test}."
    )
    reasoning = f"{who} {test}, and that shows {shows}."
    image = None
    if rng.random() < 0.6:
        image = picture(rng, rng.choice((f"a picture of {thing}", "a person working on something")))
    wrong = [hides] if rng.random() < 0.7 else [hides, *rng.sample(foreign, 2)]
    return compose(rng, question, shows, wrong, reasoning, image=image)


def control_groups(rng: random.Random) -> ScienceQuestion:
    who, changed, one, other, measured, things = rng.choice(
        [e for e in _EXPERIMENTS if e[3].startswith(("without", "not")) or e[3] == "in water"]
    )
    question = (
        f"Which group is the control group?\nContext: {who} asks whether {changed} affects "
        f"{measured}. Some {things} are {one}, others {other}."
    )
    right, wrong = f"the {things} that are {other}", f"the {things} that are {one}"
    reasoning = f"The control group does not get the treatment, so it is the one {other}."
    return compose(rng, question, right, [wrong], reasoning)


SKILLS = (variables, questions_of_experiments, engineering_tests, control_groups)
