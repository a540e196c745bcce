"""The sheets of ``score`` as one picture, one below the other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TextIO

from preferans_pbn.cli.options import Spellings
from preferans_pbn.cli.score_session import Deal, Session, heading_lines, remarks_on
from preferans_pbn.families import law_of
from preferans_pbn.families.greek.sheet import KasaSheet
from preferans_pbn.record import Seat
from preferans_pbn.render.drawing import Picture, write_pictures
from preferans_pbn.render.sheets import SheetHistory, Written, sheet_picture
from preferans_pbn.rules.amounts import amount_text


class PictureOutput:
    """Draws each session when it is over; the document is written at the end."""

    def __init__(self, stream: TextIO, spellings: Spellings) -> None:
        self._stream = stream
        self._spellings = spellings
        self._deals: list[Written] = []
        self._pictures: list[Picture] = []
        self._title = ""

    def begin(self, session: Session) -> None:
        """Another session."""
        self._deals = []

    def deal(self, session: Session, deal: Deal) -> None:
        """A deal and the sheet after it."""
        self._deals.append(Written(deal.number, deal.cells, session.rows() if session.known else None))

    def end(self, session: Session) -> None:
        """The session is over."""
        language = self._spellings.of(session.state.rules).language
        title, rules = heading_lines(session, language)
        state = session.state
        seats = tuple(session.rows()) if session.known else state.seats
        kasa = None
        if isinstance(session.sheet, KasaSheet):
            kasa = (amount_text(session.sheet.total), amount_text(session.sheet.left))
        history = SheetHistory(
            title, rules, law_of(state.rules).columns, seats, session.players,
            "" if state.target is None else amount_text(state.target), kasa, _opening(session), self._deals,
            {seat: amount_text(amount) for seat, amount in session.settlement().items()},
            list(remarks_on(session, language)))
        self._pictures.append(sheet_picture(history, self._spellings.of(state.rules)))
        self._title = self._title or title

    def finish(self) -> None:
        """Write the document."""
        write_pictures(self._pictures, self._stream, self._title or "Preferans")


def _opening(session: Session) -> Mapping[Seat, tuple[str, ...]] | None:
    """The sheet before the session's first deal, None where it is not known."""
    state, record = session.state, session.record
    if not session.known or session.base is not None:
        return None
    law = law_of(state.rules)
    if record.opening_sheet_table is not None:
        sheet = law.sheet_of_table(record.opening_sheet_table, state.seats, record)
    elif record.board == "1" or record.board is None:
        sheet = law.opening_sheet(record, state.seats)
    else:
        sheet = law.sheet_of_state(record, state.seats)
    if sheet is None:
        return None
    cells: Mapping[Seat, tuple[str, ...]] = law.cells(sheet, state.seats)
    return cells
