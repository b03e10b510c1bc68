"""Charts as inline SVG. Colours are CSS variables of the page, so that light and dark fit."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from autoact_precache.report.axis import Axis, Scale, scale

WIDTH, HEIGHT = 440, 290
LEFT, RIGHT, TOP, BOTTOM = 58, 16, 34, 48

MARKERS = (
    "M-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0z",  # circle
    "M-4-4h8v8h-8z",  # square
    "M0-5.5 5.5 0 0 5.5-5.5 0z",  # diamond
    "M0-5.5 5.2 4h-10.4z",  # triangle
    "M0 5.5 5.2-4h-10.4z",  # triangle, head down
    "M-1.7-5h3.4v3.3h3.3v3.4h-3.3v3.3h-3.4v-3.3h-3.3v-3.4h3.3z",  # plus
    "M-5 0-2.5-4.3h5L5 0 2.5 4.3h-5z",  # hexagon
)
COLOURS = 8  # that the page's style sheet has
DASHES = ("", "7 4", "2 4", "9 4 2 4")


@dataclass(frozen=True)
class Look:
    """Colour, marker and dash of a series. A marker of None is none."""

    colour: int
    marker: int | None
    dash: int = 0


def look_of(number: int) -> Look:
    """Of the policy of that number: no two of the first 56 share both colour and marker."""
    return Look(number % COLOURS, number % len(MARKERS))


@dataclass(frozen=True)
class Series:
    """`points` are (x, y), joined in their order or not; `errors` the half-lengths of y's bars."""

    name: str
    look: Look
    points: Sequence[tuple[float, float]]
    joined: bool = True
    errors: Sequence[float] = ()


@dataclass(frozen=True)
class Chart:
    """`level` is a horizontal line to compare with."""

    title: str
    x: Axis
    y: Axis
    series: Sequence[Series]
    level: float | None = None

    def svg(self) -> Markup:
        """An image for whoever sees it; the figure's table has its figures in words."""
        points = [point for one in self.series for point in one.points]
        ends = [
            y + side * error
            for one in self.series
            for (_, y), error in zip(one.points, one.errors, strict=False)
            for side in (-1, 1)
        ]
        levels = [] if self.level is None else [self.level]
        x = scale(self.x, [x for x, _ in points])
        y = scale(self.y, [*(y for _, y in points), *ends, *levels])
        parts = [
            *self._axes(x, y),
            *(part for one in self.series for part in _drawn(one, x, y)),
        ]
        return Markup(
            '<svg class="chart" viewBox="0 0 {} {}" role="img" aria-label="{}">{}</svg>'
        ).format(
            WIDTH, HEIGHT, f"{self.title}; the table below has the figures", Markup("").join(parts)
        )

    def _axes(self, x: Scale, y: Scale) -> Iterator[Markup]:
        bottom = HEIGHT - BOTTOM
        for figure, text in y.ticks:
            at = _down(y(figure))
            yield Markup('<path class="grid" d="M{} {}H{}"/>').format(LEFT, at, WIDTH - RIGHT)
            yield Markup('<text x="{}" y="{}" text-anchor="end" dy=".35em">{}</text>').format(
                LEFT - 8, at, text
            )
        for figure, text in x.ticks:
            at = _across(x(figure))
            yield Markup('<path class="tick" d="M{} {}v5"/>').format(at, bottom)
            yield Markup('<text x="{}" y="{}" text-anchor="middle">{}</text>').format(
                at, bottom + 19, text
            )
        yield Markup('<path class="axis" d="M{} {}H{}"/>').format(LEFT, bottom, WIDTH - RIGHT)
        if self.level is not None:
            yield Markup('<path class="level" d="M{} {}H{}"/>').format(
                LEFT, _down(y(self.level)), WIDTH - RIGHT
            )
        yield Markup('<text class="label" x="{}" y="15">{}</text>').format(4, self.y.label)
        yield Markup('<text class="label" x="{}" y="{}" text-anchor="end">{}</text>').format(
            WIDTH - RIGHT, HEIGHT - 6, self.x.label
        )


def swatch(look: Look) -> Markup:
    """What stands for a series in a legend."""
    line = "" if look.marker is not None and not look.dash else _line(look, "M0 8H30")
    return Markup('<svg class="swatch" viewBox="0 0 30 16" aria-hidden="true">{}{}</svg>').format(
        line, _marker(look, 15, 8)
    )


def _drawn(series: Series, x: Scale, y: Scale) -> Iterator[Markup]:
    places = [(_across(x(at)), _down(y(figure))) for at, figure in series.points]
    if series.joined and len(places) > 1:
        yield _line(series.look, "M" + "L".join(f"{across} {down}" for across, down in places))
    for (across, _), (_, figure), error in zip(places, series.points, series.errors, strict=False):
        yield Markup('<path class="error c{}" d="M{} {}V{}"/>').format(
            series.look.colour, across, _down(y(figure - error)), _down(y(figure + error))
        )
    for across, down in places:
        yield _marker(series.look, across, down)


def _line(look: Look, path: str) -> Markup:
    return Markup('<path class="line c{}" stroke-dasharray="{}" d="{}"/>').format(
        look.colour, DASHES[look.dash], path
    )


def _marker(look: Look, across: float, down: float) -> Markup:
    if look.marker is None:
        return Markup("")
    return Markup('<path class="marker c{}" transform="translate({} {})" d="{}"/>').format(
        look.colour, across, down, MARKERS[look.marker]
    )


def _across(share: float) -> float:
    return round(LEFT + share * (WIDTH - LEFT - RIGHT), 1)


def _down(share: float) -> float:
    return round(HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM), 1)
