"""Writes the deals under ``fixtures/converted``: logs of engines as the importers read them.

    python tests/tables/make_converted_fixtures.py
"""

from __future__ import annotations

import io
from pathlib import Path

from preferans_pbn.convert import Source, find_format
from preferans_pbn.notation import dump

HERE = Path(__file__).parent
DATA = HERE.parent / "data"
FIXTURES = HERE.parent.parent / "fixtures" / "converted"

DEALS = {
    "misere-made": ("dmitrybal", "sochi-01.log", 4),
    "hold-then-failed-seven": ("dmitrybal", "sochi-01.log", 1),
    "lone-whister-short": ("dmitrybal", "sochi-01.log", 5),
    "all-pass-second-in-a-row": ("dmitrybal", "sochi-03.log", 3),
    "hold-over-own-misere-both-pass": ("dmitrybal", "sochi-03.log", 6),
    "half-whist": ("suntehnik", "game-02.json", 5),
    "misere-overcalled": ("suntehnik", "game-01.json", 2),
    "misere-failed": ("suntehnik", "game-05-finished.json", 6),
    "six-spades-both-whist": ("suntehnik", "game-05-finished.json", 3),
    "ten-not-played": ("suntehnik", "game-01.json", 10),
    "all-pass-void-leader": ("suntehnik", "game-05-finished.json", 1),
    "six-no-trump-open": ("backslasher", "game-01.json", 1),
    "hold-in-the-middle": ("backslasher", "game-05-finished.json", 8),
    "contract-raised-failed": ("backslasher", "game-01.json", 3),
    "leningrad-return-open": ("jura", "game-01.json", 5),
    "leningrad-first-goes-half": ("jura", "game-02.json", 2),
    "leningrad-all-pass": ("jura", "game-01.json", 4),
    "rostov-all-pass": ("dmitrybal", "rostov-03.log", 3),
    "four-all-pass": ("dmitrybal", "four-01.log", 3),
    "serbian-call-partner-claim": ("pajcho", "records/g01.json", 1),
    "serbian-one-follower": ("pajcho", "records/g01.json", 5),
    "serbian-kontra-chain": ("pajcho-actions", "actionlogs/g02.json", 12),
    "serbian-games-in-hand": ("gpreda-steps", "steps/game_07.log", 1),
    "serbian-betl-rekontra": ("gpreda-steps", "steps/game_01.log", 2),
}
FOLDERS = {"pajcho-actions": "pajcho", "gpreda-steps": "gpreda"}


def text_of(name: str) -> str:
    """The fixture called ``name``."""
    engine, file, board = DEALS[name]
    for one in find_format(engine).read(Source.of_path(DATA / FOLDERS.get(engine, engine) / file)):
        if one.record is not None and one.record.board == str(board):
            stream = io.StringIO()
            dump(one.record, stream)
            return stream.getvalue()
    raise LookupError(f"{file} has no deal {board}")


if __name__ == "__main__":
    FIXTURES.mkdir(parents=True, exist_ok=True)
    for fixture in DEALS:
        (FIXTURES / f"{fixture}.ppbn").write_text(text_of(fixture), "utf-8")
