"""Kinds of pages: clubs, parties, bands, companies and the press."""

from autoact_precache.agents.training.worlds import names, titles
from autoact_precache.agents.training.worlds.schema import (
    Draw,
    Kind,
    in_life_of,
    invented,
    later,
    link,
    locale,
    maybe,
    number,
    one_of,
    year,
)

_BASED: dict[str, Draw] = {
    "country": locale("country"),
    "nationality": locale("adjective"),
    "region": locale("regions"),
    "town": link("town", local=True, without_page=0.0),
}

CLUB = Kind(
    "club",
    lambda rng, style: f"{names.place(rng, style)} "
    + rng.choice(("F.C.", "United", "Rovers", "Athletic", "Wanderers", "SC")),
    (1, 3),
    {
        **_BASED,
        "founded": year(1872, 1978),
        "stadium": link("stadium", inverse="tenant", once=True,
                        otherwise=lambda rng, style: f"{names.surname(rng, style)} Park"),
        "club_nickname": one_of("the Lions, the Millers, the Magpies, the Foxes, the Sailors, "
                                "the Reds, the Bees, the Weavers, the Pilgrims, the Tigers"),
        "manager": invented(lambda rng, style: names.person(rng, style, False)[0]),
        "league": invented(lambda rng, style: rng.choice(
            ("the Northern Premier Division", "the Second Division", "the National League",
             "the First Division", "the Regional League West"))),
        "titles": one_of("two, three, four, five, seven, nine"),
    },
    (
        "{name} is {a nationality} football club based in {town}.",
        "{name} is a professional football club from {town}, {country}, that plays in {league}.",
        "{name} is an association football club founded in {founded} in {town}, {region}.",
        "{name}, nicknamed {club_nickname}, is {a nationality} football club based in {town}.",
    ),
    (
        "The club was founded in {founded} and plays its home games at {stadium}.",
        "They play their home matches at {stadium}.",
        "The team is nicknamed {club_nickname} and is managed by {manager}.",
        "Known as {club_nickname}, they play in {league}.",
        "The club has won the national cup {titles} times.",
        "It currently competes in {league}, and its manager is {manager}.",
        "Its colours are blue and white.",
    ),
    ("football club", "{nationality} football club", "football club founded in {founded}",
     "club based in {town}"),
    ("{name}", "{name}", "the football club {name}"),
    ("the football club nicknamed {club_nickname}", "the {nationality} football club based in {town}",
     "the football club managed by {manager}"),
)  # fmt: skip

PARTY = Kind(
    "party",
    lambda rng, style: rng.choice(
        ("{} Renewal Party", "{} People's Union", "{} Workers' Front", "{} Democratic Alliance",
         "{} Agrarian League", "Free {} Party")
    ).format(rng.choice(("National", "United", "Progressive", "Christian", "New", "Liberal"))),
    (0, 2),
    {
        "country": locale("country"),
        "nationality": locale("adjective"),
        "founded": year(1890, 2004),
        "leader": invented(lambda rng, style: names.person(rng, style, rng.random() < 0.4)[0]),
        "ideology": one_of("conservatism, liberalism, social democracy, agrarianism, green politics, "
                           "socialism, regionalism"),
        "seats": number(3, 118),
    },
    (
        "{name} is a political party in {country}.",
        "{name} is {a nationality} political party led by {leader}.",
        "{name} is a political party in {country} founded in {founded}.",
    ),
    (
        "It was founded in {founded} and is led by {leader}.",
        "The party stands for {ideology}.",
        "Its ideology is usually described as {ideology}.",
        "It won {seats} seats at the last general election.",
        "The party publishes a weekly paper.",
    ),
    ("political party", "{nationality} political party", "political party founded in {founded}"),
    ("{name}", "the political party {name}"),
    ("the {nationality} political party led by {leader}",),
    article=True,
)  # fmt: skip

