"""Greek scores and sheets as tables: Kasa and Pay by seat, in kapikia."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from preferans_pbn.families.greek.scoring import KasaScore
from preferans_pbn.families.greek.sheet import KasaSheet
from preferans_pbn.record import Record, Seat, Table, Where
from preferans_pbn.rules.amounts import amount_text, parse_amount, whole
from preferans_pbn.rules.outcome import Number
from preferans_pbn.rules.table_rows import RowsOfCells

COLUMNS = ("Kasa", "Pay")
SHORT_KASA = 90
"""Three times 30: soon drawn out."""


class KasaTables(RowsOfCells):
    """The table side of the Greek law."""

    columns = COLUMNS
    kasa: int
    """The whole common kasa at the start, unless a record names another."""
    rounding: str

    def cells(self, score: KasaScore | KasaSheet, seats: Sequence[Seat]) -> dict[Seat, tuple[str, ...]]:
        """One row of cells a seat; ``seats[i]`` is the seat of index i.  ``?``: not known."""
        kasa, pay = score.kasa, score.pay
        if kasa is None or pay is None:
            return dict.fromkeys(seats, ("?", "?"))
        return {seat: (amount_text(kasa[i]), amount_text(pay[i])) for i, seat in enumerate(seats)}

    def same_cell(self, column: str, claimed: str, actual: str) -> bool | None:
        """Does a written cell say the same as ``actual``?  ``?`` agrees with everything, ``-`` is 0; None: the
        cell is malformed."""
        if claimed == actual or claimed == "?":
            return True
        amount = 0 if claimed == "-" else parse_amount(claimed)
        if amount is None:
            return None
        return actual == "?" or amount == parse_amount(actual)

    def add_cells(self, column: str, cell: str, added: str) -> str:
        """``cell`` with an adjustment added; an unreadable adjustment adds nothing."""
        amount = 0 if added == "-" else parse_amount(added) or 0
        standing = parse_amount(cell)
        return cell if standing is None else amount_text(whole(standing + amount))

    def adjusted(self, score: KasaScore, adjustment: Table | None, seats: Sequence[Seat]) -> KasaScore:
        """``score`` with a ruling's AdjustTable added."""
        if adjustment is None or adjustment.columns != ("Seat", *COLUMNS):
            return score
        changed = KasaScore(score.kasa.copy(), score.pay.copy())
        for seat, *cells in adjustment.rows:
            if seat in seats and len(cells) == len(COLUMNS):
                player = seats.index(seat)
                for amounts, cell in zip((changed.kasa, changed.pay), cells, strict=True):
                    amounts[player] = whole(amounts[player] + (parse_amount(cell) or 0))
        return changed

    # --- the running sheet --------------------------------------------------------------------------
    def _total(self, record: Record | None) -> Number:
        named = record.kasa if record is not None else None
        return self.kasa if named is None else whole(named)

    def opening_sheet(self, record: Record, seats: Sequence[Seat]) -> KasaSheet:
        """The sheet before the first deal: the kasa is full, unless KasaLeft says what is left of it."""
        total = self._total(record)
        left = record.kasa_left
        if left is not None and left != total:
            return KasaSheet(total, whole(left), None, None)
        return KasaSheet.empty(len(seats), total)

    def name_stakes(self, record: Record, short: bool) -> None:
        """The whole common kasa."""
        record.kasa = Fraction(SHORT_KASA if short else self.kasa)

    def sheet_of_state(self, record: Record, seats: Sequence[Seat]) -> KasaSheet | None:
        """What KasaLeft says: the rest of the kasa, not who drew it."""
        left = record.kasa_left
        return None if left is None else KasaSheet(self._total(record), whole(left), None, None)

    def wrong_state(self, record: Record, sheet: KasaSheet, seats: Sequence[Seat]) -> list[tuple[Where, str, str]]:
        """Kasa and KasaLeft are claims where the deals before are known."""
        claims = (("Kasa", record.kasa, sheet.total), ("KasaLeft", record.kasa_left, sheet.left))
        return [(Where(tag), amount_text(whole(claimed)), amount_text(actual))
                for tag, claimed, actual in claims if claimed is not None and claimed != actual]

    def standing(self, sheet: KasaSheet, places: Sequence[int]) -> KasaSheet:
        """``sheet`` in playing order."""
        return sheet.turned(places)

    def sheet_of_table(self, table: Table, seats: Sequence[Seat], record: Record | None = None) -> KasaSheet | None:
        """The sheet that a table describes, or None if a cell is unknown, malformed or missing."""
        if table.columns != ("Seat", *COLUMNS):
            return None
        rows = {row[0]: row[1:] for row in table.rows}
        amounts: list[list[Number]] = [[], []]
        for seat in seats:
            cells = rows.get(seat, ())
            if len(cells) != len(COLUMNS):
                return None
            for column, cell in zip(amounts, cells, strict=True):
                amount = 0 if cell == "-" else parse_amount(cell)
                if amount is None:
                    return None
                column.append(amount)
        kasa, pay = amounts
        total = self._total(record)
        return KasaSheet(total, whole(total - sum(kasa)), kasa, pay)

    def add_to_sheet(self, sheet: KasaSheet, score: KasaScore, places: Sequence[int],
                     target: Number | None) -> tuple[KasaSheet, bool]:
        """``sheet`` after a deal, and whether the kasa is exhausted.  ``places[i]`` is the place in the sheet of
        the player with index i in ``score``."""
        order = sorted(range(len(places)), key=places.__getitem__)
        after = sheet.added([score.kasa[i] for i in order], [score.pay[i] for i in order])
        return after, after.exhausted

    def settle(self, sheet: KasaSheet) -> list[Number]:
        """The final accounts in kapikia, one a player; they sum to zero.  Empty where they cannot be told."""
        return sheet.final(self.rounding)

    def target(self, target: Fraction | None) -> Any:
        """There is no pool to fill: the kasa ends the game."""
        return None
