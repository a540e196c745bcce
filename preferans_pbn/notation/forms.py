"""Canonical forms that reader and writer share: numbers, table cells, the order of rows and cards."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final

from preferans_pbn.cards import Card
from preferans_pbn.record import SEATS

_AMOUNT: Final = re.compile(r"([-+]?)([0-9]+)(?:/([0-9]+))?")


def amount_text(value: Fraction | int) -> str:
    """``20``, ``-3``, ``184/3``: an exact amount in lowest terms."""
    return str(value)


def normal_amount(text: str) -> str:
    """A number as written (``+20``, ``007``, ``4/6``) in its canonical form (``20``, ``7``, ``2/3``)."""
    if text.isdigit() and (text[0] != "0" or text == "0"):
        return text
    return str(Fraction(text))


def normal_cell(cell: str) -> str:
    """A table's cell in canonical form: numbers in lowest terms, amounts by seat in the order S W N E.

    Anything that is not a cell is given back as it is.
    """
    if cell in ("-", "?") or (cell.isdigit() and (cell[0] != "0" or cell == "0")):
        return cell
    if ":" not in cell:
        return normal_amount(cell) if _AMOUNT.fullmatch(cell) else cell
    parts = []
    for part in cell.split(","):
        seat, _, value = part.partition(":")
        parts.append((SEATS.find(seat), f"{seat}:{normal_amount(value) if _AMOUNT.fullmatch(value) else value}"))
    return ",".join(text for _, text in sorted(parts, key=lambda p: p[0]))


def table_order(seats: list[str]) -> list[int]:
    """The numbers of the rows in the order S W N E."""
    return sorted(range(len(seats)), key=lambda n: SEATS.find(seats[n]))


def card_order(card: Card) -> int:
    """Sort key of the export order: S C D H, high to low in each suit."""
    return (card & ~7) - (card & 7)


def sort_cards(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """``cards`` in export order."""
    return tuple(sorted(cards, key=card_order))
