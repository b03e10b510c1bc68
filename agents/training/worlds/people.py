"""Kinds of pages: people by profession."""

from collections.abc import Mapping, Sequence

from autoact_precache.agents.training.worlds import names
from autoact_precache.agents.training.worlds.schema import (
    Draft,
    Draw,
    Entity,
    Kind,
    date,
    later,
    link,
    locale,
    maybe,
    number,
    one_of,
    year,
)


def _spouse(draft: Draft, entity: Entity) -> Entity | None:
    """Somebody of the other sex and about the same age who is not married yet."""
    born = entity.facts["birth_year"]
    for people in draft.entities.values():
        for other in people:
            if (
                other.kind.person
                and other.female != entity.female
                and "spouse" not in other.facts
                and abs(int(str(other.facts["birth_year"])) - int(str(born))) < 12
                and draft.rng.random() < 0.3
            ):
                other.facts["spouse"] = entity
                return other
    return None


def _parent(draft: Draft, entity: Entity) -> Entity | None:
    """Somebody of the same country, a generation older."""
    born = int(str(entity.facts["birth_year"]))
    for people in draft.entities.values():
        for other in people:
            if (
                other.kind.person
                and other.locale.country == entity.locale.country
                and 20 <= born - int(str(other.facts["birth_year"])) <= 42
                and draft.rng.random() < 0.3
            ):
                entity.last = entity.last or other.last
                other.uses["child"] += 1
                other.facts.setdefault("child", entity)
                return other
    return None


def _lived(born: tuple[int, int], dead: float) -> dict[str, Draw]:
    return {
        "birth_year": year(*born),
        "birth_date": date("birth_year"),
        "death_year": maybe(later("birth_year", 41, 88), dead),
        "death_date": date("death_year"),
        "nationality": locale("adjective"),
        "country": locale("country"),
        "birthplace": link("town", local=True, inverse="native", otherwise=names.place,
                           without_page=0.05),
        "education": maybe(link("university", inverse="alumnus"), 0.5),
        "spouse": maybe(_spouse, 0.4),
        "parent": maybe(_parent, 0.2),
        "age": one_of("four, six, nine, eleven, fourteen, sixteen"),
        "subject": one_of("law, economics, philosophy, drama, history, medicine, engineering"),
        "siblings": one_of("three, four, five, six, seven"),
    }  # fmt: skip


_SENTENCES = (
    "{He} was born in {birthplace}.",
    "{He} was born and raised in {birthplace}.",
    "{last} was born in {birthplace}, {country}, the {son} of a schoolteacher.",
    "Born in {birthplace}, {last} studied {subject} at {education}.",
    "Born in {birthplace} as one of {siblings} children, {he} left home early.",
    "A native of {birthplace}, {he} began {his} career at the age of {age}.",
    "{He} attended {education}, where {he} studied {subject}.",
    "{He} graduated from {education}.",
    "{last} is a graduate of {education}.",
    "{He} {is} married to {spouse}.",
    "{He} {is} the {son} of {parent}.",
    "{last}'s father was a tailor and {his} mother taught the piano.",
    "In later interviews {he} said that a long illness in childhood had shaped {him}.",
)  # fmt: skip
_TYPES = (
    "{occupation}",
    "{nationality} {occupation}",
    "{nationality} {occupation}",
    "{occupation} born in {birth_year}",
    "{occupation} born in {birthplace}",
    "{nationality} {occupation} born on {birth_date}",
    "{occupation} who attended {education}",
    "{occupation} who is married to {spouse}",
)
_MENTIONS = (
    "{name}",
    "{name}",
    "{nationality} {occupation} {name}",
    "the {nationality} {occupation} {name}",
    "the {occupation} {name}",
    "{occupation} {name}",
)
_DESCRIPTIONS = (
    "the {occupation} married to {spouse}",
    "the {nationality} {occupation} born on {birth_date}",
    "the {nationality} {occupation} born in {birthplace} in {birth_year}",
    "the {occupation} whose father or mother is {parent}",
)


