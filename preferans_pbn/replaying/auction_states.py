"""Auctions as ways through the states that they come to, each call worked out once a variant.

There are thousands of millions of auctions but few states: so an auction that was never seen before goes through by
looking up one call after the other.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Final

from preferans_pbn.rules.interface import Auction, AuctionResult

MOST_STATES: Final = 8192


class _State:
    """A state and where the calls lead that were made in it."""

    __slots__ = ("after", "auction", "result")

    def __init__(self, auction: Auction) -> None:
        self.auction = auction
        self.after: dict[str, _State] = {}
        self.result: AuctionResult | None = auction.result()


class AuctionStates:
    """The states of one variant's auctions.  ``begin`` starts an auction after so many all-pass rounds."""

    def __init__(self, begin: Callable[[int], Auction]) -> None:
        self._begin = begin
        self._starts: dict[int, _State] = {}
        self._known: dict[Hashable, _State] = {}

    def result(self, run: int, calls: Sequence[str]) -> AuctionResult | None:
        """How the auction ``calls`` ended that began after ``run`` all-pass rounds; None where a call is not allowed,
        or it has not ended."""
        state = self._starts.get(run)
        if state is None:
            state = self._starts[run] = self._kept(self._begin(run))
        for word in calls:
            following = state.after.get(word)
            if following is None:
                auction = state.auction.copy()
                if auction.call(word) is not None:
                    return None
                following = state.after[word] = self._kept(auction)
            state = following
        return state.result

    def _kept(self, auction: Auction) -> _State:
        """The one state that is like that of ``auction``."""
        key = auction.state()
        state = self._known.get(key)
        if state is None:
            if len(self._known) >= MOST_STATES:
                self._known.clear()
                self._starts.clear()
            state = self._known[key] = _State(auction)
        return state
