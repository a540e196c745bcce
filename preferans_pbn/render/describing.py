"""Records made ready to be shown: each replayed in its session, with its score and the sheet after it."""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import Final

from preferans_pbn.checking import Checked, Checker
from preferans_pbn.diagnostics import Diagnostic
from preferans_pbn.families import law_of
from preferans_pbn.notation import ReadRecord, iter_records
from preferans_pbn.record import Record
from preferans_pbn.render.deal import Shown
from preferans_pbn.rules.amounts import amount_text
from preferans_pbn.rulesets import Rulesets
from preferans_pbn.session import Sessions, SessionState
from preferans_pbn.variants import UndefinedByVariant

_WITHOUT_CONTEXT: Final = frozenset(("nothing-before", "no-event"))
"""What reading one record alone complains of, though it was in order where it stood."""


@dataclass(slots=True)
class Described:
    """A record as it is to be shown, what was found wrong with it, and its session (None: it could not be
    replayed)."""

    shown: Shown
    findings: list[Diagnostic]
    session: SessionState | None


class Describer:
    """Describes the records of one stream, in order: the sheet runs from deal to deal."""

    def __init__(self, rulesets: Rulesets | None = None, sessions: Sessions | None = None) -> None:
        """``sessions``: how those of the stream stand before the first record."""
        self._checker = Checker(rulesets)
        if sessions is not None:
            self._checker.sessions = sessions
        self._number = 0

    @property
    def sessions(self) -> Sessions:
        """The sessions of the stream, behind the last record."""
        return self._checker.sessions

    def describe(self, record: Record) -> tuple[Shown, list[Diagnostic]]:
        """The next record as it is to be shown, and what was found wrong with it."""
        found = self.in_session(record)
        return found.shown, found.findings

    def in_session(self, record: Record) -> Described:
        """The next record, with the session that it stands in."""
        self._number += 1
        self._checker.enter(record)
        run = run_before(self._checker)
        source = record.source
        read = ReadRecord(record, _found_in_reading(record), self._number)
        if source is not None:
            read.source = source
        checked = self._checker.check(read)
        state = self._checker.sessions.state if checked.replay is not None else None
        return Described(shown_of(checked, self._checker.sessions.state, record, run), checked.diagnostics, state)


def run_before(checker: Checker) -> int:
    """Consecutive all-pass rounds before the next record; 0 where that is not known."""
    state = checker.sessions.state
    return (state.run or 0) if state is not None else 0


def shown_of(checked: Checked, state: SessionState | None, record: Record, run: int) -> Shown:
    """A checked record as it is to be shown.  ``state``: its session after it; ``run``: `run_before` it."""
    replayed = checked.replay
    shown = Shown(record, checked.number, checked.rules, replayed, run)
    if checked.rules is None or replayed is None:
        return shown
    law = law_of(checked.rules)
    shown.columns = law.columns
    if replayed.score is not None:
        shown.score = law.cells(law.adjusted(replayed.score, record.adjust_table, replayed.seats), replayed.seats)
    if state is not None and state.sheet is not None and not callable(state.sheet):
        shown.sheet = law.cells(state.sheet, state.seats)
        if (state.ended or record.settlement_table is not None) and "settle" in checked.rules.supports:
            try:
                amounts = law.settle(state.sheet)
            except UndefinedByVariant:
                amounts = []
            shown.settlement = {seat: amount_text(n) for seat, n in zip(state.seats, amounts, strict=False)}
    return shown


def _found_in_reading(record: Record) -> list[Diagnostic]:
    """What reading the text of a record finds wrong with it; nothing where the record was never text."""
    source = record.source
    if source is None or not source.text:
        return []
    stream = io.BytesIO(source.text.encode("utf-8", "surrogateescape"))
    read = next(iter_records(stream, path=source.path), None)
    found = [] if read is None else [one for one in read.diagnostics
                                     if one.record and one.name not in _WITHOUT_CONTEXT]
    for one in found:
        one.line += source.line - 1 if one.line else 0
    return found
