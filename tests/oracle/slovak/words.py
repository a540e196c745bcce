"""Game words of the Slovak ladder and small helpers.

Cards are two letters ("SA"); leaves S, bells D, hearts H, acorns C.  A bid is a number word "1" to "8", an in-hand
call "hand", "hand-2" to "hand-5", "hand-betl", "hand-durch" or "hand-preferans", a contract "S" to "preferans", with
"-hand" where the talon was left, or "thrown-in".
"""

from __future__ import annotations

from ..cards import Params, strength, suit_of

__all__ = [
    "GAMES",
    "PLAYERS",
    "Params",
    "base_contract",
    "defenders_of",
    "is_hand_contract",
    "number_of",
    "strength",
    "suit_of",
    "trump_of",
    "word_of",
]

PLAYERS = 3  # S0-09; how four play is not said (S0-10): the dealer rests

# S0-98, S0-108 to S0-126: the number of each game
GAMES = {2: "S", 3: "D", 4: "H", 5: "C", 6: "betl", 7: "durch", 8: "preferans"}


def word_of(number: int) -> str:
    """2 -> "S", 7 -> "durch"."""
    return GAMES[number]


def base_contract(contract: str) -> str:
    return contract.removesuffix("-hand")


def is_hand_contract(contract: str) -> bool:
    return contract.endswith("-hand")


def number_of(contract: str) -> int:
    """ "H" -> 4, "H-hand" -> 4."""
    for number, word in GAMES.items():
        if word == base_contract(contract):
            return number
    raise ValueError(f"{contract}: not a game")


def trump_of(contract: str) -> str | None:
    """Trump suit; the higher games have none (S0-116)."""
    base = base_contract(contract)
    return base if base in ("S", "D", "H", "C") else None


def defenders_of(declarer: int) -> tuple[int, int]:
    """The two others, the next in turn first."""
    return (declarer + 1) % PLAYERS, (declarer + 2) % PLAYERS
