"""Relations of ships, battles, plants, breeds and dishes."""

from autoact_precache.agents.training.worlds.phrasing.relation import (
    by,
    in_year,
    relation,
    what,
)

HISTORY = {
    "launched": in_year("launched", "launched"),
    "builder": by("built", "builder", "group"),
    "vessel": relation("type", "type", "{} was a {value}",
                       """What type of ship was {}?
                       {} was what type of ship?""", keywords="was"),
    "namesake_town": relation(
        "town", "place", "{} was named after {value}",
        """
        After which {type} was {} named?
        {} was named after what {type}?
        """,
        """
        the {type} after which {} was named
        the namesake of {}
        """,
        "named",
    ),
    "crew": relation("people", "number", "{} carried {value} people",
                     """How many people were on {}?
                     {} carried a crew of how many?""", keywords="crew people"),
    "lost": relation("year", "year", "{} was lost in {value}",
                     """In what year was {} lost?
                     {} was lost in which year?
                     When was {} lost?""", keywords="sank aground"),
    "fought": in_year("fought"),
    "near_town": relation(
        "town", "place", "{} took place near {value}",
        """
        Near which {type} was {} fought?
        {} took place near what {type}?
        """,
        """
        the {type} near which {} was fought
        """,
        "near",
    ),
    "victor": relation(
        "officer", "person", "{} was won by {value}",
        """
        Who won {}?
        Which {type} won {}?
        {} was won by which {type}?
        {} was won by whom?
        """,
        """
        the victor of {}
        the {type} who won {}
        the winning commander of {}
        """,
        "won defeated commanded",
    ),
    "loser": what("defeated commander", "person", "{value} was defeated in {}",
                  """Who was defeated in {}?
                  Whose army lost {}?""", "defeated"),
    "casualties": relation("casualties", "number", "{} cost {value} lives",
                           """How many men were killed or wounded in {}?
                           {} cost how many lives?""", keywords="killed lives"),
    "battle": relation(
        "battle", "event", "{} commanded in {value}",
        """
        In which {type} did {} command?
        {} commanded troops in what {type}?
        {} led troops in which {type}?
        """,
        """
        the {type} in which {} commanded
        the {type} that {} won
        """,
        "commanded led",
    ),
    "taxon": relation("taxon", "taxon", "{} is a genus of {value}",
                      """{} is a genus of what?
                      What kind of living things are {}?""", keywords="genus"),
    "native_to": what("native range", "place", "{} is native to {value}",
                      """Where is {} native to?
                      {} is native to which part of the world?
                      {} is native to where?""", "native"),
    "describer": relation(
        "scientist", "person", "{} was described by {value}",
        """
        Who described {}?
        Which {type} first described {}?
        {} was first described by which {type}?
        {} was described by whom?
        """,
        """
        the {type} who described {}
        the {type} that first described {}
        """,
        "described",
    ),
    "described": relation(
        "genus", "taxon", "{} described {value}",
        """
        Which {type} was described by {}?
        {} described which {type}?
        """,
        """
        the {type} described by {}
        """,
        "described",
    ),
    "described_in": in_year("described"),
    "eponym": relation(
        "scientist", "person", "{} is named after {value}",
        """
        After whom is {} named?
        {} is named after which {type}?
        Which {type} is {} named for?
        """,
        """
        the {type} after whom {} is named
        the namesake of {}
        """,
        "named",
    ),
    "namesake_genus": relation(
        "genus", "taxon", "{value} is named after {}",
        """
        Which {type} is named after {}?
        What {type} bears the name of {}?
        """,
        """
        the {type} named after {}
        """,
        "named",
    ),
    "family": what("family", "taxon", "{} belongs to the family {value}",
                   """To which family does {} belong?
                   {} belongs to what family?"""),
    "weight": what("weight", "number", "{} weighs {value}",
                   """How much does {} weigh?
                   {} weighs up to how much?""", "weighs"),
    "recognised": in_year("recognised"),
    "use": relation("use", "field", "{} is used for {value}",
                    """What is {} used for?
                    {} is used for what?""", keywords="used"),
    "colour": what("usual colour", "colour", "{} is {value}",
                   """What colour is {} usually?
                   {} is usually what colour?""", "breed usually"),
    "ingredient": what("main ingredient", "field", "{} is made of {value}",
                       """What is {} made of?
                       {} is made of what?""", "made ingredient"),
    "inventor": by("invented", "inventor", keywords="invented credited"),
    "town_of_origin": relation(
        "town", "place", "{} comes from {value}",
        """
        In which {type} was {} first made?
        {} comes from what {type}?
        """,
        """
        the {type} where {} was first made
        the {type} {} comes from
        """,
        "made invented",
    ),
}  # fmt: skip
