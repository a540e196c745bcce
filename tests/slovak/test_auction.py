"""The Slovak auction and what each number allows (S0-53 to S0-128; K-17 to K-19)."""

from __future__ import annotations

from typing import Any

import pytest

from preferans_pbn.families import law_of
from preferans_pbn.rules.violation import Violation
from preferans_pbn.variants import load_variant


def said(calls: str, **rules: str) -> tuple[Any, Violation | None]:
    """The auction after ``calls`` and the violation of the last one, if it has one."""
    auction = law_of(load_variant("slovak").with_overrides(rules)).auction(0)
    words = calls.split()
    for i, word in enumerate(words):
        violation = auction.call(word)
        if violation is not None:
            assert i == len(words) - 1, (word, violation)
            return auction, violation
    return auction, None


def fault(calls: str, **rules: str) -> str | None:
    violation = said(calls, **rules)[1]
    return violation.name if violation else None


NUMBERS = "1 2 3 4 5 6 7 8"


@pytest.mark.parametrize(("calls", "legal"), [
    ("", f"{NUMBERS} hand hand-betl hand-durch hand-preferans"),  # S0-64: the first hand cannot pass; S0-61, S0-63
    ("1", "pass 2 3 4 5 6 7 8 hand hand-betl hand-durch hand-preferans"),  # S0-66
    ("1 2", "pass 3 4 5 6 7 8 hand hand-betl hand-durch hand-preferans"),
    ("1 2 3", "pass hold 4 5 6 7 hand hand-betl hand-durch"),  # S0-89; S0-127: 8 only at once
    ("1 pass 4", "pass hold 5 6 7 hand hand-betl hand-durch"),  # S0-90
    ("1 pass 4 hold", "pass 5 6 7 hand hand-betl hand-durch"),
    ("1 2 8", "pass hold hand hand-betl hand-durch"),  # S0-124: over 8 only from hand
    ("1 hand", "pass hand hand-betl hand-durch hand-preferans"),  # S0-96
    ("1 hand pass", "pass hand hand-betl hand-durch"),
    ("hand", "pass hand hand-betl hand-durch hand-preferans"),
    ("1 hand-betl", "pass hand-durch hand-preferans"),
    ("1 hand hand pass", "pass hand-2 hand-3 hand-4 hand-5 hand-betl hand-durch"),  # S0-97; S0-127
])
def test_legal_calls(calls: str, legal: str) -> None:
    assert said(calls)[0].legal() == legal.split()


@pytest.mark.parametrize(("calls", "declarer", "bid", "hand"), [
    ("1 pass pass", 0, "1", False),  # S0-60, S0-67
    ("3 pass pass", 0, "3", False),
    ("1 2 pass pass", 1, "2", False),
    ("1 pass 4 hold pass", 0, "4", False),  # S0-90
    ("1 pass 4 pass", 2, "4", False),
    ("1 2 pass hold 3 hold pass", 0, "3", False),
    ("1 2 3 hold pass 5 pass", 2, "5", False),
    ("1 2 8 hold pass pass", 0, "8", False),
    ("8 pass pass", 0, "8", False),
    ("hand pass pass", 0, "hand", True),
    ("1 hand pass pass", 1, "hand", True),
    ("1 2 pass hand pass", 0, "hand", True),  # S0-93: at any call
    ("1 pass 2 hold hand pass", 2, "hand", True),
    ("1 hand-durch pass pass", 1, "hand-durch", True),
    ("hand hand hand hand-3 hand-4 pass", 1, "hand-4", True),  # S0-97
    ("1 hand hand pass hand-3 hand-3", 1, "hand-3", True),  # of equals the earlier hand
    ("1 hand pass hand hand-4 hand-4", 0, "hand-4", True),
    ("1 2 hand pass hand hand-3 hand-2", 1, "hand-3", True),  # the earlier hand names first, whoever announced first
    ("1 hand hand pass pass", 2, "hand", True),  # the first gives up: the other names his game with the contract
    ("1 hand hand pass hand-2 pass", 1, "hand-2", True),
    ("hand hand-betl pass hand-durch pass", 0, "hand-durch", True),
])
def test_result(calls: str, declarer: int, bid: str, hand: bool) -> None:
    auction, violation = said(calls)
    assert violation is None
    assert auction.turn == -1
    assert auction.legal() == []
    assert auction.result() == (declarer, bid, hand)


