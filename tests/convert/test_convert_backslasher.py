"""BackSlasher games: facts read by hand from the logs."""

from __future__ import annotations

from preferans_pbn.cards import CARD_BY_NAME, hand_text
from preferans_pbn.record import Calls
from tests.convert.logs import converted, deal


def cards(text: str) -> tuple[int, ...]:
    return tuple(CARD_BY_NAME[name] for name in text.split())


def test_first_deal() -> None:
    one, record = deal("backslasher", "game-01.json", 1)
    assert record.deal is not None
    assert record.play is not None
    assert hand_text(record.deal["S"] or 0) == "SQT.CQ7.DA97.HJ98"
    assert hand_text(record.deal["W"] or 0) == "SK987.CAJ8.DK.HKT"
    assert hand_text(record.deal["E"] or 0) == "SAJ.CKT9.DJT8.HQ7"
    assert record.talon == cards("HA DQ")
    assert record.auction == Calls("S", ("pass", "6C", "pass"))
    assert (record.declarer, record.contract) == ("W", "6NT")
    assert record.discard == cards("S8 S7")
    assert record.defence == Calls("E", ("pass", "whist"))
    assert record.open == "passer"
    assert record.play.first == "S"
    assert record.play.tricks[0].cards == cards("C7 CA C9")
    assert record.tricks == {"S": 3, "W": 6, "E": 1}
    assert record.target == 20
    assert record.all_pass_run == 0
    assert one.theirs["score"]["S"] == {"pool": 0, "dump": 0, "whists": {"W": 8}}
    assert one.theirs["score"]["W"] == {"pool": 2, "dump": 0, "whists": {}}


def test_equal_bid_of_forehand_is_a_hold() -> None:
    _, record = deal("backslasher", "game-05-finished.json", 8)
    assert record.auction == Calls("W", ("6D", "7S", "pass", "hold", "pass"))
    assert (record.declarer, record.contract) == ("W", "7S")


def test_hold_after_the_own_misere() -> None:
    _, record = deal("backslasher", "game-05-finished.json", 13)
    assert record.auction == Calls("S", ("misere", "9S", "pass", "hold", "pass"))
    assert (record.declarer, record.contract) == ("S", "9H")
    assert record.all_pass_run == 1


def test_all_pass() -> None:
    one, record = deal("backslasher", "game-01.json", 4)
    assert record.contract == "all-pass"
    assert record.all_pass_run == 0
    assert record.discard is None
    assert record.play is not None
    assert record.play.first == "S"
    assert [trick.talon for trick in record.play.tricks[:2]] == list(cards("SJ H9"))
    assert record.play.tricks[1].cards == cards("HQ HT HK")
    assert one.theirs["score"]["E"] == {"pool": 1, "dump": 0, "whists": {}}


def test_misere_has_no_answers() -> None:
    _, record = deal("backslasher", "game-01.json", 6)
    assert record.contract == "misere"
    assert record.defence is None
    assert record.tricks == {"S": 0, "W": 7, "E": 3}


def test_both_pass() -> None:
    one, record = deal("backslasher", "game-01.json", 2)
    assert record.defence == Calls("E", ("pass", "pass"))
    assert record.play is None
    assert record.tricks is None
    assert [loss.field for loss in one.losses] == ["deal 2: trickCounts"]


def test_surplus_and_settlement_are_claims_of_the_engine() -> None:
    one, record = deal("backslasher", "game-05-finished.json", 16, claims=True)
    assert one.theirs["score"] == {
        "S": {"pool": 6, "dump": 0, "whists": {"E": 40}},
        "W": {"pool": 0, "dump": 0, "whists": {}},
        "E": {"pool": 4, "dump": 4, "whists": {}},
    }
    assert record.settlement_table is not None
    assert record.settlement_table.rows == (("S", "-56"), ("W", "-597"), ("E", "653"))


def test_house_rules_follow_the_settings() -> None:
    first = dict(deal("backslasher", "game-01.json", 1)[1].rules or ())
    second = dict(deal("backslasher", "game-02.json", 1)[1].rules or ())
    finished = dict(deal("backslasher", "game-05-finished.json", 1)[1].rules or ())
    assert (first["stalingrad"], first["hold"], first["failed_trick_whists"]) == ("true", "eldest_anytime", "none")
    assert "stalingrad" not in second
    assert (finished["end_when"], "end_when" in first) == ("any_full", False)
    losses = [loss.field for loss in converted("backslasher", "game-02.json")[0].losses]
    assert "whistType" in losses
