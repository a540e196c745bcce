"""Bule, supe and refe from deal to deal, the end, the final result (S2-61 to S2-66, S2-82, S2-83, WE-B18 to B24)."""

from __future__ import annotations

import pytest

from preferans_pbn.families.balkan.sheet import BuleScore, BuleSheet, add
from preferans_pbn.rules.outcome import Outcome
from tests.balkan.helpers import law, score, sheet


def all_pass(standing: BuleSheet | None, variant: str = "serbian", **rules: str) -> list[int] | None:
    """Change of refe after an all-pass, None where it cannot be told."""
    rule = law(variant, **rules)
    outcome = Outcome(3, "all-pass", standing=standing)
    manner = rule.final_manner(rule.all_pass_manner, outcome)
    if manner is None:
        return None
    outcome.manner = manner
    found = rule.score(outcome)
    assert found.bule == [0, 0, 0]
    assert found.supe == {}
    return found.refe


def test_refe_after_an_all_pass() -> None:
    """S2-31, S2-61, S2-65, S2-66, WE-B23."""
    assert all_pass(sheet()) == [1, 1, 1]
    assert all_pass(sheet((10, -2, 20))) == [0, 0, 0]
    assert all_pass(sheet(entered=2)) == [0, 0, 0]
    assert all_pass(sheet(entered=2), refe="3") == [1, 1, 1]
    assert all_pass(sheet(), refe="none") == [0, 0, 0]
    assert all_pass(sheet(), all_pass_outcome="redeal") == [0, 0, 0]
    assert all_pass(sheet((10, -2, 20)), refe_block="none") == [1, 1, 1]
    assert all_pass(sheet((10, -2, 20)), refe_block="own_below_zero") == [1, 0, 1]
    assert all_pass(sheet((0, 0, 0))) == [1, 1, 1]  # zero is not below zero


def test_refe_that_were_played_still_count() -> None:
    """AMB-S2-15: the maximum is that of all entered, not of those still open."""
    assert all_pass(sheet(refe=(0, 0, 0), entered=2)) == [0, 0, 0]


def test_what_the_columns_do_not_tell_is_not_guessed() -> None:
    """A sheet read off its columns: one refe is open, perhaps others were played."""
    assert all_pass(BuleSheet.of([20, 20, 20], {}, [1, 1, 0])) is None
    assert all_pass(BuleSheet.of([20, 20, 20], {}, [2, 1, 0])) == [0, 0, 0]
    assert all_pass(BuleSheet.of([20, -2, 20], {}, [1, 1, 0])) == [0, 0, 0]
    assert all_pass(None) is None
    assert all_pass(None, refe="none") == [0, 0, 0]


def test_adding() -> None:
    before = BuleSheet([20, 20, 20], {(1, 0): 40}, [1, 1, 1], 1)
    after, ended = add(before, BuleScore([-20, 0, 20], {(1, 0): 40, (2, 0): 20}, [-1, 0, 0]))
    assert after == BuleSheet([0, 20, 40], {(1, 0): 80, (2, 0): 20}, [0, 1, 1])
    assert (after.entered, ended) == (1, False)
    after, _ = add(after, BuleScore([0, 0, 0], {}, [1, 1, 1]))
    assert (after.refe, after.entered) == ([1, 2, 2], 2)


@pytest.mark.parametrize(("bule", "over"), [((-6, 4, 2), True), ((-6, 4, 4), False), ((-8, 4, 2), True)])
def test_end(bule: tuple[int, ...], over: bool) -> None:
    """S2-82: the sum of all bule is zero."""
    _, ended = add(BuleSheet(list(bule), {}, [0, 0, 0]), BuleScore([0, 0, 0], {}, [0, 0, 0]))
    assert ended is over


def test_we_b18() -> None:
    """Own supe 40, bule -10: -140; supe on me 30, bule 5: 80.  Below zero is good (S2-83)."""
    paper = BuleSheet([-10, 5, 5], {(0, 1): 40, (2, 1): 30}, [0, 0, 0])
    assert law("serbian-klub").settle(paper) == [-140, 50 + 40 + 30, 50 - 30]
    assert law("serbian-klub").settle(BuleSheet([5, -5], {(1, 0): 30}, [0, 0])) == [80, -80]


def test_we_b24() -> None:
    """Three start with 60; the second writes off ten with nobody following.  That program's sign is the other."""
    rule = law("serbian-klub", result_sign="high_wins")
    assert rule.settle(BuleSheet.opening(3, 60)) == [-600, -600, -600]
    written = score("C", roles="stay-out stay-out", variant="serbian-klub", standing=sheet((60, 60, 60)))
    paper, _ = rule.add_to_sheet(BuleSheet.opening(3, 60), written, (1, 0, 2), None)
    assert rule.settle(paper) == [-600, -500, -600]


def test_nothing_is_settled_without_bule() -> None:
    assert law().settle(BuleSheet([None, 0, 0], {}, [0, 0, 0])) == []
