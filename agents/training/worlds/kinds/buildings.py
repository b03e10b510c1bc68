"""Museums, hotels, castles and theatres."""

from autoact_precache.agents.training.worlds import names, titles
from autoact_precache.agents.training.worlds.draws import (
    invented,
    later,
    link,
    maybe,
    number,
    one_of,
    year,
)
from autoact_precache.agents.training.worlds.entity import (
    Draw,
    Kind,
    lines,
)
from autoact_precache.agents.training.worlds.kinds.geography import WHERE

IN_TOWN: dict[str, Draw] = {"town": link("town", local=True), **WHERE}

MUSEUM = Kind(
    "museum",
    lambda rng, style: f"{names.surname(rng, style)} Museum",
    (0, 2),
    {
        **IN_TOWN,
        "opened": year(1840, 2012),
        "architect": invented(names.someone),
        "collection": one_of("""clocks, maritime history, folk art, railway engines, Roman coins,
            dolls, textiles, modern sculpture, musical instruments, minerals, aviation"""),
        "visitors": number(9000, 480000, step=1000),
    },
    lines("""
        {name} is a museum of {collection} in {town}, {country}.
        {name} is a museum in {town} that opened in {opened}.
        {name}, located in {town}, {region}, is {a nationality} museum devoted to {collection}.
        {name} is {a nationality} museum, designed by {architect}, in {town}.
    """),
    lines("""
        The museum opened in {opened} in a building designed by {architect}.
        It was designed by {architect}.
        It opened its doors to the public in {opened}.
        About {visitors} people visit it each year.
        Its collection, one of the largest in {country}, is about {collection}.
        The collection grew out of a private gift and is shown on three floors.
        It is closed on Mondays.
    """),
    ("museum", "museum of {collection}", "museum in {town}", "museum designed by {architect}"),
    ("{name}", "the museum called {name}"),
    ("the museum of {collection} in {town}", "the museum designed by {architect}"),
    article=True,
)

HOTEL = Kind(
    "hotel",
    lambda rng, style: rng.choice(
        (
            f"Hotel {names.surname(rng, style)}",
            f"{titles.imprint(rng, style)} Hotel",
            f"Grand {names.place(rng, style)} Hotel",
        )
    ),
    (0, 2),
    {
        **IN_TOWN,
        "opened": year(1868, 2009),
        "rooms": number(38, 910),
        "floors": number(3, 41),
        "architect": invented(names.someone),
        "casino_year": maybe(later("opened", 4, 60)),
    },
    lines("""
        {name} is a historic hotel in {town}, {country}.
        {name} is a luxury hotel located in {town}, {region}.
        {name} is a hotel in {town} with {floors} floors, which opened in {opened}.
    """),
    lines("""
        The hotel has {rooms} rooms on {floors} floors.
        It opened in {opened} and was designed by {architect}.
        Designed by {architect}, it has {rooms} rooms.
        It has been renovated several times and is a listed building.
        A casino was added in {casino_year}.
    """),
    ("hotel", "hotel in {town}", "hotel designed by {architect}"),
    ("{name}", "{name} in {town}"),
    ("the hotel in {town} designed by {architect}", "the hotel in {town}"),
    article=True,
)

CASTLE = Kind(
    "castle",
    lambda rng, style: f"{names.place(rng, style)} Castle",
    (0, 2),
    {
        **IN_TOWN,
        "built": year(1060, 1690),
        "owner": invented(lambda rng, style: f"the {names.surname(rng, style)} family"),
        "style": one_of("Gothic, Renaissance, Baroque, Romanesque, Norman"),
        "burnt": maybe(later("built", 60, 250)),
    },
    lines("""
        {name} is a castle near {town} in {region}, {country}.
        {name} is {a style} castle in {country}, built in {built}.
        {name} is a ruined castle in the {region_word} of {region} in {country}.
    """),
    lines("""
        It was built in {built} and belongs to {owner}.
        The castle is owned by {owner}.
        It burnt down in {burnt} and was rebuilt in the {style} style.
        It has been in the hands of {owner} for centuries.
        Its great hall is used for weddings.
    """),
    ("castle", "{style} castle", "castle near {town}"),
    ("{name}", "the castle {name}"),
    ("the {style} castle owned by {owner}", "the castle near {town}"),
)

THEATRE = Kind(
    "theatre",
    lambda rng, style: f"{names.surname(rng, style)} Theatre",
    (0, 2),
    {
        **IN_TOWN,
        "opened": year(1790, 1995),
        "capacity": number(180, 2600),
        "architect": invented(names.someone),
    },
    lines("""
        {name} is a theatre in {town}, {country}.
        {name} is a theatre and concert hall in {town}, {region}, that opened in {opened}.
        {name} is {a nationality} theatre with {capacity} seats.
    """),
    lines("""
        It was built to plans by {architect} and seats {capacity} people.
        The theatre opened in {opened}.
        It has {capacity} seats.
        Its architect was {architect}.
        The stage was closed for some years after a fire.
    """),
    ("theatre", "theatre in {town}", "theatre that opened in {opened}"),
    ("{name}", "{name} in {town}"),
    ("the theatre in {town}", "the theatre whose architect was {architect}"),
    article=True,
)

BUILDINGS = (
    MUSEUM,
    HOTEL,
    CASTLE,
    THEATRE,
)
