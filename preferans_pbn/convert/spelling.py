"""How programs spell cards: the project's table of spellings (`preferans_pbn.notation.spellings`) as cards.

A format that has a closed list of words names it as part of the project's table (`letters`); one that is tolerant asks
the table itself (`rank_then_suit`).
"""

from __future__ import annotations

from typing import Final

from preferans_pbn.cards import CARD_BY_NAME, RANKS, SUITS, Card
from preferans_pbn.notation import spellings


def suits(*words: str) -> dict[str, str]:
    """A format's closed list of suits: each word to the notation's letter."""
    return {word: found for word in words if (found := spellings.suit_of(word)) is not None}


def ranks(*words: str) -> dict[str, str]:
    """A format's closed list of ranks: each word to the notation's letter."""
    return {word: found for word in words if (found := spellings.rank_of(word)) is not None}


SUIT_LETTERS: Final = suits("♠", "♣", "♦", "♥", "spades", "clubs", "diamonds", "hearts")
"""Suit signs and words to the notation's letters."""

SERBIAN_SUITS: Final = suits("pik", "karo", "herc", "tref")
"""Serbian suit words to the notation's letters."""

RANK_LETTERS: Final = ranks("7", "8", "9", "10", "jack", "queen", "king", "ace", "J", "Q", "K", "A")
"""Rank words to the notation's letters."""

RANK_NUMBERS: Final = dict(zip(range(7, 15), RANKS, strict=True))
"""7 to 14 (ace) to the notation's letters."""


def card_of(suit: str, rank: str) -> Card:
    """The card with these letters of the notation."""
    return SUITS.index(suit) * 8 + RANKS.index(rank)


def card_named(text: str) -> Card | None:
    """The card in any spelling that can mean one card only (``♠A``, ``10♥``, ``пВ``); None if it is none."""
    name = spellings.card_of(text)
    return None if name is None else CARD_BY_NAME[name]


def rank_then_suit(text: str) -> Card | None:
    """The card that is written rank first and suit last (``10♥``, ``K♠``, ``9п``); None if it is none."""
    suit, rank = spellings.suit_of(text[-1:]), spellings.rank_of(text[:-1])
    return None if suit is None or rank is None else card_of(suit, rank)


def words_of_card(text: str, line: str = "_", of: bool = False) -> Card | None:
    """The card that is written in two words joined by ``line``: rank and suit (``10_spades``, ``QUEEN_HEARTS``,
    ``queen_of_hearts`` with ``of``) or suit and rank (``HEART_10``); None if it is none."""
    parts = text.split(line)
    if of:
        parts = [part for part in parts if part.lower() != "of"]
    if len(parts) != 2:
        return None
    for rank_text, suit_text in (parts, reversed(parts)):
        suit, rank = spellings.suit_of(suit_text), spellings.rank_of(rank_text)
        if suit is not None and rank is not None:
            return card_of(suit, rank)
    return None


_LEVELS: Final = {"SIX": "6", "SEVEN": "7", "EIGHT": "8", "NINE": "9", "TEN": "10"}


def bid_in_words(text: str) -> str | None:
    """The bid ``6S`` … ``10NT`` that is written as an English number and a suit (``SIX_SPADES``, ``TEN_NO_TRUMP``);
    None if it is none."""
    level, _, strain = text.upper().partition("_")
    found = spellings.strain_of(strain.replace("_", " "))
    return _LEVELS[level] + found if level in _LEVELS and found is not None else None


def rank_line_suit(text: str) -> Card | None:
    """The card that is written rank, line, suit word (``10_spades``, ``K_hearts``); None if it is none."""
    rank, _, suit = text.partition("_")
    letter, suit_letter = RANK_LETTERS.get(rank), SUIT_LETTERS.get(suit)
    return None if letter is None or suit_letter is None else card_of(suit_letter, letter)
