"""The order of an archive: by date, event, site, table and session, and in a session by board."""

from __future__ import annotations

import re
from collections import OrderedDict
from typing import Final, NamedTuple

from preferans_pbn.archive.pieces import Piece
from preferans_pbn.record import Record

_NUMBER: Final = re.compile(r"[0-9]{1,9}")
_UNKNOWN: Final = "~"
"""Sorts behind every digit, so what is not known of a date comes last."""
_BETWEEN: Final = "\x1f"
KEPT: Final = 1024
"""So many sessions of one input are kept in mind, to know one that is gone on with."""


class Key(NamedTuple):
    """What a record is sorted by.

    ``group`` names the session: its records stay together, at the first day that one of them has (a session may go on
    past midnight).  A Session tag tells sessions of one event, site and table apart; two clubs may use the same.
    ``game`` counts the games of a session that has no Session tag: a second board 1 begins
    another.  ``board`` is the board's number, ``board_text`` a board that is none.
    """

    group: str
    date: str
    place: str
    session: str
    game: int
    board: int
    board_text: str


class Keys:
    """Gives the records of one input their keys, in their order there."""

    def __init__(self) -> None:
        self._boards_one: OrderedDict[str, int] = OrderedDict()
        self._last = Key("", _UNKNOWN, "", "", 0, 0, "")

    def of(self, piece: Piece) -> Key:
        """The key of the next record.  One of which nothing could be read stays behind the one before it."""
        if piece.record is not None:
            self._last = self._key(piece.record)
        return self._last

    def _key(self, record: Record) -> Key:
        date = _UNKNOWN if record.date is None else record.date.replace("?", _UNKNOWN)
        place = _BETWEEN.join(part or "" for part in (record.event, record.site, record.table))
        game = 0
        if record.session is not None:
            group = _BETWEEN.join(("", record.session, place))
        else:
            group = date + _BETWEEN + place
            game = max(0, self._count(group, record.board == "1") - 1)
        number = record.board is not None and _NUMBER.fullmatch(record.board)
        if number or record.board is None:
            return Key(group, date, place, record.session or "", game, int(record.board or 0), "")
        return Key(group, date, place, record.session or "", game, 1 << 30, record.board)

    def _count(self, group: str, one: bool) -> int:
        """How many boards 1 this input has had of a session."""
        count = self._boards_one.pop(group, 0) + one
        self._boards_one[group] = count
        if len(self._boards_one) > KEPT:
            self._boards_one.popitem(last=False)
        return count
