"""What converters hand out and take: one deal converted, what was lost, where the bytes come from."""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Final

from preferans_pbn.diagnostics import BY_NAME, Diagnostic
from preferans_pbn.record import Record

if TYPE_CHECKING:
    from preferans_pbn.convert.judging import Places

HEAD_SIZE: Final = 8192
"""Bytes of a source that a format sees when it is asked whether the source is its own."""


@dataclass(frozen=True, slots=True)
class Loss:
    """Something of the source that the result does not hold.

    ``field`` names it in the source's own terms (``deal 3: whistCalls[2]``); ``record`` is the number of
    the record in its stream from 1, 0 = the whole file; ``reason`` a sentence; ``code`` a W7xx key of the
    registry of diagnostics.
    """

    field: str
    record: int
    reason: str
    code: str = BY_NAME["not-representable"].code

    def to_json(self) -> dict[str, str | int]:
        """The entry of a loss report."""
        return {"code": self.code, "field": self.field, "reason": self.reason, "record": self.record}

    def diagnostic(self, path: str = "") -> Diagnostic:
        """The loss as a warning of the registry."""
        return Diagnostic(self.code, f"{self.field}: {self.reason}", path=path, record=self.record,
                          arguments={"field": self.field, "reason": self.reason})


@dataclass(slots=True)
class Converted:
    """One deal of a source, converted.

    * ``record``: the deal, or None where it could not be read (then a diagnostic says why).
    * ``diagnostics``: findings; ``line`` and ``col`` are places in the *source* file.
    * ``losses``: what of the source the record does not hold.
    * ``theirs``: scores and results as the source claims them, exact: ``score`` (this deal), ``before``
      and ``sheet`` (running totals) by seat as ``{"pool": …, "dump": …, "whists": {seat: …}}``, ``net``
      (whists won less whists lost by seat), ``tricks`` and ``settlement`` by seat; ``winners``: the seat
      that took each trick (``""`` = the talon's).  A row of ``score`` has the seat's ``net`` in place of ``whists``
      where it is not said who wrote on whom.  Where the game is written in bule, the rows are ``{"bule": …,
      "supe": {seat: …}, "refe": …}`` and ``refe_entered`` is how many refe were entered before the deal.
      ``result``: what the deal brings each seat, where the engine keeps one number a player.  Keys that the
      source does not speak of are absent.
    * ``places``: where in the source the parts of the record stand, for the findings of its replay
      (`preferans_pbn.convert.judging`); None: the reader says what is wrong itself.
    * ``partial``: the deal could not be read to its end; the record has what stands before the fault.
    """

    record: Record | None
    diagnostics: list[Diagnostic] = field(default_factory=list)
    losses: list[Loss] = field(default_factory=list)
    theirs: dict[str, Any] = field(default_factory=dict)
    places: Places | None = None
    partial: bool = False


@dataclass(frozen=True, slots=True)
class Options:
    """What the user asked for.

    ``claims``: write the source's own scores into the record (ScoreTable, SheetTable,
    SettlementTable); without it the record holds what happened and no scores.  ``encoding``: a Python
    codec name for text sources, "" = find out.  ``size_limit``: bytes that a format may hold in memory
    where it cannot read piece by piece.  For what people look at: ``lang``, the language of words and cards ("" =
    English, or on a page the reader's own), and ``cards``, the pack (``french``, ``german``, "" = the variant's).
    """

    claims: bool = False
    encoding: str = ""
    size_limit: int = 256 * 1024 * 1024
    lang: str = ""
    cards: str = ""


