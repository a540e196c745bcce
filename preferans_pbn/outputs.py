"""Writing: files that appear whole or not at all, compressed where their name says so, and standard output in UTF-8."""

from __future__ import annotations

import errno
import io
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from importlib import import_module
from pathlib import Path
from typing import Any, BinaryIO, Final, TextIO, cast

FULL: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
"""Error numbers that only writing gives."""
PACKED: Final = (".gz", ".zst", ".zip")
"""Ends of names that say how a file is packed."""


class PackedOtherwise(OSError):
    """A file cannot be written as its name says; ``strerror`` says why."""


@contextmanager
def atomic_write(path: str | Path, *, overwrite: bool = False) -> Iterator[BinaryIO]:
    """A stream whose bytes become the file ``path`` when the block ends without an exception.

    Until then, and if it ends with one, ``path`` stays as it was.  An existing file is replaced only with
    ``overwrite`` and keeps its permissions; a symbolic link stays one and what it points to is replaced.  The bytes are
    compressed with gzip or Zstandard where the name ends in ``.gz`` or ``.zst``.
    Raises FileExistsError without ``overwrite``, PackedOtherwise for ``.zip`` and for ``.zst`` without the package
    zstandard, OSError where the file cannot be written.
    """
    packer = _packer(path)
    target = Path(os.path.realpath(path))
    if not overwrite and target.exists():
        raise FileExistsError(17, "the file exists", str(path))
    if target.is_dir():
        raise IsADirectoryError(21, "this is a directory", str(path))
    try:
        handle, name = tempfile.mkstemp(prefix=f".{target.name[:100]}.", suffix=".tmp", dir=target.parent)
    except OSError as error:  # it names the temporary file, of which nobody has heard
        raise type(error)(error.errno, error.strerror, str(path)) from None
    try:
        with os.fdopen(handle, "wb") as stream:
            if packer is None:
                yield stream
            else:
                with packer(stream) as packed:
                    yield packed
            stream.flush()
            os.fsync(stream.fileno())
        place_file(name, target, overwrite=overwrite)
    except BaseException as problem:
        with suppress(OSError):
            os.unlink(name)
        if isinstance(problem, OSError) and (problem.filename == name or (
                problem.filename is None and problem.errno in FULL)):
            problem.filename, problem.filename2 = str(path), None
        raise


def without_packing(name: str) -> str:
    """``name`` without the end that says how the file is packed: ``club.json`` for ``club.json.gz``."""
    stem, suffix = os.path.splitext(name)
    return stem if suffix.lower() in PACKED else name


def _packer(path: str | Path) -> Callable[[BinaryIO], AbstractContextManager[BinaryIO]] | None:
    """What compresses the stream of the file ``path``; None where its name does not ask for it.  Raises
    PackedOtherwise."""
    suffix = os.path.splitext(path)[1].lower()
    if suffix == ".gz":
        import gzip

        # Neither a name nor the time: the same records give the same file.
        return lambda stream: cast("AbstractContextManager[BinaryIO]", gzip.GzipFile("", "wb", fileobj=stream, mtime=0))
    if suffix == ".zst":
        try:
            zstandard: Any = import_module("zstandard")
        except ImportError:
            raise PackedOtherwise(
                0, "writing .zst needs the package zstandard: pip install 'preferans-pbn[zstd]'", str(path)) from None
        return lambda stream: cast("AbstractContextManager[BinaryIO]",
                                   zstandard.ZstdCompressor().stream_writer(stream, closefd=False))
    if suffix == ".zip":
        raise PackedOtherwise(0, "a zip archive is read but not written; .gz and .zst are", str(path))
    return None


def place_file(name: str | Path, target: Path, *, overwrite: bool = False) -> None:
    """Give the finished file ``name`` the name ``target`` on the same disk.  Raises FileExistsError without
    ``overwrite``; a file that is replaced hands on its permissions."""
    if target.exists():
        shutil.copymode(target, name)
    else:
        os.chmod(name, 0o666 & ~_umask())
    if overwrite:
        os.replace(name, target)
    else:
        _place_new(str(name), target)


def _place_new(name: str, target: Path) -> None:
    """Give the finished file its name unless somebody else has taken that name meanwhile."""
    try:
        os.link(name, target)
    except FileExistsError:
        raise
    except OSError:  # a file system without hard links
        if target.exists():
            raise FileExistsError(17, "the file exists", str(target)) from None
        os.replace(name, target)
    else:
        os.unlink(name)


def _umask() -> int:
    mask = os.umask(0o022)
    os.umask(mask)
    return mask


@contextmanager
def utf8_stdout() -> Iterator[TextIO]:
    """Standard output as a text stream in UTF-8 with LF line ends, whatever the terminal's encoding: for
    notation and JSON, whose bytes are part of their definition."""
    with text_of(stdout_bytes()) as stream:
        yield stream


class CannotWrite(Exception):
    """Standard output does not take what is written to it.  Not an OSError: those concern the inputs."""


class _Stdout(io.RawIOBase):
    """Standard output as bytes; OSError becomes CannotWrite, but for a pipe that nobody reads any more."""

    def __init__(self) -> None:
        self._under = sys.stdout.buffer

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        try:
            return self._under.write(data)
        except OSError as error:
            raise _blamed(error) from error

    def flush(self) -> None:
        try:
            self._under.flush()
        except OSError as error:
            raise _blamed(error) from error

    def fileno(self) -> int:
        return self._under.fileno()


def _blamed(error: OSError) -> Exception:
    return error if isinstance(error, BrokenPipeError) else CannotWrite(error.strerror or str(error))


def stdout_bytes() -> BinaryIO:
    """Standard output as a stream of bytes.  Writing raises CannotWrite where it cannot be written to."""
    stdout = _Stdout()
    try:
        sys.stdout.flush()
    except OSError as error:
        raise _blamed(error) from error
    return cast("BinaryIO", stdout)


@contextmanager
def text_of(binary: BinaryIO) -> Iterator[TextIO]:
    """``binary`` as a UTF-8 text stream for the time of the block; it is not closed."""
    stream = io.TextIOWrapper(binary, encoding="utf-8", errors="surrogateescape", newline="\n")
    try:
        yield stream
        stream.flush()
    finally:
        # After a broken pipe the buffer cannot be flushed: what is left in it is lost on purpose.
        with suppress(OSError, CannotWrite):
            stream.detach()
