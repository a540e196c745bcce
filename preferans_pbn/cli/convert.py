"""``preferans-pbn convert``: records from and to other formats."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Generator, Iterator
from contextlib import ExitStack, closing
from itertools import chain
from pathlib import Path
from typing import IO, TYPE_CHECKING, BinaryIO, Final, TextIO, cast

import click

from preferans_pbn.cli.check import counted
from preferans_pbn.cli.options import sentence
from preferans_pbn.cli.reports.json_report import dumped
from preferans_pbn.cli.reports.text import headline
from preferans_pbn.cli.several_files import opener, places_of
from preferans_pbn.convert import FORMATS, Converted, Format, Loss, Options, Source, UnknownFormat, find_format
from preferans_pbn.convert.model import MissingPackage
from preferans_pbn.inputs import STDIN, Input, find_inputs, reason_of
from preferans_pbn.outputs import atomic_write, stdout_bytes, text_of
from preferans_pbn.record import Record
from preferans_pbn.render.ink import paint

if TYPE_CHECKING:
    from preferans_pbn.diagnostics import Diagnostic

_SHOWN_LOSSES: Final = 20
_IN_MEMORY: Final = 1 << 20


class Withheld(Exception):
    """The result is not to appear."""


class Account:
    """What became of the source, deal by deal; losses go to the report as they come."""

    def __init__(self, report: TextIO | None) -> None:
        self.records = 0
        self.unread = 0
        self.losses = 0
        self._report = report

    def take(self, one: Converted, name: str) -> None:
        """Count a deal, report its findings and losses."""
        errors = [found for found in one.diagnostics if found.severity == "error"]
        paint(map(headline, errors), sys.stderr)
        if errors or one.record is None:
            self.unread += 1
        for loss in one.losses:
            self.lose(loss, name)

    def lose(self, loss: Loss, name: str) -> None:
        """Report a loss."""
        if self._report is not None:
            self._report.write((",\n" if self.losses else "\n") + dumped(loss.to_json()))
        self.losses += 1
        if self.losses <= _SHOWN_LOSSES:
            paint([headline(_found(loss, name))], sys.stderr)

    def summary(self) -> str:
        """``12 records converted, 1 with errors, 3 losses``."""
        text = f"{counted(self.records, 'record')} converted"
        if self.unread:
            text += f", {self.unread} with errors"
        if self.losses:
            text += f", {self.losses} {'loss' if self.losses == 1 else 'losses'}"
        return text


def _found(loss: Loss, name: str) -> Diagnostic:
    found = loss.diagnostic(name)
    if loss.record:
        found.path = f"{name}: record {loss.record}"
    return found


@click.command("convert")
@click.argument("source", metavar="SRC", required=False)
@click.argument("target", metavar="[DST]", required=False)
@click.option("--from", "from_", metavar="FORMAT", default="", help="Format of SRC.  [default: what it looks like]")
@click.option("--to", "to", metavar="FORMAT", default="", help="Format of DST.  [default: by its suffix, else ppbn]")
@click.option("--list", "list_", is_flag=True, help="List the formats.")
@click.option("--claims", is_flag=True, help="Keep the scores that the source claims, as tables of the record.")
@click.option("--encoding", metavar="NAME", default="", help="Encoding of a text source, such as cp1251.")
@click.option("--report", "report_path", metavar="FILE", help="Write what was lost to FILE, as JSON.")
@click.option("--lossless", is_flag=True, help="Write nothing if anything would be lost.")
@click.option("--force", is_flag=True, help="Replace DST and the report if they exist.")
@click.pass_context
def command(ctx: click.Context, source: str | None, target: str | None, from_: str, to: str, list_: bool,
            claims: bool, encoding: str, report_path: str | None, lossless: bool, force: bool) -> None:
    """Convert the records of SRC (- for standard input) and write them to DST or to standard output.

    What the result cannot hold is reported as a loss (W7xx).
    """
    if list_:
        _list_formats()
        return
    if source is None:
        raise click.UsageError("Missing argument 'SRC'.")
    writer = _writer(to, target)
    reader = _reader(from_) if from_ else None
    places = places_of(writer, target) if writer.files else {}
    for name in (*(places.values() if writer.files else (target,)), report_path):
        if name is not None and not force and Path(name).exists():
            raise click.UsageError(f"{name} exists; --force replaces it.")
    options = Options(claims=claims, encoding=encoding)
    _no_directory(source)
    code = 2
    try:
        for one in find_inputs([source]):
            with one.opened() as stream, ExitStack() as stack:
                report = None
                if report_path is not None:
                    report = stack.enter_context(text_of(stack.enter_context(
                        atomic_write(report_path, overwrite=force))))
                code = _convert(_open(one, source, stream), reader, writer, options, target, report,
                                lossless=lossless, force=force)
            break
    except BrokenPipeError:
        raise
    except MissingPackage as error:
        raise click.UsageError(f"{str(error)[:1].upper()}{str(error)[1:]}.") from None
    except OSError as error:
        click.echo(f"{error.filename or source}: {reason_of(error)}", err=True)
        ctx.exit(2)
    ctx.exit(code)


def _no_directory(source: str) -> None:
    if source != STDIN and Path(source).is_dir():
        raise click.UsageError(f"{source} is a directory; SRC is one file.")


def _open(one: Input, given: str, stream: BinaryIO) -> Source:
    """The source of an input; a plain file's companions are looked for beside it."""
    return Source(one.name, stream, path=None if given == STDIN else Path(given))


