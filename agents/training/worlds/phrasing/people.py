"""Relations of all people."""

from autoact_precache.agents.training.worlds.phrasing.relation import (
    relation,
    what,
)

PEOPLE = {
    "birthplace": relation(
        "place", "place", "{} was born in {value}",
        """
        Where was {} born?
        In which {type} was {} born?
        In what {type} was {} born?
        {} was born in which {type}?
        {} was born in what {type}?
        {} was born where?
        What is the birthplace of {}?
        What {type} was {} born in?
        Which {type} is the birthplace of {}?
        What is the name of the {type} where {} was born?
        {} is a native of which {type}?
        """,
        """
        the birthplace of {}
        the {type} where {} was born
        the {type} in which {} was born
        the place {} was born in
        the place of birth of {}
        """,
        "born native",
    ),
    "birth_year": relation(
        "year", "year", "{} was born in {value}",
        """
        In what year was {} born?
        In which year was {} born?
        What year was {} born?
        What year was {} born in?
        {} was born in what year?
        {} was born in which year?
        What is the birth year of {}?
        """,
        keywords="born",
    ),
    "birth_date": relation(
        "date of birth", "date", "{} was born on {value}",
        """
        When was {} born?
        What is the birth date of {}?
        On what date was {} born?
        What is the date of birth of {}?
        {} was born on what date?
        {} was born when?
        What day was {} born?
        """,
        keywords="born",
    ),
    "death_year": relation(
        "year", "year", "{} died in {value}",
        """
        In what year did {} die?
        What year did {} die?
        {} died in which year?
        {} died in what year?
        """,
    ),
    "death_date": relation(
        "date of death", "date", "{} died on {value}",
        """
        When did {} die?
        On what date did {} die?
        {} died on what date?
        What is the date of death of {}?
        """,
    ),
    "death_place": relation(
        "place", "place", "{} died in {value}",
        """
        Where did {} die?
        In which {type} did {} die?
        {} died in what {type}?
        What is the name of the {type} where {} died?
        """,
        """
        the {type} where {} died
        the place of death of {}
        """,
        "died",
    ),
    "residence": relation(
        "place", "place", "{} lives in {value}",
        """
        Where does {} live?
        In which {type} does {} live?
        {} lives in what {type}?
        {} resides in which {type}?
        """,
        """
        the {type} where {} lives
        the home of {}
        """,
        "lives",
    ),
    "nationality": relation(
        "nationality", "nationality", "the nationality of {} is {value}",
        """
        What is the nationality of {}?
        What nationality is {}?
        {} is of what nationality?
        {} has which nationality?
        What was the nationality of {}?
        What nationality was {}?
        """,
        of_people=True,
    ),
    "occupation": relation(
        "profession", "profession", "{} is known as a {value}",
        """
        What is the profession of {}?
        What is {} by profession?
        What was the occupation of {}?
        What profession does {} have?
        What does {} do for a living?
        {} has what occupation?
        {} is known for working as what?
        """,
    ),
    "education": relation(
        "university", "institution", "{} studied at {value}",
        """
        Where did {} study?
        Which {type} did {} attend?
        What {type} did {} attend?
        {} attended which {type}?
        {} attended what {type}?
        At which {type} did {} study?
        {} graduated from which {type}?
        {} is a graduate of what {type}?
        What is the alma mater of {}?
        """,
        """
        the alma mater of {}
        the {type} that {} attended
        the {type} {} graduated from
        the university where {} studied
        the {type} attended by {}
        """,
        "studied attended graduated graduate studying",
    ),
    "workplace": relation(
        "university", "institution", "{} taught at {value}",
        """
        Where did {} teach?
        {} was a professor at which {type}?
        At which {type} did {} teach?
        """,
        """
        the {type} where {} taught
        the {type} where {} was a professor
        """,
        "taught professor",
    ),
    "spouse": relation(
        "person", "person", "{} is married to {value}",
        """
        Who is {} married to?
        Who is the spouse of {}?
        Which {type} is married to {}?
        What is the name of the {type} married to {}?
        {} is married to which {type}?
        {} is married to what {type}?
        Who married {}?
        """,
        """
        the spouse of {}
        the {type} married to {}
        the person who is married to {}
        the {type} who married {}
        the {type} to whom {} is married
        """,
        "married",
    ),
    "parent": relation(
        "person", "person", "{} is a child of {value}",
        """
        Which {type} is a parent of {}?
        {} is the child of which {type}?
        {} is the child of what {type}?
        What {type} had {} as a child?
        """,
        """
        the {type} whose child is {}
        the parent of {}
        the {type} of whom {} is a child
        """,
        "son daughter",
    ),
    "birth_name": what(
        "birth name", "name", "{} was born as {value}",
        """
        What is the real name of {}?
        {} was born under what name?
        What was {} called at birth?
        What is the birth name of {}?
        """,
        "born real",
    ),
}  # fmt: skip
