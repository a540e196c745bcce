"""Who surely sits at the table, and the tags and tables that name somebody else (N-3.3)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from preferans_pbn.record import PLAYER_TAGS, SEATS, Record, Seat, Table, Where
from preferans_pbn.replaying.course import Course
from preferans_pbn.replaying.premises import doubts
from preferans_pbn.replaying.seating import dealer_plays, mentioned, tables_of
from preferans_pbn.rules.outcome import Outcome
from preferans_pbn.rules.seat_amounts import parse_seat_amounts
from preferans_pbn.rules.tricks import Trickplay
from preferans_pbn.variants import Ruleset, UndefinedByVariant

ALL_PASS: Final = "all-pass"
RESTING: Final = 3
"""The index of a dealer who rests."""
TALON_LEADS: Final = 2
"""The talon leads the first two tricks of an all-pass at the most (N-7.9)."""

_ANY_NUMBER: Final = (2, 3, 4)
_TAG_OF: Final = {seat: tag for tag, seat in PLAYER_TAGS.items()}


def named_players(record: Record, rules: Ruleset) -> frozenset[Seat] | None:
    """The seats of the players where their names say who sits at the table: four names, three under rules for three
    where no table has a fourth row, two beside a dummy.  None where they do not: a name left out is no error."""
    players = record.players
    if not 2 <= len(players) <= 4 or (record.damaged and not record.damaged.isdisjoint(PLAYER_TAGS)):
        return None
    numbers = rules.get("players", _ANY_NUMBER)
    if record.dummy is not None:
        pair = players.keys() - {record.dummy}
        return frozenset(pair) if len(pair) == 2 and 2 in numbers else None
    if len(players) == 2 or (len(players) == 3 and 3 not in numbers):
        return None
    if len(players) == 3 and any(len(table.rows) == len(SEATS) for table in tables_of(record)):
        return None
    return frozenset(players)


def people(course: Course) -> frozenset[Seat] | None:
    """The seats that have columns in tables, None where it is not sure which they are."""
    record = course.record
    named = named_players(record, course.rules)
    if named is not None:
        return named
    table = course.seating.table
    if record.dummy is not None:
        return frozenset(table) if course.seating.dummy >= 0 else None
    hands = record.deal or record.position
    three_only = 4 not in course.rules.get("players", _ANY_NUMBER)
    if hands is not None:
        if len(hands) != 3 or (record.dealer is None and not three_only):
            return None
        return frozenset(hands if record.dealer is None else (*hands, record.dealer))
    sure = len(table) == 3 <= len(mentioned(record)) and (three_only or dealer_plays(record))
    return frozenset(table) if sure else None


def stranger_among(record: Record, rules: Ruleset, hands: Iterable[Seat]) -> Seat | None:
    """The first of the seats ``hands`` that holds cards though the names of the players are those of others."""
    named = named_players(record, rules)
    if named is None:
        return None
    return next((seat for seat in hands if seat not in named and seat != record.dummy), None)


def strange_dealer(record: Record, rules: Ruleset) -> bool:
    """Is the dealer nobody of those whose names are given, or the dummy?"""
    dealer = record.dealer
    if dealer is None or (record.dummy is None and dealer in record.players):
        return False
    named = named_players(record, rules)
    return dealer == record.dummy or (named is not None and dealer not in named)


def who_play(seats: Iterable[Seat]) -> str:
    """``S, W, E play``: for messages."""
    sitting = [seat for seat in SEATS if seat in set(seats)]
    return f"{', '.join(sitting)} play"


def check_seats(course: Course) -> None:
    """Report a Dealer, Refe or Leader tag that names a seat at which nobody sits.  Other tags and the tables are looked
    at where they are followed."""
    record = course.record
    known = record.players
    if record.refe is None and record.leader is None and record.dummy is None and (
            record.dealer is None or record.dealer in known or len(known) == len(SEATS)):
        return
    if record.dummy is not None and record.dummy in record.players:
        problem = f"{record.dummy} is the dummy, but a player is named there"
        course.report("wrong-hands", Where("Dummy"), problem=problem)
        return
    table = people(course)
    _check_dealer(course, table)
    if table is None or len(table) == len(SEATS):
        return
    cards = table if record.dummy is None else table | {record.dummy}
    for seat in record.refe or ():
        if seat not in table:
            _report(course, Where("Refe", seat), seat, table)
            course.doubts.add("state")
            break
    if record.leader is not None and record.leader not in cards and record.position is None:
        _report(course, Where("Leader"), record.leader, table)


def _check_dealer(course: Course, table: frozenset[Seat] | None) -> None:
    record = course.record
    dealer = record.dealer
    if dealer is None:
        return
    if dealer == record.dummy:
        course.report("wrong-hands", Where("Dealer"), problem=f"{dealer} is the dummy, who never deals")
    elif table is not None and dealer not in table:
        _report(course, Where("Dealer"), dealer, table)
    else:
        return
    if record.dummy is None or not course.seating.dealer_known:
        course.doubts |= doubts("wrong-hands")


def _report(course: Course, where: Where, seat: Seat, table: frozenset[Seat]) -> None:
    course.report("not-at-table", where, tag=where.owner, seat=seat, why=who_play(table))


def check_shares(course: Course, owner: str, shares: Iterable[Seat]) -> bool:
    """Report the first seat of Tricks or Claim that holds no cards at this table; are all in order?"""
    order = course.seating.index_of
    stranger = next((seat for seat in shares if seat not in order), None)
    if stranger is None:
        return True
    table = people(course)
    if table is not None:
        _report(course, Where(owner, stranger), stranger, table)
        course.doubts.add("tricks")
    return False


def takers_play(course: Course, owner: str, shares: Mapping[Seat, int | None], outcome: Outcome,
                played: int = 0) -> bool:
    """Report the first seat that Tricks or Claim gives tricks which it cannot take, ``played`` tricks being over: a
    defender who is out, a dealer who rests and wins with no talon card.  Is there none?"""
    contract = course.contract
    if contract is None or (course.declarer is None and contract != ALL_PASS):
        return True
    tricks: Trickplay | None = None
    for seat, count in shares.items():
        player = course.seating.index_of.get(seat)
        if not count or player is None or (player == RESTING and not course.seating.dealer_known):
            continue
        if player != RESTING or contract == ALL_PASS:
            if tricks is None:
                try:
                    tricks = course.law.trickplay(outcome, course.hands, ())
                except UndefinedByVariant:
                    continue
            if tricks.takes_part(player):
                continue
            if player == tricks.resting and tricks.law.talon_wins and count <= TALON_LEADS - played:
                continue
        why = "deals and rests" if player == RESTING else "does not play"
        why = f"{seat} {why} in {contract}, and cannot take {count}"
        course.report_no_completion(Where(owner, seat), why, "tricks")
        return False
    return True


def check_rows(course: Course, name: str, table: Table) -> bool:
    """Report the first row or amount of a table that belongs to nobody who sits here; are all in order?"""
    sitting = people(course)
    if sitting is None or "order" in course.doubts or len(sitting) == len(SEATS):
        return True
    for row in table.rows:
        if row[0] not in sitting:
            course.report("bad-table", Where(name, row[0]), problem=f"{row[0]} does not sit at this table")
            return False
        for column, cell in zip(table.columns[1:], row[1:], strict=False):
            on = (parse_seat_amounts(cell) if ":" in cell else None) or ()
            stranger = next((seat for seat in on if seat not in sitting), None)
            if stranger is not None:
                course.report("bad-table", Where(name, (row[0], column)),
                              problem=f"{stranger} does not sit at this table")
                return False
    return True


def name_tag(seat: Seat) -> str:
    """The tag that holds the name of the player at ``seat``."""
    return _TAG_OF[seat]
