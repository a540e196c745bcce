"""``preferans-pbn rescore``: the same deals scored under other variants, side by side."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

import click

from preferans_pbn.checking import Checked, Checker
from preferans_pbn.cli.foreign import read_records
from preferans_pbn.cli.options import (
    Spellings,
    limits_of,
    limits_options,
    paths_argument,
    ruleset_of,
    rulesets_of,
    spelling_options,
)
from preferans_pbn.cli.reports.json_report import ArrayWriter, finding_json
from preferans_pbn.cli.score import amount_json, cells_json, complain, tricks_text
from preferans_pbn.cli.score_session import Deal, session_title
from preferans_pbn.diagnostics import Diagnostic
from preferans_pbn.families import law_of
from preferans_pbn.inputs import find_inputs
from preferans_pbn.outputs import utf8_stdout
from preferans_pbn.record import SEATS, Record, Seat
from preferans_pbn.render.ink import Ink, Line, cells, clipped, padded, paint, visible
from preferans_pbn.render.sheet import said_of
from preferans_pbn.render.words import ENGLISH
from preferans_pbn.rescoring import Rescored, Rescorer
from preferans_pbn.rules.amounts import amount_text
from preferans_pbn.rules.outcome import Number
from preferans_pbn.session import SessionState
from preferans_pbn.variants import Ruleset, format_rules

_WIDTH: Final = 80
_LABEL: Final = 26
"""Most columns for the name of a variant."""


@dataclass(slots=True)
class Column:
    """One set of rules through a session: ``label`` is what it is called, ``rescorer`` None for the records' own;
    ``left_out`` the deals that its sheet is without, ``ended`` the deal with which it would have ended."""

    label: str
    rules: Ruleset
    rescorer: Rescorer | None = None
    left_out: list[str] = field(default_factory=list)
    ended: str = ""
    deals: int = 0

    def state(self, checker: Checker) -> SessionState | None:
        """Its session after the last record."""
        return checker.sessions.state if self.rescorer is None else self.rescorer.state

    def note(self, number: str, result: Rescored, state: SessionState | None) -> None:
        """Take down what a deal did."""
        self.deals += 1
        if result.cells is None and "score" in self.rules.supports:
            self.left_out.append(number)
        if state is not None and state.ended and not self.ended:
            self.ended = number


@dataclass(slots=True)
class End:
    """The end of a session under one set of rules: its sheet and settlement as far as they are known, and what has
    to be said about them (terms of the language)."""

    sheet: Mapping[Seat, tuple[str, ...]] | None = None
    settlement: Mapping[Seat, Number] = field(default_factory=dict)
    remarks: list[tuple[str, dict[str, object]]] = field(default_factory=list)


class Output(Protocol):
    """How the comparison is written, while it is made."""

    def begin(self, record: Record, path: str, columns: Sequence[Column], seats: Sequence[Seat]) -> None: ...

    def deal(self, deal: Deal, columns: Sequence[Column], results: Sequence[Rescored]) -> None: ...

    def end(self, columns: Sequence[Column], ends: Sequence[End]) -> None: ...

    def finish(self) -> None: ...


@click.command("rescore")
@paths_argument
@click.option("--variant", "variants", metavar="NAME", multiple=True, required=True,
              help="Score by this variant (an id, an alias, a house file); may be repeated.")
@click.option("--rules", metavar="KEY=VALUE", multiple=True, help="Set a rule of these variants; may be repeated.")
@click.option("--own", metavar="NAME", default=None, help="The variant of records that name none.")
@click.option("--format", "format_", type=click.Choice(["text", "json"]), default="text", show_default=True,
              help="How the comparison is written.")
@spelling_options
@limits_options
@click.pass_context
def command(ctx: click.Context, paths: tuple[str, ...], variants: tuple[str, ...], rules: tuple[str, ...],
            own: str | None, format_: str, lang: str, signs: bool | None, cards: str | None, max_line: int,
            max_record: int) -> None:
    """Score the deals in PATH under other variants, beside the rules that they were played by.

    Where a call, a contract, an answer or a card would have been illegal, it is said; the deal is then scored as it
    was played.  What cannot be scored is left out of that variant's sheet.  Exit code 1 means that a deal could not
    be scored under its own rules.
    """
    others = [ruleset_of(name, rules) for name in variants]
    rulesets = rulesets_of(own, None, ())
    code = 0
    with utf8_stdout() as machine:
        spellings = Spellings(lang, signs, cards)
        output: Output = JsonOutput(machine) if format_ == "json" else TextOutput(spellings)
        for source in find_inputs(paths):
            run = _Run(Checker(rulesets), [Rescorer(one) for one in others], output, source.name)
            for read in read_records(source, limits_of(max_line, max_record)):
                code = max(code, run.take(run.checker.check(read)))
            run.end()
        output.finish()
    ctx.exit(code)


class _Run:
    """One stream of records."""

    def __init__(self, checker: Checker, rescorers: Sequence[Rescorer], output: Output, path: str) -> None:
        self.checker = checker
        self._rescorers = rescorers
        self._output = output
        self._path = path
        self._state: SessionState | None = None
        self._columns: list[Column] = []

    def take(self, checked: Checked) -> int:
        """The next record; the answer is its exit code."""
        code = complain(checked)
        record, replayed, rules = checked.record, checked.replay, checked.rules
        state = self.checker.sessions.state
        if record is None or replayed is None or rules is None or state is None:
            if checked.number:
                for rescorer in self._rescorers:
                    rescorer.lose()
            return code
        if self._state is not state:
            self.end()
            self._state = state
            for rescorer in self._rescorers:
                rescorer.begin(rules)
            self._columns = [Column(_label(rules), rules),
                             *(Column(_label(one.rules), one.rules, one) for one in self._rescorers)]
            self._output.begin(record, self._path, self._columns, _seats(replayed.seats))
        deal = Deal(checked, replayed, record)
        results = [Rescored("played", deal.columns, deal.cells, [
            found for found in deal.errors if deal.cells is None or found.code[:2] in ("E3", "E4", "E5")])]
        results += [one.take(record, rules, replayed, checked.number, checked.source) for one in self._rescorers]
        for column, result in zip(self._columns, results, strict=True):
            column.note(deal.number, result, column.state(self.checker))
        self._output.deal(deal, self._columns, results)
        return max(code, int(deal.cells is None))

    def end(self) -> None:
        """The session is over."""
        if self._columns:
            self._output.end(self._columns, [_final(column, self._before(column)) for column in self._columns])
        self._columns = []

    def _before(self, column: Column) -> SessionState | None:
        """The session that has just come to its end: the checker may be in the next one already."""
        return self._state if column.rescorer is None else column.state(self.checker)


def _label(rules: Ruleset) -> str:
    return f"{rules.id}@{rules.revision}"


def _seats(seats: Sequence[Seat]) -> list[Seat]:
    return [seat for seat in SEATS if seat in seats]


def _final(column: Column, state: SessionState | None) -> End:
    """How a session ends under the rules of ``column``."""
    end = End()
    rules = column.rules
    if column.left_out:
        end.remarks.append(("left_out", {"count": len(column.left_out), "numbers": ", ".join(column.left_out)}))
    if "sheet" not in rules.supports:
        end.remarks.append(("why_variant", {"variant": rules.id}))
        return end
    if len(column.left_out) == column.deals:
        return end
    if state is None or state.sheet is None:
        end.remarks.append(("no_settlement", {}))
        return end
    law = law_of(rules)
    end.sheet = law.cells(state.sheet, state.seats)
    amounts = law.settle(state.sheet) if "settle" in rules.supports else []
    end.settlement = dict(zip(state.seats, amounts, strict=True)) if amounts else {}
    if not amounts:
        end.remarks.append(("no_settlement", {}))
    elif column.ended and column.rescorer is not None:
        end.remarks.append(("ended_with", {"number": column.ended}))
    elif column.rescorer is None:
        end.remarks.append(("not_ended", {}))
    return end


# ---- text --------------------------------------------------------------------------------------------


class TextOutput:
    """A block a deal: a row a variant, a column a player."""

    def __init__(self, spellings: Spellings) -> None:
        self._spellings = spellings
        self._spelling = ENGLISH
        self._seats: list[Seat] = []
        self._label = 0
        self._sessions = 0

    def begin(self, record: Record, path: str, columns: Sequence[Column], seats: Sequence[Seat]) -> None:
        """A session begins."""
        self._spelling = self._spellings.of(columns[0].rules)
        self._seats = list(seats)
        self._label = min(_LABEL, max(cells(self._name(column)) for column in columns)) + 2
        players = [f"{self._spelling.language.seats[seat]} {visible(record.players[seat])}" for seat in SEATS
                   if seat in record.players]
        title = (Ink(session_title(record, self._spelling.language) or path, "bold"),)
        paint([*([""] * 2 if self._sessions else []), title, *([", ".join(players)] if players else []),
               *self._rules(record, columns)], sys.stdout)
        self._sessions += 1

    def deal(self, deal: Deal, columns: Sequence[Column], results: Sequence[Rescored]) -> None:
        """A deal under every variant."""
        language = self._spelling.language
        contract = self._spelling.contract(deal.contract) if deal.contract else language.terms["unknown"]
        if deal.declarer:
            contract = language.term("by", contract=contract, seat=language.seats[deal.declarer])
        heading = f"{language.terms['deal_column']} {visible(deal.number)}  {contract}"
        tricks = tricks_text(deal, language)
        if tricks not in ("-", "?"):
            heading += f"  {language.inside(language.terms['tricks'])} {tricks}" if tricks[0].isdigit() else (
                f"  {tricks}")
        lines: list[Line] = ["", (Ink(heading, "bold"),), self._heads()]
        for column, result in zip(columns, results, strict=True):
            lines += self._result(column, result)
        paint(lines, sys.stdout)

    def end(self, columns: Sequence[Column], ends: Sequence[End]) -> None:
        """The settlements."""
        language = self._spelling.language
        lines: list[Line] = ["", (Ink(language.terms["settlement"], "bold"),)]
        if not any(end.settlement for end in ends):
            paint([*lines, f"  {language.terms['no_settlement']}"], sys.stdout)
            return
        lines.append(self._heads())
        for column, end in zip(columns, ends, strict=True):
            row = [_signed(end.settlement[seat]) if seat in end.settlement else "-" for seat in self._seats]
            lines += self._row(self._name(column), [[text] for text in row])
            for term, parts in end.remarks:
                lines += self._below(language.term(term, **parts), "dim")
        paint(lines, sys.stdout)

    def finish(self) -> None:
        """Nothing more."""

    def _name(self, column: Column) -> str:
        return self._spelling.language.terms["recorded"] if column.rescorer is None else column.label

    def _rules(self, record: Record, columns: Sequence[Column]) -> Iterator[Line]:
        """By which rules the session was played, and what is changed in those that it is scored by."""
        language = self._spelling.language
        for column in columns:
            own = column.rescorer is None
            text = f"{self._name(column)}: " if own or column.rules.overrides else ""
            text += f"{column.label}  " if own else ""
            text += format_rules(column.rules.overrides)
            if own and record.target is not None:
                text = f"{text.rstrip()}  {language.term('target', target=amount_text(record.target))}"
            yield from textwrap.wrap(text.strip(), _WIDTH)

    def _room(self) -> int:
        return (_WIDTH - 2 - self._label) // max(1, len(self._seats))

    def _heads(self) -> Line:
        heads = "".join(padded(self._spelling.language.seats[seat], self._room()) for seat in self._seats)
        return (Ink(" " * (self._label + 2) + heads, "dim"),)

    def _result(self, column: Column, result: Rescored) -> Iterator[Line]:
        language = self._spelling.language
        if result.cells is None:
            missing = "score" not in column.rules.supports
            text = language.term("no_score", variant=column.rules.id) if missing else language.terms["not_scored"]
            yield from self._wrapped(self._name(column), text)
        else:
            yield from self._row(self._name(column), [
                said_of(result.columns, result.cells.get(seat, ()), self._spelling) or ["-"] for seat in self._seats])
            if result.how == "as-played":
                yield from self._below(language.terms["as_played"], "yellow")
        for found in result.findings:
            yield from self._below(_said(found), "yellow")

    def _row(self, name: str, parts: Sequence[Sequence[str]]) -> Iterator[Line]:
        """A name and what stands under each player, in as many lines as that needs."""
        room = self._room()
        columns = [_filled(part, room - 1) for part in parts]
        for number in range(max(1, *(len(column) for column in columns))):
            label = clipped(name, self._label - 1) if not number else ""
            yield "  " + padded(label, self._label) + "".join(
                padded(column[number] if number < len(column) else "", room) for column in columns)

    def _wrapped(self, name: str, text: str) -> Iterator[Line]:
        indent = " " * (self._label + 2)
        for number, line in enumerate(textwrap.wrap(text, _WIDTH - len(indent))):
            yield f"  {padded(clipped(name, self._label - 1), self._label)}{line}" if not number else indent + line

    def _below(self, text: str, style: str) -> Iterator[Line]:
        for line in textwrap.wrap(text, _WIDTH, initial_indent=" " * 6, subsequent_indent=" " * 10,
                                  break_on_hyphens=False):
            yield (Ink(line, style),)


def _filled(parts: Sequence[str], room: int) -> list[str]:
    """``parts`` joined by commas, in lines of ``room`` columns; a part is broken only where it must be."""
    lines: list[str] = []
    for number, part in enumerate(parts):
        text = part + ("," if number + 1 < len(parts) else "")
        if lines and cells(lines[-1]) + 1 + cells(text) <= room:
            lines[-1] += f" {text}"
        else:
            lines += textwrap.wrap(text, room) or [""]
    return lines


def _said(found: Diagnostic) -> str:
    place = f"{found.line}:{found.col}: " if found.line else ""
    return f"{place}{found.code} {visible(found.message)}"


def _signed(amount: Number) -> str:
    text = amount_text(amount)
    return text if text.startswith("-") or text == "0" else f"+{text}"


# ---- JSON --------------------------------------------------------------------------------------------


class JsonOutput:
    """An array of sessions, each with its deals and, for the own rules and each variant, sheet and settlement."""

    def __init__(self, stream: Any) -> None:
        self._array = ArrayWriter(stream)
        self._session: dict[str, Any] = {}

    def begin(self, record: Record, path: str, columns: Sequence[Column], seats: Sequence[Seat]) -> None:
        """A session begins."""
        self._session = {"path": path, "session": record.session, "event": record.event, "site": record.site,
                         "date": record.date, "table": record.table, "seats": list(seats),
                         "players": dict(record.players), "deals": []}

    def deal(self, deal: Deal, columns: Sequence[Column], results: Sequence[Rescored]) -> None:
        """A deal under every variant."""
        self._session["deals"].append({
            "record": deal.checked.number, "board": deal.record.board, "declarer": deal.declarer or None,
            "contract": deal.contract or None,
            "scores": [{
                **_column_json(column),
                "how": "left-out" if result.cells is None else result.how,
                "score": None if result.cells is None else cells_json(result.columns, result.cells),
                "findings": [finding_json(found) for found in result.findings],
            } for column, result in zip(columns, results, strict=True)],
        })

    def end(self, columns: Sequence[Column], ends: Sequence[End]) -> None:
        """The settlements."""
        self._session["ends"] = [{
            **_column_json(column), "left_out": column.left_out, "ended_with": column.ended or None,
            "sheet": None if end.sheet is None else cells_json(law_of(column.rules).columns, end.sheet),
            "settlement": {seat: amount_json(amount) for seat, amount in end.settlement.items()} or None,
        } for column, end in zip(columns, ends, strict=True)]
        self._array.add(self._session)

    def finish(self) -> None:
        """The end of the array."""
        self._array.finish()


def _column_json(column: Column) -> dict[str, Any]:
    return {"variant": f"{column.rules.id}@{column.rules.revision}", "rules": format_rules(column.rules.overrides),
            "own": column.rescorer is None}
