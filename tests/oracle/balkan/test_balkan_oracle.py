"""The Serbian oracle against rows worked out by hand or tested by programs (keys "WE-..", "S2-..", "K-..").

Shorthand: declarer 0, first follower 1, second follower 2, dealer 2, unless a test says otherwise.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from ..cards import full_pack
from . import (
    CROATIAN,
    SERBIAN,
    SERBIAN_KLUB,
    IllegalCard,
    Undefined,
    auction_result,
    auction_turn,
    defence_complete,
    defence_result,
    defence_turn,
    first_leader,
    last_number,
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

ROLES = {
    "cc": {1: "come", 2: "come"},
    "co": {1: "come", 2: "stay-out"},
    "oc": {1: "stay-out", 2: "come"},
    "oo": {1: "stay-out", 2: "stay-out"},
    "called": {1: "call-partner", 2: "called"},
}


def klub(**changes: Any) -> dict[str, Any]:
    return {**SERBIAN_KLUB, **changes}


def seed(**changes: Any) -> dict[str, Any]:
    return {**SERBIAN, **changes}


def deal(contract: str, tricks: str, roles: str = "cc", **more: Any) -> dict[str, Any]:
    """ "C", "6/2/2" -> a deal."""
    counts = [int(count) for count in tricks.split("/")]
    return {"contract": contract, "declarer": 0, "roles": dict(ROLES[roles]), "tricks": counts, **more}


def run(p: dict[str, Any], text: str) -> list[str]:
    """The calls of a text, each checked for legality."""
    calls: list[str] = []
    for call in text.split():
        assert call in legal_calls(p, calls), (call, calls, legal_calls(p, calls))
        calls.append(call)
    return calls


def supe_of(result: dict[str, Any]) -> list[int]:
    return [result["supe"].get((1, 0), 0), result["supe"].get((2, 0), 0)]


# rules 12.5 and S2: auctions


@pytest.mark.parametrize("p", [SERBIAN, SERBIAN_KLUB])
@pytest.mark.parametrize(
    ("key", "text", "declarer", "bid", "hand"),
    [
        ("WE-A20", "2 pass 3 hold pass", 0, "3", False),
        ("WE-A23", "2 3 pass pass", 1, "3", False),
        ("WE-A24", "2 3 pass hold 4 hold 5 hold 6 hold 7 hold", 0, "7", False),
        ("WE-A25", "2 hand pass pass", 1, "2", True),
        ("WE-A26", "2 hand hand pass hand-4 pass", 1, "4", True),
        ("WE-A27", "2 pass 3 hold pass", 0, "3", False),
        ("WE-B30", "2 pass 3 hold pass", 0, "3", False),
        ("sample (a)", "2 3 pass hold 4 hold pass", 0, "4", False),
        ("S2-34", "pass 2 3 hold pass", 1, "3", False),
        ("rules 8.1", "pass pass 2", 2, "2", False),
        ("S2-40", "hand hand pass hand-3 hand-5", 1, "5", True),
        ("rules 8.1 equal", "hand hand pass hand-4 hand-4", 0, "4", True),
        ("rules 8.1", "hand hand pass hand-4 hand-3", 0, "4", True),
        ("rules 8.1", "hand pass hand pass", 2, "3", True),
        ("S2-38", "hand hand-betl pass pass", 1, "6", True),
        ("S2-38", "hand-betl hand-sans pass pass", 1, "7", True),
        ("S2-38", "pass pass hand-sans", 2, "7", True),
    ],
)
def test_auctions(p: dict[str, Any], key: str, text: str, declarer: int, bid: str, hand: bool) -> None:
    calls = run(p, text)
    assert auction_turn(p, calls) is None, key
    assert auction_result(p, calls) == {"declarer": declarer, "bid": bid, "hand": hand}, key


def test_all_pass_and_turns() -> None:
    calls = run(SERBIAN, "pass pass pass")  # S2-29
    assert auction_result(SERBIAN, calls) == {"all_pass": True}
    assert legal_calls(SERBIAN, calls) == []
    assert legal_contracts(SERBIAN, calls) == []
    assert [auction_turn(SERBIAN, ["2", "3", "pass", "hold", "4"][:n]) for n in range(6)] == [0, 1, 2, 0, 1, 0]
    assert auction_turn(SERBIAN, ["2", "hand", "hand", "pass"]) == 1  # naming
    with pytest.raises(ValueError, match="not ended"):
        auction_result(SERBIAN, ["2"])
    with pytest.raises(ValueError, match="has ended"):
        legal_calls(SERBIAN, ["2", "pass", "pass", "3"])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "pass 2 hand hand-betl hand-sans"),  # S2-22, S2-35, S2-39
        ("2", "pass 3 hand hand-betl hand-sans"),  # step by step; no "moje 2"
        ("2 3", "pass 4 hand hand-betl hand-sans"),  # the third hand has no hold right
        ("2 3 pass", "pass hold 4 hand-betl hand-sans"),  # S2-32, S2-35, S2-39
        ("2 3 pass hold", "pass 4 hand-betl hand-sans"),  # S2-33
        ("2 pass pass", ""),
        ("pass 2 3", "pass hold 4 hand-betl hand-sans"),  # S2-34
        ("2 3 4", "pass hold 5 hand-betl hand-sans"),
        ("2 3 4 pass", "pass hold 5 hand-betl hand-sans"),  # the right has passed on
        ("2 3 4 hold", "pass 5 hand-betl hand-sans"),
        ("hand", "pass hand hand-betl hand-sans"),  # S2-40
        ("2 hand hand", "pass hand-betl hand-sans"),
        ("hand hand-betl pass", "pass hand-sans"),
        ("hand hand pass", "pass hand-2 hand-3 hand-4 hand-5"),
        ("hand hand pass hand-2", "pass hand-3 hand-4 hand-5"),  # S2-41
        ("hand hand hand hand-2 hand-3", "pass hand-3 hand-4 hand-5"),  # S2-41 bars igra 2 only
        ("pass pass", "pass 2 hand hand-betl hand-sans"),
    ],
)
def test_legal_calls_serbian(text: str, expected: str) -> None:
    assert sorted(legal_calls(SERBIAN, run(SERBIAN, text))) == sorted(expected.split())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2 3 pass", "pass hold"),  # no raise before moje; igra-betl only as the first call
        ("2 3 pass hold", "pass 4"),
        ("2 3", "pass hand hand-betl hand-sans"),  # the third may not raise before the first has spoken
        ("2 pass", "pass 3 hand hand-betl hand-sans"),  # a 2 is not held
        ("2 pass 3", "pass hold"),
        ("pass 2 3", "pass hold"),  # the right has passed on
        ("2 hand hand", "pass"),  # WE-A25: he still says it
        ("hand hand-betl pass", "pass"),
        ("hand hand hand hand-2 hand-3", "pass hand-4 hand-5"),  # rules 8.1: the third not karo
        ("2 3 pass hold 4 hold 5 hold 6 hold 7", "pass hold"),
    ],
)
def test_legal_calls_klub(text: str, expected: str) -> None:
    assert sorted(legal_calls(SERBIAN_KLUB, run(SERBIAN_KLUB, text))) == sorted(expected.split())


def test_legal_calls_of_other_settings() -> None:
    assert legal_calls(klub(bid_steps="jump", in_hand="none"), []) == ["pass", "2", "3", "4", "5", "6", "7"]
    assert legal_calls(klub(bid_steps="jump", in_hand="none", bid_ladder="balkan8"), ["6"]) == ["pass", "7", "8"]
    assert "hand-preferans" in legal_calls(klub(bid_ladder="balkan8"), [])
    assert "8" not in legal_calls(klub(bid_steps="jump"), [])  # S2-21
    assert legal_calls(klub(hold="none"), ["2", "3", "pass"]) == ["pass", "4"]
    assert legal_calls(klub(hold="first_hand"), ["pass", "2", "3"]) == ["pass", "4"]
    assert legal_calls(klub(hold="first_hand"), ["2", "3", "pass"]) == ["pass", "hold"]
    free = klub(hold="first_hand", hold_before_raise=False)
    assert legal_calls(free, ["2", "3", "pass"]) == ["pass", "hold", "4"]
    assert "hold" in legal_calls(klub(hold_min_bid=2, bid_steps="jump"), ["2", "3", "pass"])
    assert legal_calls(
        klub(bid_ladder="balkan8"), run(klub(bid_ladder="balkan8"), "2 3 pass hold 4 hold 5 hold 6 hold 7 hold")
    ) == ["pass", "8"]
    assert "hand" in legal_calls(klub(in_hand_when="any_call"), ["2", "3", "pass"])
    with_call = klub(in_hand_naming="with_call")
    assert legal_calls(with_call, ["2"])[2:] == ["hand-2", "hand-3", "hand-4", "hand-5", "hand-betl", "hand-sans"]
    assert legal_calls(with_call, ["2", "hand-2"]) == ["pass", "hand-3", "hand-4", "hand-5", "hand-betl", "hand-sans"]
    calls = run(with_call, "2 hand-2 pass pass")  # WE-A25 in its own words
    assert auction_result(with_call, calls) == {"declarer": 1, "bid": "2", "hand": True}


def test_contracts() -> None:
    assert legal_contracts(SERBIAN, "3") == ["D", "H", "C", "betl", "sans"]  # S2-28
    assert legal_contracts(SERBIAN, "2") == ["S", "D", "H", "C", "betl", "sans"]  # S2-27: no preferans
    assert legal_contracts(SERBIAN, "7") == ["sans"]
    assert legal_contracts(klub(bid_ladder="balkan8"), "6") == ["betl", "sans", "preferans"]
    assert legal_contracts(SERBIAN, ["2", "hand", "pass", "pass"]) == ["S-hand", "D-hand", "H-hand", "C-hand"]  # S2-37
    assert legal_contracts(SERBIAN, ["hand", "hand", "pass", "pass"]) == ["D-hand", "H-hand", "C-hand"]  # S2-41
    assert legal_contracts(SERBIAN, "4", True) == ["H-hand", "C-hand"]
    assert legal_contracts(SERBIAN, "6", True) == ["betl-hand"]
    assert legal_contracts(SERBIAN, ["pass", "pass", "hand-sans"]) == ["sans-hand"]
    assert legal_contracts(seed(contract_raise="none"), "4") == ["H"]


def test_minimum_of_trumps() -> None:
    cards = ["SQ", "S9", "S7", "DJ", "D9", "D7", "HA", "HK", "C8", "C7"]
    assert legal_contracts(SERBIAN, "2", False, cards) == ["S", "D", "H", "C", "betl", "sans"]
    three = seed(min_trumps="three")
    assert legal_contracts(three, "2", False, cards) == ["S", "D", "betl", "sans"]  # S2-85: not with two hearts
    headed = seed(min_trumps="three_headed_q")
    assert legal_contracts(headed, "2", False, cards) == ["S", "betl", "sans"]  # S2-86: J 9 7 not, Q 9 7 yes
    assert legal_contracts(headed, "2") == ["S", "D", "H", "C", "betl", "sans"]
    assert legal_contracts(headed, "2", True, cards) == ["S-hand", "D-hand", "H-hand", "C-hand"]  # nobody stops there


# S2 and the notation: defence


def defence(p: dict[str, Any], contract: str, declarer: int, text: str) -> dict[str, Any]:
    calls: list[str] = []
    for call in text.split():
        legal = legal_defence(p, contract, False, declarer, calls)
        assert call in legal, (call, calls, legal)
        calls.append(call)
    return defence_result(p, contract, False, declarer, calls)


@pytest.mark.parametrize(
    ("key", "contract", "text", "roles", "kontra", "manner"),
    [
        ("sample (a)", "H", "come stay-out call-partner kontra", ("call-partner", "called"), (2, 1), "played"),
        ("S2-46", "H", "come come", ("come", "come"), None, "played"),
        ("S2-47", "H", "come stay-out call-partner", ("call-partner", "called"), None, "played"),
        ("S2-47", "C", "stay-out come call-partner fine", ("called", "call-partner"), None, "played"),
        ("AMB-S2-18", "C", "stay-out stay-out", ("stay-out", "stay-out"), None, "passed-out"),
        ("S2-53", "C", "come come fine kontra fine", ("come", "come"), (2, 1), "played"),
        ("rules 8.1", "C", "come stay-out kontra", ("come", "called"), (1, 1), "played"),
        ("S2-54", "C", "stay-out come kontra rekontra", ("called", "come"), (2, 2), "played"),
        ("S2-56", "C", "come come kontra rekontra subkontra mortkontra", ("come", "come"), (1, 4), "played"),
        ("S2-45", "betl", "", ("come", "come"), None, "played"),
        ("S2-45", "betl", "fine kontra rekontra", ("come", "come"), (2, 2), "played"),
        ("S2-59", "S", "come come fine fine", ("come", "come"), None, "unkontred"),
        ("S2-59", "S", "stay-out stay-out", ("stay-out", "stay-out"), None, "unkontred"),
        ("S2-58", "S", "come come kontra", ("come", "come"), (1, 1), "played"),
        ("S2-58", "S-hand", "come come", ("come", "come"), None, "played"),
    ],
)
def test_defence(
    key: str, contract: str, text: str, roles: tuple[str, str], kontra: tuple[int, int] | None, manner: str
) -> None:
    result = defence(SERBIAN, contract, 0, text)
    assert result == {"roles": {1: roles[0], 2: roles[1]}, "kontra": kontra, "manner": manner}, key


def test_defence_of_another_declarer() -> None:
    result = defence(SERBIAN, "H", 1, "come stay-out call-partner kontra")
    assert result["roles"] == {2: "call-partner", 0: "called"}
    assert result["kontra"] == (0, 1)


@pytest.mark.parametrize(
    ("contract", "text", "turn", "legal"),
    [
        ("H", "", 1, "come stay-out"),
        ("H", "come", 2, "come stay-out"),
        ("H", "come come", 1, "kontra fine"),  # no call-partner: nobody is left to call
        ("H", "come come fine", 2, "kontra fine"),
        ("H", "come come kontra", 0, "rekontra fine"),
        ("H", "come come kontra rekontra", 1, "subkontra fine"),
        ("H", "come come kontra rekontra subkontra", 0, "mortkontra fine"),
        ("H", "come come kontra rekontra subkontra mortkontra", None, ""),  # S2-56: no fifth step
        ("H", "come come kontra fine", None, ""),
        ("H", "come come fine fine", None, ""),
        ("H", "come stay-out", 1, "call-partner kontra fine"),
        ("H", "stay-out come", 2, "call-partner kontra fine"),
        ("H", "come stay-out call-partner", 2, "kontra fine"),
        ("H", "come stay-out call-partner fine", None, ""),
        ("H", "come stay-out fine", None, ""),
        ("H", "stay-out stay-out", None, ""),
        ("betl", "", 1, "kontra fine"),
        ("betl", "fine", 2, "kontra fine"),
        ("betl-hand", "kontra", None, ""),  # rules 8.1: no rekontra against igra-betl
        ("betl", "kontra", 0, "rekontra fine"),
        ("all-pass", "", None, ""),
    ],
)
def test_defence_turns(contract: str, text: str, turn: int | None, legal: str) -> None:
    calls = text.split()
    assert defence_turn(SERBIAN, contract, False, 0, calls) == turn
    assert sorted(legal_defence(SERBIAN, contract, False, 0, calls)) == sorted(legal.split())
    assert defence_complete(SERBIAN, contract, False, 0, calls) == (contract != "H" or len(calls) >= 2)


def test_defence_of_other_settings() -> None:
    assert legal_defence(seed(kontra_max=2), "H", False, 0, ["come", "come", "kontra", "rekontra"]) == []  # IKLUB
    assert legal_defence(seed(kontra_max=0), "H", False, 0, ["come", "stay-out"]) == ["call-partner", "fine"]
    assert legal_defence(seed(kontra_max=0), "H", False, 0, ["come", "come"]) == []
    assert legal_defence(seed(invite=False), "H", False, 0, ["come", "stay-out"]) == ["kontra", "fine"]
    no_kontra_after = seed(kontra_after_call=False)
    assert legal_defence(no_kontra_after, "H", False, 0, ["come", "stay-out", "call-partner"]) == []
    assert legal_defence(seed(rekontra_on_hand_betl=True), "betl", True, 0, ["kontra"]) == ["rekontra", "fine"]
    result = defence_result(seed(kontra_compulsory="none"), "S", False, 0, ["come", "come"])
    assert result["manner"] == "played"
    assert defence_result(seed(), "all-pass", False, None, [])["manner"] == "all-pass"
    for wrong in (["kontra"], ["come", "stay-out", "kontra", "subkontra"], ["stay-out", "stay-out", "kontra"]):
        with pytest.raises(ValueError, match=":"):
            defence_result(seed(), "H", False, 0, wrong)
    with pytest.raises(ValueError, match="still to answer"):
        defence_result(seed(), "H", False, 0, ["come"])


# Play


def hand_of(text: str) -> list[str]:
    """ "SQ98.CK" -> cards."""
    return [holding[0] + rank for holding in text.split(".") for rank in holding[1:]]


def rows_of(text: str) -> list[list[str]]:
    return [row.split() for row in text.split("/")]


SAMPLE_A = {
    "hands": [hand_of("SQ.CK.DAT.HKJT987"), hand_of("SAKJT.CT9.D98.HAQ"), hand_of("S7.CAQJ87.DKQJ7")],
    "tricks": rows_of(
        "HK HQ DQ / DA D9 D7 / HT HA DJ / SA S7 SQ / C9 C7 CK / H8 SJ CQ / H9 D8 CA / H7 CT C8 / HJ SK CJ / DT ST DK"
    ),
}


def test_sample_a() -> None:
    """The Serbian sample deal of the notation: S 0, E 1, W 2; kontra by the called hand."""
    p = SERBIAN
    calls = run(p, "2 3 pass hold 4 hold pass")
    assert auction_result(p, calls) == {"declarer": 0, "bid": "4", "hand": False}
    assert "H" in legal_contracts(p, calls, cards=SAMPLE_A["hands"][0])
    roles = defence(p, "H", 0, "come stay-out call-partner kontra")
    played = play_out(p, "H", 0, roles["roles"], SAMPLE_A["hands"], SAMPLE_A["tricks"], roles["kontra"])
    assert played["tricks"] == [7, 2, 1]
    assert played["leaders"] == [0, 0, 0, 1, 1, 0, 0, 0, 0, 0]
    assert (played["ended"], played["early"], played["turn"]) == (True, False, None)
    result = score(p, {"contract": "H", "declarer": 0, "tricks": played["tricks"], **roles})
    # herc 4: 8 doubled; W gave kontra, writes all three tricks and falls, since three are not five
    assert result == {"bule": [-16, 0, 16], "supe": {(2, 0): 48}, "refe": [0, 0, 0]}


def test_play_rules() -> None:
    p = SERBIAN
    hand = ["S9", "HA", "D8"]
    assert legal_cards(p, "D", hand, ["SK"]) == ["S9"]  # S2-68
    assert legal_cards(p, "D", hand, ["CK"]) == ["D8"]  # S2-71
    assert legal_cards(p, "C", hand, ["CK"]) == hand  # S2-73
    assert legal_cards(p, "sans", hand, ["CK"]) == hand  # S2-74
    assert legal_cards(p, "betl-hand", hand, ["CK"]) == hand
    assert legal_cards(p, "S-hand", hand, ["CK"]) == ["S9"]
    assert legal_cards(p, "D", hand, []) == hand


def test_first_leader() -> None:
    both, first, second = ROLES["cc"], ROLES["co"], ROLES["oc"]
    assert first_leader(SERBIAN, "C", 0, both) == 0
    assert first_leader(SERBIAN, "sans", 0, both) == 0  # K-28
    assert first_leader(SERBIAN_KLUB, "sans", 0, both) == 2  # declarer's left
    assert first_leader(SERBIAN_KLUB, "sans-hand", 0, second) == 2
    assert first_leader(SERBIAN_KLUB, "sans", 0, first) == 1  # he stayed out: the other follower
    assert first_leader(SERBIAN_KLUB, "sans", 1, {2: "come", 0: "come"}) == 0
    assert first_leader(SERBIAN_KLUB, "sans", 2, {0: "come", 1: "come"}) == 1
    assert first_leader(SERBIAN_KLUB, "betl", 1, {2: "come", 0: "come"}) == 0
    assert first_leader(SERBIAN_KLUB, "C", 1, {2: "come", 0: "stay-out"}) == 1  # forehand is out


def test_agreed_sans_lead() -> None:
    p = seed(sans_lead="agreed")
    hand = ["SA", "C9", "H8", "D7"]
    assert legal_cards(p, "sans", hand, [], True, called=True) == ["C9"]  # S2-87
    assert legal_cards(p, "sans", hand, [], True) == hand
    assert legal_cards(p, "sans", hand, [], True, kontra=True) == ["SA"]  # S2-88
    assert legal_cards(p, "sans", hand, [], True, kontra=True, kontra_bid="4") == ["SA", "H8"]  # S2-89
    assert legal_cards(p, "sans", ["D7"], [], True, kontra=True) == ["D7"]
    assert legal_cards(SERBIAN, "sans", hand, [], True, kontra=True) == hand
    assert legal_cards(p, "H", hand, [], True, kontra=True) == hand
    calls = run(p, "2 3 pass hold 4 hold pass")
    assert [last_number(p, calls, player) for player in range(3)] == ["4", "4", None]
    roles = {0: "called", 1: "call-partner"}
    start = play_out(p, "sans", 2, roles, [["SA", "C9"], ["S7", "C8"], ["HA", "HK"]], [])
    assert start["legal"] == ["C9"]


def test_two_hands_and_faults() -> None:
    """S2-69: two cards a trick when one stays out."""
    hands = [["HA", "S7"], ["H7", "S8"], ["H8", "H9"]]
    roles = {1: "stay-out", 2: "come"}
    played = play_out(SERBIAN, "C", 0, roles, hands, [["HA", "H8"], ["S7"]])
    assert played["winners"] == [0]
    assert (played["turn"], played["legal"], played["ended"]) == (2, ["H9"], False)
    for rows, at in (([["HA", "S8"]], (0, 1)), ([["HA", "H8", "H7"]], (0, 2)), ([["HA"], ["S7"]], (1, 0))):
        with pytest.raises(IllegalCard) as caught:
            play_out(SERBIAN, "C", 0, roles, hands, rows)
        assert caught.value.at == at
    with pytest.raises(IllegalCard) as caught:  # revoke
        play_out(SERBIAN, "C", 0, ROLES["cc"], [["HA"], ["H7", "S8"], ["H8"]], [["HA", "S8"]])
    assert caught.value.at == (0, 1)


def test_early_end() -> None:
    """K-29: five followers' tricks, or the declarer's first in betl, end the play in the club only."""
    low = ["S7", "D7", "H7", "C7", "S8", "D8", "H8", "C8", "S9", "D9"]
    high = ["SA", "DA", "HA", "CA", "SK", "DK", "HK", "CK", "SQ", "DQ"]
    middle = ["SJ", "DJ", "HJ", "CJ", "ST", "DT", "HT", "CT", "H9", "C9"]
    first_five = [[high[i], middle[i], low[i]] for i in range(5)]
    hands = [high, middle, low]
    roles = {0: "come", 1: "come"}
    played = play_out(SERBIAN_KLUB, "sans-hand", 2, roles, hands, [])
    assert played["turn"] == 1  # declarer's left
    left_leads = [[middle[0], low[0], high[0]], *first_five[1:]]
    at_five = play_out(SERBIAN_KLUB, "sans", 2, roles, hands, left_leads)
    assert (at_five["ended"], at_five["early"], at_five["tricks"], at_five["legal"]) == (True, True, [5, 0, 0], [])
    with pytest.raises(IllegalCard) as caught:
        play_out(SERBIAN_KLUB, "sans", 2, roles, hands, [*left_leads, ["DK"]])
    assert caught.value.at == (5, 0)
    assert play_out(SERBIAN, "sans", 2, roles, hands, first_five)["ended"] is False
    betl = play_out(SERBIAN_KLUB, "betl", 0, ROLES["cc"], hands, first_five[:1])
    assert (betl["ended"], betl["early"]) == (True, True)
    assert play_out(SERBIAN, "betl", 0, ROLES["cc"], hands, first_five[:1])["ended"] is False


# rules 12.7: scores; bule of the three, supe of the two on the declarer

JOINT = klub()
EACH = klub(duty_two="each_two")

DEALS: list[tuple[str, dict[str, Any], dict[str, Any], list[int], list[int]]] = [
    ("WE-B01", JOINT, deal("C", "6/2/2"), [-10, 0, 0], [20, 20]),
    ("WE-B03", JOINT, deal("C", "6/2/2", kontra=(1, 1)), [-20, 20, 0], [80, 0]),
    ("WE-B03", JOINT, deal("C", "6/3/1", kontra=(1, 1)), [-20, 20, 0], [80, 0]),
    ("WE-B05", JOINT, deal("C", "6/2/2", refe=[1, 0, 0]), [-20, 0, 0], [40, 40]),
    ("WE-B06", klub(kontra_compulsory="none"), deal("S", "7/2/1"), [-4, 0, 4], [8, 4]),
    ("WE-B08", JOINT, deal("C", "6/3/1"), [-10, 0, 0], [30, 10]),
    ("WE-B08", EACH, deal("C", "6/3/1"), [-10, 0, 10], [30, 10]),
    ("S2-07", SERBIAN, deal("C", "6/3/1"), [-10, 0, 10], [30, 10]),
    ("WE-B10", JOINT, deal("C", "7/2/1", "called"), [-10, 10, 0], [30, 0]),
    ("S2-49", JOINT, deal("C", "6/2/2", "called"), [-10, 0, 0], [40, 0]),
    ("WE-B11", JOINT, deal("betl", "0/5/5"), [-12, 0, 0], [0, 0]),
    ("WE-B11", JOINT, deal("betl", "1/9/0"), [12, 0, 0], [60, 60]),
    ("WE-B11", JOINT, deal("betl-hand", "1/0/0"), [14, 0, 0], [70, 70]),
    ("WE-B11", JOINT, deal("betl", "0/8/2", kontra=(1, 1)), [-24, 24, 0], [0, 0]),
    ("rules 8.2", JOINT, deal("betl", "1/0/0", kontra=(2, 1)), [24, 0, 0], [0, 120]),
    ("K-24", klub(betl_fail_supe="none"), deal("betl", "1/0/0"), [12, 0, 0], [0, 0]),
    ("WE-B12", JOINT, deal("sans", "6/2/2"), [-14, 0, 0], [28, 28]),
    ("WE-B13", JOINT, deal("H", "6/3/1"), [-8, 0, 0], [24, 8]),
    ("WE-B15", JOINT, deal("H", "7/2/1"), [-8, 0, 8], [16, 8]),
    ("WE-B15", JOINT, deal("H", "8/1/1"), [-8, 8, 8], [8, 8]),
    ("WE-B15", JOINT, deal("H", "6/4/0"), [-8, 0, 0], [32, 0]),
    ("WE-B16", JOINT, deal("H", "7/3/0", "co"), [-8, 0, 0], [24, 0]),
    ("WE-B21", JOINT, deal("C", "0/0/0", "oo"), [-10, 0, 0], [0, 0]),
    ("S2-49", JOINT, deal("C", "7/2/1", "called"), [-10, 10, 0], [30, 0]),
    ("S2-51", SERBIAN, deal("C", "5/4/1", kontra=(1, 1)), [20, 0, 0], [100, 0]),
    ("S2-54", SERBIAN, deal("C", "6/2/2", kontra=(1, 2)), [-40, 40, 0], [160, 0]),
    ("S2-55", SERBIAN, deal("C", "6/2/2", kontra=(2, 3)), [-80, 0, 80], [0, 320]),
    ("S2-56", SERBIAN, deal("C", "6/2/2", kontra=(1, 4)), [-160, 160, 0], [640, 0]),
    ("AMB-S2-17", SERBIAN, deal("C", "6/2/2", kontra=(1, 1), refe=[2, 0, 0]), [-40, 40, 0], [160, 0]),
    ("S2-06", SERBIAN, deal("sans", "5/3/2"), [14, 0, 0], [42, 28]),
    ("S2-77", SERBIAN, deal("D", "10/0/0", "co"), [-6, 6, 0], [0, 0]),
    ("S2-78", SERBIAN, deal("H", "5/3/2"), [8, 0, 0], [24, 16]),
    ("S2-79", SERBIAN, deal("S-hand", "6/2/2"), [-6, 0, 0], [12, 12]),
    ("S2-79", SERBIAN, deal("D-hand", "6/2/2"), [-8, 0, 0], [16, 16]),
    ("S2-79", SERBIAN, deal("H", "6/2/2", hand=True), [-10, 0, 0], [20, 20]),
    ("S2-79", SERBIAN, deal("C-hand", "6/2/2"), [-12, 0, 0], [24, 24]),
    ("S2-79", SERBIAN, deal("betl-hand", "0/5/5"), [-14, 0, 0], [0, 0]),
    ("S2-79", SERBIAN, deal("sans-hand", "6/2/2"), [-16, 0, 0], [32, 32]),
    ("S2-80", SERBIAN, deal("H", "6/3/1"), [-8, 0, 8], [24, 8]),
    ("S2-76", SERBIAN, deal("C", "3/4/3"), [10, 0, 0], [40, 30]),  # tricks beyond the fifth are counted
    ("AMB-S2-10", JOINT, deal("C", "4/3/2", refe=[1, 0, 0]), [20, 0, 0], [60, 40]),
    ("rules 8.1", JOINT, deal("C", "9/1/0", "co"), [-10, 10, 0], [10, 0]),  # lone follower
    ("rules 8.1", JOINT, deal("C", "8/0/2", "oc"), [-10, 0, 0], [0, 20]),
    ("S2-90", klub(obvious_error="culprit_falls"), deal("C", "7/2/1", culprit=1), [-10, 10, 0], [20, 10]),
    ("S2-90", JOINT, deal("C", "7/2/1", culprit=1), [-10, 0, 10], [20, 10]),
    ("rules 8.2", klub(bid_ladder="balkan8"), deal("preferans", "10/0/0", "co"), [-16, 16, 0], [0, 0]),
    ("rules 8.2", klub(bid_ladder="balkan8"), deal("preferans-hand", "9/1/0"), [18, 0, 0], [18, 0]),
]


@pytest.mark.parametrize(
    ("key", "p", "given", "bule", "supe"), DEALS, ids=lambda value: value if isinstance(value, str) else ""
)
def test_scores(key: str, p: dict[str, Any], given: dict[str, Any], bule: list[int], supe: list[int]) -> None:
    result = score(p, given)
    assert result["bule"] == bule, key
    assert supe_of(result) == supe, key
    assert result["refe"] == ([-1, 0, 0] if given.get("refe") else [0, 0, 0]), key


def test_cap_of_supe() -> None:
    """WE-B09: tref 4/4/2, five tricks in all are written."""
    result = score(JOINT, deal("C", "4/4/2"))
    assert result["bule"] == [10, 0, 0]
    assert sum(supe_of(result)) == 50
    ordered = deal("C", "4/4/2", winners=[1, 2, 0, 2, 1, 0, 1, 1, 0, 0])
    assert supe_of(score(JOINT, ordered)) == [30, 20]
    assert supe_of(score(JOINT, deal("C", "4/4/2", kontra=(1, 1)))) == [100, 0]
    assert supe_of(score(SERBIAN, deal("C", "4/4/2"))) == [40, 20]


def test_worked_deal_b30() -> None:
    """WE-B30: dealer 0, ring 0, 2, 1, so that the sources' 2 is index 0, their 1 index 1, their 0 index 2."""
    hands = [
        hand_of("SJ.HAQT987.CKT8"),  # with H7 CK of the talon, without S7 D9
        hand_of("SQ98.DKJT8.CAQJ"),
        hand_of("SAKT.DAQ7.HKJ.C97"),
    ]
    rows = [["HA", "S8", "HK"], ["HQ", "CQ", "HJ"]]
    played = play_out(SERBIAN_KLUB, "H", 0, ROLES["cc"], hands, rows)
    assert played["winners"] == [0, 0]
    result = score(SERBIAN_KLUB, deal("H", "6/1/3"))
    assert (result["bule"], supe_of(result)) == ([-8, 0, 0], [8, 24])


