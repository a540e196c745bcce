"""The Greek oracle against the executed payment table (rules 12.8) and the auction rules (rules 6).

Shorthand: declarer 0, first defender 1, second defender 2, dealer 2, unless a test says otherwise.
"""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest

from ..cards import full_pack
from . import (
    GREEK,
    IllegalCard,
    auction_result,
    auction_turn,
    defence_complete,
    defence_result,
    defence_turn,
    legal_calls,
    legal_cards,
    legal_contracts,
    legal_defence,
    new_sheet,
    play_out,
    score,
    settle,
    sheet_add,
)


def greek(**changes: Any) -> dict[str, Any]:
    return {**GREEK, **changes}


def run(p: dict[str, Any], text: str) -> list[str]:
    """The calls of a text, each checked for legality."""
    calls: list[str] = []
    for call in text.split():
        assert call in legal_calls(p, calls), (call, calls, legal_calls(p, calls))
        calls.append(call)
    return calls


# Auction


@pytest.mark.parametrize(
    ("key", "text", "declarer", "bid"),
    [
        ("sample (b)", "stay 6S 6C hold 6D pass", 2, "6D"),
        ("WE-A30", "6S 6C pass hold pass", 0, "6C"),
        ("rule 2", "stay pass pass", 0, "6S"),
        ("rule 2", "pass stay pass", 1, "6S"),
        ("rule 2", "stay pass 6S", 2, "6S"),
        ("rule 2", "stay 6S pass", 1, "6S"),
        ("rule 5", "pass pass 6S", 2, "6S"),
        ("rule 5", "6S pass pass", 0, "6S"),
        ("rule 4", "6S 6C 6D hold 6H pass pass", 1, "6H"),
        ("rule 4", "6S 6C 6D hold 6H hold 6NT hold pass pass", 1, "6NT"),
        ("rule 4", "6S 6C 6D pass hold pass", 1, "6D"),
        ("rule 4", "6S pass 6C hold 6D hold 6H pass", 2, "6H"),
    ],
)
def test_auctions(key: str, text: str, declarer: int, bid: str) -> None:
    calls = run(GREEK, text)
    assert auction_turn(GREEK, calls) is None, key
    assert legal_calls(GREEK, calls) == []
    assert auction_result(GREEK, calls) == {"declarer": declarer, "bid": bid, "hand": False}, key


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "pass stay 6S"),
        ("pass", "pass stay 6S"),
        ("stay", "pass 6S"),
        ("pass pass", "pass 6S"),
        ("stay pass", "pass 6S"),
        ("6S", "pass 6C"),
        ("6S 6C", "pass 6D"),
        ("6S 6C 6D", "pass hold"),
        ("6S 6C 6D pass", "pass hold"),
        ("6S 6C 6D hold", "pass 6H"),
        ("6S 6C 6D hold pass", "pass 6H"),
        ("6S 6C pass", "pass hold"),  # WE-A30: not 6D
        ("6S 6C pass hold", "pass 6D"),
        ("stay 6S 6C", "pass hold"),
        ("pass 6S 6C hold 6D hold 6H hold 6NT hold", "pass 7S"),
    ],
)
def test_legal_calls(text: str, expected: str) -> None:
    assert sorted(legal_calls(GREEK, run(GREEK, text))) == sorted(expected.split())


def test_auction_edges() -> None:
    assert auction_result(GREEK, run(GREEK, "pass pass pass")) == {"all_pass": True}
    assert [auction_turn(GREEK, ["stay", "6S", "6C", "hold", "6D"][:n]) for n in range(6)] == [0, 1, 2, 1, 2, 1]
    jumping = greek(bid_steps="jump")
    assert auction_result(jumping, run(jumping, "6S 10NT")) == {"declarer": 1, "bid": "10NT", "hand": False}  # rule 6
    assert legal_calls(jumping, ["6S", "7S", "8S", "hold", "10NT"]) == ["pass", "hold"]
    top = ["6S", "7S", "8S", "hold", "10NT", "hold"]
    assert auction_result(jumping, top) == {"declarer": 2, "bid": "10NT", "hand": False}
    assert legal_calls(jumping, ["6S", "10D"]) == ["pass", "10H", "10NT"]
    with pytest.raises(ValueError, match="not ended"):
        auction_result(GREEK, ["6S"])
    with pytest.raises(ValueError, match="has ended"):
        auction_turn(GREEK, ["6S", "pass", "pass", "6C"])


