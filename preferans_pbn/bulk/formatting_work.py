"""Formatting chunks: what ``fmt`` does with many records at once.

Only at the ends of chunks does a record's text depend on another chunk: whether a blank line stands behind the last
record is decided by the record that follows it.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias

from preferans_pbn.bulk.checking_work import ALL_OF_IT
from preferans_pbn.bulk.cutting import Chunk
from preferans_pbn.bulk.cutting import Piece as Stretch
from preferans_pbn.bulk.reading import Watch, read_piece, stream_of
from preferans_pbn.formatting import Formatter, Piece, with_texts
from preferans_pbn.raw_text import Raw, Tee
from preferans_pbn.record import Record, Source

if TYPE_CHECKING:
    from preferans_pbn.notation import ReadRecord

Wanted: TypeAlias = Literal["text", "change", "both", "difference"]
"""What is to be known of each record: its text, whether that is another, both, or how it differs."""


class Outline(NamedTuple):
    """Of a record that was read, what concerns the text of the one before it."""

    number: int
    ok: bool


@dataclass(slots=True)
class Formatted:
    """Records that follow each other, formatted: one about which something is to be said or shown, or any number about
    which there is not.

    ``read``: what was found in reading, where something was.  ``old``: the text as it was, where that is wanted;
    ``lines``: how many lines end in it; ``new``: the text to write, None if it is ``old``.
    """

    number: int
    read: ReadRecord | None
    lines: int
    old: bytes
    new: bytes | None
    changed: bool


@dataclass(slots=True)
class Tail:
    """The last record of a stretch that is not the input's last, not formatted yet, with its text."""

    read: ReadRecord
    old: bytes


@dataclass(slots=True)
class StretchFormatted:
    """What became of one stretch of an input.  ``records``: how many there are; ``head``: the first of them;
    ``nothing_else``: the input is none that can be read, whatever follows; ``unopened``: why it could not be opened."""

    records: int = 0
    head: Outline | None = None
    done: list[Formatted] = field(default_factory=list)
    tail: Tail | None = None
    nothing_else: bool = False
    unopened: str = ""


@dataclass(frozen=True, slots=True)
class FormatWork:
    """How records are formatted, and what is ``wanted`` of them.  ``each``: each input is an output of its own, else
    all are one."""

    formatter: Formatter
    wanted: Wanted
    each: bool

    def __call__(self, chunk: Chunk, start: bool | None, watch: Watch) -> list[StretchFormatted]:
        """The records of each stretch of ``chunk``; ``start``: the next record is the first of its output.  Where that
        is not known it is taken to be so only where each input is an output."""
        result = []
        first = self.each if start is None else start
        for stretch in chunk.pieces:
            if self.each:
                first = stretch.first
            result.append(self._stretch(stretch, watch, first=first))
            first = first and not result[-1].records
        return result

    def _stretch(self, stretch: Stretch, watch: Watch, *, first: bool) -> StretchFormatted:
        result = StretchFormatted(unopened=stretch.unopened)
        if stretch.unopened:
            watch.advance()
            return result
        formatter = self.formatter
        tee = Tee(stream_of(stretch))
        reads = read_piece(stretch, formatter.limits, watch, lenient=formatter.fix, stream=tee)
        gathered = _Gathered(self.wanted, result.done)
        for read, old, following in with_texts(reads, tee):
            if result.head is None:
                result.head = Outline(read.number, read.ok)
            result.records = max(result.records, read.number)
            result.nothing_else |= not read.number and any(found.code in ALL_OF_IT for found in read.diagnostics)
            if following is None and not stretch.last and read.number:
                result.tail = Tail(read, old.data())
            else:
                gathered.add(formatter.piece(read, old, following, header=first, first=first))
            old.close()
            first = False
        gathered.flush()
        return result


