"""The Russian auction (rules 1.6, 12.5; S1-49 to S1-61)."""

from __future__ import annotations

from typing import Any

import pytest

from preferans_pbn.families import law_of
from preferans_pbn.families.russian.ladder import CONTRACTS, ladder
from preferans_pbn.rules.violation import Violation
from preferans_pbn.variants import load_variant


def said(calls: str, variant: str = "sochi-codex", run: int = 0, /, **rules: str) -> tuple[Any, Violation | None]:
    """The auction after ``calls`` and the violation of the last one, if it has one."""
    ruleset = load_variant(variant)
    if rules:
        ruleset = ruleset.with_overrides(rules)
    auction = law_of(ruleset).auction(run)
    words = calls.split()
    for i, word in enumerate(words):
        violation = auction.call(word)
        if violation is not None:
            assert i == len(words) - 1, (word, violation)
            return auction, violation
    return auction, None


def fault(calls: str, variant: str = "sochi-codex", run: int = 0, **rules: str) -> str | None:
    violation = said(calls, variant, run, **rules)[1]
    return violation.name if violation else None


def winner(calls: str, variant: str = "sochi-codex", **rules: str) -> tuple[int | None, str]:
    auction, violation = said(calls, variant, **rules)
    assert violation is None
    assert auction.turn == -1
    result = auction.result()
    return result.declarer, result.bid


def test_ladder_has_26_rungs_in_order() -> None:
    assert len(CONTRACTS) == 26
    assert list(ladder(load_variant("sochi-codex").values)) == list(CONTRACTS)
    assert CONTRACTS[0] == "6S"
    assert CONTRACTS[14:17] == ("8NT", "misere", "9S")
    assert CONTRACTS[-1] == "10NT"


@pytest.mark.parametrize(("calls", "declarer", "bid"), [
    ("6S pass 7H pass", 2, "7H"),
    ("pass pass 6S", 2, "6S"),  # two passes: the third still speaks
    ("6S pass pass", 0, "6S"),
    ("misere 9S pass pass", 1, "9S"),  # WE-A07
    ("6S 6C pass 7S pass", 0, "7S"),  # S1-67
    ("6S 9H pass pass", 1, "9H"),  # WE-A08: jumps are legal
    ("6S 6C pass hold pass", 0, "6C"),
    ("6S 6C pass hold 6D hold pass", 0, "6D"),
])
def test_winner(calls: str, declarer: int, bid: str) -> None:
    assert winner(calls) == (declarer, bid)


def test_all_pass() -> None:
    assert winner("pass pass pass") == (None, "")


@pytest.mark.parametrize(("calls", "name"), [
    ("6S 6S", "bid-too-low"),  # WE-A01
    ("6H 6D", "bid-too-low"),
    ("6S 6C pass 6C", "bid-too-low"),
    ("7C 8S pass misere", "misere-not-first"),  # WE-A05
    ("misere 8NT", "misere-overcalled-low"),  # WE-A06
    ("misere 9S pass 9C", "misere-bidder-only-passes"),
    ("misere 9S pass hold", "misere-bidder-only-passes"),
    ("misere misere", "bid-too-low"),
    ("5S", "call-not-in-variant"),
    ("11S", "call-not-in-variant"),
    ("6", "call-not-in-variant"),
    ("stay", "call-not-in-variant"),
    ("misere-hand", "without-talon-not-allowed"),
    ("6S pass pass 7S", "call-after-end"),  # S1-60
    ("10NT pass 10NT", "bid-too-low"),
    ("hold", "hold-not-allowed"),
    ("6S 6C hold", "hold-not-allowed"),  # three are left
    ("pass 6S hold", "hold-not-allowed"),  # the junior hand
    ("6S 6C pass hold hold", "hold-not-allowed"),
    ("6S misere pass hold", "hold-not-allowed"),
])
def test_faults(calls: str, name: str) -> None:
    assert fault(calls) == name


@pytest.mark.parametrize(("calls", "name"), [
    ("6S 6C pass hold", "call-not-in-variant"),  # S1-58
    ("7C misere", None),  # S1-54: misère at any time
    ("6S 7C pass misere", None),
    ("8NT misere 9S", None),
    ("misere 8NT", "misere-overcalled-low"),
    ("6S 8H", None),
])
def test_guide(calls: str, name: str | None) -> None:
    assert fault(calls, "sochi-guide") == name


