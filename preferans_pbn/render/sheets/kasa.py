"""The Greek account: what each player drew from the common kasa or paid into it, what he got from the others, and what
is left in the kasa, deal by deal; below it the totals, the deposits and the final account."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from preferans_pbn.record import Seat
from preferans_pbn.render.drawing import BLACK, GREY, PALE, Picture, text_width
from preferans_pbn.render.ink import ELLIPSIS
from preferans_pbn.render.sheets.history import MARGIN, SMALL, SheetHistory, Written, above, below
from preferans_pbn.render.words import Spelling
from preferans_pbn.rules.amounts import amount_text, parse_amount, whole

_SIZE: Final = 13.0
_LINE: Final = 19.0
_NUMBER: Final = 64.0
_AMOUNT: Final = 76.0
_LEFT: Final = 90.0
_HEAD: Final = 50.0
_MOST: Final = 400


def kasa_picture(history: SheetHistory, spelling: Spelling) -> Picture:
    """The ledger."""
    seats = history.round_table
    language = spelling.language
    labels = [language.terms[name] for name in ("deal_column", "sum", "deposit", "share", "Result")]
    first = max(_NUMBER, *(text_width(label, _SIZE, bold=True) + 14 for label in labels))
    heads = [spelling.column("Kasa"), spelling.column("Pay")]
    amount = max(_AMOUNT, *(text_width(head, SMALL) + 12 for head in heads))
    width = first + 2 * amount * len(seats) + _LEFT
    picture = Picture(width + 2 * MARGIN, 0)
    top = above(picture, history)
    ledger = _Ledger(picture, history, spelling, seats, MARGIN, top, first, amount)
    below(picture, history, ledger.draw())
    return picture


class _Ledger:
    def __init__(self, picture: Picture, history: SheetHistory, spelling: Spelling, seats: Sequence[Seat], x: float,
                 y: float, first: float, amount: float) -> None:
        self.picture, self.history, self.spelling = picture, history, spelling
        self.seats = seats
        self.x, self.y = x, y
        self.first, self.amount = first, amount
        self.width = picture.width - 2 * MARGIN

    def draw(self) -> float:
        """Draws it; its lower edge."""
        deals = self.history.deals
        skipped = len(deals) > _MOST
        shown = deals[len(deals) - _MOST:] if skipped else deals
        self._head()
        y = self.y + _HEAD
        total = self.history.kasa[0] if self.history.kasa is not None else ""
        y = self._row(y, "", [""] * (2 * len(self.seats)), total)
        if skipped:
            y = self._row(y, ELLIPSIS, [ELLIPSIS] * (2 * len(self.seats)), ELLIPSIS)
        for deal in shown:
            y = self._row(y, deal.number, self._written(deal), self._left_after(deal))
        self.picture.line(self.x, y + 2, self.x + self.width, y + 2, line=1.4)
        y = self._sums(y)
        self._lines(y)
        return y

    def _head(self) -> None:
        picture, x, y = self.picture, self.x, self.y
        language = self.spelling.language
        for i, seat in enumerate(self.seats):
            left = x + self.first + 2 * self.amount * i
            picture.text(left + self.amount, y + 18, self.history.heading(seat, language), 14, bold=True,
                         anchor="middle", room=2 * self.amount - 10)
            for n, column in enumerate(("Kasa", "Pay")):
                picture.text(left + self.amount * (n + 1) - 6, y + 40, self.spelling.column(column), SMALL,
                             anchor="end", fill=GREY, room=self.amount - 8)
        picture.text(x + 6, y + 40, language.terms["deal_column"], SMALL, fill=GREY, room=self.first - 8)
        picture.text(x + self.width - 6, y + 18, self.spelling.column("Kasa"), 14, bold=True, anchor="end",
                     room=_LEFT - 10)

    def _row(self, y: float, label: str, amounts: Sequence[str], left: str, *, bold: bool = False) -> float:
        base = y + 14
        picture = self.picture
        picture.text(self.x + 6, base, label, _SIZE, bold=bold, room=self.first - 8)
        for i, amount in enumerate(amounts):
            picture.text(self.x + self.first + self.amount * (i + 1) - 6, base, amount, _SIZE, anchor="end", bold=bold,
                         room=self.amount - 8)
        picture.text(self.x + self.width - 6, base, left, _SIZE, anchor="end", bold=bold, room=_LEFT - 8)
        picture.line(self.x, y + _LINE, self.x + self.width, y + _LINE, stroke=PALE, line=0.6)
        return y + _LINE

    def _written(self, deal: Written) -> list[str]:
        """What a deal wrote; nothing where that is not known."""
        rows = deal.written
        if rows is None:
            return ["?"] * (2 * len(self.seats))
        return [_signed(cell) for seat in self.seats for cell in rows.get(seat, ("", ""))]

    def _left_after(self, deal: Written) -> str:
        """What is left in the kasa after a deal."""
        kasa = self.history.kasa
        if kasa is None or deal.sheet is None:
            return ""
        left: Fraction = Fraction(parse_amount(kasa[0]) or 0)
        for row in deal.sheet.values():
            drawn = parse_amount(row[0])
            if drawn is None:
                return ""
            left -= drawn
        return amount_text(whole(left))

    def _sums(self, y: float) -> float:
        """Totals, deposits and the final account."""
        language = self.spelling.language
        last = self.history.deals[-1].sheet if self.history.deals else None
        if last is None:
            return y
        left = self.history.kasa[1] if self.history.kasa is not None else ""
        y = self._row(y + 4, language.terms["sum"], [_signed(cell) for seat in self.seats
                                                    for cell in last.get(seat, ("", ""))], left, bold=True)
        if not self.history.settlement:
            return y
        if self.history.kasa is not None:
            # Each has put in an equal share and gets back an equal share of what is left.
            total, rest = (Fraction(parse_amount(amount) or 0) / len(self.seats) for amount in self.history.kasa)
            for term, amount in (("deposit", amount_text(whole(-total))), ("share", _signed(amount_text(whole(rest))))):
                y = self._row(y, language.terms[term], [amount, ""] * len(self.seats), "")
        self.picture.line(self.x, y + 2, self.x + self.width, y + 2, line=1.4)
        return self._row(y + 4, language.terms["Result"],
                         [text for seat in self.seats for text in ("", self.history.result(seat))], "", bold=True)

    def _lines(self, bottom: float) -> None:
        picture, x, y = self.picture, self.x, self.y
        picture.rect(x, y, self.width, bottom - y, stroke=BLACK, line=1.4)
        picture.line(x, y + _HEAD - 3, x + self.width, y + _HEAD - 3)
        for i in range(len(self.seats) + 1):
            left = x + self.first + 2 * self.amount * i
            picture.line(left, y, left, bottom)


def _signed(amount: str) -> str:
    """An amount with its sign; nothing for zero."""
    if amount in ("0", "-"):
        return ""
    return amount if amount.startswith(("-", "?")) or not amount else f"+{amount}"
