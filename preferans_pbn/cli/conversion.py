"""What happens between the inputs of ``convert`` and its output: deals read one at a time, and an account of them."""

from __future__ import annotations

import os
import sys
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final, TextIO, TypeAlias

import click

from preferans_pbn.archive.joining import Joins, called
from preferans_pbn.cli.check import counted
from preferans_pbn.cli.progress import Bar, NoBar
from preferans_pbn.cli.reports.json_report import dumped
from preferans_pbn.cli.reports.text import headline
from preferans_pbn.convert import Converted, Format, Loss, Options, Source
from preferans_pbn.convert.encodings import Encoding
from preferans_pbn.convert.faults import SourceFault, placed
from preferans_pbn.convert.judging import judged
from preferans_pbn.convert.opening import OtherEncoding, opened
from preferans_pbn.convert.registry import readable_names
from preferans_pbn.diagnostics import BY_NAME
from preferans_pbn.inputs import Input, reason_of
from preferans_pbn.record import Record
from preferans_pbn.record import Source as Origin
from preferans_pbn.render.ink import paint

if TYPE_CHECKING:
    from preferans_pbn.cli.reading_ahead import Outcome
    from preferans_pbn.diagnostics import Diagnostic

ReadAhead: TypeAlias = "Callable[[Iterable[Input]], Iterator[tuple[Input, Outcome | None]]]"
"""Gives inputs in order, each with what another process read in it."""

SHOWN: Final = 20
"""So many losses, and so many inputs, are told of one by one."""
_NOT_WRITTEN: Final = BY_NAME["not-written"].code
OTHER_ENCODING: Final = frozenset(("invalid-utf8", "utf-16"))
"""What is found wrong in a text that is not UTF-8."""


class Withheld(Exception):
    """The result is not to appear: something would be lost."""


class NothingFits(Exception):
    """The result is not to appear: the format could say none of the records."""


@dataclass(slots=True)
class Taken:
    """An input as it was read: its ``form`` and ``encoding`` (None: not known), and what came of it.

    ``first``: how many records had been given out before it; ``unread``: how many deals could not be read,
    ``partial`` how many records could be read in part only, both among those ``with_errors``; ``left_out``: how many
    of its ``records`` the format written could not say at all.
    """

    name: str
    first: int
    form: str | None = None
    encoding: str | None = None
    records: int = 0
    with_errors: int = 0
    unread: int = 0
    partial: int = 0
    left_out: int = 0

    def to_json(self) -> dict[str, Any]:
        """The entry of the report."""
        return {"source": self.name, "from": self.form, "encoding": self.encoding, "records": self.records,
                "with_errors": self.with_errors, "left_out": self.left_out}


