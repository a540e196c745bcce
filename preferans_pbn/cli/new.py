"""``preferans-pbn new``: a hand entered at the table."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from preferans_pbn.cli.archive_options import output_stream
from preferans_pbn.cli.options import sentence
from preferans_pbn.cli.reports.text import full_text
from preferans_pbn.inputs import reason_of
from preferans_pbn.outputs import atomic_write
from preferans_pbn.render.ink import paint

if TYPE_CHECKING:
    from preferans_pbn.archive.entering import Draft
    from preferans_pbn.record import Record

_ANSWERS = ("variant", "event", "site", "date", "table", "board", "session", "target", "dealer", "south", "west",
            "north", "east", "talon", "auction", "contract", "declarer", "discard", "defence", "tricks")
"""The options that are answers, in the order in which they are taken."""


@click.command("new")
@click.option("--variant", metavar="NAME", help="The rules that were played by.")
@click.option("--event", metavar="TEXT", help="Event.")
@click.option("--site", metavar="TEXT", help="Site.")
@click.option("--date", metavar="DATE", help="Date: 2026.11.26 or 2026-11-26.")
@click.option("--table", metavar="TEXT", help="Table.")
@click.option("--board", metavar="TEXT", help="Board.")
@click.option("--session", metavar="TEXT", help="Session.")
@click.option("--target", metavar="N", help="Pool that is played to.")
@click.option("--name", "people", metavar="SEAT=NAME", multiple=True, help="Who sits there; may be repeated.")
@click.option("--dealer", metavar="SEAT", help="Dealer.")
@click.option("--south", metavar="HAND", help="South's ten cards; - if they are not known.")
@click.option("--west", metavar="HAND", help="West's.")
@click.option("--north", metavar="HAND", help="North's.")
@click.option("--east", metavar="HAND", help="East's.")
@click.option("--talon", metavar="CARDS", help="The talon, in the order in which it lay.")
@click.option("--auction", metavar="CALLS", help="The calls from forehand on.")
@click.option("--contract", metavar="WORD", help="What was announced, or all-pass.")
@click.option("--declarer", metavar="SEAT", help="Who played it.")
@click.option("--discard", metavar="CARDS", help="What was discarded; - for nothing, ? if it is not known.")
@click.option("--defence", metavar="CALLS", help="The answers.")
@click.option("--tricks", metavar="TRICKS", help='Tricks: "S:8 W:0 E:2", or "8 0 2" in the order S W N E.')
@click.option("--ask/--no-ask", "ask", default=None, help="Ask for what is missing.  [default: at a terminal]")
@click.option("--anyway", is_flag=True, help="Write the record even if check finds errors in it.")
@click.option("--append", "append", metavar="FILE",
              help="Add the record to FILE; event, date, variant, players … are those of its last record, the board is "
                   "the next.")
@click.option("-o", "--output", "output", metavar="FILE", help="Write to FILE.  [default: standard output]")
@click.option("--force", is_flag=True, help="Replace FILE if it exists.")
@click.pass_context
def command(ctx: click.Context, /, people: tuple[str, ...], ask: bool | None, anyway: bool, append: str | None,
            output: str | None, force: bool, **answers: str | None) -> None:
    """Write a record of a hand: what was dealt, called and made, in any spelling of cards and calls.

    \b
    preferans-pbn new --dealer E --south "♠ТКДВ109 ♣7 ♦7 ♥ТК" --west "♠87 ♣ТКДВ1098 ♦Т" \\
        --east "♦КДВ1098 ♥ДВ109" --talon "♥8 ♥7" --auction "6♠ 6♣ пас 7♠ пас" \\
        --contract 7♠ --declarer S --defence "вист вист" --tricks "8 0 2"
    preferans-pbn new --append evening.ppbn

    At a terminal what is missing is asked for; Enter leaves it unknown.  Nothing is made up: what is not told does not
    stand in the record.  The record is checked at once; with errors it is not written, unless you say so: exit code 1.
    What cannot be understood is exit code 2.
    """
    from preferans_pbn.archive.entering import Draft

    if append is not None and output is not None:
        raise click.UsageError("--append and --output do not go together.")
    draft = Draft()
    sound = True
    if append is not None and Path(append).exists():
        before, sound = _last(append)
        if before is not None:
            draft.follow(before)
    for one in people:
        seat, equals, name = one.partition("=")
        if not equals:
            raise click.BadParameter(f"{one!r} is not SEAT=NAME.", param_hint="'--name'")
        _take(draft, f"name-{_seat(seat)}", name, "--name")
    for name in _ANSWERS:
        _take(draft, name, answers[name] or "", f"--{name}")
    asked = sys.stdin.isatty() if ask is None else ask
    if asked:
        _converse(draft)
    elif draft.record == type(draft.record)():
        raise click.UsageError("Nothing is told.  Give the hands as options, or --ask.")
    if not sound and draft.record.event is None:
        raise click.UsageError(f"The last record of {append} is damaged; behind it a record needs an event (--event).")
    text, fine = _checked(draft)
    if not fine and not anyway and not (asked and click.confirm("Write it anyway?", default=False, err=True)):
        click.echo("nothing was written", err=True)
        ctx.exit(1)
    _write(text, append, output, force)
    ctx.exit(0 if fine else 1)


def _seat(text: str) -> str:
    from preferans_pbn.archive.typed import Mistyped, seat_typed

    try:
        return seat_typed(text)
    except Mistyped as problem:
        raise click.BadParameter(sentence(problem), param_hint="'--name'") from None


def _take(draft: Draft, name: str, answer: str, option: str) -> None:
    from preferans_pbn.archive.typed import Mistyped

    try:
        draft.take(name, answer)
    except Mistyped as problem:
        raise click.BadParameter(sentence(problem), param_hint=f"'{option}'") from None


def _converse(draft: Draft) -> None:
    """Ask for what is missing until it is told or left unknown."""
    from preferans_pbn.archive.typed import Mistyped

    for question in draft.questions():
        while True:
            answer: str = click.prompt(question.text, default="", show_default=False, err=True)
            try:
                draft.take(question.name, answer)
            except Mistyped as problem:
                click.echo(f"  {problem}", err=True)
            else:
                break


def _checked(draft: Draft) -> tuple[str, bool]:
    """The record's text, and whether `check` finds no error in it; findings go to standard error."""
    from preferans_pbn.checking import Checker
    from preferans_pbn.notation import iter_text

    try:
        text = draft.text()
    except ValueError as problem:
        raise click.UsageError(sentence(problem)) from None
    fine = True
    checker = Checker()
    for read in iter_text(text, path="record"):
        checked = checker.check(read)
        fine &= checked.ok
        for found in checked.diagnostics:
            if found.name != "no-event":
                paint(full_text(found, checked.source, checked.rules), sys.stderr)
    return text, fine


def _last(path: str) -> tuple[Record | None, bool]:
    """The last record of a file, and whether it was read without errors.  Raises click.UsageError where the file
    cannot be read, or is not a plain file."""
    from preferans_pbn.notation import iter_records

    last, sound = None, True
    for read in iter_records(path):
        if not read.number and any(found.severity == "error" for found in read.diagnostics):
            if any(found.name == "empty-file" for found in read.diagnostics):
                continue
            raise click.UsageError(f"{path}: {read.diagnostics[0].message}.")
        last, sound = read.record, read.ok
    return last, sound


def _write(text: str, append: str | None, output: str | None, force: bool) -> None:
    from preferans_pbn.archive.writing import HEADER_LINE

    data = text.encode("utf-8")
    if append is not None:
        try:
            old = Path(append).read_bytes() if Path(append).exists() else HEADER_LINE
        except OSError as error:
            raise click.UsageError(f"{append}: {reason_of(error)}.") from None
        with atomic_write(append, overwrite=True) as out:
            out.write(old if old.endswith(b"\n") or not old else old + b"\n")
            out.write(b"\n" + data)
        return
    with output_stream(output, force) as out:
        out.write(HEADER_LINE + b"\n" + data)
