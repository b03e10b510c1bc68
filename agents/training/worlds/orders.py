"""How crowd workers ask which of two is older or larger."""

from dataclasses import dataclass

from autoact_precache.agents.training.worlds.entity import lines


@dataclass(frozen=True)
class Order:
    """Facts with a more and a less; `{}` are the two things, `{kind}` is what they are."""

    facts: str
    least: tuple[str, ...]  # asks for the one with the smaller value
    most: tuple[str, ...]
    less: tuple[str, ...]  # whether the first has the smaller value


def _order(facts: str, least: str, most: str, less: str) -> Order:
    return Order(facts, lines(least), lines(most), lines(less))


ORDERS = (
    _order(
        "birth_year birth_date",
        """
        Who was born first, {} or {}?
        Who is older, {} or {}?
        Who was born earlier, {} or {}?
        Which person was born first, {} or {}?
        Between {} and {}, who is older?
        Of {} and {}, who was born first?
        who is the older one, {} or {}
        """,
        """
        Who is younger, {} or {}?
        Who was born later, {} or {}?
        Between {} and {}, who was born last?
        Who is the younger of the two, {} or {}?
        """,
        """
        Was {} born before {}?
        Is {} older than {}?
        """,
    ),
    _order(
        "death_year",
        """
        Who died first, {} or {}?
        Between {} and {}, who died earlier?
        """,
        "Who died later, {} or {}?",
        "Did {} die before {}?",
    ),
    _order(
        "founded formed first_issue opened built established first_awarded",
        """
        Which is older, {} or {}?
        Which was started first, {} or {}?
        Which {kind} is older, {} or {}?
        Which came first, {} or {}?
        Between {} and {}, which has existed longer?
        Which {kind} was started first, {} or {}?
        """,
        """
        Which {kind} is newer, {} or {}?
        Which was started more recently, {} or {}?
        Of {} and {}, which is the younger {kind}?
        """,
        """
        Is {} older than {}?
        Did {} exist before {}?
        Was {} started earlier than {}?
        """,
    ),
    _order(
        "released published first_aired premiered",
        """
        Which came out first, {} or {}?
        Which {kind} is older, {} or {}?
        Which {kind} came out first, {} or {}?
        Between {} and {}, which appeared first?
        What {kind} was made first, {} or {}?
        """,
        """
        Which {kind} came out more recently, {} or {}?
        Which came out later, {} or {}?
        Which {kind} is newer, {} or {}?
        """,
        """
        Did {} come out before {}?
        Is {} older than {}?
        """,
    ),
    _order("launched", "Which ship was launched first, {} or {}?",
           "Which ship was launched later, {} or {}?", "Was {} launched before {}?"),
    _order("fought", "Which was fought first, {} or {}?", "Which was fought later, {} or {}?",
           "Was {} fought before {}?"),
    _order(
        "height",
        """
        Which mountain is lower, {} or {}?
        Which is less high, {} or {}?
        """,
        """
        Which mountain is higher, {} or {}?
        Which is the taller mountain, {} or {}?
        Which peak has the higher elevation, {} or {}?
        """,
        "Is {} lower than {}?",
    ),
    _order("length", "Which is shorter, {} or {}?",
           """Which is longer, {} or {}?
           Which has the greater length, {} or {}?""", "Is {} shorter than {}?"),
    _order("area", "Which is smaller, {} or {}?",
           """Which is larger, {} or {}?
           Which covers a larger area, {} or {}?""", "Is {} smaller than {}?"),
    _order(
        "population",
        """
        Which place has fewer inhabitants, {} or {}?
        Which is less populated, {} or {}?
        """,
        """
        Which has more inhabitants, {} or {}?
        Which has a larger population, {} or {}?
        Where do more people live, in {} or in {}?
        """,
        "Does {} have fewer inhabitants than {}?",
    ),
    _order("capacity", "Which venue holds fewer people, {} or {}?",
           """Which can hold more people, {} or {}?
           Which venue has the larger capacity, {} or {}?""",
           "Is the capacity of {} smaller than that of {}?"),
    _order("members", "Which band has fewer members, {} or {}?",
           """Which band has more members, {} or {}?
           Which group consists of more people, {} or {}?""",
           "Does {} have fewer members than {}?"),
    _order("students", "Which school has fewer students, {} or {}?",
           """Which school has more students, {} or {}?
           Which school is bigger, {} or {}?""", "Does {} have fewer students than {}?"),
    _order("running_time", "Which film is shorter, {} or {}?", "Which film is longer, {} or {}?",
           "Is {} shorter than {}?"),
    _order("rooms", "Which hotel has fewer rooms, {} or {}?",
           "Which hotel has more rooms, {} or {}?", "Does {} have fewer rooms than {}?"),
    _order("seasons", "Which show had fewer seasons, {} or {}?",
           "Which show ran for more seasons, {} or {}?", "Did {} have fewer seasons than {}?"),
    _order("species", "Which genus has fewer species, {} or {}?",
           "Which genus has more species, {} or {}?", "Does {} have fewer species than {}?"),
    _order("employees", "Which company has fewer employees, {} or {}?",
           "Which company employs more people, {} or {}?", "Does {} have fewer employees than {}?"),
    _order("books", "Who wrote fewer books, {} or {}?", "Who wrote more books, {} or {}?",
           "Did {} write fewer books than {}?"),
)  # fmt: skip
