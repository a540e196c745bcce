"""The cards that were dealt: ten a hand, two in the talon, each of the 32 once (N-3)."""

from __future__ import annotations

from collections.abc import Mapping

from preferans_pbn.cards import CARD_NAMES, FULL_PACK, Hand, cards_text, mask_of
from preferans_pbn.record import Seat, Where
from preferans_pbn.replaying.attendance import name_tag, named_players, stranger_among, who_play
from preferans_pbn.replaying.course import Course

HAND_SIZE = 10
_ANY_NUMBER = (2, 3, 4)
_NUMBERS = ("nobody", "one", "two and a dummy", "three", "four")


def take_deal(course: Course) -> None:
    """Read the hands and the talon of the record into ``course`` and report what cannot be dealt."""
    record = course.record
    deal = record.deal
    order = course.seating.order
    talon = record.talon
    course.talon = mask = mask_of(talon) if talon is not None else None
    if deal is None:
        if talon is not None:
            _check_talon(course, talon)
        check_number(course)
        if course.deal_ok and _seats_known(course):
            _fill_unknown(course, [None] * 3)
            if len(order) == 4:
                course.hands.append(0)
                course.slack.append(0)
            return
        course.deal_ok = False
        course.hands = [0] * len(order)
        course.slack = [0] * len(order)
        return
    if len(course.seating.table) not in course.rules.get("players", _ANY_NUMBER):
        _check_table(course)
    hands = [deal.get(seat, 0) for seat in order]
    names = record.players
    if len(names) in (2, 3) and deal.keys() != names.keys() and not players_hold(course, deal, "Deal"):
        course.hands, course.slack = [hand or 0 for hand in hands], [0] * len(hands)
        course.deal_ok = False
        return
    if mask is not None and len(deal) == 3:
        first, second, third = hands[:3]
        # The common case, in one comparison: three tens and a two that make the whole pack.
        if (
            first is not None and second is not None and third is not None
            and (first | second | third | mask) == FULL_PACK
            and first.bit_count() == second.bit_count() == third.bit_count() == HAND_SIZE
            and mask.bit_count() == 2 and len(talon or ()) == 2
        ):
            course.hands = [first, second, third, 0] if len(order) == 4 else [first, second, third]
            course.slack = [0] * len(order)
            return
    _take_deal_slowly(course, hands)


def players_hold(course: Course, hands: Mapping[Seat, Hand | None], tag: str) -> bool:
    """Are the three hands of ``tag`` those of the players who are named, and a dummy?  A stranger is reported."""
    record = course.record
    stranger = stranger_among(record, course.rules, hands) if len(hands) == 3 else None
    if stranger is None:
        return True
    named = named_players(record, course.rules) or ()
    course.report("wrong-hands", Where(tag, stranger), problem=f"{stranger} has cards, but {who_play(named)}")
    return False


def _seats_known(course: Course) -> bool:
    """Is it sure who plays in which order, so that a deal that is not written is one of three unknown hands?"""
    record = course.record
    return (record.play is not None and "Deal" not in record.damaged and course.seating.dealer_known
            and (record.dealer is not None or len(record.players) >= 3))


def check_number(course: Course) -> None:
    """Without a deal: a dummy under rules that have none, or more names than the variant has players."""
    record = course.record
    allowed = course.rules.get("players", _ANY_NUMBER)
    if record.dummy is not None:
        if 2 not in allowed:
            _wrong_number(course, Where("Dummy"), 2)
    elif len(record.players) > max(allowed):
        _wrong_number(course, Where(name_tag(next(reversed(record.players)))), len(record.players))


def _check_table(course: Course) -> None:
    """Another number of people sits at the table than the variant is for; without a Dealer it is not known how
    many do."""
    record = course.record
    if record.dealer is not None or record.dummy is not None:
        _wrong_number(course, Where("Deal" if record.dummy is None else "Dummy"), course.seating.players)


