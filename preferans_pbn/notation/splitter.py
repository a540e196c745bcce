"""From a stream of bytes to the texts of single records.

Records are told apart by their lines alone, before anything reads them, so a broken record never reaches
its neighbours.  Memory is one record; a line or record beyond its limit is passed over without being
held.  The rules are clauses N-1 and N-2 of the specification.
"""

from __future__ import annotations

import io
import re
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final, Protocol, cast

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
    all and ``diagnostics`` says why; ``empty``: there is no record in it; ``tags``: a tag line is in it;
    ``blank``: a blank line stands behind its last tag or row.
    ``file_diagnostics`` concern the file, not this record.  ``scanned``: what a scan made of the whole text, if one was
    asked for and took it.
    """

    text: str = ""
    line: int = 1
    repeated: str = ""
    lost: bool = False
    empty: bool = False
    tags: bool = False
    blank: bool = False
    diagnostics: list[Diagnostic] = field(default_factory=list)
    file_diagnostics: list[Diagnostic] = field(default_factory=list)
    scanned: Any = None


_TAG_LINE: Final = re.compile(rb"\[[ \t]*([A-Za-z][A-Za-z0-9_]*)")
_BRACES: Final = re.compile(rb'"(?:[^"\\]|\\.)*"|;.*|\{[^}]*(\}?)')
_EVENT: Final = b"[Event "
_BLANKS: Final = b" \t\xef\xbb\xbf"
"""What may stand before a tag that begins a record: blanks, and the bytes of a byte order mark."""
_MAX_REPEATS: Final = 16
"""So many repeated tags are remembered at a time as places where a record may have begun."""
_BINARY: Final = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f]")
_BOMS: Final = ((b"\xff\xfe\x00\x00", "UTF-32"), (b"\x00\x00\xfe\xff", "UTF-32"), (b"\xff\xfe", "UTF-16"),
                (b"\xfe\xff", "UTF-16"))
_ZEROS: Final = ((b"\x00\x00\x00", "UTF-32"), (b"\x00", "UTF-16"))


class _Builder:
    """Collects the lines of one record."""

    __slots__ = ("blank", "fault", "line", "lines", "open_brace", "other", "repeated", "repeats", "seen", "size",
                 "tags")

    def __init__(self, line: int, repeated: str = "") -> None:
        self.line = line
        self.lines: list[bytes] = []
        self.size = 0
        self.tags = False
        """A tag line stands in it."""
        self.other = False
        """Something else than blank lines and comments stands in it."""
        self.seen: dict[bytes, int] = {}
        """Its tags, and in which of its lines each stands first (from 0)."""
        self.repeats: deque[tuple[int, bytes]] = deque(maxlen=_MAX_REPEATS)
        """Lines that repeat a tag: a record may have begun there (clause N-2.7)."""
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
        self.repeats.clear()

    def chunk(self) -> Chunk:
        data = b"\n".join(self.lines)
        if self.lines:
            data += b"\n"
        result = Chunk(line=self.line, repeated=self.repeated, tags=self.tags, blank=self.blank)
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


class _Bytes:
    """The bytes of a stream, some of them held: lines as the stream gives them, or a whole record at once.

    What is held is at most `_BLOCK` bytes and a line more than the longest record that is read at once.
    """

    def __init__(self, stream: BinaryLines) -> None:
        self._stream = stream
        # Of other streams only the lines are known; what is read of these is the same either way.
        self._read = cast(io.BufferedReader, stream).read1 if type(stream) in _BLOCKWISE else None
        self._data = b""
        self._at = 0
        self._ended = False

    def _more(self) -> bool:
        """Read on, at least up to the next line that begins with Event or the stream's end; False: it is at its end."""
        if self._ended:
            return False
        parts = [self._data[self._at :]] if self._at < len(self._data) else []
        if self._read is not None:
            block = self._read(_BLOCK)
            parts.append(block)
            self._ended = not block
        else:
            size = 0
            while size < _BLOCK:
                line = self._stream.readline(_BLOCK)
                parts.append(line)
                size += len(line)
                if line.startswith(_EVENT):
                    break
                if not line:
                    self._ended = True
                    break
        self._data = b"".join(parts)
        self._at = 0
        return True

    def record(self, limit: int) -> bytes:
        """The bytes up to the next line that begins with Event; none of them if there are ``limit`` or more.  They are
        not passed over yet."""
        end = self._data.find(_NEXT_EVENT, self._at)
        while end < 0 and len(self._data) - self._at < limit:
            if not self._more():
                end = len(self._data) - 1
                break
            end = self._data.find(_NEXT_EVENT, self._at)
        return self._data[self._at : end + 1] if 0 <= end < self._at + limit - 1 else b""

    def skip(self, size: int) -> None:
        """Pass over ``size`` of the bytes held."""
        self._at += size

    def readline(self, limit: int) -> bytes:
        """The next line, at most ``limit`` bytes of it."""
        end = self._data.find(b"\n", self._at, self._at + limit)
        while end < 0 and len(self._data) - self._at < limit and self._more():
            end = self._data.find(b"\n", self._at, self._at + limit)
        end = min(self._at + limit, len(self._data)) if end < 0 else end + 1
        line = self._data[self._at : end]
        self._at = end
        return line

    def at_event(self) -> bool:
        """Whether an Event tag stands here; at most one block is read to know."""
        while len(self._data) - self._at < len(_EVENT) and self._more():
            pass
        return self._data.startswith(_EVENT, self._at)


