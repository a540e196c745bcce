"""Jura games: facts read by hand from the logs."""

from __future__ import annotations

import json
from typing import Any

from preferans_pbn.cards import CARD_BY_NAME, hand_text
from preferans_pbn.convert import Converted, Options, Source, find_format
from preferans_pbn.record import Calls
from tests.convert.logs import DATA, codes, converted, deal


def cards(text: str) -> tuple[int, ...]:
    return tuple(CARD_BY_NAME[name] for name in text.split())


def test_first_deal() -> None:
    one, record = deal("jura", "game-01.json", 1)
    assert record.deal is not None
    assert record.play is not None
    assert list(record.deal) == ["S", "W", "E"]
    assert hand_text(record.deal["S"] or 0) == "SAT.CAQJT.D7.HT97"
    assert hand_text(record.deal["W"] or 0) == "SKQ8.C7.DAKQJ8.HK"
    assert hand_text(record.deal["E"] or 0) == "SJ97.CK9.DT.HAQJ8"
    assert record.talon == cards("D9 C8")
    assert (record.dealer, record.all_pass_run) == ("E", 0)
    assert record.target == 100
    assert record.players == {"S": "Anna", "W": "Boris", "E": "Clara"}
    assert record.auction == Calls("S", ("6S", "6D", "pass", "pass"))
    assert (record.declarer, record.contract) == ("W", "7C")
    assert record.discard == cards("S8 C7")
    assert record.defence == Calls("E", ("whist", "whist"))
    assert record.play.first == "S"
    assert record.play.tricks[0].cards == cards("H7 HK H8")
    assert record.play.tricks[9].cards == cards("CA D8 HA")
    assert record.tricks == {"S": 4, "W": 4, "E": 2}
    assert one.theirs["winners"] == list("WWWSWESESS")
    assert one.theirs["score"] == {
        "S": {"pool": 0, "dump": 0, "whists": {"W": 28}},
        "W": {"pool": 0, "dump": 24, "whists": {}},
        "E": {"pool": 0, "dump": 0, "whists": {"W": 20}},
    }
    assert [loss.field for loss in one.losses if loss.code == "W701"] == ["deal 1: playedOpen"]


def test_whist_that_stays_is_implied_and_open_hands_are_not() -> None:
    assert deal("jura", "game-01.json", 2)[1].defence == Calls("S", ("whist", "pass"))
    assert deal("jura", "game-01.json", 9)[1].defence == Calls("S", ("pass", "whist", "open"))


def test_half_whist_and_return() -> None:
    _, record = deal("jura", "game-01.json", 5)
    assert record.defence == Calls("E", ("pass", "half", "return", "open"))
    assert record.tricks == {"S": 0, "W": 7, "E": 3}
    _, left = deal("jura", "game-02.json", 2)
    assert left.defence == Calls("W", ("whist", "pass", "half"))
    assert (left.play, left.tricks, left.contract) == (None, None, "7C")


def test_both_pass() -> None:
    one, record = deal("jura", "game-01.json", 3)
    assert record.defence == Calls("E", ("pass", "pass"))
    assert (record.play, record.contract, record.dealer) == (None, "8H", "W")
    assert one.theirs["score"]["W"] == {"pool": 6, "dump": 0, "whists": {}}


def test_all_pass() -> None:
    one, record = deal("jura", "game-01.json", 4)
    assert (record.contract, record.declarer, record.all_pass_run) == ("all-pass", None, 0)
    assert record.play is not None
    assert [trick.talon for trick in record.play.tricks[:3]] == [*cards("CA D9"), None]
    assert record.play.tricks[0].cards == cards("CK C7 C9")
    assert {seat: row["dump"] for seat, row in one.theirs["score"].items()} == {"S": 6, "W": 4, "E": 10}
    assert deal("jura", "game-01.json", 5)[1].all_pass_run == 1


def test_misere_has_no_answers_and_pays_both_defenders() -> None:
    one, record = deal("jura", "game-01.json", 8)
    assert (record.contract, record.defence) == ("misere", None)
    assert record.auction == Calls("W", ("misere", "pass", "pass"))
    assert one.theirs["score"]["S"] == {"pool": 0, "dump": 0, "whists": {"W": 30}}
    assert one.theirs["score"]["W"]["dump"] == 60


def test_claims() -> None:
    _, record = deal("jura", "game-02.json", 4, claims=True)
    assert record.score_table is not None
    assert record.sheet_table is not None
    assert record.score_table.rows == (("S", "2", "0", "-"), ("W", "0", "0", "S:3"), ("E", "0", "1", "S:3"))
    assert record.sheet_table.rows == (("S", "6", "12", "-"), ("W", "10", "0", "S:22"), ("E", "0", "1", "S:18"))
    assert record.settlement_table is None  # the game goes on


def test_what_no_parameter_says_is_told_once() -> None:
    deals = converted("jura", "game-01.json")
    assert [loss.field for loss in deals[0].losses if loss.code == "W703"] == ["misere", "all-pass", "whistReturnerId"]
    assert not any(loss.code == "W703" for one in deals[1:] for loss in one.losses)


def game(*deals: int) -> dict[str, Any]:
    whole: dict[str, Any] = json.loads((DATA / "jura" / "game-01.json").read_text("utf-8"))
    whole["deals"] = [whole["deals"][i - 1] for i in deals]
    return whole


def read(value: dict[str, Any], claims: bool = False) -> list[Converted]:
    data = json.dumps(value, indent=1).encode()
    return list(find_format("jura").read(Source.of_bytes(data, "game.json"), Options(claims=claims)))


def test_a_finished_game_is_settled() -> None:
    value = game(1)
    value["finished"] = True
    [one] = read(value, claims=True)
    assert one.theirs["settlement"] == {"S": 108, "W": -208, "E": 100}
    assert one.record is not None
    assert one.record.settlement_table is not None
    assert one.record.settlement_table.rows == (("S", "108"), ("W", "-208"), ("E", "100"))


def test_faults_of_one_deal_leave_its_neighbour() -> None:
    for change, code in (("player", "E222"), ("answer", "E223"), ("call", "E223"), ("card", "E222"), ("bid", "E221")):
        value = game(1, 2)
        final = value["deals"][0]["final"]
        if change == "player":
            final["declarerId"] = "Dan"
        elif change == "answer":
            final["whistDeclarations"].reverse()
        elif change == "call":
            final["bids"][1]["playerId"] = "Clara"
        elif change == "card":
            final["discarded"][0]["rank"] = "6"
        else:
            del final["bids"][1]["bid"]["level"]
        deals = read(value)
        assert codes(deals) == [code], change
        assert [(one.record is not None, one.partial) for one in deals] == [(True, True), (True, False)], change


def test_the_same_name_twice() -> None:
    value = game(1)
    value["playerIds"][2] = "Anna"
    [one] = read(value)
    assert codes([one]) == ["E223"]
    assert one.record is None
