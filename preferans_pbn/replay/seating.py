"""Who sits at the table, who is forehand, and in which order they play."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, NamedTuple

from preferans_pbn.record import SEATS, Record, Seat

_RING: Final = {"cw": "SWNE", "ccw": "SENW"}


class Seating(NamedTuple):
    """``order``: the seats in playing order from forehand, the resting dealer last.  ``index_of``: the
    reverse.  ``table``: the same seats in a fixed order for running sheets.  ``places[i]`` is the place
    in ``table`` of ``order[i]``.  ``dealer_known``: is forehand certain?"""

    order: tuple[Seat, ...]
    index_of: dict[Seat, int]
    table: tuple[Seat, ...]
    places: tuple[int, ...]
    dealer_known: bool

    @property
    def players(self) -> int:
        """How many sit at the table."""
        return len(self.order)


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


def seating_of(record: Record, direction: str) -> Seating:
    """The seating of a record: the seats that hold cards, and a dealer who rests.

    Where the dealer is not named, the one who begins the auction, or else the play, is forehand; where
    neither is written the first hand of the deal stands first and ``dealer_known`` is False.
    """
    hands = record.deal or record.position
    dealer = record.dealer
    if hands and dealer is not None and record.dummy is None:
        # Four players and a dealer with cards: he rests all the same, and his cards are the fault.
        rests = dealer in hands and len(record.players) == 4
        return _from_dealer(direction, SEATS if rests else "".join(hands), dealer)
    holders = _letters(hands) if hands else _letters(record.tricks or record.players or "SWE")
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
