"""Bands and prizes."""

from autoact_precache.agents.training.worlds import names, titles
from autoact_precache.agents.training.worlds.draws import (
    country,
    invented,
    later,
    link,
    maybe,
    nationality,
    number,
    one_of,
    region,
    year,
)
from autoact_precache.agents.training.worlds.entity import (
    Kind,
    lines,
)

BAND = Kind(
    "band",
    titles.band,
    (2, 4),
    {
        "origin": link("town", local=True),
        "country": country,
        "nationality": nationality,
        "home_region": region,
        "music": one_of("""rock, indie rock, heavy metal, punk rock, alternative rock, synthpop,
            folk rock, hip hop, progressive rock, ska, shoegaze, electronic"""),
        "formed": year(1962, 2011),
        "vocalist": link("singer", inverse="sings_in", once=True, otherwise=names.someone),
        "drummer": invented(names.man),
        "guitarist": invented(names.someone),
        "members": one_of("three, four, five, six, seven"),
        "signed_to": link("label", otherwise=titles.records),
        "split": maybe(later("formed", 3, 22), 0.5),
        "former_name": maybe(invented(titles.band), 0.3),
        "toured_with": invented(titles.band),
        "played_at": invented(lambda rng, style: f"the {names.place(rng, style)} Festival"),
        "influence": invented(titles.band),
        "albums": one_of("two, three, four, six, seven, nine"),
    },
    lines("""
        {name} is {a nationality} {music} band from {origin}, formed in {formed}.
        {name} is {a nationality} {music} band from {origin}.
        {name} is {a music} band formed in {origin}, {home_region} in {formed}.
        {name} is {a nationality} {music} group consisting of {members} members.
        {name} is {a music} band that consists of {vocalist}, {guitarist} and {drummer}.
        {name}, formerly known as {former_name}, is {a nationality} {music} band.
        {name} was {a nationality} band formed in {formed} by {vocalist} and {drummer}.
    """),
    lines("""
        The band was formed in {formed} by {vocalist} and {drummer}.
        The group's members are {vocalist} (vocals), {guitarist} (guitar) and {drummer} (drums).
        The band has {members} members.
        Its lead singer is {vocalist}.
        They are signed to {signed_to}.
        Their best-known album is {album}.
        They released {album} on {signed_to}.
        The band broke up in {split}.
        Before {formed} the musicians played under the name {former_name}.
        They come from {origin} and have released {albums} albums.
        They have toured with {toured_with}.
        The band took part in a tour of {toured_with} and played at {played_at}.
        They have named {influence} as their main influence.
        The musicians met at school.
    """),
    lines("""
        band
        {nationality} band
        {nationality} {music} band
        band formed in {formed}
        {music} band from {origin}
        band signed to {signed_to}
        band formerly known as {former_name}
    """),
    ("{name}", "{name}", "the band {name}", "the {music} band {name}"),
    lines("""
        the {nationality} {music} band formed in {formed}
        the band fronted by {vocalist}
        the {music} band from {origin}
        the band formerly known as {former_name}
    """),
    brackets=("band", "{nationality} band"),
)

PRIZE = Kind(
    "prize",
    lambda rng, style: (
        f"{names.surname(rng, style)} " + rng.choice(("Award", "Prize", "Medal", "Trophy"))
    ),
    (0, 2),
    {
        "country": country,
        "nationality": nationality,
        "field": one_of("""poetry, journalism, chemistry, architecture, children's books, film
            music, mountaineering, translation, horse racing, photography"""),
        "first_awarded": year(1902, 2006),
        "namesake": link("scientist", "writer", "founder", "politician", inverse="namesake_prize"),
        "presenter": link("university", "company", otherwise=titles.company),
        "money": number(5000, 90000, "dollars", 500),
    },
    lines("""
        {name} is {a nationality} award for {field}.
        {name} is an award for {field}, first awarded in {first_awarded}.
        {name} is an annual prize given by {presenter} for {field}.
    """),
    lines("""
        It is named after {namesake} and was first awarded in {first_awarded}.
        It is presented by {presenter} every year.
        The prize, worth {money}, is named after {namesake}.
        Named in honour of {namesake}, it comes with {money}.
        The winner is announced in November.
    """),
    ("award", "award for {field}", "{nationality} award"),
    ("{name}", "the award called {name}"),
    ("the {nationality} award for {field}", "the award given by {presenter}"),
    article=True,
)

BANDS = (
    BAND,
    PRIZE,
)
