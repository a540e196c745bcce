"""Greek payments: the whole table of worked examples (rules 12.8) and the payment rules (rules 6).

The expected numbers are those of the table; where it leaves a cell out, they are worked out by hand from
the rule.  The declarer is player 0, the first defender 1, the second 2.
"""

from __future__ import annotations

from typing import Any

import pytest

from preferans_pbn.families import law_of
from preferans_pbn.families.greek.scoring import GreekScoring, ScoringError
from preferans_pbn.families.greek.sheet import KasaSheet
from preferans_pbn.rules.outcome import Outcome
from preferans_pbn.variants import load_variant

BOTH = {1: "play", 2: "play"}


def scored(outcome: Outcome, **rules: str) -> tuple[list[Any], list[Any]]:
    score = GreekScoring.of(load_variant("greek").with_overrides(rules).values).score(outcome)
    return score.kasa, score.pay


def played(contract: str, *tricks: int, roles: dict[int, str] | None = None, **more: Any) -> Outcome:
    return Outcome(3, contract, 0, contract, roles=roles or BOTH, tricks=tricks, **more)


@pytest.mark.parametrize(("contract", "tricks", "kasa", "pay", "net"), [
    # 12.8, in its order: kasa to the declarer; declarer, first, second; the declarer's net
    ("6S", (6, 3, 1), 20, (-8, 6, 2), 12),
    ("6S", (5, 3, 2), -20, (-10, 6, 4), -30),
    ("6S", (7, 0, 3), 0, (14, -20, 6), 14),
    ("6S", (7, 2, 1), 0, (14, 4, -18), 14),
    ("6S", (8, 0, 2), 0, (32, -40, 8), 32),
    ("6S", (8, 1, 1), 0, (32, -16, -16), 32),
    ("6S", (10, 0, 0), 0, (80, -40, -40), 80),
    ("7S", (7, 2, 1), 70, (-21, 14, 7), 49),
    ("7S", (6, 3, 1), -70, (-28, 21, 7), -98),
    ("7S", (6, 1, 3), -70, (-28, 7, 21), -98),
    ("7S", (8, 1, 1), 0, (56, -63, 7), 56),
    ("7S", (8, 2, 0), 0, (56, 14, -70), 56),
    ("7S", (9, 1, 0), 0, (126, -63, -63), 126),
    ("7S", (10, 0, 0), 0, (210, -140, -70), 210),
    ("8S", (8, 1, 1), 80, (-16, 8, 8), 64),
    ("8S", (9, 1, 0), 0, (72, 8, -80), 72),
    ("9S", (9, 1, 0), 90, (-9, 9, 0), 81),
    ("9S", (10, 0, 0), 0, (90, -90, 0), 90),
    ("10S", (10, 0, 0), 100, (0, 0, 0), 100),
    ("10S", (9, 1, 0), -100, (-10, 10, 0), -110),
    ("10S", (9, 0, 1), -100, (-10, 0, 10), -110),
    ("6H", (6, 3, 1), 50, (-20, 15, 5), 30),
    ("6H", (7, 1, 2), 0, (35, -45, 10), 35),
    # the rest of the payment rules, by hand
    ("6S", (7, 3, 0), 0, (14, 6, -20), 14),      # second without a trick: 7v to the declarer, 3v to the partner
    ("6S", (7, 1, 2), 0, (14, -18, 4), 14),      # first one short: 7v and 2v
    ("6S", (8, 2, 0), 0, (32, 8, -40), 32),      # 16v and 4v
    ("6S", (9, 0, 1), 0, (54, -36, -18), 54),    # without a trick 18v, the other 9v
    ("6S", (9, 1, 0), 0, (54, -18, -36), 54),
    ("6S", (6, 4, 0), 20, (-8, 8, 0), 12),       # made exactly: the pair has its four
    ("6S", (6, 0, 4), 20, (-8, 0, 8), 12),
    ("6S", (4, 3, 3), -40, (-24, 12, 12), -64),  # two short: everything doubled
    ("6S", (0, 5, 5), -40, (-40, 20, 20), -80),
    ("7S", (7, 0, 3), 70, (-21, 0, 21), 49),
    ("7S", (8, 0, 2), 0, (56, -70, 14), 56),     # first two short, one of them made good: 8v and 2v
    ("7S", (9, 0, 1), 0, (126, -140, 14), 126),  # 18v, and 2v to the partner
    ("7S", (5, 3, 2), -140, (-70, 42, 28), -210),
    ("8S", (8, 2, 0), 80, (-16, 16, 0), 64),
    ("8S", (9, 0, 1), 0, (72, -80, 8), 72),
    ("8S", (10, 0, 0), 0, (160, -80, -80), 160),
    ("9S", (9, 0, 1), 90, (-9, 0, 9), 81),
    ("9S", (8, 1, 1), -90, (-18, 9, 9), -108),
])
def test_both_play(contract: str, tricks: tuple[int, ...], kasa: int, pay: tuple[int, ...], net: int) -> None:
    drawn, paid = scored(played(contract, *tricks))
    assert drawn == [kasa, 0, 0]
    assert tuple(paid) == pay
    assert sum(paid) == 0
    assert drawn[0] + paid[0] == net


