"""Scores of deals.  Every expected number is the source's, named at its row.

A row reads ``6 d5 3w 2p``: a six, declarer five tricks, the first defender three tricks and whist, the second
two tricks and pass (``h``: half-whist, ``o``: whists by agreement).  The expectation names what is not zero:
``P`` and ``G`` the declarer's pool and dump, ``W`` whists of first and second defender on him, ``g`` their
dumps, ``D`` his whists on them.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from preferans_pbn.cards import CARD_BY_NAME
from preferans_pbn.families.russian.amounts import half_up
from preferans_pbn.families.russian.scoring import PoolScore, ScoringError, ScoringLaw, by_run
from preferans_pbn.families.russian.talon_payment import quick_tricks
from preferans_pbn.rules.outcome import Number, Outcome

ROLES = {"w": "whist", "p": "pass", "h": "half", "o": "own"}


def outcome_of(row: str, declarer: int = 0, players: int = 3, **more: Any) -> Outcome:
    """The outcome that a row describes, for any declarer."""
    level, mine, *defence = row.split()
    tricks = [0] * players
    tricks[declarer] = int(mine[1:])
    roles = {}
    for step, word in enumerate(defence, start=1):
        seat = (declarer + step) % 3
        tricks[seat] = int(word[:-1])
        roles[seat] = ROLES[word[-1]]
    if "half" in roles.values():
        more["manner"] = "half"
    elif "own" in roles.values():
        more["manner"] = "own"
    elif set(roles.values()) == {"pass"}:
        more["manner"] = "passed-out"
    contract = level if level == "misere" else f"{level}S"
    roles |= more.pop("roles", {})
    return Outcome(players, contract, declarer, roles=roles, tricks=tuple(tricks), **more)


def number(text: str) -> Number:
    return Fraction(text) if "/" in text else int(text)


def expected_of(text: str, declarer: int = 0, players: int = 3) -> PoolScore:
    """The score that an expectation describes."""
    score = PoolScore([0] * players, [0] * players)
    seats = [(declarer + 1) % 3, (declarer + 2) % 3]
    for letter, amounts in re.findall(r"([PGWgD])([\d,/]+)", text):
        values = [number(part) for part in amounts.split(",")]
        if letter == "P":
            score.pool[declarer] = values[0]
        elif letter == "G":
            score.dump[declarer] = values[0]
        elif letter == "g":
            for seat, value in zip(seats, values, strict=True):
                score.dump[seat] = value
        else:
            for seat, value in zip(seats, values, strict=True):
                if value:
                    score.whists[(seat, declarer) if letter == "W" else (declarer, seat)] = value
    return score


CONTRACTS: list[tuple[str, str, str, dict[str, Any], str]] = [
    # rules.md 12.1, Sochi
    ("WE-03", "sochi", "6 d6 2w 2w", {}, "P2 W4,4"),
    ("WE-04", "sochi", "7 d7 1w 2w", {}, "P4 W4,8"),
    ("TS-31", "sochi", "7 d7 2w 1w", {}, "P4 W8,4"),
    ("WE-05", "sochi", "8 d8 1w 1w", {}, "P6 W6,6"),
    ("WE-06 pair test", "sochi", "9 d9 1w 0w", {"liable_89": "both"}, "P8 W8,0"),
    ("WE-06 TS-36", "sochi", "9 d9 1w 0w", {"liable_89": "both", "pair_test": False}, "P8 W8,0 g0,8"),
    ("WE-07", "sochi", "6 d5 3w 2w", {}, "G2 W8,6"),
    ("WE-09", "sochi", "8 d5 3w 2w", {}, "G18 W36,30"),
    ("WE-10", "sochi", "9 d5 3w 2w", {}, "G32 W56,48"),
    ("WE-11", "sochi", "10 d5 3w 2w", {}, "G50 W80,70"),
    ("WE-13 greedy", "sochi", "6 d5 3w 2p", {}, "G2 W12,2"),
    ("WE-13 gentleman", "sochi", "6 d5 3w 2p", {"lone_whist": "gentleman"}, "G2 W7,7"),
    ("WE-14", "sochi", "6 d4 4w 2p", {}, "G4 W16,4"),
    ("WE-16", "sochi", "7 d5 2p 3w", {}, "G8 W8,28"),
    ("WE-17", "sochi", "6 d10 0w 0p", {}, "P2 g8,0"),
    ("WE-18", "sochi", "7 d10 0w 0p", {}, "P4 g8,0"),
    ("WE-19 eight", "sochi", "8 d10 0w 0p", {}, "P6 g6,0"),
    ("WE-19 nine", "sochi", "9 d10 0p 0w", {}, "P8 g0,8"),
    ("WE-19 ten", "sochi", "10 d10 0w 0p", {}, "P10 g10,0"),
    ("WE-20", "sochi", "6 d10 0w 0w", {}, "P2 g4,4"),
    ("WE-21", "sochi", "7 d10 0w 0w", {}, "P4 g4,4"),
    ("WE-23 both", "sochi", "9 d10 0w 0w", {"liable_89": "both"}, "P8 g8,8"),
    ("WE-23 last", "sochi", "9 d10 0w 0w", {}, "P8 g0,8"),
    ("WE-24 both", "sochi", "10 d10 0w 0w", {"liable_89": "both"}, "P10 g10,10"),
    ("WE-24 last", "sochi", "10 d10 0w 0w", {}, "P10 g0,10"),
    ("WE-24 checked", "sochi", "10 d10 0w 0w", {"ten": "checked"}, "P10"),
    ("WE-25", "sochi", "6 d8 0w 2p", {}, "P2 W4,0 g4,0"),
    ("WE-26", "sochi", "6 d8 1w 1w", {}, "P2 W2,2 g2,2"),
    ("WE-28", "sochi", "6 d7 2w 1w", {}, "P2 W4,2 g0,2"),
    ("WE-29", "sochi", "6 d7 3w 0w", {}, "P2 W6,0 g0,4"),
    ("WE-31", "sochi", "6 d7 1p 2w", {}, "P2 W0,6 g0,2"),
    ("WE-31 own tricks", "sochi", "6 d7 1p 2w", {"duty_counts": "own"}, "P2 W0,6 g0,4"),
    ("G-DMITRYBAL failed, no fine", "sochi", "6 d5 1w 4p", {"duty_counts": "own"}, "G2 W12,2"),
    ("G-DMITRYBAL failed and fined", "sochi", "6 d5 1w 4p", {"duty_counts": "own", "lone_fine_when": "always"},
     "G2 W12,2 g6,0"),
    ("failed, the pair has its tricks", "sochi", "6 d5 1w 4p", {"lone_fine_when": "always"}, "G2 W12,2"),
    ("WE-32", "sochi", "7 d9 0w 1p", {}, "P4 W4,0 g4,0"),
    ("WE-35 pair test", "sochi", "8 d9 1w 0w", {}, "P6 W6,0"),
    ("WE-35 G-ROSTIK", "sochi", "8 d9 1w 0w", {"pair_test": False}, "P6 W6,0 g0,6"),
    ("WE-35 first is not liable", "sochi", "8 d9 0w 1w", {"pair_test": False}, "P6 W0,6"),
    ("WE-36 whisted", "sochi", "10 d8 1w 1w", {}, "G20 W30,30"),
    ("WE-36 TS-39 checked", "sochi", "10 d8 1w 1w", {"ten": "checked"}, "G20 W30,30"),
    ("WE-37", "sochi", "7 d0 0p 0p", {}, "P4"),
    ("WE-39", "sochi", "6 d0 0p 0h", {}, "P2 W0,4"),
    ("WE-40", "sochi", "7 d0 0p 0h", {}, "P4 W0,4"),
    ("OPER7 six", "sochi", "6 d0 0o 0p", {}, "P2 W4,0"),
    ("OPER7 seven", "sochi", "7 d0 0p 0o", {}, "P4 W0,4"),
    ("WE-45", "sochi", "6 d7 2w 1p", {"hm": Fraction(1, 2)}, "P2 W6,0 g1,0"),
    ("C-05 failed only", "sochi", "6 d6 3w 1p", {"lone_whist": "gentleman"}, "P2 W8,0"),
    ("C-05 always", "sochi", "6 d6 3w 1p", {"lone_whist": "gentleman", "gentleman_when": "always"},
     "P2 W4,4"),
    ("C-23 flat ten", "sochi", "8 d6 2w 2w", {"consolation": "flat_10"}, "G12 W32,32"),
    ("no consolation", "sochi", "8 d6 2w 2w", {"consolation": "none"}, "G12 W12,12"),
    ("G-SUNT evenly", "sochi", "6 d7 3w 0w", {"short_penalty_split": "even", "hm": Fraction(1, 2)},
     "P2 W6,0 g1/2,1/2"),
    ("G-JURA up and down", "leningrad", "6 d7 3w 0w",
     {"short_penalty_split": "ceil_floor", "hm": Fraction(1, 2)}, "P2 W12,0 g1,0"),
    ("split, one liable", "sochi", "8 d10 0w 0w", {"short_penalty_split": "even"}, "P6 g0,6"),
    ("split, both liable", "sochi", "8 d10 0w 0w", {"short_penalty_split": "even", "liable_89": "both"},
     "P6 g3,3"),
    ("KZPN2 quota", "sochi", "6 d6 4w 0w", {"individual_quota": {6: 2, 7: 1, 8: 1, 9: 1}}, "P2 W8,0 g0,4"),
    ("KZPN2 quota, text keys", "sochi", "8 d9 0w 1w", {"individual_quota": {"8": 1}}, "P6 W0,6 g6,0"),
    ("the passer pays on a made contract only", "sochi", "7 d6 1p 3w", {"passer_pays": "s"}, "G4 W4,20"),
    ("no fine on a failure", "sochi", "6 d5 5w 0w", {"pair_test": False}, "G2 W12,2"),
    ("split, own shares, second short", "sochi", "6 d6 4w 0w",
     {"short_penalty_split": "even", "pair_test": False}, "P2 W8,0 g2,2"),
    ("split, own shares, first short", "sochi", "6 d6 0w 4w",
     {"short_penalty_split": "even", "pair_test": False}, "P2 W0,8 g2,2"),
    ("G-BACKS to the second, who has fewer", "sochi", "6 d7 3w 0w", {"short_penalty_split": "fewer"},
     "P2 W6,0 g0,2"),
    ("G-BACKS to the first, who has fewer", "sochi", "6 d7 1w 2w", {"short_penalty_split": "fewer"},
     "P2 W2,4 g2,0"),
    ("G-BACKS equal", "sochi", "6 d8 1w 1w", {"short_penalty_split": "fewer"}, "P2 W2,2 g2,2"),
    ("KZPN2 no consolation to a passer", "sochi", "8 d6 3w 1p", {"consolation_passer": False}, "G12 W36,0"),
    ("KZPN2 consolation to two whisters", "sochi", "8 d6 3w 1w", {"consolation_passer": False}, "G12 W30,18"),
    ("a level without a duty", "sochi", "10 d10 0w 0w", {"duty": {6: 4, 7: 2, 8: 1, 9: 1}}, "P10"),
    # rules.md 12.3, Leningrad
    ("WE-80", "leningrad", "7 d7 1w 2w", {}, "P4 W8,16"),
    ("WE-82", "leningrad", "8 d10 0w 0w", {}, "P6 g6,6"),
    ("WE-83", "leningrad", "9 d10 0w 0p", {}, "P8 g8,0"),
    ("WE-84", "leningrad", "6 d8 1w 1w", {}, "P2 W4,4 g2,2"),
    ("WE-85", "leningrad", "6 d5 2w 3w", {}, "G4 W12,16"),
    ("WE-87 six", "leningrad", "6 d0 0p 0h", {}, "P2 W0,8"),
    ("WE-87 seven", "leningrad", "7 d0 0p 0h", {}, "P4 W0,8"),
    ("WE-93 FSPR", "leningrad", "10 d10 0w 0w", {}, "P10 g10,10"),
    ("WE-93 HOME", "leningrad", "10 d10 0w 0w", {"ten": "checked"}, "P10"),
    # the guides, seed-statements.md part 2
    ("S1-16", "guide", "6 d5 3w 2w", {}, "G2 W2,2"),
    ("S1-17", "guide", "7 d5 3w 2w", {"failed_trick_whists": "as_made"}, "G8 W11,11"),
    ("S1-36 own share", "guide", "6 d6 4w 0w", {}, "P2 W2,2 g0,4"),
    ("S1-36 pair test", "guide", "6 d6 4w 0w", {"pair_test": True}, "P2 W2,2"),
    ("S1-77", "guide", "7 d0 0p 0p", {}, "P4"),
    ("S1-78", "guide", "6 d6 3w 1p", {}, "P2 W4,0 D0,2"),
    ("S1-81 seven", "guide", "7 d7 2w 1w", {}, "P4 W2,2"),
    ("S1-81 eight", "guide", "8 d8 2w 0w", {}, "P6 W1,1 g0,6"),
    ("S1-98", "guide", "6 d6 2w 2w", {}, "P2 W2,2"),
    ("S1-99", "guide", "7 d7 1w 2w", {}, "P4 W2,2"),
    ("S1-100", "guide", "8 d8 1w 1w", {}, "P6 W1,1"),
    ("S1-102", "guide", "9 d10 0p 0p", {}, "P8"),
    ("S1-103", "guide", "10 d10 0p 0p", {}, "P10"),
    ("S1-104", "guide", "6 d8 1w 1w", {}, "P2 W1,1 g2,2"),
    ("S1-105 S1-106", "guide", "7 d7 3w 0p", {}, "P4 W3,0 D0,4"),
    ("S1-105 second whists", "guide", "7 d7 0p 3w", {}, "P4 W0,3 D4,0"),
    ("S1-105 not on a failure", "guide", "7 d6 1p 3w", {}, "G4 W4,4"),
    ("S1-106 other reading", "guide", "7 d7 3w 0p", {"trick_whist": "s"}, "P4 W12,0 D0,4"),
    ("S1-107 S1-108", "guide", "7 d5 4w 1p", {}, "G8 W8,8"),
    ("S1-125", "guide", "8 d7 2w 1w", {}, "G6 W6,6"),
    ("S1-145", "guide", "8 d6 2w 2w", {}, "G12 W12,12"),
    ("S1-151", "guide", "6 d8 2w 0p", {}, "P2 W2,0 D0,2 g4,0"),
    ("S1-126", "guide", "8 d10 0w 0p", {"hm": Fraction(1, 2)}, "P6 D0,6 g3,0"),
    ("S1-129 S1-130", "leningrad-guide", "7 d5 3w 2w", {}, "G16 W16,16"),
    ("S1-130 lone", "leningrad-guide", "7 d7 3w 0p", {}, "P4 W6,0 D0,8"),
    ("S1-130 round first", "leningrad-guide", "7 d7 2w 1w", {}, "P4 W4,4"),
    ("AMB-S1-24 double first", "leningrad-guide", "7 d7 2w 1w", {"share_rounding": "after_multiplier"},
     "P4 W3,3"),
    ("AMB-S1-24 double first, even", "leningrad-guide", "6 d6 2w 2w", {"share_rounding": "after_multiplier"},
     "P2 W4,4"),
    ("AMB-S1-14 literal", "leningrad-guide", "8 d10 0w 0p", {}, "P6 D0,12 g12,0"),
    ("S1-71 K-01 two tricks", "guide", "7 d5 3w 2w", {"discard_counts": 2}, "P4 W3,3"),
    ("S1-71 K-01 one trick", "guide", "7 d5 3w 2w", {"discard_counts": 1}, "G4 W4,4"),
]


@pytest.mark.parametrize("declarer", range(3))
@pytest.mark.parametrize(("table", "row", "changes", "expected"), [row[1:] for row in CONTRACTS],
                         ids=[row[0] for row in CONTRACTS])
def test_contract(make_law: Any, table: str, row: str, changes: dict[str, Any], expected: str,
                  declarer: int) -> None:
    score = make_law(table, **changes).score(outcome_of(row, declarer))
    assert score == expected_of(expected, declarer)


@pytest.mark.parametrize("contract", ["6S", "6C", "6D", "6H", "6NT"])
def test_the_suit_does_not_matter(make_law: Any, contract: str) -> None:
    outcome = outcome_of("6 d6 2w 2w")
    outcome.contract = contract
    assert make_law().score(outcome) == expected_of("P2 W4,4")


@pytest.mark.parametrize("taken", range(11))
def test_we_01_we_02_misere(make_law: Any, taken: int) -> None:
    outcome = Outcome(3, "misere", 1, tricks=(10 - taken, taken, 0))
    assert make_law().score(outcome) == PoolScore([0, 0 if taken else 10, 0], [0, 10 * taken, 0])


MISERES: list[tuple[str, str, str, dict[str, Any], str]] = [
    ("S1-110", "guide", "misere d0 5w 5w", {}, "P10"),
    ("S1-111", "guide", "misere d3 4w 3w", {}, "G30"),
    ("WE-88", "leningrad", "misere d2 4w 4w", {}, "G40"),
    ("S1-129", "leningrad-guide", "misere d2 4w 4w", {}, "G40"),
    ("G-JURA whists as in a ten", "sochi", "misere d2 4w 4w", {"misere_whists": "as_ten"}, "G20 W20,20"),
    ("as in a ten, made", "sochi", "misere d0 5w 5w", {"misere_whists": "as_ten"}, "P10"),
    ("discard not in misere", "guide", "misere d0 5w 5w", {"discard_counts": 2}, "P10"),
    ("AMB-S1-02 never made", "guide", "misere d0 5w 5w",
     {"discard_counts": 2, "discard_counts_in": "everywhere"}, "G20"),
    ("K-09 not an undertrick", "rostov-guide", "misere d3 4w 3w",
     {"gora_mode": "whists5_per_undertrick"}, "G30"),
    ("K-09 per point", "rostov-guide", "misere d3 4w 3w", {}, "W150,150"),
]


@pytest.mark.parametrize(("table", "row", "changes", "expected"), [row[1:] for row in MISERES],
                         ids=[row[0] for row in MISERES])
def test_misere(make_law: Any, table: str, row: str, changes: dict[str, Any], expected: str) -> None:
    assert make_law(table, **changes).score(outcome_of(row)) == expected_of(expected)


def test_discard_of_a_hand_game_counts_nothing(make_law: Any) -> None:
    law = make_law("guide", discard_counts=2)
    assert law.score(outcome_of("7 d5 3w 2w", hand=True)) == expected_of("G8 W8,8")


@pytest.mark.parametrize(("bid", "dump"), [("6S", 12), ("8NT", 36), ("6", 12), ("8NT-hand", 36)])
def test_we_89_concede_three(make_law: Any, bid: str, dump: int) -> None:
    outcome = Outcome(3, "concede-3", 2, bid=bid, manner="conceded", tricks=(0, 0, 0))
    assert make_law("leningrad").score(outcome) == PoolScore([0, 0, 0], [0, 0, dump])


def test_concede_two(make_law: Any) -> None:
    outcome = Outcome(3, "concede-2", 0, bid="7H", manner="conceded", tricks=(0, 0, 0))
    assert make_law().score(outcome) == PoolScore([0, 0, 0], [8, 0, 0])


# --- Rostov in the seed's words ------------------------------------------------------------------------


def test_s1_128_per_point(make_law: Any) -> None:
    """Two undertricks on a seven: 8 points, 40 whists to each opponent, besides 8 of S1-108."""
    assert make_law("rostov-guide").score(outcome_of("7 d5 3w 2w")) == expected_of("W48,48")


def test_s1_128_per_undertrick(make_law: Any) -> None:
    law = make_law("rostov-guide", gora_mode="whists5_per_undertrick")
    assert law.score(outcome_of("7 d5 3w 2w")) == expected_of("W18,18")


def test_s1_126_whisters_shortfall_per_point(make_law: Any) -> None:
    """Eight, lone whister without a trick: 3 points, 15 whists to each of the others; the passer pays 6."""
    score = make_law("rostov-guide").score(outcome_of("8 d10 0w 0p"))
    assert score == PoolScore([6, 0, 0], [0, 0, 0], {(0, 1): 15, (2, 1): 15, (0, 2): 6})


def test_s1_126_whisters_shortfall_per_undertrick(make_law: Any) -> None:
    law = make_law("rostov-guide", gora_mode="whists5_per_undertrick")
    half = Fraction(5, 2)
    assert law.score(outcome_of("8 d10 0w 0p")) == PoolScore([6, 0, 0], [0, 0, 0],
                                                             {(0, 1): half, (2, 1): half, (0, 2): 6})


def test_one_point_is_five_whists(make_law: Any) -> None:
    """Six, lone whister one short, half price: one point."""
    score = make_law("rostov-guide").score(outcome_of("6 d7 3w 0p"))
    assert score == PoolScore([2, 0, 0], [0, 0, 0], {(1, 0): 3, (0, 1): 5, (2, 1): 5, (0, 2): 2})


def test_k_08_all_pass_per_point(make_law: Any) -> None:
    """6/4/0: 30 to each opponent from the first, 20 from the second."""
    score = make_law("rostov-guide").score(Outcome(3, "all-pass", tricks=(6, 4, 0)))
    assert score == PoolScore([0, 0, 1], [0, 0, 0], {(1, 0): 30, (2, 0): 30, (0, 1): 20, (2, 1): 20})


def test_per_point_a_point_written_off_is_written_by_its_owner(make_law: Any) -> None:
    law = make_law("rostov-guide", all_pass_zero="gora_1_price")
    score = law.score(Outcome(3, "all-pass", tricks=(10, 0, 0)))
    assert score == PoolScore([0, 0, 0], [0, 0, 0],
                              {(1, 0): 55, (2, 0): 55, (1, 2): 5, (2, 1): 5})


# --- four and two at the table ------------------------------------------------------------------------


def test_we_44_alikas(make_law: Any) -> None:
    law = make_law(lone_whist="gentleman")
    score = law.score(outcome_of("7 d5 3w 2p", players=4))
    assert score == PoolScore([0] * 4, [8, 0, 0, 0], {(1, 0): 18, (2, 0): 18, (3, 0): 8})


def test_s1_134_gusarik_dealer_writes_on_a_failure_only(make_law: Any) -> None:
    law = make_law("guide")
    failed = law.score(outcome_of("7 d5 4w 1p", players=4))
    assert failed == PoolScore([0] * 4, [8, 0, 0, 0], {(1, 0): 8, (2, 0): 8, (3, 0): 8})
    made = law.score(outcome_of("7 d7 3w 0p", players=4))
    assert made == PoolScore([4, 0, 0, 0], [0] * 4, {(1, 0): 3, (0, 2): 4})
    all_pass = law.score(Outcome(4, "all-pass", tricks=(4, 3, 3, 0)))
    assert all_pass == PoolScore([0] * 4, [4, 3, 3, 0])


def test_dealer_is_consoled_where_a_passer_is_not(make_law: Any) -> None:
    """KZPN2: everyone but the partner who passed, the dealer included."""
    score = make_law(consolation_passer=False).score(outcome_of("7 d5 3w 2p", players=4))
    assert score == PoolScore([0] * 4, [8, 0, 0, 0], {(1, 0): 28, (3, 0): 8})


def test_dealer_without_consolation(make_law: Any) -> None:
    score = make_law(consolation_dealer=False).score(outcome_of("7 d5 3w 2w", players=4))
    assert score == PoolScore([0] * 4, [8, 0, 0, 0], {(1, 0): 20, (2, 0): 16})


def test_we_94_whisting_dealer_is_not_liable(make_law: Any) -> None:
    score = make_law("leningrad").score(outcome_of("8 d10 0p 0p", players=4, roles={3: "whist"}))
    assert score == PoolScore([6, 0, 0, 0], [0] * 4)


def test_whisting_dealer_writes_all_whists_on_a_failure(make_law: Any) -> None:
    outcome = Outcome(4, "6S", 0, roles={1: "pass", 2: "half", 3: "whist"}, tricks=(5, 3, 2, 0))
    score = make_law("leningrad").score(outcome)
    assert score == PoolScore([0] * 4, [4, 0, 0, 0], {(1, 0): 4, (2, 0): 4, (3, 0): 24})


def test_we_m1_deals(make_law: Any) -> None:
    """WE-M1 by the order of each deal: forehand first, dealer last."""
    law = make_law("leningrad", lone_whist="greedy", paid_talon="opponents_half")
    talon = (CARD_BY_NAME["SA"], CARD_BY_NAME["SK"])
    first = law.score(outcome_of("7 d7 2w 1w", players=4, talon=talon))
    assert first == PoolScore([4, 0, 0, 0], [0] * 4, {(1, 0): 16, (2, 0): 8, (3, 0): 16})
    second = law.score(outcome_of("8 d6 2w 2w", players=4))
    assert second == PoolScore([0] * 4, [24, 0, 0, 0], {(1, 0): 48, (2, 0): 48, (3, 0): 24})
    # dealer B: C, D, A hold cards; A4 B2 C4 D0
    third = law.score(Outcome(4, "all-pass", tricks=(4, 0, 4, 2)))
    assert third == PoolScore([0] * 4, [8, -4, 8, 4])


def test_two_at_the_table_the_whister_has_both_hands(make_law: Any) -> None:
    """The whole duty and all tricks are the opponent's (rules.md 5B); the dummy, index 1, has no columns."""
    law = make_law()
    full = law.score(Outcome(2, "6S", 0, roles={2: "whist"}, tricks=(6, 1, 3)))
    assert full == PoolScore([2, 0, 0], [0, 0, 0], {(2, 0): 8})
    assert full.dummy == 1
    seven = law.score(Outcome(2, "7S", 0, roles={2: "whist"}, tricks=(7, 1, 2)))
    assert seven == PoolScore([4, 0, 0], [0, 0, 0], {(2, 0): 12})
    made = law.score(Outcome(2, "6S", 2, roles={0: "whist"}, tricks=(2, 1, 7)))
    assert made == PoolScore([0, 0, 2], [2, 0, 0], {(0, 2): 6})
    failed = law.score(Outcome(2, "6S", 0, roles={2: "whist"}, tricks=(4, 1, 5)))
    assert failed == PoolScore([0, 0, 0], [4, 0, 0], {(2, 0): 16})
    other = law.score(Outcome(2, "6S", 2, roles={0: "whist"}, tricks=(5, 1, 4)))
    assert other == PoolScore([0, 0, 0], [0, 0, 4], {(0, 2): 16})
    passed = law.score(Outcome(2, "6S", 0, roles={2: "pass"}, tricks=(0, 0, 0), manner="passed-out"))
    assert passed == PoolScore([2, 0, 0], [0, 0, 0])
    again = law.score(Outcome(2, "all-pass", manner="redeal"))
    assert again == PoolScore([0, 0, 0], [0, 0, 0])
    with pytest.raises(ScoringError):
        law.score(Outcome(2, "6S", 1, roles={0: "whist"}, tricks=(4, 6, 0)))


