"""What the last argument of ``convert`` is: the destination, or one more source."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable
from pathlib import Path

import click

from preferans_pbn.inputs import STDIN, Input, find_inputs


def not_taken_for_a_target(target: str, own: Collection[str] = ()) -> None:
    """Raises click.UsageError where ``target``, which nobody called the destination, is a directory that holds
    something: it may be a source.  ``own``: names of the files that would be written there, which may be there."""
    folder = Path(target)
    if not folder.is_dir():
        return
    try:
        names = sorted(name for name in os.listdir(folder) if not name.startswith(".") and name not in own)
    except OSError:  # it will be told of when it is written to
        return
    if names:
        more = f" and {len(names) - 1} more" if len(names) > 1 else ""
        raise click.UsageError(
            f"{target} is a directory that is not empty ({names[0]}{more}): it is not taken for the destination "
            f"unasked. -o {target} writes a file for each source into it; -o FILE writes elsewhere, and -o - to "
            f"standard output, with {target} as a source.")


def not_a_source_or_target(report: Path, sources: Iterable[str], suffixes: tuple[str, ...], target: str | None,
                           places: Iterable[Path], *, each: bool) -> None:
    """Raises click.UsageError where the file ``report`` is one of the sources (``suffixes``: of the files read in a
    directory), or is to be written: ``places``, and with ``each`` any such file in the directory ``target``."""
    for place in places:
        if _same(report, place):
            raise click.UsageError(f"{report} is DST: the report needs another name.")
    if each and target is not None and Path(target).resolve() in report.resolve().parents:
        raise click.UsageError(f"{report} is in DST, where each source has a file: the report needs another place.")
    for source in sources:
        if source == STDIN:
            continue
        # Of an archive all members are one file on the disk.
        named = find_inputs([source], suffixes) if Path(source).is_dir() else ()
        for path in (Path(source), *(_file_of(one) for one in named)):
            if _same(report, path):
                raise click.UsageError(f"{report} is a source: the report needs another name.")


def _file_of(source: Input) -> Path:
    """The file on the disk that an input is, or is in."""
    if source.path is not None:
        return source.path
    path = Path(source.name)
    return next((one for one in (path, *path.parents) if one.is_file()), path)


def _same(one: Path, other: Path) -> bool:
    """Do two names stand for one file?  It need not be there yet."""
    try:
        return os.path.samefile(one, other)
    except OSError:
        return os.path.realpath(one) == os.path.realpath(other)


def outside(source: Input, folder: str) -> bool:
    """Is ``source``, found in a directory that was named, not in ``folder`` in that directory?  A file that was named
    itself is a source wherever it is; so is what lies in a directory that is source and destination in one."""
    if not folder or source.path is None or not source.inside:
        return True
    named = Path(source.path).resolve()
    for _ in Path(source.inside).parts:
        named = named.parent
    inner = Path(folder).resolve()
    return inner == named or named not in inner.parents or inner not in Path(source.path).resolve().parents
