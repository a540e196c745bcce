"""The oracle against worked examples that people published or programs test (keys "WE-..", "TS-..",
"S1-..").

Shorthand as in the sources: declarer 0, first defender 1, second defender 2.
"""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest

from . import (
    SOCHI_CODEX,
    SOCHI_GUIDE,
    IllegalCard,
    auction_result,
    auction_turn,
    defence_complete,
    defence_result,
    defence_turn,
    full_pack,
    legal_calls,
    legal_cards,
    legal_contracts,
    legal_defence,
    next_run,
    play_out,
    score,
    settle,
    sheet_add,
    trick_winner,
)

F = Fraction
WORDS = {"w": "whist", "p": "pass", "h": "half", "o": "own"}

LENINGRAD: dict[str, Any] = {
    **SOCHI_CODEX,
    "wm": 2,
    "gm": 2,
    "hm": F(1),
    "k": 20,
    "misere_gora": 20,
    "lone_whist": "gentleman",
    "liable_89": "both",
    "all_pass_price": [2, 4, 6],
    "all_pass_zero": "gora_2_prices",
    "min_bid": [6, 7],
    "exit_by": "whisted_made_game",
    "exit_by_misere": False,
    "exit_by_fail": False,
    "first_may_leave": True,
    "help": "none",
}


def codex(**changes: Any) -> dict[str, Any]:
    return {**SOCHI_CODEX, **changes}


def guide(**changes: Any) -> dict[str, Any]:
    return {**SOCHI_GUIDE, **changes}


def deal(text: str, contract: str = "", **more: Any) -> dict[str, Any]:
    """ "6 d5 3w 2p" -> a deal; "7 p p" -> not played."""
    words = text.split()
    if words[0] == "misere":
        tricks = [int(words[1][1:]), 10 - int(words[1][1:]), 0]
        return {"players": 3, "contract": "misere", "declarer": 0, "roles": {}, "tricks": tricks, **more}
    name = contract or words[0] + "S"
    if len(words) == 3:
        roles = {1: WORDS[words[1]], 2: WORDS[words[2]]}
        made = {"tricks": [0, 0, 0], "played": False}
    else:
        roles = {1: WORDS[words[2][-1]], 2: WORDS[words[3][-1]]}
        made = {"tricks": [int(words[1][1:]), int(words[2][:-1]), int(words[3][:-1])], "played": True}
    return {"players": 3, "contract": name, "bid": name, "declarer": 0, "roles": roles, **made, **more}


def all_pass(*tricks: int, run: int = 0) -> dict[str, Any]:
    return {"players": len(tricks), "contract": "all-pass", "tricks": list(tricks), "all_pass_run": run}


def whists_on_declarer(result: dict[str, Any]) -> tuple[Any, Any]:
    return result["whists"].get((1, 0), 0), result["whists"].get((2, 0), 0)


# rules 12.1: contract deals, Sochi: text, pool of the declarer, gora of the three, whists on him

HALF = {"hm": F(1, 2)}
SOCHI_DEALS: list[tuple[str, str, int, list[Any], tuple[Any, Any], dict[str, Any]]] = [
    ("WE-01", "misere d0", 10, [0, 0, 0], (0, 0), {}),
    *[("WE-02", f"misere d{n}", 0, [10 * n, 0, 0], (0, 0), {}) for n in range(1, 11)],
    ("WE-03", "6 d6 2w 2w", 2, [0, 0, 0], (4, 4), {}),
    ("WE-04", "7 d7 1w 2w", 4, [0, 0, 0], (4, 8), {}),
    ("WE-05", "8 d8 1w 1w", 6, [0, 0, 0], (6, 6), {}),
    ("WE-06", "9 d9 1w 0w", 8, [0, 0, 0], (8, 0), {}),
    ("WE-06", "9 d9 1w 0w", 8, [0, 0, 8], (8, 0), {"pair_test": False, "liable_89": "both"}),
    ("WE-07", "6 d5 3w 2w", 0, [2, 0, 0], (8, 6), {}),
    ("WE-09", "8 d5 3w 2w", 0, [18, 0, 0], (36, 30), {}),
    ("WE-10", "9 d5 3w 2w", 0, [32, 0, 0], (56, 48), {}),
    ("WE-11", "10 d5 3w 2w", 0, [50, 0, 0], (80, 70), {}),
    ("WE-13", "6 d5 3w 2p", 0, [2, 0, 0], (12, 2), {}),
    ("WE-13", "6 d5 3w 2p", 0, [2, 0, 0], (7, 7), {"lone_whist": "gentleman"}),
    ("WE-14", "6 d4 4w 2p", 0, [4, 0, 0], (16, 4), {}),
    ("WE-16", "7 d5 2p 3w", 0, [8, 0, 0], (8, 28), {}),
    ("WE-17", "6 d10 0w 0p", 2, [0, 8, 0], (0, 0), {}),
    ("WE-18", "7 d10 0w 0p", 4, [0, 8, 0], (0, 0), {}),
    ("WE-19", "8 d10 0p 0w", 6, [0, 0, 6], (0, 0), {}),
    ("WE-19", "9 d10 0w 0p", 8, [0, 8, 0], (0, 0), {}),
    ("WE-19", "10 d10 0w 0p", 10, [0, 10, 0], (0, 0), {}),
    ("WE-20", "6 d10 0w 0w", 2, [0, 4, 4], (0, 0), {}),
    ("WE-21", "7 d10 0w 0w", 4, [0, 4, 4], (0, 0), {}),
    ("WE-23", "9 d10 0w 0w", 8, [0, 8, 8], (0, 0), {"liable_89": "both"}),
    ("WE-23", "9 d10 0w 0w", 8, [0, 0, 8], (0, 0), {}),
    ("WE-24", "10 d10 0w 0w", 10, [0, 10, 10], (0, 0), {"liable_89": "both"}),
    ("WE-24", "10 d10 0w 0w", 10, [0, 0, 10], (0, 0), {}),
    ("WE-24", "10 d10 0w 0w", 10, [0, 0, 0], (0, 0), {"ten": "checked"}),
    ("WE-25", "6 d8 0w 2p", 2, [0, 4, 0], (4, 0), {}),
    ("WE-26", "6 d8 1w 1w", 2, [0, 2, 2], (2, 2), {}),
    ("WE-28", "6 d7 2w 1w", 2, [0, 0, 2], (4, 2), {}),
    ("WE-29", "6 d7 3w 0w", 2, [0, 0, 4], (6, 0), {}),
    ("WE-31", "6 d7 1p 2w", 2, [0, 0, 2], (0, 6), {}),
    ("WE-32", "7 d9 0w 1p", 4, [0, 4, 0], (4, 0), {}),
    ("WE-35", "8 d9 1w 0w", 6, [0, 0, 0], (6, 0), {}),
    ("WE-35", "8 d9 1w 0w", 6, [0, 0, 6], (6, 0), {"pair_test": False}),
    ("WE-36", "10 d8 1w 1w", 0, [20, 0, 0], (30, 30), {}),
    ("WE-37", "7 p p", 4, [0, 0, 0], (0, 0), {}),
    ("WE-39", "6 p h", 2, [0, 0, 0], (0, 4), {}),
    ("WE-40", "7 p h", 4, [0, 0, 0], (0, 4), {}),
    ("WE-45", "6 d7 2w 1p", 2, [0, 1, 0], (6, 0), HALF),
    ("OPER7", "6 o p", 2, [0, 0, 0], (4, 0), {"own_whist": [6, 7]}),
    ("OPER7", "7 p o", 4, [0, 0, 0], (0, 4), {"own_whist": [6, 7]}),
    ("G-SUNT", "6 d7 2w 1w", 2, [0, F(1, 2), F(1, 2)], (4, 2), {**HALF, "short_penalty_split": "even"}),
    ("G-JURA", "6 d7 2w 1w", 2, [0, 1, 0], (4, 2), {**HALF, "short_penalty_split": "ceil_floor"}),
    ("duty own", "6 d7 2w 1p", 2, [0, 4, 0], (6, 0), {"duty_counts": "own"}),
    ("TS-33 made", "6 d6 2w 2p", 2, [0, 0, 0], (8, 0), {"lone_whist": "gentleman"}),
    ("C-05", "6 d6 2w 2p", 2, [0, 0, 0], (4, 4), {"lone_whist": "gentleman", "gentleman_when": "always"}),
    ("flat 10", "6 d5 3w 2w", 0, [2, 0, 0], (16, 14), {"consolation": "flat_10"}),
    ("misère as ten", "misere d2", 0, [20, 0, 0], (20, 20), {"misere_whists": "as_ten"}),
]


