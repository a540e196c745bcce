"""Converting chunks: records of the notation as the text or the rows of another format.

Only formats whose records are written one after the other, each by itself or as rows of tables, can be made of chunks.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Final, TypeAlias

from preferans_pbn.bulk.cutting import Chunk, Piece
from preferans_pbn.bulk.reading import Watch, read_piece
from preferans_pbn.bulk.table_work import Numbering, PieceGiven, Start, Told
from preferans_pbn.convert.model import Options
from preferans_pbn.convert.registry import find_format
from preferans_pbn.convert.tables import csv_files
from preferans_pbn.convert.tables.columns import TABLES
from preferans_pbn.convert.tables.rows import Row, Tabulator
from preferans_pbn.notation.words import HEADER
from preferans_pbn.record import Record

if TYPE_CHECKING:
    from preferans_pbn.notation import Limits

TEXTS: Final = ("ppbn", "json")
"""Formats whose records stand each by itself."""
TABULAR: Final = ("csv", "parquet")
"""Formats of tables, which go on from record to record."""
HEADING: Final = f"% {HEADER}\n"

Rows: TypeAlias = "list[tuple[str, Row]]"


@dataclass(slots=True)
class PieceConverted(PieceGiven):
    """What became of a piece: ``text`` is what is written of its records, ``tables`` the text of each table, or
    ``rows`` its rows."""

    text: str = ""
    tables: dict[str, bytes] = field(default_factory=dict)
    rows: Rows = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class ConvertWork:
    """Converts into the format ``to``, one of `TEXTS` or `TABULAR`."""

    to: str
    limits: Limits
    options: Options

    def __call__(self, chunk: Chunk, start: Start | None, watch: Watch) -> list[PieceConverted]:
        """What is written of each piece of ``chunk``."""
        results: list[PieceConverted] = []
        for i, piece in enumerate(chunk.pieces):
            before = piece.total if start is None else start.records
            if results:
                before = results[-1].before + results[-1].records
            result = PieceConverted(before=before)
            records = result.counted(read_piece(piece, self.limits, watch))
            if self.to in TEXTS:
                self._write_text(records, result)
            else:
                result.tabulate(records, None if i or piece.first else start, partial(self._write_rows, result))
            results.append(result)
        return results

    def _write_text(self, records: Iterator[Record], result: PieceConverted) -> None:
        stream = io.StringIO()
        for loss in find_format(self.to).write(records, stream, self.options):
            result.told.append(Told(read=False, losses=[loss]))
        result.text = stream.getvalue().removeprefix(HEADING)

    def _write_rows(self, result: PieceConverted, records: Iterator[Record], tabulator: Tabulator) -> Iterator[None]:
        """Write the rows, record by record."""
        if self.to == "csv":
            streams = {table: io.BytesIO() for table in TABLES}
            yield from csv_files.write_rows(records, streams.__getitem__, tabulator)
            result.tables = {table: stream.getvalue().partition(b"\n")[2] for table, stream in streams.items()}
            return
        for record in records:
            result.rows += tabulator.rows(record)
            yield


class ConvertMerger:
    """Knows how things stand behind the records that were taken; ``numbered``: what is written depends on that."""

    def __init__(self, *, numbered: bool) -> None:
        self.records = 0
        self._numbered = numbered
        self._numbering = Numbering()
        self._nothing_else = False

    def expect(self, chunk: Chunk) -> None:
        """How many records stand before the chunk, as far as that is known."""
        self._numbering.expect(chunk)

    def agrees(self, chunk: Chunk, result: list[PieceConverted]) -> bool:
        """Are the records numbered, and do their sessions go on, as in the whole?"""
        if not self._numbered or (self._nothing_else and not chunk.pieces[0].first):
            return True
        return self._numbering.agrees(chunk, result[0].before, self.records, result[0].course)

    def start(self, chunk: Chunk) -> Start:
        """How things stand before the chunk."""
        return self._numbering.start(chunk, self.records)

    def take(self, piece: Piece, one: PieceConverted) -> bool:
        """The next piece; False: nothing of it counts."""
        if piece.first:
            self._numbering.begin()
            self._nothing_else = False
        if self._nothing_else:
            return False
        if one.records:
            self.records += one.records
            self._numbering.take(one.course, one.last)
        self._nothing_else = one.nothing_else
        return True
