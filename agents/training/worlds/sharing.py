"""How crowd workers ask whether two things are alike, and what they share."""

from autoact_precache.agents.training.worlds.entity import lines

# Facts that two things can share: whether they do, and what they share. `{kinds}` is the plural.
SHARED = {
    "nationality": (
        lines("""
        Are {} and {} of the same nationality?
        Do {} and {} have the same nationality?
        Do {} and {} share the same nationality?
        Are both {} and {} {value}?
        Are {} and {} both {value}?
        Were {} and {} both {value}?
        Are {} and {} both {value} {kinds}?
        """),
        lines("""
        What nationality do {} and {} share?
        {} and {} are both of what nationality?
        """),
    ),
    "occupation": (
        lines("""
        Do {} and {} have the same profession?
        Are {} and {} both known as {values}?
        Do {} and {} share the same occupation?
        Are {} and {} both {values}?
        Were both {} and {} {values}?
        """),
        lines("""
        What profession do {} and {} have in common?
        What occupation is shared by {} and {}?
        {} and {} share what profession?
        Both {} and {} have worked as what?
        What do {} and {} have in common as far as their job goes?
        What is the profession of both {} and {}?
        """),
    ),
    "country": (
        lines("""
        Are {} and {} in the same country?
        Are {} and {} located in the same country?
        Are {} and {} both in {value}?
        Are both {} and {} located in {value}?
        """),
        lines("""
        In which country are both {} and {} located?
        {} and {} are both located in what country?
        What country are {} and {} in?
        """),
    ),
    "region": (
        lines("""
        Are {} and {} both in {value}?
        Are {} and {} in the same region?
        """),
        lines("{} and {} are both located in which region or state?"),
    ),
    "town": (
        lines("""
        Are {} and {} in the same place?
        Are {} and {} both based in {value}?
        """),
        lines("{} and {} are both located in which town or city?"),
    ),
    "birthplace": (
        lines("""
        Were {} and {} born in the same place?
        Were {} and {} both born in {value}?
        """),
        lines("""
        Both {} and {} were born in which place?
        In what place were {} and {} both born?
        """),
    ),
    "genre": (
        lines("""
        Do {} and {} belong to the same genre?
        Are {} and {} of the same genre?
        """),
        lines("""
        What genre do {} and {} share?
        {} and {} are both of which genre?
        """),
    ),
    "music": (
        lines("""
        Do {} and {} play the same kind of music?
        Do {} and {} share the same genre?
        """),
        lines("What genre of music do {} and {} have in common?"),
    ),
    "frequency": (
        lines("""
        Do {} and {} appear equally often?
        Are {} and {} both {value}?
        """),
        (),
    ),
    "magazine_subject": (
        lines("""
        Are {} and {} about the same subject?
        Are {} and {} both about {value}?
        """),
        lines("{} and {} are both about what?"),
    ),
    "taxon": (
        lines("""
        Are {} and {} both genera of {value}?
        Are both {} and {} genera of {value}?
        """),
        lines("""
        {} and {} are both genera of what?
        What kind of living things are {} and {}?
        """),
    ),
}

# Whether two pages are about the same kind of thing, which their first sentences say.
SAME_KIND = lines("""
    Are {} and {} both {kinds}?
    Are both {} and {} {kinds}?
    Is it true that {} and {} are both {kinds}?
""")

# Facts whose value two things can lead to.
MEETINGS = {
    "director": lines("""
        Who directed both {} and {}?
        What director made both {} and {}?
        {} and {} were both directed by which filmmaker?
    """),
    "author": lines("""
        Who wrote both {} and {}?
        {} and {} were written by which author?
    """),
    "artist": lines("""
        {} and {} are albums by which artist?
        Which act released both {} and {}?
        What artist is behind both {} and {}?
    """),
    "label": lines("""
        {} and {} came out on which record label?
        What label is behind both {} and {}?
    """),
    "river": lines("""
        Which river flows through both {} and {}?
        {} and {} both lie on which river?
    """),
    "education": lines("""
        Which university did both {} and {} attend?
        {} and {} are both graduates of what school?
    """),
    "club": lines("""
        Which club did {} and {} both play for?
        {} and {} have both played for what team?
    """),
    "party": lines("{} and {} are both members of which party?"),
    "publisher": lines("What company publishes both {} and {}?"),
    "setting": lines("In which place are both {} and {} set?"),
    "league": lines("In which league do both {} and {} play?"),
    "theatre": lines("Where were both {} and {} first performed?"),
    "war": lines("{} and {} are both connected with which war?"),
}
CAST = lines("""
    Which actor starred in both {} and {}?
    What actor appeared in {} and {}?
    Who starred in both {} and {}?
    {} and {} both star which performer?
    What is the name of the actor who was in both {} and {}?
""")