@pytest.mark.parametrize("key, text, pool, dump, whists, changes", SOCHI_DEALS)
def test_sochi_deals(
    key: str, text: str, pool: int, dump: list[Any], whists: tuple[Any, Any], changes: dict[str, Any]
) -> None:
    result = score(codex(**changes), deal(text))
    assert result["pool"] == [pool, 0, 0], key
    assert result["dump"] == dump, key
    assert whists_on_declarer(result) == whists, key
    assert all(pair in ((1, 0), (2, 0)) for pair in result["whists"])


def test_paid_talon() -> None:
    # WE-42: the three-player form where the dealer (here the second whister) writes all: 2 + 4
    paid = score(codex(paid_talon="dealer_all"), deal("6 d6 3w 1w", talon=["SA", "SK"]))
    assert whists_on_declarer(paid) == (6, 6)
    # WE-92, Leningrad: four players, seven with A+K: 16; three players, six with two aces: 6 each
    four = deal("7 p p", players=4, talon=["SK", "SA"])
    assert score({**LENINGRAD, "paid_talon": "dealer_all"}, four)["whists"] == {(3, 0): 16}
    three = deal("6 p p", talon=["SA", "HA"])
    assert whists_on_declarer(score({**LENINGRAD, "paid_talon": "opponents_half"}, three)) == (6, 6)


@pytest.mark.parametrize(
    "talon, units",
    [("SA C7", 1), ("SA SK", 2), ("SA HA", 3), ("DK DQ", 1), ("HK SQ", 0), ("SA HK", 1), ("S8 S7", 0)],
)
def test_fast_tricks(talon: str, units: int) -> None:  # WE-43
    result = score(codex(paid_talon="dealer_all"), deal("6 p p", players=4, talon=talon.split()))
    assert result["whists"].get((3, 0), 0) == 2 * units


def test_four_players_gentleman() -> None:  # WE-44
    table = deal("7 d5 3w 2p", players=4)
    result = score(codex(lone_whist="gentleman"), table)
    assert result["dump"] == [8, 0, 0, 0]
    assert result["whists"] == {(1, 0): 18, (2, 0): 18, (3, 0): 8}
    assert (3, 0) not in score(codex(consolation_dealer=False), table)["whists"]


def test_dealer_who_whists() -> None:  # WE-94
    table = deal("8 d10 0p 0p", players=4)
    table["roles"][3] = "whist"
    table["tricks"].append(0)
    result = score(LENINGRAD, table)
    assert result == {"pool": [6, 0, 0, 0], "dump": [0, 0, 0, 0], "whists": {}}


# rules 12.3, Leningrad


@pytest.mark.parametrize(
    "key, text, pool, dump, whists",
    [
        ("WE-80", "7 d7 1w 2w", 4, [0, 0, 0], (8, 16)),
        ("WE-82", "8 d10 0w 0w", 6, [0, 6, 6], (0, 0)),
        ("WE-83", "9 d10 0w 0p", 8, [0, 8, 0], (0, 0)),
        ("WE-84", "6 d8 1w 1w", 2, [0, 2, 2], (4, 4)),
        ("WE-85", "6 d5 2w 3w", 0, [4, 0, 0], (12, 16)),
        ("WE-87", "6 p h", 2, [0, 0, 0], (0, 8)),
        ("WE-87", "7 p h", 4, [0, 0, 0], (0, 8)),
        ("WE-88", "misere d2", 0, [40, 0, 0], (0, 0)),
        ("WE-93", "10 d10 0w 0w", 10, [0, 10, 10], (0, 0)),
    ],
)
def test_leningrad_deals(key: str, text: str, pool: int, dump: list[int], whists: tuple[int, int]) -> None:
    result = score(LENINGRAD, deal(text))
    assert (result["pool"][0], result["dump"], whists_on_declarer(result)) == (pool, dump, whists), key


def test_concede() -> None:  # WE-89
    for bid, gora in (("6S", 12), ("8NT", 36)):
        given = deal("6 p p", contract="concede-3", bid=bid, roles={})
        given["bid"] = bid
        assert score(LENINGRAD, given) == {"pool": [0, 0, 0], "dump": [gora, 0, 0], "whists": {}}


# the guide's letter: rows S1-..


