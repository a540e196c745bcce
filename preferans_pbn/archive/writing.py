"""Writing records as they stand, so that none reaches its neighbours."""

from __future__ import annotations

import io
from typing import Any, Final, Protocol

from preferans_pbn.archive.pieces import EVENT, Piece, with_comments
from preferans_pbn.notation.words import HEADER

HEADER_LINE: Final = f"% {HEADER}\n".encode()


class ByteSink(Protocol):
    """What is written to."""

    def write(self, data: bytes, /) -> Any: ...


class CannotStandHere(ValueError):
    """A record cannot be written behind the one before it; the message says why."""


class ArchiveWriter:
    """Writes records to a stream: the header line, then each record behind a blank line."""

    def __init__(self, stream: ByteSink) -> None:
        self._stream = stream
        self._begun = False
        self._uncertain: bytes | None = None
        """The text of the last record, where it has a fault that may reach what follows."""
        self.written = 0

    def begin(self) -> None:
        """Write the header line, if it is not written yet: an archive without records has it too."""
        if not self._begun:
            self._begun = True
            self._stream.write(HEADER_LINE)

    def write(self, piece: Piece) -> None:
        """Write a record.  Raises CannotStandHere, with nothing written, where it has no text of its own or would
        be taken for a part of the damaged record before it."""
        if not piece.body:
            raise CannotStandHere(piece.why)
        self.write_text(piece.body, piece.top, sound=piece.read.ok)

    def write_text(self, body: bytes, top: bytes = b"", *, sound: bool = True) -> None:
        """Write a record's text; ``sound``: it was read without errors.  Raises CannotStandHere."""
        if self._uncertain is not None and not body.startswith(EVENT) and not _apart(self._uncertain, body):
            raise CannotStandHere("it has no Event tag and would be taken for a part of the damaged record before it")
        self.begin()
        if self.written == 0 and top:
            text = b"\n" + top + b"\n" + body
        else:
            text = b"\n" + with_comments(body, top)
        self._stream.write(text)
        self._uncertain = None if sound else body
        self.written += 1


def _apart(before: bytes, after: bytes) -> bool:
    """Are two texts with a blank line between them read as two records?"""
    from preferans_pbn.notation.splitter import split

    chunks = list(split(io.BytesIO(before + b"\n" + after)))
    return bool(chunks) and chunks[-1].line == before.count(b"\n") + 2