LABEL = Kind(
    "label",
    lambda rng, style: f"{titles.imprint(rng, style)} {rng.choice(('Records', 'Music'))}",
    (1, 2),
    {
        **_BASED,
        "founded": year(1948, 2005),
        "founder": invented(lambda rng, style: names.person(rng, style, rng.random() < 0.3)[0]),
        "parent_company": maybe(invented(titles.company), 0.5),
    },
    (
        "{name} is {a nationality} record label based in {town}.",
        "{name} is an independent record label founded in {founded} by {founder}.",
        "{name} is a record label from {town}, {country}.",
    ),
    (
        "The label was founded by {founder} in {founded}.",
        "It is a subsidiary of {parent_company}.",
        "Its founder is {founder}.",
        "It is based in {town}.",
        "The label first issued live recordings of local musicians.",
    ),
    ("record label", "{nationality} record label"),
    ("{name}", "the record label {name}"),
    ("the record label founded by {founder}",),
)

COMPANY = Kind(
    "company",
    titles.company,
    (1, 3),
    {
        **_BASED,
        "founder": link("businessman", inverse="company_founded", once=True, without_page=0.0,
                        otherwise=lambda rng, style: names.person(rng, style, False)[0]),
        "founded": in_life_of("founder", 22, 45, (1880, 2005)),
        "product": one_of("bicycles, shoes, tractors, furniture, watches, software, pianos, "
                          "frozen food, sewing machines, toys, paint, ceramics"),
        "employees": number(120, 48000, step=10),
        "parent_company": maybe(link("company", otherwise=titles.company), 0.4),
    },
    (
        "{name} is {a nationality} company headquartered in {town}.",
        "{name} is {a nationality} manufacturer of {product} based in {town}.",
        "{name} is a company that makes {product}, founded in {founded} by {founder}.",
        "{name} is {a nationality} maker of {product}.",
    ),
    (
        "It was founded by {founder} in {founded}.",
        "The company was established in {founded}.",
        "Founded by {founder}, it produces {product}.",
        "Its headquarters are in {town}, {region}.",
        "It has about {employees} employees.",
        "It employs {employees} people.",
        "The company is owned by {parent_company}.",
        "Since a merger it has been a subsidiary of {parent_company}.",
        "Its shares were traded on the stock exchange for some years.",
    ),
    ("company", "{nationality} company", "maker of {product}", "company based in {town}"),
    ("{name}", "the company {name}", "the {nationality} company {name}"),
    ("the {nationality} manufacturer of {product}", "the company founded by {founder}"),
)  # fmt: skip

AIRLINE = Kind(
    "airline",
    lambda rng, style: rng.choice(
        (f"{names.place(rng, style)} Airways", f"Air {names.place(rng, style)}",
         f"{names.surname(rng, style)} Air Lines")
    ),
    (0, 2),
    {
        **_BASED,
        "founded": year(1932, 2004),
        "ceased": maybe(later("founded", 5, 40, 2016), 0.4),
        "fleet": number(4, 86),
        "airport": invented(lambda rng, style: f"{names.place(rng, style)} Airport"),
    },
    (
        "{name} is {a nationality} airline headquartered in {town}.",
        "{name} is a regional airline based at {airport} in {town}, {country}.",
        "{name} is {a nationality} charter airline founded in {founded}.",
    ),
    (
        "It was founded in {founded} and had its main base at {airport}.",
        "Its hub is {airport}.",
        "The airline operates a fleet of {fleet} aircraft.",
        "The company began operations in {founded}.",
        "It ceased operations in {ceased}.",
        "Scheduled flights link the capital with the islands.",
    ),
    ("airline", "{nationality} airline"),
    ("{name}", "the airline {name}"),
    ("the airline whose hub is {airport}",),
)  # fmt: skip

NEWSPAPER = Kind(
    "newspaper",
    lambda rng, style: (
        f"{names.place(rng, style)} "
        + rng.choice(("Courier", "Herald", "Gazette", "Post", "Chronicle", "Mercury", "Echo"))
    ),
    (0, 2),
    {
        **_BASED,
        "founded": year(1760, 1975),
        "frequency": one_of("daily, weekly, daily, biweekly"),
        "owner": link("company", otherwise=titles.company),
        "editor": invented(lambda rng, style: names.person(rng, style, rng.random() < 0.4)[0]),
        "circulation": number(2400, 410000, step=100),
    },
    (
        "{name} is a {frequency} newspaper published in {town}, {country}.",
        "{name} is {a nationality} {frequency} newspaper founded in {founded}.",
        "{name} is a newspaper based in {town}, owned by {owner}.",
    ),
    (
        "It was founded in {founded} and has a circulation of {circulation}.",
        "It is owned by {owner}.",
        "The paper is edited by {editor}.",
        "Its editor-in-chief is {editor}, and its circulation is {circulation}.",
        "The newspaper was first printed in {founded}.",
        "It is known for its long court reports.",
    ),
    ("newspaper", "{frequency} newspaper", "newspaper published in {town}"),
    ("{name}", "the newspaper {name}"),
    ("the {frequency} newspaper edited by {editor}",),
    article=True,
)

