"""The tags of records without reading the records: for looking through big files.

    >>> from preferans_pbn.notation import skim
    >>> import io
    >>> text = b'[Event "a"]\\n[Board "1"]\\n[Event "b"]\\n[Board "2"]\\n'
    >>> [one.tags["Board"] for one in skim(io.BytesIO(text)) if one.tags["Event"] == "b"]
    ['2']
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from os import PathLike, fspath
from typing import TYPE_CHECKING, Final

from preferans_pbn.notation.scanner import fits
from preferans_pbn.notation.splitter import BinaryLines, Chunk, Limits, split
from preferans_pbn.notation.stream import Input, ReadRecord, lines_of, read_chunk
from preferans_pbn.record import INHERITABLE, SECTIONS

if TYPE_CHECKING:
    from preferans_pbn.record import Record

_TAG: Final = re.compile(r'^\[([A-Za-z][A-Za-z0-9_]*)[ \t]+"((?:[^"\\\x00-\x1f\x7f]|\\["\\#])*)"[ \t]*\]', re.MULTILINE)
_ESCAPE: Final = re.compile(r"\\(.)")


class Skimmed:
    """One record that was not read.

    ``number`` counts the records of the stream from 1 (0: the file has no record), ``line`` is its first line, from 1.
    """

    __slots__ = ("_before", "_chunk", "_path", "_read", "_tags", "line", "number")

    def __init__(self, chunk: Chunk, number: int, path: str, before: Skimmed | None) -> None:
        self.number = number
        self.line = chunk.line
        self._chunk = chunk
        self._path = path
        self._tags: dict[str, str] | None = None
        self._read: ReadRecord | None = None
        self._before: Record | None = None
        if before is not None and '"#"' in chunk.text:
            # What the record before says stands here too; only then is anything of that one kept.
            self._before = before.read().record
            self._tags = {
                name: before.tags.get(name, value) if value == "#" and name in INHERITABLE else _text(value)
                for name, value in _tags(chunk.text).items()}

    @property
    def tags(self) -> Mapping[str, str]:
        """The values of the tags that begin a line, as text; those of sections and tables are not among them.

        ``#`` stands where the record before does not say what it is the same as.  Nothing is checked: of a tag that
        stands twice it is the first.
        """
        if self._tags is None:
            self._tags = {name: _text(value) for name, value in _tags(self._chunk.text).items()}
        return self._tags

    def read(self) -> ReadRecord:
        """The record with its findings, as `preferans_pbn.notation.iter_records` gives it; read when asked for."""
        if self._read is None:
            self._read = read_chunk(self._chunk, self.number, self._path, self._before)
        return self._read


def skim(source: Input, *, limits: Limits | None = None, path: str | None = None) -> Iterator[Skimmed]:
    """The records of ``source`` in order without reading them; arguments as for `preferans_pbn.notation.iter_records`.

    Memory is one record, and the one before it where ``#`` stands for a value of that.  Raises OSError where the source
    cannot be opened or read.
    """
    limits = limits or Limits()
    if isinstance(source, str | PathLike):
        with open(source, "rb") as stream:
            yield from _skim(stream, path if path is not None else fspath(source), limits)
        return
    lines, name = lines_of(source, path)
    yield from _skim(lines, name, limits)


def _skim(stream: BinaryLines, path: str, limits: Limits) -> Iterator[Skimmed]:
    number = 0
    before: Skimmed | None = None
    for chunk in split(stream, limits, fits):
        chunk.scanned = None
        if not chunk.empty:
            number += 1
        before = Skimmed(chunk, 0 if chunk.empty else number, path, before)
        yield before


def _tags(text: str) -> dict[str, str]:
    """Names and values, as written, of the tags that are no section's."""
    found: dict[str, str] = {}
    for name, value in _TAG.findall(text):
        if name not in SECTIONS and name != "Note":
            found.setdefault(name, value)
    return found


def _text(value: str) -> str:
    return _ESCAPE.sub(r"\1", value) if "\\" in value else value