@pytest.mark.parametrize(
    "row, text, pool, dump, whists",
    [
        ("S1-16", "6 d5 3w 2p", [0, 0, 0], [2, 0, 0], {(1, 0): 2, (2, 0): 2}),
        ("S1-36", "6 d6 4w 0w", [2, 0, 0], [0, 0, 4], {(1, 0): 2, (2, 0): 2}),
        ("S1-77", "7 p p", [4, 0, 0], [0, 0, 0], {}),
        ("S1-78", "6 d6 4w 0p", [2, 0, 0], [0, 0, 0], {(1, 0): 4, (0, 2): 2}),
        ("S1-81", "7 d7 2w 1w", [4, 0, 0], [0, 0, 0], {(1, 0): 2, (2, 0): 2}),
        ("S1-81", "8 d8 2w 0w", [6, 0, 0], [0, 0, 6], {(1, 0): 1, (2, 0): 1}),
        ("S1-104", "6 d8 1w 1w", [2, 0, 0], [0, 2, 2], {(1, 0): 1, (2, 0): 1}),
        ("S1-105", "7 d7 3w 0p", [4, 0, 0], [0, 0, 0], {(1, 0): 3, (0, 2): 4}),
        ("S1-108", "7 d5 4w 1p", [0, 0, 0], [8, 0, 0], {(1, 0): 8, (2, 0): 8}),
        ("S1-111", "misere d3", [0, 0, 0], [30, 0, 0], {}),
        ("S1-125", "8 d7 2w 1p", [0, 0, 0], [6, 0, 0], {(1, 0): 6, (2, 0): 6}),
    ],
)
def test_guide_deals(row: str, text: str, pool: list[int], dump: list[int], whists: dict[Any, int]) -> None:
    assert score(SOCHI_GUIDE, deal(text)) == {"pool": pool, "dump": dump, "whists": whists}, row


def test_guide_relatives() -> None:
    # S1-106, the other reading; S1-17 and K-05: 3 and the consolation 8
    assert score(guide(trick_whist="s"), deal("7 d7 3w 0p"))["whists"] == {(1, 0): 12, (0, 2): 4}
    both = score(guide(failed_trick_whists="as_made"), deal("7 d5 3w 2w"))
    assert both["whists"] == {(1, 0): 11, (2, 0): 11}
    # S1-130, K-10: Leningrad doubles when written
    doubled = guide(wm=2, gm=2, hm=F(2))
    assert score(doubled, deal("7 d7 3w 0p"))["whists"] == {(1, 0): 6, (0, 2): 8}
    assert score(doubled, deal("7 d7 2w 1w"))["whists"] == {(1, 0): 4, (2, 0): 4}
    late = {**doubled, "share_rounding": "after_multiplier"}
    assert score(late, deal("7 d7 2w 1w"))["whists"] == {(1, 0): 3, (2, 0): 3}
    # S1-71, K-01
    short = deal("7 d5 3w 2w")
    assert score(guide(discard_counts=2), short)["pool"] == [4, 0, 0]
    assert score(guide(discard_counts=1), short)["dump"] == [4, 0, 0]
    assert score(SOCHI_GUIDE, short)["dump"] == [8, 0, 0]
    assert score(guide(discard_counts=2), deal("misere d0"))["pool"] == [10, 0, 0]
    everywhere = guide(discard_counts=2, discard_counts_in="everywhere")
    assert score(everywhere, deal("misere d0"))["dump"] == [20, 0, 0]
    # S1-126, S1-128, K-08, K-09: Rostov by the guide
    rostov = guide(hm=F(1, 2), gora_mode="whists5_per_point")
    assert score(rostov, deal("8 d10 0w 0p"))["whists"] == {(0, 1): 15, (2, 1): 15, (0, 2): 6}
    assert score(rostov, deal("7 d5 3w 2w"))["whists"] == {(1, 0): 48, (2, 0): 48}
    literal = guide(gora_mode="whists5_per_undertrick")
    assert score(literal, deal("7 d5 3w 2w"))["whists"] == {(1, 0): 18, (2, 0): 18}
    round_of_passes = score(rostov, all_pass(6, 4, 0))
    assert round_of_passes["whists"] == {(1, 0): 30, (2, 0): 30, (0, 1): 20, (2, 1): 20}
    assert round_of_passes["pool"] == [0, 0, 1]
    # S1-134: the dealer of the Gusarik
    gusarik = guide(consolation_dealer=True)
    assert score(gusarik, deal("7 d5 3w 2w", players=4))["whists"] == {(1, 0): 8, (2, 0): 8, (3, 0): 8}


# rules 12.2: all-pass

PROGRESSION = codex(all_pass_price=[1, 2, 3])
AMNESTY = {"all_pass_amnesty": True}


@pytest.mark.parametrize(
    "key, p, tricks, run, dump, pool",
    [
        ("WE-60", codex(**AMNESTY), (3, 5, 2), 0, [1, 3, 0], [0, 0, 0]),
        ("WE-61", codex(**AMNESTY), (0, 4, 6), 0, [0, 4, 6], [1, 0, 0]),
        ("WE-63", PROGRESSION, (1, 0, 9), 3, [3, 0, 27], [0, 3, 0]),
        ("WE-64", SOCHI_CODEX, (4, 3, 3), 0, [4, 3, 3], [0, 0, 0]),
        ("WE-66", {**PROGRESSION, **AMNESTY}, (2, 5, 3), 0, [0, 3, 1], [0, 0, 0]),
        ("WE-66", {**PROGRESSION, **AMNESTY}, (2, 5, 3), 1, [0, 6, 2], [0, 0, 0]),
        ("WE-67", codex(all_pass_price=[2]), (2, 3, 5), 0, [4, 6, 10], [0, 0, 0]),
        ("WE-68", LENINGRAD, (4, 3, 3), 0, [8, 6, 6], [0, 0, 0]),
        ("WE-68", {**LENINGRAD, **AMNESTY}, (4, 3, 3), 0, [2, 0, 0], [0, 0, 0]),
        ("WE-69", {**LENINGRAD, **AMNESTY}, (5, 4, 1), 1, [16, 12, 0], [0, 0, 0]),
        ("WE-70", {**LENINGRAD, **AMNESTY}, (6, 2, 2), 5, [24, 0, 0], [0, 0, 0]),
        ("WE-72", LENINGRAD, (0, 3, 7), 0, [-4, 6, 14], [0, 0, 0]),
        ("S1-66", SOCHI_GUIDE, (6, 4, 0), 2, [6, 4, 0], [0, 0, 1]),
        ("S1-112", SOCHI_GUIDE, (10, 0, 0), 0, [10, 0, 0], [0, 1, 1]),
        ("WE-M1", LENINGRAD, (4, 0, 4, 2), 0, [8, -4, 8, 4], [0, 0, 0, 0]),
    ],
)
def test_all_pass(
    key: str, p: dict[str, Any], tricks: tuple[int, ...], run: int, dump: list[int], pool: list[int]
) -> None:
    result = score(p, all_pass(*tricks, run=run))
    assert (result["dump"], result["pool"], result["whists"]) == (dump, pool, {}), key


