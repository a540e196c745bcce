"""Widths, characters that cannot be shown, painting."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from preferans_pbn.render.ink import (
    Ink,
    cells,
    clipped,
    folded_ink,
    ink_width,
    padded,
    paint,
    plain,
    visible,
    wants_colour,
)


@pytest.mark.parametrize(("text", "width"), [
    ("", 0), ("SA K7", 5), ("愛", 2), ("Анна", 4), ("e\u0301", 1), ("a\u200bb", 2), ("ｘ", 2), ("♠10", 3),
])
def test_cells(text: str, width: int) -> None:
    assert cells(text) == width


@pytest.mark.parametrize(("text", "shown"), [
    ("plain", "plain"), ("\x1b[2J", "\u241b[2J"), ("a\tb\n", "a\u2409b\u240a"), ("\x7f", "\u2421"),
    ("\u202eabc", "\ufffdabc"), ("a\u00a0b", "a\u00a0b"), ("\x9b", "\ufffd"),
])
def test_visible(text: str, shown: str) -> None:
    assert visible(text) == shown


@given(st.lists(st.tuples(st.text(alphabet="ab 愛é\u0301\t"), st.sampled_from(["", "bold"]))), st.integers(4, 30),
       st.integers(0, 2))
def test_folded_ink_loses_nothing_but_blanks(parts: list[tuple[str, str]], room: int, indent: int) -> None:
    line = [Ink(*part) for part in parts]
    lines = folded_ink(line, room, indent)
    assert all(ink_width(one) <= room for one in lines)
    assert "".join("".join(map(plain, lines)).split()) == "".join(plain(line).split())
    for style in ("", "bold"):
        assert "".join("".join(part.text for one in lines for part in one if isinstance(part, Ink)
                               and part.style == style).split()) == "".join(
            "".join(part.text for part in line if part.style == style).split())


def test_folded_ink_goes_on_behind_its_indent() -> None:
    line = (Ink("E512", "red"), " ", "W must follow: holds ", Ink("S8 S7", "bold"))
    assert list(map(plain, folded_ink(line, 20, 5))) == ["E512 W must follow:", "     holds S8 S7"]
    assert folded_ink(line, 80, 5) == [line]


@given(st.text(), st.integers(1, 30))
def test_clipped_text_fits_and_is_a_beginning(text: str, room: int) -> None:
    shown = clipped(text, room)
    assert cells(shown) <= room
    assert shown == text or (shown.endswith("…") and text.startswith(shown[:-1]))


@given(st.text(), st.integers(0, 40), st.booleans())
def test_padded_text_takes_its_room(text: str, room: int, right: bool) -> None:
    shown = padded(text, room, right=right)
    assert cells(shown) == max(room, cells(text))
    assert shown.strip(" ") == text.strip(" ")


def test_a_line_of_pieces() -> None:
    line = (Ink("SA", "red"), " ", "愛")
    assert (plain(line), ink_width(line)) == ("SA 愛", 5)


def test_paint_without_a_terminal_has_no_colour_and_no_trailing_blanks() -> None:
    stream = io.StringIO()
    paint(["a  ", (Ink("b", "bold"), "  ")], stream)
    assert stream.getvalue() == "a\nb\n"


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_paint_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    stream = _Terminal()
    long = "x" * 300
    paint([(Ink("S:A [b] :smile:", "red"), long)], stream)
    # Neither wrapped nor taken for markup.
    assert stream.getvalue() == f"\x1b[31mS:A [b] :smile:\x1b[0m{long}\n"


def test_when_colour_is_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert wants_colour(_Terminal())
    assert not wants_colour(io.StringIO())
    monkeypatch.setenv("TERM", "dumb")
    assert not wants_colour(_Terminal())
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert wants_colour(io.StringIO())
    monkeypatch.setenv("NO_COLOR", "1")
    assert not wants_colour(_Terminal())
