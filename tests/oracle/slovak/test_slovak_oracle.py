"""The Slovak oracle against rows worked out by hand from the text ("S0-..", "K-..", "AMB" keys).

Shorthand: players 0 (first hand), 1, 2; declarer 0 unless a test says otherwise.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from ..cards import full_pack
from . import (
    SLOVAK,
    IllegalCard,
    Undefined,
    auction_result,
    auction_turn,
    defence_complete,
    defence_result,
    defence_turn,
    first_leader,
    legal_calls,
    legal_cards,
    legal_contracts,
    legal_defence,
    legal_discards,
    new_sheet,
    play_out,
    score,
    settle,
    sheet_add,
)
from .words import number_of, word_of

NUMBERS = "1 2 3 4 5 6 7 8"
FROM_HAND = "hand hand-betl hand-durch hand-preferans"


def slovak(**changes: Any) -> dict[str, Any]:
    return {**SLOVAK, **changes}


def filled(**changes: Any) -> dict[str, Any]:
    return {**SLOVAK, "fill_in": True, **changes}


def run(p: dict[str, Any], text: str) -> list[str]:
    """The calls of a text, each checked for legality."""
    calls: list[str] = []
    for call in text.split():
        assert call in legal_calls(p, calls), (call, calls, legal_calls(p, calls))
        calls.append(call)
    return calls


def deal(contract: str, tricks: str, declarer: int = 0, **more: Any) -> dict[str, Any]:
    """ "C", "6/2/2" -> a deal."""
    return {"contract": contract, "declarer": declarer, "tricks": [int(count) for count in tricks.split("/")], **more}


# Auction


@pytest.mark.parametrize(
    ("key", "text", "declarer", "bid", "hand"),
    [
        ("S0-60, S0-67", "1 pass pass", 0, "1", False),
        ("S0-61", "3 pass pass", 0, "3", False),
        ("S0-66", "1 2 pass pass", 1, "2", False),
        ("S0-90", "1 pass 4 hold pass", 0, "4", False),
        ("S0-86", "1 2 3 hold pass 4 pass", 2, "4", False),
        ("S0-86", "1 2 3 hold 4 pass hold pass", 0, "4", False),
        ("S0-89", "1 8 pass hold pass", 0, "8", False),
        ("S0-127", "1 2 8 pass pass", 2, "8", False),
        ("S0-63", "hand pass pass", 0, "2", True),
        ("S0-93", "1 2 3 pass hand pass", 1, "2", True),
        ("S0-96", "1 2 hand hand pass hand-4 hand-3", 0, "4", True),
        ("S0-97", "hand hand pass hand-3 hand-4", 1, "4", True),
        ("S0-97, notation", "hand hand hand hand-3 hand-3 pass", 0, "3", True),
        ("S0-97", "hand hand pass hand-5 hand-betl", 1, "6", True),
        ("S0-97", "1 2 hand pass hand hand-3 hand-2", 1, "3", True),  # the earlier hand names first
        ("notation", "hand hand pass hand-3 pass", 0, "3", True),
        ("notation", "hand hand pass pass", 1, "2", True),
        ("S0-97", "hand hand-betl pass hand-durch pass", 0, "7", True),
        ("S0-124", "8 hand pass pass", 1, "2", True),
        ("S0-127", "1 hand-preferans pass pass", 1, "8", True),
    ],
)
def test_auctions(key: str, text: str, declarer: int, bid: str, hand: bool) -> None:
    calls = run(SLOVAK, text)
    assert auction_turn(SLOVAK, calls) is None, key
    assert legal_calls(SLOVAK, calls) == []
    assert auction_result(SLOVAK, calls) == {"declarer": declarer, "bid": bid, "hand": hand}, key


@pytest.mark.parametrize(
    ("key", "text", "expected"),
    [
        ("S0-64", "", f"{NUMBERS} {FROM_HAND}"),
        ("S0-66", "1", f"pass 2 3 4 5 6 7 8 {FROM_HAND}"),
        ("S0-89, S0-127", "1 3", f"pass 4 5 6 7 8 {FROM_HAND}"),
        ("S0-89, S0-127", "1 3 pass", "pass hold 4 5 6 7 hand hand-betl hand-durch"),
        ("S0-88, S0-89", "1 3 pass hold", "pass 4 5 6 7 hand hand-betl hand-durch"),
        ("S0-96", "1 hand", f"pass {FROM_HAND}"),
        ("S0-96", "1 hand pass", "pass hand hand-betl hand-durch"),
        ("S0-97", "1 hand-betl", "pass hand-durch hand-preferans"),
        ("S0-97", "1 hand-durch pass", "pass"),
        ("S0-97, S0-127", "hand hand pass", "pass hand-2 hand-3 hand-4 hand-5 hand-betl hand-durch"),
        ("S0-124", "8", f"pass {FROM_HAND}"),
        ("S0-124", "1 8 pass", "pass hold hand hand-betl hand-durch"),
    ],
)
def test_legal_calls(key: str, text: str, expected: str) -> None:
    assert sorted(legal_calls(SLOVAK, run(SLOVAK, text))) == sorted(expected.split()), key


def test_auction_agreements() -> None:
    three = ["1", "3", "pass"]
    assert "hold" not in legal_calls(slovak(hold="none"), three)
    assert "hold" not in legal_calls(slovak(hold_min_bid=4), three)
    assert "hand" not in legal_calls(slovak(in_hand_when="first_call_only"), three)
    assert "hand-betl" not in legal_calls(slovak(in_hand_direct_when="first_call"), three)
    assert legal_calls(slovak(in_hand="none"), three) == ["pass", "hold", "4", "5", "6", "7"]
    assert "8" in legal_calls(slovak(announce_at_once=[]), three)
    stepwise = slovak(bid_steps="next", in_hand="none")
    assert legal_calls(stepwise, []) == ["1"]
    assert legal_calls(stepwise, ["1", "2"]) == ["pass", "3"]
    free = slovak(opener_must_bid=False)
    assert auction_result(free, run(free, "pass pass pass")) == {"all_pass": True}
    assert auction_turn(free, ["pass", "pass"]) == 2
    assert legal_contracts(free, ["pass", "pass", "pass"]) == []
    assert "thrown-in" not in legal_contracts(free, ["pass", "1", "pass"])  # S0-71


def test_auction_edges() -> None:
    with pytest.raises(ValueError, match="not ended"):
        auction_result(SLOVAK, ["1", "2"])
    with pytest.raises(ValueError, match="has ended"):
        auction_turn(SLOVAK, ["1", "pass", "pass", "2"])
    assert [auction_turn(SLOVAK, ["1", "pass", "4", "hold", "5"][:n]) for n in range(6)] == [0, 1, 2, 0, 2, 0]


def test_every_auction_ends() -> None:
    chance = random.Random(1)
    for _ in range(300):
        calls: list[str] = []
        while legal_calls(SLOVAK, calls):
            assert auction_turn(SLOVAK, calls) is not None
            calls.append(chance.choice(legal_calls(SLOVAK, calls)))
        assert auction_result(SLOVAK, calls)["declarer"] in (0, 1, 2)
        assert legal_contracts(SLOVAK, calls)


# Exchange


@pytest.mark.parametrize(
    ("key", "text", "expected"),
    [
        ("S0-70, K-17", "1 pass pass", "S D H C betl durch preferans thrown-in"),
        ("S0-74, S0-75", "2 pass pass", "S D H C betl durch preferans"),
        ("S0-79, S0-85", "3 pass pass", "D H C betl durch preferans"),
        ("S0-80", "4 pass pass", "H C betl durch preferans"),
        ("S0-81", "5 pass pass", "C betl durch preferans"),
        ("S0-57", "6 pass pass", "betl durch preferans"),
        ("S0-57", "7 pass pass", "durch preferans"),
        ("S0-57", "8 pass pass", "preferans"),
        ("S0-73", "1 2 pass hold pass", "S D H C betl durch preferans"),
        ("S0-77", "hand pass pass", "S-hand D-hand H-hand C-hand betl-hand durch-hand preferans-hand"),
        ("S0-115", "hand hand pass hand-4 pass", "H-hand C-hand betl-hand durch-hand preferans-hand"),
        ("S0-97", "hand-durch pass pass", "durch-hand preferans-hand"),
    ],
)
def test_contracts(key: str, text: str, expected: str) -> None:
    assert legal_contracts(SLOVAK, run(SLOVAK, text)) == expected.split(), key


def test_contract_agreements_and_discards() -> None:
    one = ["1", "pass", "pass"]
    assert legal_contracts(slovak(one_allows_leaves=False), one)[0] == "D"
    assert "thrown-in" not in legal_contracts(slovak(concede="none"), one)
    assert len(legal_discards(full_pack()[:12])) == 66
    assert [number_of(word_of(number)) for number in range(2, 9)] == [2, 3, 4, 5, 6, 7, 8]
    assert number_of("H-hand") == 4
    with pytest.raises(ValueError, match="not a game"):
        number_of("sans")


# Defence


def test_both_always_play() -> None:
    assert legal_defence(SLOVAK, "H", 1, []) == []
    assert defence_turn(SLOVAK, "H", 1, []) is None
    assert defence_complete(SLOVAK, "H", 1, [])
    assert defence_result(SLOVAK, "H", 1, []) == {"roles": {2: "come", 0: "come"}, "manner": "played"}  # AMB-S0-09
    assert defence_result(SLOVAK, "thrown-in", 0, []) == {"roles": {}, "manner": "thrown-in"}
    assert defence_result(SLOVAK, "all-pass", None, []) == {"roles": {}, "manner": "all-pass"}
    with pytest.raises(ValueError, match="nobody is asked"):
        legal_defence(SLOVAK, "H", 1, ["come"])


# Play


@pytest.mark.parametrize(
    ("key", "contract", "declarer", "leader"),
    [
        ("K-21", "H", 1, 0),
        ("K-21", "S-hand", 2, 0),
        ("S0-120", "durch", 0, 2),  # declarer S in the order S W E: E leads
        ("S0-120", "durch-hand", 1, 0),
        ("rules 7", "preferans", 2, 0),
    ],
)
def test_first_lead(key: str, contract: str, declarer: int, leader: int) -> None:
    assert first_leader(SLOVAK, contract, declarer) == leader, key


def test_lead_to_betl_and_other_leads() -> None:
    with pytest.raises(Undefined, match="betl"):
        first_leader(SLOVAK, "betl-hand", 0)
    assert first_leader(filled(), "betl", 2) == 0
    leads = ("forehand", "declarer", "declarers_left", "declarers_left_defender", "declarers_right")
    assert [first_leader(slovak(first_lead_no_trump=lead), "durch", 1) for lead in leads] == [0, 1, 2, 2, 0]


@pytest.mark.parametrize(
    ("key", "contract", "hand", "trick", "expected"),
    [
        ("S0-47", "H", "S7 SA HA", "SK", "S7 SA"),
        ("S0-48", "S", "SA S7 H7", "SJ", "SA S7"),
        ("S0-49", "H", "D7 H7 HA", "SK", "H7 HA"),
        ("S0-50", "H", "D7 CA", "SK", "D7 CA"),
        ("S0-51", "betl", "D7 HA", "SK", "D7 HA"),
        ("lead", "H", "D7 HA", "", "D7 HA"),
    ],
)
def test_legal_cards(key: str, contract: str, hand: str, trick: str, expected: str) -> None:
    assert legal_cards(SLOVAK, contract, hand.split(), trick.split()) == expected.split(), key


def test_play_out() -> None:
    hands = [["SA", "S7"], ["SK", "H7"], ["ST", "D7"]]
    hands = [hand + [f"C{rank}" for rank in ranks] for hand, ranks in zip(hands, ("A", "K", "Q"), strict=True)]
    found = play_out(SLOVAK, "H", 1, hands, [["SA", "SK", "ST"], ["S7", "H7"]])
    assert (found["winners"], found["tricks"], found["turn"], found["ended"]) == ([0], [1, 0, 0], 2, False)
    assert found["legal"] == ["D7", "CQ"]
    found = play_out(SLOVAK, "H", 1, hands, [["SA", "SK", "ST"], ["S7", "H7", "D7"]])
    assert (found["winners"], found["turn"]) == ([0, 1], 1)
    for rows in ([["SA", "CK"]], [["SK"]], [["SA"], ["SK"]], [["SA", "SK", "ST", "S7"]]):
        with pytest.raises(IllegalCard):
            play_out(SLOVAK, "H", 1, hands, rows)


def test_ten_tricks_are_played() -> None:
    chance = random.Random(2)
    for contract in ("S", "C-hand", "betl", "durch", "preferans"):
        pack = full_pack()
        chance.shuffle(pack)
        hands = [pack[:10], pack[10:20], pack[20:30]]
        rows: list[list[str]] = [[]]
        while not (found := play_out(filled(), contract, 0, hands, [row for row in rows if row]))["ended"]:
            if len(rows[-1]) == 3:
                rows.append([])
            rows[-1].append(chance.choice(found["legal"]))
        assert len(rows) == sum(found["tricks"]) == 10
        assert found["legal"] == []


# Score


@pytest.mark.parametrize(
    ("key", "contract", "tricks", "bule", "supe"),
    [
        ("S0-108", "S", "6/2/2", [-2, 0, 0], [4, 4]),
        ("S0-111", "D", "7/3/0", [-3, 0, 0], [9, 0]),
        ("S0-43, S0-112", "H", "6/3/1", [-4, 0, 0], [12, 4]),
        ("S0-44, S0-36", "H", "5/3/2", [4, 0, 0], [12, 8]),
        ("S0-113", "C", "8/2/0", [-5, 0, 0], [10, 0]),
        ("S0-115", "H-hand", "6/2/2", [-5, 0, 0], [10, 10]),
        ("S0-114", "C-hand", "4/3/3", [6, 0, 0], [18, 18]),
        ("S0-77", "S-hand", "6/0/4", [-3, 0, 0], [0, 12]),
        ("S0-34", "H", "7/2/1", [-4, 0, 0], [8, 4]),
        ("S0-35", "H", "8/1/1", [-4, 4, 4], [4, 4]),
        ("S0-35", "H", "9/1/0", [-4, 4, 4], [4, 0]),
        ("S0-35", "H", "10/0/0", [-4, 4, 4], [0, 0]),
        ("S0-118", "betl", "0/6/4", [-6, 0, 0], [0, 0]),
        ("S0-118", "betl", "1/6/3", [6, 0, 0], [0, 0]),
        ("S0-95", "betl-hand", "0/5/5", [-7, 0, 0], [0, 0]),
        ("S0-121, S0-123", "durch", "6/2/2", [-7, 0, 0], [14, 14]),
        ("S0-121", "durch", "5/5/0", [7, 0, 0], [35, 0]),
        ("S0-35", "durch", "8/1/1", [-7, 7, 7], [7, 7]),
        ("S0-125", "preferans", "10/0/0", [-8, 0, 0], [0, 0]),
        ("S0-125", "preferans", "9/0/1", [8, 0, 0], [0, 8]),
        ("S0-95", "preferans-hand", "10/0/0", [-9, 0, 0], [0, 0]),
    ],
)
def test_scores(key: str, contract: str, tricks: str, bule: list[int], supe: list[int]) -> None:
    found = score(filled(), deal(contract, tricks))
    assert found["bule"] == bule, key
    assert [found["supe"].get((1, 0), 0), found["supe"].get((2, 0), 0)] == supe, key
    assert found["refe"] == [0, 0, 0]


def test_nothing_is_scored_without_fill_in() -> None:
    for contract in ("H", "thrown-in"):
        with pytest.raises(Undefined):
            score(SLOVAK, deal(contract, "6/2/2"))
    with pytest.raises(Undefined):
        sheet_add(SLOVAK, new_sheet(30), {"bule": [0, 0, 0], "supe": {}, "refe": [0, 0, 0]})
    with pytest.raises(Undefined):
        settle(SLOVAK, new_sheet(30))


def test_thrown_in_writes_nothing() -> None:
    nothing = {"bule": [0, 0, 0], "supe": {}, "refe": [0, 0, 0]}
    assert score(filled(), {"contract": "thrown-in", "declarer": 0}) == nothing  # S0-100
    assert score(filled(), {"contract": "all-pass"}) == nothing


@pytest.mark.parametrize(
    ("key", "standing", "entered", "refe"),
    [
        ("AMB-S0-02", [30, 30, 30], 0, [1, 1, 1]),
        ("S0-103", [5, -2, 10], 0, [1, 0, 1]),
        ("S0-103", [0, 8, 10], 0, [1, 1, 1]),
        ("S0-106", [30, 30, 30], 1, [0, 0, 0]),
    ],
)
def test_refe_entered(key: str, standing: list[int], entered: int, refe: list[int]) -> None:
    thrown = {"contract": "thrown-in", "declarer": 0, "bule": standing, "refe_entered": entered}
    assert score(filled(refe=1), thrown)["refe"] == refe, key


def test_refe_agreements() -> None:
    thrown = {"contract": "thrown-in", "declarer": 0, "bule": [5, -2, 10, 9], "players": 4}
    assert score(filled(refe=3), {**thrown, "refe_entered": 2})["refe"] == [1, 0, 1, 1]  # S0-107
    assert score(filled(refe=3), {**thrown, "refe_entered": 3})["refe"] == [0, 0, 0, 0]
    assert score(filled(refe=3, refe_block="any_below_zero"), thrown)["refe"] == [0, 0, 0, 0]
    assert score(filled(refe=3, refe_block="none"), thrown)["refe"] == [1, 1, 1, 1]


def test_a_refe_doubles_its_owners_next_game() -> None:
    p = filled(refe=1)
    found = score(p, deal("H", "8/1/1", refe=[1, 1, 1]))
    assert found == {"bule": [-8, 8, 8], "supe": {(1, 0): 8, (2, 0): 8}, "refe": [-1, 0, 0]}  # S0-102, S0-104
    found = score(p, deal("H", "5/5/0", refe=[0, 1, 1]))
    assert found == {"bule": [4, 0, 0], "supe": {(1, 0): 20}, "refe": [0, 0, 0]}


def test_six_consecutive() -> None:
    p = filled(durch_goal="six_consecutive")
    broken = deal("durch", "6/4/0", winners=[0, 0, 0, 2, 0, 0, 0, 1, 1, 1])
    in_a_row = deal("durch", "6/4/0", winners=[1, 1, 0, 0, 0, 0, 0, 0, 1, 1])
    assert score(p, broken)["bule"] == [7, 0, 0]  # S0-122
    assert score(p, in_a_row)["bule"] == [-7, 0, 0]
    assert score(filled(), broken)["bule"] == [-7, 0, 0]


@pytest.mark.parametrize(
    ("cut", "contract", "tricks", "standing", "bule"),
    [
        ("made_only", "C", "6/2/2", [3, 1, -1], [-3, 0, 0]),
        ("made_only", "C", "8/1/1", [3, 1, -1], [-5, 5, 5]),
        ("made_only", "C", "5/3/2", [3, 1, -1], [5, 0, 0]),
        ("none", "C", "6/2/2", [3, 1, -1], [-5, 0, 0]),
        ("to_remainder", "C", "5/3/2", [3, 1, -1], [3, 0, 0]),
        ("to_remainder", "C", "6/2/2", [3, 1, -1], [-3, 0, 0]),
    ],
)
def test_last_deal(cut: str, contract: str, tricks: str, standing: list[int], bule: list[int]) -> None:
    assert score(filled(last_deal_cut=cut), deal(contract, tricks, bule=standing))["bule"] == bule


def test_units() -> None:
    found = score(filled(bula_unit="2G", supe_unit="2G", duty_fine="none"), deal("H", "8/1/1"))
    assert found == {"bule": [-8, 0, 0], "supe": {(1, 0): 8, (2, 0): 8}, "refe": [0, 0, 0]}
    assert score(filled(duty_fine="2G"), deal("H", "8/1/1", declarer=0))["bule"] == [-4, 8, 8]


# Sheet and settlement


def test_sheet_and_settlement() -> None:
    p = filled()
    sheet, ended = sheet_add(p, new_sheet(4), score(p, deal("H", "6/3/1")))
    assert (sheet["bule"], sheet["supe"], ended) == ([0, 4, 4], {(1, 0): 12, (2, 0): 4}, False)
    assert settle(p, sheet) == {"result": [-16, -28, -36], "good": "high"}
    last = score(p, deal("preferans", "0/10/0", declarer=1, bule=sheet["bule"]))
    sheet, ended = sheet_add(p, sheet, last)
    assert (sheet["bule"], ended) == ([0, -4, 4], True)
    assert settle(p, sheet)["result"] == [-16, 52, -36]
    assert sum(settle(p, sheet)["result"]) == 0
    assert settle(filled(result_sign="low_wins"), sheet) == {"result": [16, -52, 36], "good": "low"}
    assert new_sheet(30, 4) == {"bule": [30] * 4, "supe": {}, "refe": [0] * 4}
