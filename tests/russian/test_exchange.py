"""Contracts after the auction (WE-A09, WE-A11; TS-09 to TS-11; S1-68)."""

from __future__ import annotations

import pytest

from preferans_pbn.families import law_of
from preferans_pbn.families.russian.auction import Result
from preferans_pbn.families.russian.ladder import CONTRACTS
from preferans_pbn.variants import load_variant


def contracts(bid: str, **rules: str) -> list[str]:
    ruleset = load_variant("sochi-codex")
    return law_of(ruleset.with_overrides(rules) if rules else ruleset).contracts(Result(0, bid, False))


def fault(contract: str, bid: str, **rules: str) -> str | None:
    ruleset = load_variant("sochi-codex")
    law = law_of(ruleset.with_overrides(rules) if rules else ruleset)
    violation = law.contract_violation(contract, Result(0, bid, False))
    return violation.name if violation else None


def test_a_contract_is_at_least_the_bid() -> None:
    named = contracts("7D")
    assert named == [word for word in CONTRACTS[CONTRACTS.index("7D"):] if word != "misere"]
    assert fault("7C", "7D") == "contract-below-bid"
    assert fault("6NT", "7D") == "contract-below-bid"


def test_misere_is_played_when_won_and_only_then() -> None:
    assert contracts("misere") == ["misere"]
    assert fault("9H", "misere") == "contract-not-allowed"
    assert fault("misere", "8S") == "contract-not-allowed"


@pytest.mark.parametrize(("how", "expected"), [
    ("same_level", ["7D", "7H", "7NT"]), ("none", ["7D"]),
])
def test_raising_the_contract(how: str, expected: list[str]) -> None:
    assert contracts("7D", contract_raise=how) == expected


def test_a_bid_of_a_level_leaves_the_suit_open() -> None:
    named = contracts("9", bid_style="level")
    assert named[:5] == ["9S", "9C", "9D", "9H", "9NT"]
    assert contracts("9", bid_style="level", contract_raise="none") == ["9S", "9C", "9D", "9H", "9NT"]


def test_giving_up_before_play() -> None:
    assert fault("concede-3", "7H") == "concede-not-allowed"
    assert fault("concede-3", "7H", concede="3") is None
    assert fault("concede-2", "7H", concede="3") == "concede-not-allowed"
    assert fault("concede-3", "misere", concede="3") == "concede-not-allowed"


def test_words_of_other_families_are_refused() -> None:
    assert fault("betl", "6S") == "undefined-by-variant"


def test_all_pass() -> None:
    law = law_of(load_variant("sochi-codex"))
    assert law.contracts(Result(None, "", False)) == ["all-pass"]
    assert law.contract_violation("all-pass", Result(0, "6S", False)) is not None
    assert law.contract_violation("6S", Result(None, "", False)) is not None
