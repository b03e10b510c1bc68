"""Relations of albums, songs and operas."""

from autoact_precache.agents.training.worlds.phrasing.relation import (
    by,
    how_many,
    in_year,
    relation,
    what,
)

MUSIC = {
    "producer": by("produced", "producer"),
    "songwriter": by("written", "songwriter"),
    "opera_composer": by("composed", "composer", keywords="composed by"),
    "librettist": relation(
        "librettist", "person", "the words of {} are by {value}",
        """
        Who wrote the words of {}?
        Who is the librettist of {}?
        The libretto of {} was written by whom?
        """,
        keywords="libretto words",
    ),
    "artist": relation(
        "artist", "group", "{} is an album by {value}",
        """
        Which {type} released {}?
        What {type} recorded {}?
        {} is an album by which {type}?
        {} was released by which {type}?
        {} is an album by what {type}?
        What is the name of the {type} that released {}?
        """,
        """
        the {type} that released {}
        the artist behind {}
        the {type} that recorded {}
        the {type} who released {}
        """,
        "album released",
    ),
    "performer": relation(
        "artist", "group", "{} was recorded by {value}",
        """
        Who recorded {}?
        Which {type} recorded {}?
        {} is a song by which {type}?
        {} was recorded by what {type}?
        What {type} performed {}?
        """,
        """
        the {type} that recorded {}
        the performer of {}
        the {type} behind {}
        """,
        "song recorded",
    ),
    "from_album": relation(
        "album", "work", "{} is a single from {value}",
        """
        Which {type} is {} from?
        {} is the lead single from what {type}?
        What {type} includes {}?
        {} comes from which {type}?
        """,
        """
        the {type} that includes {}
        the {type} that {} is from
        """,
        "single album",
    ),
    "single": relation(
        "song", "work", "the lead single of {} is {value}",
        """
        What is the lead single of {}?
        Which {type} was the lead single of {}?
        What {type} was released as the lead single from {}?
        """,
        """
        the lead single of {}
        the {type} that was the lead single from {}
        """,
        "single",
    ),
    "label": relation(
        "record label", "group", "{} came out on {value}",
        """
        What is the record label of {}?
        What {type} put out {}?
        {} is on what {type}?
        {} is associated with which {type}?
        What {type} is behind {}?
        """,
        """
        the label of {}
        the {type} behind {}
        the record label of {}
        """,
        "label released signed record",
    ),
    "cover_artist": what(
        "cover artist", "group", "{} was covered by {value}",
        """
        Who covered {}?
        {} was covered by which act?
        Which act recorded a cover version of {}?
        """,
    ),
    "theatre": relation(
        "theatre", "place", "{} was first performed at {value}",
        """
        Where was {} first performed?
        At which {type} was {} first performed?
        {} was first performed at what {type}?
        """,
        """
        the {type} where {} was first performed
        the {type} where {} opened
        """,
        "performed given opened",
    ),
    "acts": how_many("acts", "{} has {value} acts"),
    "premiered": in_year("first performed", "premiered"),
    "copies": relation(
        "copies", "number", "{} sold {value} copies",
        """
        How many copies did {} sell?
        {} sold how many copies?
        """,
        keywords="copies",
    ),
    "chart": relation(
        "chart position", "number", "{} reached number {value}",
        """
        What chart position did {} reach?
        {} reached what number on the chart?
        What number did {} reach on the chart?
        """,
        keywords="chart",
    ),
    "album": relation(
        "album", "work", "{} released {value}",
        """
        Which {type} was released by {}?
        What {type} did {} release?
        {} is known for which {type}?
        {} released what {type}?
        """,
        """
        the {type} released by {}
        the {type} that {} released
        """,
        "album fame",
    ),
    "opera": relation(
        "opera", "work", "{} composed {value}",
        """
        Which {type} did {} compose?
        {} is best known for what {type}?
        """,
        """
        the {type} composed by {}
        the best-known work of {}
        """,
        "known",
    ),
}  # fmt: skip
