"""The engines' logs under ``tests/data``."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from preferans_pbn.convert import Converted, Options, Source, find_format
from preferans_pbn.record import Record

DATA = Path(__file__).parent.parent / "data"
FILES = (
    ("dmitrybal", "sochi-01.log", 10),
    ("dmitrybal", "sochi-03.log", 10),
    ("suntehnik", "game-01.json", 10),
    ("suntehnik", "game-02.json", 10),
    ("suntehnik", "game-05-finished.json", 19),
    ("backslasher", "game-01.json", 10),
    ("backslasher", "game-02.json", 10),
    ("backslasher", "game-05-finished.json", 16),
)


@cache
def converted(engine: str, name: str, claims: bool = False) -> list[Converted]:
    """All deals of a log."""
    return list(find_format(engine).read(Source.of_path(DATA / engine / name), Options(claims=claims)))


def deal(engine: str, name: str, board: int, claims: bool = False) -> tuple[Converted, Record]:
    """One deal of a log and its record."""
    one = converted(engine, name, claims)[board - 1]
    assert one.record is not None
    assert one.record.board == str(board)
    return one, one.record


def codes(deals: list[Converted]) -> list[str]:
    """The codes of all findings."""
    return [finding.code for one in deals for finding in one.diagnostics]
