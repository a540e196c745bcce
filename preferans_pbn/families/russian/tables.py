"""Russian scores and sheets as tables: Pool, Dump, Whists by seat.

A cell has no blanks: ``12``, ``184/3``, ``S:8,E:4`` (whists written on S and E, in the order S W N E),
``-`` for nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from preferans_pbn.families.russian.scoring import PoolScore, ScoringLaw
from preferans_pbn.families.russian.settlement import settle
from preferans_pbn.families.russian.sheet import PoolSheet, add
from preferans_pbn.record import Record, Seat, Table, Where
from preferans_pbn.rules.amounts import amount_text, parse_amount, whole
from preferans_pbn.rules.outcome import Number
from preferans_pbn.rules.seat_amounts import add_seat_amounts, parse_seat_amounts, written

COLUMNS = ("Pool", "Dump", "Whists")


class PoolTables:
    """The table side of the Russian law."""

    columns: tuple[str, ...] = COLUMNS
    rules: Mapping[str, Any]

    @property
    def scoring(self) -> ScoringLaw:
        """The scoring rules, which the law that has these tables compiles."""
        raise NotImplementedError

    def cells(self, score: PoolScore | PoolSheet, seats: Sequence[Seat]) -> dict[Seat, tuple[str, ...]]:
        """One row of cells a seat; ``seats[i]`` is the seat of index i of ``score``."""
        pool, dump, whists = score.pool, score.dump, written(score.whists, seats)
        dummy = score.dummy if isinstance(score, PoolScore) else -1
        return {
            seat: (amount_text(pool[i]), amount_text(dump[i]), whists[i])
            for i, seat in enumerate(seats) if i != dummy
        }

    def same_cell(self, column: str, claimed: str, actual: str) -> bool | None:
        """Does a written cell say the same as ``actual``?  ``?`` agrees with everything; None: the cell is
        malformed.  Numbers may be written ``-`` for 0."""
        if claimed == actual or claimed == "?":
            return True
        if column == "Whists":
            whists = parse_seat_amounts(claimed)
            return None if whists is None else whists == parse_seat_amounts(actual)
        amount = 0 if claimed == "-" else parse_amount(claimed)
        return None if amount is None else amount == parse_amount(actual)

    def add_cells(self, column: str, cell: str, added: str) -> str:
        """``cell`` with an adjustment (a ruling's AdjustTable) added; an unreadable adjustment adds nothing."""
        if column == "Whists":
            return add_seat_amounts(cell, added)
        amount = 0 if added == "-" else parse_amount(added) or 0
        return amount_text(whole((parse_amount(cell) or 0) + amount))

    def adjusted(self, score: PoolScore, adjustment: Table | None, seats: Sequence[Seat]) -> PoolScore:
        """``score`` with a ruling's AdjustTable added, for the sheet; ``seats[i]`` is the seat of index i."""
        if adjustment is None or adjustment.columns[1:] != COLUMNS:
            return score
        pool, dump, whists = score.pool.copy(), score.dump.copy(), dict(score.whists)
        index = {seat: i for i, seat in enumerate(seats)}
        for row in adjustment.rows:
            player = index.get(row[0])
            if player is None or len(row) != len(COLUMNS) + 1:
                continue
            pool[player] = whole(pool[player] + (parse_amount(row[1]) or 0))
            dump[player] = whole(dump[player] + (parse_amount(row[2]) or 0))
            for seat, amount in (parse_seat_amounts(row[3]) or {}).items():
                if seat in index:
                    pair = (player, index[seat])
                    whists[pair] = whole(whists.get(pair, 0) + amount)
        return PoolScore(pool, dump, whists, score.all_pass, score.dummy)

    # --- the running sheet -----------------------------------------------------------------------------
    def opening_sheet(self, record: Record, seats: Sequence[Seat]) -> PoolSheet:
        """The sheet before the first deal: nothing is written."""
        return PoolSheet.empty(len(seats))

    def name_stakes(self, record: Record, short: bool) -> None:
        """The pool that is played to: the variant's own, or for a ``short`` game a fifth of it, at least 4."""
        target = self.target(None)
        if target is not None:
            record.target = Fraction(max(4, target // 5) if short else target)

    def sheet_of_state(self, record: Record, seats: Sequence[Seat]) -> PoolSheet | None:
        """State tags of this family say nothing of the sheet; its OpeningSheetTable does."""
        return None

    def wrong_state(self, record: Record, sheet: PoolSheet, seats: Sequence[Seat]) -> list[tuple[Where, str, str]]:
        """There is nothing to compare."""
        return []

    def standing(self, sheet: PoolSheet, places: Sequence[int]) -> PoolSheet:
        """``sheet`` in playing order: entry i is that of place ``places[i]``; a dummy, place -1, has nothing."""
        back = {place: i for i, place in enumerate(places)}
        whists = {(back[by], back[on]): amount for (by, on), amount in sheet.whists.items()}
        return PoolSheet([sheet.pool[place] if place >= 0 else 0 for place in places],
                         [sheet.dump[place] if place >= 0 else 0 for place in places], whists)

    def sheet_of_table(self, table: Table, seats: Sequence[Seat], record: Record | None = None) -> PoolSheet | None:
        """The sheet that a table describes, or None if a cell is unknown, malformed or missing."""
        if table.columns != ("Seat", *COLUMNS):
            return None
        rows = {row[0]: row[1:] for row in table.rows}
        pool: list[Number] = []
        dump: list[Number] = []
        whists: dict[tuple[int, int], Number] = {}
        for i, seat in enumerate(seats):
            cells = rows.get(seat)
            if cells is None or len(cells) != len(COLUMNS):
                return None
            amounts = [0 if cell == "-" else parse_amount(cell) for cell in cells[:2]]
            on = parse_seat_amounts(cells[2])
            if amounts[0] is None or amounts[1] is None or on is None or not on.keys() <= set(seats):
                return None
            pool.append(amounts[0])
            dump.append(amounts[1])
            whists.update({(i, seats.index(other)): amount for other, amount in on.items()})
        return PoolSheet(pool, dump, whists)

    def add_to_sheet(self, sheet: PoolSheet, score: PoolScore, places: Sequence[int],
                     target: Number | None) -> tuple[PoolSheet, bool]:
        """``sheet`` after a deal, and whether the game is over.  ``places[i]`` is the place in the sheet of
        the player with index i in ``score``, -1 that of a dummy."""
        size = len(sheet.pool)
        pool: list[Number] = [0] * size
        dump: list[Number] = [0] * size
        for i, place in enumerate(places):
            if place >= 0:
                pool[place] = score.pool[i]
                dump[place] = score.dump[i]
        whists = {(places[i], places[j]): amount for (i, j), amount in score.whists.items()}
        step = add(self.scoring, sheet, PoolScore(pool, dump, whists, score.all_pass), target)
        return step.sheet, step.ended

    def settle(self, sheet: PoolSheet) -> list[Number]:
        """The settlement in whists (or the variant's unit), one amount a player; they sum to zero."""
        return settle(self.scoring, sheet)

    def target(self, target: Fraction | None) -> Number | None:
        """The pool that is played to: the record's, else the variant's."""
        if target is not None:
            return whole(target)
        own: int | str = self.rules.get("target", "none")
        return None if isinstance(own, str) else own
