"""The auction of a PPN deal: the highest bid of each player, and the calls that lead to them.

The auction climbs one rung at a time, so the calls follow from the highest bids: ``M3,P,3`` is 2, pass, 3, hold
("mine 3"), pass; ``2,G4,G`` is 2, game, game, pass, hearts, pass ("yours").  A game in hand is a first call
there, so that who plays in hand has bid no number before.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from preferans_pbn.families.balkan.games import DIRECT, NAMED
from preferans_pbn.rules.interface import Auction, Law

PASS: Final = "P"
_BID: Final = re.compile(r"P|M?[2-8]|G[2-8]?")
_ENOUGH: Final = 2
_MOST_CALLS: Final = 40


def is_highest_bid(text: str) -> bool:
    """Can ``text`` stand in the bids of a PPN deal?"""
    return _BID.fullmatch(text) is not None


def highest_bids(law: Law, calls: Sequence[str]) -> tuple[str, ...] | None:
    """The highest bid of each player in playing order; None where a call is not known."""
    auction = law.auction(0)
    bids = [PASS] * 3
    standing = 0
    for word in calls:
        if word == "?" or auction.turn < 0:
            return None
        bids[auction.turn], standing = _after(bids[auction.turn], word, standing)
        auction.force(word)
    return tuple(bids)


def bid_word(highest: str) -> str:
    """The call that a player's highest bid is: the Bid of a record that has no calls."""
    if highest == "G":
        return "hand"
    if highest.startswith("G"):
        number = int(highest[1:])
        return next(word for word, rank in (*NAMED.items(), *DIRECT.items()) if rank == number)
    return highest.removeprefix("M")


def rebuild(law: Law, bids: Sequence[str]) -> list[tuple[str, ...]]:
    """The auctions under ``law`` that end with these highest bids; at most two are looked for.

    PPN knows one way on for each player: who has the right to hold does so and raises only to his last bid, and who
    plays in hand has bid no number.  Other auctions count where there is none of this kind.
    """
    for usual in (_Usual(True, True), _Usual(False, True), _Usual(True, False), _Usual(False, False)):
        found: list[tuple[str, ...]] = []
        _search(law.auction(0), tuple(bids), (PASS,) * 3, 0, (), found, usual)
        if found:
            return found
    return []


class _Usual(NamedTuple):
    """What is asked of an auction: ``holding``: who may hold does; ``hand_first``: a game in hand is a first bid."""

    holding: bool
    hand_first: bool


def _search(auction: Auction, goal: tuple[str, ...], bids: tuple[str, ...], standing: int, calls: tuple[str, ...],
            found: list[tuple[str, ...]], usual: _Usual) -> None:
    player = auction.turn
    if player < 0:
        if bids == goal:
            found.append(calls)
        return
    if len(calls) >= _MOST_CALLS:
        return
    legal = auction.legal()
    for word in legal:
        after, stands = _after(bids[player], word, standing)
        if len(found) >= _ENOUGH or not _leads_to(word, after, goal[player], usual.hand_first):
            continue
        if usual.holding and word.isdigit() and "hold" in legal and after != goal[player]:
            continue
        more = auction.copy()
        more.force(word)
        _search(more, goal, (*bids[:player], after, *bids[player + 1 :]), stands, (*calls, word), found, usual)


def _after(highest: str, word: str, standing: int) -> tuple[str, int]:
    """A player's highest bid, and the standing number, after his call."""
    if word == "pass":
        return highest, standing
    if word == "hold":
        return f"M{standing}", standing
    if word == "hand":
        return "G", standing
    if word in NAMED:
        return f"G{NAMED[word]}", standing
    if word in DIRECT:
        return f"G{DIRECT[word]}", standing
    return word, int(word)


def _leads_to(word: str, after: str, goal: str, hand_first: bool) -> bool:
    """Can a player who stands at ``after`` with this call still come to ``goal``?"""
    if after == goal:
        return True
    if word == "pass" or goal == PASS:
        return False
    if goal.startswith("G"):
        return after == "G" or not (hand_first or after.startswith("G"))
    return not after.startswith("G") and int(after.removeprefix("M")) < int(goal.removeprefix("M"))