MAGAZINE = Kind(
    "magazine",
    lambda rng, style: rng.choice(
        (titles.work(rng, style), f"{titles.imprint(rng, style)} Review",
         f"Modern {rng.choice(('Knitting', 'Angler', 'Cook', 'Trucker', 'Rider', 'Collector'))}")
    ),
    (1, 3),
    {
        **_BASED,
        "first_issue": year(1890, 2006),
        "magazine_subject": one_of("fashion, science, gardening, film, sports, poetry, computers, "
                                   "food, travel, women's rights, chess, theatre"),
        "frequency": one_of("monthly, weekly, quarterly, bimonthly"),
        "publisher": link("company", otherwise=titles.company),
        "ceased": maybe(later("first_issue", 4, 60, 2015), 0.4),
    },
    (
        "{name} is {a nationality} {frequency} magazine about {magazine_subject}.",
        "{name} is a {frequency} {magazine_subject} magazine published in {town}, {country}.",
        "{name} is a magazine on {magazine_subject} published by {publisher}.",
    ),
    (
        "It is published by {publisher} and was first issued in {first_issue}.",
        "The first issue appeared in {first_issue}.",
        "The magazine was started in {first_issue} and is based in {town}.",
        "It ceased publication in {ceased}.",
        "It has won several prizes for its photographs.",
    ),
    ("magazine", "{frequency} magazine", "{nationality} magazine"),
    ("{name}", "the magazine {name}"),
    ("the {magazine_subject} magazine published by {publisher}",),
    brackets=("magazine",),
)  # fmt: skip

BAND = Kind(
    "band",
    titles.band,
    (2, 4),
    {
        **_BASED,
        "music": one_of("rock, indie rock, heavy metal, punk rock, alternative rock, synthpop, "
                        "folk rock, hip hop, progressive rock, ska"),
        "formed": year(1962, 2011),
        "vocalist": link("singer", inverse="sings_in", once=True,
                         otherwise=lambda rng, style: names.person(rng, style, False)[0]),
        "drummer": invented(lambda rng, style: names.person(rng, style, False)[0]),
        "guitarist": invented(lambda rng, style: names.person(rng, style, rng.random() < 0.3)[0]),
        "members": one_of("three, four, five, six, seven"),
        "label": link("label", otherwise=lambda rng, style: f"{titles.imprint(rng, style)} Records"),
        "split": maybe(later("formed", 3, 22, 2016), 0.5),
    },
    (
        "{name} is {a nationality} {music} band from {town}, formed in {formed}.",
        "{name} is {a nationality} {music} band from {town}.",
        "{name} is {a music} band formed in {town}, {region} in {formed}.",
        "{name} is {a nationality} {music} group consisting of {members} members.",
    ),
    (
        "The band was formed in {formed} by {vocalist} and {drummer}.",
        "The group's members are {vocalist} (vocals), {guitarist} (guitar) and {drummer} (drums).",
        "The band has {members} members.",
        "Its lead singer is {vocalist}.",
        "They are signed to {label}.",
        "Their best-known album is {album}.",
        "They released {album} on {label}.",
        "The band broke up in {split}.",
        "They have toured with several better-known acts.",
    ),
    ("band", "{nationality} band", "{nationality} {music} band", "band formed in {formed}",
     "{music} band from {town}"),
    ("{name}", "{name}", "the band {name}", "the {music} band {name}"),
    ("the {nationality} {music} band formed in {formed}", "the band fronted by {vocalist}",
     "the {music} band from {town}"),
    brackets=("band", "{nationality} band"),
)  # fmt: skip

GROUPS = (CLUB, PARTY, LABEL, COMPANY, AIRLINE, NEWSPAPER, MAGAZINE, BAND)
