"""What the user named on the command line, as streams of bytes.

A path is a file, a directory (searched for record files), a zip archive, or ``-`` for standard input.
Files that are compressed with gzip or Zstandard are read through their decompressor, one block at a time.
"""

from __future__ import annotations

import io
import os
import sys
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, BinaryIO, Final, cast

if TYPE_CHECKING:
    from preferans_pbn.notation import Limits, ReadRecord

STDIN: Final = "-"
SUFFIX: Final = ".ppbn"
COMPRESSED: Final = (".gz", ".zst")
ZIP: Final = ".zip"
_GZIP_MAGIC: Final = b"\x1f\x8b"
_ZSTD_MAGIC: Final = b"\x28\xb5\x2f\xfd"
_ZIP_MAGIC: Final = b"PK\x03\x04"


class UnreadableInput(OSError):
    """An input cannot be read; ``strerror`` says why in words."""

    def __init__(self, reason: str) -> None:
        super().__init__(0, reason[:1].lower() + reason[1:])


@dataclass(frozen=True, slots=True)
class Input:
    """One stream of records.

    ``name`` is what diagnostics call it: the path as given, ``-``, or ``archive.zip/member``.  ``path`` is the
    plain file that could be rewritten, None for anything else.  ``opened`` opens the stream of its bytes and
    closes it again; it raises OSError.  ``beside`` gives the bytes of the file with this bare name in the same folder
    (None: there is none), or is None where there is no folder.  ``inside``: the path inside the directory or archive
    that was named, ``""`` for what was named itself.
    """

    name: str
    path: Path | None
    opened: Callable[[], AbstractContextManager[BinaryIO]]
    beside: Callable[[str], bytes | None] | None = None
    inside: str = ""


def find_inputs(paths: Iterable[str], suffixes: tuple[str, ...] = (SUFFIX,)) -> Iterator[Input]:
    """The streams behind ``paths``, in the order given; what a directory or an archive holds in the order of
    its names.

    In a directory, and in those below it, these are the files that end in ``.ppbn`` (or in another of ``suffixes``),
    ``.ppbn.gz``, ``.ppbn.zst`` or ``.ppbn.zip``; names that begin with a dot are passed over.  Of a zip archive they
    are its files with these suffixes, or all its files where it has none.  Nothing is raised: what cannot be read gives
    an Input that raises OSError when it is opened.
    """
    for path in paths:
        if path == STDIN:
            yield Input(STDIN, None, _stdin)
        elif os.path.isdir(path):
            yield from _of_directory(path, suffixes)
        else:
            yield from _of_file(path, suffixes)


def read_input(source: Input, limits: Limits | None = None, *, lenient: bool = False) -> Iterator[ReadRecord]:
    """The records of ``source``, as `preferans_pbn.notation.iter_records` gives them; a stream that cannot be
    opened gives one with E008."""
    from preferans_pbn.notation import iter_records

    try:
        with source.opened() as stream:
            yield from iter_records(stream, limits=limits, path=source.name, lenient=lenient)
    except OSError as error:
        yield unreadable(source.name, error)


def unreadable(name: str, error: OSError) -> ReadRecord:
    """What stands for an input that cannot be read: E008 and no record."""
    from preferans_pbn.diagnostics import diagnostic
    from preferans_pbn.notation import ReadRecord
    from preferans_pbn.record import Source

    finding = diagnostic("unreadable-file", reason=reason_of(error))
    finding.path = name
    return ReadRecord(None, [finding], 0, Source("", 1, name))


def reason_of(error: OSError) -> str:
    """Why an operation failed, as the end of a sentence."""
    reason = error.strerror or str(error) or type(error).__name__
    return reason[:1].lower() + reason[1:]


# ---- directories and archives ------------------------------------------------------------------------


def _of_directory(path: str, suffixes: tuple[str, ...]) -> Iterator[Input]:
    found = False
    for folder, folders, names in os.walk(path, onerror=None):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            stem = name.lower()
            for suffix in (*COMPRESSED, ZIP):
                stem = stem.removesuffix(suffix)
            if stem.endswith(suffixes) and not name.startswith("."):
                found = True
                place = os.path.join(folder, name)
                yield from _of_file(place, suffixes, os.path.relpath(place, path))
    if not found:
        if not os.access(path, os.R_OK | os.X_OK):
            reason = "permission denied"
        elif suffixes == (SUFFIX,):
            reason = f"no {SUFFIX} file in this directory (convert reads other formats)"
        else:
            reason = "no known kind of file in this directory"
        yield _failing(path, reason)


def _of_file(path: str, suffixes: tuple[str, ...], inside: str = "") -> Iterator[Input]:
    if path.lower().endswith(ZIP):
        yield from _of_zip(path, suffixes, inside)
        return
    compressed = path.lower().endswith(COMPRESSED)
    yield Input(path, None if compressed else Path(path), lambda: _file(path), lambda name: _neighbour(path, name),
                inside)


def _neighbour(path: str, name: str) -> bytes | None:
    """The bytes of the file ``name`` in the folder of the file ``path``, which may be compressed; None if there is
    none.  Raises OSError."""
    place = os.path.join(os.path.dirname(path), name)
    packed = os.path.splitext(path)[1].lower()
    for candidate in (place, place + packed if packed in COMPRESSED else place):
        if os.path.isfile(candidate):
            with _file(candidate) as stream:
                return stream.read()
    return None


