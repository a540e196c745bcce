"""A deal as a picture: the hands round the table, the talon in the middle; below it auction, contract, tricks, score.

Drawn on white in dark colours, so that it prints; pips are shapes and need no font.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from preferans_pbn.cards import CARD_NAMES, RANKS, SUITS, Hand
from preferans_pbn.record import SEATS, Seat
from preferans_pbn.render.deal import DealText, Shown
from preferans_pbn.render.drawing import BLACK, GREY, PALE, Picture, fitted, lines_of, text_width
from preferans_pbn.render.ink import plain, visible
from preferans_pbn.render.pips import COLOURS, SIGN, suit_of
from preferans_pbn.render.sheet import written_text
from preferans_pbn.render.turns import trick_rows
from preferans_pbn.render.words import ENGLISH, Spelling

WIDTH: Final = 760.0
_MARGIN: Final = 18.0
_HAND: Final = 205.0
_LINE: Final = 21.0
_CARD: Final = 15.0
_TEXT: Final = 12.5
_ROW: Final = 18.0
_LEFT: Final = 392.0
"""How wide the column of auction and contract is; the tricks stand beside it."""
_HEADINGS: Final = ("auction", "contract", "discard", "defence", "tricks", "result", "ruling", "score", "sheet",
                    "settlement")


def deal_picture(shown: Shown, spelling: Spelling = ENGLISH) -> Picture:
    """The picture of a deal."""
    return _Diagram(shown, spelling).drawn()


class _Diagram:
    def __init__(self, shown: Shown, spelling: Spelling) -> None:
        self.shown = shown
        self.record = shown.record
        self.text = DealText(shown, spelling)
        self.spelling = spelling
        self.terms = spelling.language.terms
        self.picture = Picture(WIDTH, 0)
        self.heading = min(118.0, max(text_width(self.terms[term], _TEXT) for term in _HEADINGS) + 10)

    def drawn(self) -> Picture:
        """The picture."""
        y = self._head()
        y = self._table(y)
        y = max(self._words(y), self._tricks(y))
        y = self._score(y)
        self.picture.height = y + _MARGIN
        return self.picture

    # --- text with pips -------------------------------------------------------------------------------
    def _write(self, x: float, y: float, text: str, size: float, *, room: float, bold: bool = False,
               fill: str = BLACK) -> float:
        """Text in which suits are shapes; where it ends."""
        shown = visible(text)
        if _width(shown, size, bold) > room:
            while shown and _width(f"{shown}…", size, bold) > room:
                shown = shown[:-1]
            shown += "…"
        for part in SIGN.split(shown):
            if SIGN.fullmatch(part):
                self._pip(x, y, suit_of(part), size)
            elif part.strip():
                lead = len(part) - len(part.lstrip())
                self.picture.text(x + lead * 0.4 * size, y, part.strip(), size, bold=bold, fill=fill)
            x += _width(part, size, bold)
        return x

    def _pip(self, x: float, y: float, suit: str, size: float) -> None:
        name = f"{'g' if self.spelling.german else 'f'}{suit}"
        self.picture.use(name, x, y - size * 0.82, size * 0.95, COLOURS[suit])

    # --- head, hands ----------------------------------------------------------------------------------
    def _head(self) -> float:
        title, *rest = (plain(line) for line in self.text.head())
        y = _MARGIN
        for text, size, bold, colour in ((title, 15.0, True, BLACK), (" ".join(rest).replace("  ", " · "), 11.0, False,
                                                                      GREY)):
            for line in lines_of(text, WIDTH - 2 * _MARGIN, size * (1.1 if bold else 1)):
                y += size * 1.3
                self.picture.text(_MARGIN, y, line, size, bold=bold, fill=colour, room=WIDTH - 2 * _MARGIN)
        return y + 10

    def _table(self, y: float) -> float:
        record = self.record
        hands = record.position if record.position is not None else record.deal
        if hands is None and record.dealer is None and not record.players:
            return y
        hands = hands or {}
        seats = [seat for seat in SEATS if seat in hands or seat in record.players or seat in self.text.order]
        middle = (WIDTH - _HAND) / 2
        block = {seat: self._height(seat, hands) for seat in seats}
        if "N" in block:
            self._hand("N", hands, middle, y)
            y += block["N"] + 8
        height = max(block.get("W", 0), block.get("E", 0), 84)
        if "W" in block:
            self._hand("W", hands, _MARGIN, y + (height - block["W"]) / 2)
        if "E" in block:
            self._hand("E", hands, WIDTH - _HAND - _MARGIN + 8, y + (height - block["E"]) / 2)
        self._talon(WIDTH / 2, y + height / 2)
        y += height + 8
        if "S" in block:
            self._hand("S", hands, middle, y)
            y += block["S"]
        return y + 12

    def _height(self, seat: Seat, hands: object) -> float:
        known = isinstance(hands, dict) and seat in hands
        return _LINE * (1 if not known else 2 if hands[seat] is None else 5) if isinstance(hands, dict) else _LINE

    def _hand(self, seat: Seat, hands: dict[Seat, Hand | None], x: float, y: float) -> None:
        base = y + 14
        note = self.text.duty(seat, hands)
        room = _HAND - 4
        taken = text_width(f" ({note})", 11) if note else 0
        name = fitted(visible(self._heading(seat)), max(room - taken, 60), 14, bold=True)
        self.picture.text(x, base, name, 14, bold=True)
        if note:
            self.picture.text(x + text_width(name, 14, bold=True) + 4, base, f"({note})", 11, fill=GREY,
                              room=max(40, WIDTH - x - text_width(name, 14, bold=True) - 8))
        if seat not in hands:
            return
        hand = hands[seat]
        if hand is None:
            self.picture.text(x, base + _LINE, self.terms["unknown"], _TEXT, fill=GREY)
            return
        for i, suit in enumerate(SUITS):
            base += _LINE
            self._pip(x, base, suit, _CARD)
            ranks = hand >> (8 * i) & 0xFF
            held = [self.spelling.rank(RANKS[rank]) for rank in range(7, -1, -1) if ranks >> rank & 1]
            self.picture.text(x + 22, base, " ".join(held) or "—", _CARD, fill=BLACK if held else GREY,
                              room=_HAND - 22)

    def _heading(self, seat: Seat) -> str:
        letter = self.spelling.language.seats[seat]
        return f"{letter} {self.record.players.get(seat, '')}".rstrip()

    def _talon(self, x: float, y: float) -> None:
        """The table with the talon on it."""
        width, height = 132.0, 76.0
        self.picture.rect(x - width / 2, y - height / 2, width, height, stroke=PALE, line=1.2, corner=8)
        talon = self.record.talon
        if talon is None:
            return
        self.picture.text(x, y - 14, self.terms["talon"], 11, anchor="middle", fill=GREY, room=width - 12)
        for i, card in enumerate(talon):
            left = x - 54 + 56 * i
            self.picture.rect(left, y - 6, 50, 32, stroke=PALE, corner=4)
            if card < 0:
                self.picture.text(left + 25, y + 15, "?", _CARD, anchor="middle")
                continue
            name = CARD_NAMES[card]
            self._pip(left + 6, y + 15.5, name[0], _CARD)
            self.picture.text(left + 24, y + 15.5, self.spelling.rank(name[1]), _CARD)

    # --- auction, contract ------------------------------------------------------------------------------
    def _words(self, y: float) -> float:
        heads, rows = self.text.auction_table()
        room = _LEFT - self.heading
        if heads:
            y += _ROW
            self._heading_at(y, self.terms["auction"])
            width = room / len(heads)
            for i, head in enumerate(heads):
                self.picture.text(_MARGIN + self.heading + width * i, y, head, _TEXT, bold=True, room=width - 8)
            for row in rows:
                y += _ROW
                for i, call in enumerate(row):
                    self._write(_MARGIN + self.heading + width * i, y, call, _TEXT, room=width - 8)
            y += 6
        for heading, text in self.text.facts():
            lines = lines_of(text, room - 10, _TEXT) if text else [""]
            for i, line in enumerate(lines):
                y += _ROW
                if heading and not i:
                    self._heading_at(y, heading)
                self._write(_MARGIN + self.heading, y, line, _TEXT, room=room)
        return y + 8

    def _heading_at(self, y: float, text: str) -> None:
        self.picture.text(_MARGIN, y, text, _TEXT, fill=GREY, room=self.heading - 6)

    # --- tricks, score ----------------------------------------------------------------------------------
    def _tricks(self, y: float) -> float:
        record, play = self.record, self.record.play
        if play is None or not play.tricks:
            return y
        rows = trick_rows(record, play, self.shown.replayed, self.shown.rules, self.text.order)
        seats = [seat for seat in self.text.order if any(seat in row.cards for row in rows)]
        with_talon = any(row.talon is not None for row in rows)
        left = _MARGIN + _LEFT + 14
        columns = ([self.terms["talon"]] if with_talon else []) + [self._heading(seat) for seat in seats]
        width = min(92.0, (WIDTH - _MARGIN - left - 26) / max(1, len(columns)))
        y += _ROW
        for i, name in enumerate(columns):
            self.picture.text(left + 26 + width * i, y, name, _TEXT, bold=True, room=width - 8)
        for number, row in enumerate(rows, 1):
            y += _ROW
            self.picture.text(left + 12, y, str(number), _TEXT, anchor="end", fill=GREY)
            cards = [(row.talon, not row.leader)] if with_talon else []
            x = left + 26
            if with_talon:
                self._card(x, y, row.talon, bool(row.winner) and row.winner not in row.cards, row.talon is not None)
            x += width * len(cards)
            for i, seat in enumerate(seats):
                card = row.cards.get(seat)
                leads = seat == row.leader and row.talon is None
                self._card(x + width * i, y, None if card is None else card[0], seat == row.winner, leads)
        return y + 8

    def _card(self, x: float, y: float, card: int | None, won: bool, leads: bool) -> None:
        """A played card; a dot before the one that leads, a frame round the one that takes the trick."""
        if card is None:
            return
        if leads:
            self.picture.circle(x - 6, y - 4.5, 2, fill=GREY, stroke="none")
        if won:
            self.picture.rect(x - 2, y - 13, 40, 17, stroke=BLACK, line=1.1, corner=3)
        if card < 0:
            self.picture.text(x + 4, y, "?", _TEXT)
            return
        name = CARD_NAMES[card]
        self._pip(x + 1, y, name[0], _TEXT)
        self.picture.text(x + 16, y, self.spelling.rank(name[1]), _TEXT, bold=won)

    def _score(self, y: float) -> float:
        for heading, text in self._scores():
            for i, line in enumerate(lines_of(text, WIDTH - 2 * _MARGIN - self.heading, _TEXT)):
                y += _ROW
                if not i:
                    self._heading_at(y, heading)
                self.picture.text(_MARGIN + self.heading, y, line, _TEXT, room=WIDTH - 2 * _MARGIN - self.heading)
        return y

    def _scores(self) -> Iterator[tuple[str, str]]:
        """Score, sheet and settlement in words."""
        shown, terms = self.shown, self.terms
        columns: Sequence[str] = shown.columns
        score, claimed = shown.score, False
        table = self.record.score_table
        if not score and table is not None:
            score, columns, claimed = {row[0]: row[1:] for row in table.rows}, table.columns[1:], True
        if score:
            said = written_text(columns, score, self.spelling)
            yield terms["score"], f"{said} ({terms['claimed']})" if claimed else said
        if shown.sheet:
            yield terms["sheet"], written_text(shown.columns, shown.sheet, self.spelling)
        if shown.settlement:
            seats = self.spelling.language.seats
            yield terms["settlement"], ", ".join(f"{seats[seat]} {shown.settlement[seat]}" for seat in SEATS
                                                 if seat in shown.settlement)


def _width(text: str, size: float, bold: bool = False) -> float:
    return sum(size * 1.05 if SIGN.fullmatch(part) else text_width(part, size, bold=bold)
               for part in SIGN.split(text))
