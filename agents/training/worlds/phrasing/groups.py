"""Relations of clubs, leagues, parties and prizes."""

from autoact_precache.agents.training.worlds.phrasing.relation import (
    by,
    how_many,
    in_year,
    relation,
    what,
)

GROUPS = {
    "founded": in_year("founded", "established printed operations"),
    "first_awarded": in_year("first awarded"),
    "founder": by("founded", "founder", keywords="founded founder formed"),
    "ceased": relation(
        "year", "year", "{} came to an end in {value}",
        """
        In what year did {} cease?
        When did {} come to an end?
        {} ceased to exist in which year?
        {} came to an end in what year?
        """,
        keywords="ceased appeared",
    ),
    "ended": relation("year", "year", "{} ended in {value}",
                      """In what year did {} end?
                      {} ended in which year?""", keywords="ended"),
    "stadium": relation(
        "stadium", "place", "{} plays at {value}",
        """
        Where does {} play its home games?
        What is the home ground of {}?
        {} plays its home matches at which {type}?
        {} plays its home games at what {type}?
        What is the name of the stadium of {}?
        At which {type} does {} play?
        """,
        """
        the home ground of {}
        the {type} where {} plays
        the stadium of {}
        the {type} in which {} plays its home games
        the arena where {} plays
        """,
        "home plays",
    ),
    "club_nickname": what(
        "nickname", "nickname", "{} is called {value}",
        """
        What is {} nicknamed?
        {} is known by what nickname?
        {} is nicknamed what?
        By what nickname is {} known?
        """,
        "nicknamed known",
    ),
    "manager": what("manager", "person", "{} is managed by {value}",
                    """Who manages {}?
                    Who is the manager of {}?
                    {} is managed by whom?""", "manager managed"),
    "league": relation(
        "league", "group", "{} plays in {value}",
        """
        In which {type} does {} play?
        {} plays in which {type}?
        What {type} does {} compete in?
        {} competes in what {type}?
        """,
        """
        the {type} in which {} plays
        the {type} that {} competes in
        """,
        "plays play competes",
    ),
    "colours": what("colours", "colour", "the colours of {} are {value}",
                    """What are the colours of {}?
                    In what colours does {} play?""", "colours"),
    "titles": how_many("national cups", "{} has won {value} cups", "win", "won"),
    "teams": how_many("teams", "{} has {value} teams"),
    "sponsor": what("sponsor", "group", "{} is sponsored by {value}",
                    """Who sponsors {}?
                    {} is sponsored by which company?""", "sponsored"),
    "tier": relation("tier", "ordinal", "{} is the {value} tier",
                     "{} is which tier of football?", keywords="tier"),
    "leader": what("leader", "person", "{} is led by {value}",
                   """Who leads {}?
                   Who is the leader of {}?
                   {} is led by whom?""", "led leader"),
    "ideology": what("ideology", "field", "{} stands for {value}",
                     """What does {} stand for?
                     {} follows what ideology?""", "ideology stands"),
    "seats": how_many("seats", "{} won {value} seats", "win", "won"),
    "field": relation("field", "field", "{} is an award for {value}",
                      """What is {} given for?
                      {} is an award for what?
                      For what is {} awarded?""", keywords="award prize"),
    "namesake": relation(
        "person", "person", "{} is named after {value}",
        """
        After whom is {} named?
        {} is named after which {type}?
        {} is named in honour of what {type}?
        """,
        """
        the {type} after whom {} is named
        the namesake of {}
        the {type} honoured by the name of {}
        """,
        "named",
    ),
    "presenter": relation(
        "organisation", "group", "{} is given by {value}",
        """
        Who presents {}?
        Which {type} presents {}?
        {} is presented by what {type}?
        """,
        """
        the {type} that presents {}
        """,
        "presented given",
    ),
    "money": what("prize money", "number", "{} comes with {value}",
                  """How much is {} worth?
                  {} is worth how much?""", "worth comes"),
}  # fmt: skip