def test_refe_after_all_pass() -> None:
    """WE-B23, S2-65, S2-66"""
    given: dict[str, Any] = {"contract": "all-pass", "bule": [10, 10, 10], "refe": [0, 0, 0]}
    nothing = [0, 0, 0]
    assert score(SERBIAN, given) == {"bule": nothing, "supe": {}, "refe": [1, 1, 1]}
    assert score(SERBIAN, {**given, "bule": [10, -2, 20]})["refe"] == nothing
    assert score(SERBIAN, {**given, "bule": [0, 4, 20]})["refe"] == [1, 1, 1]
    assert score(SERBIAN, {**given, "refe": [2, 1, 1]})["refe"] == nothing
    assert score(SERBIAN, {**given, "refe": [1, 0, 1], "refe_entered": 2})["refe"] == nothing
    assert score(SERBIAN, {**given, "refe": [1, 1, 1]})["refe"] == [1, 1, 1]
    assert score(seed(refe=0), given)["refe"] == nothing
    assert score(seed(refe=None), {**given, "refe": [9, 9, 9]})["refe"] == [1, 1, 1]
    assert score(seed(refe_block="none"), {**given, "bule": [10, -2, 20]})["refe"] == [1, 1, 1]
    assert score(seed(all_pass_outcome="redeal"), given)["refe"] == nothing


