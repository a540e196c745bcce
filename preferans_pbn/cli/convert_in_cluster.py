"""``convert --to parquet --cluster``: each part of the files gives a file of each table."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module

import click

from preferans_pbn.bulk.cutting import Chunk
from preferans_pbn.bulk.dask_pool import counted, results
from preferans_pbn.bulk.partitions import is_url, parts_of
from preferans_pbn.bulk.table_work import Numbering, Parts, PieceTabled, Start, TableWork
from preferans_pbn.cli.cluster import client_of
from preferans_pbn.cli.conversion import OTHER_ENCODING, Account, Taken
from preferans_pbn.cli.options import limits_of
from preferans_pbn.convert import Converted, Format
from preferans_pbn.convert.model import MissingPackage
from preferans_pbn.inputs import reason_of
from preferans_pbn.notation.splitter import LINE_LIMIT, RECORD_LIMIT
from preferans_pbn.record import Record

READS = "ppbn"
WRITES = "parquet"


def convert_in_cluster(sources: Sequence[str], target: str | None, address: str, account: Account, reader: str,
                       encoding: str, writer: Format, *, force: bool) -> bool:
    """Write the tables of ``sources`` into the directory ``target``; False if nothing was written.

    Raises click.UsageError where a cluster cannot do this, MissingPackage without pyarrow, and OSError.
    """
    if writer.name != WRITES:
        raise click.UsageError(f"--cluster writes {WRITES} (--to {WRITES}), not {writer.name}.")
    if reader not in ("", READS):
        raise click.UsageError(f"--cluster reads records of the notation ({READS}), not {reader}.")
    if encoding not in ("", "utf-8"):
        raise click.UsageError("--encoding does not go with --cluster: the notation is UTF-8.")
    if target is None or target.endswith(writer.suffixes):
        raise click.UsageError("--cluster writes many files: name a directory for DST.")
    try:
        import_module("pyarrow")
    except ImportError:
        raise MissingPackage("Parquet", "pyarrow", WRITES) from None
    if not is_url(target):
        target = os.path.abspath(target)
    parts = Parts(target)
    if parts.found() and not force:
        raise click.UsageError(f"{parts.found()[0]} exists; --force replaces what is there.")
    merger = TableMerger(account)
    done = False
    try:
        with client_of(address, sources) as client:
            # What is left from another run would count with it.
            parts.remove_all_but(set())
            chunks = counted(parts_of(sources), client)
            with results(chunks, TableWork(target, limits_of(LINE_LIMIT, RECORD_LIMIT)), merger, client) as found:
                for chunk, result in found:
                    merger.take(chunk, result)
        parts.remove_all_but(merger.files)
        done = True
    finally:
        if not done:
            with suppress(OSError):
                parts.remove_all_but(set())
    return bool(merger.files)


class TableMerger:
    """Keeps the account of what the parts gave."""

    def __init__(self, account: Account) -> None:
        self.files: set[str] = set()
        self._account = account
        self._numbering = Numbering()
        self._lines = 0
        self._nothing_else = False

    def expect(self, chunk: Chunk) -> None:
        """How many records stand before the chunk, as far as that is known."""
        self._numbering.expect(chunk)

    def agrees(self, chunk: Chunk, result: list[PieceTabled]) -> bool:
        """Are the records numbered, and do their sessions go on, as in the whole?"""
        if not any(one.records for one in result):
            return True
        return self._numbering.agrees(chunk, result[0].before, self._account.records, result[0].course)

    def start(self, chunk: Chunk) -> Start:
        """How things stand before the chunk."""
        return self._numbering.start(chunk, self._account.records)

    def take(self, chunk: Chunk, result: list[PieceTabled]) -> None:
        """What came of the next chunk."""
        for piece, one in zip(chunk.pieces, result, strict=True):
            if piece.first:
                self._lines = 0
                self._numbering.begin()
                self._nothing_else = False
                form, encoding = (None, None) if piece.unopened else (READS, "utf-8")
                self._account.inputs.append(Taken(piece.name, self._account.records, form, encoding))
            if piece.unopened:
                self._account.unreadable += 1
                click.echo(f"{piece.name}: {reason_of(OSError(0, piece.unopened))}", err=True)
            elif not self._nothing_else:
                self._take(one, self._account.inputs[-1])
            self._lines += piece.lines

    def _take(self, one: PieceTabled, taken: Taken) -> None:
        self.files.update(one.files)
        # Losses are told of by the number of their record, and those of before it are counted by then.
        counted_on = one.records
        for told in one.told:
            for found in told.errors:
                found.line += self._lines if found.line else 0
            if taken.name not in self._account.foreign[-1:] and any(
                    found.name in OTHER_ENCODING for found in told.errors):
                self._account.foreign.append(taken.name)
            if told.errors:
                self._account.take(Converted(Record() if told.read else None, told.errors), taken)
                counted_on -= told.read
            for loss in told.losses:
                self._account.lose_written(loss)
        taken.records += counted_on
        if one.records:
            self._numbering.take(one.course, one.last)
        self._nothing_else = one.nothing_else

