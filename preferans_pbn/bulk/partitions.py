"""Parts of files that several machines read by themselves.

A plain file is cut into ranges of bytes.  Both ends of a range are moved on by one rule, so that neighbours agree
without asking each other: from the first line ``[Event `` at or behind the byte, to the first record behind that one
with which another session begins.  So no session is cut, and whoever reads a range reads on past its end.  A compressed
file is one part.
"""

from __future__ import annotations

import io
import os
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any, BinaryIO, Final, cast

from preferans_pbn.bulk.cutting import LINE, SAME, Chunk, Piece, Place, begins_session
from preferans_pbn.inputs import COMPRESSED, ZIP, Input, UnreadableInput, decompressed, find_inputs

SIZE: Final = 32 << 20
"""Bytes of a part, about."""
_BLOCK: Final = 1 << 18
_LARGE: Final = 8
"""A part that is so many times larger than it was to be is read piece by piece."""


def is_url(path: str) -> bool:
    """Is this a URL and no local path?"""
    return "://" in path


def parts_of(paths: Iterable[str], size: int | None = None) -> Iterator[Chunk]:
    """The parts of the files behind ``paths`` in order, without their bytes.

    A path is a local file, directory or archive, or a URL that fsspec knows, with ``*`` perhaps.  Nothing is raised
    that concerns a file: what cannot be found is said in its `Piece`.
    """
    number = 0
    for path in paths:
        for place, reason in _places(path, size or SIZE):
            # A machine of the cluster need not be in the same folder as this process.
            seen = place if is_url(place.path) else replace(place, path=os.path.abspath(place.path))
            yield Chunk(number, [Piece(place.path, b"", first=place.start == 0, last=place.end in (None, place.size),
                                       unopened=reason, place=seen)])
            number += 1


def _places(path: str, part: int) -> Iterator[tuple[Place, str]]:
    try:
        files = _files(path)
    except OSError as error:
        yield Place(path), _reason(error)
        return
    for name in files:
        try:
            size = None if name.lower().endswith((*COMPRESSED, ZIP)) else _size(name)
        except OSError as error:
            yield Place(name), _reason(error)
            continue
        if size is None or size <= part:
            yield Place(name, 0, size, size or 0), ""
            continue
        for start in range(0, size, part):
            yield Place(name, start, min(start + part, size), size), ""


def _files(path: str) -> list[str]:
    """The files that a path names: itself, or what is in the directory."""
    if is_url(path):
        if "*" not in path:
            return [path]
        files = _fsspec().open_files(path, "rb")
        found = sorted(str(one.fs.unstrip_protocol(one.path)) for one in files)
        if not found:
            raise UnreadableInput("no file has such a name")
        return found
    if not os.path.isdir(path):
        return [path]
    found = []
    for source in find_inputs([path]):
        # Of an archive there are several inputs, and none of a directory where nothing is.
        name = os.path.join(path, source.inside) if source.inside else source.name
        while not os.path.isfile(name) and os.path.dirname(name) != path and name != path:
            name = os.path.dirname(name)
        if name not in found[-1:]:
            found.append(name)
    return found


def _size(name: str) -> int:
    if not is_url(name):
        return os.stat(name).st_size
    filesystem, path = _fsspec().core.url_to_fs(name)
    return int(filesystem.size(path))


def _reason(error: OSError) -> str:
    return error.strerror or str(error)


def _fsspec() -> Any:
    return import_module("fsspec")


# ---- reading a part ----------------------------------------------------------------------------------


def read_part(piece: Piece) -> Iterator[Piece]:
    """The pieces of a part with their bytes: one, or, of an archive, one for each of its files.

    Of a part that is a whole file the bytes are the ``rest`` of its piece: a stream, to be read before the next piece
    is asked for.
    """
    place = piece.place
    if place is None or piece.unopened:
        yield piece
        return
    if place.end is None:
        for source in inputs_of(place.path):
            yield from _whole(replace(source, name=piece.name + source.name.removeprefix(place.path)))
        return
    try:
        with opened_plain(place.path) as stream:
            start, end = boundary(stream, place.start, place.size), boundary(stream, place.end, place.size)
            found = replace(piece, place=None)
            if end - start > _LARGE * max(place.end - place.start, 1 << 16):
                # Sessions that are as long as this are not held.
                stream.seek(start)
                limited = _Limited(stream, end - start)
                found.rest = io.BufferedReader(limited, 1 << 16)
                yield found
                found.lines = limited.lines
                return
            found.data = _range(stream, start, end)
    except OSError as error:
        yield replace(piece, unopened=_reason(error))
        return
    found.lines = found.data.count(b"\n")
    yield found


class _Limited(io.RawIOBase):
    """The next ``size`` bytes of a stream; ``lines`` counts those that end in what was read."""

    def __init__(self, stream: BinaryIO, size: int) -> None:
        self.lines = 0
        self._stream = stream
        self._left = size

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any, /) -> int:
        block = self._stream.read(min(len(buffer), self._left))
        self._left -= len(block)
        self.lines += block.count(b"\n")
        buffer[: len(block)] = block
        return len(block)


def _whole(source: Input) -> Iterator[Piece]:
    try:
        with source.opened() as stream:
            yield Piece(source.name, b"", rest=stream)
    except OSError as error:
        yield Piece(source.name, b"", unopened=_reason(error))


def inputs_of(path: str) -> Iterator[Input]:
    """What is in the file ``path``: itself, or the files of an archive."""
    if not is_url(path):
        yield from find_inputs([path])
    else:
        yield Input(path, None, lambda: _remote(path))


@contextmanager
def _remote(url: str) -> Iterator[BinaryIO]:
    if url.lower().endswith(ZIP):
        raise UnreadableInput("a zip archive can be read only where it is a local file")
    with opened_plain(url) as stream:
        yield decompressed(stream, url)


def opened_plain(path: str) -> AbstractContextManager[BinaryIO]:
    """The stored bytes of a file.  Raises OSError."""
    if not is_url(path):
        return cast("AbstractContextManager[BinaryIO]", Path(path).open("rb"))
    return cast("AbstractContextManager[BinaryIO]", _fsspec().open(path, "rb"))


def boundary(stream: BinaryIO, offset: int, size: int) -> int:
    """Where the range that begins at ``offset`` really begins: where the first session does that does not begin with
    the first record at or behind ``offset``; ``size``, the size of the file, if none does."""
    if offset <= 0:
        return 0
    if offset >= size:
        return size
    # The line before is looked at too: it may end just before the offset.
    base = offset - 1
    stream.seek(base)
    held = b""
    ended = False
    at = before = -1
    while True:
        if at < 0:
            at = held.find(LINE, max(before, 0))
        following = held.find(LINE, at + 1) if at >= 0 else -1
        if at >= 0 and (following >= 0 or ended):
            record = held[at + 1: following if following >= 0 else len(held)]
            if before >= 0 and SAME not in record and begins_session(held[before + 1: at + 1], record, surely=True):
                return base + at + 1
            if following < 0:
                return size
            # Only the record before is looked at again.
            held, base, at, before = held[at:], base + at, following - at, 0
            continue
        if ended:
            return size
        if at < 0 and len(held) > _BLOCK:
            base += len(held) - len(LINE)
            held = held[-len(LINE):]
        block = stream.read(_BLOCK)
        ended = not block
        held += block


def _range(stream: BinaryIO, start: int, end: int) -> bytes:
    stream.seek(start)
    parts = []
    left = end - start
    while left > 0 and (block := stream.read(min(left, 1 << 22))):
        parts.append(block)
        left -= len(block)
    return b"".join(parts)
