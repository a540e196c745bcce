"""Cards, contracts and small helpers that every other module of the oracle uses.

A card is two letters, suit then rank: "SA", "CT", "H7".  Everything is lists and strings on purpose: slow
and obvious.  Sources are named by their keys ("CODEX 3.8.2", "S1-89", "AMB-S1-05", "WE-31").
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

Params = Mapping[str, Any]
Amount = int | Fraction

SUITS = ["S", "C", "D", "H"]  # ascending for the auction: S1-31, CODEX 3.1.1
BID_SUITS = ["S", "C", "D", "H", "NT"]  # no trump is the highest: S1-31
RANKS = ["A", "K", "Q", "J", "T", "9", "8", "7"]  # from the top: S1-30
LEVELS = [6, 7, 8, 9, 10]  # S1-50
ACTIVE = 3  # three active hands in every deal, also with four at the table: S1-22, S1-23
DEALER_OF_FOUR = 3  # index of the resting dealer
DUMMY_OF_TWO = 1  # ring forehand, dummy, dealer: rules 5B


def suit_of(card: str) -> str:
    return card[0]


def strength(card: str) -> int:
    """The higher, the stronger inside a suit: the seven is 0, the ace is 7 (S1-30)."""
    return len(RANKS) - 1 - RANKS.index(card[1])


def full_pack() -> list[str]:
    return [suit + rank for suit in SUITS for rank in RANKS]


def base_word(word: str) -> str:
    """A bid without its "-hand"."""
    return word.removesuffix("-hand")


def is_misere(word: str) -> bool:
    return base_word(word) == "misere"


def level_of(word: str) -> int | None:
    """Level of a bid or contract; None for misère, all-pass and a surrender."""
    digits = ""
    for letter in base_word(word):
        if not letter.isdigit():
            break
        digits += letter
    return int(digits) if digits else None


def required_level(word: str) -> int:
    level = level_of(word)
    if level is None:
        raise ValueError(f"{word} has no level")
    return level


def suit_word(word: str) -> str:
    """What follows the level: "S", ..., "NT", or "" for a level-only bid."""
    return base_word(word).lstrip("0123456789")


def is_contract_with_level(contract: str) -> bool:
    return level_of(contract) is not None


def concede_count(contract: str) -> int | None:
    """3 for "concede-3"; None for anything else."""
    if contract.startswith("concede-"):
        return int(contract.removeprefix("concede-"))
    return None


def trump_of(contract: str) -> str | None:
    """Trump suit; None without trumps (no trump, misère S1-56, all-pass S1-62)."""
    if level_of(contract) is None:
        return None
    suit = suit_word(contract)
    return suit if suit in SUITS else None


def tidy(value: Amount) -> Amount:
    """A whole fraction becomes an int."""
    exact = Fraction(value)
    if exact.denominator == 1:
        return exact.numerator
    return exact


def by_level(table: Mapping[Any, Any], key: int | str) -> Any:
    """Look a level up in a map whose keys may be ints or their spelling."""
    if key in table:
        return table[key]
    return table[str(key)]


def ceil_of(value: Amount) -> int:
    exact = Fraction(value)
    return -((-exact.numerator) // exact.denominator)


def floor_of(value: Amount) -> int:
    exact = Fraction(value)
    return exact.numerator // exact.denominator
