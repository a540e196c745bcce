"""A text source line by line: decoded as it is read, so that the size of the file does not matter."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from preferans_pbn.convert.decoding import decode
from preferans_pbn.convert.encodings import encoding_of, recoded
from preferans_pbn.convert.faults import SourceFault, placed
from preferans_pbn.convert.model import Options, Source
from preferans_pbn.diagnostics import Diagnostic

LINE_LIMIT: Final = 65536


class SourceLine(NamedTuple):
    """A line without its end.  ``fault`` says why it could not be read; then ``text`` is empty."""

    number: int
    text: str
    fault: Diagnostic | None = None


def text_lines(source: Source, options: Options) -> Iterator[SourceLine]:
    """The lines of ``source``.

    A line with a byte that does not belong to the encoding is lost alone.  Raises SourceFault where nothing more of
    the source can be read: the encoding is not known, or this is no text.
    """
    encoding = encoding_of(source, options.encoding)
    name = encoding.name
    if encoding.wide:
        source, name = recoded(source, encoding), "utf-8"
    stream = source.open()
    number = 0
    while line := stream.readline(LINE_LIMIT + 1):
        number += 1
        if len(line) > LINE_LIMIT:
            while not line.endswith(b"\n") and (line := stream.readline(LINE_LIMIT)):
                pass
            yield SourceLine(number, "", placed("line-too-long", number, 1, limit=LINE_LIMIT))
            continue
        try:
            yield SourceLine(number, decode(line, name).rstrip("\r\n"))
        except SourceFault as problem:
            problem.finding.line = number
            if problem.finding.name == "binary-file":
                raise
            yield SourceLine(number, "", problem.finding)
