"""A log with one thing in it that cannot be read: it is told at its place, and what stands before it is kept."""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Any

import pytest

from preferans_pbn.convert import Converted, Options, Source
from preferans_pbn.convert.registry import read_source
from preferans_pbn.notation import dumps
from preferans_pbn.record import UNKNOWN_CARD, Record
from tests.convert.logs import DATA, codes, path_of

GAMES = {
    "suntehnik": ("game-02.json", "deals"), "backslasher": ("game-02.json", "deals"), "jura": ("game-02.json", "deals"),
    "pajcho": ("records/g02.json", "hands"),
}
PLAYS = {"suntehnik": ("tricks", "plays"), "backslasher": ("final", "tricks", "plays"),
         "jura": ("final", "completedTricks", "cards"), "pajcho": ("tricksLog", "cards")}
CALLS = {"suntehnik": ("calls",), "backslasher": ("final", "bids"), "jura": ("final", "bids"), "pajcho": ("bidLog",)}
HANDS = {"suntehnik": "hands", "backslasher": "hands", "jura": "hands", "pajcho": "initialHands"}


def read(engine: str, name: str, text: str, *beside: str) -> list[Converted]:
    path = path_of(engine, name)
    companions = {other: path.with_name(other).read_bytes() for other in beside}
    return list(read_source(Source.of_bytes(text.encode(), path.name, companions), engine, Options()))


@cache
def whole(engine: str) -> list[str]:
    name = GAMES[engine][0]
    return [dumps(one.record) for one in read(engine, name, path_of(engine, name).read_text("utf-8")) if one.record]


def member(value: Any, *steps: str | int) -> Any:
    for step in steps:
        value = value[step]
    return value


def cards(record: Record) -> list[int]:
    return [card for trick in record.play.tricks for card in trick.cards] if record.play is not None else []


def check_neighbours(engine: str, deals: list[Converted], at: int) -> None:
    """All other deals are as they are in the whole log, and what is written can be read back without a new error."""
    assert all(one.record is not None for one in deals)
    written = [dumps(one.record) for one in deals if one.record is not None]
    for number, (text, before) in enumerate(zip(written, whole(engine), strict=True)):
        assert (text == before) == (number != at)
    told = {finding.code for one in deals for finding in one.diagnostics}
    back = read_source(Source.of_bytes("\n".join(written).encode(), "back.ppbn"))
    assert {found.code for one in back for found in one.diagnostics if found.severity == "error"} <= told


def placed(text: str, deals: list[Converted], at: int, mark: str) -> None:
    """The first finding of the deal stands where ``mark`` is."""
    finding = next(found for found in deals[at].diagnostics if found.code == "E222")
    offset = text.index(mark)
    assert (finding.line, finding.col) == (text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset))


def played(engine: str) -> tuple[dict[str, Any], int]:
    """A game, and a deal of it with at least five tricks that is not the first."""
    value: dict[str, Any] = json.loads(path_of(engine, GAMES[engine][0]).read_text("utf-8"))
    deals = value[GAMES[engine][1]]
    steps = PLAYS[engine][:-1]
    return value, next(at for at, deal in enumerate(deals)
                       if at and deal.get("kind") != "refe" and len(member(deal, *steps)) >= 5)


@pytest.mark.parametrize("engine", GAMES)
@pytest.mark.parametrize("row", [0, 2, 4])
@pytest.mark.parametrize("step", [0, 1])
def test_a_bad_card_of_the_play_keeps_what_was_played_before(engine: str, row: int, step: int) -> None:
    value, at = played(engine)
    *steps, inner = PLAYS[engine]
    rows = member(value, GAMES[engine][1], at, *steps)
    rows[row][inner][step]["card"]["rank"] = "bad"
    text = json.dumps(value, indent=1)
    deals = read(engine, GAMES[engine][0], text)
    one = deals[at]
    assert one.record is not None and one.partial
    assert len(cards(one.record)) == sum(len(trick[inner]) for trick in rows[:row]) + step
    assert one.record.auction is not None and one.record.deal is not None and one.record.contract is not None
    assert UNKNOWN_CARD not in cards(one.record)
    if row or step:
        assert one.record.play is not None and one.record.play.end == "+"
    assert one.record.tricks is None
    placed(text, deals, at, '"bad"')
    check_neighbours(engine, deals, at)