def _named(name: str, hint: str) -> Format:
    try:
        return find_format(name)
    except UnknownFormat as error:
        raise click.BadParameter(sentence(error), param_hint=hint) from None


def _reader(name: str) -> Format:
    """The format to read that was named."""
    found = _named(name, "'--from'")
    if not found.reads:
        raise click.BadParameter(f"{found.name} can be written but not read.", param_hint="'--from'")
    return found


def _writer(to: str, target: str | None) -> Format:
    """The format to write: the one named, else the first that can be written whose suffix ``target`` has,
    else ppbn."""
    if to:
        found = _named(to, "'--to'")
        if not found.writes:
            names = ", ".join(entry.name for entry in FORMATS if entry.writes)
            raise click.BadParameter(f"{found.name} can be read but not written; {names} can.", param_hint="'--to'")
        return found
    suffix = Path(target).suffix.lower() if target is not None else ""
    return next((entry for entry in FORMATS if entry.writes and suffix in entry.suffixes), find_format("ppbn"))


def _convert(source: Source, reader: Format | None, writer: Format, options: Options, target: str | None,
             report: TextIO | None, *, lossless: bool, force: bool) -> int:
    """Convert, and give the exit code."""
    from preferans_pbn.convert import detect_format

    account = Account(report)
    if reader is None:
        reader = detect_format(source.head(), source.name)
        if reader is not None:
            click.echo(f"{source.name}: read as {reader.name} ({reader.title}); --from names another", err=True)
    deals = _unknown(source) if reader is None else reader.read(source, options)
    if report is not None:
        report.write("{" + f'"source": {dumped(source.name)}, "from": {dumped(reader.name if reader else None)}, '
                     f'"to": {dumped(writer.name)}, "losses": [')

    def records() -> Iterator[Record]:
        for one in deals:
            account.take(one, source.name)
            if lossless and account.losses:
                raise Withheld
            if one.record is not None:
                account.records += 1
                yield one.record

    withheld = False
    found = records()
    try:
        with ExitStack() as stack:
            first = next(found, None)
            if first is None:
                raise Withheld
            if writer.files:
                opened = opener(stack, places_of(writer, target), force=force)
                _write(writer.write_files(chain((first,), found), opened, options), account, source.name, lossless)
            else:
                out = _target(stack, target, lossless=lossless, force=force)
                with text_of(out) as text:
                    _write(writer.write(chain((first,), found), text, options), account, source.name, lossless)
                _hand_over(out, target, lossless=lossless)
    except Withheld:
        withheld = True
    if report is not None:
        report.write(("\n" if account.losses else "") + f'], "records": {account.records}, '
                     f'"with_errors": {account.unread}, "written": {dumped(not withheld)}}}\n')
    return _conclude(account, withheld, lossless=lossless)


def _write(losses: Iterator[Loss], account: Account, name: str, lossless: bool) -> None:
    """Write everything.  Raises Withheld where nothing may be lost and something would be."""
    with closing(cast("Generator[Loss]", losses)):  # before what it writes to is closed
        for loss in losses:
            account.lose(loss, name)
            if lossless:
                raise Withheld


def _unknown(source: Source) -> Iterator[Converted]:
    """The finding that no format fits."""
    from preferans_pbn.convert import read_source

    yield from read_source(source)


def _target(stack: ExitStack, target: str | None, *, lossless: bool, force: bool) -> BinaryIO:
    if target is not None:
        return stack.enter_context(atomic_write(target, overwrite=force))
    if lossless:
        # Nothing may go out before it is certain that nothing is lost.
        held = tempfile.SpooledTemporaryFile(_IN_MEMORY)  # noqa: SIM115 (closed by the stack)
        return cast("BinaryIO", stack.enter_context(held))
    return stdout_bytes()


def _hand_over(out: IO[bytes], target: str | None, *, lossless: bool) -> None:
    """Send to standard output what was held back."""
    if target is None and lossless:
        out.seek(0)
        stdout = stdout_bytes()
        while block := out.read(1 << 16):
            stdout.write(block)
        stdout.flush()


def _conclude(account: Account, withheld: bool, *, lossless: bool) -> int:
    if account.losses > _SHOWN_LOSSES:
        click.echo(f"… and {account.losses - _SHOWN_LOSSES} more losses; --report writes them all", err=True)
    if withheld and lossless and account.losses:
        click.echo("nothing was written: something would be lost", err=True)
        return 1
    if withheld:
        click.echo("nothing was written: no record could be read", err=True)
        return 2
    click.echo(account.summary(), err=True)
    return 1 if account.unread else 0


def _list_formats() -> None:
    width = max(len(entry.name) for entry in FORMATS)
    for entry in FORMATS:
        ways = "read, write" if entry.reads and entry.writes else "read" if entry.reads else "write"
        click.echo(f"{entry.name:<{width}}  {ways:<11}  {' '.join(entry.suffixes):<22}  {entry.title}")
