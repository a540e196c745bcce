"""``preferans-pbn show``: a deal as people see it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from preferans_pbn.checking import Checked, Checker
from preferans_pbn.cli.foreign import read_records
from preferans_pbn.cli.options import (
    Spellings,
    limits_of,
    limits_options,
    rules_options,
    rulesets_of,
    spelling_options,
)
from preferans_pbn.cli.reports.json_report import ArrayWriter, finding_json
from preferans_pbn.inputs import STDIN, find_inputs, read_input
from preferans_pbn.outputs import utf8_stdout
from preferans_pbn.record import Record
from preferans_pbn.render.deal import WIDTH, Shown, deal_lines
from preferans_pbn.render.describing import run_before, shown_of
from preferans_pbn.render.ink import Line, paint
from preferans_pbn.render.words import Spelling

if TYPE_CHECKING:
    from preferans_pbn.notation import Limits


@click.command("show")
@click.argument("path", metavar="PATH")
@click.option("--record", "numbers", metavar="N", type=click.IntRange(min=1), multiple=True,
              help="Show only record N of the file (from 1); may be repeated.")
@spelling_options
@click.option("--format", "format_", type=click.Choice(["text", "json"]), default="text", show_default=True,
              help="How the deal is written.")
@click.option("--step", "stepping", is_flag=True,
              help="Go through the deal step by step: n p or arrows, a digit for a trick, q.")
@rules_options
@limits_options
@click.pass_context
def command(ctx: click.Context, path: str, numbers: tuple[int, ...], lang: str, signs: bool | None, cards: str | None,
            format_: str, stepping: bool, variant: str | None, override: str | None, rules: tuple[str, ...],
            max_line: int, max_record: int) -> None:
    """Show hands, auction, exchange, defence, tricks and score of the records in PATH.

    In the tricks, > marks the lead and * the winner.  Findings stand below a deal; `check` says more.
    """
    spellings = Spellings(lang, signs, cards)
    rulesets = rulesets_of(variant, override, rules)
    limits = limits_of(max_line, max_record)
    wanted = set(numbers)
    if stepping:
        if format_ != "text":
            raise click.UsageError("--step shows deals as text; --format does not go with it.")
        _step(path, spellings, Checker(rulesets), limits, wanted)
        return
    shown = 0
    code = 0
    with utf8_stdout() as machine:
        array = ArrayWriter(machine) if format_ == "json" else None
        for source in find_inputs([path]):
            checker = Checker(rulesets)
            for read in read_records(source, limits):
                run = run_before(checker)
                checked = checker.check(read)
                if wanted and read.number and read.number not in wanted:
                    continue
                if checked.number == 0:
                    code = 2 if not checked.ok else code
                elif not checked.ok:
                    code = max(code, 1)
                if array is not None:
                    array.add(_as_json(checked, checker))
                else:
                    lines = _as_text(checked, checker, spellings.of(checked.rules), run)
                    paint(["", "", *lines] if shown and checked.number else lines,
                          sys.stdout if checked.number else sys.stderr)
                shown += checked.number > 0
                wanted.discard(read.number)
                if numbers and not wanted:
                    break
        if array is not None:
            array.finish()
    if wanted and code < 2:
        missing = ", ".join(map(str, sorted(wanted)))
        raise click.UsageError(f"There is no record {missing} in {path}.")
    ctx.exit(code)


def _step(path: str, spellings: Spellings, checker: Checker, limits: Limits, wanted: set[int]) -> None:
    """Go through the records in PATH."""
    from preferans_pbn.cli.stepping import Deal, can_be_raw, step_through
    from preferans_pbn.render.step_frames import DealSteps

    raw = can_be_raw(path == STDIN)
    if path == STDIN and not raw:
        raise click.UsageError("--step reads its keys from standard input, so the records must be in a file.")

    def deals() -> Iterator[Deal]:
        for source in find_inputs([path]):
            for read in read_input(source, limits):
                run = run_before(checker)
                checked = checker.check(read)
                if wanted and read.number and read.number not in wanted:
                    continue
                spelling = spellings.of(checked.rules)
                steps = None
                if checked.record is not None:
                    shown = _shown(checked, checker, checked.record, run)
                    steps = DealSteps(shown, checked.diagnostics, spelling)
                lines = [] if steps is not None else _as_text(checked, checker, spelling, run)
                if steps is not None or lines:
                    yield Deal(spelling.language, steps, lines)

    if not step_through(deals(), raw=raw):
        raise click.UsageError(f"There is no such record in {path}." if wanted else f"There is no record in {path}.")


def _as_text(checked: Checked, checker: Checker, spelling: Spelling, run: int) -> list[Line]:
    from preferans_pbn.cli.reports.text import narrow_text
    from preferans_pbn.render.findings import finding_lines
    from preferans_pbn.render.step_frames import DealSteps

    record = checked.record
    if record is None:
        return [line for found in checked.diagnostics if found.severity == "error"
                for line in narrow_text(found, checked.source, checked.rules, WIDTH)]
    shown = _shown(checked, checker, record, run)
    lines = list(deal_lines(shown, spelling))
    findings = checked.diagnostics
    if findings:
        places = DealSteps(shown, findings, spelling).places()
        lines += ["", *finding_lines(findings, places, spelling.language, located=True)]
    return lines


def _shown(checked: Checked, checker: Checker, record: Record, run: int) -> Shown:
    """The deal; its sheet only where more than this deal stands in it."""
    state = checker.sessions.state
    shown = shown_of(checked, state, record, run)
    if state is not None and state.deals <= 1 and record.sheet_table is None:
        shown.sheet = {}
    return shown


def _as_json(checked: Checked, checker: Checker) -> dict[str, Any]:
    from preferans_pbn.notation import to_json

    record = checked.record
    data: dict[str, Any] = {"number": checked.number, "record": None if record is None else to_json(record)}
    if checked.rules is not None:
        data["variant"] = f"{checked.rules.id}@{checked.rules.revision}"
    replayed = checked.replay
    if record is not None and replayed is not None:
        shown = _shown(checked, checker, record, 0)
        outcome = replayed.outcome
        data["seats"] = list(replayed.seats)
        data["winners"] = [replayed.seats[i] for i in replayed.winners]
        data["outcome"] = None if outcome is None else outcome.manner
        data["columns"] = list(shown.columns)
        data["score"] = {seat: list(cells) for seat, cells in shown.score.items()} or None
        data["sheet"] = {seat: list(cells) for seat, cells in shown.sheet.items()} or None
        data["settlement"] = dict(shown.settlement) or None
    data["findings"] = [finding_json(found) for found in checked.diagnostics]
    return data
