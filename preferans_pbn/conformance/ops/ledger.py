"""Scores and sheets between their JSON form and the tables of a family.

The law knows scores and sheets as tables of cells; JSON has a map of seats for each column.  What a family's
sheet has beside its columns (the Greek kasa, the refe that were entered) is dealt with here by column, not by
the family's name.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from preferans_pbn.conformance.amounts import amount_json, amount_of, fraction_of
from preferans_pbn.conformance.ops.errors import malformed
from preferans_pbn.conformance.ops.seats import Seats
from preferans_pbn.record import Record, Seat, Table
from preferans_pbn.rules.amounts import amount_text, parse_amount
from preferans_pbn.rules.interface import Law
from preferans_pbn.rules.outcome import Outcome
from preferans_pbn.rules.seat_amounts import parse_seat_amounts, seat_amounts_text

PAIRWISE: Final = frozenset({"Whists", "Supe"})
"""Columns whose cells hold amounts by seat."""
KASA: Final = ("Kasa", "Pay")
"""The columns of the game with a common kasa."""
NO_LIMIT: Final = Fraction(10**6)
"""Bule of each player where neither the input nor the variant names a stake: nothing is ever cut."""


def score_json(law: Law, score: Any, seats: Sequence[Seat]) -> dict[str, Any]:
    """A score as maps of seats, without zeros; ``seats[i]`` is the seat of index i."""
    result: dict[str, dict[Seat, Any]] = {column.lower(): {} for column in law.columns}
    for seat, cells in law.cells(score, seats).items():
        for column, cell in zip(law.columns, cells, strict=True):
            value = cell_json(column, cell)
            if value:
                result[column.lower()][seat] = value
    return result


def cell_json(column: str, cell: str) -> Any:
    if column in PAIRWISE:
        return {seat: amount_json(amount) for seat, amount in (parse_seat_amounts(cell) or {}).items()}
    if cell == "?":
        raise malformed("what the score depends on is not in the input (totals)")
    return amount_json(parse_amount(cell) or 0)


def table_of(law: Law, data: Mapping[str, Any], seats: Sequence[Seat]) -> Table:
    """The table of a score or sheet in JSON; a seat or column that is missing has nothing.  Raises OpError."""
    unknown = set(data) - {column.lower() for column in law.columns}
    if unknown:
        raise malformed(f"no column is called {min(unknown)}")
    rows = []
    for seat in seats:
        cells = []
        for column in law.columns:
            values = data.get(column.lower()) or {}
            strangers = set(values) - set(seats)
            if strangers:
                raise malformed(f"{min(strangers)} does not sit at this table")
            cells.append(_cell_text(column, values.get(seat)))
        rows.append((seat, *cells))
    return Table(("Seat", *law.columns), tuple(rows))


def _cell_text(column: str, value: Any) -> str:
    if column in PAIRWISE:
        return seat_amounts_text({seat: amount_of(amount) for seat, amount in (value or {}).items()})
    return amount_text(amount_of(value))


# ---- sheets ------------------------------------------------------------------------------------------------


def opening_sheet(law: Law, data: Mapping[str, Any], seats: Sequence[Seat]) -> Any:
    """The sheet before the first deal: the stakes of the input (``bule``, ``kasa``), else the variant's."""
    record = Record(bule=fraction_of(data.get("bule")), kasa=fraction_of(data.get("kasa")))
    sheet = law.opening_sheet(record, seats)
    if sheet is None:
        record.bule = NO_LIMIT
        sheet = law.opening_sheet(record, seats)
    return sheet


def sheet_of(law: Law, data: Mapping[str, Any], seats: Sequence[Seat]) -> Any:
    """The sheet that ``data`` describes, in the order of ``seats``.  Raises OpError."""
    content = dict(data)
    if law.columns == KASA:
        return _kasa_sheet(law, content, seats)
    entered = content.pop("refe_entered", None)
    sheet = law.sheet_of_table(table_of(law, content, seats), seats)
    if sheet is None:
        raise malformed("this is no sheet of this variant")
    count_refe(sheet, entered)
    return sheet


def count_refe(sheet: Any, entered: Any) -> None:
    """Say how many refe were entered in all: ``entered``, else as many as the most that somebody holds."""
    if hasattr(sheet, "entered"):
        sheet.entered = max(sheet.refe, default=0) if entered is None else int(entered)
        sheet.counted = True


def _kasa_sheet(law: Law, data: Mapping[str, Any], seats: Sequence[Seat]) -> Any:
    """``kasa``: what is left in it; ``deposit`` of each player; ``balance`` of each so far."""
    if set(data) - {"kasa", "deposit", "balance"}:
        raise malformed("a sheet has kasa, deposit and balance")
    record = Record()
    if data.get("deposit") is not None:
        record.kasa = fraction_of(amount_of(data["deposit"]) * len(seats))
    total = Fraction(opening_sheet(law, {}, seats).total) if record.kasa is None else record.kasa
    left = total if data.get("kasa") is None else Fraction(amount_of(data["kasa"]))
    balance = {seat: Fraction(amount_of(amount)) for seat, amount in (data.get("balance") or {}).items()}
    if not balance.keys() <= set(seats) or (balance and sum(balance.values()) != total - left):
        raise malformed("the balances are together what was drawn from the kasa")
    if not balance:
        record.kasa_left = left
        return law.opening_sheet(record, seats)
    # Who drew what and who paid whom makes no difference to what follows: the first seat drew it all.
    rows = tuple(
        (seat, amount_text(total - left if not i else 0),
         amount_text(balance.get(seat, Fraction(0)) - (total - left if not i else 0)))
        for i, seat in enumerate(seats))
    return law.sheet_of_table(Table(("Seat", *KASA), rows), seats, record)


def sheet_json(law: Law, sheet: Any, seats: Sequence[Seat]) -> dict[str, Any]:
    """A sheet as maps of seats, in the order of ``seats``."""
    if law.columns != KASA:
        return score_json(law, sheet, seats)
    result: dict[str, Any] = {"kasa": amount_json(sheet.left),
                              "deposit": amount_json(Fraction(sheet.total) / len(seats))}
    if sheet.kasa is not None:
        result["balance"] = {seat: amount_json(Fraction(sheet.kasa[i] + sheet.pay[i]))
                             for i, seat in enumerate(seats)}
    return result


def score_of(law: Law, data: Mapping[str, Any], seats: Seats) -> Any:
    """The family's score object of a score in JSON.  Raises OpError.

    A deal that wrote nothing, with the amounts added as a ruling would add them.  ``all_pass``: the pool points
    are the reward of an all-pass round.
    """
    content = dict(data)
    content.pop("all_pass_run", None)
    all_pass = bool(content.pop("all_pass", False))
    blank = law.score(Outcome(seats.people, "all-pass", manner="redeal"))
    if hasattr(blank, "all_pass"):
        blank.all_pass = all_pass
    return law.adjusted(blank, table_of(law, content, seats.table), seats.order)
