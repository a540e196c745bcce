"""The defenders' answers (CODEX 3.8, PARLETT; rules 1.6; S1-72 to S1-83)."""

from __future__ import annotations

from typing import Any

import pytest

from preferans_pbn.families import law_of
from preferans_pbn.variants import load_variant


def start(contract: str = "6S", declarer: int = 0, players: int = 3, variant: str = "sochi-codex", **rules: str) -> Any:
    ruleset = load_variant(variant)
    return law_of(ruleset.with_overrides(rules) if rules else ruleset).defence(contract, declarer, players)


def answered(calls: str, **kind: Any) -> Any:
    defence = start(**kind)
    for word in calls.split():
        assert defence.call(word) is None, word
    return defence


@pytest.mark.parametrize(("calls", "roles", "manner", "opened"), [
    ("whist whist", {1: "whist", 2: "whist"}, "played", ""),
    ("whist pass open", {1: "whist", 2: "pass"}, "played", "pair"),
    ("whist pass", {1: "whist", 2: "pass"}, "played", ""),
    ("pass whist closed", {1: "pass", 2: "whist"}, "played", ""),
    ("pass pass", {1: "pass", 2: "pass"}, "passed-out", ""),
    ("pass half", {1: "pass", 2: "half"}, "half", ""),
    ("pass half pass", {1: "pass", 2: "half"}, "half", ""),
    ("pass half return open", {1: "whist", 2: "pass"}, "played", "pair"),
])
def test_codex(calls: str, roles: dict[int, str], manner: str, opened: str) -> None:
    defence = answered(calls)
    assert (defence.roles(), defence.manner(), defence.open()) == (roles, manner, opened)
    assert defence.settled


@pytest.mark.parametrize(("contract", "calls", "word"), [
    ("8S", "pass", "half"),  # half-whist exists on six and seven only
    ("6S", "whist", "half"),
    ("6S", "", "half"),
    ("6S", "whist pass", "half"),  # the first may not leave in the Codex
    ("6S", "pass whist", "return"),
    ("6S", "whist whist", "open"),
    ("6S", "pass pass", "open"),
    ("6S", "", "play"),
])
def test_refused(contract: str, calls: str, word: str) -> None:
    defence = answered(calls, contract=contract)
    assert defence.call(word) is not None


def test_order_starts_after_the_declarer() -> None:
    assert [start(declarer=declarer).turn for declarer in (0, 1, 2)] == [1, 2, 0]
    assert answered("pass", declarer=1).turn == 0


def test_nothing_to_answer() -> None:
    assert start("misere") is None
    assert start("all-pass") is None
    assert start("concede-3") is None
    assert start("10S") is not None
    assert start("10S", ten="checked") is None


def test_stalingrad() -> None:
    """Both must whist on six spades; other sixes are free."""
    defence = start("6S", stalingrad="true")
    assert defence.legal() == ["whist"]
    assert defence.call("pass").arguments["why"] == "both must whist on six spades"
    assert answered("whist whist", contract="6S", stalingrad="true").manner() == "played"
    assert "pass" in start("6C", stalingrad="true").legal()


def test_guide_lays_the_passers_hand_open() -> None:
    defence = answered("whist pass", variant="sochi-guide")
    assert (defence.open(), defence.turn, defence.legal()) == ("passer", -1, [])
    assert answered("pass", variant="sochi-guide").call("half") is not None


def test_first_may_leave() -> None:
    defence = answered("whist pass half", contract="7D", first_may_leave="true")
    assert (defence.roles(), defence.manner()) == ({1: "half", 2: "pass"}, "half")
    defence = answered("whist pass whist open", contract="7D", first_may_leave="true")
    assert (defence.roles(), defence.manner(), defence.open()) == ({1: "whist", 2: "pass"}, "played", "pair")


def test_own_whist() -> None:
    assert answered("whist pass own", own_whist="6,7").manner() == "own"
    assert answered("pass own", own_whist="6,7").roles() == {1: "pass", 2: "own"}
    assert answered("pass", contract="8S", own_whist="6,7").call("own") is not None


def test_dealer_may_whist_after_a_half_that_is_not_returned() -> None:
    defence = answered("pass half pass", players=4, dealer_may_whist="true")
    assert defence.turn == 3
    assert defence.call("whist") is None
    assert defence.roles() == {1: "pass", 2: "pass", 3: "whist"}
    assert answered("pass half pass pass", players=4, dealer_may_whist="true").manner() == "half"
    assert answered("pass half pass", players=3, dealer_may_whist="true").turn == -1


def test_return_is_limited_by_level() -> None:
    assert answered("pass half", contract="7D", whist_return="6").legal() == []


def test_half_offered_to_the_first_after_two_passes() -> None:
    defence = answered("pass pass half", half_whist_by="either")
    assert (defence.roles(), defence.manner()) == ({1: "half", 2: "pass"}, "half")
    assert answered("pass pass", half_whist_by="either").manner() == "passed-out"


@pytest.mark.parametrize(("contract", "rules", "opened"), [
    ("misere", {}, "pair"), ("misere", {"misere_open": "after_first_card"}, "pair"),
    ("misere", {"misere_open": "after_first_trick"}, "pair"), ("misere", {"misere_open": "closed"}, ""),
    ("10H", {"ten": "checked"}, "pair"),
])
def test_hands_that_lie_open_unasked(contract: str, rules: dict[str, str], opened: str) -> None:
    law = law_of(load_variant("sochi-codex").with_overrides(rules))
    assert law.defence(contract, 0, 3) is None
    assert law.roles_without_calls(contract, 0)[1] == opened


def test_misere_hands_where_the_variant_is_silent() -> None:
    assert law_of(load_variant("classic")).roles_without_calls("misere", 0) == ({}, "", "played")
