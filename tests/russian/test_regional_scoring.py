"""Scores under the shipped regional variants.  Every expected number stands in the source named at its row or is
reckoned by hand from the table of the variant; rows are read as in `tests.russian.test_scoring`."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from preferans_pbn.cards import CARD_BY_NAME
from preferans_pbn.families import law_of
from preferans_pbn.families.russian.scoring import PoolScore
from preferans_pbn.families.russian.sheet import PoolSheet
from preferans_pbn.rules.interface import Law
from preferans_pbn.rules.outcome import Outcome
from preferans_pbn.variants import load_variant
from tests.russian.test_scoring import expected_of, outcome_of


def cards(text: str) -> tuple[int, ...]:
    return tuple(CARD_BY_NAME[name] for name in text.split())


def law(variant: str, **rules: str) -> Law:
    """The law of a shipped variant, with parameters set as in a Rules tag."""
    return law_of(load_variant(variant).with_overrides(rules))


CONTRACTS: list[tuple[str, str, dict[str, str], str, str]] = [
    # Leningrad, rules.md 12.3
    ("WE-80", "leningrad-sport", {}, "7 d7 1w 2w", "P4 W8,16"),
    ("WE-82", "leningrad-sport", {}, "8 d10 0w 0w", "P6 g6,6"),
    ("WE-83", "leningrad-sport", {}, "9 d10 0w 0p", "P8 g8,0"),
    ("WE-84", "leningrad-sport", {}, "6 d8 1w 1w", "P2 W4,4 g2,2"),
    ("WE-85", "leningrad-sport", {}, "6 d5 2w 3w", "G4 W12,16"),
    ("WE-87 six", "leningrad-sport", {}, "6 d0 0p 0h", "P2 W0,8"),
    ("WE-87 seven", "leningrad-sport", {}, "7 d0 0p 0h", "P4 W0,8"),
    ("WE-88", "leningrad-sport", {}, "misere d2 5w 3w", "G40"),
    ("WE-93 sport code", "leningrad-sport", {}, "10 d10 0w 0w", "P10 g10,10"),
    ("WE-93 home", "leningrad-sport", {"ten": "checked"}, "10 d10 0w 0w", "P10"),
    # the table of SHRAM-LEN, one row a level
    ("undertricks of a nine", "leningrad-sport", {}, "9 d7 2w 1w", "G32 W64,48"),
    ("undertricks of a ten", "leningrad-sport", {}, "10 d9 1w 0w", "G20 W40,20"),
    ("misère made", "leningrad-sport", {}, "misere d0 5w 5w", "P10"),
    ("eight, the pair has its trick", "leningrad-sport", {}, "8 d8 0w 2w", "P6 W0,24"),
    # gentleman's whist: WE-13 and WE-44 doubled
    ("lone whist, failed", "leningrad-sport", {}, "6 d5 3w 2p", "G4 W14,14"),
    ("lone whist, two short", "leningrad-sport", {}, "7 d5 2p 3w", "G16 W36,36"),
    ("lone whist, made", "leningrad-sport", {}, "6 d6 3w 1p", "P2 W16,0"),
    ("lone whist, made, always", "leningrad-sport", {"gentleman_when": "always"}, "6 d6 3w 1p", "P2 W8,8"),
    ("half responsible", "leningrad-sport", {}, "7 d9 1w 0p", "P4 W8,0 g4,0"),
    # the first defender goes down after whist and pass
    ("whist, pass, half", "leningrad-sport", {}, "6 d0 0h 0p", "P2 W8,0"),
    # Rostov: half responsible, Sochi's values
    ("lone eight", "rostov-codex", {}, "8 d10 0w 0p", "P6 g3,0"),
    ("lone six", "rostov-codex", {}, "6 d8 2w 0p", "P2 W4,0 g2,0"),
    ("lone ten", "rostov-codex", {}, "10 d10 0w 0p", "P10 g5,0"),
    ("two on a seven", "rostov-codex", {}, "7 d10 0w 0w", "P4 g2,2"),
    ("the last on a nine", "rostov-codex", {}, "9 d10 0w 0w", "P8 g0,4"),
    ("failed, greedy", "rostov-codex", {}, "6 d5 3w 2p", "G2 W12,2"),
    ("flat consolation", "rostov-codex", {"consolation": "flat_10"}, "8 d6 4p 0w", "G12 W20,44"),
    ("half", "rostov-codex", {}, "7 d0 0p 0h", "P4 W0,4"),
    # Stalingrad: Sochi's table
    ("six spades both", "stalingrad", {}, "6 d5 3w 2w", "G2 W8,6"),
    ("six spades, one short", "stalingrad", {}, "6 d7 3w 0w", "P2 W6,0 g0,4"),
    # Kazakhstan: fourfold values, quotas, no prize for the passer
    ("six", "kazakhstan", {}, "6 d6 2w 2w", "P8 W16,16"),
    ("six, one below his quota", "kazakhstan", {}, "6 d6 3w 1w", "P8 W24,8 g0,8"),
    ("eight, the second below his quota", "kazakhstan", {}, "8 d8 2w 0w", "P24 W48,0 g0,24"),
    ("nine, nobody", "kazakhstan", {}, "9 d10 0w 0w", "P32 g32,32"),
    ("ten has no quota", "kazakhstan", {}, "10 d10 0w 0w", "P40 g0,40"),
    ("failed, both whist", "kazakhstan", {}, "7 d5 3w 2w", "G32 W80,64"),
    ("failed, the passer has no prize", "kazakhstan", {}, "7 d5 3w 2p", "G32 W112,0"),
    ("with a prize", "kazakhstan", {"consolation_passer": "true"}, "7 d5 3w 2p", "G32 W112,32"),
    ("lone whister owes the duty", "kazakhstan", {}, "6 d7 2w 1p", "P8 W24,0 g8,0"),
    ("misère caught", "kazakhstan", {}, "misere d3 4w 3w", "G120"),
    ("misère made", "kazakhstan", {}, "misere d0 4w 6w", "P40"),
    ("half", "kazakhstan", {}, "7 d0 0p 0h", "P16 W0,16"),
]


@pytest.mark.parametrize("declarer", [0, 1, 2])
@pytest.mark.parametrize(("variant", "rules", "row", "expected"), [one[1:] for one in CONTRACTS],
                         ids=[one[0] for one in CONTRACTS])
def test_contract(variant: str, rules: dict[str, str], row: str, expected: str, declarer: int) -> None:
    score = law(variant, **rules).score(outcome_of(row, declarer))
    assert score == expected_of(expected, declarer)


@pytest.mark.parametrize(("bid", "dump"), [("6S", 12), ("6H", 12), ("8NT", 36)])
def test_surrender_without_three(bid: str, dump: int) -> None:
    """WE-89: by agreement; the sport code has none."""
    outcome = Outcome(3, "concede-3", 0, bid=bid, manner="conceded", tricks=(0, 0, 0))
    assert law("leningrad-sport", concede="3").score(outcome) == PoolScore([0, 0, 0], [dump, 0, 0])


def test_paid_talon() -> None:
    """WE-92: four at the table, ace and king under a made seven; three, two aces under a six."""
    four = law("leningrad-sport", paid_talon="dealer_all")
    made = four.score(outcome_of("7 d7 2w 1w", players=4, talon=cards("SA SK")))
    assert made == PoolScore([4, 0, 0, 0], [0] * 4, {(1, 0): 16, (2, 0): 8, (3, 0): 16})
    three = law("leningrad-sport", paid_talon="opponents_half")
    six = three.score(outcome_of("6 d6 2w 2w", talon=cards("SA HA")))
    assert six == PoolScore([2, 0, 0], [0] * 3, {(1, 0): 8 + 6, (2, 0): 8 + 6})


def test_the_dealer_who_whists() -> None:
    """WE-94: not liable; on a failure he writes the tricks of both hands, and the passers only the consolation."""
    table = law("leningrad-sport")
    roles = {1: "pass", 2: "pass", 3: "whist"}
    made = table.score(Outcome(4, "8S", 0, roles=roles, tricks=(10, 0, 0, 0)))
    assert made == PoolScore([6, 0, 0, 0], [0] * 4)
    failed = table.score(Outcome(4, "6S", 0, roles=roles, tricks=(5, 3, 2, 0)))
    assert failed == PoolScore([0] * 4, [4, 0, 0, 0], {(1, 0): 4, (2, 0): 4, (3, 0): 4 + 20})


# --- all-pass ------------------------------------------------------------------------------------------------


def all_pass(variant: str, *tricks: int, run: int = 0, **rules: str) -> PoolScore:
    players = 4 if len(tricks) == 4 else 3
    result: PoolScore = law(variant, **rules).score(Outcome(players, "all-pass", tricks=tricks, all_pass_run=run))
    return result


@pytest.mark.parametrize(("key", "tricks", "run", "rules", "dump"), [
    ("WE-68 every trick", (4, 3, 3), 0, {}, [8, 6, 6]),
    ("WE-68 amnesty", (4, 3, 3), 0, {"all_pass_amnesty": "true"}, [2, 0, 0]),
    ("WE-69", (5, 4, 1), 1, {"all_pass_amnesty": "true"}, [16, 12, 0]),
    ("WE-70", (6, 2, 2), 2, {"all_pass_amnesty": "true"}, [24, 0, 0]),
    ("the last price repeats", (6, 2, 2), 5, {}, [36, 12, 12]),
    ("no trick: two prices off", (0, 3, 7), 0, {}, [-4, 6, 14]),
    ("no trick in the second round", (0, 3, 7), 1, {}, [-8, 12, 28]),
    ("four: the dealer's tricks count", (3, 3, 2, 2), 0, {}, [6, 6, 4, 4]),
    ("four: nothing for the dealer's none", (4, 3, 3, 0), 0, {}, [8, 6, 6, 0]),
    ("four, WE-M1", (4, 0, 4, 2), 0, {}, [8, -4, 8, 4]),
])
def test_leningrad_all_pass(key: str, tricks: tuple[int, ...], run: int, rules: dict[str, str],
                            dump: list[Any]) -> None:
    assert all_pass("leningrad-sport", *tricks, run=run, **rules) == PoolScore([0] * len(tricks), dump), key


def test_two_prices_come_off_the_mountain() -> None:
    """WE-72: price 2, mountain 58, 0 and 40, tricks none, three and seven."""
    table = law("leningrad-sport")
    sheet = PoolSheet([0] * 3, [58, 0, 40])
    after, ended = table.add_to_sheet(sheet, all_pass("leningrad-sport", 0, 3, 7), (0, 1, 2), 20)
    assert after.dump == [54, 6, 54]
    assert not ended


@pytest.mark.parametrize(("key", "tricks", "pool", "whists"), [
    ("WE-73", (6, 4, 0), [0, 0, 1], {(2, 0): 30, (2, 1): 20}),
    ("two tie with one each", (8, 1, 1), [0, 0, 0], {(1, 0): 40, (2, 0): 40}),
    ("two without a trick", (10, 0, 0), [0, 1, 1], {(1, 0): 50, (2, 0): 50}),
    ("four: the dealer has no part", (2, 3, 5, 0), [0, 0, 0, 0], {(0, 1): 15, (0, 2): 25}),
])
def test_rostov_all_pass(key: str, tricks: tuple[int, ...], pool: list[Any],
                         whists: dict[tuple[int, int], Any]) -> None:
    assert all_pass("rostov-codex", *tricks) == PoolScore(pool, [0] * len(tricks), whists), key


def test_rostov_tie_by_halves() -> None:
    """C-09, the other reading."""
    score = all_pass("rostov-codex", 7, 1, 2, all_pass_tie="half")
    assert score.whists == {(1, 0): 35, (1, 2): 10}
    halves = all_pass("rostov-codex", 8, 1, 1, all_pass_tie="half")
    assert halves.whists == {(1, 0): 20, (2, 0): 20}


@pytest.mark.parametrize(("variant", "tricks", "pool", "dump"), [
    ("gusarik-guide", (3, 0, 7, 0), [0, 1, 0, 0], [3, 0, 7, 0]),
    ("gusarik-4", (3, 0, 6, 1), [0, 1, 0, 0], [3, 0, 6, 1]),
    ("stalingrad", (3, 0, 7), [0, 1, 0], [3, 0, 7]),
    ("kazakhstan", (3, 0, 7), [0, 1, 0], [3, 0, 7]),
    ("leningrad-guide", (3, 0, 7), [0, 1, 0], [6, 0, 14]),
])
def test_all_pass_into_the_dump(variant: str, tricks: tuple[int, ...], pool: list[Any], dump: list[Any]) -> None:
    assert all_pass(variant, *tricks) == PoolScore(pool, dump)


# --- runs of all-pass rounds and the level that opens -----------------------------------------------------------


@pytest.mark.parametrize(("run", "opening"), [(0, "6S"), (1, "7S"), (2, "7S"), (7, "7S")])
def test_leningrad_opens_a_run_with_a_seven(run: int, opening: str) -> None:
    """WE-76, the sport code: 7 after the first round and every other."""
    legal = law("leningrad-sport").auction(run).legal()
    assert legal[0] == "pass"
    assert legal[1] == opening
    assert "misere" in legal


EXITS: list[tuple[str, Outcome, bool]] = [
    ("WE-77 eight made, whisted", outcome_of("8 d8 1w 1w"), True),
    ("WE-77 eight, pass, pass", outcome_of("8 d0 0p 0p"), False),
    ("WE-77 misère made", Outcome(3, "misere", 0, tricks=(0, 5, 5)), False),
    ("misère caught", Outcome(3, "misere", 0, tricks=(3, 5, 2)), False),
    ("WE-77 failed", outcome_of("7 d6 2w 2w"), False),
    ("a lone whist is a whist", outcome_of("7 d7 3w 0p"), True),
    ("a half is none", outcome_of("7 d0 0p 0h"), False),
    ("the dealer's is one", Outcome(4, "6S", 0, roles={1: "pass", 2: "pass", 3: "whist"}, tricks=(6, 2, 2, 0)), True),
]


@pytest.mark.parametrize(("outcome", "leaves"), [one[1:] for one in EXITS], ids=[one[0] for one in EXITS])
def test_what_ends_a_leningrad_run(outcome: Outcome, leaves: bool) -> None:
    outcome.all_pass_run = 2
    table = law("leningrad-sport")
    assert table.next_run(outcome) == (0 if leaves else 2)
    assert table.run_is_reset(outcome) == leaves


def test_an_all_pass_round_lengthens_the_run() -> None:
    assert law("leningrad-sport").next_run(Outcome(3, "all-pass", tricks=(4, 3, 3), all_pass_run=2)) == 3


@pytest.mark.parametrize(("rules", "levels"), [
    ({"min_bid": "6,7,8,8"}, {0: 6, 1: 7, 2: 8, 3: 8, 5: 8}),
    ({"min_bid": "6,7,8", "min_bid_cycle": "true"}, {1: 7, 2: 8, 3: 6, 4: 7}),
    ({"min_bid": "6"}, {1: 6, 4: 6}),
])
def test_other_exit_ladders(rules: dict[str, str], levels: dict[int, int]) -> None:
    """WE-75: 6-7-8-8, 6-7-8 in a circle, 6-6-6."""
    table = law("leningrad-sport", **rules)
    assert {run: int(table.auction(run).legal()[1][0]) for run in levels} == levels


# --- settlements -----------------------------------------------------------------------------------------------


def test_settlement_of_three() -> None:
    """WE-S12, with the sign mended."""
    sheet = PoolSheet([0, 0, 4], [2, 0, 16], {(0, 2): 24, (1, 2): 24})
    assert law("leningrad-sport").settle(sheet) == [Fraction(112, 3), Fraction(172, 3), Fraction(-284, 3)]


@pytest.mark.parametrize(("key", "sheet", "result"), [
    ("WE-S14 two whisters", PoolSheet([2, 0, 0, 0], [0] * 4, {(1, 0): 8, (2, 0): 8}), [14, -2, -2, -10]),
    ("WE-S14 one whister", PoolSheet([2, 0, 0, 0], [0] * 4, {(1, 0): 16}), [14, 6, -10, -10]),
    ("WE-S15", PoolSheet([2, 0, 0, 0], [0, 2, 0, 0], {(1, 0): 12}), [23, -13, -5, -5]),
    ("WE-S17", PoolSheet([0] * 4, [4, 0, 0, 0]), [-30, 10, 10, 10]),
    ("WE-S19", PoolSheet([8, 0, 0, 0], [0] * 4), [120, -40, -40, -40]),
])
def test_settlement_of_four(key: str, sheet: PoolSheet, result: list[int]) -> None:
    assert law("leningrad-sport").settle(sheet) == result, key


def test_the_deals_behind_these_settlements() -> None:
    """WE-S14, WE-S15, WE-S19: what the deals write."""
    table = law("leningrad-sport")
    assert table.score(outcome_of("6 d6 2w 2w", players=4)).whists == {(1, 0): 8, (2, 0): 8}
    short = table.score(outcome_of("6 d7 2w 1p", players=4))
    assert short == PoolScore([2, 0, 0, 0], [0, 2, 0, 0], {(1, 0): 12})
    assert table.score(outcome_of("9 d0 0p 0p", players=4)) == PoolScore([8, 0, 0, 0], [0] * 4)


def test_a_short_match_of_four() -> None:
    """WE-M1, WE-S13: three deals of G-FSPR, players A B C D, with the talon paid to the resting dealer."""
    table = law("leningrad-sport", paid_talon="dealer_all")
    sheet = PoolSheet.empty(4)
    deals: list[tuple[tuple[int, ...], Outcome]] = [
        ((0, 1, 2, 3), outcome_of("7 d7 2w 1w", players=4, talon=cards("SA SK"))),
        ((1, 2, 3, 0), outcome_of("8 d6 2w 2w", players=4)),
        ((2, 3, 0, 1), Outcome(4, "all-pass", tricks=(4, 0, 4, 2))),
    ]
    for places, outcome in deals:
        sheet, ended = table.add_to_sheet(sheet, table.score(outcome), places, 20)
        assert not ended
    assert sheet.pool == [4, 0, 0, 0]
    assert sheet.dump == [8, 28, 8, -4]
    assert sheet.whists == {(1, 0): 16, (2, 0): 8, (3, 0): 16, (2, 1): 48, (3, 1): 48, (0, 1): 24}
    assert table.settle(sheet) == [64, -304, 56, 184]


@pytest.mark.parametrize(("variant", "sheet", "result"), [
    # 20 a pool point: mean of 8, 4, 0 is 4; dumps are equal
    ("leningrad-guide", PoolSheet([8, 4, 0], [6, 6, 6]), [80, 0, -80]),
    # no dump is ever written: 10 a pool point and the whists
    ("rostov-guide", PoolSheet([3, 0, 0], [0, 0, 0], {(1, 0): 6}), [14, -4, -10]),
    ("rostov-codex", PoolSheet([3, 0, 0], [3, 0, 0], {(1, 0): 6}), [-6, 6, 0]),
    ("gusarik-guide", PoolSheet([4, 0, 0, 0], [0, 8, 0, 0], {(3, 0): 5}), [45, -70, 10, 15]),
    ("gusarik-2", PoolSheet([6, 2], [10, 4], {(0, 1): 7, (1, 0): 12}), [-15, 15]),
    ("kazakhstan", PoolSheet([120, 90, 0], [0, 0, 0]), [500, 200, -700]),
])
def test_settlements(variant: str, sheet: PoolSheet, result: list[int]) -> None:
    assert law(variant).settle(sheet) == result


# --- the sheet ---------------------------------------------------------------------------------------------------


def test_without_help_a_pool_goes_on() -> None:
    """Leningrad: nobody helps, and the game ends when all pools are full."""
    table = law("leningrad-sport")
    sheet, ended = table.add_to_sheet(PoolSheet([18, 20, 20], [0] * 3), PoolScore([6, 0, 0], [0] * 3), (0, 1, 2), 20)
    assert sheet == PoolSheet([24, 20, 20], [0] * 3)
    assert ended


def test_rostov_helps() -> None:
    sheet, ended = law("rostov-codex").add_to_sheet(
        PoolSheet([18, 10, 4], [0] * 3), PoolScore([6, 0, 0], [0] * 3), (0, 1, 2), 20)
    assert sheet == PoolSheet([20, 14, 4], [0] * 3, {(0, 1): 40})
    assert not ended


def test_two_of_four_pools_end_the_guides_game() -> None:
    table = law("gusarik-guide")
    score = PoolScore([2, 0, 0, 0], [0] * 4)
    places = (0, 1, 2, 3)
    assert table.add_to_sheet(PoolSheet([8, 10, 0, 0], [0] * 4), score, places, 10)[1]
    assert not table.add_to_sheet(PoolSheet([7, 10, 0, 0], [0] * 4), score, places, 10)[1]


def test_mountain_first() -> None:
    """win_writes=gora_first (G-MFM): a made game goes off the own dump first, the reward of an all-pass round does
    not."""
    table = law("rostov-codex", win_writes="gora_first")
    before = PoolSheet([0, 0, 0], [3, 5, 0])
    made, _ = table.add_to_sheet(before, table.score(outcome_of("7 d0 0p 0p")), (0, 1, 2), 20)
    assert made == PoolSheet([1, 0, 0], [0, 5, 0])
    reward, _ = table.add_to_sheet(before, all_pass("rostov-codex", 0, 4, 6), (0, 1, 2), 20)
    assert reward.pool == [1, 0, 0]
    assert reward.dump == [3, 5, 0]


def test_the_resting_dealers_prize() -> None:
    """Four players: a seven two short."""
    row = "7 d5 3w 2p"
    four: dict[str, Any] = {"players": 4}
    assert law("gusarik-4").score(outcome_of(row, **four)).whists == {(1, 0): 28, (2, 0): 8, (3, 0): 8}
    assert law("rostov-codex").score(outcome_of(row, **four)).whists == {(1, 0): 28, (2, 0): 8, (3, 0): 8}
    assert law("leningrad-sport").score(outcome_of(row, **four)).whists == {(1, 0): 36, (2, 0): 36, (3, 0): 16}
    assert law("kazakhstan").score(outcome_of(row, **four)).whists == {(1, 0): 112, (3, 0): 32}
