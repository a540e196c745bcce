"""``preferans-pbn fmt``: records in their canonical form."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, BinaryIO, Final

import click

from preferans_pbn.cli.check import counted
from preferans_pbn.cli.options import limits_of, limits_options, paths_argument, rules_options, rulesets_of
from preferans_pbn.inputs import Input, find_inputs, reason_of, unreadable
from preferans_pbn.outputs import atomic_write, stdout_bytes
from preferans_pbn.raw_text import Raw, Tee
from preferans_pbn.record import TAGS, Comment, Record
from preferans_pbn.rulesets import Rulesets

if TYPE_CHECKING:
    from preferans_pbn.notation import Limits, ReadRecord

_MARK: Final = b"\xef\xbb\xbf"
_CONTEXT: Final = 3


class Piece:
    """One record before and after: ``old`` is its text as it stands, up to the next record; ``new`` its
    canonical text, None where it is kept.  ``read`` says what was found in reading it.

    A record with errors is kept byte for byte, and so is what separates it from its neighbours: whether a blank
    line stands there can decide where a record begins, and so whether its fault is seen.
    """

    def __init__(self, read: ReadRecord, old: Raw, new: bytes | None) -> None:
        self.read = read
        self.old = old
        self.new = new

    @property
    def changed(self) -> bool:
        """Does the canonical text differ?"""
        return self.new is not None and (self.old.size != len(self.new) or self.old.data() != self.new)

    def blocks(self) -> Iterable[bytes]:
        """The text to write."""
        return self.old.blocks() if self.new is None else (self.new,)


class Formatter:
    """Formats records under the rules that they name; the rules say in which order hands are written.

    ``portable``: records name their rules so that anybody can read them.  ``fix``: spellings that can mean one thing
    only are put right, also in a record that keeps other errors.
    """

    def __init__(self, limits: Limits, rulesets: Rulesets | None = None, *, portable: bool = False,
                 fix: bool = False) -> None:
        self.limits = limits
        self._rulesets = rulesets or Rulesets()
        self._portable = portable
        self._fix = fix

    def pieces(self, source: Input, *, header: bool = True, first: bool = True) -> Iterator[Piece]:
        """The records of ``source`` in order.  ``header``: the first is preceded by the header line;
        ``first``: it is the first of the output."""
        from preferans_pbn.notation import iter_records

        with source.opened() as stream:
            tee = Tee(stream)
            before: ReadRecord | None = None
            for read in iter_records(tee, limits=self.limits, path=source.name, lenient=self._fix):
                if before is not None:
                    broken_off = read.number == 0
                    lines = None if broken_off else read.source.line - before.source.line
                    yield self._piece(before, tee.take(lines), header, first, read)
                    header = first = False
                before = read
            if before is not None:
                yield self._piece(before, tee.take(None), header, first, None)

    def _piece(self, read: ReadRecord, old: Raw, header: bool, first: bool, following: ReadRecord | None) -> Piece:
        from preferans_pbn.notation.words import HEADER

        if self._portable and read.record is not None and read.ok:
            self._name_rules(read)
        if read.record is None or not read.ok:
            return Piece(read, old, self._mended(read, old))
        text = self.text(read.record, first).encode("utf-8", "surrogateescape")
        if header:
            text = f"% {HEADER}\n\n".encode() + text
        if following is not None and following.ok:
            text += b"\n"
        elif following is not None and read.blank:
            text += old.blank_end() or b"\n"
        return Piece(read, old, text)

    def _mended(self, read: ReadRecord, old: Raw) -> bytes | None:
        """The text of a record that has errors left, with what could be put right; None where nothing was."""
        if not read.mended:
            return None
        data = old.data()
        before = data.replace(b"\r\n", b"\n").removeprefix(_MARK)
        text = read.source.text.encode()
        # What stands between this record and the next stays as it is.
        blanks = before[len(before.rstrip(b"\n")):]
        return text.rstrip(b"\n") + blanks

    def _name_rules(self, read: ReadRecord) -> None:
        """Write the record's rules into its tags; where they are not known, say so and leave it."""
        from preferans_pbn.checking import place
        from preferans_pbn.variants.portable import tags_of

        record = read.record
        assert record is not None
        rules, findings = self._rulesets.of(record)
        if rules is None:
            found = [replace(one) for one in findings]
            place(record, read.source, found, read.number)
            read.diagnostics += found
            return
        tags = tags_of(rules)
        variant, _, revision = (record.variant or "").partition("@")
        if variant == tags.variant and revision:
            variant = record.variant or ""
        elif record.base is not None and tags.base is None and not self._rulesets.overriding:
            # It is read as its base with its rules already: that name is all that it can have.
            tags = tags._replace(base=record.base)
        else:
            variant = tags.variant
        read.record = replace(record, variant=variant, base=tags.base, rules=tags.rules)

    def text(self, record: Record, first: bool) -> str:
        """The canonical text of a record that was read without errors."""
        from preferans_pbn.notation import dumps

        return dumps(record if first else _comments_inside(record), seats=self._order(record))

    def _order(self, record: Record) -> tuple[str, ...] | None:
        """The seats in playing order where a dealer and a known variant are named; else hands keep their
        order."""
        from preferans_pbn.replaying.seating import seating_of

        if record.dealer is None or (record.variant is None and record.base is None):
            return None
        rules = self._rulesets.of(record)[0]
        return None if rules is None else seating_of(record, rules["direction"]).order


