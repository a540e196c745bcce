"""What a Serbian deal writes: rules.md 12.7 and the scoring rows of the seed, worked out by hand."""

from __future__ import annotations

from typing import Any

import pytest

from tests.balkan.helpers import PAJCHO, on_declarer, score, sheet

REFE = (1, 0, 0)


# --- rules.md 12.7 ------------------------------------------------------------------------------------------
def test_we_b01() -> None:
    found = score("C", (6, 2, 2), variant="serbian-klub", **PAJCHO)
    assert found.bule == [-10, 0, 0]
    assert on_declarer(found) == (20, 20)


def test_we_b03() -> None:
    """Kontra by A: he is credited with all four tricks and falls, for five are needed."""
    found = score("C", (6, 2, 2), variant="serbian-klub", kontra=(1, 1), **PAJCHO)
    assert found.bule == [-20, 20, 0]
    assert on_declarer(found) == (80, 0)
    assert score("C", (6, 3, 1), variant="serbian-klub", kontra=(1, 1), **PAJCHO).bule == [-20, 20, 0]


def test_we_b05() -> None:
    found = score("C", (6, 2, 2), variant="serbian-klub", standing=sheet(refe=REFE), **PAJCHO)
    assert found.bule == [-20, 0, 0]
    assert on_declarer(found) == (40, 40)
    assert found.refe == [-1, 0, 0]


def test_we_b06() -> None:
    found = score("S", (7, 2, 1), variant="serbian-klub", kontra_compulsory="none", **PAJCHO)
    assert found.bule == [-4, 0, 4]
    assert on_declarer(found) == (8, 4)


def test_we_b08() -> None:
    """6-3-1: four together save both by the joint rule (C-14)."""
    joint = score("C", (6, 3, 1), variant="serbian-klub")
    assert (joint.bule, on_declarer(joint)) == ([-10, 0, 0], (30, 10))
    each = score("C", (6, 3, 1), variant="serbian-klub", **PAJCHO)
    assert (each.bule, on_declarer(each)) == ([-10, 0, 10], (30, 10))


def test_we_b09() -> None:
    """Followers have six: five are written, 50 in all (the larger number first)."""
    found = score("C", (4, 4, 2), variant="serbian-klub", **PAJCHO)
    assert found.bule == [10, 0, 0]
    assert on_declarer(found) == (40, 10)
    assert on_declarer(score("C", (4, 2, 4), variant="serbian-klub", **PAJCHO)) == (10, 40)
    assert on_declarer(score("C", (4, 4, 2), variant="serbian-klub", supe_cap="none", **PAJCHO)) == (40, 20)


def test_we_b10() -> None:
    found = score("C", (7, 2, 1), "call-partner called", "serbian-klub", **PAJCHO)
    assert found.bule == [-10, 10, 0]
    assert on_declarer(found) == (30, 0)


def test_we_b11() -> None:
    made = score("betl", (0, 5, 5), variant="serbian-klub")
    assert (made.bule, made.supe) == ([-12, 0, 0], {})
    failed = score("betl", (1, 5, 4), variant="serbian-klub")
    assert (failed.bule, on_declarer(failed)) == ([12, 0, 0], (60, 60))
    in_hand = score("betl-hand", (1, 5, 4), variant="serbian-klub")
    assert (in_hand.bule, on_declarer(in_hand)) == ([14, 0, 0], (70, 70))
    doubled = score("betl", (0, 5, 5), variant="serbian-klub", kontra=(1, 1))
    assert (doubled.bule, doubled.supe) == ([-24, 24, 0], {})


def test_kontra_on_a_failed_betl_is_the_givers() -> None:
    """rules.md 8.2: only the kontra-giver writes."""
    found = score("betl", (1, 5, 4), kontra=(2, 1))
    assert (found.bule, on_declarer(found)) == ([24, 0, 0], (0, 120))


def test_we_b12() -> None:
    found = score("sans", (6, 2, 2), variant="serbian-klub", **PAJCHO)
    assert (found.bule, on_declarer(found)) == ([-14, 0, 0], (28, 28))


def test_we_b13() -> None:
    found = score("H", (6, 3, 1), variant="serbian-klub")
    assert (found.bule, on_declarer(found)) == ([-8, 0, 0], (24, 8))


@pytest.mark.parametrize(("tricks", "fallen"), [
    ((7, 2, 1), [0, 8]),  # second fails
    ((8, 1, 1), [8, 8]),  # both
    ((6, 4, 0), [0, 0]),  # nobody
])
def test_we_b15(tricks: tuple[int, int, int], fallen: list[int]) -> None:
    assert score("H", tricks, variant="serbian-klub").bule == [-8, *fallen]


def test_we_b16() -> None:
    """PPN "M7:-8, F3:L24,0": the one who follows writes 24 for three tricks, the other did not play."""
    found = score("H", (7, 3, 0), "come stay-out", "serbian-klub")
    assert (found.bule, on_declarer(found)) == ([-8, 0, 0], (24, 0))