# --- paid talon ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("talon", "tricks"), [
    ("SA S7", 1), ("SA SK", 2), ("SK SA", 2), ("SA HA", 3), ("SK SQ", 1), ("HK SQ", 0), ("SA HK", 1),
    ("SA SQ", 1), ("SK HK", 0), ("SK CQ", 0), ("CK SQ", 0), ("SA CK", 1), ("S7 H8", 0), ("SA", 1), ("", 0),
])
def test_we_43_quick_tricks(talon: str, tricks: int) -> None:
    assert quick_tricks([CARD_BY_NAME[card] for card in talon.split()]) == tricks


def test_we_42_dealer_writes_all(make_law: Any) -> None:
    """Six made, the second whister, who deals, took 1: 2 for the trick and 4 for ace and king."""
    talon = (CARD_BY_NAME["SA"], CARD_BY_NAME["SK"])
    law = make_law(paid_talon="dealer_all")
    assert law.score(outcome_of("6 d6 3w 1w", talon=talon)) == expected_of("P2 W6,6")
    # a dealer who declares cannot write on himself
    assert law.score(outcome_of("6 d6 3w 1w", declarer=2, talon=talon)) == expected_of("P2 W8,4", declarer=2)


def test_we_92_opponents_half(make_law: Any) -> None:
    aces = (CARD_BY_NAME["SA"], CARD_BY_NAME["HA"])
    ace_king = (CARD_BY_NAME["SA"], CARD_BY_NAME["SK"])
    law = make_law("leningrad", paid_talon="opponents_half")
    six = law.score(outcome_of("6 d10 0w 0w", talon=aces))
    assert six == expected_of("P2 W6,6 g4,4")
    seven = law.score(outcome_of("7 d7 2w 1w", players=4, talon=ace_king))
    assert seven.whists[3, 0] == 16


