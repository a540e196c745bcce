"""What the last argument of ``convert`` is: the destination, or one more source."""

from __future__ import annotations

import os
from collections.abc import Collection
from pathlib import Path

import click

from preferans_pbn.inputs import Input


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
