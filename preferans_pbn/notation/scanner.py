"""The fast reader: one pattern for a whole record, and the `Record` from its groups.

The pattern is made from the grammar (`preferans_pbn.notation.scanner_maker`) and fits records in export form that have
no comments, marks, notes or escapes, as programs write them.  What it does not fit is no fault: `scan` gives None, and
another reader reads it.  What it gives is the record that every reader gives, free of findings; tests hold them equal.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from typing import Any, Final, Generic, TypeVar

from preferans_pbn.cards import CARD_BY_NAME, RANKS, Card, Hand
from preferans_pbn.notation.forms import normal_cell, sort_cards
from preferans_pbn.notation.scanner_patterns import RECORD, TABLE_ROWS
from preferans_pbn.record import UNKNOWN_CARD, Calls, Play, Record, Seat, Table, Trick

T = TypeVar("T")

_MEMO_SIZE: Final = 4096
_TRICK_MEMO_SIZE: Final = 1 << 15
"""Enough for all rows of three cards, of which there are 29,760."""


class _Memo(dict[str, T], Generic[T]):
    """What ``make`` gives for a text, remembered for the ``size`` texts that came lately."""

    def __init__(self, make: Callable[[str], T], size: int = _MEMO_SIZE) -> None:
        super().__init__()
        self._make = make
        self._size = size

    def __missing__(self, text: str) -> T:
        if len(self) >= self._size:
            self.clear()
        made = self[text] = self._make(text)
        return made


class _Declined(Exception):
    """This record is for another reader."""


@lru_cache(maxsize=1)
def _pattern() -> re.Pattern[str]:
    return re.compile("".join(RECORD))


@lru_cache(maxsize=1)
def _table_rows() -> re.Pattern[str]:
    return re.compile(TABLE_ROWS)


def fits(text: str) -> bool | None:
    """True where ``text`` has the form of a record that `scan` may take, else None.

    Its values are not looked at: a card may stand there twice, a row have too many cells.
    """
    return None if _pattern().match(text) is None else True


def scan(text: str) -> Record | None:
    """The record that is all of ``text`` (without its source), or None where this reader does not take it.

    ``text`` is one record as `preferans_pbn.notation.splitter.split` gives it, any text at all.
    """
    match = _pattern().match(text)
    if match is None or '"#"' in text:
        return None
    try:
        return _record(match)
    except _Declined:
        return None


def _record(match: re.Match[str]) -> Record:
    # One group a tag in export order; for a section also its rows, for the play also its end.
    (event, site, date, table, board, session, variant, base, rules, south, west, north, east, target, bule, kasa,
     all_pass_run, refe, kasa_left, opening, opening_rows, dealer, dummy, deal, talon, position, leader,
     auction, auction_rows, declarer, bid, discard, contract, aces, defence, defence_rows, defenders, kontra, open_,
     play, play_rows, play_end, claim, outcome, tricks, ruling, adjust, adjust_rows, score, score_rows,
     sheet, sheet_rows, settlement, settlement_rows) = match.groups()
    if deal is not None and position is not None:
        raise _Declined
    # Most tags stand in few records: what does not is left to the defaults.
    record = Record(event, site, date, table, board, session, variant, base)
    if rules is not None:
        record.rules = _RULES[rules]
    players = record.players
    if south is not None:
        players["S"] = south
    if west is not None:
        players["W"] = west
    if north is not None:
        players["N"] = north
    if east is not None:
        players["E"] = east
    if target is not None:
        record.target = _AMOUNTS[target]
    if bule is not None:
        record.bule = _AMOUNTS[bule]
    if kasa is not None:
        record.kasa = _AMOUNTS[kasa]
    if all_pass_run is not None:
        record.all_pass_run = int(all_pass_run)
    if refe is not None:
        record.refe = _BY_SEAT[refe].copy()
    if kasa_left is not None:
        record.kasa_left = _AMOUNTS[kasa_left]
    if opening is not None:
        record.opening_sheet_table = _table(opening, opening_rows)
    record.dealer = dealer
    record.dummy = dummy
    if deal is not None:
        record.deal = _hands(deal)
    if talon is not None:
        record.talon = _CARDS[talon]
    if position is not None:
        record.position = _hands(position)
    record.leader = leader
    if auction is not None:
        record.auction = Calls(auction, _CALLS[auction_rows])
    record.declarer = declarer
    record.bid = bid
    if discard is not None:
        record.discard = discard if discard in "-?" else _DISCARDS[discard]
    record.contract = contract
    record.aces = aces
    if defence is not None:
        record.defence = Calls(defence, _CALLS[defence_rows])
    if defenders is not None:
        record.defenders = _BY_SEAT[defenders].copy()
    if kontra is not None:
        record.kontra = (kontra[0], int(kontra[2:]))
    record.open = open_
    if play is not None:
        record.play = Play(play, _tricks(play_rows), play_end or "")
    if claim is not None:
        record.claim = _BY_SEAT[claim].copy()
    record.outcome = outcome
    if tricks is not None:
        record.tricks = _BY_SEAT[tricks].copy()
    record.ruling = ruling
    if adjust is not None:
        record.adjust_table = _table(adjust, adjust_rows)
    if score is not None:
        record.score_table = _score_table(score, score_rows)
    if sheet is not None:
        record.sheet_table = _table(sheet, sheet_rows)
    if settlement is not None:
        record.settlement_table = _table(settlement, settlement_rows)
    return record


# ---- values that come again and again ----------------------------------------------------------------


def _rules_of(text: str) -> tuple[tuple[str, str], ...]:
    pairs: dict[str, str] = {}
    for word in text.split():
        key, _, setting = word.partition("=")
        if key in pairs:
            raise _Declined
        pairs[key] = setting
    return tuple(sorted(pairs.items()))


def _by_seat_of(text: str) -> dict[Seat, Any]:
    found: dict[Seat, Any] = {}
    for word in text.split():
        part = word[2:]
        if word[0] in found:
            raise _Declined
        found[word[0]] = None if part == "?" else int(part) if part.isdigit() else part
    return found


def _cards_of(text: str) -> tuple[Card, ...]:
    return tuple([CARD_BY_NAME[word] for word in text.split()])


def _suit_of(text: str) -> Hand:
    """The mask of one suit's cards, high to low (``SAKJ``)."""
    ranks = [RANKS.index(rank) for rank in text[1:]]
    if any(high <= low for high, low in pairwise(ranks)):
        # Another order or a card twice: this also bounds what is remembered.
        raise _Declined
    return sum(1 << CARD_BY_NAME[text[0] + rank] for rank in text[1:])


