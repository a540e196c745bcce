"""Cards and hands of inputs."""

from __future__ import annotations

from typing import Any

from preferans_pbn.cards import CARD_BY_NAME, CARD_NAMES, Card, Hand, cards_of
from preferans_pbn.conformance.ops.errors import malformed


def card_of(name: Any) -> Card:
    """The card called ``name``.  Raises OpError."""
    card = CARD_BY_NAME.get(name) if isinstance(name, str) else None
    if card is None:
        raise malformed(f"{name!r} is no card")
    return card


def hand_of(names: Any) -> Hand:
    """The hand of a list of different cards.  Raises OpError."""
    if not isinstance(names, list):
        raise malformed("a hand is a list of cards")
    mask = 0
    for name in names:
        bit = 1 << card_of(name)
        if mask & bit:
            raise malformed(f"{name} stands twice")
        mask |= bit
    return mask


def names_of(hand: Hand) -> list[str]:
    """The cards of ``hand``, S C D H, high to low."""
    return [CARD_NAMES[card] for card in cards_of(hand)]


def talon_card(name: Any) -> Card | None:
    """The card of ``"(H8)"``; None where ``name`` is a card of a hand.  Raises OpError."""
    if isinstance(name, str) and name[:1] == "(" and name[-1:] == ")":
        return card_of(name[1:-1])
    return None
