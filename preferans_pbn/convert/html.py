"""Deals as one HTML page to step through; written only."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TextIO

from preferans_pbn.convert.model import Loss, Options
from preferans_pbn.record import Record


def write(records: Iterable[Record], stream: TextIO, options: Options) -> Iterator[Loss]:
    """Writes the page, deal by deal.  It shows the record as notation too, so that only what cannot be written so
    is lost."""
    from preferans_pbn.render.page import page

    losses: list[Loss] = []
    for piece in page(records, lambda number, field, why: losses.append(Loss(field, number, why)), options.lang):
        stream.write(piece)
        yield from losses
        losses.clear()