def test_rostov_all_pass() -> None:  # WE-73, C-09
    rostov = codex(all_pass_to="whists5", all_pass_zero="pool1")
    result = score(rostov, all_pass(6, 4, 0))
    assert result == {"pool": [0, 0, 1], "dump": [0, 0, 0], "whists": {(2, 0): 30, (2, 1): 20}}
    assert score(rostov, all_pass(2, 6, 2))["whists"] == {(0, 1): 30, (2, 1): 30}
    half = {**rostov, "all_pass_tie": "half"}
    assert score(half, all_pass(2, 6, 2))["whists"] == {(0, 1): 15, (2, 1): 15}


def lowest_opening(p: dict[str, Any], run: int) -> str:
    return legal_calls(p, [], run)[1]


def test_exit_ladder() -> None:  # WE-75, WE-76
    slow = codex(min_bid=[6, 7, 8, 8])
    assert [lowest_opening(slow, run) for run in (0, 1, 2, 3, 5)] == ["6S", "7S", "8S", "8S", "8S"]
    cycle = codex(min_bid=[6, 7, 8], min_bid_cycle=True)
    assert [lowest_opening(cycle, run) for run in (1, 2, 3, 4)] == ["7S", "8S", "6S", "7S"]
    assert [lowest_opening(codex(min_bid=[6, 7]), run) for run in (1, 2, 3)] == ["7S", "7S", "7S"]
    assert [lowest_opening(codex(min_bid=[6, 7, 8]), run) for run in (1, 2, 3)] == ["7S", "8S", "8S"]


def test_next_run() -> None:  # WE-77, C-22
    assert next_run(LENINGRAD, all_pass(4, 3, 3), 2) == 3
    assert next_run(LENINGRAD, deal("8 d8 1w 1p"), 2) == 0
    assert next_run(LENINGRAD, deal("8 p p"), 2) == 2
    assert next_run(LENINGRAD, deal("misere d0"), 2) == 2
    assert next_run({**LENINGRAD, "exit_by_misere": True}, deal("misere d0"), 2) == 0
    assert next_run(LENINGRAD, deal("8 d7 2w 1p"), 2) == 2
    assert next_run(SOCHI_CODEX, deal("8 d7 2w 1p"), 2) == 0
    assert next_run(SOCHI_CODEX, deal("8 p p"), 2) == 0
    assert next_run(codex(both_pass_resets=False), deal("8 p p"), 2) == 2
    assert next_run(codex(both_pass_resets=False), deal("7 p h"), 2) == 0
    assert next_run(codex(exit_by="made_game", exit_by_fail=False), deal("8 d7 2w 1p"), 1) == 1


# rules 12.4: settlements


def sheet(pool: list[int], dump: list[int], whists: dict[tuple[int, int], int]) -> dict[str, Any]:
    return {"pool": pool, "dump": dump, "whists": whists}


WHISTS_S03 = {(1, 0): 114, (0, 1): 70, (2, 1): 180, (1, 2): 96, (2, 0): 140, (0, 2): 100}
# published with the gora already written as whists: 180 on the second, 300 on the third, by each other player
WHISTS_MAILRU = {
    (0, 1): 350 - 180,
    (1, 0): 64,
    (0, 2): 360 - 300,
    (2, 0): 88,
    (1, 2): 478 - 300,
    (2, 1): 275 - 180,
}
WHISTS_S05 = {(0, 1): 12, (1, 0): 22, (2, 0): 22, (2, 1): 4}
WHISTS_S21 = {(0, 1): 30, (0, 2): 12, (1, 0): 8, (2, 0): 2, (2, 1): 40}


@pytest.mark.parametrize(
    "key, p, given, expected",
    [
        ("WE-S02", SOCHI_CODEX, sheet([0] * 4, [8, 0, 0, 0], {(1, 0): 18, (2, 0): 18, (3, 0): 8}),
         [-104, 38, 38, 28]),
        ("WE-S03", SOCHI_CODEX, sheet([0] * 3, [0] * 3, WHISTS_S03), [-84, -40, 124]),
        ("WE-S05", SOCHI_CODEX, sheet([14, 8, 0], [12, 26, 6], WHISTS_S05),
         [F(184, 3), F(-302, 3), F(118, 3)]),
        ("WE-S06", SOCHI_CODEX, sheet([0] * 3, [2, 0, 0], {(1, 0): 4, (2, 0): 10}),
         [F(-82, 3), F(32, 3), F(50, 3)]),
        ("WE-S08", SOCHI_CODEX, sheet([20] * 3, [17, 1, 12], {(1, 2): 6, (2, 0): 30}), [-100, 96, 4]),
        ("WE-S09", SOCHI_CODEX, sheet([3, 0, 0], [0, 14, 6], {(1, 0): 8}),
         [F(236, 3), F(-226, 3), F(-10, 3)]),
        ("WE-S09", codex(divisor="n-1"), sheet([3, 0, 0], [0, 14, 6], {(1, 0): 8}), [122, -117, -5]),
        ("WE-S10", SOCHI_CODEX, sheet([0] * 3, [2, 5, 8], {}), [30, 0, -30]),
        ("WE-S10", codex(divisor="n-1"), sheet([0] * 3, [2, 5, 8], {}), [45, 0, -45]),
        ("WE-S12", LENINGRAD, sheet([0, 0, 4], [2, 0, 16], {(0, 2): 24, (1, 2): 24}),
         [F(112, 3), F(172, 3), F(-284, 3)]),
        ("WE-S14", LENINGRAD, sheet([2, 0, 0, 0], [0] * 4, {(1, 0): 16}), [14, 6, -10, -10]),
        ("WE-S15", LENINGRAD, sheet([2, 0, 0, 0], [0, 2, 0, 0], {(1, 0): 12}), [23, -13, -5, -5]),
        ("WE-S17", SOCHI_CODEX, sheet([0] * 4, [4, 0, 0, 0], {}), [-30, 10, 10, 10]),
        ("WE-S19", LENINGRAD, sheet([8, 0, 0, 0], [0] * 4, {}), [120, -40, -40, -40]),
        ("WE-S21", SOCHI_CODEX, sheet([0] * 3, [4, 0, 10], WHISTS_S21), [F(116, 3), F(-46, 3), F(-70, 3)]),
        ("S1-119", SOCHI_GUIDE, sheet([10, 10, 4], [0, 6, 2], {(0, 1): 20}),
         [F(200, 3), F(-100, 3), F(-100, 3)]),
        ("MAILRU", SOCHI_CODEX, sheet([0] * 3, [42, 96, 132], WHISTS_MAILRU), [558, -83, -475]),
    ],
)  # fmt: skip
def test_settlements(key: str, p: dict[str, Any], given: dict[str, Any], expected: list[Any]) -> None:
    result = settle(p, given)
    assert result == expected, key
    assert sum(result) == 0