@pytest.mark.parametrize(("contract", "tricks", "kasa", "pay", "net"), [
    # 12.8: lone 6S, 7S, 9S, by the defender's tricks
    ("6S", 3, 20, -6, 14),
    ("6S", 2, 20, -4, 16),
    ("6S", 1, 0, 18, 18),
    ("6S", 0, 0, 40, 40),
    ("7S", 3, 70, -21, 49),
    ("7S", 2, 70, -14, 56),
    ("7S", 1, 0, 63, 63),
    ("7S", 0, 0, 140, 140),
    ("9S", 1, 90, -9, 81),
    ("9S", 0, 0, 90, 90),
    # the rule for the levels that the table leaves out
    ("6S", 4, 20, -8, 12),
    ("8S", 2, 80, -16, 64),
    ("8S", 1, 80, -8, 72),
    ("8S", 0, 0, 80, 80),
    ("10S", 0, 100, 0, 100),
    ("6S", 5, -20, -10, -30),
    ("6S", 6, -40, -24, -64),
    ("9S", 2, -90, -18, -108),
])
@pytest.mark.parametrize("lone", [1, 2])
def test_lone_defender(lone: int, contract: str, tricks: int, kasa: int, pay: int, net: int) -> None:
    taken = [10 - tricks, 0, 0]
    taken[lone] = tricks
    drawn, paid = scored(played(contract, *taken, roles={lone: "play", 3 - lone: "pass"}))
    assert drawn == [kasa, 0, 0]
    assert paid[0] == pay
    assert paid[lone] == -pay
    assert paid[3 - lone] == 0
    assert drawn[0] + paid[0] == net


@pytest.mark.parametrize(("roles", "tricks", "pay"), [
    # 12.8: 6H made, 3-1, the first called "together"
    ({1: "together", 2: "helper"}, (6, 3, 1), (-20, 20, 0)),
    ({1: "helper", 2: "together"}, (6, 3, 1), (-20, 0, 20)),
    # plus and minus are the principal's: -45 and +10, -20 and +30
    ({1: "together", 2: "helper"}, (7, 1, 2), (35, -35, 0)),
    ({1: "helper", 2: "together"}, (7, 1, 2), (35, 0, -35)),
    ({1: "helper", 2: "together"}, (5, 2, 3), (-25, 0, 25)),
])
def test_together(roles: dict[int, str], tricks: tuple[int, ...], pay: tuple[int, ...]) -> None:
    assert tuple(scored(played("6H", *tricks, roles=roles))[1]) == pay


def test_both_pass() -> None:
    """12.8: 6H 10, both pass: 50 from the kasa and nothing else."""
    outcome = Outcome(3, "6H", 0, "6H", roles={1: "pass", 2: "pass"}, manner="passed-out", tricks=(0, 0, 0))
    assert scored(outcome) == ([50, 0, 0], [0, 0, 0])