@pytest.mark.parametrize(("row", "more", "expected"), [
    ("7 d0 0p 0p", {}, "P4"),  # both passed: no whists (TS-37)
    ("misere d0 5w 5w", {}, "P10"),
    ("7 d7 2w 1w", {"hand": True}, "P4 W8,4"),
    ("7 d5 3w 2w", {}, "G8 W24,20"),  # failed: paid too
])
def test_when_the_talon_is_paid(make_law: Any, row: str, more: dict[str, Any], expected: str) -> None:
    talon = (CARD_BY_NAME["SA"], CARD_BY_NAME["SK"])
    law = make_law(paid_talon="opponents_half")
    assert law.score(outcome_of(row, talon=talon, **more)) == expected_of(expected)


@pytest.mark.parametrize("declarer", [0, 2])
def test_the_talon_at_a_table_of_two(make_law: Any, declarer: int) -> None:
    """The one opponent writes all of it: two quick tricks of a six."""
    talon = (CARD_BY_NAME["SA"], CARD_BY_NAME["SK"])
    tricks = (6, 2, 2) if declarer == 0 else (2, 2, 6)
    outcome = Outcome(2, "6S", declarer, roles={2 - declarer: "whist"}, tricks=tricks, talon=talon)
    assert make_law(paid_talon="opponents_half").score(outcome).whists == {(2 - declarer, declarer): 12}