def _columns_of(heading: str) -> tuple[str, ...]:
    columns = tuple(heading.split(";"))
    if len(set(columns)) < len(columns):
        raise _Declined
    return columns


_RULES: Final = _Memo(_rules_of)
_AMOUNTS: Final = _Memo(Fraction)
_BY_SEAT: Final = _Memo(_by_seat_of)
_CARDS: Final = _Memo(_cards_of)
_DISCARDS: Final = _Memo(lambda text: sort_cards(_cards_of(text)))
_suit = _Memo(_suit_of).__getitem__
_CALLS: Final = _Memo(lambda text: tuple(text.split()))
_COLUMNS: Final = _Memo(_columns_of)
_PLAYED: Final[dict[str, Card]] = {**CARD_BY_NAME, "-": UNKNOWN_CARD}
_card = _PLAYED.__getitem__


# ---- hands, tricks, tables ---------------------------------------------------------------------------


def _hands(value: str) -> dict[Seat, Hand | None]:
    hands: dict[Seat, Hand | None] = {}
    count = held = 0
    for word in value.split():
        seat = word[0]
        if seat in hands:
            raise _Declined
        if word[2] == "-":
            hands[seat] = None
            continue
        # A suit stands once in a holding, so that its masks add up.
        hands[seat] = mask = sum(map(_suit, word[2:].split(".")))
        count += mask
        held |= mask
    if held != count:
        raise _Declined  # a card in two hands
    return hands


def _trick_of(row: str) -> Trick:
    if row[0] == "(":
        return Trick(tuple(map(_card, row[4:].split())), CARD_BY_NAME[row[1:3]])
    return Trick(tuple(map(_card, row.split())))


_trick = _Memo(_trick_of, _TRICK_MEMO_SIZE).__getitem__


def _tricks(rows: str) -> tuple[Trick, ...]:
    return tuple(map(_trick, rows.splitlines()))


def _table(heading: str, text: str) -> Table:
    return _checked_width(Table(_COLUMNS[heading], _rows_of(text)))


def _score_table(heading: str, text: str) -> Table:
    """The table of one deal: what stands in it comes again, other than in that of a session."""
    return _checked_width(Table(_COLUMNS[heading], _SCORE_ROWS[text]))


def _checked_width(table: Table) -> Table:
    if table.rows and set(map(len, table.rows)) != {len(table.columns)}:
        raise _Declined
    return table


def _rows_of(text: str) -> tuple[tuple[str, ...], ...]:
    if _table_rows().fullmatch(text) is None:
        raise _Declined
    rows = [tuple(row.split(" ")) for row in text.splitlines()]
    if "/" in text:
        # A fraction need not be in lowest terms.
        rows = [(row[0], *map(normal_cell, row[1:])) for row in rows]
    return tuple(rows)


_SCORE_ROWS: Final = _Memo(_rows_of)
