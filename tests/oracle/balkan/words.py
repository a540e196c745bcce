"""Game words of the Balkan ladder and small helpers.

Cards are two letters ("SA").  A bid is a number word "2" to "8", an in-hand call "hand", "hand-2" ... or
"hand-betl", a contract "S" ... "preferans" with "-hand" where the talon was left (notation, Contract).
"""

from __future__ import annotations

from ..cards import Amount, Params, strength, suit_of

__all__ = [
    "PLAYERS",
    "Amount",
    "Params",
    "base_contract",
    "followers_of",
    "is_hand_contract",
    "ladder_top",
    "number_of",
    "strength",
    "suit_of",
    "trump_of",
    "word_of",
]

PLAYERS = 3  # S2-01; a fourth, the dealer, has no cards (AMB-S2-11) and is not listed here

# S2-16 to S2-21; preferans 8 only in SRWIKI and G-PREFKO
LADDER = [
    ("2", "S"),
    ("3", "D"),
    ("4", "H"),
    ("5", "C"),
    ("6", "betl"),
    ("7", "sans"),
    ("8", "preferans"),
]


def ladder_top(p: Params) -> int:
    """7 is the highest (S2-21), 8 where preferans is used (rules 8.1)."""
    return 8 if p["bid_ladder"] == "balkan8" else 7


def word_of(number: int) -> str:
    """2 -> "S", 6 -> "betl"."""
    for text, word in LADDER:
        if text == str(number):
            return word
    raise ValueError(f"{number}: no game has this number")


def number_of(contract: str) -> int:
    """ "H" -> 4, "H-hand" -> 4: the number of the auction, without the point for playing in hand."""
    for text, word in LADDER:
        if word == base_contract(contract):
            return int(text)
    raise ValueError(f"{contract}: not a game")


def base_contract(contract: str) -> str:
    return contract.removesuffix("-hand")


def is_hand_contract(contract: str) -> bool:
    return contract.endswith("-hand")


def trump_of(contract: str) -> str | None:
    """Trump suit; none in betl, sans (S2-74) and preferans."""
    base = base_contract(contract)
    return base if base in ("S", "D", "H", "C") else None


def followers_of(declarer: int) -> tuple[int, int]:
    """The two others; right of the declarer, who is next in turn, comes first (rules 8.1)."""
    return (declarer + 1) % PLAYERS, (declarer + 2) % PLAYERS
