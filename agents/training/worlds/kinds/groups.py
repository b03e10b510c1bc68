"""Football clubs and leagues, parties, record labels."""

from autoact_precache.agents.training.worlds import names, titles
from autoact_precache.agents.training.worlds.draws import (
    country,
    invented,
    link,
    maybe,
    nationality,
    number,
    one_of,
    year,
)
from autoact_precache.agents.training.worlds.entity import (
    Kind,
    lines,
)
from autoact_precache.agents.training.worlds.kinds.buildings import IN_TOWN

LEAGUE = Kind(
    "league",
    lambda rng, style: rng.choice(
        (f"{names.surname(rng, style)} Premier Division", f"{names.place(rng, style)} League")
    ),
    (0, 2),
    {
        "country": country,
        "nationality": nationality,
        "founded": year(1886, 1996),
        "teams": number(8, 24),
        "sponsor": invented(titles.company),
        "tier": one_of("first, second, third, fourth, fifth"),
    },
    lines("""
        {name} is a football league in {country}.
        {name} is the {tier} tier of football in {country}.
        {name} is {a nationality} football competition founded in {founded}.
    """),
    lines("""
        It was founded in {founded} and has {teams} teams.
        The league is sponsored by {sponsor}.
        It consists of {teams} clubs and forms the {tier} tier.
        Play-offs decide the last promotion place.
    """),
    ("football league", "football league founded in {founded}", "league sponsored by {sponsor}"),
    ("{name}", "{name}, a football league,"),
    ("the football league sponsored by {sponsor}",),
    article=True,
)

CLUB = Kind(
    "club",
    lambda rng, style: (
        f"{names.place(rng, style)} "
        + rng.choice(("F.C.", "United", "Rovers", "Athletic", "Wanderers", "SC", "City"))
    ),
    (1, 3),
    {
        **IN_TOWN,
        "founded": year(1872, 1978),
        "stadium": link(
            "stadium",
            inverse="tenant",
            once=True,
            otherwise=lambda rng, style: f"{names.surname(rng, style)} Park",
        ),
        "club_nickname": one_of("""the Lions, the Millers, the Magpies, the Foxes, the Sailors,
            the Reds, the Bees, the Weavers, the Pilgrims, the Tigers, the Greens, the Gulls"""),
        "manager": invented(names.man),
        "league": link(
            "league",
            otherwise=lambda rng, style: rng.choice(
                ("the Northern Premier Division", "the Second Division", "the National League")
            ),
        ),
        "titles": one_of("two, three, four, five, seven, nine"),
        "colours": one_of("blue and white, red and black, green, yellow and blue, white, maroon"),
    },
    lines("""
        {name} is {a nationality} football club based in {town}.
        {name} is a professional football club from {town}, {country}, that plays in {league}.
        {name} is an association football club founded in {founded} in {town}, {region}.
        {name}, nicknamed {club_nickname}, is {a nationality} football club based in {town}.
        {name} is {a nationality} football club that plays its home games at {stadium}.
    """),
    lines("""
        The club was founded in {founded} and plays its home games at {stadium}.
        They play their home matches at {stadium}.
        The team is nicknamed {club_nickname} and is managed by {manager}.
        Known as {club_nickname}, they play in {league}.
        The club has won the national cup {titles} times.
        It currently competes in {league}, and its manager is {manager}.
        The club was established in {founded} by workers of a spinning mill.
        Its colours are {colours}.
    """),
    lines("""
        football club
        {nationality} football club
        football club founded in {founded}
        football club based in {town}
        football club nicknamed {club_nickname}
    """),
    ("{name}", "{name}", "the football club {name}"),
    lines("""
        the football club nicknamed {club_nickname}
        the {nationality} football club based in {town}
        the football club managed by {manager}
        the football club that plays at {stadium}
    """),
)

PARTY = Kind(
    "party",
    lambda rng, style: rng.choice(
        (
            "{} Renewal Party",
            "{} People's Union",
            "{} Workers' Front",
            "{} Democratic Alliance",
            "{} Agrarian League",
            "Free {} Party",
        )
    ).format(
        rng.choice(("National", "United", "Progressive", "Christian", "New", "Liberal", "Radical"))
    ),
    (0, 2),
    {
        "country": country,
        "nationality": nationality,
        "founded": year(1890, 2004),
        "leader": invented(names.someone),
        "ideology": one_of("""conservatism, liberalism, social democracy, agrarianism,
            green politics, socialism, regionalism, populism"""),
        "seats": number(3, 118),
    },
    lines("""
        {name} is a political party in {country}.
        {name} is {a nationality} political party led by {leader}.
        {name} is a political party in {country} founded in {founded}.
        {name} is {a nationality} political party that stands for {ideology}.
    """),
    lines("""
        It was founded in {founded} and is led by {leader}.
        The party stands for {ideology}.
        Its ideology is usually described as {ideology}.
        It won {seats} seats at the last general election.
        Its leader is {leader}.
        The party publishes a weekly paper.
    """),
    ("political party", "{nationality} political party", "political party led by {leader}"),
    ("{name}", "the political party {name}"),
    ("the {nationality} political party led by {leader}", "the party with {seats} seats"),
    article=True,
)

LABEL = Kind(
    "label",
    titles.records,
    (1, 2),
    {
        **IN_TOWN,
        "founded": year(1931, 1962),
        "founder": invented(names.someone),
        "parent_company": maybe(invented(titles.company), 0.5),
    },
    lines("""
        {name} is {a nationality} record label based in {town}.
        {name} is an independent record label founded in {founded} by {founder}.
        {name} is a record label from {town}, {country}.
        {name} is {a nationality} record label owned by {parent_company}.
    """),
    lines("""
        The label was founded by {founder} in {founded}.
        It is a subsidiary of {parent_company}.
        Its founder is {founder}.
        It is based in {town}.
        The label first issued live recordings of local musicians.
    """),
    ("record label", "{nationality} record label", "record label founded by {founder}"),
    ("{name}", "the record label {name}"),
    ("the record label founded by {founder}", "the {nationality} record label based in {town}"),
)

GROUPS = (
    LEAGUE,
    CLUB,
    PARTY,
    LABEL,
)
