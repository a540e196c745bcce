"""Who sits at the table, who is forehand, and in which order they play."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, NamedTuple

from preferans_pbn.record import SEATS, Record, Seat, Table
from preferans_pbn.rules.outcome import DUMMY

_RING: Final = {"cw": "SWNE", "ccw": "SENW"}


class Seating(NamedTuple):
    """``order``: the seats in playing order from forehand, the resting dealer last.  ``index_of``: the
    reverse.  ``table``: the seats that have columns, in a fixed order for running sheets.  ``places[i]`` is the
    place in ``table`` of ``order[i]``, -1 for a dummy.  ``dealer_known``: is forehand certain?  ``dummy``: the
    dummy's index, -1 where there is none."""

    order: tuple[Seat, ...]
    index_of: dict[Seat, int]
    table: tuple[Seat, ...]
    places: tuple[int, ...]
    dealer_known: bool
    dummy: int = -1

    @property
    def players(self) -> int:
        """How many people sit at the table."""
        return len(self.table)


@lru_cache(maxsize=512)
def seat_order(direction: str, seats: str, forehand: Seat, dealer_known: bool) -> Seating:
    """The seating of ``seats`` (letters) when ``forehand`` plays first, ``direction`` cw or ccw."""
    ring = _RING[direction]
    start = ring.index(forehand)
    order = tuple(seat for seat in ring[start:] + ring[:start] if seat in seats)
    table = tuple(seat for seat in ring if seat in seats)
    return Seating(order, {seat: i for i, seat in enumerate(order)}, table,
                   tuple(table.index(seat) for seat in order), dealer_known)


def _letters(seats: Iterable[Seat]) -> str:
    return "".join(seat for seat in SEATS if seat in set(seats))


@lru_cache(maxsize=512)
def next_seat(direction: str, seats: str, seat: Seat) -> Seat:
    """The seat after ``seat`` among ``seats`` (letters)."""
    ring = _RING[direction]
    start = ring.index(seat) + 1
    return next(other for other in ring[start:] + ring[:start] if other in seats)


@lru_cache(maxsize=512)
def _from_dealer(direction: str, holders: str, dealer: Seat) -> Seating:
    """The seating when ``dealer`` deals to ``holders`` (letters in any order)."""
    seats = _letters(holders if dealer in holders else holders + dealer)
    return seat_order(direction, seats, next_seat(direction, seats, dealer), True)


@lru_cache(maxsize=64)
def ring_with_dummy(forehand: Seat, dummy: Seat, dealer: Seat, dealer_known: bool) -> Seating:
    """Two players and a dummy.  Deal and play go round from the forehand to the dummy to the dealer, whichever of
    the two players deals (`rules.md` 5B); the dummy has no columns."""
    order = (forehand, dummy, dealer)
    table = tuple(seat for seat in SEATS if seat in (forehand, dealer))
    return Seating(order, {seat: i for i, seat in enumerate(order)}, table,
                   tuple(table.index(seat) if seat != dummy else -1 for seat in order), dealer_known, DUMMY)


def _seating_with_dummy(record: Record, dummy: Seat) -> Seating | None:
    """The seating of a record with a Dummy tag; None where its hands are not those of two players and the dummy."""
    pair = [seat for seat in record.deal or record.position or () if seat != dummy]
    if not pair:
        # Whoever a tag speaks of is one of the two; a seat that nothing speaks of may be any.
        pair = [seat for seat in dict.fromkeys((*mentioned(record), *"SNWE")) if seat != dummy][:2]
    if len(pair) != 2:
        return None
    dealer_known = True
    if record.dealer in pair:
        pair.sort(key=lambda seat: seat == record.dealer)
    else:
        sections = (record.auction, record.play if record.position is None else None)
        first = next((section.first for section in sections if section is not None and section.first in pair), None)
        dealer_known = first is not None
        pair.sort(key=lambda seat: seat != first)
    return ring_with_dummy(pair[0], dummy, pair[1], dealer_known)


def _three(seats: str, record: Record) -> str:
    """``seats``, filled up to three: a record that names fewer is a fault of its own, but can be followed."""
    if len(seats) >= 3:
        return seats
    for seat in (*record.players, *"SWEN"):
        if len(seats) < 3 and seat not in seats:
            seats += seat
    return seats


def mentioned(record: Record) -> str:
    """The seats that a record without hands speaks of, each once: those that its players' names, tags and tables
    name, in this order."""
    sections = [calls.first for calls in (record.auction, record.defence, record.play) if calls is not None]
    kontra = record.kontra[0] if record.kontra is not None else None
    named = (record.dealer, record.declarer, *sections, *(record.defenders or ()), kontra, *(record.tricks or ()),
             *(record.claim or ()), *(record.refe or ()),
             *(row[0] for table in tables_of(record) for row in table.rows))
    return "".join(dict.fromkeys(seat for seat in (*record.players, *named) if seat))


def tables_of(record: Record) -> list[Table]:
    """The tables of a record."""
    tables = (record.score_table, record.sheet_table, record.settlement_table, record.opening_sheet_table,
              record.adjust_table)
    return [table for table in tables if table is not None]


def dealer_plays(record: Record) -> bool:
    """Does the dealer bid, lead, answer or give kontra, so that he is no fourth who rests?  At a table of four he may
    whist where both defenders have passed."""
    acting = [calls.first for calls in (record.auction, record.defence, record.play) if calls is not None]
    acting += [seat for seat in (record.declarer, record.kontra and record.kontra[0]) if seat]
    defenders = record.defenders or {}
    return record.dealer in acting or (record.dealer in defenders and len(defenders) < 3)


def _at_the_table(record: Record) -> str:
    """The seats of a record without hands: three, or the four that it speaks of.  Where three players are named they
    are those; where the dealer plays nobody rests, and where he is not named the one before the first speaker does."""
    if len(record.players) >= 3:
        return "".join(record.players)
    seats = mentioned(record)
    rests = not dealer_plays(record) if record.dealer is not None else bool(record.auction or record.play)
    return seats if rests else seats[:3]


def seating_of(record: Record, direction: str) -> Seating:
    """The seating of a record: the seats that hold cards, and a dealer who rests.

    Where the dealer is not named, the one who begins the auction, or else the play, is forehand; where
    neither is written the first hand of the deal stands first and ``dealer_known`` is False.
    """
    hands = record.deal or record.position
    dealer = record.dealer
    if record.dummy is not None:
        seating = _seating_with_dummy(record, record.dummy)
        if seating is not None:
            return seating
    if hands and dealer is not None and record.dummy is None:
        # Four players and a dealer with cards: he rests all the same, and his cards are the fault.
        rests = dealer in hands and len(record.players) == 4
        return _from_dealer(direction, SEATS if rests else _three("".join(hands), record), dealer)
    holders = _letters(_three("".join(hands) if hands else _at_the_table(record), record))
    if dealer is not None and record.dummy is None:
        return _from_dealer(direction, holders, dealer)
    if dealer is None and hands and len(record.players) == 4 and len(holders) == 3:
        dealer = next(seat for seat in SEATS if seat not in holders)
        return seat_order(direction, SEATS, next_seat(direction, SEATS, dealer), True)
    if record.auction is not None and record.auction.first in holders:
        return seat_order(direction, holders, record.auction.first, True)
    if record.play is not None and record.play.first in holders and record.position is None:
        return seat_order(direction, holders, record.play.first, True)
    first = next(iter(hands)) if hands else holders[0]
    return seat_order(direction, holders, first, False)
