"""Kinds of pages: novels, films, series, albums, songs and games."""

import random

from autoact_precache.agents.training.worlds import names, titles
from autoact_precache.agents.training.worlds.schema import (
    Draft,
    Draw,
    Entity,
    Kind,
    Value,
    in_life_of,
    invented,
    later,
    link,
    locale,
    maybe,
    number,
    one_of,
    year,
)

_ORIGIN: dict[str, Draw] = {"country": locale("country"), "nationality": locale("adjective")}


def _someone(rng: random.Random, style: str) -> str:
    return names.person(rng, style, rng.random() < 0.45)[0]


def _performer(draft: Draft, song: Entity) -> Value | None:
    """Whoever made the album that the song is on."""
    album = song.facts.get("from_album")
    if isinstance(album, Entity):
        return album.facts["artist"]
    return link("band", "singer", otherwise=titles.band)(draft, song)


NOVEL = Kind(
    "novel",
    titles.work,
    (2, 4),
    {
        **_ORIGIN,
        "author": link("writer", inverse="wrote", otherwise=_someone, without_page=0.05),
        "published": in_life_of("author", 24, 60, (1880, 2014)),
        "genre": one_of("historical, crime, science fiction, children's, fantasy, romance, gothic"),
        "publisher": invented(lambda rng, style: f"{titles.imprint(rng, style)} Press"),
        "setting": link("town", otherwise=names.place),
        "protagonist": invented(_someone),
        "pages": number(140, 820),
    },
    (
        "{name} is a {published} novel by {author}.",
        "{name} is {a genre} novel by {author}, first published in {published}.",
        "{name} is {a genre} novel written by {author}.",
        "{name} is a {published} {genre} novel by {author}, published by {publisher}.",
    ),
    (
        "It was published by {publisher} in {published}.",
        "The story is set in {setting} and follows {protagonist}, a widowed clockmaker.",
        "Its main character is {protagonist}.",
        "The novel is set in {setting}.",
        "The first edition had {pages} pages.",
        "Critics praised the book for its dialogue.",
        "It was adapted into the film {adapted}.",
    ),
    ("novel", "{genre} novel", "{published} novel"),
    ("{name}", "the novel {name}", "the {published} novel {name}", "the book {name}"),
    ("the {genre} novel set in {setting}", "the {published} novel whose main character is "
     "{protagonist}", "the novel adapted into the film {adapted}"),
    brackets=("novel",),
)  # fmt: skip

FILM = Kind(
    "film",
    titles.work,
    (4, 7),
    {
        **_ORIGIN,
        "director": link("director", inverse="directed", otherwise=_someone, without_page=0.08),
        "released": in_life_of("director", 25, 60, (1928, 2016)),
        "genre": one_of("drama, romantic comedy, thriller, horror, western, war, crime, comedy, "
                        "science fiction, musical"),
        "star": link("actor", inverse="starred", otherwise=_someone, without_page=0.05),
        "costar": link("actor", inverse="starred_too", otherwise=_someone, without_page=0.2),
        "basis": maybe(link("novel", inverse="adapted", once=True), 0.3),
        "screenwriter": invented(_someone),
        "composer": invented(_someone),
        "running_time": number(71, 168, "minutes"),
        "distributor": invented(lambda rng, style: f"{titles.imprint(rng, style)} Pictures"),
    },
    (
        "{name} is a {released} {nationality} {genre} film directed by {director}.",
        "{name} is a {released} {nationality} {genre} film directed by {director} and starring "
        "{star} and {costar}.",
        "{name} is {a nationality} {genre} film from {released}, written by {screenwriter} and "
        "directed by {director}.",
        "{name} is a {released} {genre} film starring {star}.",
        "{name} is a {released} film directed by {director}, based on the novel {basis}.",
    ),
    (
        "It stars {star} and {costar}.",
        "The film stars {star} in the lead, with {costar} in a supporting role.",
        "The screenplay was written by {screenwriter}, and the music is by {composer}.",
        "{composer} composed the score.",
        "The film is based on the novel {basis}.",
        "It was released in {released} by {distributor}.",
        "The film was distributed by {distributor} and runs for {running_time}.",
        "It was directed by {director}.",
        "It received mixed reviews but did well at the box office.",
        "Shooting took eleven weeks and was held up by rain.",
    ),
    ("film", "{released} film", "{genre} film", "{released} {genre} film", "movie",
     "{nationality} film"),
    ("{name}", "{name}", "the film {name}", "the {released} film {name}", "the movie {name}",
     "the {genre} film {name}", "the {released} {nationality} film {name}"),
    ("the {released} {genre} film starring {star} and {costar}",
     "the {released} film starring {star}", "the {genre} film directed by {director}",
     "the film based on the novel {basis}", "the {nationality} {genre} film scored by {composer}"),
    brackets=("film", "{released} film"),
)  # fmt: skip

