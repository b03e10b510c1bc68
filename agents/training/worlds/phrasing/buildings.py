"""Relations of buildings and schools."""

from autoact_precache.agents.training.worlds.phrasing.relation import (
    how_many,
    in_year,
    relation,
    what,
)

BUILDINGS = {
    "opened": in_year("opened", "opened"),
    "built": in_year("built"),
    "established": in_year("established"),
    "visitors": relation("visitors", "number", "{} has {value} visitors a year",
                         """How many people visit {} each year?
                         {} has how many visitors a year?""", keywords="visit"),
    "collection": relation(
        "subject", "field", "{} shows {value}",
        """
        What does {} exhibit?
        To what is {} devoted?
        {} is a museum of what?
        What is the collection of {} about?
        """,
        keywords="museum collection",
    ),
    "capacity": relation(
        "capacity", "number", "{} holds {value} people",
        """
        How many people can {} hold?
        {} has a capacity of how many?
        What is the seating capacity of {}?
        {} can seat how many people?
        What is the capacity of {}?
        How many seats does {} have?
        """,
        keywords="capacity holds seats",
    ),
    "record_crowd": relation("attendance", "number", "the record attendance of {} is {value}",
                             """What is the record attendance of {}?
                             {} has a record attendance of how many?""", keywords="attendance"),
    "tenant": relation(
        "football club", "group", "{} is the home of {value}",
        """
        Which {type} plays at {}?
        What {type} has its home at {}?
        {} is the home ground of which {type}?
        {} is the home of what {type}?
        """,
        """
        the {type} that plays at {}
        the {type} whose home is {}
        """,
        "home",
    ),
    "students": how_many("students", "{} has {value} students"),
    "rooms": how_many("rooms", "{} has {value} rooms"),
    "floors": how_many("floors", "{} has {value} floors"),
    "runways": how_many("runways", "{} has {value} runways"),
    "stations": how_many("stations", "{} has {value} stations"),
    "species": how_many("species", "{} has {value} species"),
    "passengers": relation("passengers", "number", "{} handles {value} passengers",
                           """How many passengers use {} in a year?
                           {} handles how many passengers?""", keywords="passengers"),
    "nickname": relation(
        "nickname", "nickname", "{} is associated with the nickname {value}",
        """
        What nickname is used for {}?
        {} is associated with what nickname?
        """,
        keywords="teams nicknamed known called",
    ),
    "president": what("president", "person", "the president of {} is {value}",
                      """Who is the president of {}?
                      {} has which president?"""),
    "principal": what("principal", "person", "the principal of {} is {value}",
                      """Who is the principal of {}?
                      {} has which principal?"""),
    "mascot": what("mascot", "nickname", "the teams of {} are the {value}",
                   """What are the teams of {} called?
                   {} has teams known by what name?""", "teams"),
    "sector": relation("type", "type", "{} is {value}",
                       """What type of institution is {}?
                       {} is what type of school?""", keywords="university school"),
    "alumnus": relation(
        "person", "person", "{value} studied at {}",
        """
        Which {type} studied at {}?
        Who is a notable alumnus of {}?
        What {type} is an alumnus of {}?
        """,
        """
        the {type} who studied at {}
        the {type} among the alumni of {}
        """,
        "alumni",
    ),
    "structure": relation("type", "type", "{} is a {value} bridge",
                          """What type of bridge is {}?
                          {} is what type of bridge?""", keywords="bridge"),
    "style": what("style", "style", "the style of {} is {value}",
                  """In what style is {}?
                  {} was built in what architectural style?""", "castle style"),
    "terminus": relation(
        "town", "place", "{} starts in {value}",
        """
        In which {type} does {} start?
        {} starts in what {type}?
        """,
        """
        the {type} where {} starts
        """,
        "runs",
    ),
    "other_terminus": relation(
        "town", "place", "{} ends in {value}",
        """
        In which {type} does {} end?
        {} ends in what {type}?
        """,
        """
        the {type} where {} ends
        """,
        "runs",
    ),
}  # fmt: skip
