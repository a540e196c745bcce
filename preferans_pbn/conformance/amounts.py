"""Amounts in JSON: an integer, or ``"p/q"`` in lowest terms where not whole."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from preferans_pbn.rules.amounts import parse_amount
from preferans_pbn.rules.outcome import Number


def amount_json(amount: Number) -> int | str:
    """``amount`` for JSON."""
    if isinstance(amount, int):
        return amount
    return amount.numerator if amount.denominator == 1 else str(amount)


def amount_of(data: Any) -> Number:
    """The amount that ``data`` stands for; null is 0.  Raises ValueError."""
    if data is None:
        return 0
    if isinstance(data, int) and not isinstance(data, bool):
        return data
    if isinstance(data, float) and data.is_integer():
        return int(data)
    amount = parse_amount(data) if isinstance(data, str) else None
    if amount is None:
        raise ValueError(f"{data!r} is no amount")
    return amount


def fraction_of(data: Any) -> Fraction | None:
    """The amount as a Fraction; None where there is none.  Raises ValueError."""
    return None if data is None else Fraction(amount_of(data))
