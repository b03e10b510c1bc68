"""Genotypes, phenotypes and Punnett squares for traits with one gene and two alleles."""

import random
from dataclasses import dataclass
from itertools import product

from autoact_precache.agents.training.science.question import ScienceQuestion, compose, picture


@dataclass(frozen=True)
class _Trait:
    """`dominant` is the look with at least one allele `letter`, `recessive` the other one."""

    organism: str
    plural: str
    gene: str
    letter: str
    dominant: str
    recessive: str

    def look(self, genotype: str) -> str:
        return self.dominant if self.letter in genotype else self.recessive


_TRAITS = (
    _Trait("pea plant", "pea plants", "flower color", "F", "purple flowers", "white flowers"),
    _Trait("pea plant", "pea plants", "pod color", "D", "green pods", "yellow pods"),
    _Trait("pea plant", "pea plants", "seed shape", "R", "round seeds", "wrinkled seeds"),
    _Trait("pea plant", "pea plants", "plant height", "H", "a tall stem", "a short stem"),
    _Trait("tomato plant", "tomato plants", "fruit color", "R", "red fruit", "yellow fruit"),
    _Trait("rabbit", "rabbits", "fur color", "B", "black fur", "brown fur"),
    _Trait("guinea pig", "guinea pigs", "fur texture", "H", "rough fur", "smooth fur"),
    _Trait("fruit fly", "fruit flies", "wing length", "W", "long wings", "short wings"),
    _Trait("fruit fly", "fruit flies", "body color", "B", "a brown body", "a black body"),
    _Trait("chicken", "chickens", "comb shape", "R", "a rose comb", "a single comb"),
    _Trait("sheep", "sheep", "wool color", "W", "white wool", "black wool"),
    _Trait("horse", "horses", "coat color", "E", "a black coat", "a reddish brown coat"),
    _Trait("Syrian hamster", "Syrian hamsters", "fur length", "L", "short fur", "long fur"),
    _Trait("cat", "cats", "fur pattern", "T", "striped fur", "plain fur"),
    _Trait("mouse", "mice", "fur color", "C", "dark fur", "white fur"),
)


def _genotypes(trait: _Trait) -> tuple[str, str, str]:
    upper, lower = trait.letter, trait.letter.lower()
    return upper * 2, upper + lower, lower * 2


def _alleles(trait: _Trait) -> str:
    return (
        f"In {trait.plural} the allele {trait.letter} for {trait.dominant} is dominant over the "
        f"allele {trait.letter.lower()} for {trait.recessive}."
    )


def homozygous_or_heterozygous(rng: random.Random) -> ScienceQuestion:
    trait = rng.choice(_TRAITS)
    genotype = rng.choice(_genotypes(trait))
    same = genotype[0] == genotype[1]
    right = "homozygous" if same else "heterozygous"
    question = rng.choice((
        f"A {trait.organism} has the genotype {genotype} for the {trait.gene} gene. "
        "Is it homozygous or heterozygous?",
        f"Is this {trait.organism} homozygous or heterozygous for the {trait.gene} gene?\n"
        f"Context: Its genotype for {trait.gene} is {genotype}.",
    ))  # fmt: skip
    reasoning = (
        f"The alleles in {genotype} are {'the same' if same else 'different'}, so it is {right}."
    )
    image = picture(rng, f"a picture of a {trait.organism}") if rng.random() < 0.4 else None
    return compose(rng, question, right, ["homozygous", "heterozygous"], reasoning, image=image)


def phenotype(rng: random.Random) -> ScienceQuestion:
    trait = rng.choice(_TRAITS)
    genotype = rng.choice(_genotypes(trait))
    right = trait.look(genotype)
    question = rng.choice((
        f"What is the phenotype of a {trait.organism} with the genotype {genotype}?\n"
        f"Context: {_alleles(trait)}",
        f"A {trait.organism} has the genotype {genotype}. Which phenotype for {trait.gene} does it "
        f"have?\nContext: {_alleles(trait)}",
    ))  # fmt: skip
    if trait.letter in genotype:
        why = f"has the dominant allele {trait.letter}"
    else:
        why = f"has no dominant allele {trait.letter}"
    reasoning = f"The genotype {genotype} {why}, so the phenotype is {right}."
    image = picture(rng, f"a picture of a {trait.organism}") if rng.random() < 0.4 else None
    return compose(rng, question, right, [trait.dominant, trait.recessive], reasoning, image=image)


def dominant_and_recessive(rng: random.Random) -> ScienceQuestion:
    trait = rng.choice(_TRAITS)
    dominant = rng.random() < 0.5
    kind = "dominant" if dominant else "recessive"
    right = trait.dominant if dominant else trait.recessive
    question = (
        f"Which version of the {trait.gene} trait is {kind} in {trait.plural}?\nContext: A "
        f"{trait.organism} with two different alleles, {trait.letter}{trait.letter.lower()}, has "
        f"{trait.dominant}."
    )
    reasoning = (
        f"A heterozygous organism shows the dominant trait, {trait.dominant}, so {right} is {kind}."
    )
    return compose(rng, question, right, [trait.dominant, trait.recessive], reasoning)


def punnett_squares(rng: random.Random) -> ScienceQuestion:
    """Offspring with a genotype or phenotype, out of the four equally likely cells."""
    trait = rng.choice(_TRAITS)
    mother, father = rng.choice(_genotypes(trait)), rng.choice(_genotypes(trait))
    cells = ["".join(sorted(pair)) for pair in product(mother, father)]
    if rng.random() < 0.5:
        wanted = rng.choice(_genotypes(trait))
        hits = cells.count(wanted)
        what = f"the genotype {wanted}"
    else:
        wanted = rng.choice((trait.dominant, trait.recessive))
        hits = sum(trait.look(cell) == wanted for cell in cells)
        what = wanted
    image = None
    given = f"Context: {_alleles(trait)} The parents' genotypes are {mother} and {father}."
    if rng.random() < 0.6:
        words = [*mother, *father, *cells]
        caption = rng.choice(("a diagram of a punnett square", "a table with letters in it"))
        image = picture(rng, caption, words)
    square = f"The square holds {', '.join(cells)}"
    if rng.random() < 0.5:
        question = f"What is the probability that an offspring of this cross has {what}?\n{given}"
        right, wrong = f"{hits}/4", [f"{n}/4" for n in range(5)]
        reasoning = f"{square}; {hits} of the 4 cells have {what}."
    else:
        question = (
            f"What is the expected ratio of offspring with {what} to offspring without it?\n{given}"
        )
        right, wrong = f"{hits}:{4 - hits}", [f"{n}:{4 - n}" for n in range(5)]
        reasoning = f"{square}; {hits} have {what} and {4 - hits} do not."
    return compose(rng, question, right, wrong, reasoning, image=image)


SKILLS = (homozygous_or_heterozygous, phenotype, dominant_and_recessive, punnett_squares)