def test_conceded_pays_no_talon(make_law: Any) -> None:
    talon = (CARD_BY_NAME["SA"], CARD_BY_NAME["SK"])
    outcome = Outcome(3, "concede-3", 0, bid="6S", manner="conceded", talon=talon)
    assert make_law(paid_talon="opponents_half").score(outcome) == PoolScore([0, 0, 0], [6, 0, 0])


# --- halves --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("rounding", "expected"), [
    ("none", "G8 W21/2,21/2"), ("down", "G8 W10,10"), ("up", "G8 W11,11"),
])
def test_gentlemans_half_whist(make_law: Any, rounding: str, expected: str) -> None:
    """Seven two short at one whist a trick: 5 tricks, 2½ for each, and 8 consolation."""
    law = make_law(lone_whist="gentleman", trick_whist="one", whist_rounding=rounding)
    assert law.score(outcome_of("7 d5 3w 2p")) == expected_of(expected)


@pytest.mark.parametrize(("value", "half"), [
    (0, 0), (3, 2), (4, 2), (Fraction(1, 2), 1), (Fraction(3, 2), 1), (Fraction(5, 2), 2),
])
def test_half_up(value: Number, half: int) -> None:
    assert half_up(value) == half


def test_a_whole_fine_of_fractions_is_an_int(make_law: Any) -> None:
    score = make_law(hm=Fraction(1, 4)).score(outcome_of("6 d8 0w 2p"))
    assert score == expected_of("P2 W4,0 g1,0")
    assert type(score.dump[1]) is int


