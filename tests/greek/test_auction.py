"""The Greek auction (rules 6, WE-A30; S1-135, S1-136; notation N-5)."""

from __future__ import annotations

from typing import Any

import pytest

from preferans_pbn.families import law_of
from preferans_pbn.families.greek.auction import LADDER
from preferans_pbn.rules.violation import Violation
from preferans_pbn.variants import load_variant


def said(calls: str) -> tuple[Any, Violation | None]:
    """The auction after ``calls`` and the violation of the last one, if it has one."""
    auction = law_of(load_variant("greek")).auction(0)
    words = calls.split()
    for i, word in enumerate(words):
        violation = auction.call(word)
        if violation is not None:
            assert i == len(words) - 1, (word, violation)
            return auction, violation
    return auction, None


def fault(calls: str) -> str | None:
    violation = said(calls)[1]
    return violation.name if violation else None


def test_ladder_has_25_rungs() -> None:
    assert len(LADDER) == 25
    assert LADDER[:6] == ("6S", "6C", "6D", "6H", "6NT", "7S")
    assert LADDER[-1] == "10NT"


@pytest.mark.parametrize(("calls", "legal"), [
    ("", "pass stay 6S"),
    ("pass", "pass stay 6S"),
    ("stay", "pass 6S"),
    ("pass stay", "pass 6S"),
    ("pass pass", "pass 6S"),  # two passes and no bid: six spades or pass
    ("stay pass", "pass 6S"),
    ("6S", "pass 6C"),
    ("stay 6S", "pass 6C"),
    ("6S pass", "pass 6C"),
    ("6S 6C", "pass 6D"),
    ("6S 6C pass", "pass hold"),  # WE-A30: the first may hold 6C, not bid 6D
    ("6S 6C 6D", "pass hold"),
    ("6S pass 6C", "pass hold"),
    ("stay 6S 6C", "pass hold"),
    ("6S 6C 6D pass", "pass hold"),
    ("6S 6C 6D hold", "pass 6H"),
    ("6S 6C 6D hold pass", "pass 6H"),
    ("6S 6C 6D hold 6H", "pass hold"),
    ("6S 6C pass hold", "pass 6D"),
    ("stay 6S 6C hold 6D", "pass hold"),
])
def test_legal_calls(calls: str, legal: str) -> None:
    assert said(calls)[0].legal() == legal.split()


@pytest.mark.parametrize(("calls", "turn"), [
    ("stay 6S", 2),
    ("stay 6S 6C", 1),  # whoever said stay takes no further part once somebody bids
    ("6S 6C 6D", 0),
    ("6S 6C 6D pass", 1),
    ("6S 6C 6D hold pass", 2),
    ("6S 6C pass", 0),
    ("6S 6C pass hold", 1),
])
def test_turn(calls: str, turn: int) -> None:
    assert said(calls)[0].turn == turn


@pytest.mark.parametrize(("calls", "declarer", "bid"), [
    ("stay pass pass", 0, "stay"),
    ("pass stay pass", 1, "stay"),
    ("6S pass pass", 0, "6S"),
    ("pass pass 6S", 2, "6S"),
    ("stay pass 6S", 2, "6S"),
    ("pass stay 6S", 2, "6S"),
    ("stay 6S pass", 1, "6S"),
    ("6S 6C pass pass", 1, "6C"),
    ("6S 6C pass hold pass", 0, "6C"),
    ("6S 6C 6D hold pass pass", 0, "6D"),
    ("6S 6C 6D pass pass", 2, "6D"),
    ("stay 6S 6C hold 6D pass", 2, "6D"),  # the specification's sample deal
    ("pass pass pass", None, ""),
])
def test_result(calls: str, declarer: int | None, bid: str) -> None:
    auction, violation = said(calls)
    assert violation is None
    assert auction.turn == -1
    assert auction.legal() == []
    assert auction.result() == (declarer, bid, False)


def climb(top: str) -> str:
    """An auction of the first two players up to ``top``, each rung held."""
    rungs = LADDER[2: LADDER.index(top) + 1]
    return " ".join(["6S 6C pass hold", *(f"{rung} hold" for rung in rungs)])


def test_ten_no_trumps_can_only_be_held_and_that_ends_it() -> None:
    calls = climb("10NT")
    auction, violation = said(calls.removesuffix(" hold"))
    assert violation is None
    assert auction.legal() == ["pass", "hold"]
    auction, violation = said(calls)
    assert violation is None
    assert auction.turn == -1
    assert auction.result() == (0, "10NT", False)


@pytest.mark.parametrize(("calls", "name"), [
    ("6S 6D", "bid-skips"),  # S1-136
    ("6C", "bid-skips"),
    ("6S 7S", "bid-skips"),
    ("6S 6S", "bid-too-low"),
    ("6S 6C 6S", "bid-too-low"),
    ("6S 6C 6C", "bid-too-low"),
    ("6S 6C pass 6D", "hold-due"),
    ("6S 6C 6D 6H", "hold-due"),
    ("hold", "hold-not-allowed"),
    ("6S hold", "hold-not-allowed"),
    ("6S 6C hold", "hold-not-allowed"),
    ("6S 6C pass hold hold", "hold-not-allowed"),
    ("stay stay", "stay-not-allowed"),
    ("6S stay", "stay-not-allowed"),
    ("pass pass stay", "stay-not-allowed"),
    ("misere", "call-not-in-variant"),  # S1-135, S1-136
    ("hand", "call-not-in-variant"),
    ("2", "call-not-in-variant"),
    ("pass pass pass pass", "call-after-end"),
    ("stay pass pass 6S", "call-after-end"),
])
def test_fault(calls: str, name: str) -> None:
    assert fault(calls) == name


def test_an_unknown_call_hides_the_end() -> None:
    auction, violation = said("6S ? pass")
    assert violation is None
    assert auction.result() is None
    assert fault("? 6D") is None  # some completion makes it legal


# --- contract, surrender, aces ------------------------------------------------------------------------
def contracts(calls: str) -> list[str]:
    law = law_of(load_variant("greek"))
    return law.contracts(said(calls)[0].result())


def test_the_contract_is_the_bid_or_higher_or_a_surrender() -> None:
    assert contracts("6S 6C pass pass") == [*LADDER[1:], "solo"]
    assert contracts("stay pass pass") == [*LADDER, "solo"]
    assert contracts("pass pass pass") == ["all-pass"]


@pytest.mark.parametrize(("contract", "calls", "name"), [
    ("6S", "6S 6C pass pass", "contract-below-bid"),
    ("all-pass", "6S pass pass", "contract-not-allowed"),
    ("6S", "pass pass pass", "contract-not-allowed"),
    ("misere", "6S pass pass", "undefined-by-variant"),  # S1-135
    ("H", "6S pass pass", "undefined-by-variant"),
    ("concede-3", "6S pass pass", "undefined-by-variant"),
])
def test_contract_fault(contract: str, calls: str, name: str) -> None:
    violation = law_of(load_variant("greek")).contract_violation(contract, said(calls)[0].result())
    assert violation is not None
    assert violation.name == name


def test_a_table_without_surrender() -> None:
    law = law_of(load_variant("greek").with_overrides({"concede": "none"}))
    violation = law.contract_violation("solo", None)
    assert violation is not None
    assert violation.name == "concede-not-allowed"
