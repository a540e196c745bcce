"""The Greek ladder and small helpers.  Cards are two letters ("SA"), contracts "6S" to "10NT"."""

from __future__ import annotations

from ..cards import Params, suit_of

__all__ = ["PLAYERS", "TOP", "Params", "defenders", "ladder", "level_of", "next_in", "suit_of", "trump_of"]

PLAYERS = 3
TOP = "10NT"


def ladder() -> list[str]:
    """All 25 bids from the lowest (rules 6, deck: spades, clubs, diamonds, hearts, no trump)."""
    return [f"{level}{suit}" for level in (6, 7, 8, 9, 10) for suit in ("S", "C", "D", "H", "NT")]


def level_of(contract: str) -> int:
    return int(contract.rstrip("SCDHNT"))


def trump_of(contract: str) -> str | None:
    if contract == "all-pass":
        return None
    suit = contract.lstrip("0123456789")
    return None if suit == "NT" else suit


def defenders(declarer: int) -> tuple[int, int]:
    """First is right of the declarer, who is next in turn (rules 6, Defence)."""
    return (declarer + 1) % PLAYERS, (declarer + 2) % PLAYERS


def next_in(players: list[int], player: int) -> int:
    following = (player + 1) % PLAYERS
    while following not in players:
        following = (following + 1) % PLAYERS
    return following
