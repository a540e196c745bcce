"""Score sheets as pictures: what stands where, that nothing leaves its box, and that names are text."""

from __future__ import annotations

import xml.etree.ElementTree as Tree
from collections.abc import Sequence

import pytest

from preferans_pbn.record import Seat
from preferans_pbn.render.languages import CODES, language
from preferans_pbn.render.sheets import SheetHistory, Written, sheet_picture
from preferans_pbn.render.words import Spelling
from tests.render.pictures import EVIL, SVG, document, outside, overlaps, places, texts

POOL = ("Pool", "Dump", "Whists")
BULE = ("Bule", "Supe", "Refe")
NAMES = {"S": "Anna", "W": "Борис Константинович Преображенский-Заозёрский", "N": "Ελευθερία",
         "E": "Clara " * 40}


Row = dict[Seat, tuple[str, ...]]


def sheet(columns: Sequence[str], *rows: Row, **more: object) -> SheetHistory:
    """A session whose sheets after the deals are ``rows``."""
    deals = [Written(str(i), row, row) for i, row in enumerate(rows, 1)]
    first = rows[0]
    history = SheetHistory("Evening", "sochi-codex@1  to 20", columns, tuple(first), NAMES, deals=deals)
    for name, value in more.items():
        setattr(history, name, value)
    return history


SMALL = sheet(
    POOL, {"S": ("2", "0", "-"), "W": ("0", "0", "S:4"), "E": ("0", "0", "-")},
    {"S": ("6", "0", "-"), "W": ("0", "8", "S:8"), "E": ("0", "0", "S:12,W:4")}, middle="20",
    players={"S": "Anna", "W": "Boris", "E": "Clara"}, settlement={"S": "12", "W": "-12", "E": "0"})


def long_session(players: int, deals: int) -> SheetHistory:
    """A session in which every total changes with every deal, and grows to five digits and a fraction."""
    seats = {2: "SW", 3: "SWE", 4: "SWNE"}[players]
    rows: list[Row] = [
        {seat: (str(number * 7 + i), f"{number * 40 + 1}/3",
                ",".join(f"{on}:{number * 311}" for on in seats if on != seat)) for i, seat in enumerate(seats)}
        for number in range(1, deals + 1)]
    return sheet(POOL, *rows, middle="100", settlement=dict.fromkeys(seats, "-123456/7"),
                 remarks=["the session has not ended: this is how it would settle now. " * 5])


# ---- what was written ------------------------------------------------------------------------------------


def test_totals_are_those_that_changed() -> None:
    assert SMALL.totals("S", "Pool") == ["2", "6"]
    assert SMALL.totals("W", "Pool") == []
    assert SMALL.totals("W", "Dump") == ["8"]
    assert SMALL.totals("W", "Whists", "S") == ["4", "8"]
    assert SMALL.totals("E", "Whists", "W") == ["4"]
    assert SMALL.totals("E", "Whists", "S") == ["12"]


def test_an_opening_sheet_is_the_first_that_stands_there() -> None:
    opened = sheet(POOL, {"S": ("10", "4", "W:30"), "W": ("2", "0", "-")}, opening={
        "S": ("10", "2", "W:30"), "W": ("0", "0", "-")})
    assert opened.totals("S", "Pool") == ["10"]
    assert opened.totals("S", "Dump") == ["2", "4"]
    assert opened.totals("S", "Whists", "W") == ["30"]


def test_a_deal_without_a_sheet_writes_nothing() -> None:
    history = sheet(POOL, {"S": ("2", "0", "-"), "W": ("0", "0", "-")})
    history.deals.append(Written("2", None, None))
    assert history.totals("S", "Pool") == ["2"]


# ---- the Russian sheet -----------------------------------------------------------------------------------


