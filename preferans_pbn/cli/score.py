"""``preferans-pbn score``: the sheet and the settlement of each session."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, TextIO

import click

from preferans_pbn.checking import Checked, Checker, check_safely
from preferans_pbn.cli.check import FAILED
from preferans_pbn.cli.foreign import read_records
from preferans_pbn.cli.options import (
    Spellings,
    jobs_option,
    limits_of,
    limits_options,
    paths_argument,
    rules_options,
    rulesets_of,
    spelling_options,
)
from preferans_pbn.cli.progress import Bar, progress_bar
from preferans_pbn.cli.reports.json_report import ArrayWriter
from preferans_pbn.cli.score_session import Deal, Session, heading_lines, remarks_on, total
from preferans_pbn.families import law_of
from preferans_pbn.inputs import find_inputs
from preferans_pbn.outputs import utf8_stdout
from preferans_pbn.record import SEATS, Seat
from preferans_pbn.render.ink import Line, folded, paint, visible
from preferans_pbn.render.language import Language
from preferans_pbn.render.sheet import WIDTH, DealLine, SheetTable, amounts_on, deal_heading, deal_line, sheet_lines
from preferans_pbn.render.words import ENGLISH, Spelling
from preferans_pbn.rules.amounts import amount_text, parse_amount
from preferans_pbn.rules.outcome import Number
from preferans_pbn.variants import format_rules

if TYPE_CHECKING:
    from preferans_pbn.notation import ReadRecord
    from preferans_pbn.rulesets import Rulesets


class Output(Protocol):
    """How sessions are written, while they are read."""

    def begin(self, session: Session) -> None: ...

    def deal(self, session: Session, deal: Deal) -> None: ...

    def end(self, session: Session) -> None: ...

    def finish(self) -> None: ...


@click.command("score")
@paths_argument
@click.option("--format", "format_", type=click.Choice(["text", "json", "svg"]), default="text",
              show_default=True, help="How the sheet is written; svg: as a picture.")
@spelling_options
@rules_options
@limits_options
@jobs_option
@click.pass_context
def command(ctx: click.Context, paths: tuple[str, ...], format_: str, lang: str, signs: bool | None,
            cards: str | None, jobs: int, variant: str | None, override: str | None, rules: tuple[str, ...],
            max_line: int, max_record: int) -> None:
    """Replay the sessions in PATH and show their deals, their sheet and their settlement.

    Everything comes from the replay; what the records claim is looked at by `check`.  Exit code 1 means that
    a deal could not be scored.
    """
    rulesets = rulesets_of(variant, override, rules)
    limits = limits_of(max_line, max_record)
    spellings = Spellings(lang, signs, cards)
    code = 0
    with utf8_stdout() as machine, progress_bar(paths) as bar:
        output = output_of(format_, sys.stdout if format_ == "text" else machine, spellings)
        if jobs == 1 or format_ == "svg":  # a picture is made of everything
            for source in find_inputs(paths):
                scoring = Scoring(source.name, rulesets, _Clearing(output, bar), bar.clear)
                for read in read_records(bar.watched(source), limits):
                    scoring.take(read)
                    bar.count(read.number > 0, read.number > 0 and scoring.lost)
                    bar.tick()
                scoring.end()
                code = max(code, scoring.code)
        else:
            from preferans_pbn.cli.score_at_once import ScoreWork, Screen, score_at_once

            work = ScoreWork(rulesets, limits, spellings, format_, Screen.of(sys.stdout), Screen.of(sys.stderr))
            code = score_at_once(paths, work, output, bar, jobs)
        output.finish()
    ctx.exit(code)


class Scoring:
    """The sessions of one input, from record to record.

    ``session`` is the one that the last record belongs to; ``code`` the exit code so far; ``lost``: the last record
    could not be scored.  ``before`` is called before something is written to standard error.
    """

    def __init__(self, name: str, rulesets: Rulesets, output: Output, before: Callable[[], None],
                 errors: TextIO | None = None) -> None:
        self.checker = Checker(rulesets)
        self.session: Session | None = None
        self.code = 0
        self.lost = False
        self._name = name
        self._output = output
        self._before = before
        self._errors = errors

    def take(self, read: ReadRecord) -> Checked:
        """The next record."""
        checked = check_safely(self.checker, read)
        self.lost = checked.replay is None
        if self.lost:
            self._before()
        self.code = max(self.code, complain(checked, self._errors))
        state = self.checker.sessions.state
        if state is None or checked.record is None or checked.replay is None:
            if self.session is not None and checked.number:
                self.session.lose(checked.number)
            return checked
        if self.session is None or self.session.state is not state:
            if self.session is not None:
                self._output.end(self.session)
            self.session = Session(state, checked.record, self._name)
            self._output.begin(self.session)
        self.session.add(checked, checked.record)
        deal = Deal(checked, checked.replay, checked.record)
        if deal.cells is None:
            self.code = max(self.code, 1)
        self._output.deal(self.session, deal)
        return checked

    def end(self) -> None:
        """The input is at its end."""
        if self.session is not None:
            self._output.end(self.session)


class _Clearing:
    """An output on a terminal from which the bar is taken away first."""

    def __init__(self, output: Output, bar: Bar) -> None:
        self._output = output
        self._bar = bar

    def begin(self, session: Session) -> None:
        self._bar.clear()
        self._output.begin(session)

    def deal(self, session: Session, deal: Deal) -> None:
        self._bar.clear()
        self._output.deal(session, deal)

    def end(self, session: Session) -> None:
        self._bar.clear()
        self._output.end(session)

    def finish(self) -> None:
        self._output.finish()


def output_of(form: str, stream: TextIO, spellings: Spellings) -> Output:
    """How sessions are written to ``stream``."""
    if form == "json":
        return JsonOutput(ArrayWriter(stream))
    if form == "svg":
        from preferans_pbn.cli.score_picture import PictureOutput

        return PictureOutput(stream, spellings)
    return TextOutput(spellings, stream)


def complain(checked: Checked, stream: TextIO | None = None) -> int:
    """Report on ``stream`` (None: standard error) what kept a record from being scored; the answer is the exit code
    for it."""
    if checked.replay is not None:
        return 0
    from preferans_pbn.cli.reports.text import narrow_text

    if stream is None:
        sys.stdout.flush()
        stream = sys.stderr
    errors = [found for found in checked.diagnostics if found.severity == "error"]
    for found in errors:
        paint(narrow_text(found, checked.source, checked.rules, WIDTH), stream)
    return 0 if not errors else 1 if checked.number and errors[0].code != FAILED else 2


# ---- text --------------------------------------------------------------------------------------------


class TextOutput:
    """Sessions one below the other."""

    def __init__(self, spellings: Spellings, stream: TextIO, *, sessions: int = 0) -> None:
        """``sessions``: so many stand there already."""
        self.stream = stream
        self.sessions = sessions
        self._spellings = spellings
        self._spelling = ENGLISH

    def resume(self, session: Session, held: Any) -> None:
        """Go on with a session that another output began and `held`."""
        self._spelling = self._spellings.of(session.state.rules)

    def held(self) -> Any:
        """What is known of the session besides the session itself."""
        return None

    def begin(self, session: Session) -> None:
        self._spelling = self._spellings.of(session.state.rules)
        heading = [line for text in heading_lines(session, self._spelling.language) for line in folded(text, WIDTH)]
        paint([*([""] * 2 if self.sessions else []), *heading, "", deal_heading(self._spelling)], self.stream)
        self.sessions += 1

    def deal(self, session: Session, deal: Deal) -> None:
        contract = self._spelling.call(deal.contract) if deal.contract else "?"
        line = DealLine(deal.number, deal.record.dealer or "", contract, deal.declarer,
                        tricks_text(deal, self._spelling.language),
                        deal.columns, deal.cells, _problem(deal, self._spelling.language))
        paint(deal_line(line, self._spelling), self.stream)

    def end(self, session: Session) -> None:
        paint(["", *_totals(session, self._spelling)], self.stream)

    def finish(self) -> None:
        """Nothing more."""


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
    remarks = list(remarks_on(session, spelling.language))
    if not session.known:
        for remark in remarks:
            yield from folded(remark, WIDTH)
        return
    settled = session.settlement()
    yield from sheet_lines(SheetTable(
        law_of(session.state.rules).columns, session.rows(), session.players,
        {seat: amount_text(amount) for seat, amount in settled.items()},
        amount_text(total(settled)) if settled else "", remarks), spelling)


# ---- JSON --------------------------------------------------------------------------------------------


class Array(Protocol):
    """Takes the entries of an array."""

    def add(self, entry: Any) -> None: ...

    def finish(self) -> None: ...


class JsonOutput:
    """An array of sessions; amounts are integers or ``"p/q"``."""

    def __init__(self, array: Array) -> None:
        self.array = array
        self._deals: list[dict[str, Any]] = []

    def resume(self, session: Session, held: Any) -> None:
        """Go on with a session that another output began and `held`."""
        self._deals = held

    def held(self) -> Any:
        """What is known of the session besides the session itself."""
        return self._deals

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
        self.array.add({
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
        self.array.finish()


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
