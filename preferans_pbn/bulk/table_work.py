"""Tables of chunks: what ``convert --to parquet`` does with the parts of files.

Each part gives a file of each table, ``deals/part-00000.parquet`` and so on.  Its name depends on the part alone and it
appears whole, so that a part that is done twice is there once.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from importlib import import_module
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Final, cast

from preferans_pbn.bulk.checking_work import ALL_OF_IT
from preferans_pbn.bulk.continuity import Continuity, Course, Standing, Tracer
from preferans_pbn.bulk.cutting import Chunk
from preferans_pbn.bulk.partitions import is_url
from preferans_pbn.bulk.reading import Watch, read_piece
from preferans_pbn.convert.model import Loss
from preferans_pbn.convert.tables.columns import TABLES
from preferans_pbn.convert.tables.parquet_files import write_rows
from preferans_pbn.convert.tables.rows import LastSession, Tabulator
from preferans_pbn.diagnostics import Diagnostic
from preferans_pbn.outputs import atomic_write
from preferans_pbn.record import Record

if TYPE_CHECKING:
    from preferans_pbn.notation import Limits, ReadRecord

SUFFIX: Final = ".parquet"


@dataclass(slots=True)
class Told:
    """What is to be said of one record: its errors, and what of it the tables do not hold.  ``read``: there is a
    record."""

    read: bool
    errors: list[Diagnostic] = field(default_factory=list)
    losses: list[Loss] = field(default_factory=list)


@dataclass(slots=True)
class PieceGiven:
    """What a piece gave: ``records`` of it, numbered behind ``before``; ``told`` are those of which something is to be
    said.  ``nothing_else``: the input is none that can be read, whatever follows.  ``last`` is the session of the last
    record.
    """

    before: int = 0
    records: int = 0
    told: list[Told] = field(default_factory=list)
    nothing_else: bool = False
    course: Course = field(default_factory=Course)
    last: LastSession | None = None

    def counted(self, reads: Iterable[ReadRecord]) -> Iterator[Record]:
        """The records among ``reads``, counted; what is wrong with them is told."""
        for read in reads:
            errors = [found for found in read.diagnostics if found.severity == "error"]
            self.nothing_else |= not read.number and any(found.code in ALL_OF_IT for found in errors)
            self.records += read.record is not None
            if errors:
                self.told.append(Told(read.record is not None, errors))
            if read.record is not None:
                yield read.record

    def tabulate(self, records: Iterable[Record], start: Start | None,
                 write: Callable[[Iterator[Record], Tabulator], Iterator[None]]) -> None:
        """Let ``write`` make rows of ``records`` one by one, from ``start`` on (None: nothing stands before them), and
        follow their sessions."""
        losses: list[Loss] = []
        tabulator = Tabulator(losses.append, self.before) if start is None else Tabulator(
            losses.append, self.before, start.standing.sessions(), start.last)
        tracer = Tracer(tabulator.sessions)
        given: list[Record] = []
        for _ in write(_noted(records, given), tabulator):
            if losses:
                self.told.append(Told(read=False, losses=losses.copy()))
                losses.clear()
            tracer.follow(tabulator.sessions, given[0], replayed=tabulator.last.named is None)
        self.course = tracer.end(tabulator.sessions)
        self.last = tabulator.last


@dataclass(slots=True)
class PieceTabled(PieceGiven):
    """What became of a piece of which ``files`` were written."""

    files: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Start:
    """How things stand before a chunk: its sessions, that of the last record, how many records stand before."""

    standing: Standing
    last: LastSession | None
    records: int


@dataclass(frozen=True, slots=True)
class TableWork:
    """Writes the tables of parts into ``folder``, a local path that all machines see, or a URL."""

    folder: str
    limits: Limits

    def __call__(self, chunk: Chunk, start: Start | None, watch: Watch) -> list[PieceTabled]:
        """The tables of a chunk of one piece."""
        [piece] = chunk.pieces
        result = PieceTabled(before=piece.total if start is None else start.records)
        records = result.counted(read_piece(piece, self.limits, watch))
        first = next(records, None)
        if first is None:
            return [result]
        name = f"part-{chunk.number:05}{f'-{chunk.part:05}' if chunk.part else ''}{SUFFIX}"
        with ExitStack() as stack:
            opened = self._opener(name, stack, result)
            result.tabulate(chain((first,), records), start,
                            lambda given, tabulator: write_rows(given, opened, tabulator))
        return [result]

    def _opener(self, name: str, stack: ExitStack, result: PieceTabled) -> Callable[[str], BinaryIO]:
        def opened(table: str) -> BinaryIO:
            place = place_of(self.folder, table, name)
            result.files.append(place)
            if is_url(place):
                fsspec: Any = import_module("fsspec")
                return cast("BinaryIO", stack.enter_context(fsspec.open(place, "wb", auto_mkdir=True)))
            Path(place).parent.mkdir(parents=True, exist_ok=True)
            return stack.enter_context(atomic_write(place, overwrite=True))

        return opened


def place_of(folder: str, table: str, name: str) -> str:
    """Where a file of a table is."""
    return f"{folder.rstrip('/')}/{table}/{name}" if is_url(folder) else os.path.join(folder, table, name)


def _noted(records: Iterable[Record], given: list[Record]) -> Iterator[Record]:
    """``records``; ``given`` holds the last one."""
    for record in records:
        given[:] = (record,)
        yield record


class Numbering:
    """The numbers and the sessions of the records of all inputs, from piece to piece."""

    def __init__(self) -> None:
        self._astray = 0
        """How many records more there were than it had seemed."""
        self._expected: dict[int, int] = {}
        self._continuity = Continuity(losses_count=True)
        self._last: LastSession | None = None

    def expect(self, chunk: Chunk) -> None:
        """How many records stand before the chunk, as far as that is known."""
        if chunk.number not in self._expected:
            chunk.pieces[0].total += self._astray
            self._expected[chunk.number] = self._astray

    def agrees(self, chunk: Chunk, before: int, records: int, course: Course) -> bool:
        """Are the records of the chunk, numbered behind ``before``, numbered as in the whole, where ``records`` stand
        before them, and do their sessions go on so?"""
        if before != records:
            self._astray = records - (before - self._expected.get(chunk.number, 0))
            return False
        if chunk.pieces[0].first:
            return True
        lost = course.lost if course.opening is None else course.opening.lost
        if lost and self._last is not None and self._last.named is not None:
            return False
        return self._continuity.agrees(course)

    def start(self, chunk: Chunk, records: int) -> Start:
        """How things stand before the chunk."""
        if chunk.pieces[0].first:
            return Start(Standing(), None, records)
        return Start(self._continuity.standing(), self._last, records)

    def begin(self) -> None:
        """Another input begins."""
        self._continuity, self._last = Continuity(losses_count=True), None

    def take(self, course: Course, last: LastSession | None) -> None:
        """The records of the next piece had this course."""
        self._continuity.take(course)
        self._last = last


class Parts:
    """The files of the tables in ``folder``."""

    def __init__(self, folder: str) -> None:
        self.folder = folder

    def found(self) -> list[str]:
        """Those that are there, also what a machine that came to its end left half-written.  Raises OSError."""
        names: list[str] = []
        for table in TABLES:
            if is_url(self.folder):
                filesystem, path = import_module("fsspec").core.url_to_fs(f"{self.folder.rstrip('/')}/{table}")
                if filesystem.isdir(path):
                    names += [filesystem.unstrip_protocol(one) for one in filesystem.ls(path, detail=False)
                              if _is_part(one.rpartition("/")[2])]
            elif os.path.isdir(os.path.join(self.folder, table)):
                names += [os.path.join(self.folder, table, name)
                          for name in sorted(os.listdir(os.path.join(self.folder, table))) if _is_part(name)]
        return names

    def remove_all_but(self, kept: set[str]) -> None:
        """Leave only these.  Raises OSError."""
        for name in self.found():
            if name in kept:
                continue
            if is_url(name):
                filesystem, path = import_module("fsspec").core.url_to_fs(name)
                filesystem.rm(path)
            else:
                os.unlink(name)


def _is_part(name: str) -> bool:
    return name.lstrip(".").startswith("part-") and name.endswith((SUFFIX, ".tmp"))
