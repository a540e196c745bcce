"""Sources that other processes read before their turn: whole files of any format."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from typing import Final

from preferans_pbn.bulk import pool
from preferans_pbn.bulk.cutting import Chunk, Piece, Place
from preferans_pbn.bulk.reading import Watch
from preferans_pbn.cli.progress import Bar
from preferans_pbn.convert import Converted, Format, Options, Source, find_format
from preferans_pbn.convert.encodings import Encoding
from preferans_pbn.convert.faults import SourceFault
from preferans_pbn.convert.judging import judged
from preferans_pbn.convert.opening import OtherEncoding, opened
from preferans_pbn.diagnostics import Diagnostic
from preferans_pbn.inputs import Input, find_inputs

SIZE: Final = 1 << 17
"""Bytes of the files that travel together, about."""
LARGEST: Final = 1 << 23
"""A larger file is read in its turn, record by record."""


@dataclass(slots=True)
class Outcome:
    """What reading a source gave: its format and encoding, its deals, and what put an end to it.

    ``fault``: why it could not be opened, with the ``encodings`` in which it may be (None: it is no question of that);
    ``broken``: a file, and why reading it failed, behind the ``deals``.  ``beside``: names of files that were read with
    it.
    """

    form: str | None = None
    encoding: Encoding | None = None
    deals: list[Converted] = field(default_factory=list)
    fault: Diagnostic | None = None
    encodings: tuple[str, ...] | None = None
    broken: tuple[str | None, str] | None = None
    beside: list[str] = field(default_factory=list)

    def opened(self) -> tuple[Format | None, Encoding, Iterator[Converted]]:
        """The format, the encoding and the deals.  Raises what reading raised, in its place."""
        if self.fault is not None:
            raise SourceFault(self.fault) if self.encodings is None else OtherEncoding(self.fault, self.encodings)
        if self.encoding is None:
            self._break()
        assert self.encoding is not None
        return None if self.form is None else find_format(self.form), self.encoding, self._given()

    def _given(self) -> Iterator[Converted]:
        yield from self.deals
        self._break()

    def _break(self) -> None:
        if self.broken is not None:
            name, reason = self.broken
            raise OSError(0, reason, name) if name is not None else OSError(0, reason)


@dataclass(frozen=True, slots=True)
class ReadWork:
    """Reads files as the format called ``reader`` (``""``: as what each looks like)."""

    reader: str
    options: Options

    def __call__(self, chunk: Chunk, start: None, watch: Watch) -> list[Outcome | None]:
        """What each file gave; None: it is read in its turn."""
        return [None if piece.place is None else self._read(piece.place.path) for piece in chunk.pieces]

    def _read(self, path: str) -> Outcome:
        result = Outcome()
        [one] = find_inputs([path])

        def beside(name: str) -> bytes | None:
            found = one.beside(name) if one.beside is not None else None
            if found is not None:
                result.beside.append(name)
            return found

        try:
            with one.opened() as stream:
                source = Source(one.name, stream, path=one.path, beside=beside)
                source, form, result.encoding, options = opened(
                    source, find_format(self.reader) if self.reader else None, self.options)
                if form is not None:
                    result.form = form.name
                    for deal in judged(form.read(source, options), one.name):
                        deal.places = None
                        result.deals.append(deal)
        except OtherEncoding as problem:
            result.fault, result.encodings = problem.finding, problem.encodings
        except SourceFault as problem:
            result.fault = problem.finding
        except OSError as error:
            result.broken = error.filename, error.strerror or str(error)
        return result


class _Independent:
    """What one file gives does not depend on another."""

    def agrees(self, chunk: Chunk, result: list[Outcome | None]) -> bool:
        """Always."""
        return True

    def start(self, chunk: Chunk) -> None:
        """Nothing is known, and need be."""


def read_ahead(inputs: Iterable[Input], reader: Format | None, options: Options, jobs: int, bar: Bar,
               stack: ExitStack) -> Iterator[tuple[Input, Outcome | None]]:
    """``inputs`` in order, each with what another process read in it; None: it is to be read now.  The processes end
    with ``stack``."""
    waiting: deque[Input] = deque()

    def chunks() -> Iterator[Chunk]:
        chunk = Chunk(0)
        for one in inputs:
            waiting.append(one)
            place = _place(one)
            chunk.pieces.append(Piece(one.name, b"", place=place))
            if chunk.size >= SIZE or place is None:
                yield chunk
                chunk = Chunk(chunk.number + 1)
        if chunk.pieces:
            yield chunk

    work = ReadWork("" if reader is None else reader.name, replace(options))
    found = stack.enter_context(pool.results(chunks(), work, _Independent(), jobs, bar.chunk_done))
    for _, result in found:
        for outcome in result:
            yield waiting.popleft(), outcome


def _place(one: Input) -> Place | None:
    """Where another process finds the file, if it is one that is not too large."""
    if one.path is None:
        return None
    try:
        size = os.stat(one.name).st_size
    except OSError:
        return None
    return Place(one.name, 0, size, size) if size <= LARGEST and os.path.isfile(one.name) else None
