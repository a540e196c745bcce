"""What the deal came to: tricks, outcome, score, each compared with what the record claims."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from preferans_pbn.notation.words import CONTRACTS
from preferans_pbn.record import Seat, Table, Where
from preferans_pbn.replaying.attendance import ALL_PASS, check_rows, check_shares, people, takers_play
from preferans_pbn.replaying.course import Course
from preferans_pbn.replaying.premises import OUTCOME_FACTS
from preferans_pbn.rules.amounts import amount_text, parse_amount
from preferans_pbn.rules.outcome import Outcome
from preferans_pbn.rules.table_rows import Rows
from preferans_pbn.variants import UndefinedByVariant

TRICKS = 10


def take_tricks(course: Course, outcome: Outcome) -> None:
    """Compare the Tricks tag with the play, or take the tricks from it where the play does not tell."""
    record = course.record
    claimed = record.tricks
    if claimed is None:
        return
    taken = course.taken
    index = course.seating.index_of
    if course.doubtful or (not claimed.keys() <= index.keys() and not check_shares(course, "Tricks", claimed)):
        return
    if record.position is not None:
        return  # there Tricks holds what was taken before the position
    if taken is not None:
        right = True
        for seat, count in claimed.items():
            player = index.get(seat)
            actual = taken[player] if player is not None else 0
            if count is not None and count != actual:
                course.report("wrong-tricks", Where("Tricks", seat), seat=seat, claimed=count, actual=actual)
                right = False
        if course.doubts and right and sum(count or 0 for count in claimed.values()) == sum(taken):
            # The players counted the same tricks: a card against the law or a slip in the deal changed nothing.
            course.doubts -= {"card", "deal"}
        return
    if course.manner is not None and course.manner != "played":
        total = sum(count or 0 for count in claimed.values())
        if total:
            course.report("tricks-sum", Where("Tricks"), sum=total, expected=0)
        return
    if not takers_play(course, "Tricks", claimed, outcome):
        return
    _take_claimed_tricks(course, claimed, outcome)


def _take_claimed_tricks(course: Course, claimed: Mapping[Seat, int | None], outcome: Outcome) -> None:
    """No complete play: the tag is all there is; it must be possible."""
    counts = list(claimed.values())
    total = sum(count for count in counts if count is not None)
    index = course.seating.index_of
    taken = [0] * len(course.seating.order)
    for seat, count in claimed.items():
        if seat in index and count is not None:
            taken[index[seat]] = count
    whole = None not in counts and (
        total == TRICKS or (course.contract is not None and course.law.all_played(outcome, taken)))
    if total > TRICKS or (None not in counts and not whole and _should_be_whole(course)
                          and not _may_end_so(course, outcome, taken)):
        course.report("tricks-sum", Where("Tricks"), sum=total, expected=TRICKS)
        course.doubtful = True
        return
    if whole:
        course.taken = taken


def _may_end_so(course: Course, outcome: Outcome, taken: list[int]) -> bool:
    """May a deal whose contract or declarer is not known end with these tricks?"""
    if course.contract == ALL_PASS or (course.contract is not None and course.declarer is not None):
        return False
    if not sum(taken):
        return True  # nothing was played
    law = course.law
    contracts = [course.contract] if course.contract is not None else [
        word for word in sorted(CONTRACTS) if law.contract_violation(word, None) is None]
    declarers = range(3) if course.declarer is None else (course.declarer,)
    try:
        return any(law.all_played(replace(outcome, contract=contract, declarer=declarer), taken)
                   for contract in contracts if contract != ALL_PASS for declarer in declarers)
    except UndefinedByVariant:
        return True


def _should_be_whole(course: Course) -> bool:
    play = course.record.play
    return play is None or play.end != "+"


def take_outcome(course: Course, outcome: Outcome) -> None:
    """Complete ``outcome`` if everything it needs is known, and compare the Outcome tag."""
    claimed = course.record.outcome
    manner = course.manner
    if manner is not None and manner != "played":
        manner = course.law.final_manner(manner, outcome)
    if claimed is not None and manner is not None and claimed != manner:
        course.report("wrong-outcome", Where("Outcome"), claimed=claimed, actual=manner)
    if course.doubtful or manner is None or not course.roles_known or course.contract is None:
        return
    if course.doubts and not course.doubts.isdisjoint(OUTCOME_FACTS):
        return
    if manner == "played":
        if course.taken is None:
            return
        if course.record.position is not None and not _add_tricks_so_far(course, course.taken, outcome):
            return
        outcome.tricks = tuple(course.taken)
        outcome.winners = tuple(course.winners)
    else:
        outcome.tricks = (0,) * len(course.seating.order)
    outcome.manner = manner
    outcome.roles = course.roles
    outcome.open = course.open
    course.outcome = outcome


def _add_tricks_so_far(course: Course, taken: list[int], outcome: Outcome) -> bool:
    """A Position's Tricks tag holds what was taken before; False where it does not say all."""
    before = course.record.tricks
    if before is None:
        return course.law.all_played(outcome, taken)
    for seat, count in before.items():
        player = course.seating.index_of.get(seat)
        if count is None or player is None:
            return False
        taken[player] += count
    return course.law.all_played(outcome, taken)