@pytest.mark.parametrize(("calls", "name"), [
    ("pass", "opener-must-bid"),  # S0-64
    ("1 1", "bid-too-low"),  # S0-66
    ("1 3 2", "bid-too-low"),
    ("1 hold", "hold-not-allowed"),
    ("1 2 hold", "hold-not-allowed"),  # only the first hand
    ("1 2 pass hold hold", "hold-not-allowed"),
    ("hold", "hold-not-allowed"),
    ("1 2 pass 8", "in-hand-not-allowed"),  # S0-127
    ("1 2 pass hand-preferans", "in-hand-not-allowed"),
    ("1 hand 5", "in-hand-not-allowed"),  # S0-96
    ("1 pass hand hold", "hold-not-allowed"),
    ("1 hand-3", "in-hand-not-allowed"),  # S0-115: the suit is named after the auction
    ("1 hand hand-betl hand", "in-hand-not-allowed"),
    ("1 hand hand pass 5", "in-hand-not-allowed"),
    ("1 hand hand pass hand-preferans", "in-hand-not-allowed"),  # S0-127: too late
    ("6S", "call-not-in-variant"),  # S0-54
    ("misere", "call-not-in-variant"),
    ("9", "call-not-in-variant"),
    ("hand-sans", "call-not-in-variant"),
    ("stay", "call-not-in-variant"),
    ("1 pass pass 2", "call-after-end"),
    ("1 pass 2 pass pass", "call-after-end"),  # S0-88
])
def test_fault(calls: str, name: str) -> None:
    assert fault(calls) == name


def test_parameters() -> None:
    assert fault("pass", opener_must_bid="false") is None
    assert said("pass pass pass", opener_must_bid="false")[0].result() == (None, "", False)
    assert fault("3", bid_steps="next") == "bid-skips"
    assert fault("1 2 pass hold", hold="none") == "call-not-in-variant"
    assert fault("1 2 pass hold", hold_min_bid="3") == "hold-not-allowed"
    assert fault("hand", in_hand="none") == "call-not-in-variant"
    assert fault("1 2 pass hand", in_hand_when="first_call_only") == "in-hand-not-allowed"
    assert fault("1 2 pass hand-betl", in_hand_direct_when="first_call") == "in-hand-not-allowed"
    assert fault("1 2 pass 8", announce_at_once="none") is None
    assert fault("1 hand hand pass hand-preferans", announce_at_once="none") is None


def test_an_unknown_call_hides_the_end() -> None:
    auction, violation = said("1 ? pass")
    assert violation is None
    assert auction.result() is None


# --- what the numbers allow ----------------------------------------------------------------------------
ABOVE = "betl durch preferans"


@pytest.mark.parametrize(("calls", "contracts"), [
    ("1 pass pass", f"S D H C {ABOVE} thrown-in"),  # S0-68 to S0-70; K-17
    ("1 2 pass pass", f"S D H C {ABOVE}"),  # S0-74, S0-75, S0-71, S0-73
    ("2 pass pass", f"S D H C {ABOVE}"),  # S0-73: the first hand too
    ("3 pass pass", f"D H C {ABOVE}"),  # S0-79; against the example of S0-85 (K-19)
    ("1 pass 4 hold pass", f"H C {ABOVE}"),  # S0-80, S0-90
    ("5 pass pass", f"C {ABOVE}"),  # S0-81
    ("6 pass pass", ABOVE),
    ("7 pass pass", "durch preferans"),
    ("8 pass pass", "preferans"),
    ("hand pass pass", "S-hand D-hand H-hand C-hand betl-hand durch-hand preferans-hand"),
    ("1 pass 3 hand pass", "S-hand D-hand H-hand C-hand betl-hand durch-hand preferans-hand"),  # S0-77
    ("1 hand hand pass hand-3 hand-4", "H-hand C-hand betl-hand durch-hand preferans-hand"),
    ("hand-durch pass pass", "durch-hand preferans-hand"),
])
def test_contracts(calls: str, contracts: str) -> None:
    law = law_of(load_variant("slovak"))
    assert law.contracts(said(calls)[0].result()) == contracts.split()


@pytest.mark.parametrize(("contract", "calls", "name"), [
    ("S", "3 pass pass", "contract-below-bid"),  # S0-76
    ("D", "4 pass pass", "contract-below-bid"),
    ("thrown-in", "3 pass pass", "concede-not-allowed"),  # S0-92, K-18
    ("thrown-in", "1 2 pass pass", "concede-not-allowed"),  # S0-71
    ("thrown-in", "hand pass pass", "concede-not-allowed"),
    ("H", "hand pass pass", "contract-not-allowed"),
    ("H-hand", "1 pass pass", "contract-not-allowed"),
    ("sans", "1 pass pass", "undefined-by-variant"),
    ("6S", "1 pass pass", "undefined-by-variant"),
    ("all-pass", "1 pass pass", "contract-not-allowed"),  # S0-99
])
def test_contract_fault(contract: str, calls: str, name: str) -> None:
    violation = law_of(load_variant("slovak")).contract_violation(contract, said(calls)[0].result())
    assert violation is not None
    assert violation.name == name


def test_contract_parameters() -> None:
    result = said("1 pass pass")[0].result()
    rules = load_variant("slovak")
    literal = law_of(rules.with_overrides({"one_allows_leaves": "false"}))
    assert literal.contracts(result) == ["D", "H", "C", "betl", "durch", "preferans", "thrown-in"]
    assert "thrown-in" not in law_of(rules.with_overrides({"concede": "none"})).contracts(result)
    assert law_of(rules.with_overrides({"opener_must_bid": "false"})).contracts(
        said("pass pass pass", opener_must_bid="false")[0].result()) == ["all-pass"]
