"""A deal as a picture and as Markdown: what it shows, that nothing leaves its box, and that names are text."""

from __future__ import annotations

import io
import re
import xml.etree.ElementTree as Tree
from collections import Counter
from pathlib import Path

import pytest

from preferans_pbn.convert import Loss, Options, find_format
from preferans_pbn.notation import iter_records, loads
from preferans_pbn.record import Record
from preferans_pbn.render.languages import CODES
from preferans_pbn.render.markdown import escaped
from preferans_pbn.render.pips import symbols
from tests.cli.conftest import DEAL
from tests.render.pictures import EVIL, SVG, outside, overlaps, places, texts

FIXTURES = Path(__file__).parents[2] / "fixtures"
FILES = sorted(path for folder in ("good", "session", "greek", "slovak", "serbian", "other", "bad")
               for path in (FIXTURES / folder).glob("*.ppbn"))


def written(form: str, records: list[Record], **options: str) -> tuple[str, list[Loss]]:
    stream = io.StringIO()
    losses = list(find_format(form).write(records, stream, Options(**options)))  # type: ignore[arg-type]
    return stream.getvalue(), losses


def records_of(path: Path) -> list[Record]:
    with path.open("rb") as stream:
        return [one.record for one in iter_records(stream) if one.record is not None]


def evil() -> Record:
    """A record with markup wherever it may have text."""
    [record] = loads(DEAL)
    record.players = dict.fromkeys("SWE", EVIL)
    record.event = record.site = record.table = record.board = record.ruling = EVIL
    return record


# ---- SVG -----------------------------------------------------------------------------------------------


def test_what_the_picture_shows() -> None:
    svg, losses = written("svg", loads(DEAL))
    assert losses == []
    said = texts(svg)
    for text in ("A K Q J 10 9", "K Q J 10 9 8", "W Boris", "(dealer)", "Talon", "S 8, W 0, E 2", "made, 1 over",
                 "S pool 4; E 8 on S"):
        assert text in said
    found, _, _ = places(svg)
    at = {one.text: one for one in found}
    west = next(one for one in found if one.text == "W Boris")
    east = next(one for one in found if one.text == "E Clara")
    south = next(one for one in found if one.text == "S Anna")
    assert west.right < at["Talon"].left < at["Talon"].right < east.left
    assert south.top > west.top
    assert south.left > west.left
    used = Counter(node.get("href") for node in Tree.fromstring(svg).iter(f"{SVG}use"))
    # spades: in three hands, 7 in the tricks of S and 2 of W … every card is there twice, in a hand and in a trick
    tricks = Counter(re.findall(r"\b([SCDH])[AKQJT987]\b", DEAL.split('[Play "S"]\n')[1].split("\n[")[0]))
    others = {"S": 3, "C": 3 + 1 + 1, "D": 3 + 1, "H": 3 + 2}  # suits of hands, bids 6♠ 6♣ 7♠, talon, discard
    others["S"] += 3  # 6♠, 7♠, and the contract
    assert {name: used[f"#f{name}"] for name in "SCDH"} == {name: tricks[name] + others[name] for name in "SCDH"}


@pytest.mark.parametrize("code", CODES)
def test_nothing_leaves_the_picture(code: str) -> None:
    for number, path in enumerate(FILES):
        if number % 9 != CODES.index(code) and path.parent.name == "bad":
            continue
        svg, _ = written("svg", records_of(path), lang=code)
        if svg:
            assert outside(svg) == [], path.name
            assert overlaps(svg) == [], path.name


def test_long_names_are_cut_to_their_place() -> None:
    [record] = loads(DEAL)
    record.players = {"S": "Anna " * 30, "W": "Щ" * 90, "E": "王" * 60}
    record.dealer = "W"
    svg, _ = written("svg", [record], lang="el")
    assert outside(svg) == []
    assert overlaps(svg) == []


