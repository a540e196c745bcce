"""From a stream of bytes to the texts of single records.

Records are told apart by their lines alone, before anything reads them, so a broken record never reaches
its neighbours.  Memory is one record; a line or record beyond its limit is passed over without being
held.  The rules are clauses N-1 and N-2 of the specification.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from preferans_pbn.diagnostics import Diagnostic, diagnostic

LINE_LIMIT: Final = 64 * 1024
RECORD_LIMIT: Final = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Limits:
    """The longest line and record that are read, in bytes."""

    line: int = LINE_LIMIT
    record: int = RECORD_LIMIT


class BinaryLines(Protocol):
    """What a stream must offer: ``readline`` with a limit, giving bytes."""

    def readline(self, limit: int = -1, /) -> bytes: ...


@dataclass(slots=True)
class Chunk:
    """The text of one record before it is parsed.

    ``line`` is the number of its first line in the file, from 1.  ``repeated`` names the tag whose
    repetition began this record (clause N-2.7).  Where ``lost`` is True the text could not be read at
    all and ``diagnostics`` says why; ``empty``: there is no record in it; ``tags``: a tag line is in it.
    ``file_diagnostics`` concern the file, not this record.
    """

    text: str = ""
    line: int = 1
    repeated: str = ""
    lost: bool = False
    empty: bool = False
    tags: bool = False
    diagnostics: list[Diagnostic] = field(default_factory=list)
    file_diagnostics: list[Diagnostic] = field(default_factory=list)


_TAG_LINE: Final = re.compile(rb"\[[ \t]*([A-Za-z][A-Za-z0-9_]*)")
_BRACES: Final = re.compile(rb'"(?:[^"\\]|\\.)*"|;.*|\{[^}]*(\}?)')
_EVENT: Final = b"[Event "
_BINARY: Final = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f]")
_BOMS: Final = ((b"\xff\xfe\x00\x00", "UTF-32"), (b"\x00\x00\xfe\xff", "UTF-32"), (b"\xff\xfe", "UTF-16"),
                (b"\xfe\xff", "UTF-16"))
_ZEROS: Final = ((b"\x00\x00\x00", "UTF-32"), (b"\x00", "UTF-16"))


class _Builder:
    """Collects the lines of one record."""

    __slots__ = ("blank", "fault", "has_event", "line", "lines", "open_brace", "other", "repeated", "seen",
                 "size", "tags")

    def __init__(self, line: int, repeated: str = "") -> None:
        self.line = line
        self.lines: list[bytes] = []
        self.size = 0
        self.tags = False
        """A tag line stands in it."""
        self.other = False
        """Something else than blank lines and comments stands in it."""
        self.seen: set[bytes] = set()
        self.blank = False
        """A blank line stands behind the last tag or row."""
        self.open_brace = False
        self.repeated = repeated
        self.fault: Diagnostic | None = None

    def lose(self, finding: Diagnostic) -> None:
        """Give the record up: keep its first fault and none of its text."""
        if self.fault is None:
            self.fault = finding
        self.lines = []

    def chunk(self) -> Chunk:
        data = b"\n".join(self.lines)
        if self.lines:
            data += b"\n"
        result = Chunk(line=self.line, repeated=self.repeated, tags=self.tags)
        if self.fault is not None:
            result.lost = True
            result.diagnostics.append(self.fault)
            return result
        if b"\r" in data:
            offset = data.index(b"\r")
            text = data[:offset].decode("utf-8", "replace")
            result.diagnostics.append(_at("lone-carriage-return", text, self.line))
            result.lost = True
        try:
            result.text = data.decode("utf-8")
        except UnicodeDecodeError as error:
            before = data[: error.start].decode("utf-8", "replace")
            result.text = data.decode("utf-8", "replace")
            if not result.lost:
                byte = f"0x{data[error.start]:02X}"
                result.diagnostics.append(_at("invalid-utf8", before, self.line, byte=byte))
            result.lost = True
        return result


def _at(name: str, before: str, line: int, **arguments: Any) -> Diagnostic:
    """A finding at the character after ``before``, the text of the record up to there."""
    finding = diagnostic(name, **arguments)
    finding.line = line + before.count("\n")
    finding.col = len(before) - (before.rfind("\n") + 1) + 1
    finding.end_col = finding.col + 1
    return finding


def _file_fault(name: str, **arguments: Any) -> Chunk:
    finding = diagnostic(name, **arguments)
    finding.line = finding.col = 1
    finding.end_col = 2
    return Chunk(lost=True, empty=True, file_diagnostics=[finding])


def _encoding(head: bytes) -> str:
    """``UTF-16`` or ``UTF-32`` if the first bytes say so, else ``""``."""
    for mark, name in _BOMS:
        if head.startswith(mark):
            return name
    for zeros, name in _ZEROS:
        if head[1:].startswith(zeros) or (head.startswith(zeros) and head[len(zeros) : len(zeros) + 1] == b"["):
            return name
    return ""


def split(stream: BinaryLines, limits: Limits | None = None) -> Iterator[Chunk]:
    """The records of ``stream`` in order, each as a `Chunk`.

    A file without any record gives one chunk with ``empty`` set and a file diagnostic (E001, E002,
    E003).  Raises whatever reading the stream raises (OSError).
    """
    limits = limits or Limits()
    current = _Builder(1)
    number = 0
    any_record = False
    file_notes: list[Diagnostic] = []
    crlf_seen = False
    while True:
        line = stream.readline(limits.line + 2)
        if not line:
            break
        number += 1
        long = len(line) > limits.line and line[-1:] != b"\n"
        if number == 1:
            encoding = _encoding(line[:4])
            if encoding:
                yield _file_fault("utf-16", encoding=encoding)
                return
            if line.startswith(b"\xef\xbb\xbf"):
                line = line[3:]
                mark = diagnostic("byte-order-mark")
                mark.line = mark.col = mark.end_col = 1
                file_notes.append(mark)
        if not any_record and not current.tags:
            control = _BINARY.search(line)
            if control and not _TAG_LINE.match(line):
                yield _file_fault("binary-file", byte=f"0x{control[0][0]:02X}", offset=control.start())
                return
        if long:
            more = stream.readline(65536)
            while more and more[-1:] != b"\n":
                more = stream.readline(65536)
        else:
            if line[-1:] == b"\n":
                line = line[:-1]
            if line[-1:] == b"\r":
                line = line[:-1]
                if not crlf_seen:
                    crlf_seen = True
                    note = diagnostic("crlf")
                    note.line, note.col = number, len(line) + 1
                    note.end_col = note.col + 1
                    file_notes.append(note)
            long = len(line) > limits.line

        if line.lstrip(b" \t")[:1] == b"[" or _EVENT in line:
            repeated = _starts_record(current, line)
            if repeated is not None:
                if current.tags or current.other or current.fault:
                    yield _finish(current, file_notes)
                    any_record = True
                    file_notes = []
                current = _Builder(number, repeated)
        _take(current, line)
        if long:
            finding = diagnostic("line-too-long", limit=limits.line)
            if b"\r" in line:
                finding = diagnostic("lone-carriage-return")
                current.other = True
            finding.line, finding.col = number, 1 + (line.index(b"\r") if b"\r" in line else limits.line)
            finding.end_col = finding.col + 1
            current.lose(finding)
            current.other = True
        elif current.fault is None:
            current.size += len(line) + 1
            current.lines.append(line)
            if current.size > limits.record:
                finding = diagnostic("record-too-long", limit=limits.record)
                finding.line, finding.col, finding.end_col = number, 1, 2
                current.lose(finding)
                current.other = True
    if current.tags or current.other or current.fault:
        yield _finish(current, file_notes)
    elif not any_record:
        chunk = _file_fault("empty-file")
        chunk.file_diagnostics.extend(file_notes)
        yield chunk


def _finish(current: _Builder, notes: list[Diagnostic]) -> Chunk:
    chunk = current.chunk()
    chunk.file_diagnostics = notes
    return chunk


def _starts_record(current: _Builder, line: bytes) -> str | None:
    """None if this ``[`` line goes on with the record; else it begins one: ``""``, or the repeated tag."""
    if line.startswith(_EVENT) or _hidden_event(current, line):
        # Only comments before the first tag: they are the top of the file and belong to its first record.
        return None if not current.tags and not current.other and not current.open_brace else ""
    # In an open comment an indented bracket is text.
    tag = _TAG_LINE.match(line if current.open_brace else line.lstrip(b" \t"))
    if tag is None:
        return None
    if (current.blank and (current.tags or current.other)) or (not current.tags and current.other):
        return ""
    if tag[1] in current.seen:
        return tag[1].decode("ascii")
    return None


def _hidden_event(current: _Builder, line: bytes) -> bool:
    """Whether an Event tag stands in this line behind something that does not belong there.

    Blanks or a byte order mark (files joined end to end) before it, or anything at all behind a blank line:
    the fault is then its own record's and not the record's before.
    """
    before, event, _ = line.partition(_EVENT)
    if not event or not before or current.open_brace or before.lstrip()[:1] in (b"{", b";", b"%"):
        return False
    return current.blank or not before.strip(b" \t\xef\xbb\xbf")


def _take(current: _Builder, line: bytes) -> None:
    """Note what kind of line this is."""
    if current.open_brace and line[:1] not in (b"[", b"%"):
        end = line.find(b"}")
        if end < 0:
            return
        current.open_brace = False
        line = line[end + 1 :]
        if not line.strip():
            return
    elif current.open_brace:
        # No line inside a comment may begin with [ or %, so this comment is broken: an error later.
        current.open_brace = False
        current.other = True
    first = line[:1]
    if first == b"%":
        return
    stripped = line.strip()
    if not stripped:
        current.blank = True
        return
    if b"{" in line:
        for match in _BRACES.finditer(line):
            if match[0][:1] == b"{" and not match[1]:
                current.open_brace = True
        if not _BRACES.sub(b"", stripped).strip() and stripped[:1] in b"{;":
            return
    elif stripped[:1] == b";":
        return
    if stripped[:1] == b"[":
        tag = _TAG_LINE.match(stripped)
        if tag is not None:
            current.tags = True
            if tag[1] != b"Note":
                current.seen.add(tag[1])
            current.blank = False
            return
    current.other = True
    current.blank = False