_BLOCK: Final = 1 << 16
_BLOCKWISE: Final = (io.BufferedReader, io.BytesIO)
_NEXT_EVENT: Final = b"\n" + _EVENT


def split(stream: BinaryLines, limits: Limits | None = None,
          scan: Callable[[str], object] | None = None) -> Iterator[Chunk]:
    """The records of ``stream`` in order, each as a `Chunk`.

    A file without any record gives one chunk with ``empty`` set and a file diagnostic (E001, E002,
    E003, E004).  Raises whatever reading the stream raises (OSError).

    ``scan`` is tried on what stands from one line that begins with Event to the next; it gives None where it does not
    take that.  It must take nothing that the lines would tell apart or that is not one record from its first tag: no
    tag twice, no blank line but at the end, no comment, nothing but tags and rows.
    """
    limits = limits or Limits()
    lines = _Bytes(stream)
    work = _Splitter(limits)
    number = 0
    offset = 0
    any_record = False
    crlf_seen = False
    lone: Diagnostic | None = None
    # A record of fewer bytes has no line and no size beyond the limits.
    whole = min(limits.line, limits.record)
    fresh = scan is not None
    while True:
        if fresh and scan is not None:
            # Nothing is open here: the lines up to the next Event are told apart without those before.
            data = lines.record(whole)
            chunk = _scanned(data, number + 1, scan) if data else None
            if chunk is not None:
                yield chunk
                lines.skip(len(data))
                number += data.count(b"\n")
                offset += len(data)
                any_record = True
                continue
            work.current = _Builder(number + 1)
            fresh = False
        line = lines.readline(limits.line + 2)
        if not line:
            break
        number += 1
        here = offset
        offset += len(line)
        long = len(line) > limits.line and line[-1:] != b"\n"
        if number == 1:
            encoding = _encoding(line[:4])
            if encoding:
                yield _file_fault("utf-16", encoding=encoding)
                return
            if line.startswith(b"\xef\xbb\xbf"):
                line = line[3:]
                here = 3
                mark = diagnostic("byte-order-mark")
                mark.line = mark.col = mark.end_col = 1
                work.notes.append(mark)
        if not any_record and not work.current.tags:
            control = _BINARY.search(line)
            if control and not _TAG_LINE.match(line):
                yield _file_fault("binary-file", byte=f"0x{control[0][0]:02X}", offset=here + control.start())
                return
        if long:
            more = lines.readline(65536)
            while more:
                offset += len(more)
                if more[-1:] == b"\n":
                    break
                more = lines.readline(65536)
        else:
            if line[-2:] == b"\r\n":
                line = line[:-2]
                if not crlf_seen:
                    crlf_seen = True
                    note = diagnostic("crlf")
                    note.line, note.col = number, len(line) + 1
                    note.end_col = note.col + 1
                    work.notes.append(note)
            elif line[-1:] == b"\n":
                line = line[:-1]
            long = len(line) > limits.line
        if lone is None and not any_record and b"\r" in line:
            # Behind % or ; the rest of such a file is one comment, and would be a file without a record.
            lone = _at("lone-carriage-return", line.partition(b"\r")[0].decode("utf-8", "replace"), number)
        work.feed(number, line, long=long)
        if work.done:
            any_record = True
            yield from work.done
            work.done.clear()
        if scan is not None and lines.at_event() and work.begun:
            work.finish(number + 1)
            any_record = fresh = True
            yield from work.done
            work.done.clear()
    work.finish()
    yield from work.done
    if not any_record and not work.done:
        chunk = _file_fault("empty-file")
        if lone is not None:
            chunk.file_diagnostics = [lone]
        chunk.file_diagnostics.extend(work.notes)
        yield chunk


