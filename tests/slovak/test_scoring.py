"""Slovak scores: heads and sides, the duty, refa, durch (S0-33 to S0-46, S0-95 to S0-125).

Heads, goals and doubling are the text's; the worth of a side trick and of a fine are assumed (``fill_in``).
The declarer is player 0.
"""

from __future__ import annotations

from typing import Any

import pytest

from preferans_pbn.families import law_of
from preferans_pbn.families.balkan.sheet import BuleScore, BuleSheet
from preferans_pbn.rules.outcome import Outcome
from preferans_pbn.variants import UndefinedByVariant, load_variant


def law(**rules: str) -> Any:
    return law_of(load_variant("slovak").with_overrides({"fill_in": "true", **rules}))


def scored(contract: str, *tricks: int, **more: Any) -> BuleScore:
    rules = more.pop("rules", {})
    score: BuleScore = law(**rules).score(Outcome(3, contract, 0, tricks=tricks, **more))
    return score


@pytest.mark.parametrize(("contract", "value"), [
    ("S", 2), ("D", 3), ("H", 4), ("C", 5), ("durch", 7),  # S0-108 to S0-113, S0-123
    ("S-hand", 3), ("D-hand", 4), ("H-hand", 5), ("C-hand", 6), ("durch-hand", 8),  # S0-95, S0-114, S0-115
])
def test_heads(contract: str, value: int) -> None:
    """Made: off the declarer's heads, failed: onto them (S0-43, S0-44); nobody else's move."""
    assert scored(contract, 6, 2, 2).bule == [-value, 0, 0]
    assert scored(contract, 7, 3, 0).bule == [-value, 0, 0]
    assert scored(contract, 5, 3, 2).bule == [value, 0, 0]  # S0-36, S0-37
    assert scored(contract, 0, 5, 5).bule == [value, 0, 0]


def test_heads_of_betl_and_preferans() -> None:
    assert scored("betl", 0, 9, 1).bule == [-6, 0, 0]  # S0-117, S0-118
    assert scored("betl", 1, 9, 0).bule == [6, 0, 0]
    assert scored("betl-hand", 0, 5, 5).bule == [-7, 0, 0]
    assert scored("preferans", 10, 0, 0).bule == [-8, 0, 0]  # S0-124, S0-125: no duty where all ten are needed
    assert scored("preferans", 9, 1, 0).bule == [8, 0, 0]
    assert scored("preferans-hand", 10, 0, 0).bule == [-9, 0, 0]


@pytest.mark.parametrize(("tricks", "fined"), [
    ((6, 2, 2), False),
    ((6, 3, 1), False),  # S0-34: two in one hand
    ((8, 2, 0), False),
    ((7, 2, 1), False),
    ((8, 1, 1), True),  # S0-35: one each is not enough
    ((9, 1, 0), True),
    ((9, 0, 1), True),
    ((10, 0, 0), True),
])
@pytest.mark.parametrize(("contract", "value"), [("H", 4), ("C-hand", 6), ("durch", 7)])
def test_the_duty_of_two_in_one_hand(contract: str, value: int, tricks: tuple[int, ...], fined: bool) -> None:
    """Both are fined where no hand holds two; the fine is the value of the game (assumed)."""
    assert scored(contract, *tricks).bule == [-value, *([value if fined else 0] * 2)]


def test_sides() -> None:
    """Each trick for its own taker, on the declarer, made or failed (S0-38, S0-110); worth the value (assumed)."""
    assert scored("H", 6, 2, 2).supe == {(1, 0): 8, (2, 0): 8}
    assert scored("H", 6, 3, 1).supe == {(1, 0): 12, (2, 0): 4}
    assert scored("H", 4, 6, 0).supe == {(1, 0): 24}
    assert scored("S-hand", 6, 1, 3).supe == {(1, 0): 3, (2, 0): 9}
    assert scored("preferans", 9, 0, 1).supe == {(2, 0): 8}
    assert scored("betl", 0, 6, 4).supe == {}
    assert scored("betl", 3, 3, 4).supe == {}


