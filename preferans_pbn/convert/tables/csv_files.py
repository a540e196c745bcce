"""The tables as CSV: UTF-8, a heading, ``true`` and ``false``, nothing between commas for what is not known."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from typing import BinaryIO, TypeVar

from preferans_pbn.convert.model import Loss, Options
from preferans_pbn.convert.tables.columns import TABLES
from preferans_pbn.convert.tables.rows import Rows, Tabulator, Value
from preferans_pbn.record import Record

T = TypeVar("T")


def write_files(records: Iterable[Record], opened: Callable[[str], BinaryIO], options: Options) -> Iterator[Loss]:
    """Writes the tables, record by record; ``opened(table)`` is the stream that takes the table."""
    losses: list[Loss] = []
    for _ in write_rows(records, opened, Tabulator(losses.append)):
        yield from losses
        losses.clear()


def write_rows(records: Iterable[T], opened: Callable[[str], BinaryIO], tabulator: Rows[T]) -> Iterator[None]:
    """The same with the rows of ``tabulator``, told of record by record."""
    with ExitStack() as stack:
        writers = {}
        for table, columns in TABLES.items():
            stream = io.TextIOWrapper(opened(table), encoding="utf-8", newline="", write_through=False)
            stack.callback(stream.detach)
            stack.callback(stream.flush)
            writers[table] = csv.DictWriter(stream, [column.name for column in columns], restval="",
                                            lineterminator="\n")
            writers[table].writeheader()
        for record in records:
            for table, row in tabulator.rows(record):
                writers[table].writerow({name: _text(value) for name, value in row.items()})
            yield


def _text(value: Value) -> Value:
    """A value as CSV has it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value