def test_a_newer_total_stands_above_the_older_which_ends_with_a_dot() -> None:
    found, width, height = places(document([sheet_picture(SMALL)]))
    at = {one.text: one for one in found}
    assert at["6"].bottom < at["2."].bottom
    assert at["6"].left == at["2."].left
    # S is below, W left, E right; the pool lies between the edge and the dump
    assert at["2."].top > height * 0.6 and width * 0.2 < at["2."].left < width * 0.5
    dump_of_w = next(one for one in found if one.text == "8" and one.top < height * 0.7)
    assert dump_of_w.left < width * 0.4
    assert at["12"].left > width * 0.8
    assert at["20"].left == pytest.approx(width / 2, abs=12)


def test_whists_stand_towards_the_opponent_they_are_written_on() -> None:
    rows: Row = {"S": ("0", "0", "W:11,N:12,E:13"), "W": ("0", "0", "S:21,N:22,E:23"),
                 "N": ("0", "0", "S:31,W:32,E:33"), "E": ("0", "0", "S:41,W:42,N:43")}
    found, _, _ = places(document([sheet_picture(sheet(POOL, rows))]))
    at = {one.text: one for one in found}
    for along in (("11", "12", "13"), ("32", "31", "33")):  # below and above: from left to right
        assert [at[text].left for text in along] == sorted(at[text].left for text in along)
    for along in (("22", "23", "21"), ("43", "42", "41")):  # left and right: from above
        assert [at[text].top for text in along] == sorted(at[text].top for text in along)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("deals", [1, 12, 60, 250])
def test_nothing_leaves_its_place(players: int, deals: int) -> None:
    svg = document([sheet_picture(long_session(players, deals), Spelling(language("ru")))])
    assert outside(svg) == []
    assert overlaps(svg) == []


@pytest.mark.parametrize("code", CODES)
def test_in_every_language(code: str) -> None:
    spelling = Spelling(language(code))
    svg = document([sheet_picture(long_session(4, 9), spelling), sheet_picture(long_session(3, 9), spelling)])
    assert outside(svg) == []
    assert overlaps(svg) == []
    assert {spelling.column(column) for column in POOL} <= set(texts(svg))


def test_a_session_of_thousands_of_deals_keeps_the_newest_totals() -> None:
    svg = document([sheet_picture(long_session(3, 3000))])
    assert {"…", str(3000 * 311)} <= set(texts(svg))
    assert outside(svg) == []
    assert len(svg) < 2_000_000


# ---- bule and supe -----------------------------------------------------------------------------------------


def bule_session() -> SheetHistory:
    opening = {"S": ("20", "-", "0"), "W": ("20", "-", "0"), "E": ("20", "-", "0")}
    return sheet(
        BULE, {"S": ("20", "-", "1"), "W": ("20", "-", "1"), "E": ("20", "-", "1")},
        {"S": ("12", "-", "0"), "W": ("20", "S:36", "1"), "E": ("20", "S:12", "1")}, opening=opening,
        players={"S": "Mira", "W": "Nikola", "E": "Jovan"})


def test_three_columns_a_player_left_middle_right() -> None:
    found, width, _ = places(document([sheet_picture(bule_session())]))
    heads = [(one.text, one.left) for one in found if one.text.startswith(("Bule", "Supe"))]
    assert [text for text, _ in sorted(heads, key=lambda head: head[1])] == [
        "Supe W", "Bule", "Supe E", "Supe E", "Bule", "Supe S", "Supe S", "Bule", "Supe W"]
    supe = next(one for one in found if one.text == "36")  # W, in the middle, on S at his right
    assert width / 2 < supe.left < width * 2 / 3


def test_a_refe_is_a_triangle_and_crossed_when_it_is_played() -> None:
    svg = document([sheet_picture(bule_session())])
    triangles = list(Tree.fromstring(svg).iter(f"{SVG}polygon"))
    assert len(triangles) == 3
    crossed = sheet_picture(bule_session())
    uncrossed = bule_session()
    uncrossed.deals[1].sheet = {"S": ("12", "-", "1"), "W": ("20", "S:36", "1"), "E": ("20", "S:12", "1")}
    assert sum("<line" in part for part in crossed.parts) == sum(
        "<line" in part for part in sheet_picture(uncrossed).parts) + 1


