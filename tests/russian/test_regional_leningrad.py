"""Leningrad's ways of answering, at three and at four."""

from __future__ import annotations

import io

import pytest

from preferans_pbn.checking import check_stream
from preferans_pbn.families import law_of
from preferans_pbn.notation import iter_records
from preferans_pbn.rules.interface import Defence
from preferans_pbn.variants import load_variant

RULES = load_variant("leningrad-sport")
LAW = law_of(RULES)

FOUR = """[Event "Piter"]
[Board "1"]
[Variant "VARIANT"]
[South "Anna"]
[West "Boris"]
[North "Dan"]
[East "Clara"]
[Dealer "E"]
[Deal "S:SAKQJ.CQJT.DQJT W:ST9.CAK9.DAK9.HAK N:S87.C87.D87.HQJT9"]
[Talon "H8 H7"]
[Auction "S"]
6S pass pass
[Declarer "S"]
[Discard "H8 H7"]
[Contract "6S"]
[Defence "W"]
DEFENCE
"""


def defence(contract: str, players: int, *calls: str) -> Defence:
    machine = LAW.defence(contract, 0, players)
    assert machine is not None
    for word in calls:
        assert machine.call(word) is None, word
    return machine


def found(text: str) -> list[str]:
    return [one.code for checked in check_stream(iter_records(io.StringIO(text))) for one in checked.diagnostics]


@pytest.mark.parametrize(("contract", "calls", "legal"), [
    ("6S", (), ["whist", "pass"]),
    ("6S", ("whist",), ["whist", "pass"]),
    ("6S", ("pass",), ["whist", "pass", "half"]),
    ("6S", ("whist", "pass"), ["whist", "half", "open", "closed"]),
    ("7S", ("whist", "pass"), ["whist", "half", "open", "closed"]),
    ("8S", ("whist", "pass"), ["open", "closed"]),
    ("8S", ("pass",), ["whist", "pass"]),
    ("6S", ("whist", "pass", "whist"), ["open", "closed"]),
    ("6S", ("pass", "half"), ["return", "pass"]),
    ("6S", ("pass", "half", "return"), ["open", "closed"]),
    ("10S", (), ["whist", "pass"]),
])
@pytest.mark.parametrize("players", [3, 4])
def test_what_may_be_answered(contract: str, calls: tuple[str, ...], legal: list[str], players: int) -> None:
    assert defence(contract, players, *calls).legal() == legal


def test_the_first_defender_goes_down() -> None:
    left = defence("7H", 3, "whist", "pass", "half")
    assert (left.roles(), left.manner(), left.turn) == ({1: "half", 2: "pass"}, "half", -1)


def test_the_dealer_whists_last() -> None:
    """With four, after pass, half and a refused return (G-FSPR)."""
    asked = defence("6S", 4, "pass", "half", "pass")
    assert asked.turn == 3
    assert asked.legal() == ["whist", "pass"]
    assert not asked.settled
    whists = defence("6S", 4, "pass", "half", "pass", "whist")
    assert (whists.roles(), whists.manner()) == ({1: "pass", 2: "pass", 3: "whist"}, "played")
    assert whists.legal() == ["open", "closed"]
    leaves = defence("6S", 4, "pass", "half", "pass", "pass")
    assert (leaves.roles(), leaves.manner(), leaves.turn) == ({1: "pass", 2: "half"}, "half", -1)


def test_with_three_a_refused_return_goes_without_saying() -> None:
    three = defence("6S", 3, "pass", "half")
    assert three.settled
    assert three.manner() == "half"
    assert defence("6S", 3, "pass", "half", "pass").turn == -1


@pytest.mark.parametrize(("variant", "answers", "codes"), [
    ("leningrad-sport", "pass half", ["E504"]),
    ("leningrad-sport", "pass half pass", ["E504"]),
    ("leningrad-sport", "pass half pass pass", []),
    ("leningrad-sport", "pass half pass whist", []),
    ("leningrad-sport", "pass half pass whist open", []),
    ("leningrad-sport", "pass half return open", []),
    ("leningrad-sport", "whist pass half", []),
    ("leningrad-sport", "whist pass open", []),
    ("sochi-codex", "pass half", []),
    ("sochi-codex", "pass half pass whist", ["E503"]),
    ("gusarik-4", "whist pass half", ["E502"]),
    ("rostov-codex", "whist pass half", ["E502"]),
])
def test_answers_in_a_record_of_four(variant: str, answers: str, codes: list[str]) -> None:
    """A dealer who may whist has to answer, and so have those before him."""
    text = FOUR.replace("VARIANT", variant).replace("DEFENCE", answers)
    table = '[ScoreTable "Seat;Pool;Dump;Whists"]\nS ? ? ?\n'
    assert found(text + table) == codes


def test_open_or_closed_is_written_although_it_is_chosen_later() -> None:
    """open_when=after_first_card changes no call."""
    assert RULES["open_when"] == "after_first_card"
    before = RULES.with_overrides({"open_when": "before_lead"})
    other = law_of(before).defence("6S", 0, 3)
    ours = LAW.defence("6S", 0, 3)
    assert other is not None
    assert ours is not None
    for word in ("whist", "pass", "open"):
        assert ours.legal() == other.legal()
        assert ours.call(word) is None
        assert other.call(word) is None
    assert (ours.open(), other.open()) == ("pair", "pair")


def test_stalingrad() -> None:
    """Both must whist on six spades, on nothing else."""
    rules = load_variant("stalingrad")
    law = law_of(rules)
    must = law.defence("6S", 1, 3)
    assert must is not None
    assert must.legal() == ["whist"]
    assert must.call("whist") is None
    assert must.legal() == ["whist"]
    assert must.call("whist") is None
    assert must.roles() == {2: "whist", 0: "whist"}
    may = law.defence("6C", 1, 3)
    assert may is not None
    assert may.legal() == ["whist", "pass"]
