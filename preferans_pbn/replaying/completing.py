"""Auctions and defences in which calls are not known: all ways they may have gone, side by side (N-9.5).

An unknown call is any call that is allowed where it stands.  So the auction is followed as the set of the states
it may have come to, equal states taken once; a known call keeps the states in which it is allowed.  Where none is
left no completion is legal.  The sets are bounded: a ladder has few rungs, and what follows a state is worked out
once a variant.  A set that grows beyond `MOST_STATES` all the same is given up, and nothing is judged by it.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import Final, NamedTuple

from preferans_pbn.notation.words import DEFENCE_CALLS
from preferans_pbn.rules.interface import Auction, AuctionResult, Defence, Law

MOST_STATES: Final = 4096
MOST_KEPT: Final = 16384
UNKNOWN: Final = "?"


class PossibleAuctions:
    """An auction with unknown calls.  ``starts``: how it may begin, several where it is not known how high the first
    bid must be.  ``kept``: what an unknown call leads to, by state; it lives as long as the variant."""

    def __init__(self, starts: Iterable[Auction], kept: dict[Hashable, dict[Hashable, Auction]]) -> None:
        self._states: dict[Hashable, Auction] = {start.state(): start for start in starts}
        self._kept = kept
        self.given_up = False

    def call(self, word: str) -> bool:
        """The next call is ``word`` (``?``: not known); False, and nothing has changed, where it cannot be."""
        if self.given_up:
            return True
        after: dict[Hashable, Auction] = {}
        for state, auction in self._states.items():
            if word == UNKNOWN:
                after.update(self._any_call(state, auction))
                continue
            branch = auction.copy()
            violation = branch.call(word)
            if violation is not None:
                continue
            after[branch.state()] = branch
        if not after:
            return False
        self._states = after
        self.given_up = len(after) > MOST_STATES
        return True

    def force(self, word: str) -> None:
        """The next call is ``word``, allowed or not."""
        after: dict[Hashable, Auction] = {}
        for auction in self._states.values():
            if auction.turn >= 0:
                branch = auction.copy()
                branch.force(word)
                after[branch.state()] = branch
        self._states = after or self._states

    def _any_call(self, state: Hashable, auction: Auction) -> Mapping[Hashable, Auction]:
        known = self._kept.get(state)
        if known is None:
            known = {}
            for word in auction.legal():
                branch = auction.copy()
                branch.force(word)
                known[branch.state()] = branch
            if len(self._kept) < MOST_KEPT:
                self._kept[state] = known
        return known

    def over(self) -> bool:
        """May the auction be over?"""
        return self.given_up or any(auction.turn < 0 for auction in self._states.values())

    def turn(self) -> int:
        """Whose turn it is; -1 where that is not the same whatever the unknown calls are."""
        turns = {auction.turn for auction in self._states.values()}
        return turns.pop() if len(turns) == 1 else -1

    def results(self, goes_on: bool) -> list[AuctionResult] | None:
        """How it may have ended; ``goes_on``: with any number of calls more that are not known.  None: not told."""
        found: dict[AuctionResult, None] = {}
        states, seen = self._states, set(self._states)
        while states and not self.given_up:
            further: dict[Hashable, Auction] = {}
            for state, auction in states.items():
                if auction.turn < 0:
                    result = auction.result()
                    if result is not None:
                        found[result] = None
                elif goes_on:
                    further.update(self._any_call(state, auction))
            states = {state: auction for state, auction in further.items() if state not in seen}
            seen.update(states)
            self.given_up = len(seen) > MOST_STATES
        return None if self.given_up else list(found)


class Ending(NamedTuple):
    """One way a defence may end; ``manner``: what then comes of the deal."""

    roles: dict[int, str]
    open: str
    kontra: tuple[int, int] | None
    manner: str


class PossibleDefences:
    """A defence with unknown answers.  ``undefined``: the variant does not define an answer that might have been
    given, so that nothing can be told from what is left."""

    def __init__(self, start: Defence) -> None:
        self._branches = [start]
        self.undefined = False

    def call(self, word: str) -> bool:
        """The next answer is ``word`` (``?``: not known); False, and nothing has changed, where it cannot be."""
        after: list[Defence] = []
        for defence in self._branches:
            self._look_for_undefined(defence)
            for answer in defence.legal() if word == UNKNOWN else (word,):
                branch = defence.copy()
                if branch.call(answer) is None:
                    after.append(branch)
        if not after:
            return False
        self._branches = after
        return True

    def _look_for_undefined(self, defence: Defence) -> None:
        if not self.undefined and defence.turn >= 0:
            offers = defence.legal()
            for word in DEFENCE_CALLS.difference(offers):
                violation = defence.copy().call(word)
                if violation is not None and violation.name == "undefined-by-variant":
                    self.undefined = True

    def endings(self, goes_on: bool) -> list[Ending]:
        """How it may have ended; ``goes_on``: with any number of answers more that are not known."""
        found: list[Ending] = []
        branches = list(self._branches)
        while branches:
            defence = branches.pop()
            if defence.settled:
                ending = Ending(defence.roles(), defence.open(), defence.kontra(), defence.manner())
                if ending not in found:
                    found.append(ending)
            if goes_on and defence.turn >= 0:
                self._look_for_undefined(defence)
                for word in defence.legal():
                    branch = defence.copy()
                    branch.call(word)
                    branches.append(branch)
        return found


Endings = tuple[list[Ending], bool]


def endings_of(law: Law, contract: str, declarer: int, players: int, kept: dict[Hashable, Endings]) -> Endings:
    """All ways the defence of a contract may end, and whether the variant leaves some undefined; worked out once
    and held in ``kept``.  Where nobody is asked there is the one way of the rules."""
    key = (contract, declarer, players)
    endings = kept.get(key)
    if endings is None:
        defence = law.defence(contract, declarer, players)
        if defence is None:
            roles, opened, manner = law.roles_without_calls(contract, declarer)
            endings = [Ending(roles, opened, None, manner)], False
        else:
            possible = PossibleDefences(defence)
            endings = possible.endings(goes_on=True), possible.undefined
        kept[key] = endings
    return endings


def agreeing(endings: Iterable[Ending], roles: Mapping[int, str]) -> list[Ending]:
    """The endings in which all of ``roles`` are so."""
    return [ending for ending in endings if all(ending.roles.get(player) == role for player, role in roles.items())]
