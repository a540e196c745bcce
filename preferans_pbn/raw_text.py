"""The bytes of each record as they stand in the input, beside the records that are read from it."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from typing import IO, TYPE_CHECKING, BinaryIO, Final

if TYPE_CHECKING:
    from preferans_pbn.notation.splitter import BinaryLines

_IN_MEMORY: Final = 4 << 20
_BLOCK: Final = 1 << 16


class Raw:
    """The bytes of one record, held in memory or, where they are many, in a temporary file."""

    def __init__(self, held: IO[bytes], size: int) -> None:
        self._held = held
        self.size = size

    def blocks(self) -> Iterator[bytes]:
        """The bytes, piece by piece."""
        self._held.seek(0)
        left = self.size
        while left and (block := self._held.read(min(left, _BLOCK))):
            left -= len(block)
            yield block

    def data(self) -> bytes:
        """The bytes as one."""
        return b"".join(self.blocks())

    def lines(self) -> int:
        """How many lines end in it."""
        return sum(block.count(b"\n") for block in self.blocks())

    def blank_end(self) -> bytes:
        """The blank lines at its end, as they stand."""
        data = self.data()
        return data[len(data.rstrip(b" \t\r\n")):].partition(b"\n")[2]

    def close(self) -> None:
        """The bytes are not needed any more."""
        self._held.close()


class Tee:
    """A stream of bytes that keeps what was read from it until it is taken."""

    def __init__(self, stream: BinaryIO | BinaryLines) -> None:
        self._stream = stream
        self._held = _spool()

    def readline(self, limit: int = -1, /) -> bytes:
        """The next line, or ``limit`` bytes of it, as of any stream."""
        line = self._stream.readline(limit)
        self._held.write(line)
        return line

    def take(self, lines: int | None) -> Raw:
        """The next ``lines`` lines of what was read and not yet taken; None = all of it."""
        held = self._held
        size = held.tell() if lines is None else _end_of_line(held, lines)
        self._held = _spool()
        if lines is not None:
            held.seek(size)
            while block := held.read(_BLOCK):
                self._held.write(block)
        return Raw(held, size)


def _spool() -> IO[bytes]:
    return tempfile.SpooledTemporaryFile(_IN_MEMORY)


def _end_of_line(held: IO[bytes], lines: int) -> int:
    """The offset behind line number ``lines`` (from 1; 0 = the start)."""
    held.seek(0)
    before = 0
    while lines > 0 and (block := held.read(_BLOCK)):
        count = block.count(b"\n")
        if count < lines:
            lines -= count
            before += len(block)
            continue
        at = -1
        for _ in range(lines):
            at = block.index(b"\n", at + 1)
        return before + at + 1
    return before
