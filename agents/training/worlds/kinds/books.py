"""Novels, plays, operas and comics."""

from autoact_precache.agents.training.worlds import names, titles
from autoact_precache.agents.training.worlds.draws import (
    active,
    country,
    invented,
    later,
    link,
    maybe,
    nationality,
    number,
    one_of,
    year,
)
from autoact_precache.agents.training.worlds.entity import (
    Draw,
    Kind,
    lines,
)

ORIGIN: dict[str, Draw] = {"country": country, "nationality": nationality}

NOVEL = Kind(
    "novel",
    titles.work,
    (2, 4),
    {
        **ORIGIN,
        "author": link("writer", inverse="wrote", otherwise=names.someone, without_page=0.05),
        "published": active("author", (1880, 2014)),
        "genre": one_of("historical, crime, science fiction, children's, fantasy, romance, gothic"),
        "publisher": invented(lambda rng, style: f"{titles.imprint(rng, style)} Press"),
        "setting": link("town", otherwise=names.place),
        "protagonist": invented(names.someone),
        "job": one_of("clockmaker, nurse, detective, smuggler, schoolteacher, lighthouse keeper"),
        "pages": number(140, 820),
        "praise": one_of("dialogue, humour, plot, descriptions, sharp style, odd ending"),
        "months": one_of("three, five, seven, nine, ten"),
        "written_in": invented(names.place),
        "languages": number(3, 31),
        "sequel": maybe(invented(titles.work), 0.3),
    },
    lines("""
        {name} is a {published} novel by {author}.
        {name} is {a genre} novel by {author}, first published in {published}.
        {name} is {a genre} novel written by {author}.
        {name} is a {published} {genre} novel by {author}, published by {publisher}.
        {name} is {a nationality} {genre} novel about {protagonist}, {a job}, by {author}.
    """),
    lines("""
        It was published by {publisher} in {published}.
        The story is set in {setting} and follows {protagonist}, {a job}.
        Its main character is {protagonist}.
        The novel is set in {setting}.
        The first edition had {pages} pages.
        The book, which has {pages} pages, was published by {publisher}.
        It was followed by {sequel}.
        Critics praised the book for its {praise}.
        It was praised for its {praise} but sold poorly at first.
        The author wrote it in {months} months while living in {written_in}.
        It has been translated into {languages} languages.
        The title comes from a poem.
        It was adapted into the film {adapted}.
    """),
    lines("""
        novel
        {genre} novel
        {published} novel
        novel set in {setting}
        novel by {author}
        novel published by {publisher}
    """),
    ("{name}", "{name}", "the novel {name}", "the {published} novel {name}", "the book {name}"),
    lines("""
        the {genre} novel set in {setting}
        the {published} novel whose main character is {protagonist}
        the novel adapted into the film {adapted}
        the novel that was followed by {sequel}
        the novel about {protagonist}
    """),
    brackets=("novel",),
)

PLAY = Kind(
    "play",
    titles.work,
    (0, 2),
    {
        **ORIGIN,
        "author": link("writer", inverse="wrote", otherwise=names.someone),
        "premiered": active("author", (1850, 2012)),
        "theatre": link(
            "theatre", otherwise=lambda rng, style: f"the {names.surname(rng, style)} Theatre"
        ),
        "setting": link("town", otherwise=names.place),
        "first_lead": link("actor", otherwise=names.someone),
    },
    lines("""
        {name} is a play by {author}.
        {name} is {a nationality} play written by {author}, first performed in {premiered}.
        {name} is a play in three acts by {author}, set in {setting}.
    """),
    lines("""
        It was first performed at {theatre} in {premiered}.
        The action takes place in {setting}.
        In the first production {first_lead} played the leading part.
        {first_lead} played the lead when it opened at {theatre}.
        It is often put on by amateur companies.
    """),
    ("play", "{nationality} play", "play set in {setting}"),
    ("{name}", "the play {name}"),
    ("the play first performed at {theatre}", "the play set in {setting}"),
    brackets=("play",),
)

OPERA = Kind(
    "opera",
    titles.work,
    (0, 2),
    {
        **ORIGIN,
        "opera_composer": link("composer", inverse="opera", otherwise=names.man),
        "librettist": invented(names.someone),
        "premiered": active("opera_composer", (1790, 1990)),
        "theatre": link(
            "theatre", otherwise=lambda rng, style: f"the {names.surname(rng, style)} Theatre"
        ),
        "acts": one_of("two, three, four, five"),
        "dances": one_of("opera, operetta, ballet, musical"),
    },
    lines("""
        {name} is {a dances} in {acts} acts by {opera_composer}.
        {name} is {a nationality} {dances} composed by {opera_composer}.
        {name} is {a dances} by {opera_composer} that premiered in {premiered}.
    """),
    lines("""
        It was first performed at {theatre} in {premiered}.
        The libretto is by {librettist}.
        The work has {acts} acts and was first given at {theatre}.
        {librettist} wrote the words.
        The premiere was a failure, but later performances were sold out.
    """),
    ("{dances}", "{nationality} {dances}", "{dances} that premiered in {premiered}"),
    ("{name}", "the {dances} {name}"),
    ("the {dances} with words by {librettist}", "the {dances} first performed at {theatre}"),
    brackets=("{dances}",),
)

COMIC = Kind(
    "comic",
    titles.work,
    (0, 2),
    {
        **ORIGIN,
        "author": link("writer", inverse="wrote", otherwise=names.someone, without_page=0.4),
        "artist_drawn": invented(names.someone),
        "published": year(1938, 2014),
        "publisher": link("company", otherwise=titles.company),
        "hero": invented(names.surname),
        "ended": maybe(later("published", 3, 30)),
    },
    lines("""
        {name} is {a nationality} comic book series written by {author}.
        {name} is a comic strip written by {author} and drawn by {artist_drawn}.
        {name} is {a nationality} comic book first published in {published}.
    """),
    lines("""
        It was drawn by {artist_drawn} and published by {publisher}.
        Its hero is a dog called {hero}.
        It was first published in {published} and ended in {ended}.
        The strip is published by {publisher}.
        Collected editions sold well.
    """),
    ("comic", "{nationality} comic", "comic drawn by {artist_drawn}"),
    ("{name}", "the comic {name}"),
    ("the comic drawn by {artist_drawn}", "the comic whose hero is called {hero}"),
    brackets=("comics",),
)

BOOKS = (
    NOVEL,
    PLAY,
    OPERA,
    COMIC,
)