def test_we_b19() -> None:
    """A pik that nobody doubles, and no refe may be entered: made, 30 - 4; under a refe 30 - 8, and it is gone."""
    full = sheet((30, 30, 30), entered=3)
    found = score("S", roles="come come", variant="serbian-klub", standing=full)
    assert (found.bule, found.supe, found.refe) == ([-4, 0, 0], {}, [0, 0, 0])
    held = sheet((30, 30, 30), REFE, entered=3)
    found = score("S", roles="come come", variant="serbian-klub", standing=held)
    assert (found.bule, found.supe, found.refe) == ([-8, 0, 0], {}, [-1, 0, 0])


def test_we_b21() -> None:
    found = score("C", roles="stay-out stay-out", variant="serbian-klub", standing=sheet((30, 30, 30)))
    assert (found.bule, found.supe) == ([-10, 0, 0], {})


# --- the seed ---------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("contract", "bule"), [
    ("S", 4), ("D", 6), ("H", 8), ("C", 10), ("sans", 14),  # S2-16 to S2-21, S2-77
    ("S-hand", 6), ("D-hand", 8), ("H-hand", 10), ("C-hand", 12), ("sans-hand", 16),  # S2-42, S2-43, S2-79
])
def test_values(contract: str, bule: int) -> None:
    rules: dict[str, Any] = {"kontra_compulsory": "none"}
    assert score(contract, (6, 2, 2), **rules).bule == [-bule, 0, 0]
    assert score(contract, (5, 3, 2), **rules).bule == [bule, 0, 0]  # S2-78


@pytest.mark.parametrize(("contract", "bule"), [("betl", 12), ("betl-hand", 14)])
def test_values_of_betl(contract: str, bule: int) -> None:
    assert score(contract, (0, 5, 5)).bule == [-bule, 0, 0]  # S2-08, S2-20
    assert score(contract, (1, 5, 4)).bule == [bule, 0, 0]


def test_goal() -> None:
    """S2-06: six tricks make a suit game and sans."""
    assert score("C", (6, 2, 2)).bule[0] == -10
    assert score("sans", (5, 3, 2)).bule[0] == 14


def test_each_owes_two() -> None:
    """S2-07 by the letter; looked at only where the game is made."""
    assert score("C", (6, 3, 1)).bule == [-10, 0, 10]
    assert score("C", (5, 4, 1)).bule == [10, 0, 0]
    assert score("C", (8, 2, 0), "come stay-out").bule == [-10, 0, 0]
    assert score("C", (9, 1, 0), "come stay-out").bule == [-10, 10, 0]


def test_caller_answers_for_four() -> None:
    """S2-49."""
    assert score("C", (7, 2, 1), "call-partner called").bule == [-10, 10, 0]
    assert score("C", (6, 2, 2), "call-partner called").bule == [-10, 0, 0]
    assert score("C", (6, 4, 0), "call-partner called").bule == [-10, 0, 0]
    assert score("C", (6, 2, 2), "call-partner called", invite_need="5").bule == [-10, 10, 0]


def test_kontra_needs_five() -> None:
    """S2-51."""
    assert score("C", (5, 4, 1), kontra=(1, 1)).bule == [20, 0, 0]
    assert score("C", (6, 2, 2), kontra=(1, 1)).bule == [-20, 20, 0]
    assert score("C", (6, 2, 2), kontra=(1, 1), kontra_need="4").bule == [-20, 0, 0]


@pytest.mark.parametrize(("level", "bule"), [(1, 20), (2, 40), (3, 80), (4, 160)])
def test_kontra_factors(level: int, bule: int) -> None:
    """S2-52 to S2-56, S2-81: tref made, and the supe of all four tricks."""
    found = score("C", (6, 2, 2), kontra=(1, level))
    assert found.bule == [-bule, bule, 0]
    assert on_declarer(found) == (4 * bule, 0)


def test_kontra_and_refe_multiply() -> None:
    """AMB-S2-17: tref failed under rekontra and refe, 10 x 4 x 2."""
    found = score("C", (5, 3, 2), kontra=(2, 2), standing=sheet(refe=REFE))
    assert (found.bule, on_declarer(found), found.refe) == ([80, 0, 0], (0, 400), [-1, 0, 0])


def test_split_kontra() -> None:
    found = score("C", (7, 2, 1), kontra=(1, 1), kontra_credit="split")
    assert (found.bule, on_declarer(found)) == ([-20, 20, 20], (40, 20))