@pytest.mark.parametrize("deals", [1, 50, 700])
def test_long_columns_go_on_beside(deals: int) -> None:
    rows: list[Row] = [
        {seat: (str(-number * 10), ",".join(f"{on}:{number * 16}" for on in "SWE" if on != seat), str(number % 2))
         for seat in "SWE"} for number in range(1, deals + 1)]
    svg = document([sheet_picture(sheet(BULE, *rows, settlement=dict.fromkeys("SWE", "-12345")))])
    assert outside(svg) == []
    assert overlaps(svg) == []


# ---- the kasa ------------------------------------------------------------------------------------------------


def kasa_session(deals: int = 2) -> SheetHistory:
    rows: list[Row] = [{"S": (str(40 * i), str(16 * i)), "W": ("0", str(-16 * i)), "E": ("0", "0")}
                       for i in range(1, deals + 1)]
    history = sheet(("Kasa", "Pay"), *rows, kasa=("1500", str(1500 - 40 * deals)),
                    settlement={"S": "123", "W": "-124", "E": "1"}, players=NAMES)
    for deal in history.deals:
        deal.written = {"S": ("40", "16"), "W": ("0", "-16"), "E": ("0", "0")}
    return history


def test_the_account_has_the_kasa_the_deposits_and_the_payments() -> None:
    said = texts(document([sheet_picture(kasa_session())]))
    assert said.count("+40") == said.count("-16") == 2  # two deals
    assert [text for text in said if text in ("1500", "1460", "1420")] == ["1500", "1460", "1420", "1420"]
    assert said.count("-500") == 3  # each put in a third
    assert said.count("+1420/3") == 3  # and gets a third of what is left
    assert {"+80", "+32", "-32", "Deposit", "Share", "+123", "-124", "+1"} <= set(said)


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("deals", [1, 500])
def test_the_account_keeps_within_its_columns(code: str, deals: int) -> None:
    svg = document([sheet_picture(kasa_session(deals), Spelling(language(code)))])
    assert outside(svg) == []
    assert overlaps(svg) == []


# ---- names are text --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("history", [SMALL, bule_session(), kasa_session()], ids=["pool", "bule", "kasa"])
def test_names_are_text_never_markup(history: SheetHistory) -> None:
    wicked = SheetHistory(EVIL, EVIL, history.columns, history.seats, dict.fromkeys(history.seats, EVIL),
                          history.middle, history.kasa, history.opening, history.deals, remarks=[EVIL])
    svg = document([sheet_picture(wicked)], EVIL)
    root = Tree.fromstring(svg)
    assert {node.tag.removeprefix(SVG) for node in root.iter()} <= {
        "svg", "title", "rect", "g", "line", "polygon", "circle", "text"}
    assert all(not name.startswith("on") for node in root.iter() for name in node.attrib)
    assert any("<script>" in text for text in texts(svg))
    assert "\u202e" not in svg
    assert "\x07" not in svg


def test_a_small_sheet_to_the_letter() -> None:
    two = sheet(POOL, {"S": ("2", "0", "-"), "W": ("0", "0", "S:4")}, middle="10", players={"S": "A", "W": "B"})
    two.title, two.rules = "T", ""
    assert document([sheet_picture(two)], "T").splitlines()[:5] == [
        '<svg xmlns="http://www.w3.org/2000/svg" width="652" height="578.25" viewBox="0 0 652 578.25" '
        "font-family=\"'DejaVu Sans', Verdana, 'Noto Sans', Arial, sans-serif\" role=\"img\">",
        "<title>T</title>",
        '<rect width="652" height="578.25" fill="#ffffff"/>',
        '<g transform="translate(0 0)">',
        '<text x="16" y="36.25" font-size="15" fill="#1a1a1a" font-weight="bold">T</text>',
    ]
