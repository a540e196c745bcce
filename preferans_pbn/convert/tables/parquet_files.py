"""The tables as Parquet, a row group at a time.  Needs pyarrow (``pip install 'preferans-pbn[parquet]'``)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from importlib import import_module
from typing import Any, BinaryIO, Final, TypeVar

from preferans_pbn.convert.model import Loss, MissingPackage, Options
from preferans_pbn.convert.tables.columns import BOOLEAN, INTEGER, NUMBER, TABLES, TEXT
from preferans_pbn.convert.tables.rows import Row, Rows, Tabulator
from preferans_pbn.record import Record

T = TypeVar("T")
ROW_GROUP: Final = 1 << 15
"""Rows that are held in memory of each table."""


def write_files(records: Iterable[Record], opened: Callable[[str], BinaryIO], options: Options) -> Iterator[Loss]:
    """Writes the tables, `ROW_GROUP` rows of each at a time; ``opened(table)`` is the stream that takes the table.

    Raises MissingPackage where pyarrow is not installed.
    """
    losses: list[Loss] = []
    for _ in write_rows(records, opened, Tabulator(losses.append)):
        yield from losses
        losses.clear()


def write_rows(records: Iterable[T], opened: Callable[[str], BinaryIO], tabulator: Rows[T]) -> Iterator[None]:
    """The same with the rows of ``tabulator``, told of record by record."""
    try:
        pyarrow, parquet = import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError:
        raise MissingPackage("Parquet", "pyarrow", "parquet") from None
    yield from _write(records, tabulator, {name: _Table(name, opened(name), pyarrow, parquet) for name in TABLES})


def _write(records: Iterable[T], tabulator: Rows[T], tables: Mapping[str, _Table]) -> Iterator[None]:
    try:
        for record in records:
            for name, row in tabulator.rows(record):
                tables[name].add(row)
            yield
    except BaseException:
        # Else the writers would be finished when they are collected, long after their streams are closed.
        for table in tables.values():
            with suppress(Exception):
                table.close()
        raise
    for table in tables.values():
        table.flush()
        table.close()


class _Table:
    """One table; ``pyarrow`` and ``parquet`` are the modules."""

    def __init__(self, name: str, stream: BinaryIO, pyarrow: Any, parquet: Any) -> None:
        types = {TEXT: pyarrow.string(), INTEGER: pyarrow.int64(), NUMBER: pyarrow.float64(), BOOLEAN: pyarrow.bool_()}
        self._pyarrow = pyarrow
        self._schema = pyarrow.schema([
            pyarrow.field(column.name, types[column.type], metadata={"description": column.text})
            for column in TABLES[name]])
        self._writer = parquet.ParquetWriter(stream, self._schema, compression="zstd")
        self._rows: list[Row] = []

    def add(self, row: Row) -> None:
        """The next row."""
        self._rows.append(row)
        if len(self._rows) >= ROW_GROUP:
            self.flush()

    def flush(self) -> None:
        """Write the rows that are held as a row group."""
        if not self._rows:
            return
        arrow = self._pyarrow
        columns = [arrow.array([row.get(field.name) for row in self._rows], field.type) for field in self._schema]
        self._writer.write_batch(arrow.record_batch(columns, schema=self._schema), row_group_size=ROW_GROUP)
        self._rows.clear()

    def close(self) -> None:
        """The file is complete."""
        self._writer.close()
