"""Newspapers and magazines."""

from autoact_precache.agents.training.worlds import names, titles
from autoact_precache.agents.training.worlds.draws import (
    invented,
    later,
    link,
    maybe,
    number,
    one_of,
    year,
)
from autoact_precache.agents.training.worlds.entity import (
    Kind,
    lines,
)
from autoact_precache.agents.training.worlds.kinds.buildings import IN_TOWN

NEWSPAPER = Kind(
    "newspaper",
    lambda rng, style: (
        f"{names.place(rng, style)} "
        + rng.choice(("Courier", "Herald", "Gazette", "Post", "Chronicle", "Mercury", "Echo"))
    ),
    (0, 2),
    {
        **IN_TOWN,
        "founded": year(1760, 1975),
        "frequency": one_of("daily, weekly, daily, biweekly"),
        "owner": link("company", otherwise=titles.company),
        "editor": invented(names.someone),
        "circulation": number(2400, 410000, step=100),
    },
    lines("""
        {name} is a {frequency} newspaper published in {town}, {country}.
        {name} is {a nationality} {frequency} newspaper founded in {founded}.
        {name} is a newspaper based in {town}, owned by {owner}.
        {name} is {a frequency} newspaper in {region} with a circulation of {circulation}.
    """),
    lines("""
        It was founded in {founded} and has a circulation of {circulation}.
        It is owned by {owner}.
        The paper is edited by {editor}.
        Its editor-in-chief is {editor}, and its circulation is {circulation}.
        The newspaper was first printed in {founded}.
        It was bought by {owner}, which also owns a printing works.
        It is known for its long court reports.
    """),
    ("newspaper", "{frequency} newspaper", "newspaper published in {town}"),
    ("{name}", "the newspaper {name}"),
    ("the {frequency} newspaper edited by {editor}", "the newspaper owned by {owner}"),
    article=True,
)

MAGAZINE = Kind(
    "magazine",
    lambda rng, style: rng.choice(
        (
            titles.work(rng, style),
            f"{titles.imprint(rng, style)} Review",
            f"Modern {rng.choice(('Knitting', 'Angler', 'Cook', 'Trucker', 'Rider', 'Collector'))}",
        )
    ),
    (1, 3),
    {
        **IN_TOWN,
        "first_issue": year(1890, 2006),
        "magazine_subject": one_of("""fashion, science, gardening, film, sports, poetry, computers,
            food, travel, women's rights, chess, theatre, cars, parenting"""),
        "frequency": one_of("monthly, weekly, quarterly, bimonthly"),
        "publisher": link("company", otherwise=titles.company),
        "editor": invented(names.someone),
        "ceased": maybe(later("first_issue", 4, 60), 0.4),
    },
    lines("""
        {name} is {a nationality} {frequency} magazine about {magazine_subject}.
        {name} is a {frequency} magazine about {magazine_subject} published in {town}, {country}.
        {name} is a magazine on {magazine_subject} published by {publisher}.
        {name} was {a nationality} magazine that appeared from {first_issue} to {ceased}.
    """),
    lines("""
        It is published by {publisher} and was first issued in {first_issue}.
        The first issue appeared in {first_issue}.
        The magazine was started in {first_issue} and is based in {town}.
        Its editor is {editor}.
        It ceased publication in {ceased}.
        The headquarters of the magazine are in {town}, and {editor} is its editor.
        It has won several prizes for its photographs.
    """),
    lines("""
        magazine
        {frequency} magazine
        {nationality} magazine
        magazine about {magazine_subject}
        magazine first issued in {first_issue}
    """),
    ("{name}", "the magazine {name}"),
    ("the magazine edited by {editor}", "the magazine about {magazine_subject} from {town}"),
    brackets=("magazine",),
)

PRESS = (
    NEWSPAPER,
    MAGAZINE,
)
