"""The Russian sheet ("пулька"): a sector a player, in it from the edge inwards whists, pool and dump.

Each new total stands above the one before, and a dot ends what is no longer valid; where a column is full the next one
begins on its right.  The whists stand in a strip along the edge, one part of it for each opponent, the part that lies
towards him.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from preferans_pbn.record import Seat
from preferans_pbn.render.drawing import BLACK, GREY, Picture, text_width
from preferans_pbn.render.ink import ELLIPSIS
from preferans_pbn.render.sheets.history import MARGIN, SMALL, SheetHistory, above, below
from preferans_pbn.render.words import Spelling

_ZONES: Final = ("Whists", "Pool", "Dump")
"""From the edge inwards."""
_SHALLOWEST: Final = {"Whists": 58.0, "Pool": 62.0, "Dump": 62.0}
_DEEPEST: Final = 400.0
_SIDE: Final = 560.0
_GROWTH: Final = 60.0
_WIDEST: Final = 2600.0
_NAMES: Final = 30.0
_FONT: Final = {"Whists": 11.0, "Pool": 14.0, "Dump": 14.0}
_LINE: Final = 1.22
_RADIUS: Final = 24.0
_LETTER: Final = 9.0
_SIDES: Final = {2: ("bottom", "top"), 3: ("bottom", "left", "right"), 4: ("bottom", "left", "top", "right")}
_ALONG: Final = {"bottom": ("left", "top", "right"), "top": ("left", "bottom", "right"),
                 "left": ("top", "right", "bottom"), "right": ("top", "left", "bottom")}
"""The opponents of each side in the order in which their parts of its strip lie, from left or from above."""


@dataclass(frozen=True, slots=True)
class Box:
    """A stretch of the paper."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Column:
    """What stands in one box: totals of a ``zone``, the oldest first; ``step``: how wide a column of them is."""

    zone: str
    totals: Sequence[str]
    step: float

    @classmethod
    def of(cls, zone: str, totals: Sequence[str]) -> Column:
        """The column of these totals."""
        return cls(zone, totals, max((text_width(f"{total}.", _FONT[zone], bold=True) for total in totals),
                                     default=0) + 4)

    def rows(self, box: Box) -> int:
        """How many totals stand above one another."""
        return max(1, int((box.height - 8) / (_FONT[self.zone] * _LINE)))

    def room(self, box: Box) -> int:
        """How many of these totals the box holds."""
        return self.rows(box) * max(1, int((box.width - 6) / self.step))


def pool_picture(history: SheetHistory, spelling: Spelling) -> Picture:
    """The sheet.  It is as large as what stands on it needs."""
    seats = history.round_table
    columns = {
        (seat, zone, on): Column.of(zone, history.totals(seat, zone, on))
        for seat in seats for zone in _ZONES for on in (seats if zone == "Whists" else ("",)) if on != seat}
    side = max(_SIDE, 2 * _edges(columns)["Dump"][1] + 180)
    while side < _WIDEST and not _Paper(history, spelling, columns, side).fits():
        side += _GROWTH
    return _Paper(history, spelling, columns, side).drawn()


Columns: TypeAlias = Mapping[tuple[Seat, str, Seat], Column]
"""By writer, zone and (whists) whom they are on."""


