"""Words in the order of a dictionary."""

import random

from autoact_precache.agents.training.science.question import ScienceQuestion, compose

# In alphabetical order.
_WORDS = (
    "acorn", "actor", "admire", "afraid", "agree", "alarm", "almond", "amber", "anchor", "angle",
    "antler", "apple", "april", "arrow", "artist", "aside", "attic", "autumn", "avenue", "awake",
    "bacon", "badge", "bakery", "balance", "bamboo", "banner", "barrel", "basket", "beacon",
    "beaver", "beetle", "belong", "beyond", "bishop", "blanket", "blend", "bloom", "blossom",
    "bottle", "boulder", "bracelet", "branch", "breeze", "brick", "bridge", "bronze", "bucket",
    "buffalo", "button", "cabin", "cactus", "camel", "candle", "canyon", "carpet", "castle",
    "cattle", "cedar", "chalk", "channel", "cherry", "chimney", "circus", "clever", "cliff",
    "clover", "coast", "cobweb", "collar", "comet", "compass", "copper", "cotton", "cousin",
    "coyote", "cradle", "crater", "cricket", "crystal", "curtain", "dagger", "dancer", "daring",
    "decorate", "delight", "desert", "diamond", "differ", "dinner", "doctor", "dolphin", "donkey",
    "dragon", "drawer", "drift", "drum", "eagle", "early", "easel", "echo", "effort", "elbow",
    "elder", "electric", "emerald", "empire", "engine", "enjoy", "equal", "errand", "escape",
    "evening", "explain", "fabric", "falcon", "family", "farmer", "feather", "fellow", "fiddle",
    "finger", "flame", "flavor", "flock", "flute", "forest", "fossil", "fountain", "fragile",
    "freight", "frost", "furnace", "gallop", "garden", "garlic", "gather", "gentle", "giant",
    "ginger", "glacier", "glove", "goose", "gospel", "grain", "grape", "gravel", "guard", "guitar",
    "hammer", "harbor", "harvest", "hatch", "hazel", "helmet", "hermit", "hollow", "honey",
    "horizon", "hornet", "hotel", "hunger", "hurdle", "icicle", "igloo", "imagine", "index",
    "insect", "island", "ivory", "jacket", "jaguar", "jewel", "jolly", "journey", "judge",
    "jungle", "kennel", "kettle", "kidney", "kitchen", "kitten", "knight", "ladder", "lantern",
    "laundry", "leather", "lemon", "lesson", "library", "lightning", "linen", "lizard", "lobster",
    "locket", "lumber", "lunch", "magnet", "maple", "marble", "marsh", "meadow", "melon",
    "mention", "mirror", "mitten", "mountain", "muffin", "muscle", "mustard", "napkin", "narrow",
    "needle", "nephew", "nickel", "noble", "noodle", "notice", "nurse", "oasis", "oatmeal",
    "object", "ocean", "olive", "onion", "orbit", "orchard", "organ", "otter", "oven", "oyster",
    "paddle", "palace", "panther", "parade", "pasture", "peanut", "pebble", "pelican", "pepper",
    "pigeon", "pillow", "planet", "plaster", "pocket", "poem", "portrait", "potato", "powder",
    "prairie", "pretzel", "prize", "pumpkin", "puzzle", "quarry", "quiet", "quilt", "rabbit",
    "radish", "raft", "rattle", "raven", "reason", "ribbon", "riddle", "river", "robin", "rocket",
    "rooster", "rugged", "saddle", "salmon", "sandal", "satin", "scatter", "school", "scissors",
    "season", "shadow", "shelter", "silver", "skeleton", "sketch", "slipper", "smooth", "snail",
    "sparrow", "spider", "spring", "squash", "stable", "statue", "stream", "sugar", "summer",
    "swallow", "sweater", "table", "tadpole", "tailor", "talent", "teapot", "temple", "thimble",
    "thunder", "ticket", "timber", "toast", "tomato", "tornado", "trail", "treasure", "trumpet",
    "tulip", "tunnel", "turtle", "umbrella", "uncle", "under", "unlock", "useful", "valley",
    "vanish", "velvet", "vessel", "village", "violin", "volcano", "voyage", "wagon", "walnut",
    "walrus", "warmth", "weather", "weave", "whale", "whisper", "willow", "window", "winter",
    "wizard", "wonder", "wreath", "yacht", "yarn", "yellow", "yogurt", "zebra", "zipper",
)  # fmt: skip


def _near(rng: random.Random, reach: int, count: int) -> list[str]:
    """Words that are close to each other in the dictionary, in order."""
    start = rng.randrange(len(_WORDS) - reach)
    return sorted(rng.sample(_WORDS[start : start + reach], count))


def guide_words(rng: random.Random) -> ScienceQuestion:
    before, first, right, last, after, later = _near(rng, rng.choice((12, 25, 60)), 6)
    pair = f"{first} - {last}"
    if rng.random() < 0.4:
        word = rng.choice((before, right, right, after))
        verdict = "yes" if word == right else "no"
        place = {before: f"before '{first}'", right: f"between '{first}' and '{last}'"}.get(
            word, f"after '{last}'"
        )
        question = rng.choice((
            f"A dictionary page has these guide words:\n{pair}\nIs the word {word} on that page?",
            f"Does the word {word} belong on the dictionary page with the guide words {pair}?",
        ))  # fmt: skip
        reasoning = f"In alphabetical order '{word}' comes {place}, so the answer is {verdict}."
        return compose(rng, question, verdict, ["yes", "no"], reasoning, options=2)
    question = rng.choice((
        f"A dictionary page has the guide words {pair}. Which word is on that page?",
        f"Which of these words is found on the dictionary page with these guide words?\n{pair}",
    ))  # fmt: skip
    reasoning = f"In alphabetical order '{right}' comes after '{first}' and before '{last}'."
    return compose(rng, question, right, [before, after, later], reasoning)


def alphabetical_order(rng: random.Random) -> ScienceQuestion:
    words = _near(rng, rng.choice((8, 20, 100)), rng.choice((2, 3, 4)))
    end, right, relation = rng.choice((("first", words[0], "before"), ("last", words[-1], "after")))
    others = " and ".join(f"'{word}'" for word in words if word != right)
    question = rng.choice((
        f"Which of these words comes {end} in alphabetical order?",
        f"Put the words in the order of a dictionary. Which one is {end}?",
    ))  # fmt: skip
    reasoning = f"Comparing letter by letter, '{right}' comes {relation} {others}."
    return compose(rng, question, right, words, reasoning, options=len(words))


SKILLS = (guide_words, alphabetical_order)
