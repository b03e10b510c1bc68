"""Relations of companies and the press."""

from autoact_precache.agents.training.worlds.phrasing.relation import (
    how_many,
    relation,
    what,
)

BUSINESS = {
    "parent_company": relation(
        "company", "group", "{} belongs to {value}",
        """
        Which {type} owns {}?
        What is the parent company of {}?
        {} is a subsidiary of which {type}?
        {} is owned by what {type}?
        """,
        """
        the parent company of {}
        the {type} that owns {}
        the owner of {}
        """,
        "subsidiary owned belongs",
    ),
    "owner": relation(
        "owner", "group", "{} is owned by {value}",
        """
        Who owns {}?
        {} is owned by which {type}?
        What {type} is the owner of {}?
        {} belongs to which {type}?
        """,
        """
        the owner of {}
        the {type} that owns {}
        """,
        "owned bought belongs hands",
    ),
    "product": relation(
        "product", "field", "{} makes {value}",
        """
        What does {} make?
        What does {} produce?
        {} manufactures what product?
        What product is made by {}?
        {} makes what?
        """,
        keywords="makes manufacturer maker produces",
    ),
    "employees": relation(
        "employees", "number", "{} has {value} employees",
        """
        How many people does {} employ?
        How many employees does {} have?
        {} employs how many people?
        {} has how many employees?
        """,
        keywords="employees employs",
    ),
    "chief": what("chief executive", "person", "{value} runs {}",
                  """Who runs {}?
                  Who is the chief executive of {}?
                  {} is run by whom?""", "chief"),
    "slogan": what("slogan", "phrase", "the slogan of {} is {value}",
                   "{} has what slogan?"),
    "airport": relation(
        "airport", "place", "the base of {} is {value}",
        """
        What {type} is the hub of {}?
        At which {type} is {} based?
        {} has its main base at what {type}?
        """,
        """
        the hub of {}
        the {type} where {} is based
        the main base of {}
        """,
        "hub base based",
    ),
    "fleet": relation("aircraft", "number", "{} has {value} aircraft",
                      """How many aircraft does {} operate?
                      {} has a fleet of how many aircraft?
                      What is the fleet size of {}?""", keywords="fleet aircraft"),
    "beer": what("best-known beer", "product", "{} makes {value}",
                 """Which beer is made by {}?
                 {} is known for which beer?
                 {} makes what beer?""", "beer known makes"),
    "output": what("yearly output", "number", "{} makes {value} a year",
                   """How much beer does {} make each year?
                   {} makes how much beer a year?""", "brewed"),
    "editor": what("editor", "person", "{} is edited by {value}",
                   """Who edits {}?
                   Who is the editor of {}?
                   {} is edited by whom?""", "edit"),
    "circulation": what("circulation", "number", "{} has a circulation of {value}",
                        """{} has what circulation?
                        How many copies of {} are printed?""", "circulation"),
    "frequency": relation("frequency", "frequency", "{} is {value}",
                          """How often does {} appear?
                          {} appears how often?""", keywords="newspaper magazine"),
    "cause": relation("cause", "field", "{} supports {value}",
                      """What does {} support?
                      {} supports what cause?
                      Whom or what does {} help?""", keywords="supports helps"),
    "volunteers": how_many("volunteers", "{} has {value} volunteers"),
    "company_founded": relation(
        "company", "group", "{} founded {value}",
        """
        Which {type} was founded by {}?
        What {type} did {} found?
        {} is the founder of what {type}?
        {} founded which {type}?
        """,
        """
        the {type} founded by {}
        the {type} that {} founded
        the business of {}
        """,
        "founder founded",
    ),
}  # fmt: skip
