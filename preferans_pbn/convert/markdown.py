"""Deals as Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TextIO

from preferans_pbn.convert.model import Loss, Options
from preferans_pbn.convert.showing import described, hidden, spelling_of
from preferans_pbn.record import Record
from preferans_pbn.render.markdown import escaped, markdown_lines


def write(records: Iterable[Record], stream: TextIO, options: Options) -> Iterator[Loss]:
    """Writes the deals one below the other, and below each what was found wrong with it."""
    for number, (record, found) in enumerate(described(records), 1):
        if number > 1:
            stream.write("\n")
        for line in markdown_lines(found.shown, spelling_of(options, found.shown.rules)):
            stream.write(f"{line}\n")
        if found.findings:
            stream.write("\n")
        for finding in found.findings:
            stream.write(f"* {finding.code} {escaped(finding.message)}\n")
        yield from hidden(record, number)
