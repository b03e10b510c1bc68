"""Where the states of the United States lie, by the coordinates of their middles."""

import random

from autoact_precache.agents.training.science.question import ScienceQuestion, compose, picture
from autoact_precache.agents.training.science.wording import capital

# Degrees north and west, rounded.
_STATES = {
    "Maine": (45.3, 69.2), "Vermont": (44.1, 72.7), "New Hampshire": (43.7, 71.6),
    "Massachusetts": (42.3, 71.8), "New York": (42.9, 75.5), "Pennsylvania": (40.9, 77.8),
    "New Jersey": (40.2, 74.7), "Delaware": (39.0, 75.5), "Maryland": (39.0, 76.8),
    "Virginia": (37.5, 78.9), "West Virginia": (38.6, 80.6), "North Carolina": (35.6, 79.4),
    "South Carolina": (33.9, 80.9), "Georgia": (32.6, 83.4), "Florida": (28.6, 82.4),
    "Alabama": (32.8, 86.8), "Mississippi": (32.7, 89.7), "Tennessee": (35.9, 86.4),
    "Kentucky": (37.5, 85.3), "Ohio": (40.3, 82.8), "Indiana": (39.9, 86.3),
    "Illinois": (40.0, 89.2), "Michigan": (44.3, 85.4), "Wisconsin": (44.6, 90.0),
    "Minnesota": (46.3, 94.3), "Iowa": (42.1, 93.5), "Missouri": (38.4, 92.5),
    "Arkansas": (34.9, 92.4), "Louisiana": (31.1, 92.0), "North Dakota": (47.5, 100.5),
    "South Dakota": (44.4, 100.2), "Nebraska": (41.5, 99.8), "Kansas": (38.5, 98.4),
    "Oklahoma": (35.6, 97.5), "Texas": (31.5, 99.3), "Montana": (47.0, 109.6),
    "Wyoming": (43.0, 107.6), "Colorado": (39.0, 105.5), "New Mexico": (34.4, 106.1),
    "Idaho": (44.4, 114.6), "Utah": (39.3, 111.7), "Arizona": (34.3, 111.7),
    "Nevada": (39.3, 116.6), "Washington": (47.4, 120.5), "Oregon": (43.9, 120.6),
    "California": (37.2, 119.3),
}  # fmt: skip
_CLEAR = 2.5  # degrees that the right state must be ahead by
_CAPTIONS = (
    "a map of the united states with states in different colors", "a map of the united states",
    "a green map of the united states with four states highlighted",
)  # fmt: skip


def directions_between_states(rng: random.Random) -> ScienceQuestion:
    while True:
        count = rng.choice((2, 2, 3, 4))
        states = rng.sample(list(_STATES), count)
        direction = rng.choice(("north", "south", "east", "west"))
        place = {
            state: north if direction in ("north", "south") else -west
            for state, (north, west) in _STATES.items()
        }
        states.sort(key=place.__getitem__, reverse=direction in ("north", "east"))
        right = states[0]
        if abs(place[right] - place[states[1]]) >= _CLEAR:
            break
    degree = f"farther {direction}" if count == 2 else f"farthest {direction}"
    question = rng.choice((
        f"Which of these states is {degree}?", f"On a map of the United States, which is {degree}?",
    ))  # fmt: skip
    others = " and ".join(states[1:])
    reasoning = f"{right} lies {direction} of {others}, so it is {degree}."
    lookup, found = None, ""
    if rng.random() < 0.3:
        lookup = ("Retrieve", right)
        north, west = _STATES[right]
        found = (
            f"{right} is a state of the United States. Its middle lies near {north:.0f} degrees "
            f"north and {west:.0f} degrees west."
        )
    image = picture(rng, rng.choice(_CAPTIONS)) if rng.random() < 0.7 else None
    return compose(rng, question, right, states, reasoning, options=count, lookup=lookup,
                   found=found, image=image)  # fmt: skip


_STATE_CAPTIONS = (
    "a map of the united states with {} in green", "a map with the state of {} highlighted",
    "a green map of {}", "a map of the united states with one state highlighted",
)  # fmt: skip


def the_highlighted_state(rng: random.Random) -> ScienceQuestion:
    """The caption names the state, or the text describes where it lies."""
    state = rng.choice(list(_STATES))
    north, west = _STATES[state]
    far = [s for s, (n, w) in _STATES.items() if abs(n - north) + abs(w - west) > 8]
    caption = rng.choice(_STATE_CAPTIONS).format(state.lower())
    question = rng.choice((
        "Which state is highlighted on the map?", "What is the name of the state on this map?",
    ))  # fmt: skip
    named = state.lower() in caption
    if named:
        reasoning = f"The picture shows the state of {state} highlighted."
    else:
        question += (
            f"\nContext: The highlighted state lies near {north:.0f} degrees north and "
            f"{west:.0f} degrees west."
        )
        reasoning = (
            f"{state} lies near {north:.0f} degrees north and {west:.0f} degrees west, as the "
            "highlighted state does."
        )
    return compose(rng, question, state, far, reasoning, image=picture(rng, caption))


_POINTS = ("north", "east", "south", "west")  # clockwise
_PLACES = ("the school", "the lake", "the market", "the farm", "the museum", "the bridge",
           "the park", "the bakery")  # fmt: skip


def directions_on_a_map(rng: random.Random) -> ScienceQuestion:
    """Opposite directions, and turns to the right or left."""
    one, other = rng.sample(_PLACES, 2)
    start = rng.randrange(4)
    if rng.random() < 0.5:
        turn = 2
        question = f"{capital(other)} is {_POINTS[start]} of {one}. Where is {one} from {other}?"
        why = f"The opposite of {_POINTS[start]} is {_POINTS[(start + 2) % 4]}"
    else:
        turn = rng.choice((1, 3))
        side = "right" if turn == 1 else "left"
        question = (
            f"On the way from {one} to {other} you walk {_POINTS[start]} and then turn {side}. "
            "In which direction do you walk now?"
        )
        why = f"To the {side} of {_POINTS[start]} lies {_POINTS[(start + turn) % 4]}"
    right = _POINTS[(start + turn) % 4]
    image = None
    if rng.random() < 0.6:
        image = picture(rng, "a map with a compass on it", ["N", "E", "S", "W"])
    return compose(rng, question, right, _POINTS, f"{why}, so it is {right}.", image=image)


SKILLS = (directions_on_a_map, directions_between_states, the_highlighted_state)
