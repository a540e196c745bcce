"""Deals as Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TextIO

from preferans_pbn.convert.model import Loss, Options
from preferans_pbn.convert.showing import described, hidden, places_of, spelling_of
from preferans_pbn.record import Record
from preferans_pbn.render.findings import finding_parts, findings_heading
from preferans_pbn.render.markdown import escaped, markdown_lines


def write(records: Iterable[Record], stream: TextIO, options: Options) -> Iterator[Loss]:
    """Writes the deals one below the other, and below each what was found wrong with it."""
    for number, (record, found) in enumerate(described(records), 1):
        if number > 1:
            stream.write("\n")
        spelling = spelling_of(options, found.shown.rules)
        for line in markdown_lines(found.shown, spelling):
            stream.write(f"{line}\n")
        if found.findings:
            stream.write(f"\n**{findings_heading(found.findings, spelling.language)}**\n\n")
        for finding, place in zip(found.findings, places_of(found, spelling), strict=True):
            stream.write(f"* {' '.join(map(escaped, finding_parts(finding, place, spelling.language)))}\n")
        yield from hidden(record, number)
