"""Records from a file or text, one at a time, with everything that was found wrong in reading them."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from os import PathLike, fspath
from typing import Final, TextIO, TypeAlias, cast

from preferans_pbn.diagnostics import Diagnostic, diagnostic
from preferans_pbn.notation.scanner import scan
from preferans_pbn.notation.splitter import BinaryLines, Chunk, Limits, split
from preferans_pbn.record import PLAYER_TAGS, TAGS, Record, Source, Where

Input: TypeAlias = "str | PathLike[str] | BinaryLines | TextIO"


@dataclass(slots=True)
class ReadRecord:
    """One record of a stream.

    ``record`` is None where nothing of it could be read; where only parts could not, they are named in
    ``record.damaged``.  ``diagnostics`` hold what reading found, located, in the order of the text (those
    with ``record == 0`` concern the file).  ``number`` counts from 1; 0 = the file has no record.  ``blank``:
    a blank line stands behind the record's last tag or row.  ``mended``: the errors that the lenient reading put right,
    each with its ``fix`` and its place in the text as it was; ``source`` then holds the text as it was read.
    """

    record: Record | None
    diagnostics: list[Diagnostic] = field(default_factory=list)
    number: int = 0
    source: Source = field(default_factory=lambda: Source(""))
    blank: bool = False
    mended: list[Diagnostic] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        """Whether the record was read without any error."""
        return self.record is not None and all(d.severity != "error" for d in self.diagnostics)


class NotationError(ValueError):
    """Text that is not valid notation.  ``diagnostics`` holds every error and warning found."""

    def __init__(self, diagnostics: list[Diagnostic]) -> None:
        self.diagnostics = diagnostics
        errors = [d for d in diagnostics if d.severity == "error"]
        first = errors[0]
        more = f" (and {len(errors) - 1} more)" if len(errors) > 1 else ""
        super().__init__(f"{first.path}:{first.line}:{first.col}: {first.code} {first.message}{more}")


class _EncodedLines:
    """A text stream as bytes, for the splitter."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._rest = b""

    def readline(self, limit: int = -1, /) -> bytes:
        if not self._rest:
            # Not "surrogatepass": a lone surrogate is not text and becomes an invalid byte, reported as E005.
            self._rest = self._stream.readline(limit).encode("utf-8", "surrogateescape")
        if limit < 0:
            limit = len(self._rest)
        line, self._rest = self._rest[:limit], self._rest[limit:]
        return line


def iter_records(source: Input, *, limits: Limits | None = None, path: str | None = None,
                 lenient: bool = False) -> Iterator[ReadRecord]:
    """Read the records of ``source`` in order: a path, or a binary or text stream.

    ``lenient``: other spellings that can mean one thing only are read as that (``ReadRecord.mended`` lists them);
    without it they are errors.  ``path`` is the name used in diagnostics (default: the path given, or the stream's
    name, or ``-``).  Memory is one record.  Never raises on any content; a path that cannot be opened or read gives one
    `ReadRecord` with E008.  A stream that was passed in is not closed.
    """
    limits = limits or Limits()
    if isinstance(source, str | PathLike):
        name = path if path is not None else fspath(source)
        try:
            with open(source, "rb") as stream:
                yield from _read(stream, name, limits, lenient)
        except (OSError, ValueError) as error:
            yield unreadable_stream(error, name)
        return
    lines, name = lines_of(source, path)
    try:
        yield from _read(lines, name, limits, lenient)
    except OSError as error:
        yield unreadable_stream(error, name)


def lines_of(stream: BinaryLines | TextIO, path: str | None) -> tuple[BinaryLines, str]:
    """The bytes of a stream, and its name: ``path`` or, where that is None, its own."""
    if path is None:
        named = getattr(stream, "name", "-")
        path = named if isinstance(named, str) else "-"
    text = isinstance(stream, io.TextIOBase) or isinstance(getattr(stream, "encoding", None), str)
    return (_EncodedLines(cast(TextIO, stream)) if text else cast(BinaryLines, stream)), path


def iter_text(text: str | bytes, *, limits: Limits | None = None, path: str = "-",
              lenient: bool = False) -> Iterator[ReadRecord]:
    """Read the records of a text held in memory; ``lenient`` as for `iter_records`."""
    data = text.encode("utf-8", "surrogateescape") if isinstance(text, str) else text
    return _read(io.BytesIO(data), path, limits or Limits(), lenient)


def load(source: Input, *, limits: Limits | None = None, lenient: bool = False) -> list[Record]:
    """All records of a path or stream.  Raises NotationError if any of it is not valid notation."""
    return _all(iter_records(source, limits=limits, lenient=lenient))


def loads(text: str | bytes, *, limits: Limits | None = None, lenient: bool = False) -> list[Record]:
    """All records of a text.  Raises NotationError if any of it is not valid notation."""
    return _all(iter_text(text, limits=limits, lenient=lenient))


