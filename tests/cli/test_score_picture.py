"""``score --format svg``: the sheets of sessions as a picture."""

from __future__ import annotations

import xml.etree.ElementTree as Tree
from pathlib import Path

import pytest

from tests.cli.conftest import DEAL, Run, file_of
from tests.render.pictures import outside, overlaps, texts

FIXTURES = Path(__file__).parents[2] / "fixtures"


def test_an_evening(run: Run) -> None:
    result = run("score", FIXTURES / "session" / "evening-three.ppbn", "--format", "svg")
    assert (result.exit_code, result.stderr) == (0, "")
    said = texts(result.stdout)
    # deal by deal: S 6 on E, W 8 on E, E dump 2; S pool 1, W dump 2, E dump 8; E dump 10; S pool 4; S pool 6, E 12 on S
    pool, dump = said.index("1."), said.index("2.")
    assert said[pool: pool + 3] == ["1.", "5.", "11"]
    assert said[dump: dump + 3] == ["2.", "10.", "20"]
    assert {"6", "8", "12", "S Olha", "W Petro", "E Ivan", "+422/3", "+74/3", "-496/3"} <= set(said)
    assert {"Pool", "Dump", "Whists"} <= set(said)


@pytest.mark.parametrize("name", ["session/evening-four", "session/end-of-the-game", "serbian/nedeljna-partija",
                                  "serbian/klupska-liga", "slovak/session", "greek/session", "regional/gusarik-2",
                                  "regional/leningrad-sport", "regional/gusarik-guide"])
@pytest.mark.parametrize("code", ["en", "el", "ru"])
def test_every_kind_of_sheet(run: Run, name: str, code: str) -> None:
    result = run("score", FIXTURES / f"{name}.ppbn", "--format", "svg", "--lang", code)
    assert result.exit_code == 0
    assert outside(result.stdout) == []
    assert overlaps(result.stdout) == []


def test_the_totals_of_the_picture_are_those_of_the_text(run: Run) -> None:
    """The newest totals, in bold, are the sheet."""
    path = FIXTURES / "session" / "evening-four.ppbn"
    svg = run("score", path, "--format", "svg").stdout
    bold = [node.text for node in Tree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")
            if "font-weight" in node.attrib]
    rows = [line.split() for line in run("score", path).stdout.splitlines()]
    sheet = [row for row in rows if len(row) == 9 and row[0] in "SWNE" and row[1] in ("Olha", "Petro", "Taras", "Ivan")]
    assert len(sheet) == 4
    for row in sheet:
        for amount in row[2:8]:
            assert amount in ("0", "-", "·") or amount in bold
        assert row[8] in bold


def test_a_sheet_that_is_not_known_says_why(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "middle.ppbn"
    path.write_text(file_of(DEAL.replace('[Board "1"]', '[Board "7"]')), encoding="utf-8")
    said = " ".join(texts(run("score", path, "--format", "svg").stdout))
    assert "the session does not begin at board 1 and has no opening sheet" in said


def test_an_opening_sheet_stands_first(run: Run, tmp_path: Path) -> None:
    opening = '[OpeningSheetTable "Seat;Pool;Dump;Whists"]\nS 3 5 W:7\nW 9 0 -\nE 0 0 -\n[Dealer'
    path = tmp_path / "middle.ppbn"
    path.write_text(file_of(DEAL.replace('[Board "1"]', '[Board "7"]').replace("[Dealer", opening)), encoding="utf-8")
    said = texts(run("score", path, "--format", "svg").stdout)
    assert {"3.", "7", "5", "9"} <= set(said)
    assert said[said.index("3.") + 1] == "7"  # pool 3, and 4 for the seven that was made


def test_names_of_a_file_are_text(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "names.ppbn"
    path.write_text(file_of(DEAL.replace("Anna", "<script>alert(1)</script>").replace("Thursday", "</svg>&quot;")),
                    encoding="utf-8")
    svg = run("score", path, "--format", "svg").stdout
    assert "<script" not in svg
    said = texts(svg)
    assert "S <script>alert(1)</script>" in said
    assert any(text.startswith("</svg>&quot; club") for text in said)
