"""Ships, battles, plants, breeds and dishes."""

from autoact_precache.agents.training.worlds import names, titles
from autoact_precache.agents.training.worlds.draws import (
    active,
    country,
    invented,
    later,
    link,
    maybe,
    nationality,
    number,
    one_of,
    region,
    year,
)
from autoact_precache.agents.training.worlds.entity import Kind, lines

SHIP = Kind(
    "ship",
    lambda rng, style: rng.choice(("HMS", "SS", "USS", "MV")) + f" {names.place(rng, style)}",
    (0, 2),
    {
        "country": country,
        "nationality": nationality,
        "vessel": one_of("destroyer, cargo ship, frigate, ocean liner, ferry, submarine, trawler"),
        "launched": year(1838, 1968),
        "builder": link("company", otherwise=titles.company, without_page=0.4),
        "namesake_town": link("town", otherwise=names.place),
        "lost": maybe(later("launched", 2, 40)),
        "crew": number(18, 1400),
    },
    lines("""
        {name} was {a nationality} {vessel} launched in {launched}.
        {name} was {a vessel} built by {builder}.
        {name} was {a nationality} {vessel} named after the town of {namesake_town}.
    """),
    lines("""
        The ship was built by {builder} and launched in {launched}.
        She was named after {namesake_town}.
        She carried a crew of {crew}.
        She sank in a storm in {lost} with {crew} people on board.
        In {lost} she ran aground and was scrapped.
        The ship's bell is kept in a church.
    """),
    ("{vessel}", "{nationality} {vessel}", "{vessel} launched in {launched}"),
    ("{name}", "the {vessel} {name}", "the ship {name}"),
    ("the {vessel} built by {builder}", "the {nationality} {vessel} launched in {launched}"),
)

BATTLE = Kind(
    "battle",
    lambda rng, style: f"Battle of {names.place(rng, style)}",
    (0, 2),
    {
        "war": invented(titles.war),
        "near_town": link("town", otherwise=names.place),
        "victor": link("officer", inverse="battle", otherwise=names.man),
        "fought": active("victor", (1640, 1918)),
        "loser": invented(names.man),
        "casualties": number(300, 14000, step=50),
    },
    lines("""
        {name} was a battle of {war}, fought in {fought}.
        {name} was fought in {fought} near {near_town}.
        {name} was a battle of {war} won by {victor}.
    """),
    lines("""
        It took place near {near_town} and was part of {war}.
        The army of {loser} was defeated by {victor}.
        {victor} commanded the winning side.
        About {casualties} men were killed or wounded.
        It was fought in {fought} and cost {casualties} lives.
        A chapel marks the battlefield.
    """),
    ("battle", "battle of {war}", "battle fought in {fought}"),
    ("{name}", "{name}"),
    ("the battle fought near {near_town} in {fought}", "the battle in which {loser} was defeated"),
    article=True,
)

GENUS = Kind(
    "genus",
    titles.genus,
    (0, 3),
    {
        "taxon": one_of(
            "flowering plants, moths, beetles, orchids, spiders, frogs, mosses, snails"
        ),
        "species": number(2, 140),
        "native_to": one_of("""Madagascar, Borneo, southern Africa, the Andes, New Guinea, Mexico,
            the Mediterranean, Australia, Central Asia, Vietnam"""),
        "describer": link("scientist", inverse="described", otherwise=names.someone),
        "described_in": year(1790, 1990),
        "eponym": maybe(link("scientist", inverse="namesake_genus", once=True), 0.5),
        "family": invented(lambda rng, style: titles.genus(rng, style)[:-2] + "aceae"),
    },
    lines("""
        {name} is a genus of {taxon} native to {native_to}.
        {name} is a genus of {taxon} in the family {family}.
        {name} is a genus of {taxon} with {species} species.
    """),
    lines("""
        It was described in {described_in} by {describer}.
        The genus contains {species} species.
        It is native to {native_to} and was first described by {describer}.
        The genus is named after {eponym}.
        It belongs to the family {family}.
        Several of its members are threatened by logging.
    """),
    ("genus", "genus of {taxon}", "genus native to {native_to}"),
    ("{name}", "the genus {name}", "{name}, a genus of {taxon},"),
    ("the genus of {taxon} native to {native_to}", "the genus named after {eponym}"),
)

BREED = Kind(
    "breed",
    lambda rng, style: (
        f"{names.place(rng, style)} "
        + rng.choice(("Hound", "Terrier", "Pony", "Cob", "Sheepdog", "Spitz"))
    ),
    (0, 2),
    {
        "country": country,
        "nationality": nationality,
        "region": region,
        "use": one_of("herding, hunting, draught work, guarding, racing, rescue work"),
        "weight": number(9, 68, "kg"),
        "colour": one_of("grey, chestnut, black, white, brindle, golden"),
        "recognised": year(1880, 2005),
    },
    lines("""
        {name} is a breed from {country} used for {use}.
        {name} is {a nationality} breed from {region}.
        {name} is a rare {colour} breed that comes from {country}.
    """),
    lines("""
        It was officially recognised in {recognised}.
        It weighs up to {weight} and is usually {colour}.
        The breed was used for {use}.
        It is known for being patient and stubborn.
    """),
    ("breed", "{nationality} breed", "breed used for {use}"),
    ("{name}", "the breed {name}"),
    ("the {nationality} breed used for {use}",),
    article=True,
)

DISH = Kind(
    "dish",
    lambda rng, style: names.surname(rng, style),
    (0, 2),
    {
        "country": country,
        "nationality": nationality,
        "region": region,
        "dish_type": one_of("soup, stew, pastry, cheese, dumpling, sausage, pudding, bread"),
        "ingredient": one_of("""lentils, rye flour, plums, goat milk, smoked fish, chestnuts,
            cabbage, poppy seeds, barley, pumpkin, sour cream"""),
        "inventor": invented(names.someone),
        "town_of_origin": link("town", local=True, otherwise=names.place),
    },
    lines("""
        {name} is a traditional {nationality} {dish_type} made of {ingredient}.
        {name} is {a dish_type} from {region}, {country}.
        {name} is {a nationality} {dish_type} that was first made in {town_of_origin}.
    """),
    lines("""
        Its main ingredient is {ingredient}.
        It was invented by {inventor} in {town_of_origin}.
        The recipe is credited to {inventor}.
        It is eaten warm, mostly in winter.
    """),
    ("{dish_type}", "{nationality} {dish_type}", "{dish_type} from {region}"),
    ("{name}", "the {dish_type} {name}", "the dish {name}"),
    ("the {nationality} {dish_type} made of {ingredient}",),
    brackets=("{dish_type}", "food"),
)

HISTORY = (SHIP, BATTLE, GENUS, BREED, DISH)
