"""Russian scores and sheets as tables: Pool, Dump, Whists by seat.

A cell has no blanks: ``12``, ``184/3``, ``S:8,E:4`` (whists written on S and E, in the order S W N E),
``-`` for nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

from preferans_pbn.families.russian.scoring import PoolScore, ScoringLaw
from preferans_pbn.families.russian.settlement import settle
from preferans_pbn.families.russian.sheet import PoolSheet, add
from preferans_pbn.record import SEATS, Record, Seat, Table, Where
from preferans_pbn.rules.amounts import amount_text, parse_amount, whole
from preferans_pbn.rules.outcome import Number
from preferans_pbn.rules.seat_amounts import add_seat_amounts, parse_seat_amounts
from preferans_pbn.rules.table_rows import Rows

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
        by_seat = {row[0]: row[1:] for row in self.rows(score, tuple(seats))}
        return {seat: by_seat[seat] for seat in seats if seat in by_seat}

    def rows(self, score: PoolScore | PoolSheet, seats: tuple[Seat, ...]) -> Rows:
        """`cells` as the rows of a table, in the order S W N E."""
        if isinstance(score, PoolSheet):
            return _rows(score, seats)
        rows = score.shown.get(seats)
        if rows is None:
            rows = tuple([row for row in _rows(score, seats) if seats.index(row[0]) != score.dummy])
            score.shown[seats] = rows
        return rows

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

    def standing(self, sheet: PoolSheet, places: Sequence[int]) -> None:
        """No score depends on the sheet before the deal; what is written of it may
        (`preferans_pbn.families.russian.sheet`)."""
        return

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
        placed = score.placed.get(places)
        if placed is None:
            placed = score.placed[places] = _placed(score, places, len(sheet.pool))
        return add(self.scoring, sheet, placed, target)

    def settle(self, sheet: PoolSheet) -> list[Number]:
        """The settlement in whists (or the variant's unit), one amount a player; they sum to zero."""
        return settle(self.scoring, sheet)

    def target(self, target: Fraction | None) -> Number | None:
        """The pool that is played to: the record's, else the variant's."""
        if target is not None:
            return whole(target)
        own: int | str = self.rules.get("target", "none")
        return None if isinstance(own, str) else own


def _placed(score: PoolScore, places: Sequence[int], size: int) -> PoolScore:
    """``score`` in the order of a sheet with ``size`` places."""
    pool: list[Number] = [0] * size
    dump: list[Number] = [0] * size
    for i, place in enumerate(places):
        if place >= 0:
            pool[place] = score.pool[i]
            dump[place] = score.dump[i]
    whists = {(places[i], places[j]): amount for (i, j), amount in score.whists.items()}
    return PoolScore(pool, dump, whists, score.all_pass)


def _rows(amounts: PoolScore | PoolSheet, seats: tuple[Seat, ...]) -> Rows:
    pool, dump, whists = amounts.pool, amounts.dump, amounts.whists
    rows = []
    for seat, i, others in _order(seats):
        cell = "-"
        for pair, on in others:
            amount = whists.get(pair)
            if amount:
                # A Fraction is written p or p/q in lowest terms, here as by `amount_text`.
                cell = f"{on}{amount}" if cell == "-" else f"{cell},{on}{amount}"
        rows.append((seat, str(pool[i]), str(dump[i]), cell))
    return tuple(rows)


@lru_cache(maxsize=128)
def _order(seats: tuple[Seat, ...]) -> tuple[tuple[Seat, int, tuple[tuple[tuple[int, int], str], ...]], ...]:
    """For each seat in the order S W N E its index, and the pairs of its whists with the seat that they are on."""
    order = [(seat, seats.index(seat)) for seat in SEATS if seat in seats]
    return tuple(
        (seat, i, tuple(((i, j), f"{on}:") for on, j in order if j != i)) for seat, i in order
    )
