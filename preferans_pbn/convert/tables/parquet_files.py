"""The tables as Parquet, a row group at a time.  Needs pyarrow (``pip install 'preferans-pbn[parquet]'``)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, BinaryIO, Final

from preferans_pbn.convert.model import Loss, MissingPackage, Options
from preferans_pbn.convert.tables.columns import BOOLEAN, INTEGER, NUMBER, TABLES, TEXT
from preferans_pbn.convert.tables.rows import Row, Tabulator
from preferans_pbn.record import Record

ROW_GROUP: Final = 1 << 15
"""Rows that are held in memory of each table."""


def write_files(records: Iterable[Record], opened: Callable[[str], BinaryIO], options: Options) -> Iterator[Loss]:
    """Writes the tables, `ROW_GROUP` rows of each at a time; ``opened(table)`` is the stream that takes the table.

    Raises MissingPackage where pyarrow is not installed.
    """
    try:
        import pyarrow  # noqa: F401
    except ImportError:
        raise MissingPackage("Parquet", "pyarrow", "parquet") from None
    return _write(records, opened)


def _write(records: Iterable[Record], opened: Callable[[str], BinaryIO]) -> Iterator[Loss]:
    losses: list[Loss] = []
    tabulator = Tabulator(losses.append)
    tables = {name: _Table(name, opened(name)) for name in TABLES}
    for record in records:
        for name, row in tabulator.rows(record):
            tables[name].add(row)
        yield from losses
        losses.clear()
    for table in tables.values():
        table.finish()


class _Table:
    def __init__(self, name: str, stream: BinaryIO) -> None:
        import pyarrow
        from pyarrow import parquet

        types = {TEXT: pyarrow.string(), INTEGER: pyarrow.int64(), NUMBER: pyarrow.float64(), BOOLEAN: pyarrow.bool_()}
        self._schema = pyarrow.schema([
            pyarrow.field(column.name, types[column.type], metadata={"description": column.text})
            for column in TABLES[name]])
        self._writer: Any = parquet.ParquetWriter(stream, self._schema, compression="zstd")
        self._rows: list[Row] = []

    def add(self, row: Row) -> None:
        self._rows.append(row)
        if len(self._rows) >= ROW_GROUP:
            self._flush()

    def finish(self) -> None:
        """What is left; the file is complete then."""
        if self._rows:
            self._flush()
        self._writer.close()

    def _flush(self) -> None:
        import pyarrow

        columns = [[row.get(field.name) for row in self._rows] for field in self._schema]
        batch = pyarrow.record_batch(
            [pyarrow.array(values, field.type) for values, field in zip(columns, self._schema, strict=True)],
            schema=self._schema)
        self._writer.write_batch(batch, row_group_size=ROW_GROUP)
        self._rows.clear()
