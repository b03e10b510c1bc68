"""People of sport."""

from autoact_precache.agents.training.worlds import names
from autoact_precache.agents.training.worlds.draws import (
    invented,
    later,
    link,
    number,
    one_of,
    year,
)
from autoact_precache.agents.training.worlds.kinds.people import person

FOOTBALLER = person(
    "footballer",
    (1, 3),
    {
        "occupation": one_of("footballer, footballer, footballer and coach"),
        "position": one_of("goalkeeper, defender, midfielder, striker, winger, full-back"),
        "club": link("club", inverse="player", without_page=0.0),
        "caps": number(2, 118),
        "goals": number(3, 214),
    },
    """
    {name} ({life}) {is} {a nationality} {occupation} who played as {a position}.
    {name} ({life}) {is} {a nationality} {occupation} who played for {club}.
    {name} ({life}) {is} {a nationality} {occupation}.
    {name} ({life}) {is} {a nationality} {occupation} who scored {goals} league goals.
    """,
    """
    {He} earned {caps} caps for {his} country.
    {He} spent most of {his} career at {club}.
    A {position}, {he} played for {club} for nine seasons.
    {last} scored {goals} goals in league matches.
    {He} joined {club} as a teenager and won {caps} caps.
    {last} retired after a knee injury.
    """,
    born=(1940, 1995),
    dead=0.1,
)

ATHLETE = person(
    "athlete",
    (0, 2),
    {
        "occupation": one_of("cricketer, tennis player, sprinter, cyclist, swimmer, skier, boxer"),
        "medal": one_of("gold, silver, bronze"),
        "championship": year(1968, 2016),
        "coach": invented(names.man),
        "nickname": invented(
            lambda rng, style: (
                "the "
                + rng.choice(("Rocket", "Hammer", "Gazelle", "Professor", "Cat", "Mule", "Wall"))
            )
        ),
    },
    """
    {name} ({life}) {is} {a nationality} {occupation}.
    {name} ({life}) {is} a retired {nationality} {occupation}.
    {name} ({life}), nicknamed {nickname}, {is} {a nationality} {occupation}.
    """,
    """
    {He} won a {medal} medal at the {championship} championships.
    {last} was trained by {coach}.
    {His} coach was {coach}.
    {He} was known to fans as {nickname}.
    """,
    "the {occupation} nicknamed {nickname}\nthe {nationality} {occupation} trained by {coach}",
    born=(1944, 1994),
    dead=0.1,
    bracket="athlete",
)

COACH = person(
    "coach",
    (0, 2),
    {
        "occupation": one_of("basketball coach, football coach, hockey coach, baseball manager"),
        "team": link("university", without_page=0.0),
        "wins": number(61, 480),
        "hired": later("birth_year", 32, 56),
    },
    """
    {name} ({life}) {is} {a nationality} {occupation}.
    {name} ({life}) {is} {a nationality} {occupation} who coached at {team}.
    {name} ({life}) {is} {a nationality} {occupation} with {wins} wins to {his} name.
    """,
    """
    {He} was the head coach at {team} from {hired} on.
    {He} won {wins} games as head coach.
    {last} was hired by {team} in {hired}.
    {last} used to draw up plays on napkins.
    """,
    bracket="coach",
)

SPORT = (
    FOOTBALLER,
    ATHLETE,
    COACH,
)
