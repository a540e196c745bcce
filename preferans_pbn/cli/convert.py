"""``preferans-pbn convert``: records from and to other formats."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import ExitStack, closing
from itertools import chain
from pathlib import Path
from typing import IO, BinaryIO, Final, cast

import click

from preferans_pbn.cli.cluster import cluster_option
from preferans_pbn.cli.conversion import Account, NothingFits, ReadAhead, Reading, Withheld
from preferans_pbn.cli.destination import not_a_source_or_target, not_taken_for_a_target, outside
from preferans_pbn.cli.options import jobs_option, sentence
from preferans_pbn.cli.progress import progress_bar
from preferans_pbn.cli.several_files import opener, places_of
from preferans_pbn.convert import FORMATS, Format, Loss, Options, UnknownFormat, find_format
from preferans_pbn.convert.model import MissingPackage
from preferans_pbn.inputs import COMPRESSED, STDIN, ZIP, Input, find_inputs, reason_of
from preferans_pbn.outputs import PACKED, atomic_write, stdout_bytes, text_of, without_packing
from preferans_pbn.record import Record
from preferans_pbn.render.languages import CODES
from preferans_pbn.variants import CARDS

_IN_MEMORY: Final = 1 << 20
_REGISTERED: Final = tuple(sorted({suffix for entry in FORMATS if entry.reads for suffix in entry.suffixes}))
"""Suffixes of the files that are read in a directory or an archive."""


@click.command("convert")
@click.argument("paths", metavar="SRC... [DST]", nargs=-1)
@click.option("-o", "--output", "output", metavar="DST", help="Write to DST; then all arguments are sources.")
@click.option("--from", "from_", metavar="FORMAT", default="", help="Format of SRC.  [default: what it looks like]")
@click.option("--to", "to", metavar="FORMAT", default="", help="Format of DST.  [default: by its suffix, else ppbn]")
@click.option("--list", "list_", is_flag=True, help="List the formats.")
@click.option("--claims", is_flag=True, help="Keep the scores that the source claims, as tables of the record.")
@click.option("--encoding", metavar="NAME",
              help="Encoding of a text source, such as cp1251; auto looks for it.  [default: UTF-8, or by a mark]")
@click.option("--lang", type=click.Choice(CODES), default=None,
              help="Language of words and cards, in text, markdown, svg; an html page opens in it.  [default: en, in "
                   "html the reader's]")
@click.option("--cards", type=click.Choice(CARDS), default=None,
              help="Pack whose names and pips they show.  [default: the variant's]")
@click.option("--report", "report_path", metavar="FILE", help="Write what was lost to FILE, as JSON.")
@click.option("--lossless", is_flag=True, help="Write nothing if anything would be lost.")
@click.option("--force", is_flag=True, help="Replace DST and the report if they exist.")
@jobs_option
@cluster_option
@click.pass_context
def command(ctx: click.Context, paths: tuple[str, ...], output: str | None, from_: str, to: str, list_: bool,
            claims: bool, encoding: str | None, lang: str | None, cards: str | None, report_path: str | None,
            lossless: bool, force: bool, jobs: int, cluster: str | None) -> None:
    """Convert the records of SRC (a file, a directory, a .zip, - for standard input) and write them to DST or to
    standard output.

    DST may be - for standard output.  Records of several sources become one stream; if DST is a directory, one file
    each.  A directory that holds something is taken for DST only with -o.  What the result cannot hold is reported as
    a loss (W7xx), and what the replay of a foreign record contradicts, at its place in SRC.

    Exit code 0: everything was converted, if with losses; 1: errors were found, or a record could not be written; 2: a
    source could not be read.
    """
    if list_:
        _list_formats()
        return
    if not paths:
        raise click.UsageError("Missing argument 'SRC'.")
    if encoding is not None and not encoding.strip():
        raise click.BadParameter("name an encoding, or auto.", param_hint="'--encoding'")
    encoding = encoding or ""
    sources, target = (paths, output) if output is not None else (paths[:-1] or paths, paths[-1] if paths[1:] else None)
    if target == STDIN:
        target = None  # the same sign names standard output
    writer = _writer(to, target)
    each = target is not None and not writer.files and _is_directory(target)
    if cluster is not None and (lossless or jobs > 1):
        raise click.UsageError(f"{'--lossless' if lossless else '--jobs'} does not go with --cluster.")
    report_file = Path(report_path) if report_path is not None else None
    places = places_of(writer, target) if writer.files and cluster is None else {}
    if target is not None and output is None and cluster is None:
        not_taken_for_a_target(target, {place.name for place in places.values()})
    several = bool(writer.files) or cluster is not None
    wanted = list(places.values()) if several else [] if each or target is None else [Path(target)]
    if writer.files and target is not None and target.lower().endswith(PACKED) and not _is_directory(target):
        raise click.UsageError(f"{writer.name} is {len(writer.files)} files, which are not packed: name a directory, "
                               f"or {without_packing(target)}.")
    for name in (*wanted, *([report_file] if report_file else [])):
        if not force and name.exists():
            raise click.UsageError(f"{name} exists; --force replaces it.")
    if report_file is not None:
        not_a_source_or_target(report_file, sources, _REGISTERED, target, wanted, each=each)
    options = Options(claims=claims, encoding=encoding, lang=lang or "", cards=cards or "")
    suffix = f".{to}" if f".{to}" in writer.suffixes else next(iter(writer.suffixes), f".{writer.name}.txt")
    job = Job(_reader(from_) if from_ else None, writer, options, target, suffix, lossless=lossless, force=force)
    try:
        with ExitStack() as stack:
            report = None
            if report_file is not None:
                report = stack.enter_context(text_of(stack.enter_context(atomic_write(report_file, overwrite=force))))
            account = Account(report, several=len(sources) > 1 or each or _holds_several(sources[0]))
            if target is not None or not sys.stdout.isatty():  # else the records themselves show it
                account.bar = stack.enter_context(progress_bar(sources))
            account.begin_report(writer)
            if cluster is not None:
                from preferans_pbn.cli.convert_in_cluster import convert_in_cluster

                written = convert_in_cluster(sources, target, cluster, account, from_, encoding, writer, force=force)
            elif jobs > 1 and not lossless:
                written = job.write_at_once(sources, account, jobs, each=each)
            else:
                written = (job.write_each if each else job.write_all)(sources, account)
            account.end_report(written)
        code = account.conclude(not written, writer, lossless=lossless)
    except BrokenPipeError:
        raise
    except MissingPackage as error:
        raise click.UsageError(f"{str(error)[:1].upper()}{str(error)[1:]}.") from None
    except OSError as error:
        click.echo(f"{error.filename or target or sources[0]}: {reason_of(error)}", err=True)
        ctx.exit(2)
    ctx.exit(code)


def _is_directory(target: str) -> bool:
    return target.endswith(("/", os.sep)) or Path(target).is_dir()


def _holds_several(source: str) -> bool:
    return source.lower().endswith(ZIP) or (source != STDIN and Path(source).is_dir())


class Job:
    """What is to be done with the sources: read as ``reader`` (None: as what each looks like), written as ``writer``
    to ``target`` (None: standard output); ``suffix``: of the files written into a directory."""

    def __init__(self, reader: Format | None, writer: Format, options: Options, target: str | None, suffix: str, *,
                 lossless: bool, force: bool) -> None:
        self._reader = reader
        self._writer = writer
        self._options = options
        self._target = target
        self._suffix = suffix
        self._lossless = lossless
        self._force = force
        self._ahead: ReadAhead | None = None

    def write_all(self, sources: Sequence[str], account: Account) -> bool:
        """Write the records of all sources as one stream; False if nothing was written."""
        reading = Reading(self._reader, self._options, account, keep_all=self._lossless,
                          joined=self._writer.sessions and account.several, ahead=self._ahead)
        found = reading.records(find_inputs(sources, _REGISTERED))
        try:
            with ExitStack() as stack:
                first = next(found, None)
                if first is None:
                    return False
                self._write(chain((first,), found), stack, account)
        except (Withheld, NothingFits):
            return False
        return True

    def _write(self, records: Iterable[Record], stack: ExitStack, account: Account) -> None:
        """Write ``records`` to the target.  Raises Withheld where nothing may be lost and something would be, and
        NothingFits where none of them could be written."""
        writer, target, lossless = self._writer, self._target, self._lossless
        if writer.files:
            opened = opener(stack, places_of(writer, target), force=self._force)
            _drain(writer.write_files(records, opened, self._options), account, lossless)
            return
        out = _out(stack, target, lossless=lossless, force=self._force)
        with text_of(out) as text:
            _drain(writer.write(records, text, self._options), account, lossless)
        if account.left_out == account.records:
            raise NothingFits
        _hand_over(out, target, lossless=lossless)

    def write_at_once(self, sources: Sequence[str], account: Account, jobs: int, *, each: bool) -> bool:
        """`write_all`, or `write_each`, with several processes: they share the records of the notation where the format
        written is such that they can, else they read files before their turn."""
        from preferans_pbn.cli.convert_at_once import AtOnce, encodings_at_once
        from preferans_pbn.cli.reading_ahead import read_ahead

        writer, target = self._writer, self._target
        encodings = None if each else encodings_at_once(find_inputs(sources, _REGISTERED), self._reader, writer,
                                                        self._options)
        if encodings is None:
            with ExitStack() as stack:
                self._ahead = lambda inputs: read_ahead(inputs, self._reader, self._options, jobs, account.bar, stack)
                return (self.write_each if each else self.write_all)(sources, account)
        reading = Reading(self._reader, self._options, account)
        with ExitStack() as stack:
            work = AtOnce(find_inputs(sources, _REGISTERED), encodings, writer, self._options, account, jobs,
                          reading.say)
            pieces = work.pieces(stack)
            given = next((one for one in pieces if one.records), None)
            if given is None:
                return False
            pieces = chain((given,), pieces)
            try:
                with ExitStack() as files:
                    if writer.files:
                        work.write_files(pieces, opener(files, places_of(writer, target), force=self._force))
                        return True
                    out = _out(files, target, lossless=False, force=self._force)
                    with text_of(out) as text:
                        work.write_text(pieces, text)
                    if account.left_out == account.records:
                        raise NothingFits
            except NothingFits:
                return False
        return True

    def write_each(self, sources: Sequence[str], account: Account) -> bool:
        """Write a file for each source into the target directory; False if nothing was written."""
        if self._lossless:
            if STDIN in sources:
                raise click.UsageError("with --lossless and a directory for DST, SRC cannot be standard input.")
            with open(os.devnull, "w", encoding="utf-8") as nowhere:
                trial = Account(account.report, several=True)
                for _, records in self._by_input(sources, trial):
                    try:
                        _drain(self._writer.write(records, nowhere, self._options), trial, True, each=True)
                    except Withheld:
                        account.inputs, account.losses = trial.inputs, trial.losses
                        return False
        taken: set[Path] = set()
        wrote = False
        for one, records in self._by_input(sources, account):
            first = next(records, None)
            if first is None:
                continue
            place = self._place(one, taken)
            place.parent.mkdir(parents=True, exist_ok=True)
            try:
                with atomic_write(place, overwrite=self._force) as out, text_of(out) as text:
                    _drain(self._writer.write(chain((first,), records), text, self._options), account, False, each=True)
                    if account.inputs[-1].left_out == account.inputs[-1].records:
                        raise NothingFits
            except NothingFits:
                continue
            wrote = True
        return wrote

    def _by_input(self, sources: Sequence[str], account: Account) -> Iterator[tuple[Input, Iterator[Record]]]:
        reading = Reading(self._reader, self._options, account, keep_all=self._lossless, ahead=self._ahead)
        # What was written a moment ago is no source.
        inputs = (one for one in find_inputs(sources, _REGISTERED) if outside(one, self._target or ""))
        yield from reading.by_input(inputs)

    def _place(self, one: Input, taken: set[Path]) -> Path:
        """Where the records of ``one`` go: its path in the directory or archive with the suffix of the format written;
        the whole name before it where two would be the same file.  No name leads out of the target."""
        parts = [part for part in (one.inside or Path(one.name).name).replace("\\", "/").split("/")
                 if part not in ("", ".", "..") and ":" not in part]
        name = Path(parts[-1] if parts and one.name != STDIN else "stdin")
        folder = Path(self._target or ".").joinpath(*parts[:-1])
        stem = name.stem if name.suffix.lower() not in COMPRESSED else Path(name.stem).stem
        suffix = self._suffix
        place = folder / f"{stem}{suffix}"
        number = 1
        while place in taken:
            place = folder / f"{name.name}{f'-{number}' if number > 1 else ''}{suffix}"
            number += 1
        taken.add(place)
        return place


def _drain(losses: Iterator[Loss], account: Account, lossless: bool, *, each: bool = False) -> None:
    """Write everything.  ``each``: the records are those of the last input alone.  Raises Withheld where nothing may be
    lost and something would be."""
    with closing(cast("Generator[Loss]", losses)):  # before what it writes to is closed
        for loss in losses:
            account.lose_written(loss, each=each)
            if lossless:
                raise Withheld


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
    suffix = Path(without_packing(target)).suffix.lower() if target is not None else ""
    return next((entry for entry in FORMATS if entry.writes and suffix in entry.suffixes), find_format("ppbn"))


def _out(stack: ExitStack, target: str | None, *, lossless: bool, force: bool) -> BinaryIO:
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


def _list_formats() -> None:
    width = max(len(entry.name) for entry in FORMATS)
    for entry in FORMATS:
        ways = "read, write" if entry.reads and entry.writes else "read" if entry.reads else "write"
        click.echo(f"{entry.name:<{width}}  {ways:<11}  {' '.join(entry.suffixes):<22}  {entry.title}")