@pytest.mark.parametrize("engine", GAMES)
def test_a_bad_call_keeps_the_calls_before(engine: str) -> None:
    value, at = played(engine)
    calls = member(value, GAMES[engine][1], at, *CALLS[engine])
    calls[1] = "bad"
    text = json.dumps(value, indent=1)
    deals = read(engine, GAMES[engine][0], text)
    one = deals[at]
    assert one.record is not None and one.partial
    assert one.record.auction is not None
    assert (len(one.record.auction.calls), one.record.auction.calls[-1]) == (2, "?")
    assert (one.record.contract, one.record.declarer, one.record.play) == (None, None, None)
    assert [found.code for found in one.diagnostics] == ["E222"]
    placed(text, deals, at, '"bad"')
    check_neighbours(engine, deals, at)


@pytest.mark.parametrize("engine", GAMES)
def test_a_bad_card_of_a_hand_leaves_that_hand_unknown(engine: str) -> None:
    value, at = played(engine)
    hands = value[GAMES[engine][1]][at][HANDS[engine]]
    hand = hands[1] if isinstance(hands, list) else list(hands.values())[1]
    hand[4]["suit"] = "bad"
    text = json.dumps(value, indent=1)
    deals = read(engine, GAMES[engine][0], text)
    one = deals[at]
    assert one.record is not None and one.record.deal is not None and not one.partial
    assert [hand is None for hand in one.record.deal.values()].count(True) == 1
    assert f"{one.record.play}" in {f"{again.record.play}" for again in read(
        engine, GAMES[engine][0], path_of(engine, GAMES[engine][0]).read_text("utf-8")) if again.record is not None}
    placed(text, deals, at, '"bad"')
    check_neighbours(engine, deals, at)


def test_a_bad_action_keeps_those_before() -> None:
    """g01: the first PLAY of the second trick of hand 1."""
    value = json.loads(path_of("pajcho-actions", "actionlogs/g01.json").read_text("utf-8"))
    plays = [number for number, action in enumerate(value) if action["type"] == "PLAY"]
    value[plays[4]]["card"]["rank"] = "bad"
    text = json.dumps(value, indent=1)
    deals = read("pajcho-actions", "actionlogs/g01.json", text)
    at = [action["type"] for action in value[: plays[4]]].count("NEXT_HAND")
    assert [one.partial for one in deals] == [number == at for number in range(8)]
    record = deals[at].record
    assert record is not None and record.play is not None
    assert (len(cards(record)), record.play.end) == (4, "+")
    placed(text, deals, at, '"bad"')


@pytest.mark.parametrize("engine", GAMES)
def test_a_file_that_is_cut_keeps_the_deals_before(engine: str) -> None:
    """Cut in the third deal: two are as they were, and one could not be read."""
    name, member = GAMES[engine]
    value = json.loads(path_of(engine, name).read_text("utf-8"))
    deals = value.pop(member)
    head = json.dumps(value, indent=1)[:-2]
    text = f'{head},\n"{member}": [' + ",\n".join(json.dumps(deal) for deal in deals[:2])
    cut = text + ",\n" + json.dumps(deals[2])[:300]
    got = read(engine, name, cut)
    assert [None if one.record is None else dumps(one.record) for one in got] == [*whole(engine)[:2], None]
    [finding] = got[-1].diagnostics
    assert (finding.code, finding.line) == ("E220", cut.count("\n") + 1)
    got = read(engine, name, text[:-200])
    assert [None if one.record is None else dumps(one.record) for one in got] == [whole(engine)[0], None]
    got = read(engine, name, text[: text.index('": [') + 30])
    assert [(one.record, codes([one])) for one in got] == [(None, ["E220"])]


