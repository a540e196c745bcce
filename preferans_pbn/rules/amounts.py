"""Exact amounts as they stand in tables: ``12``, ``-4``, ``184/3``."""

from __future__ import annotations

from fractions import Fraction

from preferans_pbn.rules.outcome import Number


def amount_text(amount: Number) -> str:
    """``amount`` in lowest terms; whole numbers without a denominator."""
    return str(amount)  # a Fraction prints p or p/q in lowest terms


def parse_amount(text: str) -> Number | None:
    """The number that ``text`` is, or None if it is none (``12``, ``-4``, ``184/3``; no decimals)."""
    numerator, slash, denominator = text.partition("/")
    digits = numerator[1:] if numerator[:1] in "+-" else numerator
    if not (digits.isascii() and digits.isdigit()):
        return None
    if not slash:
        return int(numerator)
    if not (denominator.isascii() and denominator.isdigit()) or int(denominator) == 0:
        return None
    return whole(Fraction(int(numerator), int(denominator)))


def whole(amount: Number) -> Number:
    """``amount`` as an int where it is whole."""
    if isinstance(amount, int):
        return amount
    return amount.numerator if amount.denominator == 1 else amount
