"""Bytes of a foreign file as text."""

from __future__ import annotations

import codecs
from typing import Final

from preferans_pbn.convert.faults import SourceFault, fault, placed, shown
from preferans_pbn.diagnostics import Diagnostic

_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # before UTF-16: its mark begins with UTF-16's
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


def decode_beside(data: bytes, encoding: str = "") -> str:
    """A file beside the source as text: UTF-8 if it is that, else in the source's encoding.  Raises as `decode`."""
    try:
        return decode(data)
    except SourceFault:
        return decode(data, encoding)


def decode(data: bytes, encoding: str = "") -> str:
    """``data`` as text with ``\\n`` line ends and without a byte order mark.

    ``encoding`` (a Python codec name) holds if given; else a byte order mark decides, else UTF-8.  Raises
    SourceFault: unknown-encoding, invalid-utf8 or binary-file.
    """
    start = 0
    if not encoding:
        encoding = "utf-8"
        for mark, by_mark in _MARKS:
            if data.startswith(mark):
                start, encoding = len(mark), by_mark
                break
    body = data[start:]
    try:
        name = codecs.lookup(encoding).name
        text = body.decode(encoding)
    except UnicodeDecodeError as problem:
        line, col = _place(body[: problem.start], encoding)
        wrong = f"0x{body[problem.start]:02X}"
        if name == "utf-8":
            raise fault("invalid-utf8", line, col, byte=wrong) from None
        raise fault("wrong-encoding", line, col, byte=wrong, encoding=name) from None
    except (LookupError, ValueError):  # no such codec, or one that does not give text
        raise fault("unknown-encoding", encoding=shown(encoding)) from None
    at = text.find("\0")
    if at >= 0:
        raise fault("binary-file", text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at), byte="0x00", offset=at)
    return text.removeprefix("\ufeff").replace("\r\n", "\n")


def first_fault(data: bytes, *, whole: bool = True) -> Diagnostic | None:
    """The first byte of ``data`` that is not UTF-8, as invalid-utf8 at its place; None where there is none.
    ``whole``: nothing follows ``data``, so that a character cut off at its end is a fault too."""
    try:
        codecs.getincrementaldecoder("utf-8")().decode(data, final=whole)
    except UnicodeDecodeError as problem:
        line, col = _place(data[: problem.start], "utf-8")
        return placed("invalid-utf8", line, col, byte=f"0x{data[problem.start]:02X}")
    return None


def _place(before: bytes, encoding: str) -> tuple[int, int]:
    """Line and column of what stands behind ``before``."""
    return before.count(b"\n") + 1, len(before[before.rfind(b"\n") + 1:].decode(encoding, "replace")) + 1
