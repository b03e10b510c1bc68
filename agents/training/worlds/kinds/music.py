"""Albums, songs, and video games."""

from autoact_precache.agents.training.worlds import names, titles
from autoact_precache.agents.training.worlds.draws import (
    active,
    invented,
    later,
    link,
    maybe,
    number,
    one_of,
    year,
)
from autoact_precache.agents.training.worlds.entity import Draft, Entity, Kind, Value, lines
from autoact_precache.agents.training.worlds.kinds.books import ORIGIN


def _performer(draft: Draft, song: Entity) -> Value | None:
    """Whoever made the album that the song is on."""
    album = song.facts.get("from_album")
    if isinstance(album, Entity):
        return album.facts["artist"]
    return link("band", "singer", otherwise=titles.band)(draft, song)


def _released(draft: Draft, song: Entity) -> Value | None:
    album = song.facts.get("from_album")
    if isinstance(album, Entity):
        return album.facts["released"]
    return active("performer", (1958, 2016))(draft, song)


ALBUM = Kind(
    "album",
    titles.work,
    (3, 5),
    {
        "artist": link("band", "singer", inverse="album", otherwise=titles.band, without_page=0.05),
        "ordinal": one_of("first, second, third, fourth, fifth, sixth, debut, debut"),
        "released": active("artist", (1964, 2016)),
        "label": link("label", otherwise=titles.records),
        "producer": invented(names.someone),
        "chart": number(2, 98),
        "copies": number(12000, 900000, step=1000),
        "sleeve": one_of(
            "an empty swimming pool, a red door, two horses, a burning piano, a ladder"
        ),
        "days": number(4, 60),
        "studio_place": invented(names.place),
        "engineer": invented(names.someone),
    },
    lines("""
        {name} is the {ordinal} studio album by {artist}.
        {name} is an album by {artist}, released in {released} on {label}.
        {name} is the {ordinal} album by {artist}, released in {released} by {label}.
        {name} is a {released} album by {artist}.
        {name} is a live album by {artist}, produced by {producer}.
    """),
    lines("""
        It was released in {released} by {label}.
        The album was produced by {producer}.
        {producer} produced the record, which came out on {label}.
        The lead single was {single}.
        It reached number {chart} on the album chart.
        Selling {copies} copies, it reached number {chart} on the chart.
        Its first single, {single}, was a hit on the radio.
        The sleeve shows {sleeve}.
        It was recorded in {days} days in a studio in {studio_place}.
        Recording took place in {studio_place} over {days} days.
        {engineer} was the sound engineer, and the sleeve shows {sleeve}.
        The record marked a turn to a softer sound.
        Reviewers found it uneven.
    """),
    ("album", "{ordinal} album", "{released} album", "album produced by {producer}"),
    ("{name}", "{name}", "the album {name}", "the {released} album {name}"),
    lines("""
        the {released} album by {artist}
        the album produced by {producer}
        the {ordinal} album by {artist}
        the album whose lead single was {single}
    """),
    brackets=("album", "{artist} album"),
)

SONG = Kind(
    "song",
    titles.work,
    (1, 4),
    {
        "from_album": maybe(link("album", inverse="single", once=True), 0.7),
        "performer": _performer,
        "released": _released,
        "songwriter": invented(names.someone),
        "chart": number(1, 60),
        "advertised": one_of("beer, soap, a car, insurance, chocolate, an airline, jeans"),
        "filmed_in": invented(names.place),
        "about": one_of("a lost dog, a night train, a divorce, the sea, an old friend, rain"),
        "cover_artist": maybe(invented(titles.band), 0.4),
    },
    lines("""
        {name} is a song by {performer}.
        {name} is a {released} song by {performer}.
        {name} is a song written by {songwriter} and recorded by {performer}.
        {name} is a song by {performer} from the album {from_album}.
    """),
    lines("""
        It was written by {songwriter}.
        It is the lead single from the album {from_album}.
        The song was released in {released} as the lead single from {from_album}.
        The song was released as a single in {released}.
        It reached number {chart} on the singles chart.
        A cover version was recorded by {cover_artist}.
        Written by {songwriter}, it reached number {chart} on the charts.
        It was later used in a commercial for {advertised}.
        The video was filmed in {filmed_in}.
        The words are about {about}.
    """),
    ("song", "{released} song", "song written by {songwriter}"),
    ("{name}", "the song {name}", "the single {name}"),
    ("the song written by {songwriter}", "the song that {cover_artist} covered"),
    brackets=("song",),
    quoted=True,
)

GAME = Kind(
    "game",
    titles.work,
    (0, 2),
    {
        **ORIGIN,
        "developer": invented(
            lambda rng, style: (
                f"{titles.imprint(rng, style)} " + rng.choice(("Studios", "Games", "Interactive"))
            )
        ),
        "publisher": link("company", otherwise=titles.company, without_page=0.4),
        "released": year(1984, 2016),
        "genre": one_of("role-playing, puzzle, platform, racing, strategy, adventure"),
        "designer": invented(names.someone),
        "remake": maybe(later("released", 5, 20)),
        "copies": number(20000, 4000000, step=1000),
    },
    lines("""
        {name} is a {released} {genre} video game developed by {developer}.
        {name} is {a genre} video game developed by {developer} and published by {publisher}.
        {name} is {a genre} game designed by {designer}.
    """),
    lines("""
        It was designed by {designer} and published by {publisher}.
        The game was released in {released}.
        Its lead designer was {designer}.
        A remake followed in {remake}.
        It was released in {released} and sold {copies} copies.
        The player controls a courier who crosses a flooded city.
    """),
    ("video game", "{genre} video game", "{released} video game"),
    ("{name}", "the video game {name}", "the {released} game {name}"),
    ("the {genre} video game developed by {developer}", "the video game designed by {designer}"),
    brackets=("video game",),
)

MUSIC = (ALBUM, SONG, GAME)