def _scanned(data: bytes, line: int, scan: Callable[[str], object]) -> Chunk | None:
    """What ``scan`` makes of the bytes of one record that begins in ``line``."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return None
    if not text.endswith("\n"):
        text += "\n"
    scanned = scan(text)
    if scanned is None:
        return None
    return Chunk(text, line, tags=True, blank=text.endswith("\n\n"), scanned=scanned)


class _Splitter:
    """Takes lines one after the other; ``done`` holds the records that are complete."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.current = _Builder(1)
        self.done: list[Chunk] = []
        self.notes: list[Diagnostic] = []
        """Findings about the file, each to go with the record in which its line stands."""

    @property
    def begun(self) -> bool:
        """Whether an Event tag at the beginning of the next line would begin another record."""
        current = self.current
        return current.tags or current.other or current.open_brace

    def finish(self, following: int | None = None) -> None:
        """The lines are at their end, or an Event tag begins line ``following``."""
        current = self.current
        if current.tags or current.other or current.fault or (following is not None and current.open_brace):
            self._close(following)
        if following is not None:
            self.current = _Builder(following)

    def feed(self, number: int, line: bytes, *, long: bool = False) -> None:
        """Take line ``number`` (from 1) without its end; ``long``: it is longer than allowed and cut off."""
        hidden = False
        if b"[" in line and (line.lstrip(_BLANKS)[:1] == b"[" or _EVENT in line):
            hidden = _hidden_event(self.current, line)
            repeated = _starts_record(self.current, line, hidden)
            if repeated is not None:
                current = self.current
                if current.tags or current.other or current.fault or current.open_brace:
                    self._close(number)
                self.current = _Builder(number, repeated)
            else:
                self._note_repeat(line)
        current = self.current
        if long or current.size + len(line) >= self.limits.record:
            # What may be a record before this one is not lost with it.
            self._cut_at_repeat()
            current = self.current
        _take(current, line, hidden)
        if long:
            finding = diagnostic("line-too-long", limit=self.limits.line)
            if b"\r" in line:
                finding = diagnostic("lone-carriage-return")
            finding.line = number
            finding.col = 1 + (line.index(b"\r") if b"\r" in line else self.limits.line)
            finding.end_col = finding.col + 1
            current.lose(finding)
            current.other = True
        elif current.fault is None:
            current.size += len(line) + 1
            current.lines.append(line)
            if current.size > self.limits.record:
                finding = diagnostic("record-too-long", limit=self.limits.record)
                finding.line, finding.col, finding.end_col = number, 1, 2
                current.lose(finding)
                current.other = True

    def _close(self, following: int | None) -> None:
        """The current record is complete; the next begins in line ``following`` (None: there is none)."""
        chunk = self.current.chunk()
        if self.notes:
            chunk.file_diagnostics = [n for n in self.notes if following is None or n.line < following]
            self.notes = [n for n in self.notes if following is not None and n.line >= following]
        self.done.append(chunk)

    def _note_repeat(self, line: bytes) -> None:
        """If ``line`` repeats a tag, a record may have begun there; if another tag repeats behind such a line,
        one has (clause N-2.7), and what was read since belongs to it."""
        current = self.current
        tag = _tag_of(current, line)
        if tag is None or tag not in current.seen:
            return
        first = current.seen[tag]
        for at, other in current.repeats:
            if at > first and other != tag:
                self._cut(at, other)
                # In the record that began there this tag may repeat once more.
                self._note_repeat(line)
                return
        current.repeats.append((len(current.lines), tag))

    def _cut_at_repeat(self) -> None:
        if self.current.repeats:
            self._cut(*self.current.repeats[0])

    def _cut(self, at: int, tag: bytes) -> None:
        """End the current record before its line ``at`` (from 0), which repeats ``tag`` and begins the next."""
        before = self.current
        rest = before.lines[at:]
        head = _Builder(before.line, before.repeated)
        for line in before.lines[:at]:
            # Only what kind of lines they are is asked for.
            _take(head, line)
        head.lines = before.lines[:at]
        head.tags = True
        self.current = head
        self._close(before.line + at)
        self.current = _Builder(before.line + at, tag.decode("ascii"))
        for number, line in enumerate(rest, before.line + at):
            self.feed(number, line)