def test_pik_without_kontra() -> None:
    """WE-B19, S2-59, S2-60, C-13"""
    free = deal("S", "0/0/0", bule=[30, 30, 30], refe=[0, 0, 0], refe_entered=0)
    full = {**free, "refe_entered": 2}
    held = {**full, "refe": [1, 0, 0]}
    nothing: dict[tuple[int, int], int] = {}
    assert score(SERBIAN, free) == {"bule": [0, 0, 0], "supe": nothing, "refe": [1, 1, 1]}
    assert score(SERBIAN, full) == {"bule": [-4, 0, 0], "supe": nothing, "refe": [0, 0, 0]}
    assert score(SERBIAN, held) == {"bule": [-8, 0, 0], "supe": nothing, "refe": [-1, 0, 0]}
    assert score(seed(kontra_missing="refe_else_redeal"), full)["bule"] == [0, 0, 0]
    assert score(seed(kontra_missing="made"), free) == {"bule": [-4, 0, 0], "supe": nothing, "refe": [0, 0, 0]}
    assert score(seed(kontra_missing="failed"), free)["bule"] == [4, 0, 0]
    assert score(SERBIAN, deal("S", "6/2/2", kontra=(1, 1)))["bule"] == [-8, 8, 0]


def test_end_of_the_game() -> None:
    """AMB-S2-09"""
    six_left: dict[str, Any] = {"bule": [-4, 0, 10]}
    assert score(SERBIAN, deal("H", "6/2/2", **six_left))["bule"] == [-6, 0, 0]
    assert score(seed(last_deal_cut="none"), deal("H", "6/2/2", **six_left))["bule"] == [-8, 0, 0]
    # The second follower falls by 8, so 14 remain for the declarer's 8; or the 6 from before.
    assert score(SERBIAN, deal("H", "6/3/1", **six_left))["bule"] == [-8, 0, 8]
    assert score(seed(fines_before_cut=False), deal("H", "6/3/1", **six_left))["bule"] == [-6, 0, 8]
    # made_only: a failed game is written in full; to_remainder cuts that too.
    assert score(SERBIAN, deal("H", "5/3/2", **six_left))["bule"] == [8, 0, 0]
    assert score(seed(last_deal_cut="to_remainder"), deal("H", "5/3/2", **six_left))["bule"] == [6, 0, 0]
    iklub = seed(double_fail_last=True)
    lost = score(iklub, deal("H", "5/5/0", **six_left))
    assert lost["bule"] == [16, 0, 0]
    assert supe_of(lost) == [40, 0]
    assert score(iklub, deal("D", "5/5/0", **six_left))["bule"] == [6, 0, 0]  # not larger than what is left
    assert score(SERBIAN, deal("H", "5/5/0", **six_left))["bule"] == [8, 0, 0]


