"""Records that stand in an archive more than once."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from preferans_pbn.archive.content import By, content_hash
from preferans_pbn.archive.pieces import Piece


class Seen(NamedTuple):
    """A record of the archive; ``first`` is the record that it is a double of (its path and its number there), None
    where it is the first of its kind."""

    piece: Piece
    first: tuple[str, int] | None


class Doubles:
    """Tells which records came before.  Memory is about 150 bytes a different record: half of its hash and where it
    stands."""

    def __init__(self, by: By = "record") -> None:
        self._by = by
        self._numbers: dict[bytes, int] = {}
        self._records = array("Q")
        self._sources = array("L")
        self._names: list[str] = []

    def follow(self, pieces: Iterable[Piece]) -> Iterator[Seen]:
        """The pieces of one input, each with what it is a double of.  A record with errors in its text is never one:
        what could not be read of it may differ."""
        for piece in pieces:
            yield Seen(piece, self._first(piece))

    def _first(self, piece: Piece) -> tuple[str, int] | None:
        record = piece.record
        if record is None or not piece.read.ok or not piece.read.number:
            return None
        key = bytes.fromhex(content_hash(record, self._by))[:16]
        number = self._numbers.setdefault(key, len(self._records))
        if number < len(self._records):
            return self._names[self._sources[number]], self._records[number]
        name = piece.read.source.path
        if not self._names or self._names[-1] != name:
            self._names.append(name)
        self._records.append(piece.read.number)
        self._sources.append(len(self._names) - 1)
        return None
