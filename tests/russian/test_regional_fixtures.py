"""One session a regional variant: it checks clean, is in export form, and its first deals are reckoned by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from preferans_pbn.checking import check_stream
from preferans_pbn.notation import dumps, iter_records, loads
from preferans_pbn.record import Record, Table
from preferans_pbn.variants import load_variant

FOLDER = Path(__file__).parents[2] / "fixtures" / "regional"
FILES = sorted(FOLDER.glob("*.ppbn"))
VARIANTS = ["classic", "gusarik-2", "gusarik-4", "gusarik-guide", "kazakhstan", "leningrad-guide", "leningrad-sport",
            "rostov-codex", "rostov-guide", "skachki", "stalingrad"]

BY_HAND: list[tuple[str, int, str, str]] = [
    # seven made with eight tricks, one trick each at 2 x 4
    ("leningrad-sport", 1, "S:8 W:1 E:1", "S 4 0 - | W 0 0 S:8 | N 0 0 - | E 0 0 S:8"),
    # six, five short, the dealer E whists: 5 x 2 x 2 into the dump and to each of three; 9 tricks at 4 to E
    ("leningrad-sport", 2, "S:2 W:1 N:7", "S 0 0 W:20 | W 0 20 - | N 0 0 W:20 | E 0 0 W:56"),
    # the first all-pass round at 2; the talon's card took a trick for the dealer S
    ("leningrad-sport", 3, "S:1 W:6 N:2 E:1", "S 0 2 - | W 0 12 - | N 0 4 - | E 0 2 -"),
    # a lone whist on a made seven: three tricks at 8, not shared
    ("leningrad-sport", 4, "S:2 N:7 E:1", "S 0 0 N:24 | W 0 0 - | N 4 0 - | E 0 0 -"),
    # misère caught twice, 20 a trick
    ("leningrad-sport", 5, "S:6 W:2 E:2", "S 0 0 - | W 0 40 - | N 0 0 - | E 0 0 -"),
    # six made, four tricks at one whist doubled; the passer pays 2 doubled
    ("leningrad-guide", 1, "S:2 W:2 E:6", "S 0 0 E:8 | W 0 0 - | E 2 0 W:4"),
    ("leningrad-guide", 2, "S:6 W:2 E:2", "S 0 12 - | W 0 4 - | E 0 4 -"),
    # three tricks of two whisters: half of 3 is 2, doubled 4
    ("leningrad-guide", 3, "S:7 W:1 E:2", "S 4 0 - | W 0 0 S:4 | E 0 0 S:4"),
    # the lone whister W is one short of four: half of 2 is 1 point, 5 whists of each other; E pays 2; 3 tricks
    ("rostov-guide", 1, "S:7 W:2 E:1", "S 2 0 W:5,E:2 | W 0 0 S:3 | E 0 0 W:5"),
    # all-pass: 2, 7 and 1 points, 5 whists of each other for a point
    ("rostov-guide", 3, "S:2 W:7 E:1", "S 0 0 W:35,E:5 | W 0 0 S:10,E:5 | E 0 0 S:10,W:35"),
    # seven, five short: 20 points are 100 whists of each, and 20 besides
    ("rostov-guide", 4, "S:3 W:5 E:2", "S 0 0 E:120 | W 0 0 E:120 | E 0 0 -"),
    # a lone whister one short at a six: half of 2; three tricks at 2
    ("rostov-codex", 1, "S:7 W:0 E:3", "S 2 0 - | W 0 1 S:6 | E 0 0 -"),
    # all-pass: E has the fewest and writes 5 for each trick of the others
    ("rostov-codex", 2, "S:3 W:5 E:2", "S 0 0 - | W 0 0 - | E 0 0 S:15,W:25"),
    # four, dealer W: no reward for a dealer without a trick
    ("gusarik-guide", 2, "S:3 W:0 N:3 E:4", "S 0 3 - | W 0 0 - | N 0 3 - | E 0 4 -"),
    # seven, one short: 4 to each defender and to the dealer N, no whists for tricks
    ("gusarik-guide", 3, "S:3 W:1 E:6", "S 0 0 E:4 | W 0 0 E:4 | N 0 0 E:4 | E 0 4 -"),
    # six, two short: 4 to all three, and 3 tricks at 2 each
    ("gusarik-4", 1, "S:4 W:3 N:3", "S 0 4 - | W 0 0 S:10 | N 0 0 S:10 | E 0 0 S:4"),
    ("gusarik-4", 2, "S:1 W:7 N:1 E:1", "S 0 1 - | W 0 7 - | N 0 1 - | E 0 1 -"),
    # seven, one short: 4 and four tricks at 4
    ("gusarik-2", 1, "S:6 W:4 N:0", "S 0 4 - | W 0 0 S:20"),
    # nine, three short: 24, and four tricks of S and the dummy at 8
    ("gusarik-2", 2, "S:2 W:6 N:2", "S 0 0 W:56 | W 0 24 -"),
    ("gusarik-2", 3, "S:1 W:0 N:9", "S 0 0 - | W 10 0 -"),
    # six spades, two short: 4, and 2 and 4 tricks at 2
    ("stalingrad", 1, "S:2 W:4 E:4", "S 0 0 E:8 | W 0 0 E:12 | E 0 4 -"),
    ("kazakhstan", 1, "S:0 W:1 N:9", "S 0 0 - | W 0 40 - | N 0 0 - | E 0 0 -"),
    # six: each whister one below his quota of two
    ("kazakhstan", 2, "W:1 N:8 E:1", "S 0 0 - | W 0 8 N:8 | N 8 0 - | E 0 8 N:8"),
    # ten, two short: 80; the whister E 80 and two tricks at 40, the dealer W 80, the passer N nothing
    ("kazakhstan", 3, "S:8 N:0 E:2", "S 0 80 - | W 0 0 S:80 | N 0 0 - | E 0 0 S:160"),
]
SETTLED = {
    # pools 8 and 4 of four at 20, mean 3; dumps 2, 76, 4, 2, mean 21; whists +20, -88, +4, +64
    "leningrad-sport": "S 310 | W -698 | N 194 | E 194",
    # pools 0 and 16, dumps 80 and 24, whists 58 against 160
    "gusarik-2": "S -462 | W 462",
    # pools 8 and 40 of four at 10, mean 12; dumps 90, 49, 3, 12, mean 38 1/2; whists -304, +120, +8, +176
    "kazakhstan": "S -939 | W -105 | N 323 | E 721",
}


def session(variant: str) -> list[Record]:
    return loads((FOLDER / f"{variant}.ppbn").read_text(encoding="utf-8"))


def rows(table: Table | None) -> str:
    assert table is not None
    return " | ".join(" ".join(row) for row in table.rows)


def test_there_is_a_session_for_each() -> None:
    assert [path.stem for path in FILES] == VARIANTS


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_it_checks_clean_and_is_in_export_form(path: Path) -> None:
    checked = list(check_stream(iter_records(path)))
    assert [found for one in checked for found in one.diagnostics] == []
    records = [one.record for one in checked if one.record is not None]
    assert dumps(records) == path.read_text(encoding="utf-8")
    assert {record.variant for record in records} == {path.stem}
    supports = load_variant(path.stem).supports
    assert all((record.sheet_table is not None) == ("sheet" in supports) for record in records)
    assert (records[-1].settlement_table is not None) == ("settle" in supports)


@pytest.mark.parametrize(("variant", "board", "tricks", "expected"), BY_HAND)
def test_deals_reckoned_by_hand(variant: str, board: int, tricks: str, expected: str) -> None:
    record = session(variant)[board - 1]
    assert record.tricks is not None
    assert " ".join(f"{seat}:{count}" for seat, count in record.tricks.items()) == tricks
    assert rows(record.score_table) == expected


@pytest.mark.parametrize(("variant", "expected"), SETTLED.items())
def test_settlements_reckoned_by_hand(variant: str, expected: str) -> None:
    assert rows(session(variant)[-1].settlement_table) == expected