def person(
    name: str,
    count: tuple[int, int],
    facts: Mapping[str, Draw],
    openings: Sequence[str],
    sentences: Sequence[str],
    *,
    descriptions: Sequence[str] = (),
    born: tuple[int, int] = (1925, 1992),
    dead: float = 0.25,
    bracket: str = "",
) -> Kind:
    """A profession: what all people have, and what only these have."""
    return Kind(
        name,
        lambda rng, style: names.person(rng, style, False)[0],
        count,
        {**_lived(born, dead), **facts},
        openings,
        (*sentences, *sentences, *_SENTENCES),
        _TYPES,
        _MENTIONS,
        (*descriptions, *_DESCRIPTIONS),
        brackets=(bracket or name, "{occupation}"),
        person=True,
    )


PEOPLE = (
    person(
        "actor",
        (3, 6),
        {
            "occupation": one_of("actor"),
            "debut": later("birth_year", 17, 34),
            "theatre": one_of("repertory theatre, radio plays, television commercials, musicals"),
        },
        (
            "{name} ({life}) {is} {a nationality} {occupation}.",
            "{name} ({life}) {is} {a nationality} {occupation} and comedian.",
            "{name} ({life}) {is} {a nationality} {occupation} best known for {his} role in "
            "{starred}.",
            "{name} ({life}) {is} {a nationality} film and television {occupation} who began in "
            "{theatre}.",
        ),
        (
            "{He} made {his} screen debut in {debut}.",
            "{last} is best remembered for {starred}.",
            "{His} best-known part was the lead in {starred}.",
            "{He} started out in {theatre} before turning to film.",
            "{last} also appeared in {starred_too}.",
        ),
    ),
    person(
        "director",
        (2, 4),
        {
            "occupation": one_of("film director, filmmaker, director, film director"),
            "awards": one_of("two, three, four, six, eight"),
        },
        (
            "{name} ({life}) {is} {a nationality} {occupation}.",
            "{name} ({life}) {is} {a nationality} {occupation}, screenwriter and producer.",
            "{name} ({life}) {is} {a nationality} {occupation} whose films include {directed}.",
            "{name} ({life}) {is} {a nationality} {occupation} best known for {directed}.",
        ),
        (
            "{He} won {awards} national film awards.",
            "{His} breakthrough came with {directed}.",
            "Among {his} films is {directed}, which {he} also co-wrote.",
            "{last} worked as an editor before directing.",
        ),
    ),
    person(
        "writer",
        (2, 4),
        {
            "occupation": one_of("novelist, writer, author, poet, children's author, playwright"),
            "prize_year": later("birth_year", 30, 60),
            "books": number(6, 48),
            "pseudonym": maybe(lambda draft, entity: names.person(
                draft.rng, entity.locale.style, entity.female)[0], 0.3),
        },
        (
            "{name} ({life}) {is} {a nationality} {occupation}.",
            "{name} ({life}) {is} {a nationality} {occupation} best known as the author of {wrote}.",
            "{name} ({life}) {is} {a nationality} {occupation}, who also wrote under the pen name "
            "{pseudonym}.",
            "{name} ({life}) {is} {a nationality} {occupation} and journalist.",
        ),
        (
            "{He} wrote {books} books.",
            "{last} published {books} books, the best known of which is {wrote}.",
            "{He} used the pseudonym {pseudonym} for {his} crime stories.",
            "{His} work has been translated into more than a dozen languages.",
        ),
        descriptions=("the {occupation} who used the pseudonym {pseudonym}",),
        born=(1850, 1975),
        dead=0.5,
    ),
    person(
        "singer",
        (2, 3),
        {
            "occupation": one_of("singer, singer-songwriter, recording artist, musician"),
            "music": one_of("folk, soul, country, jazz, pop, soul, fado, reggae"),
            "instrument": one_of("guitar, piano, cello, accordion, trumpet, drums, violin"),
        },
        (
            "{name} ({life}) {is} {a nationality} {music} {occupation}.",
            "{name} ({life}) {is} {a nationality} {occupation}.",
            "{name} ({life}) {is} {a nationality} {occupation} who rose to fame with {album}.",
        ),
        (
            "{He} plays the {instrument}.",
            "{last} learned the {instrument} as a child.",
            "{He} {is} the lead vocalist of {sings_in}.",
            "{last} is best known for the album {album}.",
            "{He} toured widely in Europe and Asia.",
        ),
    ),
    person(
        "footballer",
        (2, 4),
        {
            "occupation": one_of("footballer"),
            "position": one_of("goalkeeper, defender, midfielder, striker, winger"),
            "club": link("club", inverse="player", without_page=0.0),
            "caps": number(2, 118),
        },
        (
            "{name} ({life}) {is} {a nationality} former {occupation} who played as {a position}.",
            "{name} ({life}) {is} {a nationality} professional {occupation} who played for {club}.",
            "{name} ({life}) {is} {a nationality} {occupation}.",
        ),
        (
            "{He} earned {caps} caps for {his} country.",
            "{He} spent most of {his} career at {club}.",
            "A {position}, {he} played for {club} for nine seasons.",
            "{last} retired after a knee injury and became a coach.",
        ),
        born=(1940, 1995),
        dead=0.1,
    ),
    person(
        "politician",
        (1, 3),
        {
            "occupation": one_of("politician"),
            "office": one_of("Minister of Agriculture, Minister of Finance, Speaker of Parliament, "
                             "Minister of Education, Minister of Transport, ambassador to Japan"),
            "office_year": later("birth_year", 34, 62, 2016),
            "party": link("party", local=True, inverse="member", without_page=0.0),
            "profession": one_of("lawyer, physician, farmer, trade unionist, teacher"),
        },
        (
            "{name} ({life}) {is} {a nationality} {occupation}.",
            "{name} ({life}) {is} {a nationality} {occupation} and {profession}.",
            "{name} ({life}) {is} {a nationality} {occupation} of {party}.",
        ),
        (
            "{He} became {office} in {office_year}.",
            "In {office_year}, {last} was appointed {office}.",
            "{He} {is} a member of {party}.",
            "A {profession} by training, {he} entered parliament for {party}.",
            "{He} served as {office} for two terms.",
        ),
        born=(1870, 1975),
        dead=0.5,
    ),
    person(
        "scientist",
        (1, 3),
        {
            "occupation": one_of("botanist, physicist, chemist, zoologist, astronomer, geologist, "
                                 "mathematician, entomologist"),
            "known_for": one_of("work on crystals, studies of moss, theory of tides, star catalogue, "
                                "research on enzymes, maps of the seabed"),
            "medal_year": later("birth_year", 35, 60),
        },
        (
            "{name} ({life}) {is} {a nationality} {occupation}.",
            "{name} ({life}) {is} {a nationality} {occupation} known for {his} {known_for}.",
            "{name} ({life}) {is} {a nationality} {occupation} and professor at {education}.",
        ),
        (
            "{He} {is} known for {his} {known_for}.",
            "{last} received the gold medal of the national academy in {medal_year}.",
            "{He} described the genus {described}.",
            "{His} letters and notebooks are kept in the university library.",
        ),
        born=(1790, 1960),
        dead=0.7,
    ),
    person(
        "businessman",
        (1, 3),
        {
            "occupation": one_of("entrepreneur, business executive, industrialist, investor"),
            "wealth": number(2, 19, "billion dollars"),
            "hobby": one_of("sailing, horse racing, collecting clocks, chess, orchids"),
        },
        (
            "{name} ({life}) {is} {a nationality} {occupation}.",
            "{name} ({life}) {is} {a nationality} {occupation}, best known as the founder of "
            "{company_founded}.",
            "{name} ({life}) {is} {a nationality} {occupation} and philanthropist.",
        ),
        (
            "{last} founded {company_founded}.",
            "{His} fortune was once estimated at {wealth}.",
            "{He} {is} the founder and chairman of {company_founded}.",
            "Outside business {he} {is} known for {his} interest in {hobby}.",
        ),
        bracket="entrepreneur",
    ),
)  # fmt: skip
