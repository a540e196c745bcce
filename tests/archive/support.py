"""Archives in memory."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO

from preferans_pbn.archive.pieces import Piece, read_pieces
from preferans_pbn.archive.writing import ArchiveWriter, CannotStandHere
from preferans_pbn.inputs import Input
from preferans_pbn.notation import Limits


def source_of(text: str | bytes, name: str = "a.ppbn") -> Input:
    """An input that holds this text."""
    data = text.encode() if isinstance(text, str) else text

    @contextmanager
    def opened() -> Iterator[BinaryIO]:
        yield io.BytesIO(data)

    return Input(name, None, opened)


def pieces_of(text: str | bytes, limits: Limits | None = None) -> list[Piece]:
    """The records of this text."""
    return list(read_pieces(source_of(text), limits or Limits()))


def written(pieces: list[Piece]) -> tuple[str, list[str]]:
    """The text of an archive of these records, and why some are left out."""
    stream = io.BytesIO()
    writer = ArchiveWriter(stream)
    writer.begin()
    refused = []
    for piece in pieces:
        try:
            writer.write(piece)
        except CannotStandHere as problem:
            refused.append(str(problem))
    return stream.getvalue().decode("utf-8", "surrogateescape"), refused
