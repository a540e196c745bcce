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


REGIONAL = (
    ("dmitrybal", "leningrad-01.log", 10, "leningrad-sport"),
    ("dmitrybal", "leningrad-03.log", 10, "leningrad-sport"),
    ("dmitrybal", "rostov-01.log", 10, "rostov-codex"),
    ("dmitrybal", "rostov-03.log", 10, "rostov-codex"),
    ("dmitrybal", "four-01.log", 10, "sochi-codex"),
    ("jura", "game-01.json", 10, "leningrad-sport"),
    ("jura", "game-02.json", 10, "leningrad-sport"),
    *(("pajcho", f"records/g0{game}.json", hands, "serbian-klub")
      for game, hands in ((1, 8), (2, 15), (3, 18), (4, 11), (5, 18), (6, 7))),
    *(("pajcho-actions", f"actionlogs/g0{game}.json", hands, "serbian-klub")
      for game, hands in ((1, 8), (2, 15), (5, 18))),
    ("gpreda", "games.log", 20, "serbian-klub"),
    *(("gpreda-steps", f"steps/game_0{game}.log", 3, "serbian-klub") for game in (1, 3, 5, 7, 9)),
)
"""Logs of other games than Sochi: engine, file, deals, variant."""
FOLDERS = {"pajcho-actions": "pajcho", "gpreda-steps": "gpreda"}
"""Where an engine's logs are, if not in a folder of its own name."""


def path_of(engine: str, name: str) -> Path:
    """The log itself."""
    return DATA / FOLDERS.get(engine, engine) / name


@cache
def converted(engine: str, name: str, claims: bool = False) -> list[Converted]:
    """All deals of a log."""
    return list(find_format(engine).read(Source.of_path(path_of(engine, name)), Options(claims=claims)))


def deal(engine: str, name: str, board: int, claims: bool = False) -> tuple[Converted, Record]:
    """One deal of a log and its record."""
    one = next(one for one in converted(engine, name, claims) if one.record and one.record.board == str(board))
    assert one.record is not None
    return one, one.record


def codes(deals: list[Converted]) -> list[str]:
    """The codes of all findings."""
    return [finding.code for one in deals for finding in one.diagnostics]
