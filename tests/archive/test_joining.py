"""Where sessions of several inputs meet in one stream."""

from __future__ import annotations

from typing import Any

import pytest

from preferans_pbn.archive.joining import Joins
from preferans_pbn.record import Record, Table

CLUB: dict[str, Any] = {"event": "Club", "site": "Tallinn", "date": "2026.11.26", "table": "2"}
PEOPLE: dict[str, str] = {"S": "Anna", "W": "Boris", "E": "Clara"}
OTHERS = {"S": "Anna", "W": "Boris", "E": "Dora"}
SETTLED = Table(("Seat", "Result"), (("S", "0"), ("W", "0"), ("E", "0")))

Stream = list[tuple[str, Record]]


def met(stream: Stream) -> list[str | None]:
    """Whose session each record of the stream meets."""
    joins: Joins[str] = Joins()
    return [joins.meets(record, owner) for owner, record in stream]


@pytest.mark.parametrize(("stream", "wanted"), [
    # The boards of one input behind those of another of the same name, in order or not.
    ([("a", Record(**CLUB, board="1")), ("b", Record(**CLUB, board="2")), ("b", Record(**CLUB, board="3"))],
     [None, "a", None]),
    ([("a", Record(**CLUB, board="5")), ("b", Record(**CLUB, board="1"))], [None, "a"]),
    ([("a", Record(**CLUB)), ("b", Record(**CLUB)), ("c", Record(**CLUB))], [None, "a", "b"]),
    # Another table, another Session tag: nothing meets.
    ([("a", Record(**CLUB)), ("b", Record(**{**CLUB, "table": "3"}))], [None, None]),
    ([("a", Record(session="1")), ("b", Record(session="2"))], [None, None]),
    ([("a", Record(event="x", session="1")), ("b", Record(event="y", session="1"))], [None, "a"]),
    # Within an input nothing is told.
    ([("a", Record(**CLUB, board="2")), ("a", Record(**CLUB, board="1"))], [None, None]),
    # A second board 1 begins another game where the one before was settled or others play, if it stands right behind.
    ([("a", Record(**CLUB, board="9", settlement_table=SETTLED)), ("b", Record(**CLUB, board="1"))], [None, None]),
    ([("a", Record(**CLUB, board="9", players=PEOPLE)), ("b", Record(**CLUB, board="1", players=OTHERS))],
     [None, None]),
    ([("a", Record(**CLUB, board="9", players=PEOPLE)), ("b", Record(**CLUB, board="1", players=PEOPLE))],
     [None, "a"]),
    ([("a", Record(**CLUB, board="9", settlement_table=SETTLED)), ("a", Record(event="x")),
      ("b", Record(**CLUB, board="1"))], [None, None, "a"]),
    ([("a", Record(session="1", settlement_table=SETTLED)), ("b", Record(session="1", board="1"))], [None, "a"]),
    # Records that nothing names begin afresh, but for a board above 1 right behind another.
    ([("a", Record(contract="6S")), ("b", Record(contract="6S"))], [None, None]),
    ([("a", Record(board="1")), ("b", Record(board="1"))], [None, None]),
    ([("a", Record(board="1")), ("b", Record(board="2"))], [None, "a"]),
    ([("a", Record(board="1")), ("a", Record(event="x")), ("b", Record(board="2"))], [None, None, None]),
])
def test_sessions_that_meet(stream: Stream, wanted: list[str | None]) -> None:
    assert met(stream) == wanted


def test_only_so_many_sessions_are_remembered_as_reading_remembers() -> None:
    stream = [("a", Record(event=str(number))) for number in range(65)]
    assert met([*stream, ("b", Record(event="64")), ("b", Record(event="1")), ("b", Record(event="0"))])[-3:] == [
        "a", "a", None]