def test_pips_of_both_packs() -> None:
    assert set(re.findall(r'<symbol id="(\w+)"', symbols())) == {f"{pack}{suit}" for pack in "fg" for suit in "SCDH"}
    french, _ = written("svg", loads(DEAL))
    german, _ = written("svg", loads(DEAL), cards="german")
    slovak, _ = written("svg", records_of(FIXTURES / "slovak" / "deals.ppbn"))
    for svg, pack in ((french, "f"), (german, "g"), (slovak, "g")):
        used = {node.get("href", "")[:2] for node in Tree.fromstring(svg).iter(f"{SVG}use")}
        assert used == {f"#{pack}"}


def test_a_picture_is_self_contained_and_names_are_text() -> None:
    svg, _ = written("svg", [evil()])
    root = Tree.fromstring(svg)
    assert {node.tag.removeprefix(SVG) for node in root.iter()} <= {
        "svg", "title", "defs", "symbol", "path", "rect", "g", "line", "circle", "text", "use"}
    for node in root.iter():
        for name, value in node.attrib.items():
            assert not name.lower().startswith("on")
            assert name != "href" or value.startswith("#")
    assert any("<script>" in text for text in texts(svg))
    assert "\u202e" not in svg


def test_what_is_not_shown_is_a_loss() -> None:
    [record] = loads(DEAL.replace('[Contract "7S"]', '{ well bid }\n[Contract "7S"]\n[Mood "good"]').replace(
        "[Dealer", '[AllPassRun "0"]\n[Dealer'))
    for form, fields in (("svg", ["AllPassRun", "comments", "Mood"]), ("text", ["AllPassRun", "comments", "Mood"]),
                         ("markdown", ["AllPassRun", "Mood"])):
        _, losses = written(form, [record])
        assert [loss.field for loss in losses] == fields


# ---- Markdown ------------------------------------------------------------------------------------------


def test_markdown() -> None:
    text, losses = written("markdown", loads(DEAL.replace('[Contract "7S"]', '{ well *bid* }\n[Contract "7S"]')))
    assert losses == []
    lines = text.splitlines()
    assert lines[0] == "## Board 1, Thursday club, Tallinn EST, 2026.11.26, table 2"
    assert "> well \\*bid\\*" in lines
    assert lines[6:12] == [
        "|  | S Anna | W Boris | E Clara (dealer) |", "|---|---|---|---|",
        "| ♠ | A K Q J 10 9 | 8 7 | – |", "| ♣ | 7 | A K Q J 10 9 8 | – |",
        "| ♦ | 7 | A | K Q J 10 9 8 |", "| ♥ | A K | – | Q J 10 9 |"]
    assert "* **Contract:** 7♠ by S Anna" in lines
    assert "| 5 | &gt;♥8 | ♣9 | **♥J** |" in lines
    assert "| 6 | ♥7 | ♣10 | **&gt;♥Q** |" in lines
    assert "| E Clara | 0 | 0 | S 8 |" in lines


def test_markdown_tables_have_as_many_cells_everywhere() -> None:
    for path in FILES:
        text, _ = written("markdown", records_of(path))
        for table in re.findall(r"(?:^\|.*\|\n)+", text, re.MULTILINE):
            counts = {len(re.findall(r"(?<!\\)\|", line)) for line in table.splitlines()}
            assert len(counts) == 1, (path.name, table)


@pytest.mark.parametrize("text,shown", [
    ("<script>alert('x')</script>", "&lt;script\\>alert('x')&lt;/script\\>"), ("a|b", "a\\|b"),
    ("*x* _y_", "\\*x\\* \\_y\\_"),
    ("[x](y)", "\\[x\\](y)"), ("1. x", "1\\. x"), ("- x", "\\- x"), ("a\nb", "a b"), ("&lt;", "&amp;lt;"),
    ("`x`", "\\`x\\`"), ("plain - text", "plain - text")])
def test_markdown_shows_text_as_it_is(text: str, shown: str) -> None:
    assert escaped(text) == shown


def test_markdown_names_are_text() -> None:
    text, _ = written("markdown", [evil()])
    assert "<" not in text
    assert "\u202e" not in text