def test_contracts() -> None:
    assert legal_contracts(GREEK, "10D") == ["10D", "10H", "10NT", "solo"]
    assert len(legal_contracts(GREEK, "6S")) == 26
    assert legal_contracts(GREEK, "6NT")[:2] == ["6NT", "7S"]
    assert legal_contracts(greek(concede="none", contract_raise="none"), "7D") == ["7D"]


# Defence


@pytest.mark.parametrize(
    ("text", "roles", "manner"),
    [
        ("play play", ("play", "play"), "played"),
        ("play pass alone", ("play", "pass"), "played"),
        ("play pass together", ("together", "helper"), "played"),
        ("pass play pass", ("pass", "play"), "played"),
        ("pass play together", ("together", "helper"), "played"),  # sample (b)
        ("pass together", ("helper", "together"), "played"),
        ("pass pass", ("pass", "pass"), "passed-out"),
    ],
)
def test_defence(text: str, roles: tuple[str, str], manner: str) -> None:
    calls: list[str] = []
    for call in text.split():
        assert call in legal_defence(GREEK, "6S", 0, calls)
        calls.append(call)
    assert defence_complete(GREEK, "6S", 0, calls)
    assert defence_result(GREEK, "6S", 0, calls) == {"roles": {1: roles[0], 2: roles[1]}, "manner": manner}


@pytest.mark.parametrize("text", ["", "play", "pass", "play pass", "pass play"])
def test_defence_is_not_complete(text: str) -> None:
    assert not defence_complete(GREEK, "6S", 0, text.split())


def test_defence_turns() -> None:
    def seen(*calls: str) -> tuple[int | None, list[str]]:
        return defence_turn(GREEK, "6S", 2, list(calls)), legal_defence(GREEK, "6S", 2, list(calls))

    assert seen() == (0, ["play", "pass"])
    assert seen("play") == (1, ["play", "pass"])
    assert seen("pass") == (1, ["play", "pass", "together"])
    assert seen("play", "pass") == (0, ["together", "alone"])
    assert seen("pass", "play") == (0, ["together", "pass"])
    assert seen("play", "play") == (None, [])
    assert seen("pass", "together") == (None, [])
    assert not defence_complete(GREEK, "6S", 0, ["play"])
    assert defence_result(GREEK, "solo", 0, []) == {"roles": {}, "manner": "solo"}
    assert defence_result(GREEK, "all-pass", None, []) == {"roles": {}, "manner": "all-pass"}
    for wrong in (["together"], ["play", "together"], ["play", "pass", "pass"], ["pass", "pass", "pass"]):
        with pytest.raises(ValueError, match=":"):
            defence_result(GREEK, "6S", 0, wrong)
    with pytest.raises(ValueError, match="still to speak"):
        defence_result(GREEK, "6S", 0, [])


# Play


def hand_of(text: str) -> list[str]:
    """ "SKQ.CA8" -> cards."""
    return [holding[0] + rank for holding in text.split(".") for rank in holding[1:]]


def test_sample_b() -> None:
    """The Greek sample deal of the notation: S 0, E 1, W 2; W plays 6D, S says together."""
    calls = run(GREEK, "stay 6S 6C hold 6D pass")
    won = auction_result(GREEK, calls)
    assert won == {"declarer": 2, "bid": "6D", "hand": False}
    assert "6D" in legal_contracts(GREEK, won["bid"])
    against = defence_result(GREEK, "6D", 2, ["pass", "play", "together"])
    assert against["roles"] == {0: "together", 1: "helper"}
    hands = [
        hand_of("SKQ.CA8.DAJ.HKT98"),
        hand_of("SAJT87.CT.DQ.HQJ7"),
        hand_of("S9.CKQJ.DKT987.HA"),  # with S9 DK of the talon, without C9 C7
    ]
    text = "DA DQ D9 / DJ S8 D7 / HT HQ HA / CJ CA CT / HK HJ DK / S9 SQ SA / SJ D8 SK / CK C8 ST / CQ H9 H7 / DT H8 S7"
    rows = [row.split() for row in text.split("/")]
    played = play_out(GREEK, "6D", 2, against["roles"], hands, rows)
    assert played["tricks"] == [3, 1, 6]
    assert played["leaders"] == [0, 0, 0, 2, 0, 2, 1, 2, 2, 2]
    assert (played["ended"], played["turn"], played["legal"]) == (True, None, [])
    given = {"contract": "6D", "declarer": 2, "tricks": played["tricks"], "roles": against["roles"], "kasa": 1500}
    # v = 4, made exactly: 40 from the kasa, 4 for each of four tricks, all to who said together
    assert score(GREEK, given) == {"kasa": [0, 0, 40], "pay": [16, 0, -16]}