def test_sheet() -> None:
    sheet = new_sheet(30)
    sheet, ended = sheet_add(SERBIAN, sheet, score(SERBIAN, deal("C", "0/0/0", "oo")))
    assert sheet == {"bule": [20, 30, 30], "supe": {}, "refe": [0, 0, 0]}  # WE-B21
    assert not ended
    sheet, ended = sheet_add(SERBIAN, sheet, {"bule": [0, 0, 0], "supe": {}, "refe": [1, 1, 1]})
    first = score(SERBIAN, deal("C", "6/2/2", refe=sheet["refe"], bule=sheet["bule"]))
    sheet, ended = sheet_add(SERBIAN, sheet, first)
    assert sheet == {"bule": [0, 30, 30], "supe": {(1, 0): 40, (2, 0): 40}, "refe": [0, 1, 1]}
    nearly: dict[str, Any] = {"bule": [-6, 4, 4], "supe": {}, "refe": [0, 0, 0]}
    step: dict[str, Any] = {"bule": [0, 0, -2], "supe": {}, "refe": [0, 0, 0]}
    assert sheet_add(SERBIAN, nearly, {**step, "bule": [0, 0, 0]})[1] is False  # S2-82
    assert sheet_add(SERBIAN, nearly, step)[1] is True


def test_settlement() -> None:
    """WE-B18, WE-B24, S2-83"""
    first = {"bule": [-10, 5, 5], "supe": {(0, 2): 40, (2, 1): 30}, "refe": [0, 0, 0]}
    assert settle(SERBIAN, first) == {"result": [-140, 80, 60], "good": "low"}
    start = new_sheet(60)
    assert settle(seed(result_sign="high_wins"), start) == {"result": [-600, -600, -600], "good": "high"}
    won, _ = sheet_add(SERBIAN, start, {"bule": [0, -10, 0], "supe": {}, "refe": [0, 0, 0]})
    assert settle(seed(result_sign="high_wins"), won)["result"] == [-600, -500, -600]