def _all(found: Iterable[ReadRecord]) -> list[Record]:
    records: list[Record] = []
    diagnostics: list[Diagnostic] = []
    for one in found:
        diagnostics += one.diagnostics
        if one.record is not None:
            records.append(one.record)
    if any(d.severity == "error" for d in diagnostics):
        raise NotationError(diagnostics)
    return records


def unreadable_stream(error: Exception, path: str) -> ReadRecord:
    """What stands at the end of a stream that broke off: E008 and no record."""
    reason = getattr(error, "strerror", None) or str(error)
    finding = diagnostic("unreadable-file", reason=reason)
    finding.path = path
    return ReadRecord(None, [finding], 0, Source("", 1, path))


def _read(stream: BinaryLines, path: str, limits: Limits, lenient: bool = False) -> Iterator[ReadRecord]:
    number = 0
    before: Record | None = None
    for chunk in split(stream, limits, scan):
        if not chunk.empty:
            number += 1
        one = read_one(chunk, number, path, before, lenient=lenient)
        before = one.record
        yield one


_HIDING: Final = frozenset(("bad-card", "two-readings", "look-alike-letter"))
"""What is told of one word alone, behind which more may stand that can be put right."""


def read_one(chunk: Chunk, number: int, path: str, before: Record | None, *, lenient: bool) -> ReadRecord:
    """Read the record of ``chunk`` as `iter_records` does; ``before`` is the record before it, None where there is
    none or it is lost."""
    one = read_chunk(chunk, number, path, before)
    if lenient and not chunk.lost and any(
            (found.fix is not None and found.fix.safe) or found.name in _HIDING for found in one.diagnostics):
        return _mended(chunk, number, path, before)
    return one


def _mended(chunk: Chunk, number: int, path: str, before: Record | None) -> ReadRecord:
    """The record of ``chunk`` with the safe fixes of its text made."""
    from preferans_pbn.notation.mending import mend

    mended = mend(Source(chunk.text, chunk.line, path))
    one = read_chunk(replace(chunk, text=mended.text), number, path, before, chunk.text)
    one.mended = mended.findings
    for finding in one.mended:
        finding.record = number
    return one


def read_chunk(chunk: Chunk, number: int, path: str, before: Record | None, written: str = "") -> ReadRecord:
    """Read the record of ``chunk``; ``before`` is the record before it, None where there is none or it is lost.

    ``written``: its text before safe fixes were made in it, if any were.
    """
    source = Source(chunk.text, chunk.line, path)
    if chunk.scanned is not None:
        scanned: Record = chunk.scanned
        scanned.source = source
        return ReadRecord(scanned, [], number, source, chunk.blank)
    result = ReadRecord(None, [], 0 if chunk.empty else number, source, chunk.blank)
    for finding in chunk.file_diagnostics:
        finding.path = path
        result.diagnostics.append(finding)
    if chunk.lost:
        for finding in chunk.diagnostics:
            finding.path = path
            finding.record = number
            result.diagnostics.append(finding)
        return result

    record = None if chunk.repeated else scan(chunk.text)
    if record is not None:
        record.source = source
        result.record = record
        return result

    from preferans_pbn.notation.doubts import doubted
    from preferans_pbn.notation.faults import Fault
    from preferans_pbn.notation.lark_reader import locate_faults, read_record

    reading = read_record(source, thorough=bool(written))
    faults = doubted(reading.faults, written or chunk.text)
    if chunk.repeated:
        at = chunk.text.index(chunk.repeated)
        where = Where(chunk.repeated, "@name")
        faults.append(Fault("tag-repeated", at, at + len(chunk.repeated), where, {"tag": chunk.repeated}))
    record = reading.record
    if record is not None:
        for tag, offset in reading.repeats.items():
            why = _inherit(record, tag, before)
            if why:
                faults.append(Fault("nothing-before", offset, offset + 1, Where(tag), {"why": why}))
                record.damaged |= {tag}
        if record.event is None and "Event" not in record.damaged and not chunk.repeated and chunk.tags:
            at = max(0, chunk.text.find("["))
            faults.append(Fault("no-event", at, at + 1))
    result.record = record
    located = locate_faults(faults, source)
    for finding in located:
        finding.record = number
    result.diagnostics += located
    return result


def _inherit(record: Record, tag: str, before: Record | None) -> str:
    """Take the value of ``tag`` from the record before; say why not where that cannot be done."""
    if before is None:
        return "there is no record before that could be read"
    if tag in before.damaged:
        return f"its {tag} could not be read"
    if tag in PLAYER_TAGS:
        seat = PLAYER_TAGS[tag]
        if seat not in before.players:
            return f"it has no {tag}"
        record.players[seat] = before.players[seat]
        return ""
    value = getattr(before, TAGS[tag])
    if value is None:
        return f"it has no {tag}"
    setattr(record, TAGS[tag], value)
    return ""
