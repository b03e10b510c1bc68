"""Kinds of pages: rivers, mountains, towns and what stands in them."""

from autoact_precache.agents.training.worlds import names, titles
from autoact_precache.agents.training.worlds.schema import (
    Draw,
    Kind,
    invented,
    later,
    link,
    locale,
    maybe,
    number,
    one_of,
    year,
)

_WHERE: dict[str, Draw] = {
    "country": locale("country"),
    "nationality": locale("adjective"),
    "region": locale("regions"),
    "region_word": locale("region_word"),
}
_IN_TOWN: dict[str, Draw] = {
    **_WHERE,
    "town": link("town", local=True, without_page=0.0),
}

RIVER = Kind(
    "river",
    lambda rng, style: f"{names.place(rng, style)} River",
    (1, 3),
    {
        **_WHERE,
        "length": number(34, 790, "km"),
        "mouth": link("river", otherwise=lambda rng, style: rng.choice(
            ("the North Sea", "the Atlantic Ocean", "the Baltic Sea", "the Indian Ocean"))),
        "source": invented(lambda rng, style: f"Mount {names.surname(rng, style)}"),
        "basin": number(400, 9900, "square kilometres", 10),
    },
    (
        "{name} is a river in {region}, {country}.",
        "{name} is {a length} long river in {country} which flows into {mouth}.",
        "{name} is a tributary of {mouth} in {region} in {country}.",
        "{name} is a river of {country} that rises on {source}.",
    ),
    (
        "It rises on the slopes of {source} and flows for {length} before it joins {mouth}.",
        "The river has a total length of {length}.",
        "Its drainage basin covers {basin}.",
        "From its source at {source} the river runs south through a wooded valley.",
        "It empties into {mouth}.",
        "Floods in spring were common until a dam was built.",
        "It is popular with canoeists and anglers.",
    ),
    ("river", "river in {region}", "river that flows into {mouth}"),
    ("{name}", "{name} in {country}"),
    ("the river that rises on {source}", "the {length} long river in {country}"),
    article=True,
)  # fmt: skip

LAKE = Kind(
    "lake",
    lambda rng, style: f"Lake {names.place(rng, style)}",
    (0, 2),
    {
        **_WHERE,
        "area": number(3, 640, "km²"),
        "depth": number(8, 290, "metres"),
        "outflow": link("river", otherwise=lambda rng, style: f"the {names.place(rng, style)}"),
    },
    (
        "{name} is a lake in {region}, {country}.",
        "{name} is a freshwater lake in the {region_word} of {region} in {country}.",
        "{name} is {a nationality} lake with an area of {area}.",
    ),
    (
        "It covers an area of {area} and has a maximum depth of {depth}.",
        "With a surface of {area}, it is among the larger lakes of {country}.",
        "At its deepest point it measures {depth}.",
        "The lake drains into {outflow}.",
        "It is fed by several small streams and freezes over in hard winters.",
        "Perch and pike are fished here.",
    ),
    ("lake", "lake in {region}"),
    ("{name}", "the lake {name}"),
)

MOUNTAIN = Kind(
    "mountain",
    lambda rng, style: rng.choice(
        (f"Mount {names.surname(rng, style)}", f"{names.place(rng, style)} Peak")
    ),
    (1, 3),
    {
        **_WHERE,
        "height": number(612, 4870, "m"),
        "range": invented(lambda rng, style: f"the {names.place(rng, style)} Mountains"),
        "climber": invented(lambda rng, style: names.person(rng, style, False)[0]),
        "climbed": year(1820, 1965),
    },
    (
        "{name} is a mountain in {region}, {country}.",
        "{name} is a mountain in {range} of {country}, with an elevation of {height}.",
        "{name} ({height}) is a peak in {range}.",
        "At {height}, {name} is one of the highest summits of {range} in {country}.",
    ),
    (
        "It has an elevation of {height} above sea level.",
        "It is part of {range}.",
        "It was first climbed in {climbed} by {climber}.",
        "The first recorded ascent was made by {climber} in {climbed}.",
        "A hut below the summit is open from June to September.",
        "The mountain lies in the {region_word} of {region}.",
    ),
    ("mountain", "mountain in {country}", "mountain in {range}"),
    ("{name}", "the mountain {name}"),
    ("the mountain first climbed by {climber}",),
)

