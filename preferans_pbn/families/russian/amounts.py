"""Exact amounts, and what one deal writes on the sheet.

An amount is an ``int`` where it is whole and a ``Fraction`` where it is not; never ``Fraction(2, 1)``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TypeAlias, TypeVar

from preferans_pbn.record import Seat
from preferans_pbn.rules.outcome import DUMMY, Number
from preferans_pbn.rules.table_rows import Rows

Whists: TypeAlias = dict[tuple[int, int], Number]
"""Whists by (writer, player written on); a pair without whists is left out."""

T = TypeVar("T")


@dataclass(slots=True)
class PoolScore:
    """What one deal writes: points into the pool and the dump by player, and whists.

    ``pool`` and ``dump`` have an entry for every seat of the table, in the order of `Outcome`; that of the
    ``dummy`` (its index, -1 where there is none) stays 0 and is shown nowhere.  ``dump`` may be negative: points
    written off.  ``whists[i, j]`` are written by i on j; zeros are left out.  ``all_pass`` tells the sheet that
    the pool points are the reward of an all-pass round and not a game made.  ``dummy`` and ``all_pass`` are no part
    of the score and do not count when scores are compared.

    Deals repeat, and a score that is worked out is not changed any more: ``shown`` keeps its rows by the seats,
    ``placed`` itself by the places of its players on a sheet.
    """

    pool: list[Number]
    dump: list[Number]
    whists: Whists = field(default_factory=dict)
    all_pass: bool = field(default=False, compare=False)
    dummy: int = field(default=-1, compare=False)
    shown: dict[tuple[Seat, ...], Rows] = field(default_factory=dict, init=False, compare=False, repr=False)
    placed: dict[Sequence[int], PoolScore] = field(default_factory=dict, init=False, compare=False, repr=False)

    @classmethod
    def blank(cls, players: int) -> PoolScore:
        """The score of a deal that writes nothing, for 2 to 4 people at the table."""
        seats = max(players, 3)
        return cls([0] * seats, [0] * seats, dummy=DUMMY if players == 2 else -1)


def exact(value: Number) -> Number:
    """``value`` as ``int`` where it is whole."""
    if isinstance(value, int):
        return value
    return value.numerator if value.denominator == 1 else value


def half(value: Number) -> Number:
    """Half of ``value``, exactly."""
    return exact(Fraction(value) / 2)


def half_up(value: Number) -> int:
    """Half of ``value``, rounded up to a whole number."""
    return -(-value // 2)


def normalise(amounts: list[Number]) -> None:
    """Turns whole fractions among ``amounts`` into ``int``, in place."""
    for index, value in enumerate(amounts):
        if type(value) is not int:
            amounts[index] = exact(value)


def write_whists(whists: Whists, writer: int, on: int, amount: Number) -> None:
    """``writer`` writes ``amount`` whists on ``on``, added to what stands there."""
    if amount:
        pair = (writer, on)
        whists[pair] = exact(whists[pair] + amount) if pair in whists else exact(amount)


def by_run(values: Sequence[T], run: int) -> T:
    """The entry for a deal that follows ``run`` consecutive all-pass rounds (0 or more); the last entry
    repeats (`all_pass_price`, `min_bid`)."""
    return values[run] if run < len(values) else values[-1]
