"""Actors, directors, writers, singers and other people of the arts."""

from autoact_precache.agents.training.worlds import names, titles
from autoact_precache.agents.training.worlds.draws import (
    invented,
    later,
    link,
    maybe,
    number,
    one_of,
)
from autoact_precache.agents.training.worlds.kinds.people import person

_born_as = maybe(lambda draft, entity: names.person(
    draft.rng, entity.locale.style, entity.female)[0], 0.3)  # fmt: skip

ACTOR = person(
    "actor",
    (3, 5),
    {
        "occupation": one_of("actor, actor, actor and comedian, stage actor, television actor"),
        "birth_name": _born_as,
        "debut": later("birth_year", 17, 34),
        "training": one_of("repertory theatre, radio plays, television commercials, musicals"),
    },
    """
    {name} ({life}) {is} {a nationality} {occupation}.
    {name} ({life}) {is} {a nationality} {occupation} best known for {his} role in {starred}.
    {name} ({life}) {is} {a nationality} {occupation} who began in {training}.
    {name} (born {birth_name}, {birth_date}) {is} {a nationality} {occupation}.
    {name} ({life}) {is} {a nationality} {occupation}, born in {birthplace}.
    {name}, born on {birth_date} in {birthplace}, {is} {a nationality} {occupation}.
    """,
    """
    {He} made {his} screen debut in {debut}.
    {last} is best remembered for {starred}.
    {His} best-known part was the lead in {starred}.
    {He} started out in {training} before turning to film.
    {last} also appeared in {starred_too}.
    {He} plays the title role in {starred}.
    {last} first appeared on screen in {debut}, after years in {training}.
    {His} real name {is} {birth_name}.
    """,
    "the {occupation} whose real name is {birth_name}",
)

DIRECTOR = person(
    "director",
    (2, 4),
    {
        "occupation": one_of("film director, filmmaker, director, director and screenwriter"),
        "awards": one_of("two, three, four, six, eight"),
        "first_film_year": later("birth_year", 23, 35),
    },
    """
    {name} ({life}) {is} {a nationality} {occupation}.
    {name} ({life}) {is} {a nationality} {occupation} from {birthplace}.
    {name} ({life}) {is} {a nationality} {occupation} whose films include {directed}.
    {name} ({life}) {is} {a nationality} {occupation} best known for {directed}.
    {name} ({life}) {is} {a nationality} {occupation} who has won {awards} national film awards.
    """,
    """
    {He} won {awards} national film awards.
    {His} breakthrough came with {directed}.
    Among {his} films is {directed}, which {he} also co-wrote.
    {last} worked as an editor before {he} directed {directed}.
    {He} shot {his} first short film in {first_film_year}.
    {last} also taught at a film school.
    """,
)

WRITER = person(
    "writer",
    (2, 4),
    {
        "occupation": one_of("""novelist, writer, author, poet, children's author, playwright,
            novelist and journalist"""),
        "books": number(6, 48),
        "pseudonym": maybe(invented(names.someone), 0.3),
        "prize": maybe(invented(lambda rng, style: f"the {names.surname(rng, style)} Prize"), 0.4),
    },
    """
    {name} ({life}) {is} {a nationality} {occupation}.
    {name} ({life}) {is} {a nationality} {occupation} best known as the author of {wrote}.
    {name} ({life}) {is} {a nationality} {occupation}, who also wrote under the name {pseudonym}.
    {name} ({life}) {is} {a nationality} {occupation} who published {books} books.
    {name} ({life}), who wrote as {pseudonym}, {is} {a nationality} {occupation}.
    """,
    """
    {He} wrote {books} books.
    {last} published {books} books, the best known of which is {wrote}.
    {He} used the pseudonym {pseudonym} for {his} crime stories.
    {His} best-known book is {wrote}.
    {He} was awarded {prize} in {award_year}.
    {last} won {prize} and gave the money to a library.
    {His} work has been translated into more than a dozen languages.
    """,
    "the {occupation} who used the name {pseudonym}\nthe {occupation} who was awarded {prize}",
    born=(1850, 1975),
    dead=0.5,
)

