"""Relations of bands."""

from autoact_precache.agents.training.worlds.phrasing.relation import (
    how_many,
    in_year,
    relation,
    what,
)

BANDS = {
    "sings_in": relation(
        "band", "group", "{} sings in {value}",
        """
        Which {type} does {} sing in?
        {} is the lead vocalist of which {type}?
        {} fronts what {type}?
        What {type} is fronted by {}?
        """,
        """
        the {type} fronted by {}
        the {type} in which {} sings
        """,
        "vocalist",
    ),
    "formed": in_year("formed"),
    "split": relation(
        "year", "year", "{} broke up in {value}",
        """
        In what year did {} break up?
        When did {} break up?
        {} broke up in which year?
        {} disbanded in what year?
        """,
        keywords="broke",
    ),
    "music": relation(
        "genre", "genre", "{} plays {value}",
        """
        What kind of music does {} play?
        {} plays what genre of music?
        {} is known for which genre of music?
        What is the genre of {}?
        """,
        keywords="band sings singer",
    ),
    "origin": relation(
        "place", "place", "{} comes from {value}",
        """
        Where does {} come from?
        What {type} does {} come from?
        {} comes from which {type}?
        {} was formed in what {type}?
        In which {type} was {} formed?
        What is the name of the {type} that {} comes from?
        {} hails from which {type}?
        """,
        """
        the {type} that {} comes from
        the {type} where {} was formed
        the hometown of {}
        """,
        "from formed",
    ),
    "signed_to": relation(
        "record label", "group", "{} is signed to {value}",
        """
        Which {type} is {} signed to?
        {} is signed to what {type}?
        What is the record label of {}?
        {} released its records on which {type}?
        """,
        """
        the {type} of {}
        the {type} that {} is signed to
        """,
        "signed released",
    ),
    "vocalist": relation(
        "singer", "person", "the singer of {} is {value}",
        """
        Who is the lead singer of {}?
        Who sings in {}?
        Which {type} sings in {}?
        What is the name of the lead vocalist of {}?
        {} is fronted by which {type}?
        """,
        """
        the lead singer of {}
        the vocalist of {}
        the {type} who sings in {}
        the {type} fronting {}
        """,
        "singer vocals",
    ),
    "drummer": what("drummer", "person", "the drummer of {} is {value}",
                    """Who is the drummer of {}?
                    Who plays drums in {}?""", "drums"),
    "guitarist": what("guitarist", "person", "the guitarist of {} is {value}",
                      """Who is the guitarist of {}?
                      Who plays guitar in {}?""", "guitar"),
    "members": relation("members", "number", "{} has {value} members",
                        """How many members does {} have?
                        {} has how many members?
                        {} consists of how many members?""", keywords="members"),
    "former_name": what("former name", "group", "{} was once called {value}",
                        """What was {} formerly known as?
                        {} was formerly known by what name?
                        Under what name did {} play before?""", "formerly name"),
    "albums": how_many("albums", "{} has released {value} albums", "release", "released"),
}  # fmt: skip
