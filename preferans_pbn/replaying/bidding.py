"""Auction, exchange and contract: who won, with what, what he laid away, what he named."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from preferans_pbn.cards import CARD_NAMES, FULL_PACK, Hand, mask_of
from preferans_pbn.record import Calls, Where
from preferans_pbn.replaying.auction_states import AuctionStates
from preferans_pbn.replaying.completing import UNKNOWN, PossibleAuctions
from preferans_pbn.replaying.course import Course
from preferans_pbn.rules.interface import Auction, AuctionResult
from preferans_pbn.rules.violation import Violation

ALL_PASS = "all-pass"
OUT_OF_TURN = "L"
"""The mark of a call or a card out of turn (N-7.8)."""
_STATES: Final = "auction states"
OF_THE_RUN: Final = ("below-minimum-bid", "bid-skips")
"""What may be wrong with an opening bid after some number of all-pass rounds, and right after another."""


class _Told(NamedTuple):
    declarer: int | None
    bid: str
    hand: bool


def take_auction(course: Course) -> None:
    """Replay the calls, then settle declarer, bid and contract from calls and tags together."""
    record = course.record
    result: AuctionResult | None = None
    calls = record.auction
    possible: list[AuctionResult] | None = None
    if calls is not None:
        if UNKNOWN in calls.calls:
            possible = _follow_unknown(course, calls)
        else:
            result = _replay_calls(course, calls)
    contract = record.contract
    if result is not None:
        declarer = result.declarer
        if declarer is None:
            if contract is None:
                contract = ALL_PASS
            _no_declarer(course)
        else:
            course.won_with = result.bid
            course.hand_game = result.hand
            course.bids = getattr(result, "bids", ())
            claimed = record.declarer
            if claimed is not None and claimed != course.seating.order[declarer]:
                course.report("wrong-declarer", Where("Declarer"), claimed=claimed, actual=course.seat(declarer))
            if record.bid is not None and record.bid != result.bid:
                course.report("wrong-bid", Where("Bid"), claimed=record.bid, actual=result.bid)
        course.declarer = declarer
    else:
        _from_tags(course)
    course.contract = contract
    if contract is not None:
        violation = course.law.contract_violation(contract, result or _told(course))
        if violation is not None:
            player = course.declarer if course.declarer is not None else -1
            course.report_violation(violation, Where("Contract"), player)
            course.doubts.add("contract")
            if violation.name == "undefined-by-variant" or (contract == ALL_PASS) != (course.declarer is None):
                course.doubtful = True
    elif result is None and course.declarer is None and calls is None and record.defence is None:
        return
    if possible is not None:
        _compare_with_possible(course, possible)
    if contract is None and course.declarer is not None and record.play is not None:
        course.doubtful = True  # trumps are not known


def _from_tags(course: Course) -> None:
    """Declarer and bid where no calls tell them."""
    record = course.record
    if record.contract == ALL_PASS:
        _no_declarer(course)
    elif record.declarer is not None:
        seating = course.seating
        course.declarer = seating.index_of.get(record.declarer)
        problem = ""
        if course.declarer is None:
            problem = f"{record.declarer} does not sit at this table"
        elif course.declarer == 3:
            problem = f"{record.declarer} deals and rests at a table of four, and cannot declare"
        elif course.declarer == seating.dummy:
            problem = f"{record.declarer} is the dummy, and cannot declare"
        if problem:
            course.report("wrong-hands", Where("Declarer"), problem=problem)
            course.declarer = None
            course.doubtful = True
    if record.bid is not None:
        course.won_with = record.bid
        course.hand_game = record.bid.endswith("-hand") or record.bid.startswith("hand")
    elif record.discard == "-" or (record.contract or "").endswith("-hand"):
        course.hand_game = True


def _told(course: Course) -> AuctionResult | None:
    """What the tags say of the auction, where the calls do not tell and the Bid tag does."""
    if course.declarer is None or not course.record.bid:
        return None
    return _Told(course.declarer, course.won_with, course.hand_game)


def _no_declarer(course: Course) -> None:
    """After an all-pass nobody declares, exchanges or answers."""
    record = course.record
    for tag, value in (("Declarer", record.declarer), ("Bid", record.bid), ("Discard", record.discard),
                       ("Defence", record.defence), ("Defenders", record.defenders)):
        if value is not None:
            course.report("exchange-after-all-pass", Where(tag), tag=tag)


def _replay_calls(course: Course, calls: Calls) -> AuctionResult | None:
    """The auction; after a first fault the calls are followed but not judged any more."""
    order = course.seating.order
    shift = 0
    judged = True
    if calls.first != order[0]:
        start = _start_out_of_turn(course, calls)
        if start is None:
            return None
        shift, judged = start, False
    marks = calls.marks
    run = course.run or 0
    if judged and not marks:
        states: AuctionStates | None = course.rules.cache.get(_STATES)
        if states is None:
            states = course.rules.cache[_STATES] = AuctionStates(course.law.auction)
        ended = states.result(run, calls.calls)
        if ended is not None:
            return ended
    auction = course.law.auction(run)
    call = auction.call
    for i, word in enumerate(calls.calls):
        violation = call(word)
        if marks and (mark := marks.get(i)) is not None and mark.irregularity:
            if i == 0 and shift and violation is None and mark.irregularity == OUT_OF_TURN:
                continue  # noted already
            where = Where("Auction", i)
            if violation is None:
                course.report("unneeded-irregularity", where, mark=mark.irregularity)
            else:
                course.report("irregularity-noted", where, what=f"the call {word}", mark=mark.irregularity)
                auction.force(word)
            continue
        if violation is not None:
            if judged and course.run is None and violation.name in OF_THE_RUN:
                told = calls.calls[:i + 1]
                may_be = PossibleAuctions(_openings(course), {})
                if all(may_be.call(other) for other in told):
                    auction.force(word)
                    continue
                violation = _for_any_run(course, told, violation)
            if judged:
                course.report_violation(violation, Where("Auction", i), auction.turn)
                course.doubts.add("calls")
            judged = False
            if auction.turn < 0:
                break
            auction.force(word)
    result = auction.result()
    if result is None and judged and auction.turn >= 0:
        course.report("auction-unfinished", Where("Auction", "@end"), seat=course.seat(auction.turn))
    if shift and result is not None and result.declarer is not None:
        result = result._replace(declarer=(result.declarer + shift) % 3)  # type: ignore[attr-defined]  # each family's result is a NamedTuple
    if not judged and (course.record.declarer is not None or course.record.contract is not None):
        # The calls are in question; what the tags say is followed without comparing the two.
        if course.record.declarer is None and course.record.contract != ALL_PASS:
            course.doubts.add("declarer")
            return result
        if result is None or result.declarer is None or order[result.declarer] != course.record.declarer:
            return None
    return result


def _openings(course: Course) -> list[Auction]:
    """The auctions that this may be: one where the all-pass rounds before it are known, else one for each number of
    them that makes a difference."""
    law = course.law
    return [law.auction(run) for run in (range(law.auction_runs) if course.run is None else (course.run,))]


def _for_any_run(course: Course, words: Sequence[str], violation: Violation) -> Violation:
    """``violation`` of the last of ``words``; of an opening bid too low for any number of all-pass rounds before it: as
    after the number that asks least."""
    least = violation
    if course.run is None and violation.name == "below-minimum-bid":
        for auction in _openings(course):
            for word in words[:-1]:
                if auction.call(word) is not None:
                    auction.force(word)
            other = auction.call(words[-1])
            if (other is not None and other.name == violation.name
                    and other.arguments["minimum"] < least.arguments["minimum"]):
                least = other
        least = least._replace(arguments={**least.arguments, "run": "any number"})
    return least


def _start_out_of_turn(course: Course, calls: Calls) -> int | None:
    """Somebody else than forehand calls first: a fault, or noted where the call is marked so.  Who: None where the
    auction cannot be followed."""
    seating = course.seating
    start = seating.index_of.get(calls.first)
    mark = calls.marks.get(0)
    if start is not None and start <= 2 and calls.calls and mark is not None and mark.irregularity == OUT_OF_TURN:
        note_first_call(course, calls, "Auction")
        return start
    course.report("call-out-of-turn", Where("Auction"), seat=calls.first, expected=seating.order[0])
    if seating.dummy >= 0:
        course.doubts.add("play")  # who deals also says where the dummy sits in the ring
    if start is None or start > 2:
        course.doubtful = True
        return None
    return start


def note_first_call(course: Course, calls: Calls, section: str) -> None:
    """The first call of a section is marked as made out of turn, and is."""
    course.report("irregularity-noted", Where(section, 0), what=f"{calls.first}'s {calls.calls[0]} out of turn",
                  mark=OUT_OF_TURN)


def _follow_unknown(course: Course, calls: Calls) -> list[AuctionResult] | None:
    """An auction in which calls are not known: how it may have ended, None where that cannot be told.

    Only what no completion makes legal is reported (N-9.5): first a call that the variant has nowhere, else the call
    at which no way is left.
    """
    if calls.first != course.seating.order[0]:
        _start_out_of_turn(course, calls)
        return None
    auction = course.law.auction(course.run or 0)
    kept = course.rules.cache.setdefault("possible auctions", {})
    possible = PossibleAuctions(_openings(course), kept)
    for i, word in enumerate(calls.calls):
        mark = calls.marks.get(i)
        if mark is not None and mark.irregularity:
            if not possible.call(word):
                course.report("irregularity-noted", Where("Auction", i), what=f"the call {word}",
                              mark=mark.irregularity)
                possible.force(word)
            auction.force(word)
            continue
        violation = auction.call(word)
        if possible.call(word):
            if violation is not None:
                auction.force(word)
            continue
        if violation is not None and violation.name != "call-after-end":
            violation = _for_any_run(course, calls.calls[:i + 1], violation)
            course.report_violation(violation, Where("Auction", i), auction.turn)
        else:
            course.report_no_completion(Where("Auction", i), _why_no_call(word, i), "calls")
        return None
    goes_on = calls.calls[-1] == UNKNOWN
    if not goes_on and not possible.over():
        course.report("auction-unfinished", Where("Auction", "@end"),
                      seat=course.seat(turn) if (turn := possible.turn()) >= 0 else "the next player")
        return None
    return possible.results(goes_on)


def _why_no_call(word: str, i: int) -> str:
    if word == UNKNOWN:
        return f"the auction is over before call {i + 1}"
    return f"whatever the unknown calls are, {word} is not allowed as call {i + 1}"


def _compare_with_possible(course: Course, possible: list[AuctionResult]) -> None:
    """Declarer, Bid and Contract beside an auction with unknown calls: is there a way that leads to them?"""
    record = course.record
    if not possible or (record.declarer is not None and course.declarer is None):
        return
    left = possible
    if record.declarer is not None:
        left = [one for one in left if one.declarer == course.declarer]
        if not _still(course, left, "Declarer", f"{record.declarer} cannot have won this auction"):
            return
    if record.bid is not None:
        left = [one for one in left if one.bid == record.bid]
        if not _still(course, left, "Bid", f"this auction cannot have been won with {record.bid}"):
            return
    contract = record.contract
    if contract is not None and "contract" not in course.doubts:
        left = [one for one in left if (one.declarer is None) == (contract == ALL_PASS)
                and course.law.contract_violation(contract, one) is None]
        _still(course, left, "Contract", f"{contract} cannot follow from this auction")


def _still(course: Course, left: list[AuctionResult], tag: str, why: str) -> bool:
    if not left:
        course.report_no_completion(Where(tag), why, "calls declarer contract")
    return bool(left)


def take_aces(course: Course) -> None:
    """Four aces announced with the contract: may this player, and does he hold them with the talon in hand?"""
    seat = course.record.aces
    if seat is None:
        return
    player = course.seating.index_of.get(seat)
    if player is None:
        course.report("aces-not-allowed", Where("Aces"), seat=seat, why="that seat is not at the table")
        return
    course.aces = player
    if course.contract is None:
        return
    known = course.deal_ok and course.record.deal is not None and course.talon is not None and not course.slack[player]
    twelve = course.hands[player] | (course.talon or 0) if known else None
    # Where it is not told who declares, it may be he; a dealer who rests it is not.
    declares = player == course.declarer or (course.declarer is None and course.contract != ALL_PASS and player < 3)
    violation = course.law.aces_violation(course.contract, declares, twelve)
    if violation is not None:
        course.report_violation(violation, Where("Aces"), player)


def take_exchange(course: Course) -> None:
    """The declarer takes the talon and lays two cards away; his hand is what is left."""
    declarer = course.declarer
    record = course.record
    discard = record.discard
    if isinstance(discard, tuple) and (declarer is None or not course.deal_ok):
        _check_twice(course, discard)
    if declarer is None:
        return
    contract = course.contract
    size = course.law.discard_size(contract or "", course.hand_game)
    if isinstance(discard, str) and discard == "-":
        if size and contract is not None and course.won_with:
            course.report("discard-count", Where("Discard"), seat=course.seat(declarer), count=0, expected=size)
            course.doubtful = True
        if not size or not course.won_with:
            return
    if not course.deal_ok:
        if isinstance(discard, tuple) and contract is not None and len(discard) != size:
            # How many cards are laid away does not hang on which were dealt.
            course.report("discard-count", Where("Discard"), seat=course.seat(declarer), count=len(discard),
                          expected=size)
        return
    talon = course.talon
    if size == 0 and not isinstance(discard, tuple):
        return
    hand = course.hands[declarer]
    if talon is None:
        # The talon is not known: it may be any card that no known hand holds.
        known = 0
        for player, other in enumerate(course.hands):
            if player != declarer and not course.slack[player]:
                known |= other
        hand |= FULL_PACK & ~known
        talon = 0
    twelve = hand | talon
    if not isinstance(discard, tuple):
        course.hands[declarer] = twelve
        course.slack[declarer] += twelve.bit_count() - hand.bit_count() if talon else twelve.bit_count() - 10
        return
    _lay_away(course, declarer, twelve, discard, size, bool(talon))


def _check_twice(course: Course, discard: tuple[int, ...]) -> None:
    """Whatever was dealt, a card is laid away once."""
    for i, card in enumerate(discard):
        if card in discard[:i]:
            seat = "the declarer" if course.declarer is None else course.seat(course.declarer)
            course.report("discard-not-held", Where("Discard", i), seat=seat, card=f"a second {CARD_NAMES[card]}")


def _lay_away(course: Course, declarer: int, twelve: Hand, discard: tuple[int, ...], size: int, sure: bool) -> None:
    gone = mask_of(discard)
    held = sure and len(discard) == size == gone.bit_count() and not gone & ~twelve
    if held and not course.slack[declarer]:
        course.hands[declarer] = left = twelve ^ gone
        _check_hand(course, declarer, left)
        return
    gone = 0
    for i, card in enumerate(discard):
        bit = 1 << card
        if not twelve & bit or gone & bit:
            what = f"a second {CARD_NAMES[card]}" if gone & bit else CARD_NAMES[card]
            course.report("discard-not-held", Where("Discard", i), seat=course.seat(declarer), card=what)
            course.slack[declarer] += 1
        gone |= bit
    if len(discard) != size:
        course.report("discard-count", Where("Discard"), seat=course.seat(declarer), count=len(discard), expected=size)
        course.slack[declarer] += 1
    left = twelve & ~gone
    course.hands[declarer] = left
    if course.slack[declarer] or not sure:
        course.slack[declarer] = left.bit_count() - 10
    else:
        _check_hand(course, declarer, left)


def _check_hand(course: Course, declarer: int, left: Hand) -> None:
    """May the declarer play his contract with the ten cards ``left``?"""
    if course.contract is not None:
        violation = course.law.hand_violation(course.contract, left)
        if violation is not None:
            course.report_violation(violation, Where("Contract"), declarer)
