"""Counts of lines: by hand where they are small, the same by other ways where they are not."""

from __future__ import annotations

from math import comb
from typing import Any

import pytest

from preferans_pbn.conformance.ops import answer
from preferans_pbn.conformance.ops.perft import divided, total
from preferans_pbn.conformance.perft import count_calls, state_of
from preferans_pbn.families import law_of
from preferans_pbn.variants import load_variant
from tests.conformance.support import RING, TABLE

SOCHI = load_variant("sochi-codex")
HANDS = {"S": ["SA", "SK", "SQ", "SJ", "ST", "S9", "HA", "HK", "H8", "H7"],
         "W": ["S8", "S7", "CA", "CK", "CQ", "CJ", "CT", "C9", "C8", "DA"],
         "E": ["DK", "DQ", "DJ", "DT", "D9", "D8", "HQ", "HJ", "HT", "H9"]}
PLAY: dict[str, Any] = {**TABLE, "kind": "play", "declarer": "S", "contract": "7S",
                        "defence": {"W": "whist", "E": "whist"}, "hands": HANDS, "cards": []}


def count(rules: Any, **data: Any) -> int:
    return total(rules, data)


def test_auctions_of_pass_and_higher_bids_alone() -> None:
    """Without hold and misère three players pass or bid higher on a ladder of b rungs.

    After a bid by one of three the others, in turn, pass or raise.  f2(r): two left, the other is to call with r rungs
    above; f3(r): three left.  A pass of the last one ends it.
    """
    rules = SOCHI.with_overrides({"hold": "none", "misere_bid": "none"})
    b = 25
    f2 = [1] * (b + 1)
    for r in range(1, b + 1):
        f2[r] = 1 + sum(f2[r - i] for i in range(1, r + 1))
    assert f2[:4] == [1, 2, 4, 8]
    g2 = [0] * (b + 1)  # three were left, one has passed since the bid: the second of the others is to call
    f3 = [0] * (b + 1)
    for r in range(b + 1):
        # the second of the others: pass ends it, or he raises and two are left
        g2[r] = 1 + sum(f2[r - i] for i in range(1, r + 1))
        # the first of the others: pass, or he raises and three are left
        f3[r] = g2[r] + sum(f3[r - i] for i in range(1, r + 1))
    opening = 0
    for passes in range(3):
        opening += sum((f3, f2, [1] * (b + 1))[passes][b - i] for i in range(1, b + 1))
    assert count(rules, **TABLE, kind="auction", calls=[]) == opening + 1


def test_a_known_state_is_counted_as_often_as_one_that_is_walked() -> None:
    def walked(calls: tuple[str, ...], depth: int) -> int:
        auction = law_of(SOCHI).auction(0)
        for word in calls:
            auction.call(word)
        words = auction.legal() if auction.turn >= 0 else []
        if not depth or not words:
            return 1
        return sum(walked((*calls, word), depth - 1) for word in words)

    for calls in ((), ("7H",), ("misere",), ("8H", "8NT", "pass")):
        assert count_calls(lambda: law_of(SOCHI).auction(0), calls, 3) == walked(calls, 3)


@pytest.mark.parametrize("variant", ["sochi-codex", "serbian", "greek", "slovak"])
def test_divide_adds_up(variant: str) -> None:
    rules = load_variant(variant)
    for depth in (1, 2, 3, 4):
        data = {**(TABLE if variant in ("sochi-codex", "slovak") else RING), "kind": "auction", "depth": depth}
        assert sum(divided(rules, data).values()) == total(rules, data)


def test_an_auction_that_is_over_counts_once() -> None:
    assert count(SOCHI, **TABLE, kind="auction", calls=["pass", "pass", "pass"], depth=5) == 1
    assert divided(SOCHI, {**TABLE, "kind": "auction", "calls": ["pass", "pass", "pass"], "depth": 5}) == {}
    assert count(SOCHI, **TABLE, kind="auction", calls=[], depth=0) == 1


def test_a_play_by_hand() -> None:
    """Six spades are followed by two, four hearts trumped with two; then E follows no suit: ten, or four hearts."""
    assert count(SOCHI, **PLAY, depth=1) == 10
    assert count(SOCHI, **PLAY, depth=2) == 20
    assert count(SOCHI, **PLAY, depth=3) == 6 * 2 * 10 + 4 * 2 * 4
    assert divided(SOCHI, {**PLAY, "depth": 2}) == dict.fromkeys(HANDS["S"], 2)


def test_the_whole_end_of_a_play() -> None:
    rows = [["SA", "S7", "D8"], ["SK", "S8", "D9"], ["HA", "DA", "H9"], ["HK", "C8", "HT"], ["H8", "C9", "HJ"],
            ["HQ", "H7", "CT"], ["DK", "SQ", "CJ"], ["SJ", "CQ", "DT"]]
    # Two cards each are left, nobody has another's suit: 2 leads, 2 and 2 to them, then one each; whoever wins leads.
    assert count(SOCHI, **{**PLAY, "cards": rows}) == 2 * 2 * 2


def test_a_discard_is_one_ply() -> None:
    twelve = {**PLAY, "hands": {**HANDS, "S": [*HANDS["S"], "C7", "D7"]}}
    assert count(SOCHI, **twelve, depth=1) == comb(12, 2)
    assert count(SOCHI, **twelve, depth=2) == comb(12, 2) * 10
    assert len(divided(SOCHI, {**twelve, "depth": 2})) == comb(12, 2)
    assert divided(SOCHI, {**twelve, "depth": 2})["C7 D7"] == 10
    assert count(SOCHI, **twelve, depth=0) == 1


def test_a_defence_in_which_nobody_is_asked_counts_once() -> None:
    assert count(SOCHI, **TABLE, kind="defence", declarer="S", contract="misere", calls=[]) == 1


@pytest.mark.parametrize("data", [
    {"kind": "auction", "players": ["S", "W", "E"], "dealer": "E", "depth": -1},
    {"kind": "bidding", "players": ["S", "W", "E"], "dealer": "E"},
    {"kind": "auction", "players": ["S", "W", "E"], "dealer": "N"},
    {**PLAY, "hands": {**HANDS, "S": HANDS["S"][:9]}},
    {"kind": "play"},
])
def test_what_is_no_position_is_malformed(data: dict[str, Any]) -> None:
    assert answer("perft", SOCHI, data)["error"]["code"] == "malformed"


def test_a_state_leaves_out_the_rules_and_nothing_else() -> None:
    one, other = law_of(SOCHI).auction(0), law_of(load_variant("leningrad-sport")).auction(0)
    assert state_of(one) == state_of(other)
    one.call("6S")
    assert state_of(one) != state_of(other)