# Random walks: nothing ever gets stuck


@pytest.mark.parametrize("p", [SERBIAN, SERBIAN_KLUB, klub(in_hand_naming="with_call", bid_ladder="balkan8")])
def test_random_sessions(p: dict[str, Any]) -> None:
    rng = random.Random(20261129)
    sheet = new_sheet(20)
    for _ in range(300):
        calls: list[str] = []
        while auction_turn(p, calls) is not None:
            legal = legal_calls(p, calls)
            assert len(legal) == len(set(legal))
            calls.append(rng.choice(legal))
        won = auction_result(p, calls)
        assert len(calls) <= 40
        standing: dict[str, Any] = {"bule": sheet["bule"], "refe": sheet["refe"]}
        if won.get("all_pass"):
            given: dict[str, Any] = {"contract": "all-pass", **standing}
        else:
            pack = full_pack()
            rng.shuffle(pack)
            hands = [pack[:10], pack[10:20], pack[20:30]]
            contract = rng.choice(legal_contracts(p, calls))
            declarer = won["declarer"]
            spoken: list[str] = []
            while defence_turn(p, contract, won["hand"], declarer, spoken) is not None:
                spoken.append(rng.choice(legal_defence(p, contract, won["hand"], declarer, spoken)))
            against = defence_result(p, contract, won["hand"], declarer, spoken)
            tricks: list[list[str]] = []
            played = play_out(p, contract, declarer, against["roles"], hands, tricks, against["kontra"])
            size = 1 + sum(role != "stay-out" for role in against["roles"].values())
            while against["manner"] == "played" and not played["ended"]:
                if not tricks or len(tricks[-1]) == size:
                    tricks.append([])
                tricks[-1].append(rng.choice(played["legal"]))
                played = play_out(p, contract, declarer, against["roles"], hands, tricks, against["kontra"])
            given = {"contract": contract, "declarer": declarer, "tricks": played["tricks"], **against, **standing}
        result = score(p, given)
        assert set(result["refe"]) <= {-1, 0, 1}
        sheet, ended = sheet_add(p, sheet, result)
        if ended:
            assert sum(sheet["bule"]) <= 0
            assert sum(settle(p, sheet)["result"]) == 10 * sum(sheet["bule"])
            sheet = new_sheet(20)


