"""Cards, suits and hands.

A card is an integer 0 to 31: ``suit * 8 + rank`` with suits S, C, D, H (0 to 3) and ranks
7 8 9 T J Q K A (0 to 7).  A hand is a 32-bit mask with bit ``1 << card`` set for each card held, so
within a suit the higher bit is the higher card.  Names are ASCII: suit, then rank (``SA``, ``HT``).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypeAlias

Card: TypeAlias = int
Hand: TypeAlias = int

SUITS: Final = "SCDH"
RANKS: Final = "789TJQKA"
NO_TRUMP: Final = -1
FULL_PACK: Final = 0xFFFF_FFFF
SUIT_MASKS: Final = (0xFF, 0xFF00, 0xFF_0000, 0xFF00_0000)
SUIT_NAMES: Final = ("spades", "clubs", "diamonds", "hearts")

CARD_NAMES: Final = tuple(suit + rank for suit in SUITS for rank in RANKS)
CARD_BY_NAME: Final = {name: card for card, name in enumerate(CARD_NAMES)}

# Export order: S C D H, high to low in each suit.
_EXPORT_ORDER: Final = tuple(suit * 8 + rank for suit in range(4) for rank in range(7, -1, -1))


def mask_of(cards: Iterable[Card]) -> Hand:
    """The hand that holds ``cards`` (each 0 to 31)."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def cards_of(hand: Hand) -> list[Card]:
    """The cards of ``hand`` in export order: S C D H, high to low in each suit."""
    return [card for card in _EXPORT_ORDER if hand >> card & 1]


def hand_text(hand: Hand) -> str:
    """``hand`` as a holding in export form (``SAKQ9.CT87.DA8.H9``); an empty hand is ``""``."""
    parts = []
    for suit in range(4):
        ranks = hand >> (8 * suit) & 0xFF
        if ranks:
            parts.append(SUITS[suit] + "".join(RANKS[rank] for rank in range(7, -1, -1) if ranks >> rank & 1))
    return ".".join(parts)


def cards_text(hand: Hand) -> str:
    """The cards of ``hand`` as words separated by blanks (``SQ S8``), in export order."""
    return " ".join(CARD_NAMES[card] for card in cards_of(hand))
