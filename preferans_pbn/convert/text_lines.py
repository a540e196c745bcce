"""A text source line by line: decoded as it is read, so that the size of the file does not matter."""

from __future__ import annotations

import codecs
from collections.abc import Iterator
from typing import BinaryIO, Final, NamedTuple

from preferans_pbn.convert.decoding import decode
from preferans_pbn.convert.faults import SourceFault, fault, placed
from preferans_pbn.convert.model import Options, Source
from preferans_pbn.diagnostics import Diagnostic

LINE_LIMIT: Final = 65536
_WIDE_MARKS: Final = (
    (codecs.BOM_UTF32_LE, "utf-32-le"), (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"),
)


class SourceLine(NamedTuple):
    """A line without its end.  ``fault`` says why it could not be read; then ``text`` is empty."""

    number: int
    text: str
    fault: Diagnostic | None = None


def text_lines(source: Source, options: Options) -> Iterator[SourceLine]:
    """The lines of ``source``.

    A line with a byte that does not belong to the encoding is lost alone.  Raises SourceFault where nothing of
    the source can be read: the encoding is not known, or this is no text.
    """
    head = source.head()
    encoding = options.encoding or next((name for mark, name in _WIDE_MARKS if head.startswith(mark)), "utf-8")
    decode(b"", encoding)  # raises where there is no such encoding
    stream = source.open()
    width = {"utf-16": 2, "utf-32": 4}.get(codecs.lookup(encoding).name[:6], 1)
    if width > 1:
        yield from _wide_lines(stream, encoding)
        return
    number = 0
    while line := stream.readline(LINE_LIMIT + 1):
        number += 1
        if len(line) > LINE_LIMIT:
            while not line.endswith(b"\n") and (line := stream.readline(LINE_LIMIT)):
                pass
            yield SourceLine(number, "", placed("line-too-long", number, 1, limit=LINE_LIMIT))
            continue
        if number == 1 and encoding == "utf-8":
            line = line.removeprefix(codecs.BOM_UTF8)
        try:
            yield SourceLine(number, decode(line, encoding).rstrip("\r\n"))
        except SourceFault as problem:
            problem.finding.line = number
            if problem.finding.name == "binary-file":
                raise
            yield SourceLine(number, "", problem.finding)


def _wide_lines(stream: BinaryIO, encoding: str) -> Iterator[SourceLine]:
    """Lines of an encoding in which a line end is more than one byte."""
    decoder = codecs.getincrementaldecoder(encoding)()
    number, rest, dropped = 1, "", False
    while True:
        data = stream.read(LINE_LIMIT)
        try:
            rest += decoder.decode(data, final=not data)
        except UnicodeDecodeError as problem:
            wrong = f"0x{problem.object[problem.start]:02X}"
            yield SourceLine(number, "", placed("wrong-encoding", number, 1, byte=wrong, encoding=encoding))
            return
        if number == 1:
            rest = rest.removeprefix("\ufeff")
        *lines, rest = rest.split("\n")
        for line in lines:
            yield _checked(number, line, dropped)
            number, dropped = number + 1, False
        if len(rest) > LINE_LIMIT:
            rest, dropped = "", True
        if not data:
            if rest or dropped:
                yield _checked(number, rest, dropped)
            return


def _checked(number: int, line: str, dropped: bool) -> SourceLine:
    if "\0" in line:
        raise fault("binary-file", number, line.index("\0") + 1, byte="0x00", offset=line.index("\0"))
    if dropped or len(line) > LINE_LIMIT:
        return SourceLine(number, "", placed("line-too-long", number, 1, limit=LINE_LIMIT))
    return SourceLine(number, line.rstrip("\r"))
