"""The sessions that ``score`` shows, as far as they were read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from preferans_pbn.checking import Checked
from preferans_pbn.diagnostics import Diagnostic
from preferans_pbn.families import law_of
from preferans_pbn.record import Record, Seat
from preferans_pbn.render.ink import visible
from preferans_pbn.render.language import Language
from preferans_pbn.replaying import Replay
from preferans_pbn.rules.amounts import amount_text, whole
from preferans_pbn.rules.outcome import Number
from preferans_pbn.session import SessionState
from preferans_pbn.variants import format_rules


@dataclass(slots=True)
class Session:
    """A session as far as it was read.

    ``sheet`` is its sheet after the last deal, None where it is not known; then ``unknown`` says why (a term
    of the language) and ``culprit`` from which record on.  ``base`` is the record whose written SheetTable the sheet
    continues from, None where it is replayed from the start; ``unscored`` are the deals before it that have no
    certain score: they count as they are written there.
    """

    state: SessionState
    record: Record
    path: str
    players: dict[Seat, str] = field(default_factory=dict)
    deals: int = 0
    sheet: Any = None
    unknown: str = ""
    culprit: int = 0
    base: tuple[int, str | None] | None = None
    unscored: list[tuple[int, str | None]] = field(default_factory=list)
    _taken: tuple[int, str] | None = None

    def add(self, checked: Checked, record: Record) -> None:
        """A record of the session was replayed."""
        self.deals += 1
        self.players.update(record.players)
        self.sheet = self.state.sheet
        if checked.replay is None or checked.replay.score is None:
            self.unscored.append((checked.number, record.board))
        if self.state.taken_from != self._taken:
            self._taken = self.state.taken_from
            self.base = (checked.number, record.board) if self._taken is not None else None
        if self.sheet is None and not self.unknown:
            scored = checked.replay is not None and checked.replay.score is not None
            self.unknown = "why_start" if scored else "why_deal"
            if "sheet" not in self.state.rules.supports:
                self.unknown = "why_variant"
            self.culprit = checked.number

    def lose(self, number: int) -> None:
        """A record that may belong to the session could not be replayed; one that has ended is not touched."""
        if not (self.state.ended or self.state.settled):
            self.unscored.append((number, None))
        if not (self.state.ended or self.state.settled or self.unknown):
            self.sheet = None
            self.unknown = "why_read"
            self.culprit = number

    @property
    def known(self) -> bool:
        """Is the sheet known?"""
        return self.sheet is not None

    def rows(self) -> dict[Seat, tuple[str, ...]]:
        """The cells of the sheet by seat."""
        cells: dict[Seat, tuple[str, ...]] = law_of(self.state.rules).cells(self.sheet, self.state.seats)
        return cells

    def settlement(self) -> dict[Seat, Number]:
        """What each player wins or loses; nothing where the variant does not say or the sheet is not known."""
        if not self.known or "settle" not in self.state.rules.supports:
            return {}
        amounts = law_of(self.state.rules).settle(self.sheet)
        return dict(zip(self.state.seats, amounts, strict=True)) if amounts else {}


class Deal:
    """One deal of a session with what it wrote."""

    def __init__(self, checked: Checked, replayed: Replay | None, record: Record) -> None:
        self.checked = checked
        self.record = record
        self.replayed = replayed
        self.errors: list[Diagnostic] = [found for found in checked.diagnostics if found.severity == "error"]
        self.cells: dict[Seat, tuple[str, ...]] | None = None
        self.columns: Sequence[str] = ()
        if replayed is not None and replayed.score is not None and checked.rules is not None:
            law = law_of(checked.rules)
            self.columns = law.columns
            score = law.adjusted(replayed.score, record.adjust_table, replayed.seats)
            self.cells = law.cells(score, replayed.seats)

    @property
    def number(self) -> str:
        """The board, or the record's number in its file."""
        return self.record.board or str(self.checked.number)

    @property
    def declarer(self) -> Seat:
        """The declarer's seat, ``""`` where nobody declares."""
        outcome = self.replayed.outcome if self.replayed is not None else None
        if outcome is not None and self.replayed is not None:
            return "" if outcome.declarer is None else self.replayed.seats[outcome.declarer]
        return self.record.declarer or ""

    @property
    def contract(self) -> str:
        """The contract's word, ``""`` where it is not known."""
        outcome = self.replayed.outcome if self.replayed is not None else None
        return outcome.contract if outcome is not None else self.record.contract or ""


def heading_lines(session: Session, language: Language) -> Iterator[str]:
    """What the session is called, and by which rules it is played."""
    state = session.state
    yield session_title(session.record, language) or session.path
    rules = [f"{state.rules.id}@{state.rules.revision}"]
    if state.rules.overrides:
        rules.append(format_rules(state.rules.overrides))
    if state.target is not None:
        rules.append(language.term("target", target=amount_text(state.target)))
    yield "  ".join(rules)


def session_title(record: Record, language: Language) -> str:
    """What the session of a record is called: where and when it was played."""
    parts = [visible(text) for text in (record.event, record.site, record.date) if text]
    if record.table:
        parts.append(language.term("table", table=visible(record.table)))
    if record.session:
        parts.append(f"[{visible(record.session)}]")
    return ", ".join(parts)


def remarks_on(session: Session, language: Language) -> Iterator[str]:
    """Sentences about the sheet and the settlement: why they are not known, where they come from."""
    state = session.state
    if not session.known:
        why = language.term(session.unknown, number=session.culprit, variant=state.rules.id)
        yield language.term("sheet_unknown", why=why)
        return
    if session.base is not None:
        number, board = session.base
        deal = language.term("board", board=visible(board)) if board else language.term("record", number=number)
        yield language.term("sheet_taken", deal=language.inside(deal)) + "."
        if session.unscored:
            numbers = ", ".join(visible(board or str(number)) for number, board in session.unscored)
            yield language.term("only_written", numbers=numbers) + "."
    if not session.settlement():
        yield language.terms["no_settlement"] + "."
    elif not state.ended and not state.settled:
        yield language.terms["not_ended"] + "."


def total(settled: Mapping[Seat, Number]) -> Number:
    """The sum of a settlement: zero, unless the paper counts what is still to be played for."""
    return whole(sum(settled.values(), Fraction(0)))
