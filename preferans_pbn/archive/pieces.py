"""Records with their text, and the form in which they can stand anywhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from preferans_pbn.inputs import Input, unreadable
from preferans_pbn.raw_text import Tee
from preferans_pbn.record import INHERITABLE, Record

if TYPE_CHECKING:
    from preferans_pbn.diagnostics import Diagnostic
    from preferans_pbn.notation import Limits, ReadRecord
    from preferans_pbn.raw_text import Raw

EVENT: Final = b"[Event "
_MARK: Final = b"\xef\xbb\xbf"
_SAME: Final = re.compile(rb'"#"')
_BRACES: Final = re.compile(rb'"(?:[^"\\]|\\.)*"|;.*|\{[^}]*(\}?)')
_HEADER: Final = re.compile(rb"^% ?PREFERANS-PBN [0-9]+\.[0-9]+[ \t]*\r?(?:\n|\Z)", re.MULTILINE)
"""The line that a file in export form begins with; where files were joined it stands between records too."""
_BLANK_END: Final = re.compile(rb"(?:[ \t]*\r?\n)+[ \t\r\n]*\Z|[ \t\r]+\Z")


@dataclass(slots=True)
class Piece:
    """One record of an archive.

    ``read`` is what reading gave.  ``top`` are the comments above a file's first record and ``body`` the record's
    text from its first tag, both with whole lines and without blank ones around them, ``#`` resolved; ``body`` is
    empty where there is no text that could stand elsewhere, and ``why`` says why.  ``source`` numbers the inputs
    from 0.
    """

    read: ReadRecord
    body: bytes = b""
    top: bytes = b""
    why: str = ""
    source: int = 0

    @property
    def record(self) -> Record | None:
        """What could be read of it."""
        return self.read.record

    @property
    def place(self) -> str:
        """``club.ppbn:12``, the line where the record begins."""
        source = self.read.source
        return f"{source.path}:{source.line + source.text.count(chr(10), 0, _first_tag(source.text))}"

    def errors(self) -> list[Diagnostic]:
        """The errors found in reading it."""
        return [found for found in self.read.diagnostics if found.severity == "error"]


def read_pieces(source: Input, limits: Limits, number: int = 0) -> Iterator[Piece]:
    """The records of an input in order with their text.  What cannot be opened or read to its end gives a piece
    with E008 and ``read.number`` 0, as reading does; memory is one record."""
    from preferans_pbn.notation import iter_records

    try:
        with source.opened() as stream:
            tee = Tee(stream)
            before: ReadRecord | None = None
            for read in iter_records(tee, limits=limits, path=source.name):
                if before is not None:
                    lines = None if read.number == 0 else read.source.line - before.source.line
                    yield _piece(before, tee.take(lines), limits, number)
                before = read
            if before is not None:
                yield _piece(before, tee.take(None), limits, number)
    except OSError as error:
        yield Piece(unreadable(source.name, error), source=number)


def _piece(read: ReadRecord, raw: Raw, limits: Limits, number: int) -> Piece:
    piece = Piece(read, source=number)
    try:
        if not read.number:
            return piece
        if raw.size > 2 * limits.record + limits.line:
            piece.why = "it is longer than the limit"
            return piece
        text = _HEADER.sub(b"", raw.data().removeprefix(_MARK))
    finally:
        raw.close()
    top, body = _cut(text)
    if not body:
        piece.why = "it has no tag, so it would belong to the record before it"
        return piece
    if _SAME.search(body):
        resolved = _resolved(read.record, body)
        if resolved is None:
            piece.why = "its # stands for a value that is not known"
            return piece
        body = resolved
    piece.top, piece.body = _trimmed(top), _trimmed(body)
    return piece


def _first_tag(text: str) -> int:
    found = re.search(r"^[ \t]*\[", text, re.MULTILINE)
    return 0 if found is None else found.start()


# ---- what stands above the first tag -------------------------------------------------------------------


class Braces:
    """Follows comments in braces from line to line."""

    def __init__(self) -> None:
        self.open = False

    def take(self, line: bytes) -> None:
        """Take the next line."""
        if self.open:
            end = line.find(b"}")
            if end < 0:
                return
            self.open = False
            line = line[end + 1:]
        if line[:1] == b"%":
            return
        for match in _BRACES.finditer(line.rstrip(b"\r\n")):
            if match[0][:1] == b"{" and not match[1]:
                self.open = True


def _cut(text: bytes) -> tuple[bytes, bytes]:
    """What stands above the line of the first tag, and the rest; no rest where there is no tag."""
    braces = Braces()
    at = 0
    for line in text.splitlines(keepends=True):
        if line.startswith(b"[") or (not braces.open and line.lstrip(b" \t").startswith(b"[")):
            return text[:at], text[at:]
        if EVENT in line and not braces.open and line.lstrip(b" \t")[:1] not in (b"{", b";", b"%"):
            # Something stands before the Event tag: that is this record's fault, and stays with it.
            return text[:at], text[at:]
        braces.take(line)
        at += len(line)
    return text, b""


def _trimmed(text: bytes) -> bytes:
    """Without blank lines around it, its last line ended."""
    text = re.sub(rb"\A(?:[ \t]*\r?\n)+", b"", text)
    text = _BLANK_END.sub(b"", text)
    if not text:
        return b""
    return text + (b"\r\n" if b"\r\n" in text else b"\n")


def with_comments(body: bytes, top: bytes) -> bytes:
    """``body`` with the comments ``top`` behind the line of its first tag."""
    if not top:
        return body
    braces = Braces()
    at = 0
    for line in body.splitlines(keepends=True):
        braces.take(line)
        at += len(line)
        if not braces.open:
            break
    comments = b"".join(line for line in top.splitlines(keepends=True) if line.strip())
    return body[:at] + comments + body[at:]


# ---- the value of the record before --------------------------------------------------------------------


def _resolved(record: Record | None, body: bytes) -> bytes | None:
    """``body`` with every ``#`` replaced by the value that it stands for; None where one is not known."""
    if record is None:
        return None
    edits = Edits(body)
    if edits.text is None:
        return None
    from preferans_pbn.notation import dumps
    from preferans_pbn.notation.engine import parse
    from preferans_pbn.notation.lark_reader import name_of, start_of, value_of

    lines: dict[str, str] | None = None
    for item in parse(edits.text).items:
        token = item if isinstance(item, str) else item[1][0]
        name = name_of(token)
        if name not in INHERITABLE:
            continue
        offset, value = value_of(token)
        if value != "#":
            continue
        if name in record.damaged:
            return None
        if lines is None:
            lines = {line[1:].partition(" ")[0]: line for line in dumps(_session_part(record)).splitlines()}
        start = start_of(token) + offset
        edits.replace(start, start + len(value), _value_in(lines[name]))
    return edits.result()


