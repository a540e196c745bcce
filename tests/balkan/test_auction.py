"""The Balkan auction: rules.md 8.1 and 12.5 (WE-A20 to WE-A27), seed statements S2-16 to S2-43."""

from __future__ import annotations

from typing import Any

import pytest

from tests.balkan.helpers import contracts, fault, legal, said, winner


@pytest.mark.parametrize(("calls", "variant", "declarer", "bid"), [
    ("2 pass 3 hold pass", "serbian-klub", 0, "3"),  # WE-A20
    ("2 3 pass pass", "serbian-klub", 1, "3"),  # WE-A23
    ("2 3 pass hold 4 hold 5 hold 6 hold 7 hold", "serbian-klub", 0, "7"),  # WE-A24: moje 7 ends at once
    ("2 3 pass hold 4 hold 5 hold 6 hold 7 hold", "serbian", 0, "7"),
    ("2 hand pass pass", "serbian-klub", 1, "hand"),  # WE-A25, the suit named later
    ("2 hand hand pass hand-4 pass", "serbian-klub", 1, "hand-4"),  # WE-A26: game, game, hearts, yours wins
    ("2 pass 3 hold pass", "serbian", 0, "3"),  # WE-A27: M3,P,3
    ("2 pass 3 hold 4 pass", "serbian", 2, "4"),
    ("pass pass 2", "serbian", 2, "2"),  # two passes: the third still speaks
    ("2 pass pass", "serbian", 0, "2"),
    ("pass 2 3 hold pass", "serbian", 1, "3"),  # S2-34: the first hand is out, the right passes to the second
    ("2 3 4 pass hold pass", "serbian", 1, "4"),  # out after a bid: the right passes on as well
    ("2 3 4 5 pass pass", "serbian", 0, "5"),  # the first hand may raise instead of holding
    ("2 3 pass hand-sans pass", "serbian", 0, "hand-sans"),  # S2-39
    ("hand hand pass hand-3 hand-3", "serbian", 0, "hand-3"),  # of equals the earlier hand
    ("hand hand pass hand-3 hand-4", "serbian", 1, "hand-4"),
    ("hand hand hand hand-2 pass hand-5", "serbian", 2, "hand-5"),
    ("hand hand pass pass", "serbian", 1, "hand"),  # the first gives it up: the other names his game with the contract
    ("hand hand-betl pass pass", "serbian", 1, "hand-betl"),
    ("hand hand-betl hand-sans pass pass", "serbian", 2, "hand-sans"),
    ("hand hand-betl pass hand-sans pass", "serbian", 0, "hand-sans"),
    ("2 3 hand pass pass", "serbian", 2, "hand"),
])
def test_winner(calls: str, variant: str, declarer: int, bid: str) -> None:
    assert winner(calls, variant) == (declarer, bid)


def test_the_program_that_names_games_with_the_call() -> None:
    """WE-A25 as its source has it: 2, igra 2, pass, pass."""
    assert winner("2 hand-2 pass pass", "serbian-klub", in_hand_naming="with_call") == (1, "hand-2")
    assert fault("hand-4 hand-3", "serbian-klub", in_hand_naming="with_call") == "in-hand-not-allowed"
    assert fault("2 3 hand-2", "serbian-klub", in_hand_naming="with_call") == "in-hand-not-allowed"
    assert fault("hand", "serbian-klub", in_hand_naming="with_call") == "call-not-in-variant"
    assert winner("hand-2 hand-5 pass pass", "serbian-klub", in_hand_naming="with_call") == (1, "hand-5")


def test_all_pass() -> None:
    assert winner("pass pass pass") == (None, "")


@pytest.mark.parametrize(("calls", "name"), [
    ("3", "bid-skips"),
    ("2 4", "bid-skips"),
    ("2 2", "bid-too-low"),
    ("2 3 pass 3", "bid-too-low"),  # S2-33
    ("8", "call-not-in-variant"),  # S2-21
    ("1", "call-not-in-variant"),
    ("misere", "call-not-in-variant"),
    ("6S", "call-not-in-variant"),
    ("hand-durch", "call-not-in-variant"),
    ("hold", "hold-not-allowed"),  # nothing to hold
    ("2 hold", "hold-not-allowed"),  # no "mogu 2"
    ("2 3 hold", "hold-not-allowed"),  # the first hand's right
    ("2 3 4 hold 5 pass hold hold", "hold-not-allowed"),
    ("2 3 pass hand", "in-hand-not-allowed"),  # S2-35: not after an own number
    ("pass 2 3 hand", "in-hand-not-allowed"),
    ("2 hand 3", "in-hand-not-allowed"),  # only another game in hand
    ("2 hand pass hold", "hold-not-allowed"),
    ("hand-2", "in-hand-not-allowed"),  # suits are named afterwards
    ("hand hand pass hand-3 hand-2", "in-hand-not-allowed"),  # S2-41: the second is no pik
    ("hand hand pass hand-betl", "in-hand-not-allowed"),
    ("hand-sans hand", "in-hand-not-allowed"),
    ("hand-sans hand-betl", "in-hand-not-allowed"),
    ("2 pass pass 3", "call-after-end"),  # S2-23
    ("2 3 pass hold 4 hold 5 hold 6 hold 7 hold hand-sans", "call-after-end"),
])
def test_fault(calls: str, name: str) -> None:
    assert fault(calls) == name