def score_deal(course: Course) -> Any:
    """The score of the deal, or None where it cannot be told; the ScoreTable is compared with it."""
    outcome = course.outcome
    table = course.record.score_table
    if course.record.adjust_table is not None:
        check_cells(course, "AdjustTable", course.record.adjust_table)
    if "score" not in course.rules.supports:
        if table is not None and not course.doubtful:
            course.report("undefined-by-variant", Where("ScoreTable"), variant=course.rules.id,
                          what="how a deal is scored")
        return None
    if outcome is None or not _seats_sure(course) or not course.law.scorable(outcome, course.run is not None):
        if table is not None and not course.doubtful:
            check_cells(course, "ScoreTable", table)
        return None
    try:
        score = course.law.score(outcome)
    except UndefinedByVariant as undefined:
        course.report("undefined-by-variant", Where("Contract"), variant=undefined.variant, what=undefined.parameter)
        return None
    if table is not None:
        rows = course.law.rows(score, course.seating.order)
        compare_table(course, "ScoreTable", table, rows, "wrong-score", course.record.adjust_table)
    return score


def _seats_sure(course: Course) -> bool:
    """Is it sure how many sit at the table?  Without a dealer it is not where another seat has a row, or where the
    variant is for more than have cards."""
    if course.record.dealer is not None:
        return True
    table = course.record.score_table
    stranger = table is not None and any(row[0] not in course.seating.index_of for row in table.rows)
    numbers = course.rules.get("players", (2, 3, 4))
    return course.seating.players in numbers and not (stranger and people(course) is None)


def compare_table(course: Course, name: str, table: Table, rows: Rows, fault: str,
                  adjustment: Table | None = None) -> bool:
    """Compare every written cell with the one in the ``rows`` that the rules give (``fault``: the diagnostic); do all
    agree?"""
    law = course.law
    columns = law.columns
    right = table.columns[1:] == columns
    if right and adjustment is None and table.rows == rows:
        return True
    if not right:
        course.report("wrong-table-columns", Where(name, ("@columns", "")), table=name,
                      claimed=";".join(table.columns[1:]), actual=";".join(columns))
        return False
    actual = {row[0]: row[1:] for row in rows}
    added = {row[0]: row[1:] for row in adjustment.rows} if adjustment is not None else {}
    wrong: list[tuple[Seat, str, str, str]] = []
    for row in table.rows:
        seat = row[0]
        cells = actual.get(seat)
        if cells is None:
            if people(course) is not None and "order" not in course.doubts:
                course.report("bad-table", Where(name, seat), problem=f"{seat} does not sit at this table")
            continue
        if row[1:] == cells and not added:
            continue
        for column, claimed, cell in zip(columns, row[1:], cells, strict=False):
            if seat in added:
                cell = law.add_cells(column, cell, added[seat][columns.index(column)])
            same = law.same_cell(column, claimed, cell)
            if same is None:
                course.report("bad-table", Where(name, (seat, column)), problem=f"{claimed} is no {column} entry")
            elif not same:
                wrong.append((seat, column, claimed, cell))
    if wrong:  # one fault (a trick miscounted) makes several cells wrong: the first one speaks for all
        seat, column, claimed, cell = wrong[0]
        more = _more(len(wrong) - 1)
        if fault == "wrong-state":
            course.report(fault, Where(name, (seat, column)), tag=name, claimed=f"{claimed} for {seat} in {column}",
                          actual=cell + more)
        else:
            course.report(fault, Where(name, (seat, column)), seat=seat, column=column, claimed=claimed, actual=cell,
                          more=more)
    return not wrong


def check_cells(course: Course, name: str, table: Table) -> bool:
    """Report a row or a cell that is none of this table's, in a table that is not compared but taken as it is."""
    columns = course.law.columns
    if not check_rows(course, name, table):
        return False
    for row in table.rows:
        for column, cell in zip(table.columns[1:], row[1:], strict=False):
            if column in columns and course.law.same_cell(column, cell, "-") is None:
                course.report("bad-table", Where(name, (row[0], column)), problem=f"{cell} is no {column} entry")
                return False
    return True


def _more(others: int) -> str:
    return "" if not others else f" ({others} more {'entry differs' if others == 1 else 'entries differ'})"


def compare_settlement(course: Course, table: Table, actual: Mapping[Seat, Any]) -> None:
    """Compare the SettlementTable with the settlement of the sheet."""
    if table.columns[1:] != ("Result",):
        course.report("wrong-table-columns", Where("SettlementTable", ("@columns", "")), table="SettlementTable",
                      claimed=";".join(table.columns[1:]), actual="Result")
        return
    wrong: list[tuple[Seat, str]] = []
    for row in table.rows:
        seat, claimed = row[0], row[1]
        if seat not in actual:
            if people(course) is None or "order" in course.doubts:
                continue
            course.report("bad-table", Where("SettlementTable", seat), problem=f"{seat} does not sit at this table")
            continue
        amount = 0 if claimed == "-" else parse_amount(claimed)
        if claimed == "?" or amount == actual[seat]:
            continue
        if amount is None:
            course.report("bad-table", Where("SettlementTable", (seat, "Result")), problem=f"{claimed} is no amount")
        else:
            wrong.append((seat, claimed))
    if wrong:
        seat, claimed = wrong[0]
        course.report("wrong-settlement", Where("SettlementTable", (seat, "Result")), seat=seat, claimed=claimed,
                      actual=amount_text(actual[seat]), more=_more(len(wrong) - 1))
