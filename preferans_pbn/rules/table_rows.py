"""Cells as the rows of a table, in the order S W N E."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from preferans_pbn.record import SEATS, Seat

Rows: TypeAlias = tuple[tuple[str, ...], ...]
"""Rows of a table: a seat and its cells each."""


def rows_of(cells: Mapping[Seat, tuple[str, ...]]) -> Rows:
    """``cells`` by seat as they stand in a table."""
    return tuple([(seat, *cells[seat]) for seat in SEATS if seat in cells])


class RowsOfCells:
    """The ``rows`` of a law whose ``cells`` are all there is to them."""

    def cells(self, score: Any, seats: Sequence[Seat]) -> dict[Seat, tuple[str, ...]]:
        """See `preferans_pbn.rules.interface.Law`."""
        raise NotImplementedError

    def rows(self, score: Any, seats: tuple[Seat, ...]) -> Rows:
        """`cells` as the rows of a table, in the order S W N E."""
        return rows_of(self.cells(score, seats))
