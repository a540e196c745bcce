"""Sorting more records than memory holds."""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Final, NamedTuple, Self

from preferans_pbn.archive.order import Key
from preferans_pbn.archive.pieces import Piece

_MEMORY: Final = 16 << 10
"""What the index may hold in memory, in KiB."""
_TABLES: Final = """
    PRAGMA journal_mode = OFF;
    PRAGMA synchronous = OFF;
    PRAGMA temp_store = FILE;
    CREATE TABLE records (id INTEGER PRIMARY KEY, grp TEXT, date TEXT, place TEXT, session TEXT, game INTEGER,
                          board INTEGER, board_text TEXT, at INTEGER, top INTEGER, body INTEGER, sound INTEGER,
                          source INTEGER);
"""
_GROUPS: Final = """
    CREATE TABLE groups (grp TEXT PRIMARY KEY, start TEXT) WITHOUT ROWID;
    INSERT INTO groups SELECT grp, MIN(date) FROM records GROUP BY grp;
"""
_ORDER: Final = """
    SELECT at, top, body, sound FROM records AS r JOIN groups AS g ON g.grp = r.grp
    ORDER BY g.start, r.place, r.session, r.game, r.date, r.board, r.board_text, r.id
"""

_JOINED: Final = """
    SELECT date, MIN(source), MAX(source) FROM records WHERE session = '' AND grp NOT IN ('', '~' || char(31, 31, 31))
    GROUP BY grp HAVING MIN(source) <> MAX(source) ORDER BY grp
"""


class Sorted(NamedTuple):
    """A record as `ArchiveWriter.write_text` takes it."""

    body: bytes
    top: bytes
    sound: bool


class Sorter:
    """Takes records in any order and gives them back sorted; equal ones in the order in which they came.

    Their texts lie in a temporary file and their keys in an SQLite database beside it, so memory does not grow with
    their number; the disk takes the texts once and some 150 bytes a record.  Raises OSError where it is full.
    """

    def __enter__(self) -> Self:
        self._folder = tempfile.TemporaryDirectory(prefix="preferans-pbn-")
        self._texts = open(Path(self._folder.name) / "texts", "w+b")
        self._index = sqlite3.connect(Path(self._folder.name) / "index", isolation_level=None)
        self._index.execute(f"PRAGMA cache_size = -{_MEMORY}")
        self._index.executescript(_TABLES)
        self._index.execute("BEGIN")
        self._at = 0
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        self._index.close()
        self._texts.close()
        self._folder.cleanup()

    def add(self, key: Key, piece: Piece) -> None:
        """Take a record that has a text."""
        self._texts.write(piece.top)
        self._texts.write(piece.body)
        with _told():
            self._index.execute("INSERT INTO records VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                                (*key, self._at, len(piece.top), len(piece.body), piece.read.ok, piece.source))
        self._at += len(piece.top) + len(piece.body)

    def finish(self) -> None:
        """All records are there."""
        self._texts.flush()
        with _told():
            self._index.execute("COMMIT")
            self._index.executescript(_GROUPS)

    def joined(self) -> Iterator[tuple[str, int, int]]:
        """Sessions without a Session tag whose records come from several inputs: the day, and the numbers of two of
        the inputs."""
        with _told():
            yield from self._index.execute(_JOINED)

    def records(self) -> Iterator[Sorted]:
        """All records in order."""
        with _told():
            for at, top, body, sound in self._index.execute(_ORDER):
                self._texts.seek(at)
                above = self._texts.read(top)
                yield Sorted(self._texts.read(body), above, bool(sound))


@contextmanager
def _told() -> Iterator[None]:
    """The database's errors (a full disk) as OSError."""
    try:
        yield
    except sqlite3.OperationalError as problem:
        raise OSError(0, f"the temporary index: {problem}") from None
