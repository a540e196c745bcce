"""The grammars of the foreign text formats."""

from __future__ import annotations

import pytest
from lark import Lark

from preferans_pbn.convert.faults import SourceFault
from preferans_pbn.convert.grammars import grammar_text, parse, place_of

NAMES = ("ppn", "deal_lines", "begin_end")


@pytest.mark.parametrize("name", NAMES)
def test_builds_strictly(name: str) -> None:
    Lark(grammar_text(name), parser="lalr", lexer="contextual", strict=True)


@pytest.mark.parametrize(("name", "text", "col", "found"), [
    ("ppn", "[1 231 CARDS", 13, "the end"),
    ("ppn", "[1 231 CARDS P,P,P x]", 20, "x]"),
    ("ppn", "  ?", 3, "?"),
    ("deal_lines", "deal: ♠7Z 0", 9, "Z"),
    ("begin_end", "begin CONTRACT 6x FIRSTPLAYER", 16, "6x"),
])
def test_first_character_that_does_not_fit(name: str, text: str, col: int, found: str) -> None:
    with pytest.raises(SourceFault) as problem:
        parse(name, text, 7, "thing")
    finding = problem.value.finding
    assert (finding.code, finding.line, finding.col) == ("E220", 7, col)
    assert f": {found} does not fit here" in finding.message


def test_places_count_lines() -> None:
    assert place_of("ab\ncd", 1, 5, 3) == (5, 4)
    assert place_of("ab\ncd", 4, 5, 3) == (6, 2)