SINGER = person(
    "singer",
    (2, 3),
    {
        "occupation": one_of("singer, singer-songwriter, recording artist, musician, rapper"),
        "birth_name": _born_as,
        "music": one_of("folk, soul, country, jazz, pop, fado, reggae, gospel, blues"),
        "instrument": one_of("guitar, piano, cello, accordion, trumpet, drums, violin, harp"),
        "contest": later("birth_year", 14, 25),
    },
    """
    {name} ({life}) {is} {a nationality} {music} {occupation}.
    {name} ({life}) {is} {a nationality} {occupation}.
    {name} ({life}) {is} {a nationality} {occupation} who rose to fame with {album}.
    {name} (born {birth_name}; {birth_date}) {is} {a nationality} {occupation}.
    {name} ({life}) {is} {a nationality} {occupation} and the lead vocalist of {sings_in}.
    {name} ({life}) {is} {a nationality} {music} {occupation} from {birthplace}.
    """,
    """
    {He} {plays} the {instrument}.
    {last} learned the {instrument} as a child.
    {He} {is} the lead vocalist of {sings_in}.
    {last} is best known for the album {album}.
    {He} won a talent contest in {contest}.
    {last} sings {music} and {plays} the {instrument}.
    {He} toured widely in Europe and Asia.
    """,
    "the {nationality} {occupation} whose birth name is {birth_name}",
)

COMPOSER = person(
    "composer",
    (0, 2),
    {
        "occupation": one_of("composer, composer and conductor, pianist and composer, organist"),
        "instrument": one_of("piano, organ, violin, viola, flute"),
        "symphonies": one_of("two, three, four, five, six, nine"),
        "teacher": invented(names.man),
    },
    """
    {name} ({life}) {is} {a nationality} {occupation}.
    {name} ({life}) {is} {a nationality} {occupation} of the romantic period.
    {name} ({life}) {is} {a nationality} {occupation} best known for {opera}.
    """,
    """
    {He} wrote {symphonies} symphonies.
    {last} was a pupil of {teacher}.
    {He} learned the {instrument} from {teacher}.
    {His} best-known work is {opera}.
    Besides {symphonies} symphonies, {he} left many songs.
    """,
    "the {occupation} who was a pupil of {teacher}",
    born=(1690, 1940),
    dead=0.8,
)

PAINTER = person(
    "painter",
    (0, 2),
    {
        "occupation": one_of(
            "painter, sculptor, painter and printmaker, illustrator, photographer"
        ),
        "museum": link(
            "museum", otherwise=lambda rng, style: f"the {names.surname(rng, style)} Gallery"
        ),
        "teacher": invented(names.someone),
        "motif": one_of("harbours, horses, fishermen, gardens, children, snow scenes, ruins"),
    },
    """
    {name} ({life}) {is} {a nationality} {occupation}.
    {name} ({life}) {is} {a nationality} {occupation} known for pictures of {motif}.
    {name} ({life}) {is} {a nationality} {occupation} and a pupil of {teacher}.
    """,
    """
    {He} studied with {teacher}.
    {His} favourite subjects were {motif}.
    Most of {his} works are in {museum}.
    {museum} owns {his} most famous work.
    {last} lost the sight of one eye in an accident.
    """,
    "the {nationality} {occupation} known for pictures of {motif}",
    born=(1790, 1950),
    dead=0.7,
)

MODEL = person(
    "model",
    (0, 2),
    {
        "occupation": one_of("model, fashion model, fashion designer, television presenter"),
        "agency": invented(lambda rng, style: f"{titles.imprint(rng, style)} Models"),
        "pageant": invented(lambda rng, style: f"Miss {names.place(rng, style)}"),
        "pageant_year": later("birth_year", 18, 26),
        "height_cm": number(171, 188, "cm"),
    },
    """
    {name} ({life}) {is} {a nationality} {occupation}.
    {name} ({life}) {is} {a nationality} {occupation} who once worked as a lifeguard.
    {name} ({life}) {is} {a nationality} {occupation} from {birthplace}.
    """,
    """
    {He} signed with {agency} at the age of eighteen.
    {last} won the title of {pageant} in {pageant_year}.
    {He} {is} {height_cm} tall.
    {last} has appeared on the cover of many magazines.
    """,
    born=(1945, 1994),
    dead=0.05,
)

ARTISTS = (ACTOR, DIRECTOR, WRITER, SINGER, COMPOSER, PAINTER, MODEL)
