"""Copies and states of an auction or a defence, for records in which a call is not known.

Such a record is followed along all ways it may have gone (N-9.5): the state is copied where the ways part, and
ways that have come to the same state are one.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Self


class Branching:
    """What auctions and defences are made of: all they know stands in their slots."""

    __slots__: tuple[str, ...] = ()

    def copy(self) -> Self:
        """The same state once more; what is called on one leaves the other as it is."""
        new = object.__new__(type(self))
        for name in type(self).__slots__:
            value = getattr(self, name)
            setattr(new, name, value.copy() if isinstance(value, (list, dict)) else value)
        return new

    def state(self) -> Hashable:
        """Equal for two that go on alike and end alike."""
        return tuple(_frozen(getattr(self, name)) for name in type(self).__slots__)


def _frozen(value: object) -> object:
    if isinstance(value, dict):
        return tuple(value.items())  # the order counts: that in which games in hand were announced
    return tuple(value) if isinstance(value, list) else value
