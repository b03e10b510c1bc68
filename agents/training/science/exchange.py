"""Trades and choices: who gives what, and what is given up."""

import random

from autoact_precache.agents.training.science.question import ScienceQuestion, compose, picture

_CHILDREN = ("Abel", "Bea", "Chad", "Dina", "Eli", "Faye", "Gus", "Hana", "Ike", "June", "Kofi",
             "Lila", "Milo", "Nan", "Omer", "Pia", "Quinn", "Rita")  # fmt: skip
_FOODS = ("carrots", "almonds", "grapes", "cookies", "crackers", "tomatoes", "a banana",
          "an orange", "broccoli", "a sandwich", "popcorn", "raisins", "cherries", "pretzels",
          "a pear", "cheese sticks")  # fmt: skip


def trades(rng: random.Random) -> ScienceQuestion:
    """Each of two children has what the other one wants."""
    one, other = rng.sample(_CHILDREN, 2)
    gives, gets, keeps, also = rng.sample(_FOODS, 4)
    context = (
        f"{one} and {other} have lunch. {one} has {gives} and {keeps}, and wants {gets}. "
        f"{other} has {gets} and {also}, and wants {gives}."
    )
    image = None
    if rng.random() < 0.6:
        words = [f"{one}'s lunch", f"{other}'s lunch"]
        image = picture(rng, rng.choice(("two lunch boxes with food in them",
                                         "a table with food on it")), words)  # fmt: skip
    question = (
        f"What can {one} and {other} trade so that both get what they want?\nContext: {context}"
    )
    right = f"{one} gives {gives} to {other} for {gets}."
    wrong = [
        f"{one} gives {keeps} to {other} for {also}.",
        f"{one} gives {keeps} to {other} for {gets}.",
        f"{other} gives {also} to {one} for {gives}.",
    ]
    reasoning = f"{one} wants {gets}, {other} wants {gives}, and each has what the other wants."
    return compose(rng, question, right, wrong, reasoning, image=image)


_CHOICES = (
    ("spend Saturday at the zoo", "spend Saturday at the beach", "the fun at the beach"),
    ("plant roses in the only free bed", "plant beans in the only free bed", "the beans"),
    ("buy a game with the last 20 dollars", "buy a book with the last 20 dollars", "the book"),
    ("study math tonight", "go to a concert tonight", "the concert"),
    ("take the job in Boston", "take the job in Denver", "the job in Denver"),
    ("use the field for corn", "use the field for wheat", "the wheat that could have been grown"),
    ("join the choir on Mondays", "join the chess club on Mondays", "the time in the chess club"),
    ("watch a movie this evening", "play tennis this evening", "the tennis"),
    ("order soup as the only dish", "order salad as the only dish", "the salad"),
)  # fmt: skip


def opportunity_cost(rng: random.Random) -> ScienceQuestion:
    who = rng.choice(_CHILDREN)
    chosen, other, lost = rng.choice(_CHOICES)
    question = (
        f"{who} can {chosen} or {other}, but not both, and decides to {chosen}. What is the "
        "opportunity cost of this decision?"
    )
    reasoning = f"The opportunity cost is what is given up by choosing, here {lost}."
    wrong = [
        f"what {who} wants to do next year", "everything that was ever for sale",
        f"the fact that {who} could {chosen}",
    ]  # fmt: skip
    return compose(rng, question, lost, wrong, reasoning)


SKILLS = (trades, opportunity_cost)