def test_a_cut_action_log_keeps_what_was_done() -> None:
    text = path_of("pajcho-actions", "actionlogs/g01.json").read_text("utf-8")
    full = read("pajcho-actions", "actionlogs/g01.json", text)
    at = [found.start() for found in re.finditer('"NEXT_HAND"', text)][2] + 400
    deals = read("pajcho-actions", "actionlogs/g01.json", text[:at])
    assert len(deals) == 4
    assert [one.record for one in deals[:3]] == [one.record for one in full[:3]]
    assert deals[3].record is not None and deals[3].record.board == "4"
    assert codes(deals) == ["E226", "E220"]


COMPANIONS = ("sochi-01.deals.json", "sochi.effective.json")


@pytest.mark.parametrize(("line", "before", "after", "col", "calls", "rows"), [
    (22, "0=Q♥", "0=7?", 16, 8, 0),
    (24, "1=Q♣", "1=♣", 16, 8, 1),
    (26, "10♥ -> взял", "10♥ взял", 11, 8, 2),
    (26, "взятка 3", "взятка 3x", 12, 8, 2),
    (9, "seven ♥", "seven 7", 19, 5, 0),
    (15, "7♦ 10♠", "7♦ 11♠", 12, 8, 0),
])
def test_a_bad_line_is_told_where_it_stands(line: int, before: str, after: str, col: int, calls: int,
                                            rows: int) -> None:
    lines = (DATA / "dmitrybal" / "sochi-01.log").read_text("utf-8").split("\n")
    assert before in lines[line - 1]
    lines[line - 1] = lines[line - 1].replace(before, after, 1)
    deals = read("dmitrybal", "sochi-01.log", "\n".join(lines), *COMPANIONS)
    assert [one.partial for one in deals] == [True] + [False] * 9
    record = deals[0].record
    assert record is not None and record.deal is not None and record.auction is not None
    assert len([word for word in record.auction.calls if word != "?"]) == calls
    assert len(cards(record)) == 3 * rows
    [finding] = deals[0].diagnostics
    assert (finding.code, finding.line) == ("E222", line)
    assert finding.col == col
    assert "score" in deals[1].theirs  # the totals of the first deal stand behind the fault


@pytest.mark.parametrize(("line", "before", "after", "col", "rows"), [
    (10, "7_clubs", "7?_clubs", 59, 0),
    (12, "P2 plays", "P4 plays", 32, 2),
    (12, "Trick 3:", "Trick three:", 0, 2),
    (9, "Followers: [3, 1]", "Followers: [3, x]", 0, 0),
    (20, "Scoring: {", "Scoring: ", 0, 9),
])
def test_a_bad_line_of_a_block_is_told_where_it_stands(line: int, before: str, after: str, col: int,
                                                       rows: int) -> None:
    lines = (DATA / "gpreda" / "games.log").read_text("utf-8").split("\n")
    assert before in lines[line - 1]
    lines[line - 1] = lines[line - 1].replace(before, after, 1)
    deals = read("gpreda", "games.log", "\n".join(lines))
    assert [one.partial for one in deals] == [True] + [False] * 19
    record = deals[0].record
    assert record is not None and record.deal is not None and (
        record.contract == ("sans-hand" if line < 20 else "sans"))  # the value tells the game in hand
    assert len(cards(record)) == 3 * rows
    assert record.play is None or record.play.end == "+"
    [finding] = deals[0].diagnostics
    assert (finding.code, finding.line) == ("E222", line)
    assert col in (0, finding.col)


def test_a_bad_card_of_a_hand_in_a_block() -> None:
    text = (DATA / "gpreda" / "games.log").read_text("utf-8").replace("A_diamonds 9_clubs", "1_diamonds 9_clubs", 1)
    deals = read("gpreda", "games.log", text)
    record = deals[0].record
    assert record is not None and record.deal is not None and not deals[0].partial
    assert [seat for seat, hand in record.deal.items() if hand is None] == ["S"]
    assert len(cards(record)) == 27
    [finding] = deals[0].diagnostics
    assert (finding.code, finding.line, finding.col) == ("E222", 4, 19)


