"""From inputs to chunks: stretches of bytes that begin and end where records do.

A chunk is cut before a line that begins with ``[Event ``, which begins a record whatever stands before it (N-2.6), and
whose record takes no value from the one before (``#``, N-2.8).  Which sessions run over a cut can be seen here only by
their tags, so a cut is a proposal: `preferans_pbn.bulk.continuity` finds out whether one process would have gone on in
the same state.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import BinaryIO, Final

from preferans_pbn.inputs import Input

SIZE: Final = 1 << 19
"""Bytes of a chunk, about."""
FIRST: Final = 1 << 16
"""Bytes of the first chunk: small, so that its findings come at once."""
LONGEST: Final = 1 << 24
"""So many bytes are held to find a place to cut."""
_READ: Final = 1 << 18
EVENT: Final = b"[Event "
LINE: Final = b"\n" + EVENT
SAME: Final = b'"#"'
_TAGS: Final = re.compile(rb'^\[(Event|Site|Date|Table|Session|Board)[ \t]+"((?:[^"\\\n]|\\.)*)"', re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Place:
    """Bytes ``start`` to ``end`` of the file ``path``, a local path or a URL; ``end`` None: all of it, which cannot be
    cut.  ``size``: of the file.  Both ends are moved on to where a session begins (`preferans_pbn.bulk.partitions`)."""

    path: str
    start: int = 0
    end: int | None = None
    size: int = 0


@dataclass(slots=True)
class Piece:
    """A stretch of one input.

    ``name`` is the input's; ``line``: how many of its lines stand before ``data``; ``records``: how many of its records
    if each of them begins with a line ``[Event `` as in export form, and ``total`` of all inputs.  ``first`` and
    ``last``: the input
    begins and ends with it.  ``broken``: why reading broke off behind it, ``unopened``: why the input could not be
    opened; else ``""``.  ``rest`` is the open stream of what follows ``data``, where that cannot be cut; it can be read
    only in the process that cut it.  ``place``: where the bytes are, for who does not have them in ``data``; then
    ``line`` is not known, and ``lines`` is how many lines the piece has, as far as others follow it.
    """

    name: str
    data: bytes
    line: int = 0
    first: bool = True
    last: bool = True
    broken: str = ""
    unopened: str = ""
    rest: BinaryIO | None = None
    records: int = 0
    total: int = 0
    place: Place | None = None
    lines: int = 0


@dataclass(slots=True)
class Chunk:
    """What is worked on as one: a stretch of a big input or several small inputs.

    ``waits``: its first session probably began in the chunk before, so that only who knows how that ended can work on
    it.  ``part``: which of several chunks it is that came of the one with this number.
    """

    number: int
    pieces: list[Piece] = field(default_factory=list)
    waits: bool = False
    part: int = 0

    @property
    def size(self) -> int:
        """How many bytes it holds, or has to read."""
        return sum(len(piece.data) if piece.place is None else piece.place.size for piece in self.pieces)

    @property
    def uncut(self) -> bool:
        """Does it end in a stream that is still to be read?"""
        return self.pieces[-1].rest is not None


@dataclass(frozen=True, slots=True)
class Cutting:
    """How to cut: about how many bytes a chunk and the first chunk have, how many are held at most while a place is
    looked for, and whether ``sessions`` are to be kept together."""

    size: int = field(default_factory=lambda: SIZE)
    first: int = field(default_factory=lambda: FIRST)
    longest: int = field(default_factory=lambda: LONGEST)
    sessions: bool = True


def chunks_of(inputs: Iterable[Input], cutting: Cutting | None = None) -> Iterator[Chunk]:
    """The chunks of ``inputs`` in order.  At most one of them is held, and about as much of what follows it.

    Nothing is raised that concerns an input: what cannot be read is said in its `Piece`.  Behind a chunk that is
    ``uncut`` the next may be asked for only when its stream is read.
    """
    cutting = cutting or Cutting()
    chunk = Chunk(0)
    held = total = 0
    for source in inputs:
        for piece, waits in _pieces(source, cutting, chunk):
            if not piece.first and chunk.pieces:
                yield chunk
                chunk, held = Chunk(chunk.number + 1), 0
            chunk.waits |= waits
            piece.total = total
            total += piece.data.count(LINE) + piece.data.startswith(EVENT)
            chunk.pieces.append(piece)
            held += len(piece.data)
            if held >= _wanted(cutting, chunk) or piece.rest is not None:
                yield chunk
                chunk, held = Chunk(chunk.number + 1), 0
    if chunk.pieces:
        yield chunk


def _wanted(cutting: Cutting, chunk: Chunk) -> int:
    return cutting.size if chunk.number else cutting.first


def _pieces(source: Input, cutting: Cutting, chunk: Chunk) -> Iterator[tuple[Piece, bool]]:
    """The pieces of one input, and of each whether its first session began in the piece before.  ``chunk``: the first
    of them goes into this one."""
    piece = Piece(source.name, b"")
    wanted = _wanted(cutting, chunk)
    waits = given = False
    try:
        with source.opened() as stream:
            reading = _Reading(stream)
            while True:
                cut = reading.cut(wanted, cutting, begins=piece.first)
                if cut is None:
                    piece.data, piece.broken = reading.held, reading.broken
                    piece.rest = None if reading.ended else stream
                    given = True
                    yield piece, waits
                    return
                offset, sure = cut
                piece.data = reading.take(offset)
                piece.last = False
                line = piece.line + piece.data.count(b"\n")
                records = piece.records + piece.data.count(LINE) + piece.data.startswith(EVENT)
                yield piece, waits
                piece = Piece(source.name, b"", line, first=False, records=records)
                waits = not sure
                wanted = cutting.size
    except OSError as error:
        if given:  # it cannot be closed
            piece = Piece(source.name, b"", first=False)
        piece.unopened = error.strerror or str(error)
        yield piece, waits


class _Reading:
    """The bytes of a stream that are read and not yet cut off."""

    def __init__(self, stream: BinaryIO) -> None:
        self.held = b""
        self.ended = False
        self.broken = ""
        # read1 gives what there is: what could be read before a fault is not lost with it.
        self._read = getattr(stream, "read1", stream.read)

    def take(self, size: int) -> bytes:
        """Cut off the first ``size`` bytes."""
        data, self.held = self.held[:size], self.held[size:]
        return data

    def more(self, size: int) -> None:
        """Read on until ``size`` bytes are held or the stream is at its end."""
        parts = [self.held]
        held = len(self.held)
        while held < size and not self.ended:
            try:
                block = self._read(_READ)
            except OSError as error:
                self.broken = error.strerror or str(error)
                block = b""
            self.ended = not block
            held += len(block)
            parts.append(block)
        self.held = b"".join(parts)

    def cut(self, wanted: int, cutting: Cutting, *, begins: bool) -> tuple[int, bool] | None:
        """Where to cut, at ``wanted`` bytes or a little behind, and whether a session seems to begin there; None:
        nowhere before the end, or (not `ended`) nowhere in the `longest` stretch that is held.  ``begins``: the input
        begins with what is held."""
        size = wanted * 2
        while True:
            self.more(size)
            found = self._place(wanted, cutting, begins=begins)
            if found is not None or self.ended or size >= cutting.longest:
                return found
            size = min(size * 2, cutting.longest)

    def _place(self, wanted: int, cutting: Cutting, *, begins: bool) -> tuple[int, bool] | None:
        data = self.held
        at = data.find(LINE, wanted)
        if at >= 0 and begins and not data.startswith(EVENT) and data.rfind(LINE, 0, at) < 0:
            # Behind nothing but comments the first Event of an input does not begin a record of its own.
            at = data.find(LINE, at + 1)
        possible = -1
        while at >= 0:
            following = data.find(LINE, at + 1)
            if following < 0 and not self.ended:
                break  # this record may go on in what is not read yet
            record = data[at + 1: following if following >= 0 else len(data)]
            if SAME not in record:
                if not cutting.sessions or begins_session(data[max(data.rfind(LINE, 0, at), 0): at + 1], record):
                    return at + 1, True
                if possible < 0:
                    possible = at + 1
            if at > wanted * 2:
                break
            at = following
        if possible >= 0 and len(data) > wanted * 2:
            return possible, False
        return None


def begins_session(before: bytes, record: bytes, *, surely: bool = False) -> bool:
    """Does a session seem to begin with ``record``, where ``before`` stands before it?  ``surely``: whatever the
    session before came to."""
    tags, old = _tags(record), _tags(before)
    board = tags.pop(b"Board", None)
    old.pop(b"Board", None)
    if b"Session" in tags:
        return tags[b"Session"] != old.get(b"Session")
    if b"Session" in old or tags != old or (not tags and board in (None, b"1")):
        return True
    return board == b"1" and not surely


def _tags(text: bytes) -> dict[bytes, bytes]:
    """The first value of each tag that has to do with sessions, as written."""
    found: dict[bytes, bytes] = {}
    for name, value in _TAGS.findall(text):
        found.setdefault(name, value)
    return found
