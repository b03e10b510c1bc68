"""What the pages of all people have in common."""

from collections.abc import Mapping

from autoact_precache.agents.training.worlds import names
from autoact_precache.agents.training.worlds.draws import (
    country,
    date,
    invented,
    later,
    link,
    maybe,
    nationality,
    one_of,
    relative,
    year,
)
from autoact_precache.agents.training.worlds.entity import Draft, Draw, Entity, Kind, Value, lines

_OLDEST_LIVING = 1922  # year of birth


def _between(one: Entity, other: Entity) -> int:
    """Years from the birth of one to that of the other."""
    return (other.year("birth_year") or 0) - (one.year("birth_year") or 0)


def _spouse(draft: Draft, entity: Entity) -> Value | None:
    """Somebody of about the same age who is not married yet."""
    draw = relative(
        "",
        lambda other, one: (
            other.female != one.female
            and "spouse" not in other.facts
            and abs(_between(other, one)) < 14
        ),
    )
    spouse = draw(draft, entity)
    if isinstance(spouse, Entity):
        spouse.facts["spouse"] = entity
    return spouse


def _death_year(probability: float) -> Draw:
    """Nobody lives from times long past until today."""
    draw = later("birth_year", 41, 88)

    def draw_death(draft: Draft, entity: Entity) -> Value | None:
        old = (entity.year("birth_year") or 0) < _OLDEST_LIVING
        return draw(draft, entity) if old or draft.rng.random() < probability else None

    return draw_death


def _death_place(draft: Draft, entity: Entity) -> Value | None:
    if "death_year" not in entity.facts:
        return None
    return link("town", otherwise=names.place, without_page=0.3)(draft, entity)


def _life(born: tuple[int, int], dead: float) -> dict[str, Draw]:
    return {
        "birth_year": year(*born),
        "birth_date": date("birth_year"),
        "death_year": _death_year(dead),
        "death_date": date("death_year"),
        "nationality": nationality,
        "country": country,
        "birthplace": link(
            "town", local=True, inverse="native", otherwise=names.place, without_page=0.05
        ),
        "death_place": _death_place,
        "residence": maybe(link("town", otherwise=names.place), 0.3),
        "education": maybe(link("university", inverse="alumnus", without_page=0.0), 0.5),
        "spouse": maybe(_spouse, 0.45),
        "parent": maybe(
            relative(
                "child",
                lambda other, one: (
                    other.locale.country == one.locale.country and 20 <= _between(other, one) <= 42
                ),
            ),
            0.25,
        ),
        "age": one_of("four, six, nine, eleven, fourteen, sixteen"),
        "subject": one_of("law, economics, philosophy, drama, history, medicine, engineering"),
        "siblings": one_of("three, four, five, six, seven"),
        "trade": one_of("tailor, baker, postman, butcher, miner, dentist, priest, farmer"),
        "mother_trade": one_of("nurse, seamstress, cook, piano teacher, midwife, shop assistant"),
        "languages": one_of("three, four, five, six"),
        "children": one_of("two sons, two daughters, three children, a son, a daughter"),
        "pastime": one_of("""chess, sailing, beekeeping, fencing, gardening, table tennis, painting,
            hiking, amateur radio, cooking, fishing, cycling, stamp collecting, bird watching"""),
        "first_job": one_of("""bakery, bank, shoe shop, post office, fish market, printing shop,
            garage, library, cinema, hospital kitchen, insurance office, flower shop"""),
        "topic": one_of("""public libraries, road safety, folk medicine, school meals, old trees,
            mental health, village schools, the railways, women in sport, clean rivers"""),
        "honoured_in": invented(names.place),
        "award_year": later("birth_year", 30, 64),
        "memoir_year": maybe(later("birth_year", 45, 75), 0.3),
    }


_SENTENCES = lines("""
    {He} was born in {birthplace}.
    {He} was born and raised in {birthplace}.
    {last} was born in {birthplace}, the {son} of {a trade}.
    {last} was born in {birthplace}, {country}, and grew up as one of {siblings} children.
    Born in {birthplace}, {last} studied {subject} at {education}.
    A native of {birthplace}, {he} began {his} career at the age of {age}.
    Born in {birthplace} to {a trade} and {a mother_trade}, {last} left school at sixteen.
    {He} attended {education}, where {he} studied {subject}.
    {He} graduated from {education} with a degree in {subject}.
    {last} is a graduate of {education}.
    After studying {subject} at {education}, {last} worked abroad for a year.
    {He} {is} married to {spouse}.
    {last} {is} married to {spouse}, with whom {he} {has} {children}.
    {He} {is} the {son} of {parent}.
    {He} {lives} in {residence}.
    {last}, who {lives} in {residence}, {has} {children}.
    {He} died in {death_place} after a short illness.
    {last} died in {death_place}.
    {His} father was {a trade} and {his} mother {a mother_trade}.
    {last} {speaks} {languages} languages.
    {last} {speaks} {languages} languages and {has} a passion for {pastime}.
    In {his} spare time {he} enjoyed {pastime}.
    {He} took up {pastime} late in life.
    As a student {he} worked in {a first_job}.
    Before that, {last} had a job in {a first_job}.
    {His} first job was in {a first_job}, which {he} later called {his} real school.
    {He} {has} often spoken in public about {topic}.
    {last} wrote several newspaper articles on {topic}.
    A street in {honoured_in} is named after {him}.
    In {award_year} {he} received an honorary doctorate.
    {His} memoirs appeared in {memoir_year}.
    In interviews {he} often mentioned a long illness in childhood.
""")
_TYPES = lines("""
    {occupation}
    {nationality} {occupation}
    {nationality} {occupation}
    {occupation} born in {birth_year}
    {occupation} born in {birthplace}
    {nationality} {occupation} born on {birth_date}
    {occupation} who attended {education}
    {occupation} who is married to {spouse}
    {occupation} who died in {death_year}
    {occupation} who lives in {residence}
""")
_MENTIONS = lines("""
    {name}
    {name}
    {name}
    {nationality} {occupation} {name}
    the {nationality} {occupation} {name}
    the {occupation} {name}
    {occupation} {name}
""")
_DESCRIPTIONS = lines("""
    the {occupation} married to {spouse}
    the {nationality} {occupation} born on {birth_date}
    the {nationality} {occupation} born in {birthplace} in {birth_year}
    the {occupation} whose father or mother is {parent}
    the {occupation} who died in {death_place} in {death_year}
""")


def person(
    name: str,
    count: tuple[int, int],
    facts: Mapping[str, Draw],
    openings: str,
    sentences: str,
    descriptions: str = "",
    *,
    born: tuple[int, int] = (1925, 1992),
    dead: float = 0.25,
    bracket: str = "",
) -> Kind:
    """A profession: what all people have, and what only these have; `dead` is a probability."""
    own = lines(sentences)
    return Kind(
        name,
        names.someone,
        count,
        {**_life(born, dead), **facts},
        lines(openings),
        (*own, *own, *_SENTENCES),
        _TYPES,
        _MENTIONS,
        (*lines(descriptions), *_DESCRIPTIONS),
        brackets=(bracket or name,),
        person=True,
    )
