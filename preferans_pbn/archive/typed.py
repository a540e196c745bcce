"""Cards, calls, contracts and seats as people type them, in any spelling of the project's table."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final

from preferans_pbn.cards import CARD_BY_NAME, RANKS, SUITS, Card, cards_text, mask_of
from preferans_pbn.convert.spelling import words_of_card
from preferans_pbn.notation import spellings
from preferans_pbn.notation.words import AUCTION_CALLS, CONTRACTS, DEFENCE_CALLS, UNKNOWN_CALL
from preferans_pbn.record import SEATS, Seat

_SEPARATORS: Final = re.compile(r"[\s,;:=.\u2013\u2014\ufe0e\ufe0f]+")
_DASHES: Final = frozenset("-\u2212")
_CLUBS_OR_ACE: Final = "т"
"""In Russian print small letters are suits and capitals ranks: т is clubs, Т the ace."""
_PHRASE: Final = 3
"""So many words may make one call (``за своими``, ``7 без козыря``)."""


class Mistyped(ValueError):
    """What was typed cannot be understood; the message says which part, and what would do."""


def cards_typed(text: str) -> list[Card]:
    """The cards of ``♠ТКД97 ♣10 8``, ``SAKQ9.CT87``, ``п В1098 ч 97``, ``A♠ 10♥``, ``pik A K, herc 10`` in the order
    typed.

    A suit stands before its ranks, or behind each rank.  Raises Mistyped for what is no card, for ranks without a suit
    and for a card that stands twice.
    """
    found: list[Card] = []
    suit = ""
    for word in _SEPARATORS.split(text.strip()):
        if not word or word in _DASHES:
            continue
        card = words_of_card(word.replace("-", "_"))
        if card is not None:
            _take(found, [card])
        elif word != _CLUBS_OR_ACE.upper() and (alone := spellings.suit_of(word)) is not None:
            suit = alone
        elif (group := _suit_first(word)) is not None:
            suit = group[0]
            _take(found, _cards(suit, group[1]))
        elif (ranks := _ranks(word)) is not None:
            if not suit:
                raise Mistyped(f"{word}: of which suit?  A suit stands before its ranks, such as ♠AK or SAK")
            _take(found, _cards(suit, ranks))
        elif (pairs := _ranks_first(word)) is not None:
            _take(found, pairs)
        else:
            small = any(letter in word for letter in spellings.SMALL)
            raise Mistyped(f"{word} is no card" + ("; a small card has to be named" if small else ""))
    return found


def _take(found: list[Card], cards: list[Card]) -> None:
    for card in cards:
        if card in found:
            raise Mistyped(f"{cards_text(mask_of([card]))} stands there twice")
        found.append(card)


def _cards(suit: str, ranks: list[str]) -> list[Card]:
    return [CARD_BY_NAME[suit + rank] for rank in ranks]


def _ranks(word: str) -> list[str] | None:
    """``AK10``, ``ТКД``, ``дама``."""
    rank = spellings.rank_of(word)
    return spellings.ranks_of(word) if rank is None else [rank]


def _suit_first(word: str) -> tuple[str, list[str]] | None:
    if word[0] == _CLUBS_OR_ACE.upper():
        return None
    suit = spellings.suit_of(word[0])
    rest = word[1:].lstrip("-")
    ranks = spellings.ranks_of(rest)
    return None if suit is None or ranks is None else (suit, ranks)


def _ranks_first(word: str) -> list[Card] | None:
    """``A♠``, ``10♥K♥``: every rank with its suit behind it."""
    found = []
    at = 0
    while at < len(word):
        step = 2 if word.startswith("10", at) else 1
        rank = spellings.rank_of(word[at:at + step])
        suit = spellings.suit_of(word[at + step:at + step + 1])
        if rank is None or suit is None:
            return None
        found.append(SUITS.index(suit) * 8 + RANKS.index(rank))
        at += step + 1
    return found


def seat_typed(text: str) -> Seat:
    """A seat from its letter or its word.  Raises Mistyped."""
    word = text.strip()
    seat = word.upper() if word.upper() in SEATS and len(word) == 1 else spellings.seat_of(word)
    if seat is None:
        raise Mistyped(f"{word} is no seat; there are S, W, N and E")
    return seat


def contract_typed(text: str) -> str:
    """A contract.  Raises Mistyped."""
    word = " ".join(text.split())
    found = word if word in CONTRACTS else spellings.contract_of(word) or _upper(word, CONTRACTS)
    if found is None:
        raise Mistyped(f"{word} is no contract, such as 6S, 7♥, 8NT, misere, all-pass")
    return found


def auction_typed(text: str) -> tuple[str, ...]:
    """The calls of an auction.  Raises Mistyped."""
    return _calls(text, AUCTION_CALLS, spellings.call_of, "6S, pass, misere")


def defence_typed(text: str) -> tuple[str, ...]:
    """The answers of the defence.  Raises Mistyped."""
    return _calls(text, DEFENCE_CALLS, spellings.answer_of, "whist, pass, half")


def _calls(text: str, known: frozenset[str], spelled: Callable[[str], str | None], such_as: str) -> tuple[str, ...]:
    found: list[str] = []
    for part in re.split(r"[,;/\n]", text):
        words = part.split()
        while words:
            for count in range(min(_PHRASE, len(words)), 0, -1):
                phrase = " ".join(words[:count])
                call = phrase if phrase in known or phrase == UNKNOWN_CALL else spelled(phrase) or _upper(phrase, known)
                if call is not None:
                    found.append(call)
                    del words[:count]
                    break
            else:
                raise Mistyped(f"{words[0]} is no call here, such as {such_as}")
    return tuple(found)


def _upper(word: str, known: frozenset[str]) -> str | None:
    """The word of the notation that differs in case only (``6s``, ``Pass``)."""
    return next((entry for entry in known if entry.casefold() == word.casefold()), None)


def tricks_typed(text: str, seats: str) -> dict[Seat, int | None]:
    """Tricks by seat: ``S:8 W:0 E:2``, or ``8 0 2`` in the order of ``seats``.  Raises Mistyped."""
    words = text.replace(",", " ").split()
    if all(word.isdecimal() for word in words) and len(words) == len(seats):
        return dict(zip(seats, _numbers(words), strict=True))
    found: dict[Seat, int | None] = {}
    for word in words:
        seat, colon, number = word.partition(":")
        if not colon or not (number.isdecimal() or number == "?"):
            raise Mistyped(f"{word} is no number of tricks; it is written as {' '.join(f'{s}:0' for s in seats)}")
        found[seat_typed(seat)] = None if number == "?" else _numbers([number])[0]
    return found


def _numbers(words: list[str]) -> list[int]:
    numbers = [int(word) for word in words if len(word) <= 2]
    if len(numbers) != len(words) or max(numbers, default=0) > 10:
        raise Mistyped("there are ten tricks")
    return numbers


def hand_typed(text: str, others: Mapping[Seat, int | None]) -> int | None:
    """A hand of ten cards as a mask; ``-`` or ``?``: not known.
    Raises Mistyped, also for a card that is in one of ``others``."""
    if text.strip() in ("-", "?"):
        return None
    cards = cards_typed(text)
    if len(cards) != 10:
        raise Mistyped(f"that is {len(cards)} card{'s' if len(cards) != 1 else ''}; a hand has ten")
    mask = mask_of(cards)
    _apart(mask, others)
    return mask


def talon_typed(text: str, others: Mapping[Seat, int | None]) -> tuple[Card, ...]:
    """The talon's two cards in the order in which they lie.  Raises Mistyped."""
    cards = cards_typed(text)
    if len(cards) != 2:
        raise Mistyped(f"that is {len(cards)} card{'s' if len(cards) != 1 else ''}; the talon has two")
    _apart(mask_of(cards), others)
    return tuple(cards)


def _apart(mask: int, others: Mapping[Seat, int | None]) -> None:
    for place, other in others.items():
        if other is not None and mask & other:
            where = f"{place}'s hand" if place in SEATS else f"the {place}"
            raise Mistyped(f"{cards_text(mask & other)} is in {where} already")