def test_leningrad_mini_match() -> None:  # WE-M1, WE-S13
    p = {**LENINGRAD, "paid_talon": "dealer_all", "players": 4}
    deals = [
        ("ABCD", deal("7 d7 2w 1w", players=4, talon=["SA", "SK"])),
        ("BCDA", deal("8 d6 2w 2w", players=4, talon=["S8", "C7"])),
        ("CDAB", all_pass(4, 0, 4, 2)),
    ]
    running = sheet([0] * 4, [0] * 4, {})
    for order, one in deals:
        written = score(p, one)
        turned = {
            "pool": [written["pool"][order.index(seat)] for seat in "ABCD"],
            "dump": [written["dump"][order.index(seat)] for seat in "ABCD"],
            "whists": {
                ("ABCD".index(order[i]), "ABCD".index(order[j])): amount
                for (i, j), amount in written["whists"].items()
            },
        }
        running, ended = sheet_add(p, running, turned, None)
        assert not ended
    assert running["pool"] == [4, 0, 0, 0]
    assert running["dump"] == [8, 28, 8, -4]
    assert running["whists"] == {(1, 0): 16, (2, 0): 8, (3, 0): 16, (2, 1): 48, (3, 1): 48, (0, 1): 24}
    assert settle(p, running) == [64, -304, 56, 184]


# the running sheet


def points(*pool: int) -> dict[str, Any]:
    return sheet(list(pool), [0] * len(pool), {})


def test_help() -> None:
    # WE-46
    after, ended = sheet_add(codex(help="clockwise"), sheet([9, 3, 5], [0] * 3, {}), points(2, 0, 0), 10)
    assert (after["pool"], after["whists"], ended) == ([10, 4, 5], {(0, 1): 10}, False)
    after, _ = sheet_add(SOCHI_CODEX, sheet([9, 3, 5], [0] * 3, {}), points(2, 0, 0), 10)
    assert (after["pool"], after["whists"]) == ([10, 3, 6], {(0, 2): 10})
    # WE-49
    after, ended = sheet_add(SOCHI_CODEX, sheet([9, 10, 10], [2, 0, 0], {}), points(4, 0, 0), 10)
    assert (after["pool"], after["dump"], ended) == ([10, 10, 10], [0, 0, 0], True)
    double = codex(surplus_when_all_full="own_gora_double")
    after, _ = sheet_add(double, sheet([9, 10, 10], [20, 0, 0], {}), points(4, 0, 0), 10)
    assert after["dump"] == [14, 0, 0]
    lost = codex(surplus_when_all_full="lost")
    after, _ = sheet_add(lost, sheet([9, 10, 10], [20, 0, 0], {}), points(4, 0, 0), 10)
    assert after["dump"] == [20, 0, 0]
    # WE-50 and the standard receiver
    given = sheet([9, 0, 4], [0] * 3, {})
    assert sheet_add(codex(help="smallest"), given, points(10, 0, 0), 10)[0]["pool"] == [10, 9, 4]
    after, ended = sheet_add(SOCHI_CODEX, given, points(10, 0, 0), 10)
    assert (after["pool"], after["whists"], ended) == ([10, 3, 10], {(0, 2): 60, (0, 1): 30}, False)
    assert given == sheet([9, 0, 4], [0] * 3, {})  # the sheet before is left alone


def test_end_of_session() -> None:
    # S1-117: two are enough in the guide, nothing is cut or helped there
    after, ended = sheet_add(SOCHI_GUIDE, sheet([10, 8, 3], [0] * 3, {}), points(0, 4, 0), 10)
    assert (after["pool"], ended) == ([10, 12, 3], True)
    assert not sheet_add(SOCHI_GUIDE, sheet([10, 8, 3], [0] * 3, {}), points(0, 0, 4), 10)[1]
    assert not sheet_add(codex(help="none"), sheet([10, 8, 3], [0] * 3, {}), points(0, 4, 0), 10)[1]
    total = codex(end_when="sum_pools", help="none")
    assert sheet_add(total, sheet([20, 8, 0], [0] * 3, {}), points(0, 2, 0), 10)[1]
    assert not sheet_add(total, sheet([20, 7, 0], [0] * 3, {}), points(0, 2, 0), 10)[1]
    first = codex(win_writes="gora_first")
    after, _ = sheet_add(first, sheet([0, 0, 0], [3, 0, 0], {}), points(4, 0, 0), 10)
    assert (after["pool"], after["dump"]) == ([1, 0, 0], [0, 0, 0])


# rules 12.5: auctions


def test_auctions() -> None:
    p = SOCHI_CODEX
    assert "6S" not in legal_calls(p, ["6S"])  # WE-A01
    done = auction_result(p, ["6S", "pass", "7H", "pass"])  # WE-A02
    assert done == {"declarer": 2, "bid": "7H", "hand": False}
    assert auction_result(p, ["pass", "pass", "pass"]) == {"all_pass": True}  # WE-A03
    assert auction_turn(p, ["pass", "pass"]) == 2
    assert "misere" not in legal_calls(p, ["6S", "7C", "pass", "7D"])  # WE-A05
    assert "misere" in legal_calls(guide(), ["6S", "7C", "pass", "7D"])  # S1-54
    assert legal_calls(p, ["misere"])[:2] == ["pass", "9S"]  # WE-A06
    done = auction_result(p, ["misere", "9S", "pass", "pass"])  # WE-A07
    assert done == {"declarer": 1, "bid": "9S", "hand": False}
    assert legal_calls(p, ["misere", "9S", "pass"]) == ["pass"]
    assert "9H" in legal_calls(p, ["6S"])  # WE-A08
    done = auction_result(p, ["6S", "6C", "pass", "7S", "pass"])  # WE-A12
    assert done == {"declarer": 0, "bid": "7S", "hand": False}
    assert auction_turn(p, ["6S", "6C", "pass", "7S", "pass"]) is None
    assert legal_calls(p, ["6S", "6C", "pass", "7S", "pass"]) == []
    assert len(legal_calls(p, [])) == 27  # pass and 26 rungs
    assert legal_calls(p, ["10NT"]) == ["pass"]  # S1-53
    with pytest.raises(ValueError, match=r"."):
        auction_result(p, ["6S", "6C"])