@dataclass(slots=True)
class Account:
    """What became of the inputs; losses go to the report as they come.

    ``several``: there may be more inputs than one.  ``unreadable``: how many inputs were named and could not be
    read at all; ``strangers``: files of a directory or archive that have no known format; ``companions``: files that
    were read beside another; ``foreign``: files that are not UTF-8, though no encoding was named; ``joined``: sessions
    of several inputs are read back as one; ``bar`` shows how far it is.
    """

    report: TextIO | None = None
    several: bool = False
    losses: int = 0
    unreadable: int = 0
    strangers: list[str] = field(default_factory=list)
    companions: set[str] = field(default_factory=set)
    foreign: list[str] = field(default_factory=list)
    joined: bool = False
    inputs: list[Taken] = field(default_factory=list)
    bar: Bar = field(default_factory=NoBar)

    @property
    def records(self) -> int:
        """How many records were given out."""
        return sum(one.records for one in self.inputs)

    @property
    def passed(self) -> list[str]:
        """The files that nothing was read of."""
        return [name for name in self.strangers if name not in self.companions]

    @property
    def with_errors(self) -> int:
        """In how many deals errors were found."""
        return sum(one.with_errors for one in self.inputs)

    @property
    def left_out(self) -> int:
        """How many records were given out that the format written cannot say at all."""
        return sum(one.left_out for one in self.inputs)

    # ---- what was found ----------------------------------------------------------------------------
    def take(self, one: Converted, taken: Taken) -> None:
        """Count a deal, report its findings and losses."""
        errors = [found for found in one.diagnostics if found.severity == "error"]
        if errors:
            self.bar.clear()
        paint(map(headline, errors), sys.stderr)
        if errors or one.record is None:
            taken.with_errors += 1
        taken.unread += one.record is None and taken.form is not None
        taken.partial += one.record is not None and one.partial
        taken.records += one.record is not None
        for loss in one.losses:
            self.lose(loss, taken.name)

    def lose(self, loss: Loss, name: str) -> None:
        """Report a loss of the input ``name``."""
        if self.report is not None:
            entry = {"source": name, **loss.to_json()} if self.several else loss.to_json()
            self.report.write((",\n" if self.losses else "\n") + dumped(entry))
        self.losses += 1
        if self.losses <= SHOWN:
            self.bar.clear()
            paint([headline(_found(loss, name))], sys.stderr)

    def lose_written(self, loss: Loss, *, each: bool = False) -> None:
        """Report a loss of the writer, which counts records over all inputs: it is told of where it came from.
        ``each``: the records are those of the last input alone."""
        if each:
            self._lose_of(loss, self.inputs[-1])
            return
        at = bisect_right([one.first for one in self.inputs], max(loss.record - 1, 0)) - 1
        taken = self.inputs[at] if loss.record else None
        if taken is None:
            self.lose(loss, self.inputs[0].name if len(self.inputs) == 1 else "result")
        else:
            self._lose_of(replace(loss, record=loss.record - taken.first), taken)

    def _lose_of(self, loss: Loss, taken: Taken) -> None:
        taken.left_out += loss.code == _NOT_WRITTEN
        self.lose(loss, taken.name)

    # ---- what is said about it -----------------------------------------------------------------------
    def begin_report(self, writer: Format) -> None:
        """The beginning of the report, which is one JSON object."""
        if self.report is not None:
            self.report.write("{" + f'"to": {dumped(writer.name)}, "losses": [')

    def end_report(self, written: bool) -> None:
        """The rest of the report."""
        if self.report is None:
            return
        self.report.write(("\n" if self.losses else "") + "], ")
        if self.several:
            entries = ",\n".join(dumped(one.to_json()) for one in self.inputs)
            self.report.write(f'"sources": [\n{entries}\n], "passed_over": {dumped(self.passed)}, ')
        elif self.inputs:
            entry = self.inputs[0].to_json()
            self.report.write(f'"source": {dumped(entry["source"])}, "from": {dumped(entry["from"])}, '
                              f'"encoding": {dumped(entry["encoding"])}, ')
        self.report.write(f'"records": {self.records}, "with_errors": {self.with_errors}, '
                          f'"left_out": {self.left_out}, "written": {dumped(written)}}}\n')

    def summary(self) -> str:
        """``12 records converted, 2 could not be read, 1 with errors (1 of them read in part), 3 losses``; where not
        all could be written, ``12 records read, 10 written, 2 left out, 3 losses``."""
        text = f"{counted(self.records, 'record')} converted"
        if self.left_out:
            text = (f"{counted(self.records, 'record')} read, {self.records - self.left_out} written, "
                    f"{self.left_out} left out ({_NOT_WRITTEN})")
        unread = sum(one.unread for one in self.inputs)
        partial = sum(one.partial for one in self.inputs)
        if unread:
            text += f", {unread} could not be read"
        if self.with_errors > unread:
            text += f", {self.with_errors - unread} with errors"
        if partial:
            text += f" ({partial} of them read in part)"
        if self.losses:
            text += f", {self.losses} {'loss' if self.losses == 1 else 'losses'}"
        return text

    def conclude(self, withheld: bool, writer: Format, *, lossless: bool) -> int:
        """Say how it ended; the exit code: 2 where an input could not be read, or none; 1 where errors were found, a
        record could not be written, or nothing was written because something would be lost."""
        if self.losses > SHOWN:
            click.echo(f"… and {self.losses - SHOWN} more losses; --report writes them all", err=True)
        if self.joined:
            click.echo("sessions of several sources have one name: give two games different Session tags, or write a "
                       "file for each source (-o DIRECTORY/)", err=True)
        self._say_inputs()
        if withheld and lossless and self.losses:
            click.echo("nothing was written: something would be lost", err=True)
            return 1
        if withheld and self.records:
            click.echo(f"nothing was written: {writer.name} cannot say "
                       f"{'this record' if self.records == 1 else f'any of these {self.records} records'}", err=True)
            return 2 if self.unreadable else 1
        if withheld:
            click.echo("nothing was written: no record could be read", err=True)
            return 2
        click.echo(self.summary(), err=True)
        return 2 if self.unreadable else 1 if self.with_errors or self.left_out else 0

    def _say_inputs(self) -> None:
        """What many inputs were taken for, which are in another encoding, and what was passed over."""
        if self.foreign:
            one = len(self.foreign) == 1
            click.echo(f"{self.foreign[0] if one else f'{len(self.foreign)} files are not UTF-8'}: if "
                       f"{'this is' if one else 'they are in'} another encoding, --encoding names it; --encoding auto "
                       "looks for it", err=True)
        if self.passed:
            names = ", ".join(self.passed[:5]) + (", …" if len(self.passed) > 5 else "")
            click.echo(f"{counted(len(self.passed), 'file')} of no known format passed over: {names}", err=True)
        if len(self.inputs) > SHOWN:
            # What is not UTF-8 and gave no record was not read as anything; it is told of above.
            foreign = set(self.foreign)
            forms = Counter(f"{one.form} in {one.encoding}" for one in self.inputs
                            if one.form is not None and (one.records or one.name not in foreign))
            kinds = ", ".join(f"{count} as {form}" for form, count in forms.most_common())
            if kinds:
                click.echo(f"{counted(forms.total(), 'file')} read: {kinds}", err=True)


