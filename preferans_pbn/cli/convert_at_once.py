"""``convert`` with several processes: records of the notation into formats that are written record by record."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from typing import BinaryIO, TextIO

import click

from preferans_pbn.bulk import pool
from preferans_pbn.bulk.converting_work import (
    HEADING,
    TABULAR,
    TEXTS,
    ConvertMerger,
    ConvertWork,
    PieceConverted,
    Rows,
)
from preferans_pbn.bulk.cutting import Cutting, Piece, chunks_of
from preferans_pbn.cli.conversion import OTHER_ENCODING, Account, Taken
from preferans_pbn.cli.options import limits_of
from preferans_pbn.convert import Converted, Format, Options, Source, find_format
from preferans_pbn.convert.encodings import Encoding
from preferans_pbn.convert.faults import SourceFault
from preferans_pbn.convert.opening import opened
from preferans_pbn.convert.tables import csv_files, parquet_files
from preferans_pbn.convert.tables.columns import TABLES
from preferans_pbn.convert.tables.rows import Row
from preferans_pbn.inputs import STDIN, Input, reason_of
from preferans_pbn.notation.splitter import LINE_LIMIT, RECORD_LIMIT
from preferans_pbn.record import Record

READS = "ppbn"


def encodings_at_once(sources: Iterable[Input], reader: Format | None, writer: Format,
                      options: Options) -> list[Encoding] | None:
    """The encoding of each source, if several processes can convert them; else None: they are in another format, or are
    written into one that is made of everything."""
    if writer.name not in (*TEXTS, *TABULAR) or options.encoding or (reader is not None and reader.name != READS):
        return None
    found: list[Encoding] = []
    for one in sources:
        # What comes through a pipe can be looked at only once.
        if one.name == STDIN or (writer.sessions and found):
            return None
        try:
            with one.opened() as stream:
                _, form, encoding, _ = opened(Source(one.name, stream, path=one.path), reader, options)
        except (OSError, SourceFault):
            return None
        if form is None or form.name != READS or encoding.name != "utf-8" or encoding.wide:
            return None
        found.append(encoding)
    return found


class AtOnce:
    """The records of ``sources``, converted by ``jobs`` processes.  ``say`` tells what a source was taken for."""

    def __init__(self, sources: Iterable[Input], encodings: Sequence[Encoding], writer: Format, options: Options,
                 account: Account, jobs: int, say: Callable[[Input, Encoding, Format], None]) -> None:
        self._inputs: deque[Input] = deque()
        self._encodings = iter(encodings)
        self._account = account
        self._say = say
        self._lines = 0
        self._tabular = writer.name in TABULAR
        self._merger = ConvertMerger(numbered=self._tabular)
        self._found = pool.results(
            chunks_of(self._announced(sources), Cutting(sessions=self._tabular)),
            ConvertWork(writer.name, limits_of(LINE_LIMIT, RECORD_LIMIT), options), self._merger, jobs,
            account.bar.chunk_done)
        self._writer = writer

    def _announced(self, sources: Iterable[Input]) -> Iterator[Input]:
        for one in sources:
            self._inputs.append(one)
            yield one

    def pieces(self, stack: ExitStack) -> Iterator[PieceConverted]:
        """What is written, piece by piece, accounted for; the processes end with ``stack``."""
        found = stack.enter_context(self._found)
        for chunk, result in found:
            for piece, one in zip(chunk.pieces, result, strict=True):
                if self._taken(piece, one):
                    yield one

    def _taken(self, piece: Piece, one: PieceConverted) -> bool:
        """Keep the account; False: nothing of the piece counts."""
        account = self._account
        before = account.records
        if piece.first:
            source = self._inputs.popleft()
            encoding = next(self._encodings)
            account.inputs.append(Taken(piece.name, before, READS, encoding.name))
            self._say(source, encoding, find_format(READS))
        if not self._merger.take(piece, one):
            return False
        taken = account.inputs[-1]
        if piece.unopened:
            account.unreadable += 1
            click.echo(f"{piece.name}: {reason_of(OSError(0, piece.unopened))}", err=True)
            return False
        counted_on = one.records
        for told in one.told:
            if taken.name not in account.foreign[-1:] and any(found.name in OTHER_ENCODING for found in told.errors):
                account.foreign.append(taken.name)
            if told.errors:
                account.take(Converted(Record() if told.read else None, told.errors), taken)
                counted_on -= told.read
            for loss in told.losses:
                account.lose_written(loss if self._tabular else replace(loss, record=loss.record + before))
        taken.records += counted_on
        account.bar.count(one.records, sum(bool(told.errors) for told in one.told))
        return True

    def write_text(self, pieces: Iterable[PieceConverted], stream: TextIO) -> None:
        """Write ``pieces`` as one text."""
        if self._writer.name == READS:
            stream.write(HEADING)
        for one in pieces:
            stream.write(one.text)

    def write_files(self, pieces: Iterable[PieceConverted], opened_as: Callable[[str], BinaryIO]) -> None:
        """Write ``pieces`` as tables."""
        if self._writer.name == "csv":
            streams: Mapping[str, BinaryIO] = {table: opened_as(table) for table in TABLES}
            for _ in csv_files.write_rows((), streams.__getitem__, _Given()):
                """Only the headings."""
            for one in pieces:
                for table, data in one.tables.items():
                    streams[table].write(data)
            return
        for _ in parquet_files.write_rows((one.rows for one in pieces), opened_as, _Given()):
            """The rows are there already."""


class _Given:
    """Gives rows as they are."""

    def rows(self, given: Rows) -> Iterable[tuple[str, Row]]:
        """``given``."""
        return given