def test_contracts() -> None:
    # WE-A09, WE-A11
    allowed = legal_contracts(SOCHI_CODEX, "7D", False)
    assert allowed[:3] == ["7D", "7H", "7NT"] and len(allowed) == 18 and "misere" not in allowed
    assert legal_contracts(SOCHI_CODEX, "misere", False) == ["misere"]
    assert legal_contracts(codex(contract_raise="same_level"), "7D", False) == ["7D", "7H", "7NT"]
    assert legal_contracts(codex(contract_raise="none"), "7D", False) == ["7D"]
    assert len(legal_contracts(codex(contract_raise="none", bid_style="level"), "7", False)) == 5
    assert len(legal_contracts(codex(bid_style="level"), "7", False)) == 20
    assert legal_contracts(codex(concede=3), "10NT", False) == ["10NT", "concede-3"]


def test_hold() -> None:
    p = SOCHI_CODEX  # TS-04
    assert "hold" not in legal_calls(p, ["6S", "6C"])
    assert "hold" not in legal_calls(p, ["6S", "6C", "6D"])  # three are left
    assert "hold" in legal_calls(p, ["6S", "6C", "pass"])
    calls = ["6S", "6C", "pass", "hold"]
    assert "hold" not in legal_calls(p, calls) and "6D" in legal_calls(p, calls)
    assert auction_result(p, [*calls, "pass"]) == {"declarer": 0, "bid": "6C", "hand": False}
    assert "hold" not in legal_calls(SOCHI_GUIDE, ["6S", "6C", "pass"])
    assert "hold" in legal_calls(codex(hold="eldest_anytime"), ["6S", "6C", "6D"])
    assert "hold" not in legal_calls(codex(hold="eldest_anytime"), ["pass", "6S"])
    assert auction_turn(codex(hold_ends_auction=True), calls) is None
    assert "hold" not in legal_calls(codex(hold_min_bid="6D"), ["6S", "6C", "pass"])
    assert "hold" not in legal_calls(p, ["6S", "misere", "pass"])
    assert "hold" not in legal_calls(p, ["misere", "9S", "pass"])


def test_other_auctions() -> None:
    without = codex(without_talon_bids="misere_and_nine", misere_beaten_by="9_then_without_talon")
    assert "misere-hand" in legal_calls(without, ["misere"])
    assert "misere-hand" not in legal_calls({**without, "misere_beaten_by": "9"}, ["misere"])
    later = legal_calls(without, ["misere", "9S", "pass"])
    assert later == ["pass", "misere-hand"]
    assert legal_calls(without, ["misere-hand"])[1:7] == [
        "9S-hand", "9C-hand", "9D-hand", "9H-hand", "9NT-hand", "10S"
    ]  # fmt: skip
    done = auction_result(without, ["misere-hand", "pass", "pass"])
    assert done == {"declarer": 0, "bid": "misere", "hand": True}
    levels = codex(bid_style="level")
    assert legal_calls(levels, []) == ["pass", "6", "7", "8", "misere", "9", "10"]
    assert legal_calls(codex(bid_steps="next"), ["6S"]) == ["pass", "6C"]
    assert legal_calls(codex(misere_bid="none"), ["8NT"])[1] == "9S"
    assert auction_turn(codex(overcall_of_misere_ends_auction=True), ["misere", "9S"]) is None


# defence


def test_defence_calls() -> None:
    p = SOCHI_CODEX
    assert defence_turn(p, "6S", 2, []) == 0
    assert legal_defence(p, "6S", 0, []) == ["whist", "pass"]
    assert legal_defence(p, "6S", 0, ["pass"]) == ["whist", "pass", "half"]
    assert legal_defence(p, "8S", 0, ["pass"]) == ["whist", "pass"]
    assert legal_defence(p, "6S", 0, ["pass", "half"]) == ["return", "pass"]
    assert defence_complete(p, "6S", 0, ["pass", "half"])
    returned = ["pass", "half", "return"]
    assert defence_turn(p, "6S", 0, returned) == 1
    assert legal_defence(p, "6S", 0, returned) == ["open", "closed"]
    done = defence_result(p, "6S", 0, [*returned, "open"])
    assert done == {"roles": {1: "whist", 2: "pass"}, "open": "pair", "played": True}
    assert defence_result(p, "7H", 0, ["pass", "half"])["played"] is False
    assert defence_result(p, "7H", 0, ["pass", "pass"]) == {
        "roles": {1: "pass", 2: "pass"}, "open": False, "played": False
    }  # fmt: skip
    assert legal_defence(p, "7H", 0, ["whist", "whist"]) == []
    assert legal_defence(p, "7H", 0, ["whist", "pass"]) == ["open", "closed"]
    assert defence_result(p, "7H", 0, ["whist", "pass"])["open"] is False
    assert not defence_complete(p, "7H", 0, ["whist"])
    assert legal_defence(p, "misere", 0, []) == []
    assert legal_defence(codex(ten="checked"), "10S", 0, []) == []
    assert legal_defence(p, "10S", 0, []) == ["whist", "pass"]
    assert legal_defence(codex(stalingrad=True), "6S", 0, ["whist"]) == ["whist"]
    assert legal_defence(codex(stalingrad=True), "6C", 0, ["whist"]) == ["whist", "pass"]
    assert defence_result(p, "concede-3", 0, [])["played"] is False


def test_defence_of_the_guide() -> None:
    # S1-74, S1-79, S1-82
    assert legal_defence(SOCHI_GUIDE, "6S", 0, ["pass"]) == ["whist", "pass"]
    assert legal_defence(SOCHI_GUIDE, "6S", 0, ["whist", "pass"]) == []
    assert defence_result(SOCHI_GUIDE, "6S", 0, ["whist", "pass"])["open"] == "passer"
    assert defence_result(SOCHI_GUIDE, "6S", 0, ["whist", "whist"])["open"] is False


