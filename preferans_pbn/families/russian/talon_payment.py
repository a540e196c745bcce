"""Payment for quick tricks in the talon (``paid_talon``).

An ace, or king and queen of one suit, is one quick trick; ace and king of one suit are two; two aces are
three (`rules.md` 1.7.7: G-FSPR 6.4, G-LL1R1K 4.6, G-CODEXENG).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from preferans_pbn.cards import RANKS, Card

_ACE: Final = RANKS.index("A")
_KING: Final = RANKS.index("K")
_QUEEN: Final = RANKS.index("Q")


def quick_tricks(talon: Sequence[Card]) -> int:
    """The quick tricks in ``talon``: 0 to 3.  A talon that is not known whole counts 0 for what is not
    known."""
    ranks = [card & 7 for card in talon]
    aces = ranks.count(_ACE)
    if aces == 2:
        return 3
    one_suit = len(talon) == 2 and talon[0] >> 3 == talon[1] >> 3
    if one_suit and _KING in ranks:
        if aces:
            return 2
        if _QUEEN in ranks:
            return 1
    return aces


def payers(paid: str, players: int, declarer: int) -> tuple[int, ...]:
    """Who writes the whists for the talon on the declarer, in equal shares.

    ``dealer_all``: the dealer; ``opponents_half``: the resting dealer with four at the table, both
    opponents by halves with three.  A dealer who declares cannot write on himself; then both opponents
    share (no source speaks of it).  With two at the table the one opponent writes.
    """
    if players == 4:
        return (3,)
    if players == 3 and paid == "dealer_all" and declarer != 2:
        return (2,)
    if players == 2:
        return (2 - declarer,)
    return tuple(player for player in range(players) if player != declarer)