def test_other_amounts() -> None:
    assert scored("H", 8, 1, 1, rules={"duty_fine": "none"}).bule == [-4, 0, 0]
    assert scored("H", 8, 1, 1, rules={"duty_fine": "2G"}).bule == [-4, 8, 8]
    assert scored("H", 6, 3, 1, rules={"supe_unit": "2G"}).supe == {(1, 0): 24, (2, 0): 8}
    assert scored("H", 6, 3, 1, rules={"bula_unit": "2G"}).bule == [-8, 0, 0]


@pytest.mark.parametrize(("winners", "made"), [
    ("0000001212", True),
    ("0001000112", False),  # S0-122: six, but not one after the other
    ("1200000021", True),
    ("0000010000", False),
    ("1111000000", True),
])
def test_six_one_after_the_other(winners: str, made: bool) -> None:
    order = tuple(map(int, winners))
    tricks = tuple(order.count(player) for player in range(3))
    outcome = Outcome(3, "durch", 0, tricks=tricks, winners=order)
    consecutive = law(durch_goal="six_consecutive")
    assert consecutive.score(outcome).bule[0] == (-7 if made else 7)
    assert law().score(outcome).bule[0] == (-7 if tricks[0] >= 6 else 7)


def test_the_order_of_the_tricks_must_be_known() -> None:
    consecutive = law(durch_goal="six_consecutive", last_deal_cut="none")
    assert not consecutive.scorable(Outcome(3, "durch", 0, tricks=(7, 2, 1)), True)
    assert consecutive.scorable(Outcome(3, "durch", 0, tricks=(5, 4, 1)), True)  # failed whatever the order
    assert consecutive.scorable(Outcome(3, "durch", 0, tricks=(10, 0, 0)), True)
    assert consecutive.scorable(Outcome(3, "H", 0, tricks=(7, 2, 1)), True)
    assert consecutive.score(Outcome(3, "durch", 0, tricks=(10, 0, 0))).bule[0] == -7
    assert law(last_deal_cut="none").scorable(Outcome(3, "durch", 0, tricks=(7, 2, 1)), True)


def sheet(*heads: int, refe: tuple[int, ...] = (0, 0, 0), entered: int = 0) -> BuleSheet:
    return BuleSheet(list(heads), {}, list(refe), entered)


def test_refa() -> None:
    """It doubles the owner's next game and is then spent (S0-102, S0-104)."""
    held = sheet(30, 30, 30, refe=(1, 1, 0), entered=1)
    score = scored("H", 6, 3, 1, standing=held, rules={"refe": "1"})
    assert score.bule == [-8, 0, 0]
    assert score.supe == {(1, 0): 24, (2, 0): 8}
    assert score.refe == [-1, 0, 0]
    failed = scored("C", 5, 3, 2, standing=held, rules={"refe": "1"})
    assert (failed.bule, failed.refe) == ([10, 0, 0], [-1, 0, 0])
    assert scored("H", 6, 3, 1, standing=sheet(30, 30, 30), rules={"refe": "1"}).bule == [-4, 0, 0]


def thrown_in(standing: BuleSheet, **rules: str) -> BuleScore:
    outcome = Outcome(3, "thrown-in", 0, "1", manner="thrown-in", tricks=(0, 0, 0), standing=standing)
    score: BuleScore = law(**rules).score(outcome)
    return score


def test_thrown_in() -> None:
    """Worth nothing (S0-70, S0-100); where refa are played one is entered, for nobody below zero (S0-103)."""
    free = thrown_in(sheet(30, 30, 30))
    assert (free.bule, free.supe, free.refe) == ([0, 0, 0], {}, [0, 0, 0])
    assert thrown_in(sheet(30, 30, 30), refe="1").refe == [1, 1, 1]
    assert thrown_in(sheet(5, -2, 10), refe="1").refe == [1, 0, 1]
    assert thrown_in(sheet(30, 30, 30, refe=(1, 1, 1), entered=1), refe="1").refe == [0, 0, 0]  # S0-105, S0-106
    assert thrown_in(sheet(100, 100, 100, refe=(2, 2, 2), entered=2), refe="3").refe == [1, 1, 1]  # S0-107
    assert thrown_in(sheet(100, 100, 100, refe=(0, 3, 3), entered=3), refe="3").refe == [0, 0, 0]


