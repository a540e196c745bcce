"""``preferans-pbn fmt``: records in their canonical form."""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from difflib import SequenceMatcher
from itertools import chain
from typing import TYPE_CHECKING, Final, TypeAlias

import click

from preferans_pbn.cli.check import FAILED, counted
from preferans_pbn.cli.foreign import Hint
from preferans_pbn.cli.options import (
    jobs_option,
    limits_of,
    limits_options,
    paths_argument,
    rules_options,
    rulesets_of,
)
from preferans_pbn.cli.progress import Bar, progress_bar
from preferans_pbn.formatting import MARK, Formatter, Piece
from preferans_pbn.inputs import Input, find_inputs, reason_of, unreadable
from preferans_pbn.outputs import atomic_write, stdout_bytes

if TYPE_CHECKING:
    from preferans_pbn.bulk.cutting import Piece as Stretch
    from preferans_pbn.bulk.formatting_work import FormatMerger, StretchFormatted, Wanted
    from preferans_pbn.notation import ReadRecord

_CONTEXT: Final = 3
_IN_MEMORY: Final = 1 << 22


class Run:
    """What was done so far, over all inputs."""

    def __init__(self, bar: Bar) -> None:
        self.bar = bar
        self.changed = 0
        self.unchanged = 0
        self.errors = False
        self.unreadable = False
        self.failed = False
        self.fixes = 0
        self.line_ended = True
        """Does standard output end with a whole line?"""

    def complain(self, read: ReadRecord) -> None:
        """Report what was put right in one record, and its errors, on standard error."""
        from preferans_pbn.cli.reports.text import full_text, mended_line
        from preferans_pbn.render.ink import paint

        if read.mended or read.diagnostics:
            self.bar.clear()
        self.fixes += len(read.mended)
        paint(map(mended_line, read.mended), sys.stderr)
        errors = [found for found in read.diagnostics if found.severity == "error"]
        for found in errors:
            paint(full_text(found, read.source, None), sys.stderr)
        if errors and read.number:
            self.errors = True
        elif errors:
            self.unreadable = True
        self.failed |= any(found.code == FAILED for found in errors)

    def exit_code(self, *, differences_count: bool) -> int:
        """2 where an input could not be read or this program failed, 1 for errors or differences."""
        if self.unreadable or self.failed:
            return 2
        return 1 if self.errors or (differences_count and self.changed) else 0


@click.command("fmt")
@paths_argument
@click.option("--check", "check_only", is_flag=True, help="Write nothing; exit with 1 if a file would change.")
@click.option("--diff", "diff", is_flag=True, help="Show what would change; exit with 1 if anything would.")
@click.option("--write", is_flag=True, help="Rewrite the files in place.")
@click.option("--fix", is_flag=True,
              help="Put right what can mean one thing only (пас, ♠A, look-alike letters), and say what was.")
@click.option("--portable", is_flag=True,
              help="Name the rules so that anybody can read the record: a house variant by its Base and Rules.")