# --- all-pass ------------------------------------------------------------------------------------------

ALL_PASS: list[tuple[str, str, dict[str, Any], tuple[int, ...], int, list[Number], list[Number]]] = [
    ("WE-60", "sochi", {"all_pass_amnesty": True}, (3, 5, 2), 0, [0, 0, 0], [1, 3, 0]),
    ("WE-61", "sochi", {}, (0, 4, 6), 0, [1, 0, 0], [0, 4, 6]),
    ("WE-63", "sochi", {"all_pass_price": (1, 2, 3)}, (1, 0, 9), 3, [0, 3, 0], [3, 0, 27]),
    ("WE-64", "sochi", {}, (4, 3, 3), 0, [0, 0, 0], [4, 3, 3]),
    ("WE-66 first", "sochi", {"all_pass_price": (1, 2), "all_pass_amnesty": True}, (2, 5, 3), 0,
     [0, 0, 0], [0, 3, 1]),
    ("WE-66 second", "sochi", {"all_pass_price": (1, 2), "all_pass_amnesty": True}, (2, 5, 3), 1,
     [0, 0, 0], [0, 6, 2]),
    ("WE-67", "sochi", {"all_pass_price": (2,)}, (2, 3, 5), 0, [0, 0, 0], [4, 6, 10]),
    ("WE-68 every trick", "leningrad", {}, (4, 3, 3), 0, [0, 0, 0], [8, 6, 6]),
    ("WE-68 amnesty", "leningrad", {"all_pass_amnesty": True}, (4, 3, 3), 0, [0, 0, 0], [2, 0, 0]),
    ("WE-69", "leningrad", {"all_pass_amnesty": True}, (5, 4, 1), 1, [0, 0, 0], [16, 12, 0]),
    ("WE-70", "leningrad", {"all_pass_amnesty": True}, (6, 2, 2), 2, [0, 0, 0], [24, 0, 0]),
    ("WE-72", "leningrad", {}, (0, 3, 7), 0, [0, 0, 0], [-4, 6, 14]),
    ("two prices off after one round", "leningrad", {}, (0, 3, 7), 1, [0, 0, 0], [-8, 12, 28]),
    ("S1-112", "guide", {}, (10, 0, 0), 0, [0, 1, 1], [10, 0, 0]),
    ("S1-113", "guide", {}, (4, 3, 3), 0, [0, 0, 0], [4, 3, 3]),
    ("S1-129", "leningrad-guide", {}, (3, 3, 4), 0, [0, 0, 0], [6, 6, 8]),
    ("AMB-S1-15", "leningrad-guide", {}, (0, 3, 7), 0, [1, 0, 0], [0, 6, 14]),
    ("one price off", "sochi", {"all_pass_zero": "gora_1_price", "all_pass_price": (2,)}, (0, 3, 7), 0,
     [0, 0, 0], [-2, 6, 14]),
    ("no reward", "sochi", {"all_pass_zero": "none"}, (0, 3, 7), 0, [0, 0, 0], [0, 3, 7]),
    ("S1-133 dealer has no part", "guide", {}, (4, 3, 2, 1), 0, [0] * 4, [4, 3, 2, 0]),
    ("G-FSPR dealer plays the talon", "leningrad", {}, (4, 3, 2, 1), 0, [0] * 4, [8, 6, 4, 2]),
    ("G-FSPR dealer is not rewarded", "leningrad", {}, (5, 5, 0, 0), 0, [0] * 4, [10, 10, -4, 0]),
    ("G-DMITRYBAL amnesty of the active", "sochi", {"all_pass_amnesty": True}, (3, 4, 2, 1), 0,
     [0] * 4, [1, 2, 0, 1]),
]