def _wrong_number(course: Course, where: Where, number: int) -> None:
    allowed = " or ".join(_NUMBERS[number] for number in course.rules["players"])
    course.report("wrong-hands", where,
                  problem=f"{course.rules.id} is played by {allowed}, but {_NUMBERS[number]} sit at this table")
    course.doubtful = True


def _check_talon(course: Course, talon: tuple[int, ...]) -> None:
    if len(talon) != 2:
        course.report("talon-size", Where("Talon"), count=len(talon), expected=2)
        course.deal_ok = False
    for i, card in enumerate(talon):
        if card in talon[:i]:
            course.report("card-twice", Where("Talon", i), card=CARD_NAMES[card], first="the talon",
                          second="the talon again")
            course.deal_ok = False


def _take_deal_slowly(course: Course, hands: list[Hand | None]) -> None:
    record = course.record
    order = course.seating.order
    deal = record.deal or {}
    talon = record.talon
    expected = [seat for seat in order if not (len(order) == 4 and seat == order[3])]
    if not _right_seats(course, expected):
        course.hands, course.slack = [hand or 0 for hand in hands], [0] * len(hands)
        course.deal_ok = False
        return
    if talon is not None:
        _check_talon(course, talon)
        for i, card in enumerate(talon):
            holder = next((seat for seat in deal if (deal[seat] or 0) >> card & 1), None)
            if holder is not None:
                course.report("card-twice", Where("Talon", i), card=CARD_NAMES[card], first=holder, second="the talon")
                course.deal_ok = False
    _check_sizes(course, expected)
    _fill_unknown(course, hands)


def _right_seats(course: Course, expected: list[str]) -> bool:
    """Exactly three hands are dealt; with four at the table the dealer gets none."""
    deal = course.record.deal or {}
    order = course.seating.order
    if len(order) == 4 and order[3] in deal and course.record.dealer is not None:
        course.report("dealer-has-cards", Where("Deal", order[3]), seat=order[3])
        return False
    if len(deal) != 3:
        course.report("wrong-hands", Where("Deal"), problem=f"three hands are dealt, not {len(deal)}")
        return False
    return set(deal) == set(expected)


def _check_sizes(course: Course, expected: list[str]) -> None:
    deal = course.record.deal or {}
    known = [hand for hand in deal.values() if hand is not None]
    seen = 0
    for hand in known:
        seen |= hand
    if course.talon is not None:
        seen |= course.talon
    counts = {seat: held.bit_count() for seat in expected if (held := deal.get(seat)) is not None}
    # A hand that is too long first: where a card is in the wrong hand, the short one is that fault's other side.
    for seat, count in counts.items():
        if count > HAND_SIZE:
            course.report("too-many-cards", Where("Deal", seat), seat=seat, count=count, expected=HAND_SIZE)
            course.deal_ok = False
    for seat, count in counts.items():
        if count < HAND_SIZE:
            missing = cards_text(FULL_PACK & ~seen) if len(known) == 3 and course.talon is not None else ""
            missing = f"{missing} {'is' if len(missing) == 2 else 'are'}" if missing else "the rest is"
            course.report("card-missing", Where("Deal", seat), seat=seat, count=count, expected=HAND_SIZE,
                          missing=missing)
            course.deal_ok = False


def _fill_unknown(course: Course, hands: list[Hand | None]) -> None:
    """What is left over belongs to the hands (or the talon) that are not written."""
    known = 0
    for hand in hands:
        known |= hand or 0
    rest = FULL_PACK & ~known
    unknown = sum(hand is None for hand in hands)
    if course.talon is not None:
        rest &= ~course.talon
    elif unknown == 0 and course.deal_ok and rest.bit_count() == 2:
        course.talon = rest
    course.hands = [rest if hand is None else hand for hand in hands]
    course.slack = [rest.bit_count() - HAND_SIZE if hand is None else 0 for hand in hands]


