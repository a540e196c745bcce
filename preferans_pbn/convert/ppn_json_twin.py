"""The JSON twin of PPN as a format of its own: one deal a line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TextIO

from preferans_pbn.convert import ppn_json
from preferans_pbn.convert.model import Converted, Loss, Options, Source
from preferans_pbn.convert.ppn import read_json
from preferans_pbn.record import Record


def sniff(head: bytes, name: str = "") -> float:
    """How sure it is that a file that begins like this holds PPN deals as JSON."""
    return 0.9 if ppn_json.looks_like(head) else 0.0


def read(source: Source, options: Options) -> Iterator[Converted]:
    """The deals of the source."""
    yield from read_json(source, options)


def write(records: Iterable[Record], stream: TextIO, options: Options) -> Iterator[Loss]:
    """Writes a deal a line."""
    from preferans_pbn.convert.ppn_writing import write_json

    yield from write_json(records, stream)
