"""Bridges, airports and railway lines."""

from autoact_precache.agents.training.worlds import names
from autoact_precache.agents.training.worlds.draws import (
    invented,
    link,
    number,
    one_of,
    year,
)
from autoact_precache.agents.training.worlds.entity import (
    Kind,
    lines,
)
from autoact_precache.agents.training.worlds.kinds.buildings import IN_TOWN
from autoact_precache.agents.training.worlds.kinds.geography import WHERE

BRIDGE = Kind(
    "bridge",
    lambda rng, style: f"{names.surname(rng, style)} Bridge",
    (0, 2),
    {
        **IN_TOWN,
        "crossed_river": link(
            "river", local=True, otherwise=lambda rng, style: f"the {names.place(rng, style)}"
        ),
        "length": number(64, 1480, "m"),
        "opened": year(1838, 2010),
        "architect": invented(names.man),
        "structure": one_of("suspension, arch, truss, cable-stayed, stone, railway"),
    },
    lines("""
        {name} is {a structure} bridge over {crossed_river} in {town}, {country}.
        {name} is a bridge in {region}, {country}, that crosses {crossed_river}.
        {name} is {a structure} bridge in {town}, opened in {opened}.
    """),
    lines("""
        It was designed by {architect} and opened in {opened}.
        The bridge is {length} long.
        It spans {crossed_river} and has a length of {length}.
        Its engineer was {architect}.
        It carries two lanes of traffic and a footpath.
    """),
    ("bridge", "{structure} bridge", "bridge in {town}"),
    ("{name}", "{name} in {country}"),
    ("the {structure} bridge in {town}", "the bridge designed by {architect}"),
    article=True,
)

AIRPORT = Kind(
    "airport",
    lambda rng, style: f"{names.surname(rng, style)} {rng.choice(('International ', ''))}Airport",
    (0, 2),
    {
        **IN_TOWN,
        "opened": year(1926, 1998),
        "passengers": number(40000, 9400000, step=1000),
        "runways": one_of("one, two, three, four"),
    },
    lines("""
        {name} is an airport serving {town} in {region}, {country}.
        {name} is {a nationality} airport near {town}, opened in {opened}.
        {name} is a public airport in {region}, {country}.
    """),
    lines("""
        It opened in {opened} and handles {passengers} passengers a year.
        The airport has {runways} runways.
        In its busiest year {passengers} passengers used it.
        It serves the town of {town}.
        It began as a military airfield.
    """),
    ("airport", "airport in {region}", "airport opened in {opened}"),
    ("{name}", "the airport {name}"),
    ("the airport that serves {town}",),
)

RAILWAY = Kind(
    "railway",
    lambda rng, style: f"{names.place(rng, style)} {rng.choice(('Line', 'Railway'))}",
    (0, 2),
    {
        **WHERE,
        "terminus": link("town", local=True, otherwise=names.place),
        "other_terminus": link("town", local=True, otherwise=names.place),
        "length": number(9, 410, "km"),
        "opened": year(1839, 1976),
        "stations": number(4, 58),
    },
    lines("""
        {name} is a railway line in {country} that runs from {terminus} to {other_terminus}.
        {name} is {a nationality} railway line of {length} in {region}.
        {name} is a railway in {region}, {country}, opened in {opened}.
    """),
    lines("""
        It is {length} long and has {stations} stations.
        The line opened in {opened}.
        It runs from {terminus} to {other_terminus}.
        There are {stations} stations along the line.
        Freight traffic on it has ended.
    """),
    ("railway line", "railway line in {region}"),
    ("{name}", "the railway line {name}"),
    ("the railway line from {terminus} to {other_terminus}",),
    article=True,
)

TRANSPORT = (
    BRIDGE,
    AIRPORT,
    RAILWAY,
)
