"""Perft: how many lines of actions may follow a position, to a depth in plies.

A line that ends earlier counts once, at its end.  An auction is counted to its end, a defence to where nothing is
left to say, a play to the last card; a declarer with twelve cards first lays two away, which is one ply.

Whole auctions have more lines than could be walked, but few different states: a state that comes again is not
counted again.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from copy import copy
from itertools import combinations
from typing import Any, Final

from preferans_pbn.cards import CARD_NAMES, Hand, cards_of
from preferans_pbn.rules.interface import Auction, Defence
from preferans_pbn.rules.tricks import Trickplay

ENDLESS: Final = 10_000
"""A depth that no deal reaches."""
_UNSEEN: Final = frozenset({"_law"})


def count_calls(start: Callable[[], Auction | Defence], calls: Sequence[str], depth: int) -> int:
    """Lines of ``depth`` plies after ``calls`` in the auctions or defences that ``start`` begins."""
    return _Calls(start).count(tuple(calls), depth)


def divide_calls(start: Callable[[], Auction | Defence], calls: Sequence[str], depth: int) -> dict[str, int]:
    """The same by first call."""
    counting = _Calls(start)
    words = counting.legal(tuple(calls))
    return {word: counting.count((*calls, word), depth - 1) for word in words} if depth > 0 else {}


class _Calls:
    """Counts calls; what may follow depends on the state alone, so each state is counted once a depth."""

    def __init__(self, start: Callable[[], Auction | Defence]) -> None:
        self._start = start
        self._known: dict[tuple[Hashable, int], int] = {}

    def _at(self, calls: tuple[str, ...]) -> Auction | Defence:
        position = self._start()
        for word in calls:
            violation = position.call(word)
            assert violation is None, (calls, violation)
        return position

    def legal(self, calls: tuple[str, ...]) -> list[str]:
        position = self._at(calls)
        return position.legal() if position.turn >= 0 else []

    def count(self, calls: tuple[str, ...], depth: int) -> int:
        if depth <= 0:
            return 1
        position = self._at(calls)
        words = position.legal() if position.turn >= 0 else []
        if not words:
            return 1
        key = (state_of(position), depth if depth < ENDLESS // 2 else ENDLESS)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = sum(self.count((*calls, word), depth - 1) for word in words)
        return known


def state_of(position: Any) -> Hashable:
    """Everything that a position remembers, except the rules, as one value."""
    names = [name for kind in type(position).__mro__ for name in getattr(kind, "__slots__", ())]
    if not names:
        names = list(vars(position))
    return tuple(_frozen(getattr(position, name)) for name in names if name not in _UNSEEN)


def _frozen(value: Any) -> Hashable:
    if isinstance(value, list | tuple):
        return tuple(map(_frozen, value))
    if isinstance(value, dict):
        # The order is kept: who announced first may matter.
        return tuple((key, _frozen(item)) for key, item in value.items())
    if isinstance(value, set | frozenset):
        return frozenset(value)
    return value if type(value).__hash__ is not None else id(value)


# ---- play ------------------------------------------------------------------------------------------------


def count_cards(tricks: Trickplay, depth: int) -> int:
    """Lines of ``depth`` cards that may be played from here."""
    if depth <= 0 or tricks.turn < 0:
        return 1
    legal = tricks.legal()
    if depth == 1:
        return legal.bit_count()
    return sum(count_cards(after(tricks, card), depth - 1) for card in cards_of(legal))


def divide_cards(tricks: Trickplay, depth: int) -> dict[str, int]:
    """The same by first card."""
    if depth <= 0 or tricks.turn < 0:
        return {}
    return {CARD_NAMES[card]: count_cards(after(tricks, card), depth - 1) for card in cards_of(tricks.legal())}


def after(tricks: Trickplay, card: int) -> Trickplay:
    """The play after ``card``; ``tricks`` stays as it is."""
    following = copy(tricks)
    following.hands = tricks.hands.copy()
    following.taken = tricks.taken.copy()
    following.winners = tricks.winners.copy()
    following.play(card)
    return following


def discards(twelve: Hand) -> dict[str, Hand]:
    """The ways to lay two cards away, each with the ten that are left."""
    return {f"{CARD_NAMES[one]} {CARD_NAMES[two]}": twelve & ~(1 << one | 1 << two)
            for one, two in combinations(cards_of(twelve), 2)}
