"""suntehnik games: facts read by hand from the logs."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

from preferans_pbn.cards import CARD_BY_NAME, hand_text
from preferans_pbn.convert import Converted, Source, find_format
from preferans_pbn.record import Calls
from tests.convert.logs import DATA, codes, converted, deal


def cards(text: str) -> tuple[int, ...]:
    return tuple(CARD_BY_NAME[name] for name in text.split())


def test_first_deal() -> None:
    one, record = deal("suntehnik", "game-01.json", 1)
    assert record.deal is not None
    assert record.play is not None
    assert list(record.deal) == ["S", "W", "E"]
    assert hand_text(record.deal["S"] or 0) == "SQT.CKQ9.HKQJT7"
    assert hand_text(record.deal["W"] or 0) == "SAJ8.CA7.DQJ97.H8"
    assert hand_text(record.deal["E"] or 0) == "SK97.CT.DAKT8.HA9"
    assert record.talon == cards("C8 CJ")
    assert record.dealer == "E"
    assert record.auction == Calls("S", ("6D", "pass", "pass"))
    assert (record.declarer, record.contract) == ("S", "7D")
    assert record.discard == cards("C8 H7")
    assert record.defence == Calls("W", ("pass", "whist"))
    assert record.play.first == "S"
    assert record.play.tricks[0].cards == cards("HT H8 HA")
    assert record.play.tricks[9].cards == cards("D7 D8 HQ")
    assert record.tricks == {"S": 1, "W": 4, "E": 5}
    assert record.target == 10
    assert record.players == {"S": "Anna", "W": "Boris", "E": "Clara"}
    assert one.theirs["score"] == {
        "S": {"pool": 0, "dump": 24, "whists": {}},
        "W": {"pool": 0, "dump": 0, "whists": {}},
        "E": {"pool": 0, "dump": 0, "whists": {"S": 36}},
    }


def test_house_rules_follow_the_settings() -> None:
    first = dict(deal("suntehnik", "game-01.json", 1)[1].rules or ())
    second = dict(deal("suntehnik", "game-02.json", 1)[1].rules or ())
    assert (first["ten"], first["stalingrad"], first["consolation"]) == ("checked", "true", "none")
    assert (first["hm"], first["short_penalty_split"], first["all_pass_price"]) == ("1/2", "even", "1,2,3")
    assert not {"hm", "short_penalty_split", "all_pass_price"} & second.keys()


def test_misere_overcalled_by_a_nine() -> None:
    _, record = deal("suntehnik", "game-01.json", 2)
    assert record.auction == Calls("W", ("misere", "pass", "9S"))
    assert (record.declarer, record.contract) == ("S", "9C")


def test_second_all_pass_in_a_row() -> None:
    one, record = deal("suntehnik", "game-01.json", 4)
    assert record.contract == "all-pass"
    assert record.declarer is None
    assert record.all_pass_run == 1
    assert record.play is not None
    assert [trick.talon for trick in record.play.tricks[:3]] == [*cards("D8 CJ"), None]
    assert record.play.tricks[1].cards == cards("CQ CA C7")
    assert one.theirs["score"]["S"] == {"pool": 0, "dump": 10, "whists": {}}


def test_half_whist_of_the_first_defender() -> None:
    one, record = deal("suntehnik", "game-02.json", 5)
    assert record.defence == Calls("W", ("pass", "pass", "half"))
    assert record.play is None
    assert record.tricks is None
    assert one.theirs["score"]["W"]["whists"] == {"S": 4}
    assert [loss.code for loss in one.losses] == ["W701"]


def test_refused_half_whist_is_implied() -> None:
    _, record = deal("suntehnik", "game-05-finished.json", 12)
    assert record.defence == Calls("S", ("pass", "pass"))


def test_ten_that_is_not_played() -> None:
    one, record = deal("suntehnik", "game-01.json", 10)
    assert record.contract == "10H"
    assert record.defence is None
    assert record.play is not None
    assert (record.play.tricks, record.play.end) == ((), "*")
    assert record.claim == record.tricks == {"S": 0, "W": 0, "E": 10}
    assert any("check" in loss.reason for loss in one.losses)


def test_halves_are_exact() -> None:
    one, record = deal("suntehnik", "game-05-finished.json", 19, claims=True)
    assert one.theirs["score"]["W"]["dump"] == Fraction(1, 2)
    assert one.theirs["settlement"] == {"S": 326, "W": -135, "E": -191}
    assert record.score_table is not None
    assert record.score_table.rows == (("S", "0", "0", "-"), ("W", "0", "1/2", "S:4"), ("E", "1", "1/2", "S:2"))
    assert record.sheet_table is not None
    assert record.sheet_table.rows[2] == ("E", "10", "191/2", "S:20,W:74")
    assert record.settlement_table is not None
    assert record.settlement_table.rows == (("S", "326"), ("W", "-135"), ("E", "-191"))


def test_what_no_parameter_says_is_told_once() -> None:
    deals = converted("suntehnik", "game-01.json")
    assert any(loss.field == "no-trump" and loss.code == "W703" for loss in deals[0].losses)
    assert not any(loss.field == "no-trump" for one in deals[1:] for loss in one.losses)


def game(*deals: int) -> dict[str, Any]:
    whole: dict[str, Any] = json.loads((DATA / "suntehnik" / "game-01.json").read_text("utf-8"))
    whole["deals"] = [whole["deals"][i - 1] for i in deals]
    return whole


def read(value: dict[str, Any]) -> list[Converted]:
    data = json.dumps(value, indent=1).encode()
    return list(find_format("suntehnik").read(Source.of_bytes(data, "game.json")))


def test_broken_deal_leaves_its_neighbour_and_says_where() -> None:
    value = game(1, 2)
    value["deals"][0]["hands"][2][9]["rank"] = "1"
    deals = read(value)
    record = deals[0].record
    assert record is not None and record.deal is not None and deals[1].record is not None
    assert [seat for seat, hand in record.deal.items() if hand is None] == ["E"]
    [finding] = deals[0].diagnostics
    line = json.dumps(value, indent=1).split("\n")[finding.line - 1]
    assert finding.code == "E222"
    assert "deals[0].hands[2][9].rank" in finding.message
    assert line[finding.col - 1:].startswith('"1"')
    assert (finding.record, finding.path) == (1, "game.json")


def test_missing_member() -> None:
    value = game(1)
    del value["deals"][0]["tricks"][3]["plays"][1]["player"]
    [one] = read(value)
    assert codes([one]) == ["E221"]
    assert "deals[0].tricks[3].plays[1].player" in one.diagnostics[0].message


def test_scores_that_cannot_be_read_leave_the_deal() -> None:
    value = game(1)
    value["deals"][0]["dealResult"]["scoreDelta"][0]["bullet"] = "much"
    [one] = read(value)
    assert codes([one]) == ["E222"]
    assert one.record is not None
    assert "score" not in one.theirs


def test_unknown_member_is_told() -> None:
    value = game(1)
    value["deals"][0]["bonus"] = 5
    [one] = read(value)
    assert codes([one]) == ["W702"]
    assert "deals[0].bonus" in one.diagnostics[0].message
    assert one.record is not None


def test_calls_out_of_turn_and_cards_twice_are_not_put_right() -> None:
    for change, calls, answers, cards in (
            ("call", 1, 0, 0), ("answer", 3, 0, 0), ("card", 3, 2, 30), ("trick", 3, 2, 7)):
        value = game(1, 2)
        first = value["deals"][0]
        if change == "call":
            first["calls"][1]["actor"] = 2
        elif change == "answer":
            first["whistCalls"].reverse()
        elif change == "card":
            first["hands"][0][0] = first["hands"][0][1]
        else:
            first["tricks"][2]["plays"][1]["player"] = 1
        deals = read(value)
        assert codes(deals) == ["E223"], change
        record = deals[0].record
        assert record is not None and deals[1].record is not None
        said = [() if part is None else part.calls for part in (record.auction, record.defence)]
        assert [len([word for word in words if word != "?"]) for words in said] == [calls, answers], change
        played = () if record.play is None else record.play.tricks
        assert sum(len(trick.cards) for trick in played) == cards, change


def test_winner_that_the_cards_do_not_give_is_written_out() -> None:
    value = game(1)
    value["deals"][0]["tricks"][9]["winner"] = 0
    [one] = read(value)
    assert one.record is not None
    assert one.record.play is not None
    assert one.record.play.tricks[9].winner == "S"
