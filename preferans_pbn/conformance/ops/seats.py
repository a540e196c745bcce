"""Who sits where: the players of an input and the indices by which the law knows them.

``players`` of an input are in playing order and wrap; the law's index 0 is forehand, the player after the
dealer; with four the dealer, who rests, is the last index; with two players and a dummy the dummy is index 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from preferans_pbn.conformance.ops.errors import malformed
from preferans_pbn.record import SEATS, Seat
from preferans_pbn.variants import Ruleset, UndefinedByVariant


@dataclass(frozen=True, slots=True)
class Seats:
    """``order``: seats by the law's index; ``table``: the seats that have columns, as ``players`` lists them;
    ``dummy``: the dummy's seat or None."""

    order: tuple[Seat, ...]
    table: tuple[Seat, ...]
    dummy: Seat | None

    @property
    def people(self) -> int:
        """How many people sit at the table."""
        return len(self.table)

    def index(self, seat: Any) -> int:
        """The law's index of ``seat``.  Raises OpError."""
        if seat not in self.order:
            raise malformed(f"{seat!r} does not sit at this table")
        return self.order.index(seat)

    def active(self, seat: Any) -> int:
        """The index of a seat that holds cards and may declare.  Raises OpError."""
        index = self.index(seat)
        if index > 2 or seat == self.dummy:
            raise malformed(f"{seat} holds no cards of his own")
        return index

    @property
    def places(self) -> tuple[int, ...]:
        """The place in ``table`` of each index, -1 for the dummy."""
        return tuple(self.table.index(seat) if seat in self.table else -1 for seat in self.order)

    def by_index(self, data: Any, what: str) -> dict[int, Any]:
        """A map of seats as a map of indices.  Raises OpError."""
        if data is None:
            return {}
        if not isinstance(data, Mapping):
            raise malformed(f"{what} is no map of seats")
        return {self.index(seat): value for seat, value in data.items() if value is not None}


def listed_players(data: Mapping[str, Any]) -> tuple[Seat, ...]:
    """The seats of ``players``, as written.  Raises OpError."""
    players = data["players"]
    if (not isinstance(players, list) or not 2 <= len(players) <= 4 or len(set(players)) != len(players)
            or not all(isinstance(seat, str) and len(seat) == 1 and seat in SEATS for seat in players)):
        raise malformed("players are two to four different seats of S W N E")
    return tuple(players)


def people_of(data: Mapping[str, Any]) -> tuple[Seat, ...]:
    """The seats that have columns: ``players`` without the dummy.  Raises OpError."""
    dummy = data.get("dummy")
    return tuple(seat for seat in listed_players(data) if seat != dummy)


def seats_of(data: Mapping[str, Any]) -> Seats:
    """The seating of an input with ``players`` and ``dealer``.  Raises OpError."""
    players = listed_players(data)
    dealer = data["dealer"]
    dummy = data.get("dummy")
    if dealer not in players:
        raise malformed(f"the dealer {dealer!r} is none of the players")
    if dummy is not None:
        if dummy not in players or dummy == dealer or len(players) != 3:
            raise malformed("with a dummy all three seats are listed, and the dummy does not deal")
        forehand = next(seat for seat in players if seat not in (dummy, dealer))
        return Seats((forehand, dummy, dealer), tuple(seat for seat in players if seat != dummy), dummy)
    if len(players) == 2:
        raise malformed("two players have a dummy, whose seat is listed too")
    start = players.index(dealer) + 1
    return Seats(players[start:] + players[:start], players, None)


def seats_for(rules: Ruleset, data: Mapping[str, Any]) -> Seats:
    """The seating of an input, of as many people as the variant is played by.  Raises OpError, UndefinedByVariant."""
    seats = seats_of(data)
    if seats.people not in rules["players"]:
        raise UndefinedByVariant(rules.id, f"a table of {seats.people}")
    return seats
