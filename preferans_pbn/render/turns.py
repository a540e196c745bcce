"""Who made which call and played which card, told from a record for showing it.

Wrong records are shown too, so nothing here judges: where the rules do not tell, the turn goes on round the
table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from preferans_pbn.cards import CARD_NAMES, cards_of
from preferans_pbn.families import law_of
from preferans_pbn.record import UNKNOWN_CARD, Calls, Play, Record, Seat
from preferans_pbn.replaying import Replay
from preferans_pbn.rules.interface import Auction, Defence
from preferans_pbn.rules.outcome import Outcome
from preferans_pbn.variants import Ruleset, UndefinedByVariant

_ACTIVE: Final = 3
"""Players that can lead: the fourth one rests."""


class Spoken(NamedTuple):
    """A call, the seat that made it (``""`` = cannot be told) and its place among the calls."""

    seat: Seat
    word: str
    number: int


def auction_turns(calls: Calls, order: Sequence[Seat], rules: Ruleset | None, run: int = 0,
                  dummy: Seat | None = None) -> list[Spoken]:
    """Who made each call of an auction; ``order``: the seats in playing order from forehand, a dummy with them."""
    bidders = list(order[:3])
    if calls.first in bidders:
        at = bidders.index(calls.first)
        bidders = bidders[at:] + bidders[:at]
    machine: Auction | None = None
    if rules is not None:
        try:
            machine = law_of(rules).auction(run)
        except UndefinedByVariant:
            machine = None
    if machine is not None:
        return _spoken(calls, bidders, machine)
    spoken: list[Spoken] = []
    waiting = [seat for seat in bidders if seat != dummy]
    for number, word in enumerate(calls.calls):
        seat = waiting.pop(0) if waiting else ""
        if seat and word not in ("pass", "blind-pass"):
            waiting.append(seat)
        spoken.append(Spoken(seat, word, number))
    return spoken


def defence_turns(calls: Calls, order: Sequence[Seat], rules: Ruleset | None, contract: str | None,
                  declarer: int | None) -> list[Spoken]:
    """Who gave each answer of a defence."""
    machine: Defence | None = None
    if rules is not None and contract is not None and declarer is not None:
        try:
            machine = law_of(rules).defence(contract, declarer, len(order))
        except UndefinedByVariant:
            machine = None
    if machine is not None and calls.first == order[machine.turn]:
        return _spoken(calls, order, machine)
    others = [seat for i, seat in enumerate(order[:3]) if i != declarer]
    if calls.first in others:
        at = others.index(calls.first)
        others = others[at:] + others[:at]
    return [Spoken(others[number % len(others)] if others else "", word, number)
            for number, word in enumerate(calls.calls)]


def _spoken(calls: Calls, order: Sequence[Seat], machine: Auction | Defence) -> list[Spoken]:
    spoken = []
    for number, word in enumerate(calls.calls):
        turn = machine.turn
        spoken.append(Spoken(order[turn] if 0 <= turn < len(order) else "", word, number))
        if turn >= 0 and (word == "?" or machine.call(word) is not None):
            machine.force(word)
    return spoken


class Row(NamedTuple):
    """A trick to be shown: who leads it, the cards by seat as (card, number among the cards of the play), the
    talon card before them, and who took it (``""`` = cannot be told)."""

    leader: Seat
    cards: Mapping[Seat, tuple[int, int]]
    talon: int | None
    winner: Seat


def trick_rows(record: Record, play: Play, replayed: Replay | None, rules: Ruleset | None,
               order: Sequence[Seat]) -> list[Row]:
    """The tricks of a play with the seats of their cards."""
    holders = _holders(record)
    seats = [seat for seat in order if seat in (record.deal or record.position or order)][:3]
    winners = [order[i] for i in _winners(record, play, replayed, rules, order)]
    out = _staying_out(record, replayed)
    rows: list[Row] = []
    number = 0
    leader = play.first
    for i, trick in enumerate(play.tricks):
        playing = _playing(seats, out, holders, trick.cards)
        if trick.leader is not None:
            leader = trick.leader
        elif i:
            led = trick.cards[0] if trick.cards else UNKNOWN_CARD
            before = rows[-1].winner
            leader = holders.get(led) or (before if before in playing else leader)
        start = playing.index(leader) if leader in playing else 0
        turn = playing[start:] + playing[:start]
        cards = {turn[place % len(turn)]: (card, number + place) for place, card in enumerate(trick.cards)}
        number += len(trick.cards)
        winner = trick.winner or (winners[i] if i < len(winners) else "")
        rows.append(Row(leader, cards, trick.talon, winner))
    return rows


def _winners(record: Record, play: Play, replayed: Replay | None, rules: Ruleset | None,
             order: Sequence[Seat]) -> list[int]:
    """Who took the tricks, by index: from the replay, or where that has not come to an end, from the cards as
    they lie, up to the first row that needs a mark, has a card that is not known, or is led by another than who
    took the row before."""
    if replayed is None or rules is None or len(replayed.winners) >= len(play.tricks):
        winners = [] if replayed is None else replayed.winners
        return winners if replayed is None or replayed.outcome is not None else _until_another_leads(
            record, play, winners, order)
    contract = record.contract or (replayed.outcome.contract if replayed.outcome is not None else None)
    declarer = order.index(record.declarer) if record.declarer in order else None
    if contract is None or (declarer is None and contract != "all-pass"):
        return replayed.winners
    try:
        game = law_of(rules).trickplay(Outcome(len(order), contract, declarer), (0,) * len(order), record.talon or ())
    except (UndefinedByVariant, LookupError, ValueError):
        return replayed.winners
    for row in play.tricks:
        if row.leader or row.winner or len(row.cards) != game.size or UNKNOWN_CARD in row.cards:
            break
        game.advance([row.cards], forced=True)
    return _until_another_leads(record, play, game.winners, order)


def _until_another_leads(record: Record, play: Play, winners: Sequence[int], order: Sequence[Seat]) -> list[int]:
    """``winners`` up to the first row whose leader, by his card, did not take the row before."""
    holders = _holders(record)
    for i, row in enumerate(play.tricks[1: len(winners)], 1):
        before = winners[i - 1]
        if (row.leader is None and row.talon is None and row.cards and before < _ACTIVE
                and holders.get(row.cards[0], order[before]) != order[before]):
            return list(winners[:i])
    return list(winners)


def _staying_out(record: Record, replayed: Replay | None) -> set[Seat]:
    """The defenders who do not play, by their roles in the replay, else in the Defenders tag."""
    roles = dict(record.defenders or {})
    if replayed is not None and replayed.outcome is not None:
        roles.update({replayed.seats[i]: role for i, role in replayed.outcome.roles.items()})
    return {seat for seat, role in roles.items() if role in ("stay-out", "pass")}


def _playing(seats: list[Seat], out: set[Seat], holders: Mapping[int, Seat], cards: Sequence[int]) -> list[Seat]:
    """The seats that take part in a trick of ``cards``: where these are fewer than there are hands, those that do not
    stay out, or where nobody is known to, those that hold the cards."""
    count = len(cards)
    if count >= len(seats):
        return seats
    for some in (out, {seat for seat in seats if seat not in {holders.get(card) for card in cards}}):
        active = [seat for seat in seats if seat not in some]
        if len(active) == count:
            return active
    return seats


def _holders(record: Record) -> dict[int, Seat]:
    """Who holds a card when the play begins, as far as the record says."""
    holders: dict[int, Seat] = {}
    for seat, hand in (record.position or record.deal or {}).items():
        for card in cards_of(hand or 0):
            holders[card] = seat
    if record.declarer is not None and record.discard != "-" and record.position is None:
        for card in record.talon or ():
            holders[card] = record.declarer
    return holders


def card_name(card: int) -> str:
    """A card as the notation writes it; ``-`` = not known."""
    return "-" if card == UNKNOWN_CARD else CARD_NAMES[card]
