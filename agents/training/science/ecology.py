"""Food chains and scientific names: what follows from who eats whom, and from the genus."""

import random
from itertools import pairwise

from autoact_precache.agents.training.science.question import ScienceQuestion, compose, picture
from autoact_precache.agents.training.science.wording import with_article

# From the producer up.
_CHAINS = (
    ("phytoplankton", "zooplankton", "plainfin midshipman", "kelp bass", "black rockfish"),
    ("kelp", "sea urchin", "sea otter", "orca"),
    ("grass", "grasshopper", "frog", "snake", "hawk"),
    ("algae", "mayfly larva", "trout", "osprey"),
    ("bilberry bush", "lemming", "Arctic fox", "grizzly bear"),
    ("oak tree", "caterpillar", "warbler", "sparrowhawk"),
    ("sedge", "brown lemming", "short-tailed weasel", "snowy owl"),
    ("grass", "impala", "leopard"),
    ("grass", "rabbit", "coyote"),
    ("phytoplankton", "krill", "Arctic cod", "ringed seal", "polar bear"),
    ("persimmon tree", "swallowtail caterpillar", "gray fox", "bobcat"),
    ("eelgrass", "snail", "crab", "octopus"),
    ("corn", "mouse", "owl"),
    ("clover", "honeybee", "spider", "wren"),
)
_CAPTIONS = (
    "a diagram of a food web", "a picture of a food web with animals and plants",
    "a diagram of a food chain with arrows", "animals and plants connected by arrows",
)  # fmt: skip


def food_chains(rng: random.Random) -> ScienceQuestion:
    chain = rng.choice(_CHAINS)
    links = "; ".join(f"{low} to {high}" for low, high in pairwise(chain))
    given = f"\nContext: In a food chain the arrows point from food to eater: {links}."
    image = picture(rng, rng.choice(_CAPTIONS), chain) if rng.random() < 0.7 else None
    form = rng.randrange(4)
    place = rng.randrange(1, len(chain))
    if form == 0:
        question, right = "Which organism is the producer in this food chain?", chain[0]
        reasoning = f"No arrow points to {right}, which makes its own food, so it is the producer."
    elif form == 1:
        question, right = "Which organism is the primary consumer in this food chain?", chain[1]
        reasoning = f"A primary consumer eats the producer, and the {right} eats {chain[0]}."
    elif form == 2:
        question = f"What does the {chain[place]} eat in this food chain?"
        right = chain[place - 1]
        reasoning = f"The arrow from {right} to {chain[place]} shows that this is what it eats."
    else:
        low, high = sorted(rng.sample(range(1, len(chain)), 2))
        question = f"Which organism contains matter that was once part of the {chain[low]}?"
        right = chain[high]
        reasoning = (
            f"Matter moves along the arrows, and a path leads from the {chain[low]} up to the "
            f"{right}."
        )
        return compose(rng, question + given, right, [*chain[:low]], reasoning, image=image)
    return compose(rng, question + given, right, chain, reasoning, image=image)


