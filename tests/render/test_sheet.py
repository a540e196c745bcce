"""Sheets as text."""

from __future__ import annotations

import pytest

from preferans_pbn.render.ink import cells, plain
from preferans_pbn.render.languages import language
from preferans_pbn.render.sheet import (
    DealLine,
    SheetTable,
    amounts_on,
    cell_text,
    deal_heading,
    deal_line,
    sheet_lines,
    wrapped,
    written_text,
)
from preferans_pbn.render.words import ENGLISH

COLUMNS = ("Pool", "Dump", "Whists")


@pytest.mark.parametrize(("cell", "amounts", "text"), [
    ("12", {}, "12"), ("-", {}, "-"), ("184/3", {}, "184/3"), ("S:8", {"S": "8"}, "S 8"),
    ("S:8,E:-4/3", {"S": "8", "E": "-4/3"}, "S 8, E -4/3"), ("?", {}, "?"),
])
def test_cells_of_a_table(cell: str, amounts: dict[str, str], text: str) -> None:
    assert amounts_on(cell) == amounts
    assert cell_text(cell, language("en")) == text


def test_what_a_deal_wrote() -> None:
    rows = {"W": ("0", "4", "-"), "S": ("2", "0", "W:8,E:4"), "E": ("0", "0", "-")}
    assert written_text(COLUMNS, rows, ENGLISH).replace("\u00a0", " ") == "S pool 2, 8 on W, 4 on E; W dump 4"
    assert written_text(COLUMNS, {"S": ("0", "0", "-")}, ENGLISH) == "-"


def test_other_families_columns_are_written_by_their_names() -> None:
    rows = {"S": ("-10", "W:4", "1")}
    assert written_text(("Bule", "Supe", "Refe"), rows, ENGLISH).replace("\u00a0", " ") == (
        "S bule -10, 4 on W, refe 1")


def test_the_columns_of_deals_line_up() -> None:
    heading = plain(deal_heading(ENGLISH))
    deal = DealLine("12", "S", "10 NT", "N", "4-1-4-1", COLUMNS,
                    dict.fromkeys("SWNE", ("4", "2", "W:100,N:200,E:300")))
    lines = [plain(line) for line in deal_line(deal)]
    assert lines[0].startswith("   12  S       10 NT N          4-1-4-1  S pool 4, dump 2")
    assert lines[0].index("S pool 4") == heading.index("Written")
    assert len(lines) > 2
    assert all(cells(line) <= 80 for line in lines)
    assert all(line.startswith(" " * heading.index("Written")) for line in lines[1:])


def test_a_phrase_is_not_broken() -> None:
    assert wrapped("S\u00a08\u00a0on\u00a0W; E\u00a012\u00a0on\u00a0W", 12) == ["S 8 on W;", "E 12 on W"]
    assert wrapped("", 12) == [""]


def test_a_deal_that_is_not_known_says_why() -> None:
    deal = DealLine("1", "E", "7♠", "S", "?", (), None, "score not known")
    assert [plain(line) for line in deal_line(deal)] == ["    1  E       7♠ S             ?        score not known"]


def test_a_sheet_of_four() -> None:
    rows = {"S": ("4", "79", "W:116,N:8,E:38"), "W": ("14", "69", "S:84,E:42"), "N": ("8", "19", "-"),
            "E": ("20", "-3", "S:48")}
    table = SheetTable(COLUMNS, rows, {"S": "Anna"}, {"S": "-417", "W": "100/3", "N": "0", "E": "1"}, "0",
                       ["it is not over."])
    assert [plain(line).rstrip() for line in sheet_lines(table)] == [
        "                    Pool  Dump  Whists on            Result",
        "                                   S    W    N    E",
        "S Anna                 4    79     ·  116    8   38    -417",
        "W                     14    69    84    ·    -   42  +100/3",
        "N                      8    19     -    -    ·    -       0",
        "E                     20    -3    48    -    -    ·      +1",
        "                                                  Sum     0",
        "It is not over.",
    ]