@jobs_option
@rules_options
@limits_options
@click.pass_context
def command(ctx: click.Context, paths: tuple[str, ...], check_only: bool, diff: bool, write: bool, fix: bool,
            portable: bool, jobs: int, variant: str | None, override: str | None, rules: tuple[str, ...], max_line: int,
            max_record: int) -> None:
    """Write records in their canonical form to standard output, or with --write into their files.

    A record with errors in its text is kept as it is and reported.  --fix makes the fixes that are safe, and no
    others.  --variant, --override-variant and --rules say by
    which rules records were played that are made portable.
    """
    if write and (check_only or diff):
        raise click.UsageError("--write does not go with --check or --diff.")
    if (override is not None or rules) and not portable:
        raise click.UsageError("--override-variant and --rules change the rules of records: they need --portable.")
    formatter = Formatter(limits_of(max_line, max_record), rulesets_of(variant, override, rules), portable=portable,
                          fix=fix)
    first = True
    with progress_bar(paths) as bar, ExitStack() as stack:
        run = Run(bar)
        if jobs == 1:
            supply = _supply(paths, formatter, bar)
        else:
            wanted: Wanted = "both" if write else "difference" if diff else "change" if check_only else "text"
            supply = _supply_at_once(paths, formatter, bar, jobs, wanted, stack)
        for source, pieces in supply:
            try:
                if write:
                    _rewrite(pieces(True), source, run)
                elif check_only or diff:
                    _compare(pieces(True), source, run, diff)
                else:
                    first = _print(pieces(first), source, run, first)
            except OSError as error:
                if isinstance(error, BrokenPipeError):
                    raise
                run.complain(unreadable(source.name, error))
    sys.stdout.flush()
    if fix:
        click.echo(f"{run.fixes} {'spelling' if run.fixes == 1 else 'spellings'} put right", err=True)
    if write:
        click.echo(f"{counted(run.changed, 'file')} reformatted, {run.unchanged} left unchanged", err=True)
    elif check_only:
        click.echo(f"{counted(run.changed, 'file')} would be reformatted, {run.unchanged} left unchanged", err=True)
    ctx.exit(run.exit_code(differences_count=check_only or diff))


Pieces: TypeAlias = Callable[[bool], Iterator[Piece]]
"""Gives the formatted records of an input; the argument: its first is the first of the output."""


def _supply(paths: Iterable[str], formatter: Formatter, bar: Bar) -> Iterator[tuple[Input, Pieces]]:
    """The inputs, and what formats each, one after the other."""
    for source in find_inputs(paths):
        watched = bar.watched(source)
        yield source, _pieces_of(formatter, watched)


def _pieces_of(formatter: Formatter, source: Input) -> Pieces:
    return lambda first: formatter.pieces(source, header=first, first=first)


def _supply_at_once(paths: Iterable[str], formatter: Formatter, bar: Bar, jobs: int, wanted: Wanted,
                    stack: ExitStack) -> Iterator[tuple[Input, Pieces]]:
    """The same from several processes, which end with ``stack``."""
    from preferans_pbn.bulk.cutting import Cutting, chunks_of
    from preferans_pbn.bulk.formatting_work import FormatMerger, FormatWork
    from preferans_pbn.bulk.pool import results

    inputs: deque[Input] = deque()

    def announced() -> Iterator[Input]:
        for source in find_inputs(paths):
            inputs.append(source)
            yield source

    each = wanted != "text"
    merger = FormatMerger(formatter, each=each)
    found = stack.enter_context(results(chunks_of(announced(), Cutting(sessions=False)),
                                        FormatWork(formatter, wanted, each), merger, jobs, bar.chunk_done))
    stretches = (pair for chunk, result in found for pair in zip(chunk.pieces, result, strict=True))
    for first_stretch in stretches:
        yield inputs.popleft(), _pieces_behind(merger, chain((first_stretch,), stretches))


def _pieces_behind(merger: FormatMerger, stretches: Iterator[tuple[Stretch, StretchFormatted]]) -> Pieces:
    return lambda first: merger.pieces(stretches, first=first)


def _print(pieces: Iterator[Piece], source: Input, run: Run, first: bool) -> bool:
    """Write the formatted records to standard output; the answer: is the next record the first one?"""
    out = stdout_bytes()
    for piece in _hinting(pieces, source, run):
        if piece.read.number:
            joined = not first and piece.read.number == 1
            if joined:
                out.write(b"\n" if run.line_ended else b"\n\n")
            first = False
            for block in piece.blocks():
                if joined:
                    # In the middle of the output a byte order mark would be a fault.
                    block = block.removeprefix(MARK)
                    joined = False
                out.write(block)
                run.line_ended = block.endswith(b"\n")
        run.complain(piece.read)
        piece.old.close()
    out.flush()
    return first