def test_a_bad_step_keeps_those_before() -> None:
    path = path_of("gpreda-steps", "steps/game_01.log")
    lines = path.read_text("utf-8").split("\n")
    at = next(number for number, line in enumerate(lines) if number % 2 and re.fullmatch(r"(?:10|[7-9JQKA]).", line))
    lines[at + 2] = "Sneeze"
    deals = read("gpreda-steps", "steps/game_01.log", "\n".join(lines), "game_01.rounds.json")
    [one] = [one for one in deals if one.partial]
    assert one.record is not None and one.record.play is not None
    assert (len(cards(one.record)), one.record.play.end) == (1, "+")
    assert {found.line for found in one.diagnostics} == {at + 3}


# --- what is not understood ------------------------------------------------------------------------------------
@pytest.mark.parametrize(("engine", "name", "line", "beside"), [
    ("dmitrybal", "sochi-01.log", "игрок 1 говорит чепуху ###", COMPANIONS),
    ("gpreda", "games.log", "Trick 3 note: something strange", ()),
])
def test_a_strange_line_is_told_and_is_a_loss(engine: str, name: str, line: str, beside: tuple[str, ...]) -> None:
    text = path_of(engine, name).read_text("utf-8")
    before = read(engine, name, text, *beside)
    lines = text.split("\n")
    lines.insert(12, line)
    deals = read(engine, name, "\n".join(lines), *beside)
    assert [one.record and dumps(one.record) for one in deals] == [one.record and dumps(one.record) for one in before]
    [finding] = deals[0].diagnostics
    assert (finding.code, finding.line) == ("W702", 13)
    [loss] = [loss for loss in deals[0].losses if loss.code == "W702"]
    assert (loss.field, loss.record) == ("line 13", 1)
    assert line in loss.reason


def test_lines_of_one_kind_are_one_loss() -> None:
    lines = path_of("dmitrybal", "sochi-01.log").read_text("utf-8").split("\n")
    noise = [f"часы: {number} секунд, {card}" for number in range(500) for card in ("7♠", "10♥")]
    lines[5:5] = noise
    lines.append("конец")
    deals = read("dmitrybal", "sochi-01.log", "\n".join(lines), *COMPANIONS)
    assert [loss.field for one in deals for loss in one.losses if loss.code == "W702"] == [
        "line 6", f"line {len(lines)}"]


def test_an_unknown_action_is_a_loss() -> None:
    deck = {f"player{seat}": [f"{rank}_{suit}" for rank in ("SEVEN", "EIGHT", "NINE", "TEN", "JACK")
                              for suit in suits] for seat, suits in (
        ("South", ("SPADES", "CLUBS")), ("West", ("DIAMONDS", "HEARTS")))}
    deck["playerEast"] = [f"{rank}_{suit}" for rank in ("QUEEN", "KING") for suit in (
        "SPADES", "CLUBS", "DIAMONDS", "HEARTS")] + ["ACE_SPADES", "ACE_CLUBS"]
    deck["prikup"] = ["ACE_DIAMONDS", "ACE_HEARTS"]
    moves = [{"action": "bid", "player": "playerSouth", "contract": "SIX_SPADES"},
             {"action": "frob", "player": "playerWest"}]
    text = json.dumps({"tests": {"t": {"deck": deck, "scenarios": [{"name": "s", "moves": moves}]}}})
    [one] = read_source(Source.of_bytes(text.encode(), "x.json"), "prefhub")
    assert one.record is not None
    [loss] = one.losses
    assert loss.code == "W702"
    assert '"frob"' in loss.reason


def test_the_logs_have_nothing_that_is_not_understood() -> None:
    for path in sorted(DATA.rglob("*.log")):
        for one in read_source(Source.of_path(path)):
            assert [found.message for found in one.diagnostics if found.code == "W702"] == []
