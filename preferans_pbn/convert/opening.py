"""A source before it is read: its encoding, its bytes as the formats want them, its format."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from preferans_pbn.convert.decoding import first_fault
from preferans_pbn.convert.encodings import CANDIDATES, Encoding, encoding_of, recoded, wide_encoding
from preferans_pbn.convert.faults import SourceFault, placed
from preferans_pbn.convert.model import HEAD_SIZE, Options, Source
from preferans_pbn.convert.registry import Format, detect_format
from preferans_pbn.diagnostics import Diagnostic


class Opened(NamedTuple):
    """``source`` and ``options`` as ``form`` is to read them; ``form``: None where no format fits."""

    source: Source
    form: Format | None
    encoding: Encoding
    options: Options


class OtherEncoding(SourceFault):
    """A source fits no format as it stands because it is not UTF-8.

    ``encodings``: those in which its beginning would fit one, the likeliest first; none where it is probably no record
    of a game at all.
    """

    def __init__(self, finding: Diagnostic, encodings: tuple[str, ...]) -> None:
        super().__init__(finding)
        self.encodings = encodings


def opened(source: Source, form: Format | None, options: Options) -> Opened:
    """Finds out what ``source`` is.  ``form``: the format that was named.

    Raises OtherEncoding where no format fits and the source is not UTF-8, though nothing else was said, SourceFault
    where the encoding is not known, OSError where the source cannot be read.
    """
    encoding = encoding_of(source, options.encoding)
    if encoding.wide:
        source = recoded(source, encoding)
    head = source.head()
    if encoding.wide or encoding.name == "utf-8":
        options = replace(options, encoding="")
    else:
        options = replace(options, encoding=encoding.name)
        head = head.decode(encoding.name, "replace").encode("utf-8", "replace")
    found = form or detect_format(head, source.name)
    if found is None and encoding.how == "assumed":
        _refuse_others(head, source.name)
    return Opened(source, found, encoding, options)


def _refuse_others(head: bytes, name: str) -> None:
    """Raises OtherEncoding where a source that begins with ``head`` is not UTF-8."""
    if b"\0" in head:  # no text, or one of wide characters
        wide = wide_encoding(head)
        if wide and _fits(head, name, wide):
            raise OtherEncoding(placed("utf-16", encoding=wide.upper()), (wide,))
        return
    wrong = first_fault(head, whole=len(head) < HEAD_SIZE)
    if wrong is not None:
        raise OtherEncoding(wrong, tuple(one for one in CANDIDATES if _fits(head, name, one)))


def _fits(head: bytes, name: str, encoding: str) -> bool:
    return detect_format(head.decode(encoding, "replace").encode("utf-8", "replace"), name) is not None
