"""How far a command is: a bar on standard error, where that is a terminal and the work takes its time."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, BinaryIO, Final

from preferans_pbn.inputs import STDIN, Input, find_inputs

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

    from preferans_pbn.bulk.cutting import Chunk

_WAIT: Final = 1.0
"""Seconds before the bar is shown."""
_EVERY: Final = 0.1
"""Seconds from one look of it to the next."""


class Bar:
    """Counts bytes, records and errors, and shows them while it may.

    ``total``: how many bytes there are, None where that is not known.  Whoever writes to the terminal calls `clear`
    first.
    """

    def __init__(self, total: int | None) -> None:
        self._total = total
        self.records = self.errors = 0
        self._done = 0
        self._stream: BinaryIO | None = None
        self._next = time.monotonic() + _WAIT
        self._progress: Progress | None = None
        self._task: TaskID | None = None
        self._shown = False

    def count(self, records: int, errors: int) -> None:
        """So many more records, and errors in them."""
        self.records += records
        self.errors += errors

    def advance(self, size: int) -> None:
        """So many more bytes are done."""
        self._done += size

    def chunk_done(self, chunk: Chunk | None) -> None:
        """A chunk is done; None: some time has passed."""
        if chunk is not None:
            self.advance(chunk.size)
        self.tick()

    def watched(self, source: Input) -> Input:
        """``source``, whose bytes count as done when they are read."""

        @contextmanager
        def opened() -> Iterator[BinaryIO]:
            with source.opened() as stream:
                self._stream = stream if source.path is not None else None
                try:
                    yield stream
                finally:
                    self._done += self._read()
                    self._stream = None

        return replace(source, opened=opened)

    def tick(self) -> None:
        """Show how things are, if it is time."""
        if time.monotonic() >= self._next:
            self._show()
            self._next = time.monotonic() + _EVERY

    def clear(self) -> None:
        """Take the bar away until the next look."""
        if self._shown and self._progress is not None:
            self._progress.stop()
            self._shown = False
            self._next = time.monotonic() + _EVERY

    @property
    def done(self) -> int:
        """How many bytes are done."""
        return self._done + self._read()

    def _read(self) -> int:
        return 0 if self._stream is None else self._stream.tell()

    def _show(self) -> None:
        if self._progress is None:
            self._progress = _progress()
            self._task = self._progress.add_task("", total=self._total, said="")
        assert self._task is not None
        said = f"{self.records:,} records, {self.errors:,} errors"
        self._progress.update(self._task, completed=self.done, said=said)
        if not self._shown:
            self._progress.start()
            self._shown = True
        self._progress.refresh()


class NoBar(Bar):
    """Shows nothing."""

    def __init__(self) -> None:
        super().__init__(None)

    def watched(self, source: Input) -> Input:
        """``source`` as it is."""
        return source

    def tick(self) -> None:
        """Nothing is shown."""


@contextmanager
def progress_bar(paths: Iterable[str]) -> Iterator[Bar]:
    """A bar for the inputs behind ``paths``; it shows nothing where standard error is no terminal."""
    if not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
        yield NoBar()
        return
    bar = Bar(_total(paths))
    try:
        yield bar
    finally:
        bar.clear()


def _total(paths: Iterable[str]) -> int | None:
    """How many bytes there are behind ``paths``; None where that cannot be told from their names."""
    total = 0
    for path in paths:
        if path == STDIN:
            return None
        for source in find_inputs([path]):
            if source.path is None or not source.path.is_file():
                return None
            total += source.path.stat().st_size
    return total


def _progress() -> Progress:
    from rich.console import Console
    from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn

    return Progress(BarColumn(), DownloadColumn(), TextColumn("{task.fields[said]}"), TimeRemainingColumn(),
                    console=Console(stderr=True), auto_refresh=False, transient=True, redirect_stdout=False,
                    redirect_stderr=False)