def test_defence_options() -> None:
    leave = codex(first_may_leave=True, own_whist=[6, 7])
    assert legal_defence(leave, "6S", 0, ["whist", "pass"]) == ["whist", "half", "own", "open", "closed"]
    assert legal_defence(leave, "8S", 0, ["whist", "pass"]) == ["open", "closed"]
    assert legal_defence(leave, "6S", 0, ["whist", "pass", "whist"]) == ["open", "closed"]
    assert defence_result(leave, "6S", 0, ["whist", "pass", "half"]) == {
        "roles": {1: "half", 2: "pass"}, "open": False, "played": False
    }  # fmt: skip
    assert legal_defence(leave, "6S", 0, ["pass", "whist"]) == ["own", "open", "closed"]
    assert defence_result(leave, "6S", 0, ["pass", "whist", "own"])["roles"] == {1: "pass", 2: "own"}
    dealer = codex(dealer_may_whist=True)
    assert legal_defence(dealer, "6S", 0, ["pass", "half"], 4) == ["return", "pass"]
    assert not defence_complete(dealer, "6S", 0, ["pass", "half"], 4)
    assert defence_complete(dealer, "6S", 0, ["pass", "half"], 3)
    assert defence_turn(dealer, "6S", 0, ["pass", "half", "pass"], 4) == 3
    done = defence_result(dealer, "6S", 0, ["pass", "half", "pass", "whist"], 4)
    assert done == {"roles": {1: "pass", 2: "pass", 3: "whist"}, "open": False, "played": True}
    either = codex(half_whist_by="either")
    assert legal_defence(either, "6S", 0, ["pass", "pass"]) == ["pass", "half"]
    assert defence_result(either, "6S", 0, ["pass", "pass", "half"])["roles"] == {1: "half", 2: "pass"}


# rules 12.6: trick cases


@pytest.mark.parametrize(
    "contract, hand, legal",
    [
        ("7H", "SA S9 H7", "SA S9"),  # TS-13
        ("7H", "H8 H9 DA", "H8 H9"),  # TS-14
        ("7H", "D8 C9 DA", "D8 C9 DA"),  # TS-15
        ("7NT", "D8 H9 DA", "D8 H9 DA"),  # TS-16
        ("misere", "D8 H9 DA", "D8 H9 DA"),  # TS-17
    ],
)
def test_legal_cards(contract: str, hand: str, legal: str) -> None:
    assert legal_cards(SOCHI_CODEX, contract, hand.split(), ["SK"]) == legal.split()


@pytest.mark.parametrize(
    "trump, trick, winner",
    [
        ("D", "SK SA D7", 2),  # TS-18
        ("D", "SK D7 D9", 2),  # TS-19
        (None, "H9 SA HK", 2),  # TS-20
        ("H", "S9 SA H7", 2),
        ("C", "D8 DQ S9", 1),
        ("S", "HT SJ S9", 1),
        (None, "C7 CK C8", 1),  # TW-842
    ],
)
def test_trick_winner(trump: str | None, trick: str, winner: int) -> None:
    assert trick_winner(trump, trick.split()) == winner


def test_talon_tricks() -> None:
    p = SOCHI_CODEX
    assert legal_cards(p, "all-pass", ["SA", "HK"], [], "H8", 1) == ["HK"]
    assert legal_cards(p, "all-pass", ["SA", "DK"], [], "H8", 1) == ["SA", "DK"]
    assert legal_cards(p, "all-pass", ["ST", "HK"], ["SA"], "H8", 1) == ["HK"]
    own = codex(all_pass_void_leader="own_card")
    assert legal_cards(own, "all-pass", ["ST", "HK"], ["SA"], "H8", 1) == ["ST"]
    assert trick_winner(None, ["SA", "HK", "S8"], "H8") == 1
    assert trick_winner(None, ["S9", "ST", "D8"], "H8") == 0
    assert trick_winner(None, ["S9", "ST", "D8"], "H8", False, "own_card") == 1
    assert trick_winner(None, ["H9", "H8", "HJ"], "HA", True) == -1
    assert trick_winner(None, ["H9", "H8", "HJ"], "HA", False) == 2


@pytest.mark.parametrize(
    "way, contract, trick, hand, legal",
    [
        ("if_beats_trick", "6H", "SK H8", "SA S9", "SA S9"),  # S1-90
        ("within_suit", "6H", "SK H8", "SA S9", "SA"),
        ("if_beats_trick", "6H", "SK H8", "H9 H7", "H9"),
        ("within_suit", "6H", "SK H8", "H9 H7", "H9"),
        ("if_beats_trick", "6H", "SK H8", "H7 C7", "H7"),
        ("if_beats_trick", "6H", "ST", "SA S7", "SA"),  # S1-89
        ("if_beats_trick", "misere", "ST", "SA S7", "SA"),
        ("if_beats_trick", "all-pass", "ST", "SA S7", "SA"),
    ],
)
def test_overtaking(way: str, contract: str, trick: str, hand: str, legal: str) -> None:
    p = guide(must_overtake=way)
    assert legal_cards(p, contract, hand.split(), trick.split()) == legal.split()


def test_overtake_scope() -> None:
    narrow = guide(overtake_scope="contracts")
    wider = guide(overtake_scope="contracts_and_misere")
    hand = ["SA", "S7"]
    assert legal_cards(narrow, "6NT", hand, ["ST"]) == ["SA"]
    assert legal_cards(narrow, "misere", hand, ["ST"]) == hand
    assert legal_cards(wider, "misere", hand, ["ST"]) == ["SA"]
    assert legal_cards(wider, "all-pass", hand, ["ST"]) == hand
    free = codex(must_trump=False)
    assert legal_cards(free, "6H", ["H9", "C7"], ["SK"]) == ["H9", "C7"]


# whole deals


def holding(text: str) -> list[str]:
    """ "SAKQ.C7" -> SA SK SQ C7"""
    return [group[0] + rank for group in text.split(".") for rank in group[1:]]


def table(text: str) -> list[list[str]]:
    return [holding(part.split(":")[1]) for part in text.split()]


def rows(text: str) -> list[list[str]]:
    return [row.split() for row in text.split("/")]


def exchange(hand: list[str], talon: list[str], discard: list[str]) -> list[str]:
    assert all(card in hand + talon for card in discard)
    return [card for card in hand + talon if card not in discard]


def check_pack(hands: list[list[str]], talon: list[str]) -> None:
    assert sorted([card for hand in hands for card in hand] + talon) == sorted(full_pack())


