"""A deal as Markdown: tables for hands, auction, tricks and score, readable as plain text too.

What somebody wrote into the record is text: characters that Markdown or HTML would take for markup are escaped.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from preferans_pbn.cards import CARD_NAMES, RANKS, SUITS, Hand
from preferans_pbn.record import SEATS, Mark, Seat
from preferans_pbn.render.deal import DealText, Shown
from preferans_pbn.render.ink import plain, visible
from preferans_pbn.render.sheet import cell_text
from preferans_pbn.render.turns import Row, trick_rows
from preferans_pbn.render.words import ENGLISH, Spelling

_SPECIAL: Final = re.compile(r"([\\`*_\[\]#|~$>])")
_AT_START: Final = re.compile(r"^([-+]|\d{1,9}(?=[.)]))")


def markdown_lines(shown: Shown, spelling: Spelling = ENGLISH) -> Iterator[str]:
    """The deal, line by line."""
    yield from _Page(shown, spelling).lines()


def escaped(text: str) -> str:
    """``text`` on one line, so that Markdown shows it as it is."""
    shown = visible(" ".join(text.split())).replace("&", "&amp;").replace("<", "&lt;")
    shown = _SPECIAL.sub(r"\\\1", shown)
    return _AT_START.sub(lambda found: f"\\{found[0]}" if found[0] in "-+" else f"{found[0]}\\", shown)


class _Page:
    def __init__(self, shown: Shown, spelling: Spelling) -> None:
        self.shown = shown
        self.record = shown.record
        self.spelling = spelling
        self.terms = spelling.language.terms
        self.text = DealText(shown, spelling)

    def lines(self) -> Iterator[str]:
        title, *rest = (plain(line) for line in self.text.head())
        yield f"## {escaped(title.replace('  ', ', ', 1))}"
        if rest:
            yield ""
            yield escaped(" ".join(rest).replace("  ", ", "))
        for part in (self._remarks(), self._hands(), self._auction(), self._facts(), self._tricks(), self._scores()):
            lines = list(part)
            if lines:
                yield ""
                yield from lines

    def _remarks(self) -> Iterator[str]:
        """Comments, one a line."""
        for i, comment in enumerate(one for one in self.record.comments if one.text.strip()):
            if i:
                yield ">"
            yield f"> {escaped(comment.text)}"

    def _hands(self) -> Iterator[str]:
        record = self.record
        hands = record.position if record.position is not None else record.deal or {}
        seats = [seat for seat in SEATS if seat in hands or seat in record.players or seat in self.text.order]
        if not hands and record.dealer is None and not record.players:
            return
        heads = []
        for seat in seats:
            duty = self.text.duty(seat, hands)
            heads.append(escaped(self._name(seat)) + (f" ({escaped(duty)})" if duty else ""))
        yield from _table(["", *heads], [[self.spelling.suit(suit), *(
            self._holding(i, seat, hands) for seat in seats)] for i, suit in enumerate(SUITS)] if hands else [])
        if record.talon is not None:
            yield ""
            yield f"**{self.terms['talon']}:** " + " ".join(map(self._card, record.talon))

    def _holding(self, suit: int, seat: Seat, hands: dict[Seat, Hand | None]) -> str:
        if seat not in hands:
            return ""
        hand = hands[seat]
        if hand is None:
            return "?"
        ranks = hand >> (8 * suit) & 0xFF
        return " ".join(self.spelling.rank(RANKS[rank]) for rank in range(7, -1, -1) if ranks >> rank & 1) or "–"

    def _name(self, seat: Seat) -> str:
        return f"{self.spelling.language.seats[seat]} {self.record.players.get(seat, '')}".rstrip()

    def _card(self, card: int) -> str:
        return "?" if card < 0 else self.spelling.card(CARD_NAMES[card])

    def _auction(self) -> Iterator[str]:
        heads, rows = self.text.auction_table()
        if not heads:
            return
        yield f"**{self.terms['auction']}**"
        yield ""
        yield from _table(list(map(escaped, heads)), [list(map(escaped, row)) for row in rows])
        calls = self.record.auction
        yield from self._notes(calls.notes if calls is not None else {})

    def _notes(self, notes: dict[int, str]) -> Iterator[str]:
        for number, text in sorted(notes.items()):
            yield ""
            yield f"{number}: {escaped(text)}"

    def _facts(self) -> Iterator[str]:
        """One line each; a line that goes on with the one before stands below it."""
        for heading, text in self.text.facts():
            yield f"* **{heading}:** {escaped(text)}" if heading else f"  {escaped(text)}"

    def _tricks(self) -> Iterator[str]:
        record, play = self.record, self.record.play
        if play is None:
            return
        rows = trick_rows(record, play, self.shown.replayed, self.shown.rules, self.text.order)
        seats = [seat for seat in self.text.order if any(seat in row.cards for row in rows)]
        with_talon = any(row.talon is not None for row in rows)
        yield f"**{self.terms['play']}**"
        if rows:
            yield ""
            heads = ["", *([self.terms["talon"]] if with_talon else []), *(escaped(self._name(seat)) for seat in seats)]
            yield from _table(heads, [self._trick(number, row, seats, with_talon, play.marks)
                                      for number, row in enumerate(rows, 1)])
        for line in self.text.play_end(play):
            yield ""
            yield escaped(plain(line).strip())
        yield from self._notes(play.notes)

    def _trick(self, number: int, row: Row, seats: Sequence[Seat], with_talon: bool,
               marks: dict[int, Mark]) -> list[str]:
        """A trick: ``>`` leads, bold takes it."""
        cells = [str(number)]
        if with_talon:
            took = bool(row.winner) and row.winner not in row.cards
            cells.append("" if row.talon is None else _won(f"&gt;{self._card(row.talon)}", took))
        for seat in seats:
            if seat not in row.cards:
                cells.append("")
                continue
            card, place = row.cards[seat]
            leads = "&gt;" if seat == row.leader and row.talon is None else ""
            cells.append(_won(leads + self._card(card), seat == row.winner) + escaped(
                self.text.mark(marks.get(place))))
        return cells

    def _scores(self) -> Iterator[str]:
        shown = self.shown
        score, columns, claimed = shown.score, shown.columns, ""
        table = self.record.score_table
        if not score and table is not None:
            score, columns = {row[0]: row[1:] for row in table.rows}, table.columns[1:]
            claimed = f" ({self.terms['claimed']})"
        for term, rows in (("score", score), ("sheet", shown.sheet),
                           ("settlement", {seat: (text,) for seat, text in shown.settlement.items()})):
            if not rows:
                continue
            if term != "score":
                yield ""
            yield f"**{self.terms[term]}{claimed if term == 'score' else ''}**"
            yield ""
            heads = columns if term == "score" else shown.columns if term == "sheet" else ("Result",)
            yield from _table(["", *(escaped(self.spelling.column(head)) for head in heads)], [
                [escaped(self._name(seat)), *(escaped(cell_text(cell, self.spelling.language)) for cell in rows[seat])]
                for seat in SEATS if seat in rows])


def _won(card: str, won: bool) -> str:
    return f"**{card}**" if won else card


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    yield f"| {' | '.join(heads)} |"
    yield "|" + "---|" * len(heads)
    for row in rows:
        yield f"| {' | '.join([*row, *[''] * (len(heads) - len(row))])} |"
