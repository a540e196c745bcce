"""Where a format that is several files is written: beside each other in a directory, or under one prefix."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import BinaryIO

import click

from preferans_pbn.convert import Format
from preferans_pbn.outputs import atomic_write


def places_of(writer: Format, target: str | None) -> Mapping[str, Path]:
    """The file of each part of ``writer``: ``club.csv`` gives ``club.deals.csv``, anything else is a directory.

    Raises click.UsageError without a target.
    """
    if target is None or target == "-":
        raise click.UsageError(f"{writer.name} is {len(writer.files)} files ({', '.join(writer.files)}): "
                               "name a directory for DST, or the beginning of their names, such as "
                               f"club{writer.suffixes[0]}.")
    suffix = writer.suffixes[0]
    path = Path(target)
    if path.suffix.lower() in writer.suffixes and not path.is_dir():
        return {name: path.with_name(f"{path.stem}.{name}{path.suffix}") for name in writer.files}
    return {name: path / f"{name}{suffix}" for name in writer.files}


def opener(stack: ExitStack, places: Mapping[str, Path], *, force: bool) -> Callable[[str], BinaryIO]:
    """Opens the files when the format asks for them; they appear when ``stack`` ends without an exception.

    Their directory is made where there is none.
    """
    def opened(name: str) -> BinaryIO:
        places[name].parent.mkdir(exist_ok=True)
        return stack.enter_context(atomic_write(places[name], overwrite=force))

    return opened