_SPECIES = (
    ("tiger", "Panthera tigris"), ("lion", "Panthera leo"), ("jaguar", "Panthera onca"),
    ("leopard", "Panthera pardus"), ("gray wolf", "Canis lupus"), ("coyote", "Canis latrans"),
    ("brown bear", "Ursus arctos"), ("polar bear", "Ursus maritimus"),
    ("black bear", "Ursus americanus"), ("great egret", "Ardea alba"),
    ("gray heron", "Ardea cinerea"), ("great blue heron", "Ardea herodias"),
    ("purple heron", "Ardea purpurea"), ("Eurasian lynx", "Lynx lynx"), ("bobcat", "Lynx rufus"),
    ("Canada lynx", "Lynx canadensis"), ("common dolphin", "Delphinus delphis"),
    ("horse", "Equus ferus"), ("plains zebra", "Equus quagga"), ("Grevy's zebra", "Equus grevyi"),
    ("human", "Homo sapiens"), ("emperor penguin", "Aptenodytes forsteri"),
    ("king penguin", "Aptenodytes patagonicus"), ("Atlantic salmon", "Salmo salar"),
    ("brown trout", "Salmo trutta"), ("Steller's sea eagle", "Haliaeetus pelagicus"),
    ("bald eagle", "Haliaeetus leucocephalus"), ("white-tailed eagle", "Haliaeetus albicilla"),
    ("mallard", "Anas platyrhynchos"), ("northern pintail", "Anas acuta"),
    ("American bullfrog", "Lithobates catesbeianus"), ("wood frog", "Lithobates sylvaticus"),
    ("peregrine falcon", "Falco peregrinus"), ("common kestrel", "Falco tinnunculus"),
    ("blue whale", "Balaenoptera musculus"), ("fin whale", "Balaenoptera physalus"),
    ("red kangaroo", "Macropus rufus"), ("red squirrel", "Sciurus vulgaris"),
    ("eastern gray squirrel", "Sciurus carolinensis"), ("snow leopard", "Panthera uncia"),
)  # fmt: skip


def scientific_names(rng: random.Random) -> ScienceQuestion:
    animal, name = rng.choice(_SPECIES)
    genus, species = name.split()
    article = f"The {animal}'s scientific name is {name}."
    image = None
    if rng.random() < 0.6:
        image = picture(rng, rng.choice((f"a picture of a {animal}", "an animal in the wild")))
    lookup = (rng.choice(("Retrieve", "BingSearch")), animal) if rng.random() < 0.4 else None
    found = f"The {animal} ({name}) is a species of the genus {genus}." if lookup else ""
    mates = [n for _, n in _SPECIES if n != name and n.split()[0] == genus]
    strangers = [n for _, n in _SPECIES if n.split()[0] != genus and n.split()[1] != species]
    if mates and rng.random() < 0.6:
        right = rng.choice(mates)
        question = rng.choice((
            f"Which organism is in the same genus as the {animal}?\nContext: {article}",
            f"{article} Which of these organisms belongs to the same genus?",
        ))  # fmt: skip
        reasoning = f"The first word of the name is the genus, and {right} shares {genus} with it."
        wrong = rng.sample(strangers, 6)
    else:
        part = rng.choice(("genus", "species"))
        question = f"{article} Which part of it names the {part}?"
        right = genus if part == "genus" else species
        wrong = [genus, species]
        reasoning = f"The first word names the genus and the second the species, so it is {right}."
    return compose(rng, question, right, wrong, reasoning, lookup=lookup, found=found, image=image)


_FOSSILS = ("fern", "trilobite", "clam", "fish", "palm leaf", "turtle", "ammonite", "insect wing",
            "crab", "shark tooth", "snail", "pine cone", "feather", "sea star")  # fmt: skip


def layers_with_fossils(rng: random.Random) -> ScienceQuestion:
    """The deeper of two undisturbed layers is the older one."""
    upper, lower = rng.sample(_FOSSILS, 2)
    older = rng.random() < 0.5
    right = lower if older else upper
    order = [("top", upper), ("bottom", lower)]
    rng.shuffle(order)
    question = (
        f"Which of these fossils is {'older' if older else 'younger'}?\nContext: Layers of "
        f"sedimentary rock have not been disturbed. Near the {order[0][0]} lies "
        f"the fossil of {with_article(order[0][1])}, near the {order[1][0]} that of "
        f"{with_article(order[1][1])}."
    )
    reasoning = (
        f"Lower layers were set down first, so the {right} fossil near the "
        f"{'bottom' if older else 'top'} is the {'older' if older else 'younger'} one."
    )
    image = None
    if rng.random() < 0.6:
        image = picture(rng, "a diagram of layers of rock with fossils", [upper, lower])
    wrong = [f"the {upper} fossil", f"the {lower} fossil"]
    return compose(rng, question, f"the {right} fossil", wrong, reasoning, image=image)


SKILLS = (food_chains, scientific_names, layers_with_fossils)