def _of_zip(path: str, suffixes: tuple[str, ...], inside: str = "") -> Iterator[Input]:
    try:
        archive = zipfile.ZipFile(path)
    except OSError as error:
        yield _failing(path, reason_of(error))
        return
    except (zipfile.BadZipFile, NotImplementedError, ValueError) as error:
        yield _failing(path, f"not a zip archive: {str(error)[:1].lower()}{str(error)[1:]}")
        return
    with archive:
        files = [info for info in archive.infolist() if not info.is_dir()]
        members = [info for info in files if info.filename.lower().endswith(suffixes)] or files
        names = {info.filename: info for info in files}
        if not members:
            yield _failing(path, "there is no file in this archive")
        for info in sorted(members, key=lambda member: member.filename):
            yield Input(f"{path}/{info.filename}", None, _member(archive, info), _beside(archive, names, info),
                        os.path.join(inside, info.filename))


def _beside(archive: zipfile.ZipFile, names: Mapping[str, zipfile.ZipInfo],
            info: zipfile.ZipInfo) -> Callable[[str], bytes | None]:
    """What gives the bytes of a file in the folder of the member ``info``."""
    folder = info.filename.rpartition("/")[0]

    def beside(name: str) -> bytes | None:
        found = names.get(f"{folder}/{name}" if folder else name)
        if found is None:
            return None
        with _member(archive, found)() as stream:
            return stream.read()

    return beside


def _member(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> Callable[[], AbstractContextManager[BinaryIO]]:
    @contextmanager
    def opened() -> Iterator[BinaryIO]:
        with ExitStack() as stack:
            # Behind the search for inputs the archive is closed; a member may be looked at again all the same.
            open_archive = archive if archive.fp is not None else stack.enter_context(_reopened(archive))
            try:
                member = stack.enter_context(open_archive.open(info))
            except (RuntimeError, NotImplementedError, zipfile.BadZipFile) as error:
                # RuntimeError: the member is encrypted.
                raise UnreadableInput(str(error)) from None
            yield _guarded(member)

    return opened


def _reopened(archive: zipfile.ZipFile) -> zipfile.ZipFile:
    """The same archive once more.  Raises OSError."""
    try:
        return zipfile.ZipFile(archive.filename or "")
    except zipfile.BadZipFile as error:
        raise UnreadableInput(str(error)) from None


def _failing(name: str, reason: str) -> Input:
    def opened() -> AbstractContextManager[BinaryIO]:
        raise UnreadableInput(reason)

    return Input(name, None, opened)


# ---- streams -----------------------------------------------------------------------------------------


@contextmanager
def _file(path: str) -> Iterator[BinaryIO]:
    if "\0" in path:
        raise UnreadableInput("no file has a NUL in its name")
    with open(path, "rb") as stream:
        yield decompressed(stream, path)


def decompressed(stream: BinaryIO, name: str) -> BinaryIO:
    """The bytes of the file ``name``, of which ``stream`` gives what is stored; reading raises OSError."""
    suffix = os.path.splitext(name)[1].lower()
    if suffix == ".gz":
        return _gzip(stream)
    if suffix == ".zst":
        return _zstd(stream)
    return stream


@contextmanager
def _stdin() -> Iterator[BinaryIO]:
    """Standard input; compressed data are known by their first bytes, since there is no name to tell."""
    stream = sys.stdin.buffer
    peekable = stream if isinstance(stream, io.BufferedReader) else io.BufferedReader(cast(io.RawIOBase, stream))
    head = peekable.peek(4)[:4]
    if head.startswith(_GZIP_MAGIC):
        yield _gzip(peekable)
    elif head == _ZSTD_MAGIC:
        yield _zstd(peekable)
    elif head == _ZIP_MAGIC:
        raise UnreadableInput("this is a zip archive; give its name, it cannot be read from standard input")
    else:
        yield peekable


def _gzip(stream: BinaryIO) -> BinaryIO:
    import gzip

    return _guarded(cast(IO[bytes], gzip.GzipFile(fileobj=stream)))


def _zstd(stream: BinaryIO) -> BinaryIO:
    try:
        zstandard: Any = import_module("zstandard")
    except ImportError:
        raise UnreadableInput(
            "reading .zst needs the package zstandard: pip install 'preferans-pbn[zstd]'") from None
    return _guarded(zstandard.ZstdDecompressor().stream_reader(stream, read_across_frames=True))


def _guarded(stream: IO[bytes]) -> BinaryIO:
    return io.BufferedReader(_Guarded(stream), 1 << 16)


class _Guarded(io.RawIOBase):
    """A decompressor whose every error is an OSError."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._read: Callable[[int], bytes] = getattr(stream, "read1", stream.read)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        try:
            # read1: what could be decompressed before a fault is not lost with it.
            data = self._read(len(buffer))
        except OSError as error:
            raise UnreadableInput(reason_of(error)) from None
        except (EOFError, zlib.error, zipfile.BadZipFile, RuntimeError, ValueError) as error:
            raise UnreadableInput(str(error)) from None
        except Exception as error:
            if type(error).__module__.startswith("zstandard"):
                raise UnreadableInput(str(error)) from None
            raise
        buffer[: len(data)] = data
        return len(data)
