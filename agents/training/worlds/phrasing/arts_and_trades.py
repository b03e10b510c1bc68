"""Relations of people of science, the arts and business."""

from autoact_precache.agents.training.worlds.phrasing.relation import (
    how_many,
    relation,
    what,
)

ARTS_AND_TRADES = {
    "known_for": relation(
        "field", "field", "{} is known for {value}",
        """
        What is {} known for?
        {} is known for what?
        For what is {} known?
        What made {} known?
        """,
        keywords="known",
    ),
    "supervisor": what(
        "supervisor", "person", "the thesis of {} was supervised by {value}",
        """
        Who supervised the thesis of {}?
        {} wrote a thesis under whom?
        """,
        "thesis",
    ),
    "medal_year": relation(
        "year", "year", "{} got the gold medal in {value}",
        """
        In what year did {} receive the gold medal of the national academy?
        {} received a gold medal in which year?
        """,
        keywords="medal",
    ),
    "pseudonym": what(
        "pen name", "name", "{} wrote as {value}",
        """
        Under what pen name did {} write?
        What pseudonym did {} use?
        {} also wrote under what name?
        {} used what pseudonym?
        """,
        "pseudonym name",
    ),
    "prize": what(
        "prize", "award", "{} was awarded {value}",
        """
        Which prize did {} win?
        What award was {} given?
        {} won which prize?
        {} was awarded what?
        """,
        "awarded won",
    ),
    "award_year": relation(
        "year", "year", "{} was honoured in {value}",
        """
        In what year was {} honoured?
        {} received an honour in which year?
        """,
        keywords="doctorate awarded",
    ),
    "instrument": what(
        "instrument", "instrument", "the instrument of {} is the {value}",
        """
        What instrument does {} play?
        Which instrument did {} learn?
        {} plays which instrument?
        {} is known to play what instrument?
        """,
        "plays played learned",
    ),
    "books": how_many("books", "{} wrote {value} books", "publish", "published"),
    "symphonies": how_many("symphonies", "{} wrote {value} symphonies", "compose", "composed"),
    "awards": how_many("national film awards", "{} won {value} awards", "win", "won"),
    "teacher": what(
        "teacher", "person", "{} was a pupil of {value}",
        """
        Who taught {}?
        {} was a pupil of whom?
        With whom did {} study?
        """,
        "pupil studied learned",
    ),
    "museum": relation(
        "museum", "institution", "works of {} are in {value}",
        """
        Which {type} owns works by {}?
        In which {type} are works by {}?
        """,
        """
        the {type} that owns works by {}
        the museum with works by {}
        """,
        "works work",
    ),
    "motif": relation(
        "subject", "field", "{} painted {value}",
        """
        What did {} like to depict?
        {} is known for pictures of what?
        """,
        keywords="pictures subjects",
    ),
    "debut": relation(
        "year", "year", "{} first appeared on screen in {value}",
        """
        In what year did {} make a screen debut?
        When did {} first appear on screen?
        {} made a screen debut in which year?
        """,
        keywords="debut appeared",
    ),
    "agency": what(
        "agency", "group", "{} signed with {value}",
        """
        Which agency did {} sign with?
        {} signed with which agency?
        """,
        "signed",
    ),
    "pageant": what(
        "title", "award", "{} became {value}",
        """
        What title did {} win?
        {} won what title?
        Which pageant did {} win?
        """,
    ),
    "pageant_year": relation(
        "year", "year", "{} won the title in {value}",
        """
        In what year did {} win the title?
        {} won a pageant in which year?
        """,
        keywords="title",
    ),
    "height_cm": what(
        "height", "number", "{} is {value} tall",
        """
        How tall is {}?
        {} is how tall?
        """,
        "tall",
    ),
    "war": what(
        "war", "event", "{} was part of {value}",
        """
        Which war is {} connected with?
        {} took part in which war?
        """,
    ),
    "memorial": relation(
        "place", "place", "{} has a monument in {value}",
        """
        Where is the monument to {}?
        In which {type} does a monument to {} stand?
        """,
        """
        the {type} with a monument to {}
        """,
        "monument",
    ),
    "restaurant": what(
        "restaurant", "group", "{} opened {value}",
        """
        Which restaurant does {} own?
        What restaurant did {} open?
        {} opened which restaurant?
        What is the restaurant of {} called?
        """,
    ),
    "restaurant_year": relation(
        "year", "year", "{} opened a restaurant in {value}",
        """
        In what year did {} open a restaurant?
        {} opened a restaurant in which year?
        """,
        keywords="opened",
    ),
    "speciality": relation(
        "speciality", "field", "{} is known for {value}",
        """
        What kind of food is {} known for?
        {} is known for what kind of cooking?
        """,
        keywords="known",
    ),
    "stars": how_many("stars", "the restaurant of {} has {value} stars", "receive", "received"),
    "hobby": relation(
        "interest", "field", "{} is interested in {value}",
        """
        Outside business, what interest does {} have?
        {} has an interest in what?
        """,
        keywords="interest",
    ),
    "wealth": what(
        "fortune", "number", "the fortune of {} was {value}",
        """
        How large was the fortune of {}?
        {} had a fortune estimated at how much?
        """,
    ),
}  # fmt: skip