class _Gathered:
    """Makes one of what follows each other without anything to say."""

    def __init__(self, wanted: Wanted, done: list[Formatted]) -> None:
        self._texts = wanted in ("text", "both")
        self._differences = wanted == "difference"
        self._done = done
        self._plain: Formatted | None = None
        self._held: list[bytes] = []

    def add(self, piece: Piece) -> None:
        """The next record."""
        read = piece.read
        changed = piece.changed
        shown = changed and self._differences
        if shown or read.mended or not read.number or any(found.severity == "error" for found in read.diagnostics):
            self.flush()
            found = _light(read)
            old = piece.old.data() if piece.new is None or self._differences else b""
            self._done.append(Formatted(read.number, found, old.count(b"\n"), old, piece.new, changed))
            return
        if self._plain is None:
            self._plain = Formatted(read.number, None, 0, b"", b"", False)
        self._plain.changed |= changed
        if self._texts:
            self._held += piece.blocks()
        if self._differences:
            self._plain.lines += piece.old.lines()

    def flush(self) -> None:
        """Something else follows."""
        if self._plain is not None:
            # What is shown as a difference is counted in lines, and here none is another.
            self._plain.new = None if self._differences else b"".join(self._held)
            self._done.append(self._plain)
            self._plain = None
            self._held.clear()


def _light(read: ReadRecord) -> ReadRecord:
    """``read`` without its record."""
    from preferans_pbn.notation import ReadRecord

    return ReadRecord(None, read.diagnostics, read.number, read.source, read.blank, read.mended)


class Ready(Piece):
    """Records that were formatted elsewhere."""

    def __init__(self, read: ReadRecord, done: Formatted) -> None:
        super().__init__(read, _Old(done.old, done.lines), done.new)
        self._changed = done.changed

    @property
    def changed(self) -> bool:
        """Does the canonical text differ?"""
        return self._changed


class _Old(Raw):
    """Text that is in memory, or of which only the lines are known."""

    def __init__(self, data: bytes, lines: int | None = None) -> None:
        super().__init__(io.BytesIO(data), len(data))
        self._lines = lines

    def lines(self) -> int:
        """How many lines end in it."""
        return super().lines() if self._lines is None else self._lines


class FormatMerger:
    """The records of whole inputs, from those of their stretches."""

    def __init__(self, formatter: Formatter, *, each: bool) -> None:
        self._formatter = formatter
        self._each: Final = each
        self._first = True

    def agrees(self, chunk: Chunk, result: list[StretchFormatted]) -> bool:
        """Is no record of it the first of an output without being formatted so?"""
        return self._each or not self._first or not any(one.records for one in result)

    def start(self, chunk: Chunk) -> bool:
        """Is the next record the first of its output?"""
        return self._first

    def pieces(self, found: Iterator[tuple[Stretch, StretchFormatted]], *, first: bool) -> Iterator[Piece]:
        """The records of the next input, as `Formatter.pieces` gives them; ``first``: the first is the first of its
        output.  ``found`` are the stretches of all inputs.  Raises OSError where the input cannot be opened."""
        from preferans_pbn.notation import ReadRecord

        before = 0
        tail: Tail | None = None
        ended = False
        for stretch, one in found:
            if one.unopened:
                raise OSError(0, one.unopened)
            if not ended:
                if tail is not None:
                    head = one.head or Outline(0, False)
                    if not head.number and one.done:
                        # The input breaks off in its next record: what there is of that still belongs to this one.
                        tail.old += one.done[0].old
                        one.done[0].old = b""
                    following = ReadRecord(Record() if head.ok else None, [], head.number)
                    yield self._formatter.piece_safely(tail.read, _Old(tail.old), following, header=first, first=first)
                    first = False
                for done in one.done:
                    yield self._ready(done, before)
                    first = False
                tail = one.tail
                if tail is not None:
                    _count_on(tail.read, before)
                before += one.records
                if before:
                    self._first = False
                ended = one.nothing_else
            if stretch.last:
                return

    @staticmethod
    def _ready(done: Formatted, before: int) -> Piece:
        from preferans_pbn.notation import ReadRecord

        read = done.read
        if read is None:
            read = ReadRecord(None, [], done.number, Source(""))
        _count_on(read, before)
        return Ready(read, done)


def _count_on(read: ReadRecord, before: int) -> None:
    """So many records stand before those with which ``read`` was counted."""
    if read.number:
        read.number += before
    for found in (*read.diagnostics, *read.mended):
        if found.record:
            found.record += before
