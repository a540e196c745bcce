"""Amounts by seat in a table's cell: ``S:8,E:4``, ``-`` for none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from preferans_pbn.record import SEATS, Seat
from preferans_pbn.rules.amounts import amount_text, parse_amount, whole
from preferans_pbn.rules.outcome import Number


def written_by(amounts: Mapping[tuple[int, int], Number], writer: int, seats: Sequence[Seat]) -> str:
    """The cell of what ``writer`` has on each other seat, in the order S W N E; ``seats[i]`` is the seat of i."""
    if not amounts:
        return "-"
    return seat_amounts_text({seats[on]: amount for (by, on), amount in amounts.items() if by == writer})


def seat_amounts_text(amounts: Mapping[Seat, Number]) -> str:
    """``amounts`` as a cell; zeros are left out."""
    return ",".join(f"{seat}:{amount_text(amounts[seat])}" for seat in SEATS if amounts.get(seat)) or "-"


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
