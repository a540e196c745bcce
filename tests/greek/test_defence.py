"""The Greek defence: play, pass, together, alone, and who leads (rules 6)."""

from __future__ import annotations

import pytest

from preferans_pbn.families import law_of
from preferans_pbn.rules.outcome import Outcome
from preferans_pbn.variants import load_variant

LAW = law_of(load_variant("greek"))


@pytest.mark.parametrize(("calls", "turn", "legal"), [
    ("", 1, "play pass"),
    ("play", 2, "play pass"),
    ("pass", 2, "play pass together"),
    ("play pass", 1, "together alone"),
    ("pass play", 1, "together pass"),  # the second chance
])
def test_legal(calls: str, turn: int, legal: str) -> None:
    defence = LAW.defence("6D", 0, 3)
    assert defence is not None
    for word in calls.split():
        assert defence.call(word) is None
    assert defence.turn == turn
    assert defence.legal() == legal.split()
    assert not defence.settled


@pytest.mark.parametrize(("calls", "first", "second", "manner"), [
    ("play play", "play", "play", "played"),
    ("play pass alone", "play", "pass", "played"),
    ("play pass together", "together", "helper", "played"),
    ("pass play pass", "pass", "play", "played"),
    ("pass play together", "together", "helper", "played"),
    ("pass together", "helper", "together", "played"),
    ("pass pass", "pass", "pass", "passed-out"),
])
def test_end(calls: str, first: str, second: str, manner: str) -> None:
    defence = LAW.defence("10NT", 2, 3)
    assert defence is not None
    for word in calls.split():
        assert defence.call(word) is None
    assert defence.turn == -1
    assert defence.settled
    assert defence.roles() == {0: first, 1: second}
    assert defence.manner() == manner
    assert defence.open() == ""
    assert defence.kontra() is None


@pytest.mark.parametrize(("calls", "name"), [
    ("together", "defence-not-allowed"),
    ("alone", "defence-not-allowed"),
    ("play together", "defence-not-allowed"),
    ("pass alone", "defence-not-allowed"),
    ("play pass pass", "defence-not-allowed"),
    ("pass play alone", "defence-not-allowed"),
    ("whist", "defence-not-allowed"),
    ("play play play", "defence-after-end"),
])
def test_fault(calls: str, name: str) -> None:
    defence = LAW.defence("6S", 0, 3)
    assert defence is not None
    *before, last = calls.split()
    for word in before:
        assert defence.call(word) is None
    violation = defence.call(last)
    assert violation is not None
    assert violation.name == name


def test_a_surrender_has_no_defence() -> None:
    assert LAW.defence("solo", 0, 3) is None
    assert LAW.roles_without_calls("solo", 0) == ({}, "", "conceded")
    assert LAW.manner_of_roles("solo", {}, None) == "conceded"
    assert LAW.manner_of_roles("7H", {0: "pass", 1: "pass"}, None) == "passed-out"
    assert LAW.manner_of_roles("7H", {0: "play", 1: "pass"}, None) == "played"


def test_without_together() -> None:
    law = law_of(load_variant("greek").with_overrides({"invite": "false"}))
    defence = law.defence("6S", 0, 3)
    assert defence is not None
    for word in ("play", "pass"):
        assert defence.call(word) is None
    assert defence.turn == -1
    assert defence.roles() == {1: "play", 2: "pass"}


@pytest.mark.parametrize(("declarer", "roles", "leader", "size"), [
    (0, {1: "play", 2: "play"}, 0, 3),
    (0, {1: "pass", 2: "play"}, 0, 2),
    (1, {2: "play", 0: "pass"}, 1, 2),  # the player right of the dealer is out: the next one leads
    (2, {0: "pass", 1: "play"}, 1, 2),
    (2, {0: "helper", 1: "together"}, 0, 3),
])
def test_who_leads(declarer: int, roles: dict[int, str], leader: int, size: int) -> None:
    play = LAW.trickplay(Outcome(3, "6H", declarer, roles=roles), (0x3FF, 0xFFC00, 0x3FF00000), ())
    assert play.turn == leader
    assert play.size == size


def test_a_player_who_is_out_is_passed_over() -> None:
    hands = (0xFF, 0xFF00, 0xFF0000)  # one suit each: S, C, D
    play = LAW.trickplay(Outcome(3, "6NT", 0, roles={1: "pass", 2: "play"}), hands, ())
    assert play.play(0)
    assert play.turn == 2
    assert play.play(16)
    assert play.winners == [0]


@pytest.mark.parametrize(("contract", "declarer", "hand", "name"), [
    ("6H", True, 0x80808080, None),
    ("6H", True, None, None),
    ("6H", True, 0x80808040, "aces-not-allowed"),
    ("6H", False, 0x80808080, "aces-not-allowed"),
    ("solo", True, 0x80808080, "aces-not-allowed"),
    ("all-pass", False, None, "aces-not-allowed"),
])
def test_four_aces(contract: str, declarer: bool, hand: int | None, name: str | None) -> None:
    violation = LAW.aces_violation(contract, declarer, hand)
    assert (violation.name if violation else None) == name


def test_a_table_that_pays_no_aces() -> None:
    law = law_of(load_variant("greek").with_overrides({"ace_bonus": "none"}))
    violation = law.aces_violation("6H", True, None)
    assert violation is not None
    assert violation.name == "undefined-by-variant"