def test_four_aces() -> None:
    """12.8: 6H 4, 4-2, four aces: -100; -110, 65, 45: the aces are paid once even when the rest is doubled."""
    assert scored(played("6H", 4, 4, 2, aces=0)) == ([-100, 0, 0], [-110, 65, 45])
    assert scored(played("6H", 4, 4, 2, aces=0), solo_pays_aces="double") == ([-100, 0, 0], [-160, 90, 70])
    assert scored(played("6H", 5, 3, 2, aces=0), solo_pays_aces="double") == ([-50, 0, 0], [-75, 40, 35])
    assert scored(played("6H", 6, 3, 1, aces=0)) == ([50, 0, 0], [30, -10, -20])
    assert scored(played("7S", 7, 2, 1, aces=0)) == ([70, 0, 0], [79, -36, -43])
    assert scored(played("6H", 7, 1, 2, aces=0)) == ([0, 0, 0], [85, -70, -15])
    # the opponents pay for the aces whether they play or not, and the helper pays his own
    lone = played("6H", 7, 3, 0, roles={1: "play", 2: "pass"}, aces=0)
    assert scored(lone) == ([50, 0, 0], [35, -10, -25])
    taken_in = played("6H", 6, 3, 1, roles={1: "together", 2: "helper"}, aces=0)
    assert scored(taken_in) == ([50, 0, 0], [30, -5, -25])
    out = Outcome(3, "6H", 0, "6H", roles={1: "pass", 2: "pass"}, manner="passed-out", tricks=(0, 0, 0), aces=0)
    assert scored(out) == ([50, 0, 0], [50, -25, -25])


def test_partner_paid_once() -> None:
    """A defender two short pays the declarer double; some tables pay the partner once."""
    assert scored(played("6S", 8, 0, 2), solo_pays_partner="single")[1] == [32, -36, 4]
    assert scored(played("7S", 9, 0, 1), solo_pays_partner="single")[1] == [126, -133, 7]


@pytest.mark.parametrize(("bid", "kasa", "pay"), [
    # two down with fixed tricks: 4/3/3, 5/3/2, 6/2/2, 7/2/1, 8/1/1; v doubled
    ("stay", -40, (-24, 12, 12)),
    ("6S", -40, (-24, 12, 12)),
    ("6NT", -120, (-72, 36, 36)),
    ("7S", -140, (-70, 42, 28)),
    ("8D", -160, (-64, 32, 32)),
    ("8NT", -180, (-72, 36, 36)),
    ("9C", -180, (-54, 36, 18)),
    ("10NT", -200, (-40, 20, 20)),
])
def test_solo(bid: str, kasa: int, pay: tuple[int, ...]) -> None:
    drawn, paid = scored(Outcome(3, "solo", 0, bid, manner="conceded", tricks=(0, 0, 0)))
    assert drawn == [kasa, 0, 0]
    assert tuple(paid) == pay


@pytest.mark.parametrize(("contract", "value"), [
    ("6S", 2), ("6C", 3), ("6D", 4), ("6H", 5), ("6NT", 6), ("7S", 7), ("7H", 7), ("7NT", 8), ("8C", 8), ("8NT", 9),
    ("9D", 9), ("9NT", 10), ("10S", 10), ("10NT", 10),
])
def test_value_of_a_trick(contract: str, value: int) -> None:
    outcome = Outcome(3, contract, 0, contract, roles={1: "pass", 2: "pass"}, manner="passed-out", tricks=(0, 0, 0))
    assert scored(outcome)[0] == [10 * value, 0, 0]