def test_play_rules() -> None:
    hand = ["S9", "HA", "D8"]
    assert legal_cards(GREEK, "6D", hand, ["SK"]) == ["S9"]
    assert legal_cards(GREEK, "6D", hand, ["CK"]) == ["D8"]
    assert legal_cards(GREEK, "6NT", hand, ["CK"]) == hand
    assert legal_cards(GREEK, "10C", hand, ["CK"]) == hand
    assert legal_cards(GREEK, "10NT", hand, []) == hand
    hands = [["HA", "S7"], ["H7", "S8"], ["H8", "H9"]]
    played = play_out(GREEK, "6C", 1, {2: "play", 0: "pass"}, hands, [["H7", "H8"]])
    assert played["winners"] == [2]  # forehand is out: the declarer, next, leads
    assert (played["turn"], played["legal"], played["ended"]) == (2, ["H9"], False)
    with pytest.raises(IllegalCard) as caught:
        play_out(GREEK, "6C", 1, {2: "play", 0: "pass"}, hands, [["S8", "H8"], ["H9"]])  # the winner leads
    assert caught.value.at == (1, 0)
    with pytest.raises(IllegalCard) as caught:
        play_out(GREEK, "all-pass", None, {}, hands, [["HA", "S8"]])
    assert caught.value.at == (0, 1)


# rules 12.8: payments

WORDS = {"p": "play", "o": "pass", "t": "together", "h": "helper"}


def deal(contract: str, tricks: str, roles: str = "pp", **more: Any) -> dict[str, Any]:
    """ "6S", "6 3 1", "pp" -> a deal."""
    return {
        "contract": contract,
        "declarer": 0,
        "tricks": [int(count) for count in tricks.split()],
        "roles": {1: WORDS[roles[0]], 2: WORDS[roles[1]]},
        **more,
    }


