"""Many files written side by side, of which all appear or none."""

from __future__ import annotations

import shutil
import tempfile
from collections import OrderedDict
from collections.abc import Hashable, Mapping
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Final, Generic, Self, TypeVar

from preferans_pbn.archive.pieces import Piece
from preferans_pbn.archive.writing import ArchiveWriter
from preferans_pbn.outputs import place_file

OPEN_FILES: Final = 64
"""So many files are held open at a time."""

K = TypeVar("K", bound=Hashable)


class Parts(Generic[K]):
    """Record files in one directory, each known by a key until it gets its name.

    They are written in a hidden folder of the directory; `place` gives them their names.  Leaving the block without
    that removes them again.
    """

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._numbers: dict[K, int] = {}
        self._writers: dict[K, ArchiveWriter] = {}
        self._open: OrderedDict[K, BinaryIO] = OrderedDict()
        self._folder: Path | None = None
        self._made = False

    def __enter__(self) -> Self:
        """Raises OSError where the directory cannot be written to."""
        self._made = not self._directory.exists()
        self._directory.mkdir(parents=True, exist_ok=True)
        self._folder = Path(tempfile.mkdtemp(prefix=".split-", dir=self._directory))
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        self._close()
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)
        if self._made and kind is not None and not any(self._directory.iterdir()):
            self._directory.rmdir()

    @property
    def keys(self) -> list[K]:
        """The keys of all files, in the order in which they were begun."""
        return list(self._numbers)

    def write(self, key: K, piece: Piece) -> None:
        """Write a record to the file of ``key``.  Raises CannotStandHere as `ArchiveWriter.write`."""
        writer = self._writers.get(key)
        if writer is None:
            self._numbers[key] = len(self._numbers)
            writer = self._writers[key] = ArchiveWriter(_Opened(self, key))
        writer.write(piece)

    def stream(self, key: K) -> BinaryIO:
        """The open file of ``key``; the one that was not used for longest is closed for it."""
        stream = self._open.get(key)
        if stream is None:
            if len(self._open) >= OPEN_FILES:
                self._open.popitem(last=False)[1].close()
            stream = self._open[key] = open(self._temporary(key), "ab")  # noqa: SIM115 (closed above or at the end)
        self._open.move_to_end(key)
        return stream

    def place(self, names: Mapping[K, str], *, overwrite: bool = False) -> None:
        """Give every file its name in the directory.  Raises FileExistsError, with nothing placed, where one exists
        and ``overwrite`` is not set."""
        self._close()
        written = [key for key, writer in self._writers.items() if writer.written]
        if not overwrite:
            for key in written:
                target = self._directory / names[key]
                if target.exists() or target.is_symlink():
                    raise FileExistsError(17, "the file exists", str(target))
        placed: list[Path] = []
        try:
            for key in written:
                place_file(self._temporary(key), self._directory / names[key], overwrite=overwrite)
                placed.append(self._directory / names[key])
        except BaseException:
            if not overwrite:
                for path in placed:
                    path.unlink(missing_ok=True)
            raise

    def _temporary(self, key: K) -> Path:
        assert self._folder is not None
        return self._folder / str(self._numbers[key])

    def _close(self) -> None:
        while self._open:
            self._open.popitem()[1].close()


class _Opened(Generic[K]):
    """Writes to a file of `Parts`, opened when it is needed."""

    def __init__(self, parts: Parts[K], key: K) -> None:
        self._parts = parts
        self._key = key

    def write(self, data: bytes) -> int:
        return self._parts.stream(self._key).write(data)
