"""A Position instead of a Deal: an etude, hands after the exchange, an ending (N-3.7)."""

from __future__ import annotations

from preferans_pbn.record import Where
from preferans_pbn.replay.course import Course


def take_position(course: Course) -> None:
    """Take the hands of the position: as many cards each as tricks are left."""
    record = course.record
    position = record.position or {}
    course.hands = [position.get(seat) or 0 for seat in course.seating.order]
    course.slack = [0] * len(course.hands)
    known = [hand for hand in position.values() if hand is not None]
    if len(known) != len(position):
        course.deal_ok = False
    sizes = {hand.bit_count() for hand in known}
    if len(sizes) > 1 or any(size > 10 for size in sizes):
        course.report("position-size", Where("Position"),
                      problem="the hands of a position have the same number of cards, ten at most")
        course.deal_ok = False
        return
    before = record.tricks
    if before is not None and None not in before.values() and sizes:
        total = sum(count for count in before.values() if count is not None)
        left = sizes.pop()
        if total + left != 10:
            course.report("position-size", Where("Position"),
                          problem=f"{total} tricks are taken and {left} cards left in each hand: together they are ten")
            course.deal_ok = False
