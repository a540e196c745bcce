"""How programs and people spell cards: one table for every importer."""

from __future__ import annotations

from typing import Final

from preferans_pbn.cards import RANKS, SUITS, Card

SUIT_LETTERS: Final = {
    "♠": "S", "♣": "C", "♦": "D", "♥": "H",
    "spades": "S", "clubs": "C", "diamonds": "D", "hearts": "H",
}
"""Suit signs and words to the notation's letters."""

SERBIAN_SUITS: Final = {"pik": "S", "karo": "D", "herc": "H", "tref": "C"}
"""Serbian suit words to the notation's letters."""

RANK_LETTERS: Final = {
    "7": "7", "8": "8", "9": "9", "10": "T", "jack": "J", "queen": "Q", "king": "K", "ace": "A",
    "J": "J", "Q": "Q", "K": "K", "A": "A",
}
"""Rank words to the notation's letters."""

RANK_NUMBERS: Final = dict(zip(range(7, 15), RANKS, strict=True))
"""7 to 14 (ace) to the notation's letters."""


def card_of(suit: str, rank: str) -> Card:
    """The card with these letters of the notation."""
    return SUITS.index(suit) * 8 + RANKS.index(rank)


def rank_then_suit(text: str) -> Card | None:
    """The card that is written rank first and suit sign last (``10♥``, ``K♠``); None if it is none."""
    suit, rank = SUIT_LETTERS.get(text[-1:]), RANK_LETTERS.get(text[:-1])
    return None if suit is None or rank is None else card_of(suit, rank)


def rank_line_suit(text: str) -> Card | None:
    """The card that is written rank, line, suit word (``10_spades``, ``K_hearts``); None if it is none."""
    rank, _, suit = text.partition("_")
    letter, suit_letter = RANK_LETTERS.get(rank), SUIT_LETTERS.get(suit)
    return None if letter is None or suit_letter is None else card_of(suit_letter, letter)
