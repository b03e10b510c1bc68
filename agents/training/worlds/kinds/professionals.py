"""Politicians, officers, scientists, founders of companies, cooks and bishops."""

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

POLITICIAN = person(
    "politician",
    (1, 3),
    {
        "occupation": one_of(
            "politician, politician, politician and lawyer, politician and farmer"
        ),
        "office": one_of("""Minister of Agriculture, Minister of Finance, Speaker of Parliament,
            Minister of Education, Minister of Transport, ambassador to Japan, Chief Justice,
            Governor of the central bank, Minister of Health, Chief of Protocol"""),
        "office_year": later("birth_year", 34, 62),
        "party": link("party", local=True, inverse="member", without_page=0.0),
        "successor": invented(names.someone),
    },
    """
    {name} ({life}) {is} {a nationality} {occupation}.
    {name} ({life}) {is} {a nationality} {occupation} who served as {office}.
    {name} ({life}) {is} {a nationality} {occupation} of {party}.
    {name} ({life}) {is} {a nationality} {occupation}, born in {birthplace}.
    """,
    """
    {He} became {office} in {office_year}.
    In {office_year}, {last} was appointed {office}.
    {He} {is} a member of {party}.
    {He} entered parliament for {party}.
    {He} served as {office} for two terms and was followed by {successor}.
    {His} successor was {successor}.
    """,
    born=(1870, 1975),
    dead=0.5,
)

OFFICER = person(
    "officer",
    (0, 2),
    {
        "occupation": one_of("general, army officer, admiral, naval officer, field marshal"),
        "war": invented(titles.war),
        "wounds": one_of("twice, three times, four times"),
        "memorial": link("town", otherwise=names.place),
    },
    """
    {name} ({life}) {is} {a nationality} {occupation}.
    {name} ({life}) {is} {a nationality} {occupation} who fought in {war}.
    {name} ({life}) {is} {a nationality} {occupation} who commanded troops in {battle}.
    """,
    """
    {He} served in {war} and was wounded {wounds}.
    {last} led {his} men in {battle}.
    A monument to {him} stands in {memorial}.
    {He} wrote a book on horses after {he} retired.
    """,
    "the {nationality} {occupation} who fought in {war}",
    born=(1750, 1920),
    dead=1.0,
)

SCIENTIST = person(
    "scientist",
    (1, 3),
    {
        "occupation": one_of("""botanist, physicist, chemist, zoologist, astronomer, geologist,
            mathematician, entomologist, physician, economist, historian, linguist"""),
        "known_for": one_of("""work on crystals, studies of moss, theory of tides, star catalogue,
            research on enzymes, maps of the seabed, tables of prime numbers, law of demand"""),
        "medal_year": later("birth_year", 35, 60),
        "supervisor": invented(names.someone),
        "workplace": maybe(link("university", without_page=0.0), 0.5),
    },
    """
    {name} ({life}) {is} {a nationality} {occupation}.
    {name} ({life}) {is} {a nationality} {occupation} known for {his} {known_for}.
    {name} ({life}) {is} {a nationality} {occupation} and professor at {workplace}.
    {name} ({life}) {is} {a nationality} {occupation} after whom {namesake_genus} is named.
    """,
    """
    {He} {is} known for {his} {known_for}.
    {last} received the gold medal of the national academy in {medal_year}.
    {He} described the genus {described}.
    {He} taught at {workplace} for thirty years.
    {His} thesis was supervised by {supervisor}.
    {last} wrote {his} thesis under {supervisor} and later taught at {workplace}.
    {His} letters and notebooks are kept in the university library.
    """,
    "the {nationality} {occupation} who described the genus {described}",
    born=(1790, 1960),
    dead=0.7,
)

FOUNDER = person(
    "founder",
    (1, 3),
    {
        "occupation": one_of("entrepreneur, business executive, industrialist, investor, engineer"),
        "wealth": number(2, 19, "billion dollars"),
        "hobby": one_of("sailing, horse racing, collecting clocks, chess, orchids, gliding"),
    },
    """
    {name} ({life}) {is} {a nationality} {occupation}.
    {name} ({life}) {is} {a nationality} {occupation} and the founder of {company_founded}.
    {name} ({life}) {is} {a nationality} {occupation} who founded {company_founded}.
    """,
    """
    {last} founded {company_founded}.
    {His} fortune was once estimated at {wealth}.
    {He} {is} the founder and chairman of {company_founded}.
    Outside business {he} {is} known for {his} interest in {hobby}.
    {He} lost an early fortune in a bank crash.
    """,
    "the {occupation} whose fortune was estimated at {wealth}",
    bracket="entrepreneur",
)

CHEF = person(
    "chef",
    (0, 2),
    {
        "occupation": one_of("chef, restaurateur, pastry chef, food writer"),
        "restaurant": invented(lambda rng, style: f"{titles.imprint(rng, style)} Kitchen"),
        "stars": one_of("one, two, three"),
        "speciality": one_of("fish, game, vegetables, desserts, bread, noodles, street food"),
        "restaurant_year": later("birth_year", 25, 45),
    },
    """
    {name} ({life}) {is} {a nationality} {occupation}.
    {name} ({life}) {is} {a nationality} {occupation} known for {his} {speciality}.
    {name} ({life}) {is} {a nationality} {occupation} and the owner of {restaurant}.
    """,
    """
    {He} opened {restaurant} in {restaurant_year}.
    {His} restaurant, {restaurant}, has been given {stars} stars.
    {He} {is} known above all for {his} {speciality}.
    {last} trained in hotel kitchens and on a cruise ship.
    """,
    "the {occupation} who opened {restaurant}",
    born=(1940, 1988),
    dead=0.1,
)

CLERIC = person(
    "cleric",
    (0, 1),
    {
        "occupation": one_of("bishop, missionary, theologian, rabbi, lawyer, judge, architect"),
        "appointed": later("birth_year", 33, 60),
        "see": link("town", otherwise=names.place),
        "predecessor": maybe(invented(names.man)),
    },
    """
    {name} ({life}) {is} {a nationality} {occupation}.
    {name} ({life}) {is} {a nationality} {occupation} who worked in {see}.
    """,
    """
    {He} worked in {see} from {appointed} on.
    {last} came to {see} in {appointed} and followed {predecessor}.
    {His} predecessor was {predecessor}.
    """,
    born=(1700, 1950),
    dead=0.8,
    bracket="clergyman",
)

PROFESSIONALS = (
    POLITICIAN,
    OFFICER,
    SCIENTIST,
    FOUNDER,
    CHEF,
    CLERIC,
)
