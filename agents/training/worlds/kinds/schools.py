"""Stadiums, universities and schools."""

from autoact_precache.agents.training.worlds import names
from autoact_precache.agents.training.worlds.draws import (
    invented,
    maybe,
    number,
    one_of,
    year,
)
from autoact_precache.agents.training.worlds.entity import (
    Kind,
    lines,
)
from autoact_precache.agents.training.worlds.kinds.buildings import IN_TOWN

STADIUM = Kind(
    "stadium",
    lambda rng, style: (
        f"{names.surname(rng, style)} "
        + rng.choice(("Park", "Stadium", "Arena", "Ground", "Field"))
    ),
    (1, 3),
    {
        **IN_TOWN,
        "capacity": number(3200, 61000, step=25),
        "opened": year(1890, 2014),
        "record_crowd": number(4000, 68000),
        "architect": maybe(invented(names.someone), 0.4),
    },
    lines("""
        {name} is a football stadium in {town}, {country}.
        {name} is a multi-purpose stadium in {town}, {region}, with a capacity of {capacity}.
        {name} is {a nationality} sports ground in {town}, opened in {opened}.
        {name} is a stadium in {town}, {country}, and the home of {tenant}.
    """),
    lines("""
        It was opened in {opened} and holds {capacity} people.
        The stadium has a capacity of {capacity}.
        With {capacity} seats it is one of the larger grounds in {country}.
        It is currently used mostly for football matches and is the home of {tenant}.
        Built in {opened}, the ground is the home of {tenant}.
        Its record attendance is {record_crowd}.
        It was designed by {architect} and opened in {opened}.
        A new main stand and floodlights were added later.
        Concerts are held there in summer.
    """),
    ("stadium", "stadium in {town}", "venue", "stadium opened in {opened}"),
    ("{name}", "the stadium {name}", "{name} in {town}"),
    ("the home ground of {tenant}", "the stadium designed by {architect}"),
)

UNIVERSITY = Kind(
    "university",
    lambda rng, style: rng.choice(
        (
            f"{names.surname(rng, style)} College",
            f"{names.surname(rng, style)} University",
            f"{names.place(rng, style)} State University",
            f"{names.place(rng, style)} Institute of Technology",
        )
    ),
    (1, 3),
    {
        **IN_TOWN,
        "founded": year(1540, 1988),
        "students": number(1100, 38000),
        "sector": one_of("public, private, public research, liberal arts, Jesuit"),
        "nickname": maybe(
            one_of("""the Herons, the Ironmen, the Badgers, the Blue Hawks,
            the Lumberjacks, the Comets, the Rams, the Owls, the Pioneers""")
        ),
        "president": invented(names.someone),
    },
    lines("""
        {name} is {a sector} institution of higher education in {town}, {country}.
        {name} is {a sector} university located in {town}, {region}.
        {name}, founded in {founded}, is {a nationality} university in {town}.
        {name} is {a sector} university in {country} with about {students} students.
    """),
    lines("""
        It was founded in {founded}.
        Founded in {founded}, it has about {students} students.
        In the last academic year {students} students were enrolled.
        Its sports teams are called {nickname}.
        The university's teams, {nickname}, compete in eleven sports.
        Its current president is {president}.
        The main campus overlooks a park and has a well-known library.
        Notable alumni include {alumnus}.
        It was the first university in {country} to admit women.
    """),
    (
        "university",
        "{sector} university",
        "university in {town}",
        "university founded in {founded}",
    ),
    ("{name}", "{name}", "the university {name}"),
    lines("""
        the university whose sports teams are called {nickname}
        the {sector} university in {town}
        the university whose president is {president}
    """),
)

SCHOOL = Kind(
    "school",
    lambda rng, style: rng.choice(
        (f"{names.surname(rng, style)} High School", f"St. {names.surname(rng, style)} Academy")
    ),
    (0, 2),
    {
        **IN_TOWN,
        "founded": year(1780, 1994),
        "students": number(210, 2900),
        "principal": invented(names.someone),
        "mascot": one_of("Wildcats, Panthers, Falcons, Spartans, Hornets, Mustangs, Knights"),
        "sector": one_of("public, private, Catholic, coeducational, boarding"),
    },
    lines("""
        {name} is {a sector} secondary school in {town}, {country}.
        {name} is {a sector} school located in {town}, {region}.
        {name} is {a nationality} secondary school founded in {founded}.
    """),
    lines("""
        It was founded in {founded} and has {students} students.
        The principal is {principal}.
        Its teams are known as the {mascot}.
        As of last year, {students} students attended the school, whose principal is {principal}.
        The school is known for its choir.
    """),
    ("school", "{sector} school", "school in {town}"),
    ("{name}", "the school {name}"),
    ("the school whose principal is {principal}", "the school in {town}"),
)

SCHOOLS = (
    STADIUM,
    UNIVERSITY,
    SCHOOL,
)
