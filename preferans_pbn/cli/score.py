"""``preferans-pbn score``: the sheet and the settlement of each session."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Protocol

import click

from preferans_pbn.checking import Checked, Checker
from preferans_pbn.cli.options import (
    Spellings,
    limits_of,
    limits_options,
    paths_argument,
    rules_options,
    rulesets_of,
    spelling_options,
)
from preferans_pbn.cli.reports.json_report import ArrayWriter
from preferans_pbn.diagnostics import Diagnostic
from preferans_pbn.families import law_of
from preferans_pbn.inputs import find_inputs, read_input
from preferans_pbn.outputs import utf8_stdout
from preferans_pbn.record import SEATS, Record, Seat
from preferans_pbn.render.ink import Line, paint, visible
from preferans_pbn.render.language import Language
from preferans_pbn.render.sheet import WIDTH, DealLine, SheetTable, amounts_on, deal_heading, deal_line, sheet_lines
from preferans_pbn.render.words import ENGLISH, Spelling
from preferans_pbn.replaying import Replay
from preferans_pbn.rules.amounts import amount_text, parse_amount, whole
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


class Output(Protocol):
    """How sessions are written, while they are read."""

    def begin(self, session: Session) -> None: ...

    def deal(self, session: Session, deal: Deal) -> None: ...

    def end(self, session: Session) -> None: ...

    def finish(self) -> None: ...


@click.command("score")
@paths_argument
@click.option("--format", "format_", type=click.Choice(["text", "json"]), default="text", show_default=True,
              help="How the sheet is written.")
@spelling_options
@rules_options
@limits_options
@click.pass_context
def command(ctx: click.Context, paths: tuple[str, ...], format_: str, lang: str, signs: bool | None,
            cards: str | None, variant: str | None, override: str | None, rules: tuple[str, ...], max_line: int,
            max_record: int) -> None:
    """Replay the sessions in PATH and show their deals, their sheet and their settlement.

    Everything comes from the replay; what the records claim is looked at by `check`.  Exit code 1 means that
    a deal could not be scored.
    """
    rulesets = rulesets_of(variant, override, rules)
    limits = limits_of(max_line, max_record)
    code = 0
    with utf8_stdout() as machine:
        output: Output = JsonOutput(machine) if format_ == "json" else TextOutput(Spellings(lang, signs, cards))
        for source in find_inputs(paths):
            checker = Checker(rulesets)
            session: Session | None = None
            for read in read_input(source, limits):
                checked = checker.check(read)
                code = max(code, complain(checked))
                state = checker.sessions.state
                if state is None or checked.record is None or checked.replay is None:
                    if session is not None and checked.number:
                        session.lose(checked.number)
                    continue
                if session is None or session.state is not state:
                    if session is not None:
                        output.end(session)
                    session = Session(state, checked.record, source.name)
                    output.begin(session)
                session.add(checked, checked.record)
                deal = Deal(checked, checked.replay, checked.record)
                if deal.cells is None:
                    code = max(code, 1)
                output.deal(session, deal)
            if session is not None:
                output.end(session)
        output.finish()
    ctx.exit(code)


def complain(checked: Checked) -> int:
    """Report what kept a record from being scored; the answer is the exit code for it."""
    if checked.replay is not None:
        return 0
    from preferans_pbn.cli.reports.text import full_text

    sys.stdout.flush()
    errors = [found for found in checked.diagnostics if found.severity == "error"]
    for found in errors:
        paint(full_text(found, checked.source, checked.rules), sys.stderr)
    return (1 if checked.number else 2) if errors else 0


# ---- text --------------------------------------------------------------------------------------------


class TextOutput:
    """Sessions one below the other."""

    def __init__(self, spellings: Spellings) -> None:
        self._spellings = spellings
        self._spelling = ENGLISH
        self._sessions = 0

    def begin(self, session: Session) -> None:
        self._spelling = self._spellings.of(session.state.rules)
        paint([*([""] * 2 if self._sessions else []), *_heading(session, self._spelling.language), "",
               deal_heading(self._spelling)], sys.stdout)
        self._sessions += 1

    def deal(self, session: Session, deal: Deal) -> None:
        contract = self._spelling.call(deal.contract) if deal.contract else "?"
        line = DealLine(deal.number, deal.record.dealer or "", contract, deal.declarer,
                        tricks_text(deal, self._spelling.language),
                        deal.columns, deal.cells, _problem(deal, self._spelling.language))
        paint(deal_line(line, self._spelling), sys.stdout)

    def end(self, session: Session) -> None:
        paint(["", *_totals(session, self._spelling)], sys.stdout)

    def finish(self) -> None:
        """Nothing more."""


def _heading(session: Session, language: Language) -> Iterator[Line]:
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


def tricks_text(deal: Deal, language: Language) -> str:
    """The declarer's tricks, everybody's where there is none, or the word for what happened instead."""
    replayed = deal.replayed
    outcome = replayed.outcome if replayed is not None else None
    if outcome is None:
        return "?"
    if outcome.manner != "played":
        return {"passed-out": "-"}.get(outcome.manner, language.words.get(outcome.manner, "-"))
    if outcome.declarer is not None:
        return str(outcome.tricks[outcome.declarer])
    taken = dict(zip(replayed.seats, outcome.tricks, strict=False)) if replayed is not None else {}
    return ", ".join(f"{language.seats[seat]} {taken[seat]}" for seat in SEATS if seat in taken)


def _problem(deal: Deal, language: Language) -> str:
    if deal.cells is not None:
        return ""
    rules = deal.checked.rules
    if rules is not None and "score" not in rules.supports:
        return language.term("no_score", variant=rules.id)
    reason = f": {deal.errors[0].code} {visible(deal.errors[0].message)}" if deal.errors else ""
    return language.terms["unknown_score"] + reason


def _totals(session: Session, spelling: Spelling) -> Iterator[Line]:
    language = spelling.language
    if not session.known:
        why = language.term(session.unknown, number=session.culprit, variant=session.state.rules.id)
        yield from textwrap.wrap(language.term("sheet_unknown", why=why), WIDTH)
        return
    state = session.state
    settled = session.settlement()
    remarks = []
    if session.base is not None:
        number, board = session.base
        deal = language.term("board", board=visible(board)) if board else language.term("record", number=number)
        remarks.append(language.term("sheet_taken", deal=language.inside(deal)) + ".")
        if session.unscored:
            numbers = ", ".join(visible(board or str(number)) for number, board in session.unscored)
            remarks.append(language.term("only_written", numbers=numbers) + ".")
    if not settled:
        remarks.append(language.terms["no_settlement"] + ".")
    elif not state.ended and not state.settled:
        remarks.append(language.terms["not_ended"] + ".")
    yield from sheet_lines(SheetTable(
        law_of(state.rules).columns, session.rows(), session.players,
        {seat: amount_text(amount) for seat, amount in settled.items()},
        amount_text(total(settled)) if settled else "", remarks), spelling)


def total(settled: Mapping[Seat, Number]) -> Number:
    """The sum of a settlement: zero, unless the paper counts what is still to be played for."""
    return whole(sum(settled.values(), Fraction(0)))


# ---- JSON --------------------------------------------------------------------------------------------


class JsonOutput:
    """An array of sessions; amounts are integers or ``"p/q"``."""

    def __init__(self, stream: Any) -> None:
        self._array = ArrayWriter(stream)
        self._deals: list[dict[str, Any]] = []

    def begin(self, session: Session) -> None:
        self._deals = []

    def deal(self, session: Session, deal: Deal) -> None:
        replayed = deal.replayed
        outcome = replayed.outcome if replayed is not None else None
        entry: dict[str, Any] = {
            "record": deal.checked.number,
            "board": deal.record.board,
            "dealer": deal.record.dealer,
            "declarer": deal.declarer or None,
            "contract": deal.contract or None,
            "outcome": None if outcome is None else outcome.manner,
            "tricks": None,
            "score": None if deal.cells is None else cells_json(deal.columns, deal.cells),
            "sheet": cells_json(law_of(session.state.rules).columns, session.rows()) if session.known else None,
            "errors": [found.code for found in deal.errors],
        }
        if outcome is not None and replayed is not None and outcome.manner == "played":
            entry["tricks"] = {seat: outcome.tricks[replayed.seats.index(seat)] for seat in SEATS
                               if seat in replayed.seats}
        self._deals.append(entry)

    def end(self, session: Session) -> None:
        state, record = session.state, session.record
        settled = session.settlement()
        if settled:
            total(settled)
        self._array.add({
            "path": session.path,
            "session": record.session,
            "event": record.event,
            "site": record.site,
            "date": record.date,
            "table": record.table,
            "variant": f"{state.rules.id}@{state.rules.revision}",
            "rules": format_rules(state.rules.overrides),
            "target": None if state.target is None else amount_json(state.target),
            "seats": list(state.seats),
            "players": session.players,
            "deals": self._deals,
            "known": session.known,
            "continued_from": None if session.base is None or not session.known else {
                "record": session.base[0], "board": session.base[1]},
            "not_scored": [number for number, _ in session.unscored],
            "ended": state.ended,
            "sheet": cells_json(law_of(state.rules).columns, session.rows()) if session.known else None,
            "settlement": {seat: amount_json(amount) for seat, amount in settled.items()} or None,
        })

    def finish(self) -> None:
        self._array.finish()


def cells_json(columns: Sequence[str], rows: Mapping[Seat, Sequence[str]]) -> dict[Seat, dict[str, Any]]:
    """Rows of cells as JSON: amounts by column, amounts on other players by seat."""
    return {seat: {column.lower(): _cell_json(cell) for column, cell in zip(columns, rows[seat], strict=True)}
            for seat in SEATS if seat in rows}


def _cell_json(cell: str) -> Any:
    if cell == "-":
        return {}
    amounts = amounts_on(cell)
    if amounts:
        return {seat: _cell_json(amount) for seat, amount in amounts.items()}
    amount = parse_amount(cell)
    return cell if amount is None else amount_json(amount)


def amount_json(amount: Number) -> int | str:
    """An exact amount as JSON: an integer, or ``"p/q"``."""
    return int(amount) if amount.denominator == 1 else amount_text(amount)