@pytest.mark.parametrize("declarer", [1, 2])
def test_first_and_second_follow_the_declarer(declarer: int) -> None:
    """7S 8, 1-1: the first defender pays, wherever the declarer sits."""
    tricks = [1, 1, 1]
    tricks[declarer] = 8
    first, second = (declarer + 1) % 3, (declarer + 2) % 3
    outcome = Outcome(3, "7S", declarer, "7S", roles={first: "play", second: "play"}, tricks=tuple(tricks))
    paid = scored(outcome)[1]
    assert (paid[declarer], paid[first], paid[second]) == (56, -63, 7)


def test_all_pass() -> None:
    assert scored(Outcome(3, "all-pass", manner="redeal", tricks=(0, 0, 0))) == ([0, 0, 0], [0, 0, 0])
    # the option of playing: 10 for each trick above the fewest; 10, 0, 0 pays 100
    assert scored(Outcome(3, "all-pass", tricks=(10, 0, 0))) == ([-100, 0, 0], [0, 0, 0])
    assert scored(Outcome(3, "all-pass", tricks=(2, 5, 3))) == ([0, -30, -10], [0, 0, 0])
    assert law_of(load_variant("greek")).all_pass_manner == "redeal"
    playing = load_variant("greek").with_overrides({"all_pass_outcome": "play_no_trump"})
    assert law_of(playing).all_pass_manner == "played"


def left(amount: int) -> KasaSheet:
    return KasaSheet(1500, amount, [0, 0, 0], [0, 0, 0])


@pytest.mark.parametrize(("rest", "cut", "made", "failed"), [
    # 8S, v 8: made 8, 1-1; failed 7, 2-1
    (80, "to_remainder", (80, -16), (-80, -24)),
    (50, "to_remainder", (50, -10), (-50, -15)),
    (57, "to_remainder", (50, -10), (-50, -15)),
    (50, "made_only", (50, -10), (-80, -24)),
    (50, "none", (80, -16), (-80, -24)),
    (0, "none", (80, -16), (-80, -24)),
    (0, "to_remainder", (0, 0), (0, 0)),
])
def test_last_deals(rest: int, cut: str, made: tuple[int, int], failed: tuple[int, int]) -> None:
    for outcome, expected in ((played("8S", 8, 1, 1, standing=left(rest)), made),
                              (played("8S", 7, 2, 1, standing=left(rest)), failed)):
        drawn, paid = scored(outcome, last_deal_cut=cut)
        assert (drawn[0], paid[0]) == expected


def test_a_short_defence_is_cut_only_with_everything() -> None:
    outcome = played("8S", 9, 1, 0, standing=left(50))
    assert scored(outcome)[1] == [45, 5, -50]
    assert scored(outcome, last_deal_cut="made_only")[1] == [72, 8, -80]


def test_the_rest_of_the_kasa_must_be_known() -> None:
    law = law_of(load_variant("greek"))
    assert not law.scorable(played("8S", 8, 1, 1), True)
    assert law.scorable(played("8S", 8, 1, 1, standing=left(1500)), True)
    assert law.scorable(Outcome(3, "all-pass", manner="redeal"), True)
    assert law_of(load_variant("greek").with_overrides({"last_deal_cut": "none"})).scorable(
        played("8S", 8, 1, 1), True)


@pytest.mark.parametrize("outcome", [
    Outcome(3, "6S", None, tricks=(6, 2, 2)),
    Outcome(3, "misere", 0, tricks=(6, 2, 2)),
    Outcome(3, "6S", 0, "6S", roles=BOTH, tricks=(6, 2, 1)),
    Outcome(3, "6S", 0, "6S", tricks=(6, 2, 2)),
    Outcome(3, "solo", 0, None, manner="conceded"),
    Outcome(3, "6S", 0, "6S", roles=BOTH, manner="half", tricks=(0, 0, 0)),
])
def test_no_score(outcome: Outcome) -> None:
    with pytest.raises(ScoringError):
        scored(outcome)


def test_the_resting_dealer_has_no_part() -> None:
    outcome = Outcome(4, "6S", 0, "6S", roles=BOTH, tricks=(6, 3, 1, 0), aces=0)
    assert scored(outcome) == ([20, 0, 0, 0], [42, -19, -23, 0])
