"""Companies, airlines, breweries and charities."""

from autoact_precache.agents.training.worlds import names, titles
from autoact_precache.agents.training.worlds.draws import (
    active,
    invented,
    later,
    link,
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

COMPANY = Kind(
    "company",
    titles.company,
    (1, 3),
    {
        **IN_TOWN,
        "founder": link("founder", inverse="company_founded", once=True, otherwise=names.someone),
        "founded": active("founder", (1880, 2005)),
        "product": one_of("""bicycles, shoes, tractors, furniture, watches, software, pianos,
            frozen food, sewing machines, toys, paint, ceramics, buses, cameras, biscuits"""),
        "employees": number(120, 48000, step=10),
        "parent_company": maybe(link("company", otherwise=titles.company), 0.4),
        "chief": invented(names.someone),
        "traded": one_of("three, five, eight, ten, twelve"),
        "plant": invented(names.place),
        "logo": one_of("an anvil, a swan, a rising sun, a lighthouse, a key, three stars, an owl"),
        "slogan": maybe(one_of("Built to last, Think again, Always in time, Made by hand")),
    },
    lines("""
        {name} is {a nationality} company headquartered in {town}.
        {name} is {a nationality} manufacturer of {product} based in {town}.
        {name} is a company that makes {product}, founded in {founded} by {founder}.
        {name} is {a nationality} maker of {product}.
        {name} is {a nationality} company, a subsidiary of {parent_company}, that makes {product}.
    """),
    lines("""
        It was founded by {founder} in {founded}.
        The company was established in {founded}.
        Founded by {founder}, it produces {product}.
        Its headquarters are in {town}, {region}.
        It has about {employees} employees.
        It employs {employees} people, and its chief executive is {chief}.
        The company is owned by {parent_company}.
        Since a merger it has been a subsidiary of {parent_company}.
        Its chief executive is {chief}.
        Its slogan is "{slogan}".
        Its shares were traded on the stock exchange for {traded} years.
        The company opened a second plant in {plant}.
        A strike at the plant in {plant} lasted {traded} weeks.
        Its logo shows {logo}.
    """),
    lines("""
        company
        {nationality} company
        maker of {product}
        company based in {town}
        company founded in {founded}
    """),
    ("{name}", "the company {name}", "the {nationality} company {name}"),
    lines("""
        the {nationality} manufacturer of {product}
        the company founded by {founder}
        the company whose chief executive is {chief}
    """),
)

AIRLINE = Kind(
    "airline",
    lambda rng, style: rng.choice(
        (
            f"{names.place(rng, style)} Airways",
            f"Air {names.place(rng, style)}",
            f"{names.surname(rng, style)} Air Lines",
        )
    ),
    (0, 2),
    {
        **IN_TOWN,
        "founded": year(1932, 2004),
        "ceased": maybe(later("founded", 5, 40), 0.4),
        "fleet": number(4, 86),
        "airport": link(
            "airport", otherwise=lambda rng, style: f"{names.place(rng, style)} Airport"
        ),
        "parent_company": maybe(link("company", otherwise=titles.company), 0.4),
    },
    lines("""
        {name} is {a nationality} airline headquartered in {town}.
        {name} is a regional airline based at {airport} in {country}.
        {name} is {a nationality} charter airline founded in {founded}.
        {name} was {a nationality} airline that ceased operations in {ceased}.
    """),
    lines("""
        It was founded in {founded} and had its main base at {airport}.
        Its hub is {airport}.
        The airline operates a fleet of {fleet} aircraft.
        The company began operations in {founded} with {fleet} aircraft.
        It ceased operations in {ceased}.
        The airline is a subsidiary of {parent_company}.
        Scheduled flights link the capital with the islands.
    """),
    ("airline", "{nationality} airline", "airline founded in {founded}"),
    ("{name}", "the airline {name}"),
    ("the airline whose hub is {airport}", "the {nationality} airline with {fleet} aircraft"),
)

BREWERY = Kind(
    "brewery",
    lambda rng, style: f"{names.surname(rng, style)} {rng.choice(('Brewery', 'Brewing Company'))}",
    (0, 2),
    {
        **IN_TOWN,
        "founder": invented(names.man),
        "founded": year(1610, 2009),
        "beer": invented(
            lambda rng, style: (
                f"{titles.imprint(rng, style)} {rng.choice(('Ale', 'Stout', 'Porter'))}"
            )
        ),
        "parent_company": maybe(link("company", otherwise=titles.company), 0.5),
        "output": number(2000, 340000, "hectolitres", 100),
    },
    lines("""
        {name} is a brewery in {town}, {country}.
        {name} is {a nationality} brewery founded in {founded} by {founder}.
        {name} is a brewery in {region}, {country}, best known for {beer}.
    """),
    lines("""
        It was founded by {founder} in {founded}.
        Its best-known beer is {beer}.
        The brewery is owned by {parent_company}.
        It makes {beer} and belongs to {parent_company}.
        About {output} are brewed each year.
        Tours are offered on Saturdays.
    """),
    ("brewery", "{nationality} brewery", "brewery founded in {founded}", "brewery in {town}"),
    ("{name}", "the brewery {name}"),
    ("the brewery that makes {beer}", "the {nationality} brewery founded by {founder}"),
)

CHARITY = Kind(
    "charity",
    lambda rng, style: (
        f"{names.surname(rng, style)} {rng.choice(('Foundation', 'Trust', 'Society'))}"
    ),
    (0, 2),
    {
        **IN_TOWN,
        "founder": link("founder", "singer", "actor", inverse="charity", otherwise=names.someone),
        "founded": active("founder", (1870, 2010)),
        "cause": one_of("""orphans, blind people, stray dogs, old churches, refugees, libraries,
            clean water, retired sailors, music lessons, wetlands"""),
        "volunteers": number(40, 9000, step=10),
    },
    lines("""
        {name} is {a nationality} charity based in {town}.
        {name} is a non-profit organisation founded in {founded} that supports {cause}.
        {name} is a charity in {country}, founded by {founder}.
    """),
    lines("""
        It was founded by {founder} in {founded}.
        The charity supports {cause} and has {volunteers} volunteers.
        Its founder is {founder}.
        It helps {cause}.
        Its yearly gala is held in a tent.
    """),
    ("charity", "{nationality} charity", "charity founded in {founded}"),
    ("{name}", "the charity {name}"),
    ("the charity that supports {cause} in {country}", "the charity founded by {founder}"),
    article=True,
)

BUSINESS = (
    COMPANY,
    AIRLINE,
    BREWERY,
    CHARITY,
)
