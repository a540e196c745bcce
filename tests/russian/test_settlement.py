"""The settlement.  Every expected number is the source's, named at its row (`rules.md` 12.4)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from preferans_pbn.cards import CARD_BY_NAME
from preferans_pbn.families.russian.amounts import PoolScore, Whists
from preferans_pbn.families.russian.settlement import pairwise, settle
from preferans_pbn.families.russian.sheet import PoolSheet, add
from preferans_pbn.rules.outcome import Number, Outcome


def thirds(whole: int, numerator: int) -> Fraction:
    """A mixed number of thirds with the sign of ``whole``."""
    return Fraction(whole) + Fraction(numerator if whole >= 0 else -numerator, 3)


A, B, C, D = range(4)
L = {"k": 20}

SETTLEMENTS: list[tuple[str, dict[str, Any], list[Number], list[Number], Whists, list[Number]]] = [
    ("MAILRU", {}, [0, 0, 0], [42, 96, 132],
     {(A, B): 170, (B, A): 64, (A, C): 60, (C, A): 88, (B, C): 178, (C, B): 95}, [558, -83, -475]),
    ("WE-S02", {}, [0] * 4, [8, 0, 0, 0], {(B, A): 18, (C, A): 18, (D, A): 8}, [-104, 38, 38, 28]),
    ("WE-S03", {}, [0] * 3, [0] * 3,
     {(B, A): 114, (A, B): 70, (C, B): 180, (B, C): 96, (C, A): 140, (A, C): 100}, [-84, -40, 124]),
    ("WE-S05", {}, [14, 8, 0], [12, 26, 6], {(A, B): 12, (B, A): 22, (C, A): 22, (C, B): 4},
     [thirds(61, 1), thirds(-100, 2), thirds(39, 1)]),
    ("WE-S06", {}, [0] * 3, [2, 0, 0], {(B, A): 4, (C, A): 10},
     [thirds(-27, 1), thirds(10, 2), thirds(16, 2)]),
    ("WE-S08", {}, [20] * 3, [17, 1, 12], {(B, C): 6, (C, A): 30}, [-100, 96, 4]),
    ("WE-S09 n", {}, [3, 0, 0], [0, 14, 6], {(B, A): 8}, [thirds(78, 2), thirds(-75, 1), thirds(-3, 1)]),
    ("WE-S09 n-1", {"divisor": "n-1"}, [3, 0, 0], [0, 14, 6], {(B, A): 8}, [122, -117, -5]),
    ("WE-S10 n", {}, [0] * 3, [2, 5, 8], {}, [30, 0, -30]),
    ("WE-S10 n-1", {"divisor": "n-1"}, [0] * 3, [2, 5, 8], {}, [45, 0, -45]),
    ("WE-S12", L, [0, 0, 4], [2, 0, 16], {(A, C): 24, (B, C): 24},
     [thirds(37, 1), thirds(57, 1), thirds(-94, 2)]),
    ("WE-S13", L, [4, 0, 0, 0], [8, 28, 8, -4],
     {(B, A): 16, (C, A): 8, (D, A): 16, (C, B): 48, (D, B): 48, (A, B): 24}, [64, -304, 56, 184]),
    ("WE-S14", L, [2, 0, 0, 0], [0] * 4, {(B, A): 16}, [14, 6, -10, -10]),
    ("WE-S15", L, [2, 0, 0, 0], [0, 2, 0, 0], {(B, A): 12}, [23, -13, -5, -5]),
    ("WE-S17", {}, [0] * 4, [4, 0, 0, 0], {}, [-30, 10, 10, 10]),
    ("WE-S19", L, [8, 0, 0, 0], [0] * 4, {}, [120, -40, -40, -40]),
    ("WE-S21", {}, [0] * 3, [4, 0, 10], {(A, B): 30, (A, C): 12, (B, A): 8, (C, A): 2, (C, B): 40},
     [thirds(38, 2), thirds(-15, 1), thirds(-23, 1)]),
    ("S1-119", {}, [10, 10, 4], [0, 6, 2], {(A, B): 20},
     [Fraction(200, 3), Fraction(-100, 3), Fraction(-100, 3)]),
    ("rules.md 5B two", {}, [4, 0], [0, 6], {(A, B): 3, (B, A): 10}, [43, -43]),
    ("two, n-1", {"divisor": "n-1"}, [4, 0], [0, 6], {}, [100, -100]),
    ("gora at another rate", {"gora_whists": 5}, [0] * 4, [4, 0, 0, 0], {}, [-15, 5, 5, 5]),
]


@pytest.mark.parametrize(("changes", "pool", "dump", "whists", "result"), [row[1:] for row in SETTLEMENTS],
                         ids=[row[0] for row in SETTLEMENTS])
def test_settlement(make_law: Any, changes: dict[str, Any], pool: list[Number], dump: list[Number],
                    whists: Whists, result: list[Number]) -> None:
    settled = settle(make_law(**changes), PoolSheet(pool, dump, whists))
    assert settled == result
    assert all(type(amount) is int or amount.denominator > 1 for amount in settled)


def test_mailru_pairs(make_law: Any) -> None:
    """A gets 286 from B and 272 from C, B 203 from C."""
    sheet = PoolSheet([0] * 3, [42, 96, 132],
                      {(A, B): 170, (B, A): 64, (A, C): 60, (C, A): 88, (B, C): 178, (C, B): 95})
    assert pairwise(make_law(), sheet) == {(A, B): 286, (A, C): 272, (B, C): 203}


def test_alikas_pairs(make_law: Any) -> None:
    """8 gora are 80 whists, 20 to each of the three others, besides what they wrote."""
    sheet = PoolSheet([0] * 4, [8, 0, 0, 0], {(B, A): 18, (C, A): 18, (D, A): 8})
    assert pairwise(make_law(), sheet) == {(B, A): 38, (C, A): 38, (D, A): 28}


def test_we_m1_mini_match(make_law: Any) -> None:
    """Three deals of four players, Leningrad, dealers D, A, B; then the settlement of WE-S13."""
    law = make_law("leningrad", lone_whist="greedy", paid_talon="opponents_half")
    talon = (CARD_BY_NAME["SA"], CARD_BY_NAME["SK"])
    both = "whist"
    deals = [
        ((A, B, C, D), Outcome(4, "7S", 0, roles={1: both, 2: both}, tricks=(7, 2, 1, 0), talon=talon)),
        ((B, C, D, A), Outcome(4, "8S", 0, roles={1: both, 2: both}, tricks=(6, 2, 2, 0))),
        ((C, D, A, B), Outcome(4, "all-pass", tricks=(4, 0, 4, 2))),
    ]
    sheet = PoolSheet.empty(4)
    for places, outcome in deals:
        score = law.score(outcome)
        whists = {(places[i], places[j]): amount for (i, j), amount in score.whists.items()}
        turned = PoolScore([0] * 4, [0] * 4, whists)
        for i, place in enumerate(places):
            turned.pool[place], turned.dump[place] = score.pool[i], score.dump[i]
        sheet, ended = add(law, sheet, turned, None)
        assert not ended
    assert sheet == PoolSheet([4, 0, 0, 0], [8, 28, 8, -4],
                              {(B, A): 16, (C, A): 8, (D, A): 16, (C, B): 48, (D, B): 48, (A, B): 24})
    assert settle(law, sheet) == [64, -304, 56, 184]


# --- properties -----------------------------------------------------------------------------------------

points = st.one_of(st.integers(-20, 200), st.fractions(-20, 200, max_denominator=4))
rates = st.fixed_dictionaries({
    "k": st.sampled_from([10, 20, Fraction(15, 2)]), "gora_whists": st.sampled_from([10, 5]),
    "divisor": st.sampled_from(["n", "n-1"]),
})


@st.composite
def sheets(draw: st.DrawFn, players: int | None = None) -> PoolSheet:
    size = players or draw(st.integers(2, 4))
    column = st.lists(points, min_size=size, max_size=size)
    pairs = [(i, j) for i in range(size) for j in range(size) if i != j]
    return PoolSheet(draw(column), draw(column), draw(st.dictionaries(st.sampled_from(pairs), points)))


@given(sheet=sheets(), changes=rates)
def test_a_settlement_sums_to_zero_and_is_what_the_pairs_pay(make_law: Any, sheet: PoolSheet,
                                                             changes: dict[str, Any]) -> None:
    law = make_law(**changes)
    result = settle(law, sheet)
    assert sum(result) == 0
    balance: list[Number] = [0] * len(result)
    for (payee, payer), amount in pairwise(law, sheet).items():
        assert amount > 0
        balance[payee] += amount
        balance[payer] -= amount
    assert balance == result


@given(sheet=sheets(), changes=rates, common=points)
def test_a_common_number_in_a_column_changes_nothing(make_law: Any, sheet: PoolSheet, changes: dict[str, Any],
                                                     common: Number) -> None:
    law = make_law(**changes)
    result = settle(law, sheet)
    assert settle(law, PoolSheet([p + common for p in sheet.pool], sheet.dump, sheet.whists)) == result
    assert settle(law, PoolSheet(sheet.pool, [d - common for d in sheet.dump], sheet.whists)) == result


@given(sheet=sheets(), changes=rates)
def test_the_closed_formula(make_law: Any, sheet: PoolSheet, changes: dict[str, Any]) -> None:
    """rules.md 1.9: gora and pool against their means, times n/(n-1) where the owner has no share."""
    law = make_law(**changes)
    players = len(sheet.pool)
    scale = Fraction(players, players - 1) if changes["divisor"] == "n-1" else Fraction(1)
    mean_pool, mean_dump = Fraction(sum(sheet.pool)) / players, Fraction(sum(sheet.dump)) / players
    for player, result in enumerate(settle(law, sheet)):
        written = sum(w for (i, _), w in sheet.whists.items() if i == player)
        against = sum(w for (_, j), w in sheet.whists.items() if j == player)
        assert result == (scale * (changes["gora_whists"] * (mean_dump - sheet.dump[player])
                                   + changes["k"] * (sheet.pool[player] - mean_pool)) + written - against)


@given(tricks=st.integers(0, 10).flatmap(
    lambda a: st.integers(0, 10 - a).map(lambda b: (a, b, 10 - a - b))),
    table=st.sampled_from(["sochi", "leningrad"]))
def test_amnesty_leaves_the_settlement_of_three_unchanged(make_law: Any, tricks: tuple[int, int, int],
                                                          table: str) -> None:
    """G-FSPR, TS-42: it moves all three dumps by one number."""
    results = []
    for amnesty in (False, True):
        law = make_law(table, all_pass_amnesty=amnesty)
        score = law.score(Outcome(3, "all-pass", tricks=tricks))
        results.append(settle(law, PoolSheet(score.pool, score.dump, score.whists)))
    assert results[0] == results[1]


def test_amnesty_is_not_neutral_with_four(make_law: Any) -> None:
    """C-08: three of four dumps move.  Tricks 4/3/3, price 1: the dealer gets 25 without amnesty."""
    results = []
    for amnesty in (False, True):
        law = make_law(all_pass_amnesty=amnesty)
        score = law.score(Outcome(4, "all-pass", tricks=(4, 3, 3, 0)))
        results.append(settle(law, PoolSheet(score.pool, score.dump)))
    assert results == [[-15, -5, -5, 25], [Fraction(-15, 2), Fraction(5, 2), Fraction(5, 2), Fraction(5, 2)]]
