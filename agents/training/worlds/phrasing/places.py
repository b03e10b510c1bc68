"""Relations of places."""

from autoact_precache.agents.training.worlds.phrasing.relation import (
    in_year,
    relation,
    what,
)

PLACES = {
    "town": relation(
        "place", "place", "{} is in {value}",
        """
        Where is {} located?
        Where is {} based?
        In which {type} is {} located?
        In what {type} is {} based?
        {} is located in what {type}?
        {} is located in which {type}?
        {} is based in which {type}?
        What {type} is home to {}?
        What is the name of the {type} where {} is located?
        {} can be found in which {type}?
        """,
        """
        the {type} where {} is located
        the {type} that is home to {}
        the place where {} is based
        the {type} in which {} is located
        the home of {}
        """,
        "based located headquarters headquartered from",
    ),
    "region": relation(
        "region", "place", "{} lies in {value}",
        """
        In which region is {}?
        {} is located in which region?
        In what region does {} lie?
        In what county, state or region is {}?
        {} is in what region or state?
        """,
        keywords="located",
        of_people=False,
    ),
    "country": relation(
        "country", "country", "{} is in {value}",
        """
        In which country is {}?
        {} is located in which country?
        {} is in what country?
        In what country is {} located?
        Which country is home to {}?
        """,
        keywords="located",
        of_people=False,
    ),
    "population": relation(
        "population", "number", "{} has a population of {value}",
        """
        How many people live in {}?
        How many inhabitants does {} have?
        What is the population of {}?
        {} has a population of how many?
        {} is home to how many people?
        {} had how many inhabitants at the last census given?
        """,
        keywords="population inhabitants people",
    ),
    "river": relation(
        "river", "place", "{} lies on {value}",
        """
        On which {type} does {} lie?
        Which {type} flows through {}?
        {} is located on the banks of which {type}?
        {} lies on what {type}?
        What {type} runs through {}?
        """,
        """
        the {type} that flows through {}
        the {type} on which {} lies
        the {type} running through {}
        """,
        "river banks lies flows valley",
    ),
    "crossed_river": relation(
        "river", "place", "{} crosses {value}",
        """
        Which {type} does {} cross?
        {} crosses which {type}?
        {} spans what {type}?
        """,
        """
        the {type} that {} crosses
        the {type} spanned by {}
        """,
        "over crosses spans",
    ),
    "mouth": relation(
        "body of water", "place", "{} flows into {value}",
        """
        What does {} flow into?
        Where does {} end?
        {} flows into which {type}?
        {} is a tributary of which {type}?
        Into which {type} does {} flow?
        """,
        """
        the {type} that {} flows into
        the {type} joined by {}
        """,
        "flows tributary joins empties reaches",
    ),
    "outflow": relation(
        "river", "place", "{} drains into {value}",
        """
        Which {type} does {} drain into?
        {} drains into what {type}?
        """,
        """
        the {type} that {} drains into
        """,
        "drains",
    ),
    "source": what(
        "source", "place", "{} rises on {value}",
        """
        Where does {} rise?
        {} rises on which mountain?
        On what mountain does {} rise?
        """,
        "rises source",
    ),
    "length": what(
        "length", "number", "{} is {value} long",
        """
        How long is {}?
        {} is how long?
        {} has what total length?
        """,
        "length long flows",
    ),
    "basin": what("drainage basin", "number", "the basin of {} covers {value}",
                  "{} drains an area of what size?", "basin"),
    "height": what(
        "elevation", "number", "{} is {value} high",
        """
        How high is {}?
        {} is how high?
        {} has what elevation?
        {} rises to what height?
        """,
        "elevation summits peak rising",
    ),
    "depth": what("maximum depth", "number", "{} is {value} deep",
                  """How deep is {}?
                  {} is how deep?""", "depth deep"),
    "area": what("area", "number", "{} has an area of {value}",
                 """How large is {}?
                 {} covers an area of what size?""", "area surface covers"),
    "elevation": what("altitude", "number", "{} lies at {value}",
                      """At what altitude does {} lie?
                      {} lies at what altitude?""", "altitude"),
    "climber": relation(
        "climber", "person", "{} was first climbed by {value}",
        """
        Who first climbed {}?
        {} was first climbed by whom?
        Who made the first recorded ascent of {}?
        Which climber was first on {}?
        """,
        keywords="climbed ascent",
    ),
    "climbed": in_year("first climbed", "ascent"),
    "range": what("mountain range", "place", "{} is part of {value}",
                  """Which mountain range is {} part of?
                  {} is part of what mountain range?""", "part mountains"),
    "archipelago": what("archipelago", "place", "{} belongs to {value}",
                        """To which archipelago does {} belong?
                        {} is one of which group of islands?
                        {} belongs to what island group?""", "islands"),
    "ferry": relation(
        "town", "place", "{} has a ferry to {value}",
        """
        With which {type} is {} connected by ferry?
        {} has a ferry to what {type}?
        """,
        """
        the {type} from which a ferry goes to {}
        the {type} connected by ferry with {}
        """,
        "ferry",
    ),
    "animal": what("best-known animal", "field", "{} is known for its {value}",
                   """Which animals is {} known for?
                   {} is known for what animals?""", "known protect"),
    "mayor": what("mayor", "person", "the mayor of {} is {value}",
                  """Who is the mayor of {}?
                  Who is the current mayor of {}?
                  {} has which mayor?
                  {} is governed by which mayor?"""),
    "famous_for": relation(
        "product", "field", "{} is known for its {value}",
        """
        What is {} known for?
        {} is known for what?
        What is {} best known for?
        """,
        keywords="known",
    ),
    "patron": what("patron saint", "person", "the church of {} is dedicated to {value}",
                   "To which saint is the parish church of {} dedicated?", "church"),
    "twin": relation(
        "town", "place", "{} is twinned with {value}",
        """
        Which {type} is {} twinned with?
        What is the twin town of {}?
        {} is twinned with what {type}?
        """,
        """
        the twin town of {}
        the {type} twinned with {}
        """,
        "twinned",
    ),
    "native": relation(
        "person", "person", "{value} was born in {}",
        """
        Which {type} was born in {}?
        Who was born in {}?
        What {type} comes from {}?
        {} is the birthplace of which {type}?
        Which {type} is a native of {}?
        """,
        """
        the {type} who was born in {}
        the {type} from {}
        """,
        "birthplace notable",
    ),
}  # fmt: skip