# kasa to the declarer, then declarer, first, second
PAYMENTS: list[tuple[dict[str, Any], int, tuple[int, int, int]]] = [
    (deal("6S", "6 3 1"), 20, (-8, 6, 2)),
    (deal("6S", "5 3 2"), -20, (-10, 6, 4)),
    (deal("6S", "7 0 3"), 0, (14, -20, 6)),
    (deal("6S", "7 2 1"), 0, (14, 4, -18)),
    (deal("6S", "8 0 2"), 0, (32, -40, 8)),
    (deal("6S", "8 1 1"), 0, (32, -16, -16)),
    (deal("6S", "10 0 0"), 0, (80, -40, -40)),
    (deal("7S", "7 2 1"), 70, (-21, 14, 7)),
    (deal("7S", "6 3 1"), -70, (-28, 21, 7)),
    (deal("7S", "8 1 1"), 0, (56, -63, 7)),
    (deal("7S", "8 2 0"), 0, (56, 14, -70)),
    (deal("7S", "9 1 0"), 0, (126, -63, -63)),
    (deal("7S", "10 0 0"), 0, (210, -140, -70)),
    (deal("8S", "8 1 1"), 80, (-16, 8, 8)),
    (deal("8S", "9 1 0"), 0, (72, 8, -80)),
    (deal("9S", "9 1 0"), 90, (-9, 9, 0)),
    (deal("9S", "10 0 0"), 0, (90, -90, 0)),
    (deal("10S", "10 0 0"), 100, (0, 0, 0)),
    (deal("10S", "9 1 0"), -100, (-10, 10, 0)),
    (deal("6H", "6 3 1"), 50, (-20, 15, 5)),
    (deal("6H", "7 1 2"), 0, (35, -45, 10)),
    (deal("6H", "6 3 1", "th"), 50, (-20, 20, 0)),
    (deal("6H", "10 0 0", "oo"), 50, (0, 0, 0)),
    (deal("6S", "7 3 0", "po"), 20, (-6, 6, 0)),
    (deal("6S", "8 2 0", "po"), 20, (-4, 4, 0)),
    (deal("6S", "9 1 0", "po"), 0, (18, -18, 0)),
    (deal("6S", "10 0 0", "op"), 0, (40, 0, -40)),
    (deal("7S", "7 3 0", "po"), 70, (-21, 21, 0)),
    (deal("7S", "8 0 2", "op"), 70, (-14, 0, 14)),
    (deal("7S", "9 1 0", "po"), 0, (63, -63, 0)),
    (deal("7S", "10 0 0", "po"), 0, (140, -140, 0)),
    (deal("9S", "9 1 0", "po"), 90, (-9, 9, 0)),
    (deal("9S", "10 0 0", "po"), 0, (90, -90, 0)),
    (deal("6H", "4 4 2", aces=0), -100, (-110, 65, 45)),
    # the rest of the table in rules 6, worked out by hand
    (deal("6S", "7 3 0"), 0, (14, 6, -20)),
    (deal("6S", "8 2 0"), 0, (32, 8, -40)),
    (deal("6S", "9 1 0"), 0, (54, -18, -36)),
    (deal("6S", "9 0 1"), 0, (54, -36, -18)),
    (deal("7S", "8 0 2"), 0, (56, -70, 14)),
    (deal("7S", "9 0 1"), 0, (126, -140, 14)),
    (deal("7S", "7 0 3"), 70, (-21, 0, 21)),
    (deal("8S", "8 2 0"), 80, (-16, 16, 0)),
    (deal("8S", "9 0 1"), 0, (72, -80, 8)),
    (deal("8S", "10 0 0"), 0, (160, -80, -80)),
    (deal("9S", "9 0 1"), 90, (-9, 0, 9)),
    (deal("8S", "9 1 0", "po"), 80, (-8, 8, 0)),
    (deal("8S", "10 0 0", "op"), 0, (80, 0, -80)),
    (deal("10S", "10 0 0", "po"), 100, (0, 0, 0)),
    (deal("7S", "5 3 2"), -140, (-70, 42, 28)),
    (deal("7S", "5 5 0", "po"), -140, (-70, 70, 0)),
    (deal("6H", "7 1 2", "ht"), 0, (35, 0, -35)),
    (deal("6H", "5 3 2", "th"), -50, (-25, 25, 0)),
    (deal("6H", "6 3 1", aces=0), 50, (30, -10, -20)),
    (deal("7H", "7 2 1", aces=0), 70, (79, -36, -43)),
    (deal("6NT", "6 2 2"), 60, (-24, 12, 12)),
    (deal("7NT", "7 2 1"), 80, (-24, 16, 8)),
    (deal("9NT", "9 1 0"), 100, (-10, 10, 0)),
    (deal("10NT", "10 0 0"), 100, (0, 0, 0)),
]


@pytest.mark.parametrize(("given", "kasa", "pay"), PAYMENTS)
def test_payments(given: dict[str, Any], kasa: int, pay: tuple[int, int, int]) -> None:
    assert score(GREEK, given) == {"kasa": [kasa, 0, 0], "pay": list(pay)}


def test_another_declarer() -> None:
    given = {"contract": "6S", "declarer": 1, "tricks": [1, 6, 3], "roles": {2: "play", 0: "play"}}
    assert score(GREEK, given) == {"kasa": [0, 20, 0], "pay": [2, -8, 6]}


def test_solo() -> None:
    """Two down with fixed tricks: 6: 4/3/3, 7: 5/3/2, 8: 6/2/2, 9: 7/2/1, 10: 8/1/1."""
    expected = {
        "6S": (-40, [-24, 12, 12]),
        "7S": (-140, [-70, 42, 28]),
        "8S": (-160, [-64, 32, 32]),
        "9S": (-180, [-54, 36, 18]),
        "10S": (-200, [-40, 20, 20]),
        "6H": (-100, [-60, 30, 30]),
    }
    for bid, (kasa, pay) in expected.items():
        given = {"contract": "solo", "bid": bid, "declarer": 0, "roles": {}, "tricks": [0, 0, 0]}
        assert score(GREEK, given) == {"kasa": [kasa, 0, 0], "pay": pay}


def test_aces_off_and_elsewhere() -> None:
    assert score(greek(ace_bonus=None), deal("6H", "6 3 1", aces=0))["pay"] == [-20, 15, 5]
    with pytest.raises(ValueError, match="declarer"):
        score(GREEK, deal("6H", "6 3 1", aces=1))


