"""Where records of several files, written one behind the other, are read back as one session."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from typing import Generic, NamedTuple, TypeVar

from preferans_pbn.record import Record
from preferans_pbn.session import REMEMBERED, session_key

Owner = TypeVar("Owner", bound=Hashable)


class _Last(NamedTuple):
    """The record before: its session, whether the session was settled with it, and who played."""

    key: tuple[str | None, ...]
    settled: bool
    players: frozenset[str]


class Joins(Generic[Owner]):
    """Follows a stream that is put together from several inputs.

    Each input is a stream of its own, in which sessions begin afresh; the stream that is written is one.  So where a
    session of one input has the name of a session of another, reading them back is another thing: the one goes on
    from the other, or comes back to it (`preferans_pbn.session`).
    """

    def __init__(self) -> None:
        self._owners: OrderedDict[tuple[str | None, ...], Owner] = OrderedDict()
        self._last: _Last | None = None

    def meets(self, record: Record, owner: Owner) -> Owner | None:
        """``record`` of the input ``owner`` is the next one: the other input whose session it would be read as a part
        of, or None.  Told at the first record of each session of an input."""
        key = session_key(record)
        before, last = self._owners.pop(key, None), self._last
        self._owners[key] = owner
        if len(self._owners) > REMEMBERED:
            self._owners.popitem(last=False)
        self._last = _Last(key, record.settlement_table is not None, frozenset(record.players.values()))
        if before is None or before == owner or last is None:
            return None
        behind = last.key == key
        if all(part is None for part in key):  # nothing names it: it can only go on from the record right before it
            return before if behind and record.board not in (None, "1") else None
        if behind and record.session is None and record.board == "1":
            others = bool(record.players) and frozenset(record.players.values()) != last.players
            return None if last.settled or others else before
        return before


def called(record: Record) -> str:
    """What the session of ``record`` is told apart by, in words."""
    if record.session is not None:
        return f"the Session tag {record.session}"
    return "its Event, Site, Date and Table"
