"""What the calls of a deal came to, remembered by the calls.

Auctions and defences repeat.  Where both went through without a fault nothing has to be said of them a second time:
from calls, contract and run alone follows who plays what against whom.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final, NamedTuple

from preferans_pbn.replaying.bidding import ALL_PASS
from preferans_pbn.replaying.course import Course

KEPT: Final = 10_000
_CACHE: Final = "agreements"


class Agreement(NamedTuple):
    """What auction, contract and defence leave in a `Course`; the fields are those of its attributes."""

    declarer: int | None
    won_with: str
    hand_game: bool
    bids: tuple[str, ...]
    roles: dict[int, str]
    open: str
    manner: str | None
    kontra: tuple[int, int] | None


def key_of(course: Course) -> Hashable:
    """What the agreement of this deal hangs on; None where something else has a say: a mark, a tag that is compared
    with the calls, a doubt."""
    record = course.record
    auction = record.auction
    if (auction is None or auction.marks or record.contract is None or course.doubts or course.doubtful
            or course.as_given or record.bid is not None or record.outcome is not None or record.kontra is not None
            or record.defenders is not None or record.open is not None or record.position is not None
            or (record.contract == ALL_PASS and record.discard is not None)):
        return None
    seating = course.seating
    defence = record.defence
    if defence is None:
        return course.run, auction.first, auction.calls, record.declarer, record.contract, seating.order, seating.dummy
    if defence.marks:
        return None
    return (course.run, auction.first, auction.calls, record.declarer, record.contract, seating.order, seating.dummy,
            defence.first, defence.calls)


def recall(course: Course, key: Hashable) -> bool:
    """Take over what is remembered under ``key``; is anything?"""
    known: Agreement | None = course.rules.cache.setdefault(_CACHE, {}).get(key)
    if known is None:
        return False
    (course.declarer, course.won_with, course.hand_game, course.bids, roles, course.open, course.manner,
     course.kontra) = known
    course.contract = course.record.contract
    course.roles = roles.copy()
    course.roles_known = True
    return True


def remember(course: Course, key: Hashable) -> None:
    """Keep what auction, contract and defence came to under ``key``, if nothing was wrong with them or in doubt."""
    if course.diagnostics or course.doubts or course.doubtful or not course.roles_known:
        return
    kept = course.rules.cache[_CACHE]
    if len(kept) >= KEPT:
        kept.clear()
    kept[key] = Agreement(course.declarer, course.won_with, course.hand_game, course.bids, course.roles.copy(),
                          course.open, course.manner, course.kontra)