def test_refe_doubles_and_one_is_crossed_off() -> None:
    """S2-63, S2-64: the declarer's, whether he makes his game or not; the followers' change nothing."""
    found = score("C", (6, 2, 2), standing=sheet(refe=(2, 1, 1)))
    assert (found.bule, on_declarer(found), found.refe) == ([-20, 0, 0], (40, 40), [-1, 0, 0])
    found = score("C", (5, 3, 2), standing=sheet(refe=(1, 0, 0)))
    assert (found.bule, found.refe) == ([20, 0, 0], [-1, 0, 0])
    found = score("C", (6, 2, 2), standing=sheet(refe=(0, 1, 1)))
    assert (found.bule, found.refe) == ([-10, 0, 0], [0, 0, 0])
    found = score("C", (6, 3, 1), standing=sheet(refe=REFE))
    assert found.bule == [-20, 0, 20]  # a fallen follower pays double too (AMB-S2-10)


def test_pik_without_kontra() -> None:
    """S2-59, S2-60, S2-62 and the other values of `kontra_missing`."""
    assert score("S").refe == [1, 1, 1]
    assert score("S").bule == [0, 0, 0]
    assert score("S", standing=sheet(refe=REFE)).refe == [1, 1, 1]  # no game: his refe stays
    full = sheet(entered=2)
    assert score("S", standing=full).bule == [-4, 0, 0]
    assert score("S", standing=full, kontra_missing="refe_else_redeal").bule == [0, 0, 0]
    assert score("S", kontra_missing="made").bule == [-4, 0, 0]
    assert score("S", kontra_missing="failed").bule == [4, 0, 0]
    below = sheet((10, -2, 20))
    assert score("S", standing=below).bule == [-4, 0, 0]


def test_supe() -> None:
    """S2-80."""
    assert on_declarer(score("H", (6, 3, 1))) == (24, 8)
    assert on_declarer(score("H", (7, 3, 0), "come stay-out")) == (24, 0)
    assert on_declarer(score("C", (4, 4, 2))) == (40, 20)  # S2-76: nothing stops at five
    assert on_declarer(score("H", (6, 3, 1), supe_unit="G")) == (12, 4)


def test_units_are_parameters() -> None:
    assert score("H", (6, 3, 1), bula_unit="G", duty_fine="none").bule == [-4, 0, 0]
    assert score("H", (6, 3, 1), duty_fine="G").bule == [-8, 0, 4]


def test_betl_supe() -> None:
    """S2-80 exempts betl; 60 and 70 are PREFKLUB's (K-24)."""
    assert score("betl", (1, 5, 4), betl_fail_supe="none").supe == {}
    assert on_declarer(score("betl", (2, 5, 3), betl_fail_supe="formula")) == (60, 36)
    assert on_declarer(score("betl", (1, 5, 4), standing=sheet(refe=REFE))) == (120, 120)


def test_obvious_error() -> None:
    """S2-90: tref 7-2-1, the second short through the first's error."""
    assert score("C", (7, 2, 1), culprit=1, obvious_error="culprit_falls").bule == [-10, 10, 0]
    assert score("C", (7, 2, 1), culprit=1).bule == [-10, 0, 10]
    assert score("C", (8, 1, 1), culprit=1, obvious_error="culprit_falls").bule == [-10, 10, 0]
    assert score("C", (6, 2, 2), culprit=1, obvious_error="culprit_falls").bule == [-10, 0, 0]


# --- the last deal ----------------------------------------------------------------------------------------
def test_last_write_off_is_cut_to_what_remains() -> None:
    """AMB-S2-09: six bule are left in all."""
    left = sheet((16, -4, -6))
    assert score("C", (6, 2, 2), standing=left).bule == [-6, 0, 0]
    assert score("C", (6, 2, 2), standing=left, last_deal_cut="none").bule == [-10, 0, 0]
    assert score("C", (5, 3, 2), standing=left).bule == [10, 0, 0]
    assert score("C", (5, 3, 2), standing=left, last_deal_cut="to_remainder").bule == [6, 0, 0]
    # A fine of the same deal keeps the game going, so nothing is cut.
    assert score("C", (6, 3, 1), standing=left).bule == [-10, 0, 10]


def test_double_fall_on_the_last_deal() -> None:
    """IKLUB: six bule left, herc failed with five tricks for one follower: +16, and 40 supe."""
    found = score("H", (5, 5, 0), "come stay-out", standing=sheet((16, -4, -6)), double_fail_last="true")
    assert (found.bule, on_declarer(found)) == ([16, 0, 0], (40, 0))
    assert score("H", (5, 5, 0), standing=sheet((18, -4, -6)), double_fail_last="true").bule[0] == 8


def test_bule_that_are_not_known_hide_the_cut() -> None:
    standing = sheet(refe=REFE)
    standing.bule = [None, None, None]
    assert score("C", (6, 2, 2), standing=standing).bule == [None, 0, 0]
    assert score("C", (6, 2, 2), standing=standing, last_deal_cut="none").bule == [-20, 0, 0]
    assert score("C", (5, 3, 2), standing=standing).bule == [20, 0, 0]