class _Paper:
    """The sheet on paper whose edge is ``side`` points."""

    def __init__(self, history: SheetHistory, spelling: Spelling, columns: Columns, side: float) -> None:
        seats = history.round_table
        self.history = history
        self.columns = columns
        self.spelling = spelling
        self.side = side
        self.edges = _edges(columns)
        self.height = 2 * (self.edges["Dump"][1] + 46) if len(seats) == 2 else side
        self.places = dict(zip(seats, _SIDES[len(seats)], strict=True))
        self.open_top = len(seats) == 3  # the sectors left and right go up to the edge
        self.picture = Picture(side + 2 * (MARGIN + _NAMES), 0)

    # --- where things are -----------------------------------------------------------------------------
    def strip(self, place: str, zone: str) -> Box:
        """The rectangle of a zone in which nothing touches the lines between the sectors."""
        near, far = self.edges[zone]
        side, height = self.side, self.height
        cut = 0.0 if len(self.places) == 2 else far
        if place in ("bottom", "top"):
            y = height - far if place == "bottom" else near
            return Box(cut, y, side - 2 * cut, far - near)
        top = 0.0 if self.open_top else far
        x = near if place == "left" else side - far
        return Box(x, top, far - near, height - far - top)

    def parts(self, place: str) -> dict[str, Box]:
        """The parts of the strip of the whists by the side of the opponent."""
        there = self.places.values()
        others = [other for other in _ALONG[place] if other in there]
        box = self.strip(place, "Whists")
        share = 1 / len(others)
        if place in ("bottom", "top"):
            return {other: Box(box.x + box.width * share * i, box.y, box.width * share, box.height)
                    for i, other in enumerate(others)}
        return {other: Box(box.x, box.y + box.height * share * i, box.width, box.height * share)
                for i, other in enumerate(others)}

    def boxes(self) -> list[tuple[Box, Column]]:
        """Each box with what stands in it."""
        found: list[tuple[Box, Column]] = []
        at = {place: seat for seat, place in self.places.items()}
        for seat, place in self.places.items():
            found += [(self._room(place, zone), self.columns[seat, zone, ""]) for zone in ("Pool", "Dump")]
            found += [(self._without_letter(box, place, other), self.columns[seat, "Whists", at[other]])
                      for other, box in self.parts(place).items()]
        return found

    def _room(self, place: str, zone: str) -> Box:
        """The strip of a zone less what its name takes; only the sector below has names."""
        box = self.strip(place, zone)
        if place != "bottom":
            return box
        return Box(box.x, box.y, box.width - self._name_width(zone), box.height)

    def _name_width(self, zone: str) -> float:
        return text_width(self.spelling.column(zone), _LETTER) + 6

    def _without_letter(self, box: Box, place: str, other: str) -> Box:
        """A part of the strip of the whists less the letter of the opponent, which stands at its upper left, and the
        name of the zone."""
        if place in ("bottom", "top"):
            last = place == "bottom" and other == list(self.parts(place))[-1]
            taken = _LETTER + 5 + (self._name_width("Whists") if last else 0)
            return Box(box.x + _LETTER + 5, box.y, box.width - taken, box.height)
        return Box(box.x, box.y + _LETTER + 5, box.width, box.height - _LETTER - 5)

    def fits(self) -> bool:
        """Is there room for everything?"""
        return all(len(column.totals) <= column.room(box) for box, column in self.boxes())

    # --- drawing --------------------------------------------------------------------------------------
    def drawn(self) -> Picture:
        """The picture."""
        picture = self.picture
        top = above(picture, self.history) + (_NAMES if "top" in self.places.values() else 0)
        x, y = MARGIN + _NAMES, top
        self._lines(x, y)
        for box, column in self.boxes():
            self._fill(x, y, box, column)
        self._labels(x, y)
        self._names(x, y)
        below(picture, self.history, y + self.height + _NAMES)
        return picture

    def _lines(self, x: float, y: float) -> None:
        picture, side, height = self.picture, self.side, self.height
        middle_x, middle_y = side / 2, height / 2
        count = len(self.places)
        picture.rect(x, y, side, height, stroke=BLACK, line=1.6)
        if count == 2:
            picture.line(x, y + middle_y, x + side, y + middle_y, line=1.6)
        else:
            ends = [(0.0, height), (side, height)]
            ends += [(side / 2, 0.0)] if count == 3 else [(0.0, 0.0), (side, 0.0)]
            for end_x, end_y in ends:
                picture.line(x + middle_x, y + middle_y, x + end_x, y + end_y, line=1.6)
        for place in self.places.values():
            for zone in _ZONES:
                self._inner_edge(x, y, place, self.edges[zone][1])
            boxes = list(self.parts(place).values())
            for box in boxes[1:]:
                if place in ("bottom", "top"):
                    picture.line(x + box.x, y + box.y, x + box.x, y + box.y + box.height)
                else:
                    picture.line(x + box.x, y + box.y, x + box.x + box.width, y + box.y)
        picture.circle(x + middle_x, y + middle_y, _RADIUS, fill="#ffffff", line=1.6)
        picture.text(x + middle_x, y + middle_y + 5.5, self.history.middle, 15, anchor="middle", bold=True,
                     room=2 * _RADIUS - 6)

    def _inner_edge(self, x: float, y: float, place: str, depth: float) -> None:
        """The line between a zone and the next one inwards, from one line between sectors to the other."""
        side, height = self.side, self.height
        cut = 0.0 if len(self.places) == 2 else depth
        if place in ("bottom", "top"):
            at = y + (height - depth if place == "bottom" else depth)
            self.picture.line(x + cut, at, x + side - cut, at)
        else:
            at = x + (depth if place == "left" else side - depth)
            self.picture.line(at, y + (0 if self.open_top else depth), at, y + height - depth)

    def _fill(self, x: float, y: float, box: Box, column: Column) -> None:
        """Writes totals upwards from the lower left; what is no longer valid ends with a dot."""
        totals, room = column.totals, column.room(box)
        if len(totals) > room:
            totals = [ELLIPSIS, *totals[len(totals) - room + 1:]]
        size, rows, step = _FONT[column.zone], column.rows(box), column.step
        line = size * _LINE
        for number, total in enumerate(totals):
            last = number == len(totals) - 1
            left = x + box.x + 5 + (number // rows) * step
            base = y + box.y + box.height - 6 - (number % rows) * line
            self.picture.text(left, base, total if last or total == ELLIPSIS else f"{total}.", size, bold=last,
                              fill=BLACK if last else GREY)

    def _labels(self, x: float, y: float) -> None:
        """Whose whists a part of the strip holds, and in the sector below what the zones are."""
        seats = self.spelling.language.seats
        at = {place: seat for seat, place in self.places.items()}
        for place in self.places.values():
            for other, box in self.parts(place).items():
                self.picture.text(x + box.x + 4, y + box.y + _LETTER + 3, seats[at[other]], _LETTER, fill=GREY)
        for zone in _ZONES:
            box = self.strip("bottom", zone)
            self.picture.text(x + box.x + box.width - 4, y + box.y + _LETTER + 3, self.spelling.column(zone), _LETTER,
                              anchor="end", fill=GREY)

    def _names(self, x: float, y: float) -> None:
        """The players along the edges, each with what he wins or loses."""
        side, height = self.side, self.height
        for seat, place in self.places.items():
            length = side if place in ("bottom", "top") else height
            result = self.history.result(seat)
            name = self.history.heading(seat, self.spelling.language)
            size = SMALL + 3
            taken = text_width(result, size, bold=True) + 14 if result else 0
            at = {"bottom": (x, y + height + 20, 0), "top": (x, y - 9, 0), "left": (x - 9, y + height, -90),
                  "right": (x + side + 9, y, 90)}[place]
            self._along(at, length, name, result, taken, size)

    def _along(self, at: tuple[float, float, int], length: float, name: str, result: str, taken: float,
               size: float) -> None:
        """A name from one end of an edge, the result at its other end."""
        x, y, turned = at
        self.picture.text(x, y, name, size, bold=True, turned=turned, room=length - taken)
        if not result:
            return
        far = {0: (x + length, y), -90: (x, y - length), 90: (x, y + length)}[turned]
        self.picture.text(*far, result, size, bold=True, anchor="end", turned=turned, fill=GREY)


def _edges(columns: Columns) -> dict[str, tuple[float, float]]:
    """Where each zone begins and ends, counted from the edge: as deep as the longest total that stands in it."""
    edges: dict[str, tuple[float, float]] = {}
    begin = 0.0
    for zone in _ZONES:
        widest = max(column.step for column in columns.values() if column.zone == zone)
        edges[zone] = (begin, begin + min(max(_SHALLOWEST[zone], widest + 8), _DEEPEST))
        begin = edges[zone][1]
    return edges