# The Croatian game (rules 8.4): what its sources give, and what they leave open


@pytest.mark.parametrize(
    ("text", "declarer", "bid", "contracts"),
    [
        ("2 pass pass", 0, "2", "S D H C betl sans"),
        ("2 3 pass hold pass", 0, "3", "D H C betl sans"),  # G-JANKO: ja bi
        ("2 3 4 pass hold pass", 1, "4", "H C betl sans"),  # the second hand when the first has passed
        ("pass 2 3 hold 4 pass", 2, "4", "H C betl sans"),
        ("2 3 4 5 6 7 pass pass", 2, "7", "sans"),
    ],
)
def test_croatian_auctions(text: str, declarer: int, bid: str, contracts: str) -> None:
    calls = run(CROATIAN, text)
    assert auction_result(CROATIAN, calls) == {"declarer": declarer, "bid": bid, "hand": False}
    assert legal_contracts(CROATIAN, calls) == contracts.split()


def test_croatian_calls() -> None:
    assert legal_calls(CROATIAN, []) == ["pass", "2"]
    assert legal_calls(CROATIAN, ["2", "3"]) == ["pass", "4"]
    assert legal_calls(CROATIAN, ["2", "3", "pass"]) == ["pass", "hold", "4"]
    assert auction_result(CROATIAN, ["pass", "pass", "pass"]) == {"all_pass": True}
    with pytest.raises(Undefined, match="in_hand"):
        legal_calls(CROATIAN, ["hand"])