ISLAND = Kind(
    "island",
    lambda rng, style: rng.choice(
        (f"{names.place(rng, style)} Island", f"Isle of {names.surname(rng, style)}")
    ),
    (0, 2),
    {
        **_WHERE,
        "area": number(2, 460, "km²"),
        "population": number(60, 19000),
        "archipelago": invented(lambda rng, style: f"the {names.place(rng, style)} Islands"),
        "ferry": link("town", otherwise=names.place),
    },
    (
        "{name} is an island in {archipelago} of {country}.",
        "{name} is a small inhabited island off the coast of {country}, belonging to {region}.",
        "{name} is one of {archipelago}, with an area of {area}.",
    ),
    (
        "It has an area of {area} and a population of {population}.",
        "The island is home to {population} people.",
        "It is the largest of {archipelago}.",
        "A ferry connects it with {ferry}.",
        "Most of its inhabitants live from fishing and tourism.",
    ),
    ("island", "island in {archipelago}"),
    ("{name}", "the island {name}"),
)

TOWN = Kind(
    "town",
    names.place,
    (6, 10),
    {
        **_WHERE,
        "settlement": one_of("town, city, village, municipality, market town, town"),
        "population": number(420, 412000),
        "census": one_of("2001, 2006, 2010, 2011, 2016"),
        "river": link("river", otherwise=lambda rng, style: f"the {names.place(rng, style)}",
                      inverse="town_on_river"),
        "mayor": maybe(invented(lambda rng, style: names.person(rng, style, rng.random() < 0.4)[0])),
        "founded": maybe(year(1120, 1890)),
        "famous_for": maybe(one_of("cheese, lace, glass, carnival, horse fair, pottery, steel, "
                                   "cathedral, wine, marble, salt mines")),
        "elevation": number(8, 1240, "metres"),
        "twin": maybe(link("town", otherwise=names.place), 0.4),
    },
    (
        "{name} is {a settlement} in the {region_word} of {region} in {country}.",
        "{name} is {a settlement} in {region}, {country}.",
        "{name} is {a settlement} on the banks of {river} in {region}, {country}.",
        "{name} is {a settlement} and former mining centre in {region}, {country}, with a "
        "population of {population}.",
        "{name} is {a nationality} {settlement} located in {region}, on {river}.",
    ),
    (
        "At the {census} census the population was {population}.",
        "The population was {population} as of {census}.",
        "As of the {census} census, {name} had {population} inhabitants.",
        "It lies on {river}, at an altitude of {elevation}.",
        "{river} flows through the {settlement}.",
        "The {settlement} is known for its {famous_for}.",
        "{name} was founded in {founded} and is best known for its {famous_for}.",
        "It received its charter in {founded}.",
        "The current mayor is {mayor}.",
        "{name} is twinned with {twin}.",
        "It is the birthplace of {native}.",
        "Notable people from {name} include {native}.",
        "The local economy rests on farming and a small furniture factory.",
        "The parish church dates from the fifteenth century.",
    ),
    ("{settlement}", "{settlement} in {region}", "{nationality} {settlement}",
     "{settlement} on {river}", "{settlement} in {country}"),
    ("{name}", "{name}, {country}", "the {settlement} of {name}", "{name}, {region}"),
    ("the {settlement} known for its {famous_for} in {region}",
     "the {nationality} {settlement} on {river}", "the {settlement} twinned with {twin}",
     "the birthplace of {native}"),
    brackets=("{region}", "{country}"),
)  # fmt: skip

MUSEUM = Kind(
    "museum",
    lambda rng, style: f"{names.surname(rng, style)} Museum",
    (0, 2),
    {
        **_IN_TOWN,
        "opened": year(1840, 2012),
        "architect": invented(lambda rng, style: names.person(rng, style, rng.random() < 0.3)[0]),
        "collection": one_of("clocks, maritime history, folk art, railway engines, Roman coins, "
                             "dolls, textiles, modern sculpture, musical instruments, minerals"),
        "visitors": number(9000, 480000, step=1000),
    },
    (
        "{name} is a museum of {collection} in {town}, {country}.",
        "{name} is a museum in {town} that opened in {opened}.",
        "{name}, located in {town}, {region}, is {a nationality} museum devoted to {collection}.",
    ),
    (
        "The museum opened in {opened} in a building designed by {architect}.",
        "It was designed by {architect}.",
        "It opened its doors to the public in {opened}.",
        "About {visitors} people visit it each year.",
        "The collection grew out of a private gift and is shown on three floors.",
    ),
    ("museum", "museum of {collection}"),
    ("{name}", "the museum called {name}"),
    ("the museum of {collection} in {town}", "the museum designed by {architect}"),
    article=True,
)  # fmt: skip