def test_legal_calls() -> None:
    assert legal("") == ["pass", "2", "hand", "hand-betl", "hand-sans"]
    assert legal("2") == ["pass", "3", "hand", "hand-betl", "hand-sans"]
    assert legal("2 3") == ["pass", "4", "hand", "hand-betl", "hand-sans"]
    assert legal("2 3 pass") == ["pass", "hold", "4", "hand-betl", "hand-sans"]
    assert legal("2 3 pass hold") == ["pass", "4", "hand-betl", "hand-sans"]
    assert legal("2 hand") == ["pass", "hand", "hand-betl", "hand-sans"]
    assert legal("2 hand hand") == ["pass", "hand-betl", "hand-sans"]
    assert legal("2 hand hand pass") == ["pass", "hand-2", "hand-3", "hand-4", "hand-5"]
    assert legal("2 hand hand pass hand-3") == ["pass", "hand-3", "hand-4", "hand-5"]
    assert legal("pass pass pass") == []


def test_club_rules() -> None:
    """Betl and sans in hand are first calls; nobody raises what can still be held; a third igra is at least a 4."""
    assert legal("2 3 pass", "serbian-klub") == ["pass", "hold"]
    assert legal("2 3", "serbian-klub") == ["pass", "hand", "hand-betl", "hand-sans"]
    assert fault("2 3 pass 4", "serbian-klub") == "raise-before-hold"
    assert fault("2 3 4", "serbian-klub") == "raise-before-hold"
    assert fault("2 3 pass hand-sans", "serbian-klub") == "in-hand-not-allowed"
    assert legal("hand hand hand pass", "serbian-klub") == ["pass", "hand-3", "hand-4", "hand-5"]
    assert legal("hand hand hand hand-2 pass", "serbian-klub") == ["pass", "hand-4", "hand-5"]
    assert legal("hand hand hand hand-2 pass", "serbian") == ["pass", "hand-3", "hand-4", "hand-5"]


def test_hold_of_whoever_speaks_next() -> None:
    """As the program G-PAJCHO was seen to play: the next active player may hold a raise."""
    rules: dict[str, Any] = {"hold": "next_active"}
    assert winner("2 3 hold pass pass", "serbian-klub", **rules) == (2, "3")
    assert winner("2 3 hold 4 pass hold pass", "serbian-klub", **rules) == (2, "4")
    assert fault("2 3 4", "serbian-klub", **rules) == "raise-before-hold"
    assert fault("2 3 hold 4 hold hold", "serbian-klub", **rules) == "hold-not-allowed"


def test_other_holds() -> None:
    assert fault("2 3 pass hold", hold="none") == "call-not-in-variant"
    assert fault("pass 2 3 hold", hold="first_hand") == "hold-not-allowed"
    assert winner("2 3 pass hold", hold_ends_auction="true") == (0, "3")
    assert fault("2 3 pass hold", hold_min_bid="4") == "hold-not-allowed"


def test_jumps_where_they_are_allowed() -> None:
    assert winner("4 6 pass hold pass", bid_steps="jump") == (0, "6")
    assert legal("", bid_steps="jump")[:7] == ["pass", "2", "3", "4", "5", "6", "7"]


def test_eight_rungs() -> None:
    assert winner("2 3 pass hold 4 hold 5 hold 6 hold 7 hold 8 hold", bid_ladder="balkan8") == (0, "8")
    assert contracts("2 3 pass hold 4 hold 5 hold 6 hold 7 hold 8 hold", bid_ladder="balkan8") == ["preferans"]
    assert winner("hand-preferans pass pass", bid_ladder="balkan8") == (0, "hand-preferans")
    assert fault("2 3 pass hold 8", bid_ladder="balkan8", bid_steps="jump", announce_at_once="preferans") == (
        "in-hand-not-allowed")


def test_hand_at_any_call() -> None:
    assert winner("pass 2 hand pass", in_hand_when="any_call") == (2, "hand")
    assert winner("2 3 pass hand pass", in_hand_when="any_call") == (0, "hand")  # as S0-93 has it
    assert fault("2 3 pass hand") == "in-hand-not-allowed"  # S2-35
    # Both name a 4: the earlier hand wins, who announced later.
    assert winner("2 hand pass hand hand-4 hand-4", in_hand_when="any_call") == (0, "hand-4")
    assert fault("2 3 pass hand-betl", in_hand_direct_when="first_call") == "in-hand-not-allowed"
    assert fault("hand", in_hand="none") == "call-not-in-variant"


@pytest.mark.parametrize(("calls", "names"), [
    ("2 pass 3 hold pass", ["D", "H", "C", "betl", "sans"]),  # S2-28
    ("2 pass pass", ["S", "D", "H", "C", "betl", "sans"]),  # S2-27
    ("2 3 pass hold 4 hold 5 hold 6 hold 7 hold", ["sans"]),
    ("hand pass pass", ["S-hand", "D-hand", "H-hand", "C-hand"]),  # S2-37, S2-38
    ("hand hand pass pass", ["D-hand", "H-hand", "C-hand"]),  # S2-41
    ("hand hand pass hand-4 pass", ["H-hand", "C-hand"]),
    ("pass hand-betl pass", ["betl-hand"]),
    ("hand-sans pass pass", ["sans-hand"]),
    ("pass pass pass", ["all-pass"]),
])
def test_contracts(calls: str, names: list[str]) -> None:
    assert contracts(calls) == names


def test_contract_is_the_bid_where_it_may_not_be_raised() -> None:
    assert contracts("2 pass 3 hold pass", contract_raise="none") == ["D"]
    assert contracts("hand hand pass hand-4 pass", contract_raise="none") == ["H-hand"]
    assert contracts("hand pass pass", contract_raise="none") == ["S-hand", "D-hand", "H-hand", "C-hand"]


def test_an_unknown_call_may_be_anything() -> None:
    auction, violation = said("2 ? pass hold")
    assert violation is None
    assert auction.result() is None
