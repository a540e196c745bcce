"""Deals as one SVG picture, one diagram below the other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import TextIO

from preferans_pbn.convert.model import Loss, Options
from preferans_pbn.convert.showing import described, hidden, spelling_of
from preferans_pbn.record import Record
from preferans_pbn.render.deal_picture import deal_picture
from preferans_pbn.render.drawing import Picture, write_pictures
from preferans_pbn.render.pips import symbols


def write(records: Iterable[Record], stream: TextIO, options: Options) -> Iterator[Loss]:
    """Draws the deals."""
    losses: list[Loss] = []
    it = iter(records)
    first = next(it, None)
    if first is None:
        return

    def pictures() -> Iterator[Picture]:
        for number, (record, found) in enumerate(described(chain((first,), it)), 1):
            losses.extend(hidden(record, number, "comments"))
            yield deal_picture(found.shown, spelling_of(options, found.shown.rules))

    write_pictures(pictures(), stream, first.event or "Preferans", symbols())
    yield from losses
