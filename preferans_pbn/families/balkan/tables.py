"""Balkan scores and sheets as tables: Bule, Supe, Refe by seat.

A cell has no blanks: ``-12`` (bule, signed), ``S:20,E:8`` (supe written on S and E), ``1`` (refe), ``-`` for
nothing, ``?`` for what is not known.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from preferans_pbn.families.balkan.sheet import BuleScore, BuleSheet, Supe, add
from preferans_pbn.record import Record, Seat, Table, Where
from preferans_pbn.rules.amounts import amount_text, parse_amount, whole
from preferans_pbn.rules.outcome import Number
from preferans_pbn.rules.seat_amounts import add_seat_amounts, parse_seat_amounts, written
from preferans_pbn.rules.table_rows import RowsOfCells

COLUMNS = ("Bule", "Supe", "Refe")
SHORT_BULE = 2


class BuleTables(RowsOfCells):
    """The table side of the Balkan law."""

    columns: tuple[str, ...] = COLUMNS
    start_bule: Number | None

    def cells(self, score: BuleScore | BuleSheet, seats: Sequence[Seat]) -> dict[Seat, tuple[str, ...]]:
        """One row of cells a seat; ``seats[i]`` is the seat of index i of ``score``.  ``?``: not known."""
        # A sheet that only a Refe tag tells has no supe either.
        refe_only = isinstance(score, BuleSheet) and all(amount is None for amount in score.bule)
        supe = written(score.supe, seats)
        return {
            seat: (_amount_cell(score.bule[i]), "?" if refe_only else supe[i], str(score.refe[i]))
            for i, seat in enumerate(seats)
        }

    def same_cell(self, column: str, claimed: str, actual: str) -> bool | None:
        """Does a written cell say the same as ``actual``?  ``?`` agrees with everything; None: the cell is
        malformed.  Numbers may be written ``-`` for 0."""
        if claimed == actual or claimed == "?":
            return True
        if column == "Supe":
            supe = parse_seat_amounts(claimed)
            return None if supe is None else actual == "?" or supe == parse_seat_amounts(actual)
        amount = _parse_cell(claimed)
        if amount is None:
            return None
        return actual == "?" or amount == parse_amount(actual)

    def add_cells(self, column: str, cell: str, added: str) -> str:
        """``cell`` with an adjustment (a ruling's AdjustTable) added; an unreadable adjustment adds nothing."""
        if column == "Supe":
            return add_seat_amounts(cell, added)
        if "?" in (cell, added):
            return "?"
        return amount_text(whole((parse_amount(cell) or 0) + (_parse_cell(added) or 0)))

    def adjusted(self, score: BuleScore, adjustment: Table | None, seats: Sequence[Seat]) -> BuleScore:
        """``score`` with a ruling's AdjustTable added, for the sheet; ``seats[i]`` is the seat of index i."""
        if adjustment is None:
            return score
        written = {row[0] for row in adjustment.rows}
        nothing = tuple((seat, *("-" for _ in COLUMNS)) for seat in seats if seat not in written)
        added = self.sheet_of_table(Table(adjustment.columns, adjustment.rows + nothing), seats)
        if added is None:
            return score
        supe = dict(score.supe)
        for pair, amount in added.supe.items():
            supe[pair] = whole(supe.get(pair, 0) + amount)
        return BuleScore([_sum(old, new) for old, new in zip(score.bule, added.bule, strict=True)], supe,
                         [old + new for old, new in zip(score.refe, added.refe, strict=True)])

    # --- the running sheet ------------------------------------------------------------------------------
    def opening_sheet(self, record: Record, seats: Sequence[Seat]) -> BuleSheet | None:
        """The sheet before the first deal: each player's start bule, by the Bule tag or the variant's, and the
        refe of a Refe tag, if there is one.  None where neither says the bule."""
        start = whole(record.bule) if record.bule is not None else self.start_bule
        if start is None:
            return None
        sheet = BuleSheet.opening(len(seats), start)
        if record.refe is None:
            return sheet
        sheet = BuleSheet.of(sheet.bule, {}, [record.refe.get(seat, 0) for seat in seats])
        sheet.start = start
        return sheet

    def name_stakes(self, record: Record, short: bool) -> None:
        """The bule that each player starts with."""
        if self.start_bule is not None:
            record.bule = Fraction(SHORT_BULE if short else self.start_bule)

    def sheet_of_state(self, record: Record, seats: Sequence[Seat]) -> BuleSheet | None:
        """The sheet as far as a Refe tag tells it: the refe, not the bule and supe."""
        if record.refe is None:
            return None
        return BuleSheet.of([None] * len(seats), {}, [record.refe.get(seat, 0) for seat in seats])

    def wrong_state(self, record: Record, sheet: BuleSheet, seats: Sequence[Seat]) -> list[tuple[Where, str, str]]:
        """Where a Refe tag does not say what ``sheet`` has (a seat that is left out has none), and where the start
        bule are no longer those of the session's first record."""
        wrong = []
        if record.bule is not None and sheet.start is not None and record.bule != sheet.start:
            wrong.append((Where("Bule"), amount_text(whole(record.bule)), amount_text(sheet.start)))
        claimed = record.refe
        if claimed is None:
            return wrong
        for i, seat in enumerate(seats):
            if claimed.get(seat, 0) != sheet.refe[i]:
                where = Where("Refe", seat) if seat in claimed else Where("Refe")
                wrong.append((where, f"{seat}:{claimed.get(seat, 0)}", f"{seat}:{sheet.refe[i]}"))
        return wrong

    def standing(self, sheet: BuleSheet, places: Sequence[int]) -> BuleSheet:
        """``sheet`` in playing order: entry i is that of place ``places[i]``."""
        back = {place: i for i, place in enumerate(places)}
        supe: Supe = {(back[by], back[on]): amount for (by, on), amount in sheet.supe.items()}
        return BuleSheet([sheet.bule[place] for place in places], supe, [sheet.refe[place] for place in places],
                         sheet.entered, sheet.counted, sheet.start)

    def sheet_of_table(self, table: Table, seats: Sequence[Seat], record: Record | None = None) -> BuleSheet | None:
        """The sheet that a table describes, or None if a cell is unknown, malformed or missing."""
        if table.columns != ("Seat", *COLUMNS):
            return None
        rows = {row[0]: row[1:] for row in table.rows}
        bule: list[Number | None] = []
        refe: list[int] = []
        supe: Supe = {}
        for i, seat in enumerate(seats):
            cells = rows.get(seat)
            if cells is None or len(cells) != len(COLUMNS):
                return None
            amount, on, held = _parse_cell(cells[0]), parse_seat_amounts(cells[1]), _parse_cell(cells[2])
            if amount is None or on is None or not isinstance(held, int) or not on.keys() <= set(seats):
                return None
            bule.append(amount)
            refe.append(held)
            supe.update({(i, list(seats).index(other)): written for other, written in on.items()})
        return BuleSheet.of(bule, supe, refe)

    def add_to_sheet(self, sheet: BuleSheet, score: BuleScore, places: Sequence[int],
                     target: Number | None) -> tuple[BuleSheet, bool]:
        """``sheet`` after a deal, and whether the game is over.  ``places[i]`` is the place in the sheet of
        the player with index i in ``score``."""
        size = len(places)
        bule: list[Number | None] = [0] * size
        refe = [0] * size
        for i, place in enumerate(places):
            bule[place] = score.bule[i]
            refe[place] = score.refe[i]
        supe = {(places[by], places[on]): amount for (by, on), amount in score.supe.items()}
        return add(sheet, BuleScore(bule, supe, refe))

    def target(self, target: Fraction | None) -> Number | None:
        """Nothing is played to: the game ends when the bule are gone."""
        return None


def _sum(one: Number | None, other: Number | None) -> Number | None:
    return None if one is None or other is None else whole(one + other)


def _amount_cell(amount: Number | None) -> str:
    return "?" if amount is None else amount_text(amount)


def _parse_cell(cell: str) -> Number | None:
    return 0 if cell == "-" else parse_amount(cell)
