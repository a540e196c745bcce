"""Deals as plain text within 80 columns, to be pasted in a forum or a chat: what ``show`` writes, without colour."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TextIO

from preferans_pbn.convert.model import Loss, Options
from preferans_pbn.convert.showing import described, hidden, spelling_of
from preferans_pbn.record import Record
from preferans_pbn.render.deal import deal_lines
from preferans_pbn.render.ink import plain, visible


def write(records: Iterable[Record], stream: TextIO, options: Options) -> Iterator[Loss]:
    """Writes the deals, two empty lines between them, and below each what was found wrong with it."""
    for number, (record, found) in enumerate(described(records), 1):
        if number > 1:
            stream.write("\n\n")
        for line in deal_lines(found.shown, spelling_of(options, found.shown.rules)):
            stream.write(plain(line).rstrip() + "\n")
        if found.findings:
            stream.write("\n")
        for finding in found.findings:
            stream.write(visible(f"{finding.code} {finding.message}") + "\n")
        yield from hidden(record, number, "comments")
