"""Carets under a stretch of a line."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from preferans_pbn.render.excerpt import caret
from preferans_pbn.render.ink import cells


@pytest.mark.parametrize(("text", "col", "end", "line", "marker"), [
    ("SK S8 D9", 4, 6, "SK S8 D9", "   ^~"),
    ("SK S8 D9", 1, 9, "SK S8 D9", "^~~~~~~~"),
    ("SK S8", 4, 4, "SK S8", "   ^"),
    ("SK S8", 6, 7, "SK S8", "     ^"),
    ("SK S8", 60, 70, "SK S8", "     ^"),
    ("", 1, 2, "", "^"),
    ("a\tSA", 3, 5, "a       SA", "        ^~"),
    ("a\tSA", 2, 3, "a       SA", " ^~~~~~~"),
    ("愛愛 SA", 4, 6, "愛愛 SA", "     ^~"),
    ("愛愛 SA", 2, 3, "愛愛 SA", "  ^~"),
    ("e\u0301 SA", 4, 6, "e\u0301 SA", "  ^~"),
    ("\x1bSA", 2, 4, "\u241bSA", " ^~"),
])
def test_the_marker_stands_under_the_stretch(text: str, col: int, end: int, line: str, marker: str) -> None:
    assert caret(text, col, end) == (line, marker)


def test_a_long_line_is_cut_around_the_stretch() -> None:
    text = "x" * 500 + "SA" + "y" * 500
    line, marker = caret(text, 501, 503, room=40)
    assert len(line) == 40
    assert line.startswith("…x")
    assert line.endswith("y…")
    assert line[marker.index("^"):][:2] == "SA"
    assert marker.endswith("^~")


def test_the_ends_of_a_long_line_are_not_marked_as_cut() -> None:
    text = "SA" + "y" * 500
    assert caret(text, 1, 3, room=30)[0].startswith("SAy")
    line, marker = caret("x" * 500 + "SA", 501, 503, room=30)
    assert line.endswith("xSA")
    assert line[marker.index("^"):] == "SA"


@given(st.text(), st.integers(1, 200), st.integers(0, 200), st.integers(10, 60))
def test_whatever_the_line_the_marker_is_one_stretch_within_the_room(text: str, col: int, length: int,
                                                                     room: int) -> None:
    line, marker = caret(text, col, col + length, room)
    assert "\n" not in line
    assert cells(line) <= room + 1
    assert marker.lstrip(" ") == "^" + "~" * (len(marker.lstrip(" ")) - 1)
    assert len(marker) <= cells(line) + 1


def test_a_very_long_line_is_shown_around_the_mark_only() -> None:
    for before, behind in ((50_000, 50_000), (0, 100_000), (100_000, 0), (3, 700)):
        line, marker = caret("x" * before + "BAD" + "y" * behind, before + 1, before + 4)
        at = line.index("BAD")
        assert marker == " " * at + "^~~"
        assert len(line) <= 100
        assert (line[0] == "x") == (0 < before < 60)
        assert (line[-1] == "y") == (0 < behind < 60)