@pytest.mark.parametrize(("table", "changes", "tricks", "run", "pool", "dump"), [row[1:] for row in ALL_PASS],
                         ids=[row[0] for row in ALL_PASS])
def test_all_pass(make_law: Any, table: str, changes: dict[str, Any], tricks: tuple[int, ...], run: int,
                  pool: list[Number], dump: list[Number]) -> None:
    outcome = Outcome(len(tricks), "all-pass", tricks=tricks, all_pass_run=run)
    score = make_law(table, **changes).score(outcome)
    assert score == PoolScore(pool, dump)
    assert score.all_pass


ROSTOV: list[tuple[str, dict[str, Any], tuple[int, ...], list[Number], dict[tuple[int, int], Number]]] = [
    ("WE-73", {}, (6, 4, 0), [0, 0, 1], {(2, 0): 30, (2, 1): 20}),
    ("CODEX 3.7.2.2 tie", {}, (6, 2, 2), [0, 0, 0], {(1, 0): 30, (2, 0): 30}),
    ("C-09 tie by halves", {"all_pass_tie": "half"}, (5, 0, 5), [0, 1, 0], {(1, 0): 25, (1, 2): 25}),
    ("C-09 two fewest by halves", {"all_pass_tie": "half"}, (8, 1, 1), [0, 0, 0], {(1, 0): 20, (2, 0): 20}),
    ("G-DMITRYBAL above the fewest", {"all_pass_tricks": "above_fewest"}, (6, 3, 1), [0, 0, 0],
     {(2, 0): 25, (2, 1): 10}),
    ("above the fewest, tie", {"all_pass_tricks": "above_fewest"}, (6, 2, 2), [0, 0, 0], {(1, 0): 20, (2, 0): 20}),
    ("above none", {"all_pass_tricks": "above_fewest"}, (6, 4, 0), [0, 0, 1], {(2, 0): 30, (2, 1): 20}),
    ("ten tricks", {}, (10, 0, 0), [0, 1, 1], {(1, 0): 50, (2, 0): 50}),
    ("four, the dealer has no part", {}, (6, 3, 1, 0), [0] * 4, {(2, 0): 30, (2, 1): 15}),
]


