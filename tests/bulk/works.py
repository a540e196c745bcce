"""What the tests have processes do: read records, and come to their end where that is asked for."""

from __future__ import annotations

import os
import signal
from dataclasses import dataclass
from pathlib import Path

from preferans_pbn.bulk.cutting import Chunk
from preferans_pbn.bulk.reading import Watch, read_piece
from preferans_pbn.notation import Limits

Line = tuple[int, str, list[str]]


@dataclass(frozen=True)
class Listing:
    """Lists the boards of records with their findings.  A process that comes to the board ``trap`` does what ``how``
    says; only once if there is a file ``once`` to note it in."""

    trap: str = ""
    how: str = ""
    once: Path | None = None

    def __call__(self, chunk: Chunk, start: int | None, watch: Watch) -> list[Line]:
        lines = []
        for piece in chunk.pieces:
            for read in read_piece(piece, Limits(), watch):
                board = "?" if read.record is None else read.record.board or ""
                if self.trap and board == self.trap:
                    self._spring()
                lines.append((read.source.line, board, [found.code for found in read.diagnostics]))
        return lines

    def _spring(self) -> None:
        if self.once is not None:
            if self.once.exists():
                return
            self.once.write_text("once")
        if self.how == "raise":
            raise RuntimeError("a bug")
        if self.how == "exit":
            os._exit(7)
        os.kill(os.getpid(), signal.SIGKILL)


@dataclass(frozen=True)
class Unwilling:
    """A work that no process can begin with."""

    how: str = ""

    def __call__(self, chunk: Chunk, start: int | None, watch: Watch) -> list[Line]:
        if self.how == "raise":
            raise RuntimeError("not over a record")
        os._exit(3)


class Collected:
    """Everything in order; ``refuse``: chunks whose result is not to be taken before they are worked on again."""

    def __init__(self, refuse: frozenset[int] = frozenset()) -> None:
        self.lines: list[Line] = []
        self.chunks: list[int] = []
        self.refuse = refuse
        self.refused: list[int] = []

    def agrees(self, chunk: Chunk, result: list[Line]) -> bool:
        if chunk.number in self.refuse:
            self.refused.append(chunk.number)
            return False
        return True

    def start(self, chunk: Chunk) -> int:
        return chunk.number

    def take(self, chunk: Chunk, result: list[Line]) -> None:
        self.chunks.append(chunk.number)
        self.lines += result
