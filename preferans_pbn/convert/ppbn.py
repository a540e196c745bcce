"""The project's own notation as a format of the converter."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TextIO

from preferans_pbn.convert.encodings import encoding_of, recoded
from preferans_pbn.convert.model import Converted, Loss, Options, Source
from preferans_pbn.diagnostics import BY_NAME
from preferans_pbn.notation import dumps, iter_records
from preferans_pbn.notation.words import HEADER
from preferans_pbn.record import Record


def sniff(head: bytes, name: str = "") -> float:
    """How sure it is that a file that begins like this holds records of the notation."""
    lines = [line.strip() for line in head.removeprefix(b"\xef\xbb\xbf").split(b"\n")]
    first = next((line for line in lines if line), b"")
    if first.startswith(b"% " + HEADER.split()[0].encode()):
        return 1.0
    if first.startswith(b"[Event "):
        return 0.8
    return 0.6 if name.lower().endswith(".ppbn") else 0.0


def read(source: Source, options: Options) -> Iterator[Converted]:
    """The records of the source, with what reading found wrong in each."""
    if options.encoding:
        source = recoded(source, encoding_of(source, options.encoding))
    for one in iter_records(source.open(), path=source.name):
        yield Converted(one.record, one.diagnostics)


def write(records: Iterable[Record], stream: TextIO, options: Options) -> Iterator[Loss]:
    """Writes the export form.  A record that no text can express is left out, and that is a loss."""
    stream.write(f"% {HEADER}\n")
    for number, record in enumerate(records, 1):
        try:
            text = dumps(record)
        except ValueError as problem:
            yield Loss("record", number, f"cannot be written: {problem}", BY_NAME["not-written"].code)
        else:
            stream.write(f"\n{text}")
