"""Rivers, lakes, mountains, islands and parks."""

from autoact_precache.agents.training.worlds import names
from autoact_precache.agents.training.worlds.draws import (
    country,
    invented,
    link,
    maybe,
    nationality,
    number,
    one_of,
    region,
    region_word,
    year,
)
from autoact_precache.agents.training.worlds.entity import (
    Draw,
    Kind,
    lines,
)

WHERE: dict[str, Draw] = {
    "country": country,
    "nationality": nationality,
    "region": region,
    "region_word": region_word,
}


RIVER = Kind(
    "river",
    lambda rng, style: f"{names.place(rng, style)} River",
    (1, 3),
    {
        **WHERE,
        "length": number(34, 790, "km"),
        "mouth": link(
            "river",
            otherwise=lambda rng, style: rng.choice(
                ("the North Sea", "the Atlantic Ocean", "the Baltic Sea", "the Indian Ocean")
            ),
        ),
        "source": invented(lambda rng, style: f"Mount {names.surname(rng, style)}"),
        "basin": number(400, 9900, "square kilometres", 10),
        "dam_year": maybe(year(1921, 1994)),
    },
    lines("""
        {name} is a river in {region}, {country}.
        {name} is {a length} long river in {country} which flows into {mouth}.
        {name} is a tributary of {mouth} in {region} in {country}.
        {name} is a river of {country} that rises on {source}.
        {name} is one of the main rivers of {region} in {country}, with a length of {length}.
    """),
    lines("""
        It rises on the slopes of {source} and flows for {length} before it joins {mouth}.
        The river has a total length of {length}.
        Its drainage basin covers {basin}.
        From its source at {source} the river runs south through a wooded valley.
        It empties into {mouth}.
        Flowing north for most of its course, it reaches {mouth} after {length}.
        A dam was built across it in {dam_year}.
        Floods in spring were common until {dam_year}, when a dam was finished.
        It is popular with canoeists and anglers.
        The upper part of the river is a nature reserve.
    """),
    ("river", "river in {region}", "river that flows into {mouth}", "{length} long river"),
    ("{name}", "{name} in {country}"),
    lines("""
        the river that rises on {source}
        the {length} long river in {country}
        the tributary of {mouth} that rises on {source}
    """),
    article=True,
)

LAKE = Kind(
    "lake",
    lambda rng, style: f"Lake {names.place(rng, style)}",
    (0, 2),
    {
        **WHERE,
        "area": number(3, 640, "km²"),
        "depth": number(8, 290, "metres"),
        "outflow": link(
            "river", local=True, otherwise=lambda rng, style: f"the {names.place(rng, style)}"
        ),
    },
    lines("""
        {name} is a lake in {region}, {country}.
        {name} is a freshwater lake in the {region_word} of {region} in {country}.
        {name} is {a nationality} lake with an area of {area}.
        {name} is a lake in {country} that drains into {outflow}.
    """),
    lines("""
        It covers an area of {area} and has a maximum depth of {depth}.
        With a surface of {area}, it is among the larger lakes of {country}.
        At its deepest point it measures {depth}.
        The lake drains into {outflow}.
        It is {depth} deep and lies in a former glacier bed.
        It is fed by several small streams and freezes over in hard winters.
        Perch and pike are fished here.
        A steamer crosses the lake in summer.
    """),
    ("lake", "lake in {region}", "{nationality} lake"),
    ("{name}", "the lake {name}"),
    ("the {nationality} lake with an area of {area}", "the lake in {region} that is {depth} deep"),
)

MOUNTAIN = Kind(
    "mountain",
    lambda rng, style: rng.choice(
        (f"Mount {names.surname(rng, style)}", f"{names.place(rng, style)} Peak")
    ),
    (0, 3),
    {
        **WHERE,
        "height": number(612, 4870, "m"),
        "range": invented(lambda rng, style: f"the {names.place(rng, style)} Mountains"),
        "climber": invented(names.man),
        "climbed": year(1820, 1965),
    },
    lines("""
        {name} is a mountain in {region}, {country}.
        {name} is a mountain in {range} of {country}, with an elevation of {height}.
        {name} ({height}) is a peak in {range}.
        At {height}, {name} is one of the highest summits of {range} in {country}.
        {name} is {a nationality} mountain in the {region_word} of {region}.
    """),
    lines("""
        It has an elevation of {height} above sea level.
        It is part of {range}.
        It was first climbed in {climbed} by {climber}.
        The first recorded ascent was made by {climber} in {climbed}.
        Rising to {height}, it can be seen from the coast.
        A hut below the summit is open from June to September.
        Its north face is covered by a small glacier.
    """),
    ("mountain", "mountain in {country}", "mountain in {range}"),
    ("{name}", "the mountain {name}"),
    ("the mountain first climbed by {climber}", "the {height} high mountain in {country}"),
)

ISLAND = Kind(
    "island",
    lambda rng, style: rng.choice(
        (f"{names.place(rng, style)} Island", f"Isle of {names.surname(rng, style)}")
    ),
    (0, 2),
    {
        **WHERE,
        "area": number(2, 460, "km²"),
        "population": number(60, 19000),
        "archipelago": invented(lambda rng, style: f"the {names.place(rng, style)} Islands"),
        "ferry": link("town", otherwise=names.place),
    },
    lines("""
        {name} is an island in {archipelago} of {country}.
        {name} is a small inhabited island off the coast of {country}, belonging to {region}.
        {name} is one of {archipelago}, with an area of {area}.
        {name} is {a nationality} island with {population} inhabitants.
    """),
    lines("""
        It has an area of {area} and a population of {population}.
        The island is home to {population} people.
        It is the largest of {archipelago}.
        A ferry connects it with {ferry}.
        It can be reached by ferry from {ferry}.
        Most of its inhabitants live from fishing and tourism.
        Puffins and seals breed on its cliffs.
    """),
    ("island", "island in {archipelago}", "{nationality} island"),
    ("{name}", "the island {name}"),
    ("the island with {population} inhabitants", "the island with a ferry to {ferry}"),
)

PARK = Kind(
    "park",
    lambda rng, style: f"{names.place(rng, style)} {rng.choice(('National', 'State'))} Park",
    (0, 2),
    {
        **WHERE,
        "established": year(1911, 1998),
        "area": number(4, 940, "km²"),
        "animal": one_of("lynx, otters, bison, storks, wolves, elephants, deer, cranes, bears"),
        "river": link(
            "river", local=True, otherwise=lambda rng, style: f"the {names.place(rng, style)}"
        ),
    },
    lines("""
        {name} is a protected area in {region}, {country}.
        {name} is a park in {country} established in {established}.
        {name} is {a nationality} park of {area} in the valley of {river}.
    """),
    lines("""
        It was established in {established} and covers {area}.
        The park is known for its {animal}.
        It covers an area of {area} and is crossed by {river}.
        {river} forms its southern border.
        It was set up in {established} to protect {animal}.
        It has a visitor centre and two camping sites.
    """),
    ("park", "park in {region}", "{nationality} park", "park known for its {animal}"),
    ("{name}", "{name} in {country}"),
    (
        "the park in {region} known for its {animal}",
        "the {nationality} park set up in {established}",
    ),
)

GEOGRAPHY = (
    RIVER,
    LAKE,
    MOUNTAIN,
    ISLAND,
    PARK,
)
