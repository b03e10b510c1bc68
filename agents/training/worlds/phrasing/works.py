"""Relations of books and other works."""

from autoact_precache.agents.training.worlds.phrasing.relation import (
    by,
    how_many,
    in_year,
    relation,
    what,
)

WORKS = {
    "author": by("written", "author", more="""
        Who is the author of {}?
        {} is a work by which {type}?"""),
    "creator": by("created", "creator"),
    "created_by": by("created", "creator"),
    "designer": by("designed", "designer"),
    "architect": by("designed", "architect", keywords="designed architect plans engineer"),
    "developer": by("developed", "developer", "group"),
    "artist_drawn": by("drawn", "artist"),
    "publisher": by("published", "publisher", "group"),
    "first_lead": relation(
        "actor", "person", "{value} played the lead in {}",
        """
        Who played the lead in the first production of {}?
        Which {type} played the leading part in {}?
        """,
        """
        the {type} who first played the lead in {}
        """,
        "played",
    ),
    "appears_in": relation(
        "work", "work", "{} appears in {value}",
        """
        In which {type} does {} appear?
        {} is a character in what {type}?
        {} appears in which {type}?
        """,
        """
        the {type} in which {} appears
        the {type} that features {}
        """,
        "character appears",
    ),
    "genre": what(
        "genre", "genre", "the genre of {} is {value}",
        """
        What genre is {}?
        {} belongs to what genre?
        {} is of which genre?
        """,
        "novel film game series",
    ),
    "setting": relation(
        "place", "place", "{} is set in {value}",
        """
        Where is {} set?
        In which {type} is {} set?
        {} is set in what {type}?
        {} takes place in which {type}?
        What {type} is the setting of {}?
        """,
        """
        the setting of {}
        the {type} where {} is set
        the {type} in which {} takes place
        """,
        "set place",
    ),
    "protagonist": what(
        "main character", "person", "the main character of {} is {value}",
        """
        Who is the main character of {}?
        Who is the protagonist of {}?
        {} follows which character?
        {} has what main character?
        """,
        "character follows about",
    ),
    "sequel": what(
        "sequel", "work", "{} was followed by {value}",
        """
        What book followed {}?
        {} was followed by which book?
        What is the title of the sequel to {}?
        """,
        "followed",
    ),
    "hero": what(
        "hero", "name", "the hero of {} is {value}",
        """
        What is the name of the dog in {}?
        Who is the hero of {}?
        """,
    ),
    "published": in_year("published", "novel"),
    "first_issue": in_year("first issued", "issue started"),
    "remake": relation(
        "year", "year", "a remake of {} came out in {value}",
        """
        In what year did the remake of {} come out?
        {} was remade in which year?
        """,
        keywords="remake",
    ),
    "pages": how_many("pages", "{} has {value} pages"),
    "magazine_subject": relation(
        "subject", "field", "{} is about {value}",
        """
        What is {} about?
        What is the subject of {}?
        {} is about what subject?
        On what subject does {} focus?
        """,
        keywords="magazine",
    ),
    "wrote": relation(
        "book", "work", "{} wrote {value}",
        """
        Which {type} did {} write?
        What {type} was written by {}?
        {} is the author of which {type}?
        {} wrote what {type}?
        """,
        """
        the {type} written by {}
        the {type} that {} wrote
        the best-known work of {}
        """,
        "author known",
    ),
}  # fmt: skip