def test_sample_record() -> None:
    p = SOCHI_CODEX
    hands = table("S:SAKQJT9.C7.D7.HAK W:S87.CAKQJT98.DA E:DKQJT98.HQJT9")
    talon = ["H8", "H7"]
    check_pack(hands, talon)
    calls = ["6S", "6C", "pass", "7S", "pass"]
    for count, call in enumerate(calls):
        assert call in legal_calls(p, calls[:count])
    assert auction_result(p, calls)["declarer"] == 0
    hands[0] = exchange(hands[0], talon, ["C7", "D7"])
    assert "7S" in legal_contracts(p, "7S", False)
    defence = defence_result(p, "7S", 0, ["whist", "whist"])
    played = play_out(
        p, "7S", 0, hands, talon,
        rows("SA S7 D8/SK S8 D9/HA DA H9/HK C8 HT/H8 C9 HJ/HQ H7 CT/DK SQ CJ/SJ CQ DT/ST CK DJ/S9 CA DQ"),
    )  # fmt: skip
    assert played["tricks"] == [8, 0, 2]
    assert played["leaders"] == [0, 0, 0, 0, 0, 2, 2, 0, 0, 0]
    assert (played["turn"], played["legal"]) == (None, [])
    one = {"players": 3, "contract": "7S", "bid": "7S", "hand": False, "declarer": 0, "talon": talon}
    result = score(p, {**one, **defence, "tricks": played["tricks"], "all_pass_run": 0})
    assert result == {"pool": [4, 0, 0], "dump": [0, 0, 0], "whists": {(2, 0): 8}}


def test_all_pass_deal() -> None:  # sample (c), three players
    hands = table("S:SQ.CQ97.DAT9.HK87 W:ST7.CA8.DQJ8.HAQ9 E:SAKJ98.CJ.DK7.HJT")
    talon = ["CT", "CK"]
    check_pack(hands, talon)
    calls = ["pass", "pass", "pass"]
    assert auction_result(SOCHI_CODEX, calls) == {"all_pass": True}
    given = rows("(CT) CQ C8 CJ/(CK) C7 CA DK/HK H9 HT/DT DQ D7")
    played = play_out(SOCHI_CODEX, "all-pass", None, hands, talon, given)
    assert played["winners"] == [0, 1, 0, 1]
    assert played["leaders"] == [0, 0, 0, 0]
    assert (played["turn"], played["tricks"]) == (1, [2, 2, 0])
    # the winner of trick 2 leads trick 3 in the other form: then HK from forehand is out of turn
    with pytest.raises(IllegalCard) as caught:
        play_out(codex(all_pass_trick3="winner"), "all-pass", None, hands, talon, given)
    assert caught.value.at == (2, 0)
    # forehand holds clubs and must follow the talon card
    with pytest.raises(IllegalCard) as caught:
        play_out(SOCHI_CODEX, "all-pass", None, hands, talon, rows("SQ"))
    assert (caught.value.trick, caught.value.card) == (0, 0)


def test_all_pass_deal_of_four() -> None:  # sample (c), four players, the dealer takes trick 1 with the HA
    hands = table("E:SAQT7.CK9.DJT.HQ9 S:SKJ9.DAKQ98.HT8 W:S8.CAQJT87.D7.HKJ")
    talon = ["HA", "H7"]
    check_pack(hands, talon)
    given = rows("(HA) H9 H8 HJ/(H7) HQ HT HK")
    played = play_out(codex(players=4), "all-pass", None, hands, talon, given, 4)
    assert played["winners"] == [3, 2]
    assert (played["tricks"], played["turn"]) == ([0, 0, 1, 1], 0)


def test_half_then_return() -> None:  # sample (d)
    p = SOCHI_CODEX
    hands = table("S:SKJT987.CT.D9.HT8 W:SQ.CAQ.DQJ87.HJ97 E:SA.CKJ87.DAT.HAKQ")
    talon = ["C9", "DK"]
    check_pack(hands, talon)
    assert auction_result(p, ["6S", "pass", "pass"]) == {"declarer": 0, "bid": "6S", "hand": False}
    hands[0] = exchange(hands[0], talon, ["D9", "H8"])
    calls = ["pass", "half", "return", "open"]
    for count, call in enumerate(calls):
        assert call in legal_defence(p, "6S", 0, calls[:count])
    defence = defence_result(p, "6S", 0, calls)
    assert defence == {"roles": {1: "whist", 2: "pass"}, "open": "pair", "played": True}
    played = play_out(
        p, "6S", 0, hands, talon,
        rows("SJ SQ SA/HK HT H9/DT DK D8/S8 D7 CJ/ST HJ CK/CT CA C8/H7 HA SK/C9 CQ C7/DQ DA S7/S9 DJ HQ"),
    )  # fmt: skip
    assert played["tricks"] == [6, 2, 2]
    result = score(p, {"players": 3, "contract": "6S", "declarer": 0, **defence, "tricks": played["tricks"]})
    assert result == {"pool": [2, 0, 0], "dump": [0, 0, 0], "whists": {(1, 0): 8}}


def test_misere_caught_twice() -> None:  # sample (e)
    p = SOCHI_CODEX
    hands = table("S:S87.CA97.DQ97.HJ7 W:SKT9.CJT8.HKT98 E:SQJ.CKQ.DKJT8.HAQ")
    talon = ["DA", "SA"]
    check_pack(hands, talon)
    assert auction_result(p, ["misere", "pass", "pass"]) == {"declarer": 0, "bid": "misere", "hand": False}
    hands[0] = exchange(hands[0], talon, ["CA", "DA"])
    played = play_out(
        p, "misere", 0, hands, talon,
        rows("SA S9 SJ/DQ C8 D8/HJ H8 HQ/DT D9 H9/DJ D7 CT/CQ C9 CJ/SQ S8 ST/CK C7 HT/DK H7 HK/HA S7 SK"),
    )  # fmt: skip
    assert played["tricks"] == [2, 0, 8]
    result = score(p, {"players": 3, "contract": "misere", "declarer": 0, "roles": {}, "tricks": [2, 0, 8]})
    assert result == {"pool": [0, 0, 0], "dump": [20, 0, 0], "whists": {}}


@pytest.mark.parametrize("p", [SOCHI_CODEX, SOCHI_GUIDE, codex(all_pass_trick3="winner", talon_can_win=True)])
@pytest.mark.parametrize("contract", ["6S", "8NT", "misere", "all-pass"])
def test_any_play_by_legal_cards_ends(p: dict[str, Any], contract: str) -> None:
    dice = random.Random(7)
    for _ in range(5):
        pack = full_pack()
        dice.shuffle(pack)
        hands = [pack[0:10], pack[10:20], pack[20:30]]
        tricks: list[list[str]] = []
        state = play_out(p, contract, 0, hands, pack[30:], tricks)
        while state["turn"] is not None:
            if not tricks or len(tricks[-1]) == 3:
                tricks.append([])
            tricks[-1].append(dice.choice(state["legal"]))
            state = play_out(p, contract, 0, hands, pack[30:], tricks)
        assert len(state["winners"]) == 10
        assert sum(state["tricks"]) == 10 - state["winners"].count(-1)
