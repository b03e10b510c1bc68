"""Relations of films and series, and of people to them."""

from autoact_precache.agents.training.worlds.phrasing.relation import (
    by,
    how_many,
    in_year,
    relation,
    what,
)

SCREEN = {
    "director": by("directed", "director"),
    "screenwriter": by("scripted", "screenwriter", more="""
        Who wrote the screenplay of {}?
        The script of {} was written by whom?""", keywords="written screenplay script"),
    "distributor": by("distributed", "distributor", "group"),
    "composer": relation(
        "composer", "person", "the music of {} is by {value}",
        """
        Who composed the music for {}?
        The score of {} was composed by whom?
        Which composer wrote the score of {}?
        Who wrote the music of {}?
        """,
        keywords="music score composed",
    ),
    "star": relation(
        "actor", "person", "{} stars {value}",
        """
        Who starred in {}?
        Who is the star of {}?
        Which {type} stars in {}?
        What {type} starred in {}?
        {} starred which {type}?
        {} stars which {type}?
        {} is a film starring what {type}?
        What is the name of the {type} who starred in {}?
        """,
        """
        the star of {}
        the {type} who starred in {}
        the {type} that stars in {}
        the lead of {}
        """,
        "stars starring",
    ),
    "lead": relation(
        "actor", "person", "{} stars {value}",
        """
        Who starred in {}?
        Which {type} stars in {}?
        {} starred which {type}?
        What {type} played the lead in {}?
        """,
        """
        the star of {}
        the {type} who starred in {}
        """,
        "stars starring",
    ),
    "role": what(
        "lead role", "name", "the lead role of {} is {value}",
        """
        What is the name of the character that the star of {} plays?
        {} has a lead character with what name?
        """,
        "stars",
    ),
    "portrayed_by": relation(
        "actor", "person", "{} is portrayed by {value}",
        """
        Who portrayed {}?
        Which {type} portrayed {}?
        {} was portrayed by which {type}?
        {} is played by what {type}?
        What is the name of the {type} who played {}?
        """,
        """
        the {type} who portrayed {}
        the {type} who played {}
        the performer of {}
        """,
        "portrayed",
    ),
    "basis": relation(
        "novel", "work", "{} is based on {value}",
        """
        What {type} is {} based on?
        {} is based on which {type}?
        {} is based on what {type}?
        Which {type} was adapted into {}?
        On which {type} is {} based?
        """,
        """
        the {type} that {} is based on
        the book on which {} is based
        the {type} that was adapted into {}
        """,
        "based",
    ),
    "adapted": relation(
        "film", "work", "{} was adapted into {value}",
        """
        Which {type} is based on {}?
        {} was adapted into which {type}?
        {} was made into what {type}?
        """,
        """
        the {type} based on {}
        the film adaptation of {}
        the {type} that was made from {}
        """,
        "adapted",
    ),
    "location": relation(
        "place", "place", "{} was shot in {value}",
        """
        Where was {} shot?
        {} was shot in which {type}?
        In what {type} was {} filmed?
        """,
        """
        the {type} where {} was shot
        the {type} where {} was filmed
        """,
        "shot location",
    ),
    "network": what(
        "network", "group", "{} was shown on {value}",
        """
        On what network did {} air?
        {} aired on which network?
        Which network showed {}?
        """,
        "aired premiered show",
    ),
    "released": in_year("released", "single film album"),
    "first_aired": in_year("first aired", "premiered"),
    "running_time": what(
        "running time", "number", "{} runs for {value}",
        """
        How long is {}?
        {} is how long?
        {} has what running time?
        """,
        "runs",
    ),
    "seasons": how_many("seasons", "{} had {value} seasons", "have", "had"),
    "episodes": how_many("episodes", "{} had {value} episodes", "have", "had"),
    "directed": relation(
        "film", "work", "{} directed {value}",
        """
        Which {type} did {} direct?
        What {type} was directed by {}?
        {} directed which {type}?
        {} directed what {type}?
        """,
        """
        the {type} that {} directed
        the {type} directed by {}
        """,
        "films known directed breakthrough",
    ),
    "starred": relation(
        "film", "work", "{} starred in {value}",
        """
        Which {type} starred {}?
        In what {type} did {} star?
        {} starred in which {type}?
        {} is best known for a role in which {type}?
        """,
        """
        the {type} that starred {}
        the {type} starring {}
        the {type} in which {} played the lead
        """,
        "role remembered part",
    ),
}  # fmt: skip
