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
    another.  ``board`` is the board's number, ``board_text`` a board that is none; a record without a board stays
    behind the one before it in its session that has its date.
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
        self._known: OrderedDict[str, tuple[int, int, str]] = OrderedDict()
        """By session and date: the games so far, and the last board as number and text."""
        self._last = Key("", _UNKNOWN, "", "", 0, 0, "")

    def of(self, piece: Piece) -> Key:
        """The key of the next record.  One of which nothing could be read stays behind the one before it."""
        if piece.record is not None:
            self._last = self._key(piece.record)
        return self._last

    def _key(self, record: Record) -> Key:
        date = _UNKNOWN if record.date is None else record.date.replace("?", _UNKNOWN)
        place = _BETWEEN.join(part or "" for part in (record.event, record.site, record.table))
        named = record.session is not None
        group = _BETWEEN.join(("", record.session or "", place)) if named else date + _BETWEEN + place
        day = group + _BETWEEN + date
        games, number, text = self._known.pop(day, (0, 0, ""))
        board = record.board
        if board is not None:
            games += not named and board == "1"
            number, text = (int(board), "") if _NUMBER.fullmatch(board) else (1 << 30, board)
        self._known[day] = games, number, text
        if len(self._known) > KEPT:
            self._known.popitem(last=False)
        return Key(group, date, place, record.session or "", max(0, games - 1), number, text)