class SourceTooLarge(Exception):
    """A source that must be held in memory whole is larger than ``limit`` bytes."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        super().__init__(f"larger than {limit} bytes")


class MissingPackage(Exception):
    """A format needs a ``package`` that is not installed; the ``extra`` of this project has it."""

    def __init__(self, what: str, package: str, extra: str) -> None:
        super().__init__(f"writing {what} needs the package {package}: pip install 'preferans-pbn[{extra}]'")


class Source:
    """Where a conversion reads from: bytes with a name, and perhaps files beside it.

    ``name`` is what messages call it (``-`` for standard input).  Make one with `of_path`, `of_bytes` or
    `of_stream`.  The bytes can be read once.
    """

    def __init__(self, name: str, stream: BinaryIO, *, path: Path | None = None,
                 companions: Mapping[str, bytes] | None = None,
                 beside: Callable[[str], bytes | None] | None = None) -> None:
        self.name = name
        self._path = path
        self._companions = companions or {}
        self._beside = beside
        self._stream = stream
        self._head = b""
        self._ahead = False

    @classmethod
    def of_path(cls, path: str | Path) -> Source:
        """The file ``path``.  Raises OSError if it cannot be opened."""
        place = Path(path)
        return cls(str(path), place.open("rb"), path=place)

    @classmethod
    def of_bytes(cls, data: bytes, name: str = "-", companions: Mapping[str, bytes] | None = None) -> Source:
        """``data`` under a name; ``companions`` are the files beside it by name."""
        return cls(name, io.BytesIO(data), companions=companions)

    @classmethod
    def of_stream(cls, stream: BinaryIO, name: str = "-") -> Source:
        """A stream of bytes, for example standard input."""
        return cls(name, stream)

    @property
    def stem(self) -> str:
        """The file's name without folder and suffixes (``game-01`` of ``logs/game-01.json``); "" for ``-``."""
        return "" if self.name == "-" else Path(self.name).name.split(".", 1)[0]

    def over(self, stream: BinaryIO) -> Source:
        """The same source with other bytes: what stands beside it is the same."""
        return Source(self.name, stream, path=self._path, companions=self._companions, beside=self._beside)

    def head(self, size: int = HEAD_SIZE) -> bytes:
        """The first bytes (at most ``size``), still to be read by `open` or `read`."""
        missing = size - len(self._head)
        if missing > 0 and not self._ahead:
            parts = [self._head]
            while missing and (part := self._stream.read(missing)):
                parts.append(part)
                missing -= len(part)
            self._head = b"".join(parts)
        return self._head[:size]

    def open(self) -> BinaryIO:
        """All bytes as a stream."""
        head, self._head, self._ahead = self._head, b"", True
        if not head:
            return self._stream
        return io.BufferedReader(_Rejoined(head, self._stream))

    def read(self, limit: int) -> bytes:
        """All bytes.  Raises SourceTooLarge if there are more than ``limit``."""
        stream = self.open()
        parts: list[bytes] = []
        room = limit + 1
        while room and (part := stream.read(min(room, 1 << 20))):
            parts.append(part)
            room -= len(part)
        if not room:
            raise SourceTooLarge(limit)
        return b"".join(parts)

    def beside(self, name: str) -> bytes | None:
        """The bytes of the file ``name`` in the same folder; None if there is none.

        ``name`` is a bare file name: a path is never followed.  Raises OSError if the file exists but
        cannot be read.
        """
        if name in self._companions:
            return self._companions[name]
        if name in ("", ".", "..") or "/" in name or "\\" in name or "\0" in name:
            return None
        if self._beside is not None:
            return self._beside(name)
        if self._path is None:
            return None
        place = self._path.with_name(name)
        return place.read_bytes() if place.is_file() else None


class _Rejoined(io.RawIOBase):
    """Bytes that were read ahead, then the rest of the stream."""

    def __init__(self, head: bytes, rest: BinaryIO) -> None:
        self._head = head
        # read1: what could be read before a fault is not lost with it.
        self._rest = getattr(rest, "read1", rest.read)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        size = len(buffer)
        part = self._head[:size]
        if part:
            self._head = self._head[size:]
        else:
            part = self._rest(size)
        buffer[: len(part)] = part
        return len(part)
