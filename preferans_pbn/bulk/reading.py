"""The records of a chunk, numbered as they will stand in the whole input as far as that is known."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, BinaryIO

from preferans_pbn.bulk.cutting import Piece
from preferans_pbn.checking import failed
from preferans_pbn.record import Source

if TYPE_CHECKING:
    from preferans_pbn.notation import Limits, ReadRecord
    from preferans_pbn.notation.splitter import BinaryLines


def _nothing(number: int) -> None:
    """Nobody wants to know."""


@dataclass(slots=True)
class Watch:
    """Where in a chunk the work is.

    ``note`` is called with the number of each record in the chunk, from 1, before it is read.  ``failing``: records, by
    that number, that are not to be touched again because a process came to its end over them, and what is said of them.
    """

    note: Callable[[int], None] = _nothing
    failing: Mapping[int, str] = field(default_factory=dict)
    at: int = 0

    def advance(self) -> int:
        """The next record is about to be read; its number in the chunk."""
        self.at += 1
        self.note(self.at)
        return self.at


def read_piece(piece: Piece, limits: Limits, watch: Watch, *, lenient: bool = False,
               stream: BinaryLines | None = None) -> Iterator[ReadRecord]:
    """The records of ``piece`` as `preferans_pbn.inputs.read_input` gives them for the whole input, but for their
    numbers, which begin with 1 in each piece.

    Records that are not to be touched have E013 and nothing else.  ``stream`` gives the bytes of the piece, if
    somebody else wants to see them too.
    """
    from preferans_pbn.inputs import unreadable
    from preferans_pbn.notation import iter_records

    if piece.unopened:
        watch.advance()
        yield unreadable(piece.name, OSError(0, piece.unopened))
        return
    if not (piece.first or piece.data or piece.rest or piece.broken):
        return  # the part before it has everything
    if stream is None:
        stream = stream_of(piece)
    if watch.failing:
        reads = _around(piece, stream, limits, watch, lenient=lenient)
    else:
        reads = iter_records(stream, limits=limits, path=piece.name, lenient=lenient)
    while True:
        if not watch.failing:
            watch.advance()
        read = next(reads, None)
        if read is None:
            watch.at -= 1
            return
        if piece.line and read.number:
            _move(read, piece.line)
        yield read


def stream_of(piece: Piece) -> BinaryIO:
    """The bytes of ``piece`` as a stream, which breaks off where the input did."""
    if piece.broken:
        return io.BufferedReader(_Broken(piece.data, piece.broken), 1 << 16)
    if piece.rest is not None:
        return io.BufferedReader(_Joined(piece.data, piece.rest), 1 << 16)
    return io.BytesIO(piece.data)


class _Broken(io.RawIOBase):
    """Bytes behind which reading fails."""

    def __init__(self, data: bytes, reason: str) -> None:
        self._data = io.BytesIO(data)
        self._reason = reason

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any, /) -> int:
        size = self._data.readinto(buffer)
        if not size:
            raise OSError(0, self._reason)
        return size


class _Joined(io.RawIOBase):
    """Bytes, and behind them what a stream still has."""

    def __init__(self, data: bytes, rest: BinaryIO) -> None:
        self._data = data
        self._at = 0
        self._rest = getattr(rest, "read1", rest.read)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any, /) -> int:
        size = len(buffer)
        block = self._data[self._at: self._at + size] if self._at < len(self._data) else self._rest(size)
        self._at += len(block)
        buffer[: len(block)] = block
        return len(block)


def _around(piece: Piece, stream: BinaryLines, limits: Limits, watch: Watch, *, lenient: bool) -> Iterator[ReadRecord]:
    """The records one by one, without those that must not be touched."""
    from preferans_pbn.notation.splitter import split
    from preferans_pbn.notation.stream import ReadRecord, read_one, unreadable_stream

    number = 0
    before = None
    try:
        for chunk in split(stream, limits):
            reason = watch.failing.get(watch.advance())
            number += not chunk.empty
            if reason is None:
                read = read_one(chunk, number, piece.name, before, lenient=lenient)
            else:
                source = Source(chunk.text, chunk.line, piece.name)
                read = failed(ReadRecord(None, chunk.file_diagnostics, number, source), reason)
            before = read.record
            yield read
    except OSError as error:
        watch.advance()
        yield unreadable_stream(error, piece.name)


def _move(read: ReadRecord, lines: int) -> None:
    """So many lines of the input stand before the piece."""
    read.source.line += lines
    if read.record is not None and read.record.source is not None and read.record.source is not read.source:
        read.record.source.line += lines
    for found in (*read.diagnostics, *read.mended):
        if found.line:
            found.line += lines
