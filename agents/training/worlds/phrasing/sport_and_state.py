"""Relations of people of sport, politics and the church."""

from autoact_precache.agents.training.worlds.phrasing.relation import (
    how_many,
    relation,
    what,
)

SPORT_AND_STATE = {
    "club": relation(
        "club", "group", "{} played for {value}",
        """
        Which {type} did {} play for?
        What {type} did {} play for?
        {} played for which {type}?
        {} played for what {type}?
        For which {type} did {} play?
        """,
        """
        the {type} that {} played for
        the club of {}
        the {type} for which {} played
        the team {} played for
        """,
        "played career joined",
    ),
    "position": what(
        "position", "position", "{} played as a {value}",
        """
        What position did {} play?
        {} played in what position?
        In which position did {} play?
        """,
        "played",
    ),
    "caps": how_many("caps", "{} won {value} caps", "win", "won"),
    "goals": how_many("league goals", "{} scored {value} goals", "score", "scored"),
    "team": relation(
        "university", "institution", "{} coached at {value}",
        """
        Where did {} coach?
        {} was the head coach at which {type}?
        Which {type} hired {} as a coach?
        {} coached at what {type}?
        """,
        """
        the {type} where {} was head coach
        the {type} that hired {}
        """,
        "coach coached hired",
    ),
    "wins": how_many("games", "{} won {value} games", "win", "won"),
    "coach": what(
        "coach", "person", "{} was trained by {value}",
        """
        Who coached {}?
        Who trained {}?
        {} was trained by whom?
        """,
        "trained coach",
    ),
    "championship": relation(
        "year", "year", "{} won a medal in {value}",
        """
        In what year did {} win a championship medal?
        {} won a medal at the championships of which year?
        """,
        keywords="medal championships",
    ),
    "medal": relation(
        "medal", "medal", "{} won {value}",
        """
        What medal did {} win?
        {} won what kind of medal?
        """,
        keywords="medal",
    ),
    "party": relation(
        "political party", "group", "{} is a member of {value}",
        """
        Which {type} does {} belong to?
        {} is a member of which {type}?
        {} belonged to what {type}?
        What {type} did {} represent?
        What is the political party of {}?
        """,
        """
        the {type} of {}
        the {type} that {} belongs to
        the party {} is a member of
        """,
        "member politician parliament",
    ),
    "office": relation(
        "office", "office", "{} was {value}",
        """
        What office did {} hold?
        What government position was held by {}?
        What position was held by {}?
        {} held what office?
        Which post did {} hold?
        {} served in what position?
        """,
        keywords="became appointed served",
    ),
    "office_year": relation(
        "year", "year", "{} took office in {value}",
        """
        In what year did {} take office?
        {} was appointed to office in which year?
        {} took office in what year?
        """,
        keywords="appointed became",
    ),
    "successor": what(
        "successor", "person", "{} was followed by {value}",
        """
        Who succeeded {}?
        Who was the successor of {} in office?
        {} was succeeded by whom?
        """,
        "successor followed",
    ),
    "predecessor": what(
        "predecessor", "person", "{} followed {value}",
        """
        Who did {} follow?
        {} succeeded whom?
        """,
        "predecessor followed",
    ),
    "see": relation(
        "place", "place", "{} worked in {value}",
        """
        Where did {} work?
        In which {type} did {} work?
        {} worked in what {type}?
        """,
        """
        the {type} where {} worked
        """,
        "worked came",
    ),
}  # fmt: skip