def _hinting(pieces: Iterator[Piece], source: Input, run: Run) -> Iterator[Piece]:
    """``pieces``; behind the first it is said where ``source`` has to be converted first."""
    hint = Hint(source)
    on_terminal = sys.stdout.isatty()
    for piece in pieces:
        if on_terminal:
            run.bar.clear()
        yield piece
        if piece.read.diagnostics:
            hint.note(piece.read)
        run.bar.count(piece.read.number > 0, len(piece.read.diagnostics))
        run.bar.tick()


def _compare(pieces: Iterator[Piece], source: Input, run: Run, diff: bool) -> None:
    """Say whether the input would change, with ``diff`` also how."""
    changed = False
    old_line = new_line = 1
    out = stdout_bytes()
    for piece in _hinting(pieces, source, run):
        run.complain(piece.read)
        if piece.changed:
            if diff and not changed:
                name = source.name.encode("utf-8", "surrogateescape")
                out.write(b"--- %s\n+++ %s\n" % (name, name))
            changed = True
            if not diff:
                piece.old.close()
                continue
            new = piece.new or b""
            for line in _hunks(piece.old.data(), new, old_line, new_line):
                out.write(line)
        if diff:
            lines = piece.old.lines()
            old_line += lines
            new_line += lines if piece.new is None else piece.new.count(b"\n")
        piece.old.close()
    out.flush()
    run.changed += changed
    run.unchanged += not changed
    if changed and not diff:
        click.echo(f"would reformat {source.name}", err=True)


def _hunks(old: bytes, new: bytes, old_line: int, new_line: int) -> Iterator[bytes]:
    """The unified diff of one record, whose texts begin at these lines of their files."""
    left, right = old.splitlines(keepends=True), new.splitlines(keepends=True)
    for group in SequenceMatcher(None, left, right, autojunk=False).get_grouped_opcodes(_CONTEXT):
        a, b = group[0][1], group[0][3]
        counts = group[-1][2] - a, group[-1][4] - b
        starts = (old_line + a - (counts[0] == 0), new_line + b - (counts[1] == 0))
        yield f"@@ -{starts[0]},{counts[0]} +{starts[1]},{counts[1]} @@\n".encode()
        for tag, a1, a2, b1, b2 in group:
            if tag == "equal":
                yield from (_diff_line(b" ", line) for line in left[a1:a2])
                continue
            yield from (_diff_line(b"-", line) for line in left[a1:a2])
            yield from (_diff_line(b"+", line) for line in right[b1:b2])


def _diff_line(sign: bytes, line: bytes) -> bytes:
    return sign + line if line.endswith(b"\n") else sign + line + b"\n\\ No newline at end of file\n"


def _rewrite(pieces: Iterator[Piece], source: Input, run: Run) -> None:
    """Rewrite a file in place, if it changes."""
    if source.path is None:
        what = "standard input" if source.name == "-" else f"the compressed file {source.name}"
        raise click.UsageError(f"--write cannot rewrite {what}.")
    changed = False
    sound = True
    failure: OSError | None = None
    # A big file is held beside the one that it is to replace, which has room for it.
    with tempfile.SpooledTemporaryFile(_IN_MEMORY, dir=str(source.path.absolute().parent)) as held:
        for piece in _hinting(pieces, source, run):
            run.complain(piece.read)
            changed |= piece.changed
            sound &= piece.read.number > 0
            try:
                for block in piece.blocks() if failure is None else ():
                    held.write(block)
            except OSError as error:
                failure = error
            piece.old.close()
        if not (changed and sound):
            run.unchanged += 1
            return
        try:
            if failure is not None:
                raise failure
            with atomic_write(source.path, overwrite=True) as out:
                held.seek(0)
                shutil.copyfileobj(held, out)
        except OSError as error:
            run.bar.clear()
            click.echo(f"{source.name}: cannot write: {reason_of(error)}", err=True)
            run.unreadable = True
            return
    run.changed += 1