def _found(loss: Loss, name: str) -> Diagnostic:
    found = loss.diagnostic(name)
    if loss.record:
        found.path = f"{name}: record {loss.record}"
    return found


class Reading:
    """Reads inputs one after the other.

    ``reader``: their format, None: what each looks like.  ``keep_all``: stop at the first loss (Withheld).
    ``joined``: the records are written one behind the other, to be read back as one stream of sessions; where sessions
    of two inputs meet in it, that is a loss.  ``ahead``: how inputs are read by others before their turn.
    """

    def __init__(self, reader: Format | None, options: Options, account: Account, *, keep_all: bool = False,
                 joined: bool = False, ahead: ReadAhead | None = None) -> None:
        self._ahead = ahead
        self._reader = reader
        self._options = options
        self._account = account
        self._keep_all = keep_all
        self._joins: Joins[int] | None = Joins() if joined else None

    def records(self, inputs: Iterable[Input]) -> Iterator[Record]:
        """The records of all inputs in order.  Raises Withheld."""
        for _, records in self.by_input(inputs):
            yield from records

    def by_input(self, inputs: Iterable[Input]) -> Iterator[tuple[Input, Iterator[Record]]]:
        """Each input with its records; they are to be taken before the next input is asked for.  Raises Withheld."""
        if self._ahead is None:
            for one in inputs:
                yield one, self.records_of(one)
        else:
            for one, outcome in self._ahead(inputs):
                yield one, self.records_of(one, outcome)

    def records_of(self, one: Input, outcome: Outcome | None = None) -> Iterator[Record]:
        """The records of one input, of which another process may have read what there is.  Raises Withheld; an input
        that cannot be read is reported and gives none."""
        account = self._account
        taken = Taken(one.name, account.records)
        account.inputs.append(taken)
        try:
            with ExitStack() as stack:
                source = None
                if outcome is None:
                    stream = stack.enter_context(account.bar.watched(one).opened())
                    source = Source(one.name, stream, path=one.path, beside=self._beside(one))
                for deal in self._deals(one, source, taken, outcome):
                    account.take(deal, taken)
                    account.bar.count(deal.record is not None, any(one.severity == "error" for one in deal.diagnostics))
                    account.bar.tick()
                    if deal.record is not None:
                        self._note(deal.record, taken)
                    if self._keep_all and account.losses:
                        raise Withheld
                    if deal.record is not None:
                        yield deal.record
        except OSError as error:
            if isinstance(error, BrokenPipeError):
                raise
            account.unreadable += 1
            click.echo(f"{error.filename or one.name}: {reason_of(error)}", err=True)

    def _note(self, record: Record, taken: Taken) -> None:
        """A record was read: it is known which input it comes from, and whether its session meets one of another."""
        if record.source is None:
            record.source = Origin("", path=taken.name)
        number = len(self._account.inputs) - 1
        other = self._joins.meets(record, number) if self._joins is not None else None
        if other is not None:
            name = self._account.inputs[other].name
            self._account.joined = True
            self._account.lose(Loss("Session", taken.records, f"by {called(record)} it is a session of {name} too, and "
                                    "is read back as one with it"), taken.name)

    def _opened(self, one: Input, source: Source | None,
                outcome: Outcome | None) -> tuple[Format | None, Encoding, Iterator[Converted]]:
        """The format, the encoding and the deals of an input.  Raises SourceFault, OSError."""
        if outcome is not None:
            self._account.companions.update(os.path.join(os.path.dirname(one.name), name) for name in outcome.beside)
            return outcome.opened()
        assert source is not None
        source, reader, encoding, options = opened(source, self._reader, self._options)
        return reader, encoding, iter(()) if reader is None else judged(reader.read(source, options), one.name)

    def _deals(self, one: Input, source: Source | None, taken: Taken, outcome: Outcome | None) -> Iterator[Converted]:
        """The deals of a source, in the format and encoding that it is found to have."""
        try:
            reader, encoding, deals = self._opened(one, source, outcome)
        except OtherEncoding as problem:
            if one.inside and not problem.encodings:  # some other text
                self._pass_over(one, taken)
                return
            self._account.foreign.append(one.name)
            self._account.unreadable += 1
            yield self._refused(one, problem.finding)
            return
        except SourceFault as problem:
            self._account.unreadable += 1
            yield self._refused(one, problem.finding)
            return
        taken.encoding = encoding.name
        if reader is None:
            if one.inside:
                self._pass_over(one, taken)
                return
            self._account.inputs.remove(taken)
            self._account.unreadable += 1
            yield self._refused(one, placed("format-not-recognised", known=readable_names()))
            return
        taken.form = reader.name
        self.say(one, encoding, reader)
        told = bool(self._options.encoding)
        for deal in deals:
            if not told and any(found.name in OTHER_ENCODING for found in deal.diagnostics):
                told = True
                self._account.foreign.append(one.name)
            yield deal

    def _pass_over(self, one: Input, taken: Taken) -> None:
        """A file of a directory or an archive is no record of a game."""
        self._account.inputs.remove(taken)
        self._account.strangers.append(one.name)

    def _beside(self, one: Input) -> Callable[[str], bytes | None] | None:
        """What gives the files beside ``one``, and notes that they were used."""
        inner = one.beside
        if inner is None:
            return None

        def beside(name: str) -> bytes | None:
            found = inner(name)
            if found is not None:
                self._account.companions.add(os.path.join(os.path.dirname(one.name), name))
            return found

        return beside

    def say(self, one: Input, encoding: Encoding, reader: Format) -> None:
        """What the last input was taken for, where that was not said on the command line."""
        if len(self._account.inputs) > SHOWN:
            return
        parts = []
        if self._reader is None:
            parts.append(f"read as {reader.name} ({reader.title}); --from names another")
        if encoding.how == "found" or (encoding.how == "mark" and encoding.name != "utf-8"):
            why = "by what it holds; --encoding names another" if encoding.how == "found" else "by its byte order mark"
            parts.append(f"encoding {encoding.name} ({why})")
        if parts:
            self._account.bar.clear()
            click.echo(f"{one.name}: {'; '.join(parts)}", err=True)

    @staticmethod
    def _refused(one: Input, finding: Diagnostic) -> Converted:
        finding.path = one.name
        return Converted(None, [finding])