SERIES = Kind(
    "series",
    titles.work,
    (1, 3),
    {
        **_ORIGIN,
        "creator": link("writer", "director", inverse="created", otherwise=_someone,
                        without_page=0.4),
        "first_aired": year(1958, 2014),
        "network": invented(lambda rng, style: f"{titles.imprint(rng, style)} "
                            + rng.choice(("TV", "Channel", "Network"))),
        "genre": one_of("drama, comedy, crime, game show, animated, medical, documentary"),
        "star": link("actor", inverse="starred_too", otherwise=_someone, without_page=0.05),
        "seasons": one_of("two, three, four, five, six, seven, nine"),
        "episodes": number(8, 210),
        "setting": link("town", otherwise=names.place),
    },
    (
        "{name} is {a nationality} {genre} television series created by {creator}.",
        "{name} is {a nationality} television {genre} series that first aired on {network} in "
        "{first_aired}.",
        "{name} is a television series starring {star}.",
    ),
    (
        "It premiered on {network} in {first_aired} and ran for {seasons} seasons.",
        "The series stars {star}.",
        "It was created by {creator}.",
        "A total of {episodes} episodes were made.",
        "It is set in {setting} and stars {star}.",
        "The show ran for {seasons} seasons.",
        "Reruns are still shown in the afternoon.",
    ),
    ("television series", "TV show", "{nationality} TV series", "{genre} series"),
    ("{name}", "the television series {name}", "the TV show {name}", "the {genre} series {name}"),
    ("the {nationality} television series starring {star}", "the series created by {creator}",
     "the TV show set in {setting}"),
    brackets=("TV series",),
)  # fmt: skip

ALBUM = Kind(
    "album",
    titles.work,
    (3, 5),
    {
        **_ORIGIN,
        "artist": link("band", "singer", inverse="album", otherwise=titles.band, without_page=0.05),
        "ordinal": one_of("first, second, third, fourth, fifth, sixth, debut, debut"),
        "released": in_life_of("artist", 19, 50, (1964, 2016)),
        "label": link("label", otherwise=lambda rng, style: f"{titles.imprint(rng, style)} Records"),
        "producer": invented(_someone),
        "chart": number(2, 98),
    },
    (
        "{name} is the {ordinal} studio album by {artist}.",
        "{name} is an album by {artist}, released in {released} on {label}.",
        "{name} is the {ordinal} album by {artist}, released in {released} by {label}.",
        "{name} is a {released} album by {artist}.",
    ),
    (
        "It was released in {released} by {label}.",
        "The album was produced by {producer}.",
        "{producer} produced the record, which came out on {label}.",
        "The lead single was {single}.",
        "It reached number {chart} on the album chart.",
        "The sleeve shows an empty swimming pool.",
    ),
    ("album", "{ordinal} album", "{released} album"),
    ("{name}", "the album {name}", "the {released} album {name}"),
    ("the {released} album by {artist}", "the album produced by {producer}",
     "the {ordinal} album by {artist}"),
    brackets=("album", "{artist} album"),
)  # fmt: skip

SONG = Kind(
    "song",
    titles.work,
    (1, 4),
    {
        "from_album": maybe(link("album", inverse="single", once=True), 0.7),
        "performer": _performer,
        "released": in_life_of("performer", 17, 45, (1958, 2016)),
        "songwriter": invented(_someone),
        "chart": number(1, 60),
    },
    (
        "{name} is a song by {performer}.",
        "{name} is a {released} song by {performer}.",
        "{name} is a song written by {songwriter} and recorded by {performer}.",
    ),
    (
        "It was written by {songwriter}.",
        "It is the lead single from the album {from_album}.",
        "The song was released in {released} as the lead single from {from_album}.",
        "The song was released as a single in {released}.",
        "It reached number {chart} on the singles chart.",
        "It was later covered by many other artists.",
    ),
    ("song", "{released} song"),
    ("{name}", "the song {name}", "the single {name}"),
    ("the song written by {songwriter}",),
    brackets=("song",),
    quoted=True,
)  # fmt: skip

GAME = Kind(
    "game",
    titles.work,
    (1, 2),
    {
        **_ORIGIN,
        "developer": invented(lambda rng, style: f"{titles.imprint(rng, style)} "
                              + rng.choice(("Studios", "Games", "Interactive"))),
        "publisher": link("company", otherwise=titles.company, without_page=0.4),
        "released": year(1984, 2016),
        "genre": one_of("role-playing, puzzle, platform, racing, strategy, adventure"),
        "designer": invented(_someone),
        "remake": maybe(later("released", 5, 20)),
    },
    (
        "{name} is a {released} {genre} video game developed by {developer}.",
        "{name} is {a genre} video game developed by {developer} and published by {publisher}.",
        "{name} is {a genre} game designed by {designer}.",
    ),
    (
        "It was designed by {designer} and published by {publisher}.",
        "The game was released in {released}.",
        "Its lead designer was {designer}.",
        "A remake followed in {remake}.",
        "The player controls a courier who crosses a flooded city.",
    ),
    ("video game", "{genre} video game", "{released} video game"),
    ("{name}", "the video game {name}", "the {released} game {name}"),
    ("the {genre} video game developed by {developer}", "the video game designed by {designer}"),
    brackets=("video game",),
)  # fmt: skip

WORKS = (NOVEL, FILM, SERIES, ALBUM, SONG, GAME)
