"""What the archive commands have in common: where they read, where they write, what they say."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, TypeVar

import click

from preferans_pbn.cli.reports.text import full_text
from preferans_pbn.outputs import atomic_write, stdout_bytes
from preferans_pbn.render.ink import paint

if TYPE_CHECKING:
    from preferans_pbn.archive.pieces import Piece
    from preferans_pbn.archive.writing import ArchiveWriter

F = TypeVar("F", bound=Callable[..., Any])


def output_options(function: F) -> F:
    """``-o FILE`` and ``--force``."""
    for option in (
        click.option("--force", is_flag=True, help="Replace FILE if it exists."),
        click.option("-o", "--output", "output", metavar="FILE", help="Write to FILE.  [default: standard output]"),
    ):
        function = option(function)
    return function


@contextmanager
def output_stream(output: str | None, force: bool) -> Iterator[BinaryIO]:
    """The stream to write to; a file appears when the block ends without an exception.  Raises click.UsageError
    where the file exists and is not to be replaced."""
    if output is None or output == "-":
        out = stdout_bytes()
        yield out
        out.flush()
        return
    if not force and Path(output).exists():
        raise click.UsageError(f"{output} exists; --force replaces it.")
    with atomic_write(output, overwrite=force) as out:
        yield out


class Account:
    """What became of the records; findings go to standard error."""

    def __init__(self) -> None:
        self.records = 0
        self.left_out = 0
        self._errors = False
        self._unreadable = False

    def note(self, piece: Piece) -> bool:
        """Count a record and report the errors found in reading it.  The answer: is it a record?"""
        for found in piece.errors():
            paint(full_text(found, piece.read.source, None), sys.stderr)
        if not piece.read.number:
            self._unreadable |= bool(piece.errors())
            return False
        self.records += 1
        self._errors |= bool(piece.errors())
        return True

    def leave_out(self, piece: Piece, why: str) -> None:
        """Report a record that is not written."""
        self.lose(piece.place, why)

    def lose(self, what: str, why: str) -> None:
        """Report that what stands at a place is not written."""
        self.left_out += 1
        self._errors = True
        click.echo(f"{what}: left out: {why}", err=True)

    def write(self, writer: ArchiveWriter, piece: Piece) -> bool:
        """Write a record, or report why it cannot stand in the output.  The answer: was it written?"""
        from preferans_pbn.archive.writing import CannotStandHere

        try:
            writer.write(piece)
        except CannotStandHere as problem:
            self.leave_out(piece, str(problem))
            return False
        return True

    @property
    def exit_code(self) -> int:
        """2 where an input could not be read, 1 where a record has errors in its text or was left out."""
        return 2 if self._unreadable else 1 if self._errors else 0