def _session_part(record: Record) -> Record:
    """Only the tags that describe the session."""
    return Record(
        event=record.event, site=record.site, date=record.date, table=record.table, session=record.session,
        variant=record.variant, base=record.base, rules=record.rules, players=record.players, target=record.target,
        bule=record.bule, kasa=record.kasa)


def _value_in(line: str) -> str:
    """What stands between the quotes of a tag's line in export form."""
    return line[line.index('"') + 1:line.rindex('"')]


@dataclass(slots=True)
class Edits:
    """Replacements in a record's bytes, by offsets into its text as the notation reads it (LF line ends).

    ``text`` is None where the bytes are not UTF-8.
    """

    data: bytes
    text: str | None = field(init=False)
    _edits: list[tuple[int, int, str]] = field(init=False, default_factory=list)

    def __post_init__(self) -> None:
        try:
            self.text = self.data.replace(b"\r\n", b"\n").decode("utf-8")
        except UnicodeDecodeError:
            self.text = None

    def replace(self, start: int, end: int, text: str) -> None:
        """Put ``text`` in the place of the characters from ``start`` to ``end``."""
        self._edits.append((start, end, text))

    def result(self) -> bytes:
        """The bytes with all replacements made; line ends stay what they were."""
        if not self._edits or self.text is None:
            return self.data
        parts: list[str] = []
        at = 0
        for start, end, text in sorted(self._edits):
            parts += (self.text[at:start], text)
            at = end
        whole = "".join((*parts, self.text[at:])).encode("utf-8")
        return whole.replace(b"\n", b"\r\n") if b"\r\n" in self.data else whole