def test_all_pass() -> None:
    given = {"contract": "all-pass", "tricks": [5, 3, 2]}
    assert score(GREEK, given) == {"kasa": [0, 0, 0], "pay": [0, 0, 0]}
    played = greek(all_pass_outcome="play_no_trump")
    assert score(played, given)["kasa"] == [-30, -10, 0]
    assert score(played, {**given, "tricks": [0, 10, 0]})["kasa"] == [0, -100, 0]


def test_last_deals() -> None:
    """If v exceeds a tenth of the kasa, v is that tenth, in whole numbers."""
    made = deal("7S", "7 2 1", kasa=45)
    assert score(GREEK, made) == {"kasa": [40, 0, 0], "pay": [-12, 8, 4]}
    failed = deal("7S", "6 3 1", kasa=45)
    assert score(GREEK, failed) == {"kasa": [-40, 0, 0], "pay": [-16, 12, 4]}
    assert score(greek(last_deal_cut="made_only"), failed) == {"kasa": [-70, 0, 0], "pay": [-28, 21, 7]}
    assert score(greek(last_deal_cut="none"), made)["kasa"] == [70, 0, 0]
    assert score(GREEK, deal("7S", "7 2 1", kasa=70))["kasa"] == [70, 0, 0]
    assert score(GREEK, deal("7S", "10 0 0", "oo", kasa=30))["kasa"] == [30, 0, 0]


def test_sheet_and_end() -> None:
    sheet = new_sheet(90)
    assert sheet == {"kasa": 90, "deposit": [30, 30, 30], "balance": [0, 0, 0]}
    sheet, ended = sheet_add(GREEK, sheet, score(GREEK, deal("6H", "6 3 1", kasa=90)))
    assert (sheet["kasa"], sheet["balance"], ended) == (40, [30, 15, 5], False)
    exact = greek(settle_rounding="none")
    assert settle(exact, sheet)["result"] == [Fraction(40, 3), Fraction(-5, 3), Fraction(-35, 3)]
    assert settle(GREEK, sheet)["result"] == [13, -1, -12]  # the last is minus the others
    sheet, ended = sheet_add(GREEK, sheet, score(GREEK, deal("6H", "6 3 1", kasa=40)))
    assert (sheet["kasa"], sheet["balance"], ended) == (0, [54, 27, 9], True)
    assert settle(GREEK, sheet) == {"result": [24, -3, -21], "good": "high"}


def test_random_sessions() -> None:
    """Nothing gets stuck; payments and settlements sum to zero."""
    rng = random.Random(20261129)
    for p in (GREEK, greek(bid_steps="jump", all_pass_outcome="play_no_trump")):
        sheet = new_sheet(300)
        for _ in range(200):
            calls: list[str] = []
            while auction_turn(p, calls) is not None:
                legal = legal_calls(p, calls)
                assert len(legal) == len(set(legal))
                calls.append(rng.choice(legal))
            won = auction_result(p, calls)
            pack = full_pack()
            rng.shuffle(pack)
            hands = [pack[:10], pack[10:20], pack[20:30]]
            contract, declarer, bid = "all-pass", None, None
            if not won.get("all_pass"):
                declarer, bid = won["declarer"], won["bid"]
                contract = rng.choice(legal_contracts(p, bid))
            spoken: list[str] = []
            while defence_turn(p, contract, declarer, spoken) is not None:
                spoken.append(rng.choice(legal_defence(p, contract, declarer, spoken)))
            against = defence_result(p, contract, declarer, spoken)
            tricks: list[list[str]] = []
            played = play_out(p, contract if contract != "solo" else "all-pass", declarer, against["roles"], hands, [])
            size = 3 - list(against["roles"].values()).count("pass")
            while against["manner"] in ("played", "all-pass") and not played["ended"]:
                if not tricks or len(tricks[-1]) == size:
                    tricks.append([])
                tricks[-1].append(rng.choice(played["legal"]))
                played = play_out(p, contract, declarer, against["roles"], hands, tricks)
            given = {
                "contract": contract,
                "declarer": declarer,
                "bid": bid,
                "roles": against["roles"],
                "tricks": played["tricks"],
                "kasa": sheet["kasa"],
            }
            result = score(p, given)
            assert sum(result["pay"]) == 0
            sheet, ended = sheet_add(p, sheet, result)
            assert sum(settle(p, sheet)["result"]) == 0
            if ended:
                sheet = new_sheet(300)