@pytest.mark.parametrize(("ladder_text", "run", "opening", "name"), [
    ("6,7", 0, "6S", None), ("6,7", 1, "6NT", "below-minimum-bid"), ("6,7", 1, "7S", None), ("6,7", 5, "7S", None),
    ("6,7,8", 2, "7NT", "below-minimum-bid"), ("6,7,8", 2, "misere", None), ("6,7", 1, "pass", None),
])
def test_minimum_bid(ladder_text: str, run: int, opening: str, name: str | None) -> None:
    assert fault(opening, run=run, min_bid=ladder_text) == name


def test_minimum_bid_ladders_of_the_sources() -> None:
    """WE-75: 6-7-8-8 after 0, 1, 2, 3, 5 all-pass rounds; 6-7-8-6-7-8 after 1, 2, 3, 4."""
    def minimum(run: int, **rules: str) -> int:
        law: Any = law_of(load_variant("sochi-codex").with_overrides(rules))
        return int(law._auction.minimum(run))

    assert [minimum(run, min_bid="6,7,8,8") for run in (0, 1, 2, 3, 5)] == [6, 7, 8, 8, 8]
    cyclic = {"min_bid": "6,7,8", "min_bid_cycle": "true"}
    assert [minimum(run, **cyclic) for run in (1, 2, 3, 4)] == [7, 8, 6, 7]


def test_hold_forms() -> None:
    assert fault("6S pass 6C hold pass", hold="eldest_anytime") is None
    assert fault("6S 6C hold", hold="eldest_anytime") == "hold-not-allowed"
    assert fault("6S 6C 6D hold", hold="eldest_anytime") is None  # three are left, forehand may
    assert fault("6S 6C pass hold", hold_min_bid="6D") == "hold-not-allowed"
    assert fault("6S 6D pass hold", hold_min_bid="6D") is None


def test_hold_may_end_the_auction() -> None:
    assert winner("6S 6C pass hold", hold_ends_auction="true") == (0, "6C")


def test_overcall_of_misere_may_end_the_auction() -> None:
    assert winner("misere 9S", overcall_of_misere_ends_auction="true") == (1, "9S")


def test_bids_without_the_talon() -> None:
    rules = {"without_talon_bids": "misere_and_nine", "misere_beaten_by": "9_then_without_talon"}
    auction, violation = said("misere 9S pass misere-hand 9S-hand pass", **rules)
    assert violation is None
    assert auction.result() == (1, "9S-hand", True)
    violation = said("9S misere-hand 9D", **rules)[1]
    assert violation is not None
    assert (violation.name, violation.arguments["needed"]) == ("misere-overcalled-low", "9S-hand")


def test_level_only_bids() -> None:
    assert winner("6 7 pass pass", bid_style="level") == (1, "7")
    assert fault("6 6", bid_style="level") == "bid-too-low"
    assert fault("6S", bid_style="level") == "call-not-in-variant"
    assert fault("8 misere 9", bid_style="level") is None


def test_one_step_at_a_time() -> None:
    assert fault("6S 6D", bid_steps="next") == "bid-skips"
    assert fault("6S 6C 6D", bid_steps="next") is None
    assert fault("6C", bid_steps="next") == "bid-skips"


def test_legal_lists_pass_hold_then_the_ladder() -> None:
    auction, _ = said("6S 10H pass")
    assert auction.legal() == ["pass", "hold", "10NT"]
    auction, _ = said("")
    assert auction.legal() == ["pass", *CONTRACTS]
    auction, _ = said("6S pass pass")
    assert auction.legal() == []


def test_an_unknown_call_hides_the_end() -> None:
    auction, violation = said("6S ? pass")
    assert violation is None
    assert auction.result() is None


@pytest.mark.parametrize(("call", "without", "expected"), [
    ("7S-hand", "none", "without-talon-not-allowed"),
    ("misere-hand", "none", "without-talon-not-allowed"),
    ("8NT-hand", "nine", "without-talon-not-allowed"),
    ("9C-hand", "nine", None),
    ("misere-hand", "nine", "without-talon-not-allowed"),
    ("8NT-hand", "misere_and_nine", "without-talon-not-allowed"),
    ("misere-hand", "misere_and_nine", None),
    ("6S-hand", "any", None),
    ("hand", "any", "call-not-in-variant"),
    ("9-hand", "nine", "call-not-in-variant"),  # the level alone is not bid here
])
def test_a_bid_without_the_talon_where_the_table_has_none(call: str, without: str, expected: str | None) -> None:
    """G-LL1R1K 3.7: such bids are an agreement."""
    assert fault(f"pass {call}", without_talon_bids=without) == expected
