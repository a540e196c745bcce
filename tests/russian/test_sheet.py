"""The running sheet, American help and the end of a session."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from preferans_pbn.families.russian.amounts import PoolScore, Whists
from preferans_pbn.families.russian.sheet import PoolSheet, add, has_ended, zero_reward
from preferans_pbn.rules.outcome import Number, Outcome


def sheet_of(pool: list[Number], dump: list[Number] | None = None, whists: Whists | None = None) -> PoolSheet:
    return PoolSheet(pool, dump or [0] * len(pool), whists or {})


def pool_score(pool: list[Number], all_pass: bool = False) -> PoolScore:
    return PoolScore(pool, [0] * len(pool), all_pass=all_pass)


def test_a_deal_is_added_and_the_old_sheet_stays(make_law: Any) -> None:
    before = sheet_of([4, 0, 0], [0, 3, 0], {(0, 1): 6})
    step = add(make_law(), before, PoolScore([0, 2, 0], [0, 0, 4], {(0, 1): 4, (2, 1): 2}), 20)
    assert step.sheet == sheet_of([4, 2, 0], [0, 3, 4], {(0, 1): 10, (2, 1): 2})
    assert not step.ended
    assert before == sheet_of([4, 0, 0], [0, 3, 0], {(0, 1): 6})


def test_halves_become_whole_again(make_law: Any) -> None:
    half = Fraction(1, 2)
    step = add(make_law(), sheet_of([0, 0, 0], [half, 0, 0]), PoolScore([0, 0, 0], [half, 0, 0]), 20)
    assert step.sheet.dump == [1, 0, 0]
    assert type(step.sheet.dump[0]) is int


def test_nothing_is_written_on_an_empty_sheet() -> None:
    one = PoolSheet.empty(4)
    one.pool[0] = 2
    one.whists[0, 1] = 4
    assert PoolSheet.empty(4) == PoolSheet([0] * 4, [0] * 4, {})


# --- help ----------------------------------------------------------------------------------------------

HELP: list[tuple[str, dict[str, Any], list[Number], list[Number], list[Number], Whists]] = [
    # name, rules, pools before, points won, pools after, whists of the helper
    ("WE-46", {}, [9, 4, 2], [2, 0, 0], [10, 5, 2], {(0, 1): 10}),
    ("WE-46 clockwise", {"help": "clockwise"}, [9, 0, 4], [2, 0, 0], [10, 1, 4], {(0, 1): 10}),
    ("C-11 the next", {"help": "clockwise"}, [9, 4, 0], [2, 0, 0], [10, 5, 0], {(0, 1): 10}),
    ("C-11 smallest", {"help": "smallest"}, [9, 4, 0], [2, 0, 0], [10, 4, 1], {(0, 2): 10}),
    ("C-11 largest", {}, [9, 0, 4], [2, 0, 0], [10, 0, 5], {(0, 2): 10}),
    ("WE-50 furthest behind, no whists", {"help": "smallest", "help_whists": 0}, [9, 0, 4], [10, 0, 0],
     [10, 9, 4], {}),
    ("tie: next clockwise", {}, [3, 9, 3], [0, 4, 0], [3, 10, 6], {(1, 2): 30}),
    ("tie: next clockwise, smallest", {"help": "smallest"}, [3, 3, 9], [0, 0, 4], [6, 3, 10], {(2, 0): 30}),
    ("two helped", {}, [10, 8, 3], [6, 0, 0], [10, 10, 7], {(0, 1): 20, (0, 2): 40}),
    ("clockwise skips a full pool", {"help": "clockwise"}, [10, 10, 3], [6, 0, 0], [10, 10, 9], {(0, 2): 60}),
    ("four at the table", {}, [2, 10, 3, 7], [0, 8, 0, 0], [2, 10, 8, 10], {(1, 3): 30, (1, 2): 50}),
    ("exactly full", {}, [8, 4, 2], [2, 0, 0], [10, 4, 2], {}),
    ("no help: the pool goes on", {"help": "none"}, [9, 0, 4], [10, 0, 0], [19, 0, 4], {}),
]


@pytest.mark.parametrize(("changes", "before", "won", "after", "whists"), [row[1:] for row in HELP],
                         ids=[row[0] for row in HELP])
def test_help(make_law: Any, changes: dict[str, Any], before: list[Number], won: list[Number],
              after: list[Number], whists: Whists) -> None:
    step = add(make_law(**changes), sheet_of(before), pool_score(won), 10)
    assert step.sheet == sheet_of(after, None, whists)


@pytest.mark.parametrize(("surplus", "dump", "after"), [
    ("own_gora", 2, 0),  # WE-49: surplus 3, own gora 2
    ("own_gora", 7, 4),
    ("own_gora_double", 7, 1),
    ("own_gora_double", 5, 0),
    ("lost", 7, 7),
    ("own_gora", -4, -4),
])
def test_we_49_all_full(make_law: Any, surplus: str, dump: int, after: int) -> None:
    law = make_law(surplus_when_all_full=surplus)
    before = sheet_of([10, 9, 10], [5, dump, 0])
    step = add(law, before, pool_score([0, 4, 0]), 10)
    assert step.sheet == sheet_of([10, 10, 10], [5, after, 0])
    assert step.ended


def test_help_then_own_gora(make_law: Any) -> None:
    """Ten points: two into the last open pool, eight off the own dump."""
    step = add(make_law(), sheet_of([10, 10, 8], [9, 0, 0]), pool_score([10, 0, 0]), 10)
    assert step.sheet == sheet_of([10, 10, 10], [1, 0, 0], {(0, 2): 20})
    assert step.ended


def test_two_pools_run_over_in_one_all_pass_round(make_law: Any) -> None:
    """10/0/0 at price 2, one point missing in the third pool: who sits next after it helps first."""
    for shift in range(3):
        turn = [(i + shift) % 3 for i in range(3)]
        before = PoolSheet.empty(3)
        score = PoolScore([0] * 3, [0] * 3, all_pass=True)
        columns = ((9, 0, 0, 20), (10, 5, 2, 0), (10, 5, 2, 0))
        for place, (pool, dump, won, tricks) in zip(turn, columns, strict=True):
            before.pool[place], before.dump[place] = pool, dump
            score.pool[place], score.dump[place] = won, tricks
        step = add(make_law(), before, score, 10)
        assert step.sheet.pool == [10, 10, 10]
        assert [step.sheet.dump[place] for place in turn] == [20, 4, 3]
        assert step.sheet.whists == {(turn[1], turn[0]): 10}


def test_a_pool_just_full_has_no_say_in_who_helps_first(make_law: Any) -> None:
    """A and C run over, B is full, D misses a point: A sits next after D and helps him, C writes off."""
    score = PoolScore([1, 0, 1, 0], [0, 0, 0, 10], all_pass=True)
    step = add(make_law(), sheet_of([10, 10, 10, 9], [5, 5, 5, 5]), score, 10)
    assert step.sheet == sheet_of([10, 10, 10, 10], [5, 5, 4, 15], {(0, 3): 10})


# --- where a win is written -----------------------------------------------------------------------------


@pytest.mark.parametrize(("dump", "won", "after_dump", "after_pool"), [
    (0, 4, 0, 4), (3, 4, 0, 1), (9, 4, 5, 0), (Fraction(1, 2), 4, 0, Fraction(7, 2)), (-4, 4, -4, 4),
])
def test_gora_first(make_law: Any, dump: Number, won: int, after_dump: Number, after_pool: Number) -> None:
    law = make_law(win_writes="gora_first")
    step = add(law, sheet_of([0, 0, 0], [dump, 1, 1]), pool_score([won, 0, 0]), 10)
    assert step.sheet == sheet_of([after_pool, 0, 0], [after_dump, 1, 1])


def test_gora_first_is_for_games_made(make_law: Any) -> None:
    law = make_law(win_writes="gora_first")
    score = law.score(Outcome(3, "all-pass", tricks=(0, 4, 6)))
    step = add(law, sheet_of([0, 0, 0], [5, 0, 0]), score, 10)
    assert step.sheet == sheet_of([1, 0, 0], [5, 4, 6])


# --- the reward of an all-pass round with a full pool --------------------------------------------------


@pytest.mark.parametrize(("when_full", "pool", "dump", "whists"), [
    ("pool", [10, 4, 3], [5, 4, 6], {(0, 1): 10}),  # a surplus as any other: help
    ("gora_minus", [10, 3, 3], [4, 4, 6], {}),  # G-ESHAV
    ("none", [10, 3, 3], [5, 4, 6], {}),
])
def test_zero_when_pool_full(make_law: Any, when_full: str, pool: list[Number], dump: list[Number],
                             whists: Whists) -> None:
    law = make_law(zero_when_pool_full=when_full)
    score = law.score(Outcome(3, "all-pass", tricks=(0, 4, 6)))
    step = add(law, sheet_of([10, 3, 3], [5, 0, 0]), score, 10)
    assert step.sheet == sheet_of(pool, dump, whists)


def test_zero_reward_looks_at_full_pools_of_all_pass_rounds_only(make_law: Any) -> None:
    law = make_law(zero_when_pool_full="gora_minus")
    full = sheet_of([10, 3, 3])
    made = pool_score([2, 0, 0])
    assert zero_reward(law, full, made, 10) is made
    reward = pool_score([1, 0, 1], all_pass=True)
    assert zero_reward(law, sheet_of([9, 3, 3]), reward, 10) is reward
    assert zero_reward(law, full, reward, None) is reward
    assert zero_reward(law, full, reward, 10) == PoolScore([0, 0, 1], [-1, 0, 0])


# --- the end --------------------------------------------------------------------------------------------

ENDS: list[tuple[str, str, list[Number], int | None, bool]] = [
    ("S1-117", "two_full", [10, 10, 3], 10, True),
    ("S1-117 not yet", "two_full", [10, 9, 9], 10, False),
    ("S1-117 past the target", "two_full", [11, 4, 12], 10, True),
    ("two of four", "two_full", [10, 0, 0, 10], 10, True),
    ("S1-18 all", "all_full", [10, 10, 3], 10, False),
    ("all", "all_full", [10, 10, 10], 10, True),
    ("any", "any_full", [0, 10, 0], 10, True),
    ("any, none yet", "any_full", [9, 9, 9], 10, False),
    ("G-CODEXENG sum", "sum_pools", [22, 4, 4], 10, True),
    ("G-CODEXENG sum, not yet", "sum_pools", [22, 4, 3], 10, False),
    ("by time", "none", [30, 30, 30], 10, False),
    ("no target", "all_full", [30, 30, 30], None, False),
]


@pytest.mark.parametrize(("end_when", "pool", "target", "ended"), [row[1:] for row in ENDS],
                         ids=[row[0] for row in ENDS])
def test_end(make_law: Any, end_when: str, pool: list[Number], target: int | None, ended: bool) -> None:
    assert has_ended(make_law(end_when=end_when), sheet_of(pool), target) is ended


def test_guide_pool_is_not_cut_at_the_target(make_law: Any) -> None:
    """S1-116, S1-117: nine and a six made are eleven; the session goes on until two pools are full."""
    law = make_law("guide")
    step = add(law, sheet_of([9, 3, 3]), pool_score([2, 0, 0]), law.target)
    assert (step.sheet.pool, step.ended) == ([11, 3, 3], False)
    step = add(law, step.sheet, pool_score([0, 8, 0]), law.target)
    assert (step.sheet.pool, step.ended) == ([11, 11, 3], True)


def test_target_of_the_variant(make_law: Any) -> None:
    assert make_law("guide").target == 10
    assert make_law("leningrad").target is None


# --- whole sequences from the sources -------------------------------------------------------------------


def test_we_66_two_rounds(make_law: Any) -> None:
    law = make_law(all_pass_price=(1, 2), all_pass_amnesty=True)
    sheet, run = PoolSheet.empty(3), 0
    seen = []
    for _ in range(2):
        outcome = Outcome(3, "all-pass", tricks=(2, 5, 3), all_pass_run=run)
        sheet, run = add(law, sheet, law.score(outcome), 20).sheet, law.next_run(outcome)
        seen.append(sheet.dump)
    assert seen == [[0, 3, 1], [0, 9, 3]]


def test_we_72(make_law: Any) -> None:
    law = make_law("leningrad")
    score = law.score(Outcome(3, "all-pass", tricks=(0, 3, 7)))
    step = add(law, sheet_of([0, 0, 0], [58, 0, 40]), score, None)
    assert step.sheet.dump == [54, 6, 54]


# --- properties -----------------------------------------------------------------------------------------

pools = st.lists(st.integers(0, 10), min_size=2, max_size=4)
rules = st.fixed_dictionaries({
    "help": st.sampled_from(["none", "largest", "clockwise", "smallest"]),
    "surplus_when_all_full": st.sampled_from(["own_gora", "own_gora_double", "lost"]),
    "win_writes": st.sampled_from(["pool", "gora_first"]),
    "end_when": st.sampled_from(["all_full", "two_full", "any_full", "sum_pools", "none"]),
})


@given(pool=pools, dumps=st.integers(0, 12), changes=rules, won=st.integers(0, 10), data=st.data())
def test_the_sheet_turns_with_the_table(make_law: Any, pool: list[Number], dumps: int,
                                        changes: dict[str, Any], won: int, data: st.DataObject) -> None:
    players = len(pool)
    winner = data.draw(st.integers(0, players - 1))
    shift = data.draw(st.integers(1, players - 1))
    law = make_law(**changes)

    def turned(by: int) -> tuple[PoolSheet, bool]:
        place = [(i + by) % players for i in range(players)]
        before, score = PoolSheet.empty(players), PoolScore([0] * players, [0] * players)
        for i in range(players):
            before.pool[place[i]], before.dump[place[i]] = pool[i], dumps * i
        score.pool[place[winner]] = won
        return add(law, before, score, 10)

    (here, ended), (there, ended_too) = turned(0), turned(shift)
    assert ended is ended_too
    for i in range(players):
        assert here.pool[i] == there.pool[(i + shift) % players]
        assert here.dump[i] == there.dump[(i + shift) % players]
    assert there.whists == {((i + shift) % players, (j + shift) % players): amount
                            for (i, j), amount in here.whists.items()}


@given(pool=pools, changes=rules, won=st.integers(0, 10))
def test_help_fills_no_pool_past_the_target_and_loses_no_point(make_law: Any, pool: list[Number],
                                                               changes: dict[str, Any], won: int) -> None:
    players = len(pool)
    score = PoolScore([won, *[0] * (players - 1)], [0] * players)
    after = add(make_law(**changes), sheet_of(pool), score, 10).sheet
    if changes["help"] == "none":
        assert after.pool == [pool[0] + won, *pool[1:]]
        return
    assert all(points <= 10 for points in after.pool)
    assert sum(after.pool) == min(sum(pool) + won, 10 * players)
    assert sum(after.whists.values()) == 10 * (sum(after.pool[1:]) - sum(pool[1:]))