def _comments_inside(record: Record) -> Record:
    """A record that does not stand first cannot have comments before its first tag (they would belong to the
    record before it): they follow that tag."""
    if not any(comment.owner == "" for comment in record.comments):
        return record
    owner = next((tag for tag, attribute in TAGS.items() if getattr(record, attribute)), "")
    moved = [Comment(owner, 0, one.style, one.text) for one in record.comments if one.owner == ""]
    return replace(record, comments=(*moved, *(one for one in record.comments if one.owner)))


class Run:
    """What was done so far, over all inputs."""

    def __init__(self) -> None:
        self.changed = 0
        self.unchanged = 0
        self.errors = False
        self.unreadable = False
        self.fixes = 0
        self.line_ended = True
        """Does standard output end with a whole line?"""

    def complain(self, read: ReadRecord) -> None:
        """Report what was put right in one record, and its errors, on standard error."""
        from preferans_pbn.cli.reports.text import full_text, mended_line
        from preferans_pbn.render.ink import paint

        self.fixes += len(read.mended)
        paint(map(mended_line, read.mended), sys.stderr)
        errors = [found for found in read.diagnostics if found.severity == "error"]
        for found in errors:
            paint(full_text(found, read.source, None), sys.stderr)
        if errors and read.number:
            self.errors = True
        elif errors:
            self.unreadable = True

    def exit_code(self, *, differences_count: bool) -> int:
        """2 where an input could not be read, 1 for errors or differences."""
        if self.unreadable:
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
@rules_options
@limits_options
@click.pass_context
def command(ctx: click.Context, paths: tuple[str, ...], check_only: bool, diff: bool, write: bool, fix: bool,
            portable: bool, variant: str | None, override: str | None, rules: tuple[str, ...], max_line: int,
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
    run = Run()
    first = True
    for source in find_inputs(paths):
        try:
            if write:
                _rewrite(formatter, source, run)
            elif check_only or diff:
                _compare(formatter, source, run, diff)
            else:
                first = _print(formatter, source, run, first)
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


def _print(formatter: Formatter, source: Input, run: Run, first: bool) -> bool:
    """Write the formatted records to standard output; the answer: is the next record the first one?"""
    out = stdout_bytes()
    for piece in formatter.pieces(source, header=first, first=first):
        if piece.read.number:
            joined = not first and piece.read.number == 1
            if joined:
                out.write(b"\n" if run.line_ended else b"\n\n")
            first = False
            for block in piece.blocks():
                if joined:
                    # In the middle of the output a byte order mark would be a fault.
                    block = block.removeprefix(_MARK)
                    joined = False
                out.write(block)
                run.line_ended = block.endswith(b"\n")
        run.complain(piece.read)
        piece.old.close()
    out.flush()
    return first


def _compare(formatter: Formatter, source: Input, run: Run, diff: bool) -> None:
    """Say whether the input would change, with ``diff`` also how."""
    changed = False
    old_line = new_line = 1
    out = stdout_bytes()
    for piece in formatter.pieces(source):
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


def _rewrite(formatter: Formatter, source: Input, run: Run) -> None:
    """Rewrite a file in place, if it changes."""
    if source.path is None:
        what = "standard input" if source.name == "-" else f"the compressed file {source.name}"
        raise click.UsageError(f"--write cannot rewrite {what}.")
    changed = False
    sound = True
    with ExitStack() as stack:
        for piece in formatter.pieces(source):
            run.complain(piece.read)
            changed |= piece.changed
            sound &= piece.read.number > 0
            piece.old.close()
        if not (changed and sound):
            run.unchanged += 1
            return
        try:
            out: BinaryIO = stack.enter_context(atomic_write(source.path, overwrite=True))
        except OSError as error:
            click.echo(f"{source.name}: cannot write: {reason_of(error)}", err=True)
            run.unreadable = True
            return
        for piece in formatter.pieces(source):
            for block in piece.blocks():
                out.write(block)
            piece.old.close()
    run.changed += 1