@pytest.mark.parametrize(("changes", "tricks", "pool", "whists"), [row[1:] for row in ROSTOV],
                         ids=[row[0] for row in ROSTOV])
def test_rostov_all_pass(make_law: Any, changes: dict[str, Any], tricks: tuple[int, ...], pool: list[Number],
                         whists: dict[tuple[int, int], Number]) -> None:
    outcome = Outcome(len(tricks), "all-pass", tricks=tricks)
    assert make_law("rostov", **changes).score(outcome) == PoolScore(pool, [0] * len(tricks), whists)


def test_rostov_tie_by_halves_may_break_a_whist(make_law: Any) -> None:
    law = make_law("rostov", all_pass_tie="half", all_pass_price=(1,))
    score = law.score(Outcome(3, "all-pass", tricks=(5, 2, 2)))
    assert score.whists == {(1, 0): Fraction(5, 2), (2, 0): Fraction(5, 2)}


# --- runs of all-pass rounds ---------------------------------------------------------------------------


@pytest.mark.parametrize(("ladder", "levels"), [
    ((6, 7, 8, 8), {0: 6, 1: 7, 2: 8, 3: 8, 5: 8}),  # WE-75
    ((6, 7), {1: 7, 2: 7, 3: 7}),  # WE-76 FSPR
    ((6, 7, 8), {1: 7, 2: 8, 3: 8}),  # WE-76 HOME
])
def test_we_75_we_76_ladders(ladder: tuple[int, ...], levels: dict[int, int]) -> None:
    assert {run: by_run(ladder, run) for run in levels} == levels


def test_run_counts_all_pass_rounds(make_law: Any) -> None:
    law = make_law("leningrad")
    run = 0
    seen = []
    for _ in range(4):
        seen.append(by_run(law.all_pass.price, run))
        run = law.next_run(Outcome(3, "all-pass", tricks=(4, 3, 3), all_pass_run=run))
    assert (seen, run) == ([2, 4, 6, 6], 4)


RUNS: list[tuple[str, str, dict[str, Any], str, int]] = [
    ("WE-77 whisted eight", "leningrad", {}, "8 d8 1w 1p", 0),
    ("WE-77 eight, pass, pass", "leningrad", {}, "8 d0 0p 0p", 2),
    ("WE-77 eight, pass, pass, reset flag", "leningrad", {"both_pass_resets": True}, "8 d0 0p 0p", 0),
    ("WE-77 misere made, FSPR", "leningrad", {}, "misere d0 5w 5w", 2),
    ("WE-77 misere made, HOME", "leningrad", {"exit_by_misere": True}, "misere d0 5w 5w", 0),
    ("WE-77 misere caught", "leningrad", {"exit_by_misere": True}, "misere d1 5w 4w", 2),
    ("WE-77 failed", "leningrad", {}, "8 d7 2w 1w", 2),
    ("exit_by_fail", "leningrad", {"exit_by_fail": True}, "8 d7 2w 1w", 0),
    ("a half-whist is no whist", "leningrad", {}, "6 d0 0p 0h", 2),
    ("whists by agreement", "leningrad", {}, "6 d0 0p 0o", 0),
    ("a checked ten is defended", "leningrad", {"ten": "checked"}, "10 d10 0w 0w", 0),
    ("G-LL1R1K any deal", "sochi", {}, "8 d7 2w 1w", 0),
    ("G-LL1R1K misere", "sochi", {}, "misere d1 5w 4w", 0),
    ("C-22 both pass resets", "sochi", {}, "7 d0 0p 0p", 0),
    ("C-22 both pass does not", "sochi", {"both_pass_resets": False}, "7 d0 0p 0p", 2),
    ("discards make it", "leningrad", {"discard_counts": 2}, "7 d5 4w 1p", 0),
    ("discards do not make it", "leningrad", {"discard_counts": 1}, "7 d5 4w 1p", 2),
    ("discards in misere", "sochi",
     {"discard_counts": 2, "discard_counts_in": "everywhere", "exit_by_fail": False}, "misere d0 5w 5w", 2),
    ("discards in misere, two taken", "sochi",
     {"discard_counts": 2, "discard_counts_in": "everywhere", "exit_by_fail": False}, "misere d2 4w 4w", 2),
    ("discards not in misere", "sochi", {"discard_counts": 2, "exit_by_fail": False}, "misere d0 5w 5w", 0),
    ("made game, half", "sochi", {"exit_by": "made_game", "exit_by_fail": False}, "6 d0 0p 0h", 0),
    ("made game, failed", "sochi", {"exit_by": "made_game", "exit_by_fail": False}, "6 d5 3w 2w", 2),
]


@pytest.mark.parametrize(("table", "changes", "row", "run"), [row[1:] for row in RUNS],
                         ids=[row[0] for row in RUNS])
def test_next_run(make_law: Any, table: str, changes: dict[str, Any], row: str, run: int) -> None:
    assert make_law(table, **changes).next_run(outcome_of(row, all_pass_run=2)) == run


