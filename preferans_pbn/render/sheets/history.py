"""What stands on a score sheet: the totals of a session after each deal, and what is around them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from preferans_pbn.record import SEATS, Seat
from preferans_pbn.render.drawing import BLACK, GREY, Picture, lines_of
from preferans_pbn.render.ink import visible
from preferans_pbn.render.language import Language
from preferans_pbn.render.sheet import amounts_on

Rows = Mapping[Seat, Sequence[str]]
TITLE: Final = 15.0
SMALL: Final = 11.0
MARGIN: Final = 16.0


@dataclass(slots=True)
class Written:
    """A deal: its number, what it wrote (None: not known) and the sheet after it (None: not known)."""

    number: str
    written: Rows | None
    sheet: Rows | None


@dataclass(slots=True)
class SheetHistory:
    """A session as it was written down.

    ``opening``: the sheet before the first deal, None where it is not known; ``settlement`` as text by seat;
    ``middle``: what stands in the middle of the paper, the pool that is played to; ``kasa``: the whole of it and what
    is left; ``remarks``: sentences for below.
    """

    title: str
    rules: str
    columns: Sequence[str]
    seats: Sequence[Seat]
    players: Mapping[Seat, str] = field(default_factory=dict)
    middle: str = ""
    kasa: tuple[str, str] | None = None
    opening: Rows | None = None
    deals: list[Written] = field(default_factory=list)
    settlement: Mapping[Seat, str] = field(default_factory=dict)
    remarks: Sequence[str] = ()

    @property
    def round_table(self) -> list[Seat]:
        """The seats clockwise, South first where somebody sits there."""
        return [seat for seat in SEATS if seat in self.seats]

    def totals(self, seat: Seat, column: str, on: Seat = "") -> list[str]:
        """The totals of a column as they were written one after the other: each that differs from the one before.

        Nothing is written until there is something to write, but for bule, which everybody begins with.
        """
        at = list(self.columns).index(column)
        found: list[str] = []
        last = None if column == "Bule" else "0"
        for rows in (self.opening, *(deal.sheet for deal in self.deals)):
            if rows is None or seat not in rows:
                continue
            cell = rows[seat][at]
            amount = amounts_on(cell).get(on, "0") if on else "0" if cell == "-" else cell
            if amount != last:
                found.append(amount)
                last = amount
        return found

    def heading(self, seat: Seat, language: Language) -> str:
        """The seat and its player."""
        return f"{language.seats[seat]} {visible(self.players.get(seat, ''))}".rstrip()

    def result(self, seat: Seat) -> str:
        """The settlement of a player with its sign, ``""`` where it is not known."""
        amount = self.settlement.get(seat, "")
        return f"+{amount}" if amount and amount != "0" and not amount.startswith("-") else amount


def above(picture: Picture, history: SheetHistory) -> float:
    """Draws the title; where the sheet may begin below it."""
    y = MARGIN
    for text, size, colour in ((history.title, TITLE, BLACK), (history.rules.replace("  ", " · "), SMALL, GREY)):
        for line in lines_of(visible(text), picture.width - 2 * MARGIN, size):
            y += size * 1.35
            picture.text(MARGIN, y, line, size, bold=size == TITLE, fill=colour, room=picture.width - 2 * MARGIN)
    return y + 10


def height_above(history: SheetHistory, width: float) -> float:
    """How much room the title takes."""
    return above(Picture(width, 0), history)


def below(picture: Picture, history: SheetHistory, y: float) -> None:
    """Draws the remarks from ``y`` on and sets the height of the picture."""
    for line in _remark_lines(history, picture.width):
        y += SMALL * 1.35
        picture.text(MARGIN, y, line, SMALL, fill=GREY)
    picture.height = y + MARGIN


def _remark_lines(history: SheetHistory, width: float) -> Iterator[str]:
    for remark in history.remarks:
        yield from lines_of(visible(remark[:1].upper() + remark[1:]), width - 2 * MARGIN, SMALL)
