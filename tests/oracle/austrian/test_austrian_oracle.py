"""The Austrian oracle against rows worked out by hand from the sources (LESNOI, DEWIKI, KARTENSP, PAGAT-AT).

Shorthand: players 0 (first hand), 1, 2; declarer 0 unless a test says otherwise.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from ..cards import full_pack
from . import (
    AUSTRIAN,
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
    play_out,
    score,
    settle,
    sheet_add,
)

CALLED = {1: "call-partner", 2: "called"}


def austrian(**changes: Any) -> dict[str, Any]:
    return {**AUSTRIAN, **changes}


def run(p: dict[str, Any], text: str) -> list[str]:
    """The calls of a text, each checked for legality."""
    calls: list[str] = []
    for call in text.split():
        assert call in legal_calls(p, calls), (call, calls, legal_calls(p, calls))
        calls.append(call)
    return calls


@pytest.mark.parametrize(
    ("key", "text", "declarer", "bid", "contracts"),
    [
        ("LESNOI", "1 2 3 pass hold 4 pass", 2, "4", "H"),
        ("LESNOI", "1 2 3 pass hold pass", 1, "3", "D H"),
        ("DEWIKI", "1 pass pass", 0, "1", "C S D H"),
        ("DEWIKI", "1 2 pass hold pass", 0, "2", "S D H"),
        ("DEWIKI", "1 2 3 hold 4 pass hold pass", 0, "4", "H"),
        ("two passes", "pass pass 1", 2, "1", "C S D H"),
        ("two passes", "pass 1 pass", 1, "1", "C S D H"),
    ],
)
def test_auctions(key: str, text: str, declarer: int, bid: str, contracts: str) -> None:
    calls = run(AUSTRIAN, text)
    assert auction_turn(AUSTRIAN, calls) is None, key
    assert legal_calls(AUSTRIAN, calls) == []
    assert auction_result(AUSTRIAN, calls) == {"declarer": declarer, "bid": bid, "hand": False}, key
    assert legal_contracts(AUSTRIAN, calls) == contracts.split(), key


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "pass 1"),
        ("1", "pass 2"),
        ("1 2", "pass 3"),
        ("1 2 3", "pass hold 4"),
        ("1 2 3 hold", "pass 4"),
        ("1 2 3 pass", "pass hold 4"),
        ("1 2 3 pass hold", "pass 4"),
        ("1 2 3 hold 4", "pass"),
        ("1 2 3 hold 4 pass", "pass hold"),
        ("1 2 3 hold 4 pass hold", "pass"),
        ("pass 1 2", "pass hold 3"),
    ],
)
def test_legal_calls(text: str, expected: str) -> None:
    assert legal_calls(AUSTRIAN, run(AUSTRIAN, text)) == expected.split()


def test_auction_edges() -> None:
    assert auction_result(AUSTRIAN, run(AUSTRIAN, "pass pass pass")) == {"all_pass": True}  # PAGAT-AT: redeal
    assert legal_contracts(AUSTRIAN, ["pass", "pass", "pass"]) == []
    assert "hold" not in legal_calls(austrian(hold="none"), ["1", "2", "pass"])
    assert "hold" not in legal_calls(austrian(hold_min_bid=3), ["1", "2", "pass"])
    ending = austrian(hold_ends_auction=True)
    assert auction_result(ending, run(ending, "1 2 3 hold")) == {"declarer": 0, "bid": "3", "hand": False}
    assert [auction_turn(AUSTRIAN, ["1", "2", "3", "pass", "hold"][:n]) for n in range(6)] == [0, 1, 2, 0, 1, 2]
    with pytest.raises(ValueError, match="not ended"):
        auction_result(AUSTRIAN, ["1"])
    with pytest.raises(ValueError, match="has ended"):
        auction_turn(AUSTRIAN, ["1", "pass", "pass", "2"])
    assert len(legal_discards(full_pack()[:12])) == 66


@pytest.mark.parametrize(
    ("text", "roles", "manner"),
    [
        ("come come", {1: "come", 2: "come"}, "played"),
        ("come stay-out", {1: "come", 2: "stay-out"}, "played"),
        ("come stay-out fine", {1: "come", 2: "stay-out"}, "played"),
        ("come stay-out call-partner", CALLED, "played"),
        ("stay-out come call-partner", {1: "called", 2: "call-partner"}, "played"),
        ("stay-out stay-out", {1: "stay-out", 2: "stay-out"}, "passed-out"),
    ],
)
def test_defence(text: str, roles: dict[int, str], manner: str) -> None:
    calls: list[str] = []
    for call in text.split():
        assert call in legal_defence(AUSTRIAN, 0, calls)
        calls.append(call)
    assert defence_complete(AUSTRIAN, 0, calls)
    assert defence_result(AUSTRIAN, 0, calls) == {"roles": roles, "manner": manner}


def test_defence_order() -> None:
    assert [defence_turn(AUSTRIAN, 1, ["stay-out", "come"][:n]) for n in range(3)] == [2, 0, 0]  # DEWIKI
    assert legal_defence(AUSTRIAN, 1, ["stay-out", "come"]) == ["call-partner", "fine"]
    assert [defence_turn(austrian(whist_first="right_of_declarer"), 1, ["come"][:n]) for n in range(2)] == [0, 2]
    assert legal_defence(austrian(invite=False), 1, ["stay-out", "come"]) == []
    assert defence_turn(AUSTRIAN, 1, ["come", "come"]) is None
    with pytest.raises(ValueError, match="has ended"):
        legal_defence(AUSTRIAN, 1, ["come", "come", "fine"])
    with pytest.raises(ValueError, match="asked for"):
        legal_defence(AUSTRIAN, 1, ["kontra"])
    with pytest.raises(ValueError, match="still to answer"):
        defence_result(AUSTRIAN, 1, ["come"])


def test_first_lead() -> None:
    both = {0: "come", 2: "come"}
    assert first_leader(AUSTRIAN, 1, both) == 1  # KARTENSP
    assert first_leader(austrian(first_lead="forehand"), 1, both) == 0
    assert first_leader(austrian(first_lead="forehand"), 1, {0: "stay-out", 2: "come"}) == 1


def test_cards() -> None:
    assert legal_cards(AUSTRIAN, "H", ["SA", "S7", "HA"], ["SK"]) == ["SA", "S7"]
    assert legal_cards(AUSTRIAN, "H", ["D7", "HA", "H7"], ["SK"]) == ["HA", "H7"]
    assert legal_cards(austrian(must_trump=False), "H", ["D7", "HA"], ["SK"]) == ["D7", "HA"]
    assert legal_cards(AUSTRIAN, "H", ["D7", "CA"], ["SK", "H7"]) == ["D7", "CA"]


def test_play_out() -> None:
    hands = [["SA", "S7", "CA"], ["SK", "H7", "CK"], ["ST", "D7", "CQ"]]
    alone = {0: "stay-out", 2: "come"}
    found = play_out(AUSTRIAN, "H", 1, alone, hands, [["SK", "ST"], ["H7", "D7"], ["CK"]])
    assert (found["winners"], found["tricks"], found["turn"]) == ([1, 1], [0, 2, 0], 2)
    assert found["legal"] == ["CQ"]
    found = play_out(AUSTRIAN, "H", 1, {0: "come", 2: "come"}, hands, [["SK", "ST", "SA"]])
    assert (found["winners"], found["turn"], found["legal"]) == ([0], 0, ["S7", "CA"])
    for rows in ([["SA"]], [["SK", "D7"]], [["SK"], ["ST"]], [["SK", "ST", "SA"]]):
        with pytest.raises(IllegalCard):
            play_out(AUSTRIAN, "H", 1, alone, hands, rows)


def test_ten_tricks_are_played() -> None:
    chance = random.Random(3)
    for roles in ({1: "come", 2: "come"}, {1: "stay-out", 2: "come"}, CALLED):
        pack = full_pack()
        chance.shuffle(pack)
        hands = [pack[:10], pack[10:20], pack[20:30]]
        size = 2 if "stay-out" in roles.values() else 3
        rows: list[list[str]] = [[]]
        while not (found := play_out(AUSTRIAN, "D", 0, roles, hands, [row for row in rows if row]))["ended"]:
            if len(rows[-1]) == size:
                rows.append([])
            rows[-1].append(chance.choice(found["legal"]))
        assert len(rows) == sum(found["tricks"]) == 10


def test_the_pot_is_refused() -> None:
    with pytest.raises(Undefined, match="score"):
        score(AUSTRIAN, {})
    with pytest.raises(Undefined, match="sheet"):
        sheet_add(AUSTRIAN, {}, {})
    with pytest.raises(Undefined, match="settle"):
        settle(AUSTRIAN, {})
