"""Perft: how many lines of actions may follow a position, to a depth in plies.

A line that ends earlier counts once, at its end.  An auction is counted to its end, a defence to where nothing is
left to say, a play to the last card; a declarer with twelve cards first lays two away, which is one ply.

Whole auctions have more lines than could be walked, but few different states: a state that comes again is not
counted again.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from itertools import accumulate, combinations
from operator import attrgetter
from typing import Any, Final

from preferans_pbn.cards import CARD_NAMES, Hand, cards_of
from preferans_pbn.rules.interface import Auction, Defence
from preferans_pbn.rules.tricks import Trickplay

ENDLESS: Final = 10_000
"""A depth that no deal reaches."""
_WALKED: Final = 3
"""To this depth calls are counted line by line; further down by state, all depths in one pass."""
_UNSEEN: Final = frozenset({"_law"})


def count_calls(start: Callable[[], Auction | Defence], calls: Sequence[str], depth: int) -> int:
    """Lines of ``depth`` plies after ``calls`` in the auctions or defences that ``start`` begins."""
    return _Calls().count(_at(start, calls), depth)


def divide_calls(start: Callable[[], Auction | Defence], calls: Sequence[str], depth: int) -> dict[str, int]:
    """The same by first call."""
    counting = _Calls()
    position = _at(start, calls)
    words = position.legal() if position.turn >= 0 and depth > 0 else []
    return {word: counting.count(_said(position, word), depth - 1) for word in words}


def count_calls_by_depth(start: Callable[[], Auction | Defence], calls: Sequence[str]) -> list[int]:
    """Lines of 0, 1, 2 … plies after ``calls``, up to the depth at which every line has ended."""
    return _Calls().lines(_at(start, calls))


def _at(start: Callable[[], Auction | Defence], calls: Sequence[str]) -> Auction | Defence:
    position = start()
    for word in calls:
        violation = position.call(word)
        assert violation is None, (calls, violation)
    return position


def _said(position: Auction | Defence, word: str) -> Auction | Defence:
    """The position after ``word``; ``position`` stays as it is."""
    following = position.copy()
    violation = following.call(word)
    assert violation is None, (word, violation)
    return following


class _Calls:
    """Counts calls; what may follow depends on the state alone, so each state is looked at once."""

    def __init__(self) -> None:
        self._known: dict[Hashable, list[int]] = {}

    def count(self, position: Auction | Defence, depth: int) -> int:
        """Lines of ``depth`` plies from ``position``."""
        if depth > _WALKED:
            lines = self.lines(position)
            return lines[min(depth, len(lines) - 1)]
        words = position.legal() if position.turn >= 0 and depth > 0 else []
        if not words or depth == 1:
            return len(words) or 1
        return sum(self.count(_said(position, word), depth - 1) for word in words)

    def lines(self, position: Auction | Defence) -> list[int]:
        """Lines of 0, 1, 2 … plies from ``position``; the last is that of every greater depth too."""
        words = position.legal() if position.turn >= 0 else []
        if not words:
            return [1]
        key = state_of(position)
        found = self._known.get(key)
        if found is None:
            following = [self.lines(_said(position, word)) for word in words]
            longest = max(map(len, following))
            found = self._known[key] = [1, *(sum(each[min(depth, len(each) - 1)] for each in following)
                                             for depth in range(longest))]
        return found


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


def count_cards_by_depth(tricks: Trickplay, depth: int) -> list[int]:
    """Lines of 0, 1 … ``depth`` cards, in one walk."""
    going = [0] * (depth + 1)
    ended = [0] * (depth + 1)

    def walk(tricks: Trickplay, plies: int) -> None:
        if tricks.turn < 0:
            ended[plies] += 1
            return
        going[plies] += 1
        if plies == depth:
            return
        legal = tricks.legal()
        if plies + 1 == depth:
            going[depth] += legal.bit_count()
            return
        for card in cards_of(legal):
            walk(after(tricks, card), plies + 1)

    walk(tricks, 0)
    return [count + over for count, over in zip(going, accumulate(ended), strict=True)]


def divide_cards(tricks: Trickplay, depth: int) -> dict[str, int]:
    """The same by first card."""
    if depth <= 0 or tricks.turn < 0:
        return {}
    return {CARD_NAMES[card]: count_cards(after(tricks, card), depth - 1) for card in cards_of(tricks.legal())}


_READ: Final = attrgetter(*Trickplay.__slots__)
_WRITE: Final = tuple(getattr(Trickplay, name).__set__ for name in Trickplay.__slots__)


def after(tricks: Trickplay, card: int) -> Trickplay:
    """The play after ``card``; ``tricks`` stays as it is."""
    following = Trickplay.__new__(Trickplay)
    for write, value in zip(_WRITE, _READ(tricks), strict=True):  # several times faster than copy.copy
        write(following, value)
    following.hands = tricks.hands.copy()
    following.taken = tricks.taken.copy()
    following.winners = tricks.winners.copy()
    following.play(card)
    return following


def discards(twelve: Hand) -> dict[str, Hand]:
    """The ways to lay two cards away, each with the ten that are left."""
    return {f"{CARD_NAMES[one]} {CARD_NAMES[two]}": twelve & ~(1 << one | 1 << two)
            for one, two in combinations(cards_of(twelve), 2)}
