"""Towns, cities and villages."""

from autoact_precache.agents.training.worlds import names
from autoact_precache.agents.training.worlds.draws import (
    invented,
    link,
    maybe,
    number,
    one_of,
    year,
)
from autoact_precache.agents.training.worlds.entity import (
    Draft,
    Entity,
    Kind,
    lines,
)
from autoact_precache.agents.training.worlds.kinds.geography import WHERE


def _inhabitants(draft: Draft, town: Entity) -> str:
    low, high = {"village": (90, 4800), "city": (61000, 890000)}.get(
        str(town.facts["settlement"]), (2100, 64000)
    )
    return f"{draft.rng.randint(low, high):,}"


TOWN = Kind(
    "town",
    names.place,
    (5, 8),
    {
        **WHERE,
        "settlement": one_of("town, city, village, municipality, market town, town, city"),
        "population": _inhabitants,
        "census": one_of("2001, 2006, 2010, 2011, 2016"),
        "river": link(
            "river", local=True, otherwise=lambda rng, style: f"the {names.place(rng, style)}"
        ),
        "mayor": maybe(invented(names.someone)),
        "founded": maybe(year(1120, 1890)),
        "founder": maybe(invented(names.man), 0.4),
        "famous_for": maybe(
            one_of("""cheese, lace, glass, carnival, horse fair, pottery, steel,
            cathedral, wine, marble, salt mines, gingerbread, clock tower, shipyards, onions""")
        ),
        "elevation": number(8, 1240, "metres"),
        "twin": maybe(link("town", otherwise=names.place), 0.4),
        "industry": one_of("""farming, fishing, tourism, forestry, the paper industry, shipbuilding,
            a car parts factory, wine growing, quarrying, a sugar mill, textiles, a mint"""),
        "festival": one_of("""jazz, kite, harvest, lantern, puppet, onion, folk dance, short film,
            accordion, apple"""),
        "festival_month": one_of("April, May, June, July, August, September, October"),
        "distance": number(7, 180, "km"),
        "bigger_place": invented(names.place),
        "school_count": one_of("two, three, four, five, six"),
        "patron": one_of("Saint Nicholas, Saint Barbara, Saint George, Saint Martin, Saint Anne"),
    },
    lines("""
        {name} is {a settlement} in the {region_word} of {region} in {country}.
        {name} is {a settlement} in {region}, {country}.
        {name} is {a settlement} on the banks of {river} in {region}, {country}.
        {name} is {a settlement} in {region}, {country}, with a population of {population}.
        {name} is {a nationality} {settlement} located in {region}, on {river}.
        {name} is {a settlement} and former mining centre in {country}, founded in {founded}.
        {name} is {a settlement} in the north of {region}, {country}, known for its {famous_for}.
    """),
    lines("""
        At the {census} census the population was {population}.
        The population was {population} as of {census}.
        As of the {census} census, {name} had {population} inhabitants.
        It lies on {river}, at an altitude of {elevation}.
        {river} flows through the {settlement}.
        The {settlement} is known for its {famous_for}.
        Founded in {founded} by {founder}, it is best known for its {famous_for}.
        It was founded in {founded} by {founder}.
        It received its charter in {founded}.
        The current mayor is {mayor}.
        Its mayor, {mayor}, was elected by a narrow margin.
        {name} is twinned with {twin}.
        It is the birthplace of {native}.
        Notable people from {name} include {native}.
        Its parish church is dedicated to {patron}.
        The local economy rests on {industry}.
        Most jobs depend on {industry}, and there are {school_count} schools.
        Every {festival_month} {a festival} festival draws visitors from the whole region.
        It is known in {country} for the {festival} festival held each {festival_month}.
        {name} lies about {distance} from {bigger_place}.
        It lies on the road to {bigger_place}, {distance} away.
        It has a railway station and a weekly market.
        The old town hall was destroyed by fire and rebuilt in brick.
    """),
    lines("""
        {settlement}
        {settlement} in {region}
        {nationality} {settlement}
        {settlement} on {river}
        {settlement} in {country}
        {settlement} that is known for its {famous_for}
        {settlement} founded in {founded}
        {settlement} with a population of {population}
    """),
    ("{name}", "{name}", "{name}, {country}", "the {settlement} of {name}", "{name}, {region}"),
    lines("""
        the {settlement} known for its {famous_for} in {region}
        the {nationality} {settlement} on {river}
        the {settlement} twinned with {twin}
        the birthplace of {native}
        the {settlement} whose mayor is {mayor}
        the {settlement} founded by {founder}
    """),
    brackets=("{region}", "{country}"),
)

TOWNS = (TOWN,)
