"""The Balkan sheet: three columns a player, in the middle his bule (heads), beside them his supe (sides) on the player
at his left and on the one at his right.

What is no longer valid is struck out and the next total stands below it.  A refe is a triangle in the middle column,
drawn when it is entered and crossed when it is played.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from preferans_pbn.record import Seat
from preferans_pbn.render.drawing import BLACK, GREY, PALE, Picture, text_width
from preferans_pbn.render.ink import ELLIPSIS
from preferans_pbn.render.sheets.history import MARGIN, SMALL, SheetHistory, above, below
from preferans_pbn.render.words import Spelling

_SIZE: Final = 13.0
_LINE: Final = 18.0
_FEWEST: Final = 12
_ROWS: Final = 40
"""Entries that stand below one another; then the column gets a second one beside it."""
_MOST: Final = 480
_COLUMN: Final = 66.0
_HEAD: Final = 52.0
_APART: Final = 18.0
_REFE: Final = "refe"
_PLAYED: Final = "refe played"


def bule_picture(history: SheetHistory, spelling: Spelling) -> Picture:
    """The sheet, a block a player."""
    seats = history.round_table
    columns = {seat: _columns(history, seats, seat) for seat in seats}
    longest = max(len(entries) for block in columns.values() for _, entries in block)
    rows = min(_ROWS, max(_FEWEST, longest))
    widths = {seat: [max(_COLUMN, _wide(entries, rows)) for _, entries in block] for seat, block in columns.items()}
    total = sum(sum(block) for block in widths.values()) + _APART * (len(seats) - 1)
    picture = Picture(total + 2 * MARGIN, 0)
    top = above(picture, history)
    x = MARGIN
    for seat in seats:
        _block(picture, x, top, history, spelling, seat, columns[seat], widths[seat], rows)
        x += sum(widths[seat]) + _APART
    below(picture, history, top + _HEAD + rows * _LINE + _LINE + 6)
    return picture


def _columns(history: SheetHistory, seats: Sequence[Seat], seat: Seat) -> list[tuple[Seat, list[str]]]:
    """The columns of a player: whom they are about (``""``: his bule) and what was written."""
    at = seats.index(seat)
    others = [*seats[at + 1:], *seats[:at]]
    left, right = others[:(len(others) + 1) // 2], others[(len(others) + 1) // 2:]
    supe = {on: history.totals(seat, "Supe", on) for on in others}
    return [*((on, supe[on]) for on in left), ("", _middle(history, seat)), *((on, supe[on]) for on in right)]


def _middle(history: SheetHistory, seat: Seat) -> list[str]:
    """Bule and refe of a player in the order in which they were written.  A refe that was played is crossed where it
    stands, the oldest first."""
    at = {column: i for i, column in enumerate(history.columns)}
    entries: list[str] = []
    bule: str | None = None
    held = 0
    for rows in (history.opening, *(deal.sheet for deal in history.deals)):
        if rows is None or seat not in rows:
            continue
        now = rows[seat][at["Bule"]]
        refe = rows[seat][at["Refe"]]
        if now != bule:
            entries.append(now)
            bule = now
        count = int(refe) if refe.isdigit() else held
        entries += [_REFE] * (count - held)
        for _ in range(held - count):
            entries[entries.index(_REFE)] = _PLAYED
        held = count
    return entries


def _wide(entries: Sequence[str], rows: int) -> float:
    """How wide a column with these entries is."""
    widest = max((text_width(entry, _SIZE, bold=True) for entry in entries if not _is_refe(entry)), default=0)
    return -(-min(len(entries), _MOST) // rows) * (widest + 14)


def _is_refe(entry: str) -> bool:
    return entry in (_REFE, _PLAYED)


def _block(picture: Picture, x: float, y: float, history: SheetHistory, spelling: Spelling, seat: Seat,
           columns: Sequence[tuple[Seat, list[str]]], widths: Sequence[float], rows: int) -> None:
    """Draws what belongs to one player."""
    language = spelling.language
    total = sum(widths)
    bottom = y + _HEAD + rows * _LINE + 6
    picture.rect(x, y, total, bottom - y, stroke=BLACK, line=1.4)
    picture.text(x + total / 2, y + 19, history.heading(seat, language), 14, bold=True, anchor="middle",
                 room=total - 12)
    picture.line(x, y + 28, x + total, y + 28)
    picture.line(x, y + _HEAD - 4, x + total, y + _HEAD - 4)
    left = x
    for (on, entries), width in zip(columns, widths, strict=True):
        if left > x:
            picture.line(left, y + 28, left, bottom, line=1)
        name = f"{spelling.column('Supe')} {language.seats[on]}" if on else spelling.column("Bule")
        picture.text(left + width / 2, y + 42, name, SMALL, anchor="middle", fill=GREY, room=width - 4)
        _entries(picture, left, y + _HEAD, width, entries, rows)
        left += width
    result = history.result(seat)
    if result:
        picture.text(x + total / 2, bottom + 16, f"{language.terms['Result']} {result}", 13, bold=True,
                     anchor="middle", room=total)


def _entries(picture: Picture, x: float, y: float, width: float, entries: Sequence[str], rows: int) -> None:
    if len(entries) > _MOST:
        entries = [ELLIPSIS, *entries[len(entries) - _MOST + 1:]]
    beside = max(1, -(-len(entries) // rows))
    last = max((i for i, entry in enumerate(entries) if not _is_refe(entry)), default=-1)
    for number, entry in enumerate(entries):
        middle = x + width / beside * (number // rows + 0.5)
        base = y + (number % rows) * _LINE + 14
        if _is_refe(entry):
            picture.polygon([(middle - 6, base), (middle + 6, base), (middle, base - 11)], line=1.2)
            if entry == _PLAYED:
                picture.line(middle - 8, base + 1, middle + 8, base - 12, line=1.2)
            continue
        old = number != last and entry != ELLIPSIS
        picture.text(middle, base, entry, _SIZE, anchor="middle", bold=number == last, fill=GREY if old else BLACK)
        if old:
            half = text_width(entry, _SIZE) / 2 + 1
            picture.line(middle - half, base - 4.5, middle + half, base - 4.5, stroke=PALE)
