"""Cells of Russian tables, and what a ruling adds."""

from __future__ import annotations

from fractions import Fraction

import pytest

from preferans_pbn.families import law_of
from preferans_pbn.families.russian.scoring import PoolScore
from preferans_pbn.families.russian.sheet import PoolSheet
from preferans_pbn.families.russian.tables import PoolTables
from preferans_pbn.record import Table
from preferans_pbn.rules.seat_amounts import parse_seat_amounts
from preferans_pbn.variants import load_variant

SEATS = ("W", "E", "S")


def law() -> PoolTables:
    found = law_of(load_variant("sochi-codex"))
    assert isinstance(found, PoolTables)
    return found


def test_cells_are_exact_and_whists_stand_in_seat_order() -> None:
    score = PoolScore([2, 0, Fraction(1, 2)], [0, -4, 0], {(0, 1): 8, (0, 2): Fraction(5, 3)})
    assert law().cells(score, SEATS) == {"W": ("2", "0", "S:5/3,E:8"), "E": ("0", "-4", "-"), "S": ("1/2", "0", "-")}


def test_rows_are_cells_in_the_order_of_the_table() -> None:
    score = PoolScore([2, 0, 1], [0, -4, 0], {(0, 1): 8, (2, 0): 6})
    rows = (("S", "1", "0", "W:6"), ("W", "2", "0", "E:8"), ("E", "0", "-4", "-"))
    for _ in range(2):  # the second time as remembered
        assert law().rows(score, SEATS) == rows
        assert law().rows(score, ("S", "W", "N")) == (
            ("S", "2", "0", "W:8"), ("W", "0", "-4", "-"), ("N", "1", "0", "S:6"))
    sheet = PoolSheet(score.pool, score.dump, score.whists)
    assert law().rows(sheet, SEATS) == rows
    sheet.pool[1] = 12  # a sheet is not remembered
    assert law().rows(sheet, SEATS)[2] == ("E", "12", "-4", "-")


def test_a_dummy_has_no_row() -> None:
    score = PoolScore([2, 0, 0], [0, 0, 4], {(0, 2): 6}, dummy=1)
    assert law().rows(score, ("S", "W", "E")) == (("S", "2", "0", "E:6"), ("E", "0", "4", "-"))
    assert law().cells(score, ("S", "W", "E")) == {"S": ("2", "0", "E:6"), "E": ("0", "4", "-")}


def test_a_score_is_placed_as_the_players_sit() -> None:
    """The same score at two tables, one of which has a place more."""
    score = PoolScore([2, 0, 0], [0, 0, 4], {(0, 2): 6})
    for _ in range(2):
        three, _ = law().add_to_sheet(PoolSheet.empty(3), score, (1, 2, 0), None)
        assert three == PoolSheet([0, 2, 0], [4, 0, 0], {(1, 0): 6})
        four, _ = law().add_to_sheet(PoolSheet.empty(4), PoolScore([2, 0, 0, 0], [0, 0, 4, 0]), (3, 0, 1, 2), None)
        assert four == PoolSheet([0, 0, 0, 2], [0, 4, 0, 0])


@pytest.mark.parametrize(("cell", "expected"), [
    ("-", {}), ("S:8", {"S": 8}), ("E:4,S:8", {"E": 4, "S": 8}), ("S:0", {}), ("S:5/3", {"S": Fraction(5, 3)}),
    ("8", None), ("S8", None), ("S:8,S:2", None), ("X:2", None), ("S:", None), ("", None), ("S:1.5", None),
])
def test_whist_cells(cell: str, expected: object) -> None:
    assert parse_seat_amounts(cell) == expected


@pytest.mark.parametrize(("column", "claimed", "actual", "same"), [
    ("Pool", "-", "0", True), ("Pool", "?", "7", True), ("Pool", "4/2", "2", True), ("Pool", "3", "2", False),
    ("Pool", "two", "2", None), ("Whists", "E:4,S:8", "S:8,E:4", True), ("Whists", "8", "-", None),
])
def test_same_cell(column: str, claimed: str, actual: str, same: bool | None) -> None:
    assert law().same_cell(column, claimed, actual) is same


def test_a_ruling_is_added_whoever_has_a_row() -> None:
    table = Table(("Seat", "Pool", "Dump", "Whists"), (("W", "-", "2", "S:4"),))
    added = law().adjusted(PoolScore([1, 0, 0], [0, 0, 0], {(0, 2): 6}), table, SEATS)
    assert (added.pool, added.dump, added.whists) == ([1, 0, 0], [2, 0, 0], {(0, 2): 10})


def test_a_sheet_reads_back() -> None:
    score = PoolScore([2, 0, 1], [0, 4, 0], {(0, 1): 8})
    rows = tuple((seat, *cells) for seat, cells in law().cells(score, SEATS).items())
    sheet = law().sheet_of_table(Table(("Seat", "Pool", "Dump", "Whists"), rows), SEATS)
    assert sheet is not None
    assert (sheet.pool, sheet.dump, sheet.whists) == (score.pool, score.dump, score.whists)
    unknown = Table(("Seat", "Pool", "Dump", "Whists"), (("W", "?", "0", "-"), *rows[1:]))
    assert law().sheet_of_table(unknown, SEATS) is None