def test_the_last_write_off_is_cut() -> None:
    assert scored("C", 6, 2, 2, standing=sheet(9, -3, -3)).bule == [-3, 0, 0]
    assert scored("C", 6, 2, 2, standing=sheet(9, -2, -2)).bule == [-5, 0, 0]
    assert scored("C", 8, 1, 1, standing=sheet(9, -3, -3)).bule == [-5, 5, 5]  # the fines keep the game going
    assert scored("C", 5, 3, 2, standing=sheet(9, -3, -3)).bule == [5, 0, 0]
    assert scored("C", 6, 2, 2, standing=sheet(9, -3, -3), rules={"last_deal_cut": "none"}).bule == [-5, 0, 0]


def test_what_a_failed_game_adds_is_cut_too_where_that_is_agreed() -> None:
    agreed = {"last_deal_cut": "to_remainder"}
    assert scored("C", 5, 3, 2, standing=sheet(9, -3, -3), rules=agreed).bule == [3, 0, 0]
    assert scored("C", 5, 3, 2, standing=sheet(9, -2, -2), rules=agreed).bule == [5, 0, 0]
    assert scored("C", 5, 3, 2, standing=sheet(1, -2, -2), rules=agreed).bule == [0, 0, 0]
    assert scored("C", 6, 2, 2, standing=sheet(9, -3, -3), rules=agreed).bule == [-3, 0, 0]


def test_final_result() -> None:
    """Sides written, less those on the player, less ten for each of his heads (assumed)."""
    final = law().settle(BuleSheet([-10, 4, 6], {(0, 1): 40, (1, 0): 12, (2, 0): 8}, [0, 0, 0]))
    assert final == [120, -68, -52]
    assert sum(final) == 0


def test_without_fill_in_a_deal_is_not_scored() -> None:
    plain = law_of(load_variant("slovak"))
    with pytest.raises(UndefinedByVariant):
        plain.score(Outcome(3, "H", 0, tricks=(6, 2, 2)))
    assert load_variant("slovak").supports == {"auction", "play"}
    assert load_variant("slovak").with_overrides({"fill_in": "true"}).supports == {
        "auction", "play", "score", "sheet", "settle"}


# --- play ----------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("contract", "declarer", "leader"), [
    ("H", 0, 0), ("H", 2, 0), ("preferans", 1, 0), ("S-hand", 1, 0),
    ("durch", 0, 2), ("durch", 1, 0), ("durch", 2, 1), ("durch-hand", 0, 2),  # S0-120: the declarer's right
])
def test_first_lead(contract: str, declarer: int, leader: int) -> None:
    hands = (0x3FF, 0xFFC00, 0x3FF00000)
    assert law().trickplay(Outcome(3, contract, declarer), hands, ()).turn == leader


def test_the_lead_to_betl_is_assumed_only() -> None:
    hands = (0x3FF, 0xFFC00, 0x3FF00000)
    assert law().trickplay(Outcome(3, "betl", 1), hands, ()).turn == 0
    with pytest.raises(UndefinedByVariant):
        law_of(load_variant("slovak")).trickplay(Outcome(3, "betl", 1), hands, ())


def test_nobody_is_asked() -> None:
    plain = law_of(load_variant("slovak"))
    assert plain.defence("H", 0, 3) is None
    assert plain.roles_without_calls("H", 1) == ({0: "come", 2: "come"}, "", "played")
    assert plain.roles_without_calls("thrown-in", 0) == ({}, "", "thrown-in")
    assert plain.discard_size("H", False) == 2
    assert plain.discard_size("H-hand", True) == 0
    assert plain.discard_size("thrown-in", False) == 0