STADIUM = Kind(
    "stadium",
    lambda rng, style: rng.choice(
        (f"{names.surname(rng, style)} Park", f"{names.surname(rng, style)} Stadium",
         f"{names.surname(rng, style)} Arena")
    ),
    (1, 3),
    {
        **_IN_TOWN,
        "capacity": number(3200, 61000, step=25),
        "opened": year(1890, 2014),
        "record_crowd": number(4000, 68000),
    },
    (
        "{name} is a football stadium in {town}, {country}.",
        "{name} is a multi-purpose stadium in {town}, {region}, with a capacity of {capacity}.",
        "{name} is {a nationality} sports ground in {town}, opened in {opened}.",
    ),
    (
        "It was opened in {opened} and holds {capacity} people.",
        "The stadium has a capacity of {capacity}.",
        "It is currently used mostly for football matches and is the home of {tenant}.",
        "Built in {opened}, the ground is the home of {tenant}.",
        "Its record attendance is {record_crowd}.",
        "A new main stand and floodlights were added later.",
    ),
    ("stadium", "stadium in {town}", "venue"),
    ("{name}", "the stadium {name}"),
    ("the home ground of {tenant}",),
)  # fmt: skip

UNIVERSITY = Kind(
    "university",
    lambda rng, style: rng.choice(
        (f"{names.surname(rng, style)} College", f"{names.surname(rng, style)} University",
         f"{names.place(rng, style)} Institute of Technology")
    ),
    (1, 3),
    {
        **_IN_TOWN,
        "founded": year(1540, 1988),
        "students": number(1100, 38000),
        "sector": one_of("public, private, public research, liberal arts, Jesuit"),
        "nickname": maybe(one_of("the Herons, the Ironmen, the Badgers, the Blue Hawks, "
                                 "the Lumberjacks, the Comets, the Rams")),
    },
    (
        "{name} is {a sector} institution of higher education in {town}, {country}.",
        "{name} is {a sector} university located in {town}, {region}.",
        "{name}, founded in {founded}, is {a nationality} university in {town}.",
    ),
    (
        "It was founded in {founded}.",
        "Founded in {founded}, it has about {students} students.",
        "{students} students were enrolled in the last academic year.",
        "Its sports teams are called {nickname}.",
        "The main campus overlooks a park and has a well-known library.",
        "Notable alumni include {alumnus}.",
    ),
    ("university", "{sector} university", "university in {town}", "school"),
    ("{name}", "the university {name}"),
    ("the university whose sports teams are called {nickname}",
     "the {sector} university in {town}"),
)  # fmt: skip

HOTEL = Kind(
    "hotel",
    lambda rng, style: rng.choice(
        (f"Hotel {names.surname(rng, style)}", f"{titles.imprint(rng, style)} Hotel",
         f"Grand {names.place(rng, style)} Hotel")
    ),
    (0, 2),
    {
        **_IN_TOWN,
        "opened": year(1868, 2009),
        "rooms": number(38, 910),
        "floors": number(3, 41),
        "architect": invented(lambda rng, style: names.person(rng, style, rng.random() < 0.3)[0]),
        "casino": maybe(later("opened", 4, 60)),
    },
    (
        "{name} is a historic hotel in {town}, {country}.",
        "{name} is a luxury hotel located in {town}, {region}.",
        "{name} is a {floors}-storey hotel in {town} which opened in {opened}.",
    ),
    (
        "The hotel has {rooms} rooms on {floors} floors.",
        "It opened in {opened} and was designed by {architect}.",
        "Designed by {architect}, it has {rooms} rooms.",
        "It has been renovated several times and is a listed building.",
        "A casino was added in {casino}.",
    ),
    ("hotel", "hotel in {town}"),
    ("{name}", "the hotel {name}"),
    ("the hotel in {town} designed by {architect}",),
    article=True,
)  # fmt: skip

PLACES = (RIVER, LAKE, MOUNTAIN, TOWN, ISLAND, MUSEUM, STADIUM, UNIVERSITY, HOTEL)
