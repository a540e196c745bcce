"""Amounts by seat in a table's cell: ``S:8,E:4``, ``-`` for none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from preferans_pbn.record import SEATS, Seat
from preferans_pbn.rules.amounts import amount_text, parse_amount, whole
from preferans_pbn.rules.outcome import Number


def written(amounts: Mapping[tuple[int, int], Number], seats: Sequence[Seat]) -> list[str]:
    """The cells of what each player has on the others, in the order S W N E; ``seats[i]`` is the seat of i."""
    if not amounts:
        return ["-"] * len(seats)
    order = _order(tuple(seats))
    cells = []
    for writer in range(len(seats)):
        parts = [f"{seat}:{amount_text(amount)}" for on, seat in order if (amount := amounts.get((writer, on)))]
        cells.append(",".join(parts) or "-")
    return cells


@lru_cache(maxsize=128)
def _order(seats: tuple[Seat, ...]) -> tuple[tuple[int, Seat], ...]:
    """The players' indices and seats in the order S W N E."""
    return tuple((seats.index(seat), seat) for seat in SEATS if seat in seats)


def seat_amounts_text(amounts: Mapping[Seat, Number]) -> str:
    """``amounts`` as a cell; zeros are left out."""
    return ",".join([f"{seat}:{amount_text(amounts[seat])}" for seat in SEATS if amounts.get(seat)]) or "-"


def parse_seat_amounts(cell: str) -> dict[Seat, Number] | None:
    """The amounts in a cell by seat, without zeros; None if the cell is no such list."""
    if cell == "-":
        return {}
    found: dict[Seat, Number] = {}
    for part in cell.split(","):
        seat, colon, text = part.partition(":")
        amount = parse_amount(text)
        if not colon or len(seat) != 1 or seat not in SEATS or seat in found or amount is None:
            return None
        found[seat] = amount
    return {seat: amount for seat, amount in found.items() if amount}


def add_seat_amounts(cell: str, added: str) -> str:
    """``cell`` with the amounts of ``added``; what is no such list adds nothing."""
    amounts = parse_seat_amounts(cell) or {}
    for seat, amount in (parse_seat_amounts(added) or {}).items():
        amounts[seat] = whole(amounts.get(seat, 0) + amount)
    return seat_amounts_text(amounts)
