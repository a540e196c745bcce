"""A Position instead of a Deal: an etude, hands after the exchange, an ending (N-3.7)."""

from __future__ import annotations

from collections import Counter

from preferans_pbn.record import Where
from preferans_pbn.replaying.course import Course
from preferans_pbn.replaying.dealing import check_number, players_hold
from preferans_pbn.rules.tricks import Trickplay


def take_position(course: Course) -> None:
    """Take the hands of the position: as many cards each as tricks are left."""
    record = course.record
    position = record.position or {}
    course.hands = [position.get(seat) or 0 for seat in course.seating.order]
    course.slack = [0] * len(course.hands)
    if len(position) != 3:
        _wrong(course, None, f"a position has three hands, not {len(position)}")
        course.doubtful = True
        return
    check_number(course)
    if not players_hold(course, position, "Position"):
        course.doubtful = True
        return
    sizes = {seat: hand.bit_count() for seat, hand in position.items() if hand is not None}
    if len(sizes) != len(position):
        course.deal_ok = False
    usual = Counter(sizes.values()).most_common(1)[0][0] if sizes else 10
    for seat, size in sizes.items():
        if size != usual or size > 10:
            _wrong(course, seat, f"{seat} has {size} cards: the hands of a position have as many as tricks are left")
    before = record.tricks
    if before is not None and None not in before.values() and sizes:
        total = sum(count for count in before.values() if count is not None)
        if total + usual != 10:
            _wrong(course, None, f"{total} tricks are taken and {usual} cards left in each hand: together they are ten")
    if record.leader is not None and record.leader not in position:
        course.report("wrong-hands", Where("Leader"), problem=f"{record.leader} leads, but has no cards")


def _wrong(course: Course, seat: str | None, problem: str) -> None:
    course.report("position-size", Where("Position", seat), problem=problem)
    course.deal_ok = False


def begin_play(course: Course, tricks: Trickplay) -> None:
    """The play of a position has as many tricks as cards are left, and begins with the Leader."""
    position = course.record.position or {}
    sizes = [hand.bit_count() for hand in position.values() if hand is not None]
    if sizes:
        tricks.length = sizes[0]
    leader = course.seating.index_of.get(course.record.leader or "")
    if leader is not None and tricks.takes_part(leader):
        tricks.begin_with(leader)