def test_next_run_of_a_hand_game_and_of_a_game_nobody_whisted(make_law: Any) -> None:
    law = make_law("leningrad", discard_counts=2)
    assert law.next_run(outcome_of("7 d6 3w 1p", hand=True, all_pass_run=2)) == 2
    alone = Outcome(3, "6S", 0, roles={1: "pass", 2: "pass"}, tricks=(6, 2, 2), all_pass_run=2)
    assert law.next_run(alone) == 2


def test_next_run_without_play(make_law: Any) -> None:
    conceded = Outcome(3, "concede-3", 0, bid="7S", manner="conceded", all_pass_run=2)
    assert make_law("leningrad").next_run(conceded) == 2
    assert make_law("sochi").next_run(conceded) == 0
    assert make_law("sochi").next_run(Outcome(2, "all-pass", manner="redeal", all_pass_run=1)) == 1


# --- errors --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("outcome", "word"), [
    (Outcome(3, "betl", 0, tricks=(0, 5, 5)), "betl"),
    (Outcome(3, "6S", None, tricks=(6, 2, 2)), "declarer"),
    (Outcome(4, "6S", 3, tricks=(6, 2, 2, 0)), "declarer"),
    (Outcome(3, "6S", 0), "tricks"),
    (Outcome(3, "all-pass", tricks=(5, 5)), "tricks"),
    (Outcome(2, "all-pass", tricks=(5, 0, 5)), "two players"),
    (Outcome(3, "6S", 0, manner="refe"), "refe"),
    (Outcome(3, "concede-3", 0, manner="conceded"), "bid"),
    (Outcome(3, "concede-3", 0, bid="misere", manner="conceded"), "bid"),
    (Outcome(3, "concede-x", 0, bid="6S", manner="conceded"), "concede-x"),
])
def test_outcomes_without_a_score(make_law: Any, outcome: Outcome, word: str) -> None:
    with pytest.raises(ScoringError, match=word):
        make_law().score(outcome)


def test_a_parameter_that_is_not_defined_is_refused() -> None:
    with pytest.raises(KeyError):
        ScoringLaw.of({"s": {}})


# --- properties ----------------------------------------------------------------------------------------

CHOICES: dict[str, list[Any]] = {
    "wm": [1, 2, Fraction(1, 2)], "gm": [1, 2], "hm": [0, 1, 2, Fraction(1, 2)],
    "consolation": ["none", "s_x_u", "flat_10"], "consolation_dealer": [True, False],
    "consolation_passer": [True, False],
    "failed_trick_whists": ["as_made", "none"], "lone_whist": ["greedy", "gentleman"],
    "gentleman_when": ["failed", "always"], "passer_pays": ["none", "s"], "trick_whist": ["s", "one"],
    "both_whist_share": ["own", "half_up"], "share_rounding": ["before_multiplier", "after_multiplier"],
    "whist_rounding": ["none", "down", "up"], "duty_counts": ["own", "both"], "lone_fine_when": ["made", "always"],
    "pair_test": [True, False],
    "liable_89": ["last", "both"], "ten": ["whisted", "checked"],
    "short_penalty_split": ["own", "even", "ceil_floor", "fewer"], "individual_quota": [{}, {6: 2, 8: 1}],
    "discard_counts": [0, 1, 2], "paid_talon": ["none", "dealer_all", "opponents_half"],
    "gora_mode": ["gora", "whists5_per_point", "whists5_per_undertrick"],
}


@st.composite
def played_deals(draw: st.DrawFn) -> Outcome:
    players = draw(st.sampled_from([3, 4]))
    declarer = draw(st.integers(0, 2))
    mine = draw(st.integers(0, 10))
    theirs = draw(st.integers(0, 10 - mine))
    one, two = (declarer + 1) % 3, (declarer + 2) % 3
    tricks = [0] * players
    tricks[declarer], tricks[one], tricks[two] = mine, theirs, 10 - mine - theirs
    first, second = draw(st.sampled_from([("whist", "whist"), ("whist", "pass"), ("pass", "whist")]))
    contract = draw(st.sampled_from(["6S", "7H", "8NT", "9C", "10D"]))
    return Outcome(players, contract, declarer, tricks=tuple(tricks), roles={one: first, two: second},
                   talon=tuple(draw(st.lists(st.integers(0, 31), min_size=2, max_size=2, unique=True))))


def all_amounts(score: PoolScore) -> list[Number]:
    return [*score.pool, *score.dump, *score.whists.values()]


@given(changes=st.fixed_dictionaries({name: st.sampled_from(values) for name, values in CHOICES.items()}),
       outcome=played_deals())
def test_every_score_is_exact_and_between_declarer_and_others(make_law: Any, changes: dict[str, Any],
                                                              outcome: Outcome) -> None:
    score = make_law(**changes).score(outcome)
    for amount in all_amounts(score):
        assert type(amount) is int or (type(amount) is Fraction and amount.denominator > 1)
    assert all(amount > 0 for amount in score.whists.values())
    if changes["gora_mode"] == "gora":
        assert all(outcome.declarer in pair for pair in score.whists)  # S1-97
    else:
        assert not any(score.dump)  # S1-127
    won = score.pool[outcome.declarer or 0]
    assert sum(score.pool) == won
    if won:
        assert not score.dump[outcome.declarer or 0]


@given(tricks=st.integers(0, 10).flatmap(
    lambda a: st.integers(0, 10 - a).map(lambda b: (a, b, 10 - a - b))), run=st.integers(0, 5))
def test_all_pass_scores_turn_with_the_table(make_law: Any, tricks: tuple[int, int, int], run: int) -> None:
    for table in ("sochi", "guide", "leningrad", "rostov", "rostov-guide"):
        law = make_law(table)
        here = law.score(Outcome(3, "all-pass", tricks=tricks, all_pass_run=run))
        there = law.score(Outcome(3, "all-pass", tricks=(*tricks[1:], tricks[0]), all_pass_run=run))
        assert there.pool == [*here.pool[1:], here.pool[0]]
        assert there.dump == [*here.dump[1:], here.dump[0]]
        assert there.whists == {((i - 1) % 3, (j - 1) % 3): amount for (i, j), amount in here.whists.items()}
