"""The Slovak games and the words for them.

The number of a game is its value: leaves 2, bells 3, hearts 4, acorns 5, betl 6, durch 7, preferans 8 (S0-98 to
S0-126).  German suits stand as leaves S, bells D, hearts H, acorns C.
"""

from __future__ import annotations

from typing import Final

from preferans_pbn.cards import NO_TRUMP, SUITS

GAMES: Final = {"S": 2, "D": 3, "H": 4, "C": 5, "betl": 6, "durch": 7, "preferans": 8}
"""The rung of each game on the ladder."""
NUMBERS: Final = tuple(str(number) for number in range(1, 9))
"""The bids; "1" only says that its bidder would play (S0-60)."""
HAND: Final = "hand"
IN_HAND: Final = {f"hand-{game if number > 5 else number}": number for game, number in GAMES.items()}
"""Names of games from hand: ``hand-2`` to ``hand-5``, ``hand-betl``, ``hand-durch``, ``hand-preferans``."""
DIRECT: Final = tuple(word for word, number in IN_HAND.items() if number > 5)
"""Games from hand without a trump, which may be called by their name at once."""
THROWN_IN: Final = "thrown-in"


def game_of(contract: str) -> str:
    """The game of a contract word: ``H`` of ``H`` and of ``H-hand``."""
    return contract.removesuffix("-hand")


def trump_of(contract: str) -> int:
    """The trump suit of a contract word (0 to 3), or `NO_TRUMP`."""
    game = game_of(contract)
    return SUITS.index(game) if len(game) == 1 and game in SUITS else NO_TRUMP