def test_croatian_defence() -> None:
    assert legal_defence(CROATIAN, "S", False, 0, []) == ["come", "stay-out"]
    assert legal_defence(CROATIAN, "S", False, 0, ["come", "stay-out"]) == []
    assert defence_turn(CROATIAN, "S", False, 0, ["come", "stay-out"]) is None
    answers = ["stay-out", "come"]
    expected = {"roles": {1: "stay-out", 2: "come"}, "kontra": None, "manner": "played"}
    assert defence_result(CROATIAN, "S", False, 0, answers) == expected
    assert defence_result(CROATIAN, "H", False, 0, ["stay-out"] * 2)["manner"] == "passed-out"
    assert defence_result(CROATIAN, "betl", False, 0, [])["roles"] == {1: "come", 2: "come"}
    with pytest.raises(Undefined, match="invite"):
        legal_defence(CROATIAN, "S", False, 0, [*answers, "call-partner"])
    with pytest.raises(Undefined, match="kontra_max"):
        legal_defence(CROATIAN, "S", False, 0, [*answers, "kontra"])


def test_croatian_play_and_score() -> None:
    both = {1: "come", 2: "come"}
    assert first_leader(CROATIAN, "H", 1, {0: "come", 2: "come"}) == 0
    assert first_leader(CROATIAN, "betl", 0, both) == 0
    with pytest.raises(Undefined, match="first_lead_no_trump"):
        first_leader(CROATIAN, "sans", 0, both)
    assert legal_cards(CROATIAN, "H", ["D7", "H7"], ["SA"]) == ["H7"]
    for contract in ("H", "all-pass"):
        with pytest.raises(Undefined, match="bula_unit"):
            score(CROATIAN, deal(contract, "6/2/2"))
    with pytest.raises(Undefined, match="start_bule"):
        sheet_add(CROATIAN, new_sheet(60), {"bule": [0, 0, 0], "supe": {}, "refe": [0, 0, 0]})
    with pytest.raises(Undefined, match="result_sign"):
        settle(CROATIAN, new_sheet(60))
