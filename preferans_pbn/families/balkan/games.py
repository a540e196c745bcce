"""The games of the Balkan family and the words for them.

A game's number is its rung: S 2 < D 3 < H 4 < C 5 < betl 6 < sans 7 < preferans 8 (S2-16 to S2-21, SRWIKI).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from preferans_pbn.cards import NO_TRUMP, SUITS
from preferans_pbn.variants import UndefinedByVariant

GAMES: Final = {"S": 2, "D": 3, "H": 4, "C": 5, "betl": 6, "sans": 7, "preferans": 8}
"""The number of each game."""
BY_NUMBER: Final = {str(number): game for game, number in GAMES.items()}
"""The game that a number stands for."""
TOP: Final = {"balkan7": 7, "balkan8": 8}
"""The highest rung of each ladder."""
DIRECT: Final = {"hand-betl": 6, "hand-sans": 7, "hand-preferans": 8}
"""Calls of a game in hand without a trump."""
NAMED: Final = {"hand-2": 2, "hand-3": 3, "hand-4": 4, "hand-5": 5}
"""Names of a suit game in hand."""


def game_of(contract: str) -> str:
    """The game of a contract word: ``H`` of ``H`` and of ``H-hand``."""
    return contract.removesuffix("-hand")


def of_game(table: Mapping[Any, int], contract: str, name: str, variant: str) -> int:
    """The entry of the parameter ``name`` for the game of ``contract``.

    Raises UndefinedByVariant where the map leaves the game out.
    """
    number = table.get(game_of(contract))
    if number is None:
        raise UndefinedByVariant(variant, f"{name} of {game_of(contract)}")
    return number


def trump_of(contract: str) -> int:
    """The trump suit of a contract word (0 to 3), or `NO_TRUMP`."""
    game = game_of(contract)
    return SUITS.index(game) if len(game) == 1 and game in SUITS else NO_TRUMP
