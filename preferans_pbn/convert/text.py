"""Deals as plain text within 80 columns, to be pasted in a forum or a chat: what ``show`` writes, without colour."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TextIO

from preferans_pbn.convert.model import Loss, Options
from preferans_pbn.convert.showing import described, hidden, places_of, spelling_of
from preferans_pbn.record import Record
from preferans_pbn.render.deal import deal_lines
from preferans_pbn.render.findings import finding_lines
from preferans_pbn.render.ink import plain


def write(records: Iterable[Record], stream: TextIO, options: Options) -> Iterator[Loss]:
    """Writes the deals, two empty lines between them, and below each what was found wrong with it."""
    for number, (record, found) in enumerate(described(records), 1):
        if number > 1:
            stream.write("\n\n")
        spelling = spelling_of(options, found.shown.rules)
        lines = list(deal_lines(found.shown, spelling))
        if found.findings:
            lines += ["", *finding_lines(found.findings, places_of(found, spelling), spelling.language)]
        for line in lines:
            stream.write(plain(line).rstrip() + "\n")
        yield from hidden(record, number, "comments")