def _tag_of(current: _Builder, line: bytes) -> bytes | None:
    """The name of the tag that begins this line, if one does."""
    # In an open comment an indented bracket is text.
    tag = _TAG_LINE.match(line if current.open_brace else line.lstrip(_BLANKS))
    return tag[1] if tag else None


def _starts_record(current: _Builder, line: bytes, hidden: bool) -> str | None:
    """None if this line with a ``[`` goes on with the record; else it begins one: ``""``, or the repeated tag.

    ``hidden``: an Event tag stands in it behind something else.
    """
    if line.startswith(_EVENT) or hidden:
        # Only comments before the first tag: they are the top of the file and belong to its first record.
        return None if not current.tags and not current.other and not current.open_brace else ""
    tag = _tag_of(current, line)
    if tag is None:
        return None
    if (current.blank and (current.tags or current.other)) or (not current.tags and current.other):
        return ""
    if current.fault is not None and tag in current.seen:
        # Nothing of that record is held, so what is behind cannot be waited for.
        return tag.decode("ascii")
    return None


def _hidden_event(current: _Builder, line: bytes) -> bool:
    """Whether an Event tag stands in this line behind something that does not belong there.

    Blanks or a byte order mark (files joined end to end) before it, or anything at all behind a blank line or
    at the top of the file: the fault is then its own record's and not the record's before.
    """
    before, event, _ = line.partition(_EVENT)
    if not event or not before or current.open_brace or before.lstrip(_BLANKS)[:1] in (b"{", b";", b"%"):
        return False
    top = not (current.tags or current.other or current.fault)
    return current.blank or top or not before.strip(_BLANKS)


def _take(current: _Builder, line: bytes, hidden: bool = False) -> None:
    """Note what kind of line this is; ``hidden``: an Event tag stands in it behind something else."""
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
    stripped = stripped.lstrip(_BLANKS)
    tag = _TAG_LINE.match(stripped) if stripped[:1] == b"[" else None
    if tag is not None or hidden:
        name = tag[1] if tag is not None else b"Event"
        current.tags = True
        if name != b"Note":
            current.seen.setdefault(name, len(current.lines))
        current.blank = False
        return
    current.other = True
    current.blank = False
