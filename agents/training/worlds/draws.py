"""How the facts of an invented thing are drawn, in the order in which its kind lists them."""

from collections.abc import Callable

from autoact_precache.agents.training.worlds.entity import Draft, Draw, Entity, MakeName, Value

_MONTHS = "January February March April May June July August September October November December"
_LATEST = 2017  # year of anything in the encyclopedia


def one_of(words: str) -> Draw:
    """One of the words, which commas separate."""
    choices = [word.strip() for word in words.split(",")]
    return lambda draft, entity: draft.rng.choice(choices)


def maybe(draw: Draw, probability: float = 0.5) -> Draw:
    """A fact that not everything has."""
    return lambda draft, entity: draw(draft, entity) if draft.rng.random() < probability else None


def number(low: int, high: int, unit: str = "", step: int = 1) -> Draw:
    """A number, with commas from 1,000 on, and its unit."""
    return lambda draft, entity: f"{draft.rng.randrange(low, high + 1, step):,} {unit}".rstrip()


def year(low: int, high: int) -> Draw:
    return lambda draft, entity: str(draft.rng.randint(low, high))


def later(fact: str, low: int, high: int) -> Draw:
    """A year `low` to `high` years after another of the thing's facts."""

    def draw(draft: Draft, entity: Entity) -> str | None:
        base = entity.year(fact)
        if base is None or base + low > _LATEST:
            return None
        return str(draft.rng.randint(base + low, min(base + high, _LATEST)))

    return draw


def active(fact: str, otherwise: tuple[int, int]) -> Draw:
    """A year when the linked person was at work, or the linked band existed."""

    def draw(draft: Draft, entity: Entity) -> str:
        who = entity.facts.get(fact)
        if isinstance(who, Entity):
            for start, low, high in (("formed", 1, 15), ("birth_year", 24, 58)):
                base = who.year(start)
                if base is not None:
                    last = min(base + high, who.year("death_year") or _LATEST, _LATEST)
                    return str(draft.rng.randint(base + low, max(base + low, last)))
        return str(draft.rng.randint(*otherwise))

    return draw


def date(fact: str) -> Draw:
    """A day in the year that another fact gives, as the country writes it."""

    def draw(draft: Draft, entity: Entity) -> str | None:
        in_year = entity.year(fact)
        if in_year is None:
            return None
        day, month = draft.rng.randint(1, 28), draft.rng.choice(_MONTHS.split())
        american = entity.locale.month_first
        return f"{month} {day}, {in_year}" if american else f"{day} {month} {in_year}"

    return draw


def country(draft: Draft, entity: Entity) -> str:
    return entity.locale.country


def nationality(draft: Draft, entity: Entity) -> str:
    return entity.locale.adjective


def region(draft: Draft, entity: Entity) -> str:
    """A county, state, province ..."""
    town = entity.facts.get("town") or entity.facts.get("origin")
    if isinstance(town, Entity):
        return str(town.facts["region"])
    return draft.rng.choice([name.strip() for name in entity.locale.regions.split(",")])


def region_word(draft: Draft, entity: Entity) -> str:
    return entity.locale.region_word


def invented(make: MakeName) -> Draw:
    """A name without a page."""
    return lambda draft, entity: make(draft.rng, entity.locale.style)


def link(
    *kinds: str,
    inverse: str = "",
    otherwise: MakeName | None = None,
    local: bool = False,
    once: bool = False,
    without_page: float = 0.1,
) -> Draw:
    """Another thing of one of the kinds; else a name without a page, if `otherwise` makes one.

    `inverse` is the fact that the other thing gets in return, the first time. `local` asks for the
    same country, `once` for a thing that nothing points to in this way yet.
    """

    def suits(other: Entity, entity: Entity) -> bool:
        return (
            other is not entity
            and other not in entity.facts.values()
            and not (local and other.locale.country != entity.locale.country)
            and not (once and other.uses[inverse])
        )

    def draw(draft: Draft, entity: Entity) -> Value | None:
        candidates = [
            other for kind in kinds for other in draft.entities[kind] if suits(other, entity)
        ]
        if not candidates or (otherwise and draft.rng.random() < without_page):
            return otherwise(draft.rng, entity.locale.style) if otherwise else None
        return point_to(draft.rng.choice(candidates), inverse, entity)

    return draw


def relative(inverse: str, suits: Callable[[Entity, Entity], bool]) -> Draw:
    """A person for whom `suits(other, entity)`."""

    def draw(draft: Draft, entity: Entity) -> Value | None:
        candidates = [other for other in draft.people() if suits(other, entity)]
        if not candidates:
            return None
        return point_to(draft.rng.choice(candidates), inverse, entity)

    return draw


def point_to(other: Entity, inverse: str, entity: Entity) -> Entity:
    """Tell the other thing what points to it."""
    if inverse:
        other.uses[inverse] += 1
        other.facts.setdefault(inverse, entity)
    return other
