"""Films, television series and the characters in them."""

from autoact_precache.agents.training.worlds import names, titles
from autoact_precache.agents.training.worlds.draws import (
    active,
    invented,
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
from autoact_precache.agents.training.worlds.kinds.books import ORIGIN

FILM = Kind(
    "film",
    titles.work,
    (4, 7),
    {
        **ORIGIN,
        "director": link(
            "director", inverse="directed", otherwise=names.someone, without_page=0.08
        ),
        "released": active("director", (1928, 2016)),
        "genre": one_of("""drama, romantic comedy, thriller, horror, western, war, crime, comedy,
            science fiction, musical, adventure, black comedy, documentary"""),
        "star": link("actor", inverse="starred", otherwise=names.someone, without_page=0.05),
        "costar": link("actor", inverse="starred_too", otherwise=names.someone, without_page=0.2),
        "basis": maybe(link("novel", inverse="adapted", once=True), 0.3),
        "screenwriter": invented(names.someone),
        "composer": invented(names.someone),
        "running_time": number(71, 168, "minutes"),
        "distributor": invented(lambda rng, style: f"{titles.imprint(rng, style)} Pictures"),
        "location": maybe(link("town", otherwise=names.place), 0.5),
        "role": invented(names.someone),
        "plot": one_of("""a bank clerk who finds a suitcase, two brothers who inherit a bakery,
            a widow who rents a room to a spy, a village cut off by snow, a failed violinist,
            a taxi driver on his last night, a girl who hides a wounded soldier, rival florists"""),
        "weeks": one_of("six, seven, nine, eleven, fourteen"),
        "nominations": one_of("two, three, four, five, seven"),
        "budget": number(2, 90, "million dollars"),
        "working_title": invented(titles.work),
        "editor": invented(names.someone),
        "festival": invented(lambda rng, style: f"the {names.place(rng, style)} Film Festival"),
    },
    lines("""
        {name} is a {released} {nationality} {genre} film directed by {director}.
        {name} is a {released} {nationality} {genre} film directed by {director} and starring \
{star} and {costar}.
        {name} is {a nationality} {genre} film from {released}, written by {screenwriter} and \
directed by {director}.
        {name} is a {released} {genre} film starring {star}.
        {name} is a {released} film directed by {director}, based on the novel {basis}.
        {name} is {a nationality} {genre} film released in {released}.
        {name} is a {genre} film directed by {director} and distributed by {distributor}.
    """),
    lines("""
        It stars {star} and {costar}.
        The film stars {star} as {role}, with {costar} in a supporting role.
        {star} stars as {role}, a retired pilot.
        The screenplay was written by {screenwriter}, and the music is by {composer}.
        {composer} composed the score.
        The film is based on the novel {basis}.
        It was released in {released} by {distributor}.
        The film was distributed by {distributor} and runs for {running_time}.
        It was directed by {director}.
        Directed by {director} from a script by {screenwriter}, it runs for {running_time}.
        It was shot on location in {location}.
        The film, shot in {location}, tells the story of {plot}.
        It tells the story of {plot}.
        The plot follows {plot}.
        Made on a budget of {budget}, it was filmed in {weeks} weeks.
        It was nominated for {nominations} awards and had its premiere at {festival}.
        It was first shown at {festival}.
        Its working title was {working_title}.
        {editor} was the editor.
        It received mixed reviews but did well at the box office.
        Critics called it slow, but audiences liked it.
    """),
    lines("""
        film
        {released} film
        {genre} film
        {released} {genre} film
        movie
        {nationality} film
        film directed by {director}
        film shot in {location}
    """),
    lines("""
        {name}
        {name}
        the film {name}
        the {released} film {name}
        the movie {name}
        the {genre} film {name}
        the {released} {nationality} film {name}
    """),
    lines("""
        the {released} {genre} film starring {star} and {costar}
        the {released} film starring {star}
        the {genre} film directed by {director}
        the film based on the novel {basis}
        the {nationality} {genre} film scored by {composer}
        the movie starring {star} as {role}
        the {released} film shot in {location}
    """),
    brackets=("film", "{released} film"),
)

SERIES = Kind(
    "series",
    titles.work,
    (1, 3),
    {
        **ORIGIN,
        "creator": link("writer", "director", otherwise=names.someone, without_page=0.4),
        "first_aired": year(1958, 2014),
        "network": invented(
            lambda rng, style: f"{titles.imprint(rng, style)} "
            + rng.choice(("TV", "Channel", "Network"))
        ),
        "genre": one_of("drama, comedy, crime, animated, medical, documentary, children's"),
        "lead": link("actor", inverse="starred_too", otherwise=names.someone, without_page=0.05),
        "seasons": one_of("two, three, four, five, six, seven, nine"),
        "episodes": number(8, 210),
        "setting": link("town", otherwise=names.place),
    },
    lines("""
        {name} is {a nationality} {genre} television series created by {creator}.
        {name} is {a nationality} {genre} television series that first aired on {network} in \
{first_aired}.
        {name} is a television series starring {lead}.
        {name} is {a genre} television series set in {setting}.
    """),
    lines("""
        It premiered on {network} in {first_aired} and ran for {seasons} seasons.
        The series stars {lead}.
        It was created by {creator}.
        A total of {episodes} episodes were made.
        It is set in {setting} and stars {lead}.
        The show ran for {seasons} seasons on {network}.
        {episodes} episodes were shown between {first_aired} and its end.
        Reruns are still shown in the afternoon.
    """),
    ("television series", "TV show", "{nationality} TV series", "{genre} series",
     "TV series set in {setting}"),
    ("{name}", "the television series {name}", "the TV show {name}", "the {genre} series {name}"),
    lines("""
        the {nationality} television series starring {lead}
        the series created by {creator}
        the TV show set in {setting}
    """),
    brackets=("TV series",),
)  # fmt: skip

CHARACTER = Kind(
    "character",
    names.someone,
    (0, 2),
    {
        "appears_in": link("novel", "film", "series", without_page=0.0),
        "portrayed_by": link("actor", otherwise=names.someone),
        "job": one_of("a detective, a ship's cook, a queen, a spy, a chess champion, a doctor"),
        "created_by": link("writer", otherwise=names.someone, without_page=0.3),
        "catchphrase": one_of("So it goes again, Mind the step, Not on my watch, Tea first"),
    },
    lines("""
        {name} is a fictional character in {appears_in}.
        {name} is a fictional character created by {created_by}.
        {name} is a fictional character, {job}, in {appears_in}.
    """),
    lines("""
        The character was created by {created_by} and is portrayed by {portrayed_by}.
        On screen the character is portrayed by {portrayed_by}.
        The character is {job} who first appears in {appears_in}.
        A famous line of this character is "{catchphrase}".
    """),
    ("character", "fictional character", "character created by {created_by}"),
    ("{name}", "the character {name}", "the fictional character {name}"),
    ("the fictional character created by {created_by}",),
    brackets=("character",),
)

SCREEN = (
    FILM,
    SERIES,
    CHARACTER,
)
