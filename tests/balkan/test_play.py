"""First lead, agreed leads, and play that the rules end (S2-67 to S2-76, S2-87 to S2-89, K-28, K-29)."""

from __future__ import annotations

from typing import Any

import pytest

from preferans_pbn.cards import CARD_BY_NAME, FULL_PACK, SUIT_MASKS, cards_text, mask_of
from preferans_pbn.rules.outcome import Outcome
from preferans_pbn.rules.tricks import Trickplay
from preferans_pbn.variants import UndefinedByVariant
from tests.balkan.helpers import law

SPADES, CLUBS, DIAMONDS, HEARTS = SUIT_MASKS
PARTS = (0x3FF, 0x3FF << 10, 0x3FF << 20)
"""Three hands of ten: spades and two clubs; six clubs and four diamonds; four diamonds and six hearts."""


def play(contract: str, declarer: int, roles: dict[int, str], variant: str = "serbian", *,
         hands: tuple[int, int, int] = PARTS, kontra: tuple[int, int] | None = None,
         bids: tuple[str, ...] = (), **rules: str) -> Trickplay:
    outcome = Outcome(3, contract, declarer, roles=roles, kontra=kontra, bids=bids)
    return law(variant, **rules).trickplay(outcome, hands, ())


@pytest.mark.parametrize(("contract", "declarer", "roles", "leader"), [
    ("H", 2, {0: "come", 1: "come"}, 0),  # S2-67: the first player
    ("H", 0, {1: "come", 2: "come"}, 0),  # also where he is the declarer
    ("H", 2, {0: "stay-out", 1: "come"}, 1),  # out: the next active hand
    ("H", 1, {0: "stay-out", 2: "come"}, 1),
    ("H", 2, {0: "called", 1: "come"}, 0),
    ("betl", 1, {0: "come", 2: "come"}, 0),
])
def test_forehand_leads(contract: str, declarer: int, roles: dict[int, str], leader: int) -> None:
    for variant in ("serbian", "serbian-klub"):
        assert play(contract, declarer, roles, variant).turn == leader


@pytest.mark.parametrize(("declarer", "roles", "leader"), [
    (0, {1: "come", 2: "come"}, 2),  # on the declarer's left sits who plays before him
    (1, {0: "come", 2: "come"}, 0),
    (2, {0: "come", 1: "come"}, 1),
    (0, {1: "come", 2: "stay-out"}, 1),  # he stays out: the other one
])
def test_sans_is_led_through_the_declarer_in_the_club(declarer: int, roles: dict[int, str], leader: int) -> None:
    """K-28."""
    assert play("sans", declarer, roles, "serbian-klub").turn == leader
    assert play("sans-hand", declarer, roles, "serbian-klub").turn == leader
    expected = 0 if declarer == 0 or roles.get(0) != "stay-out" else 1
    assert play("sans", declarer, roles, "serbian").turn == expected


def test_other_first_leads() -> None:
    roles = {0: "come", 1: "come"}
    assert play("H", 2, roles, first_lead="declarer").turn == 2
    assert play("H", 2, roles, first_lead="declarers_left").turn == 1
    assert play("sans", 2, roles, first_lead_no_trump="declarers_right").turn == 0
    assert play("sans", 2, roles, first_lead_no_trump="declarer").turn == 2


def test_two_hands_play_when_one_stays_out() -> None:
    """S2-69."""
    assert play("H", 2, {0: "stay-out", 1: "come"}).size == 2
    assert play("H", 2, {0: "called", 1: "call-partner"}).size == 3


def test_trumps() -> None:
    """S2-71 to S2-74: void and a suit game: a trump; in sans anything."""
    hands = (mask_of([CARD_BY_NAME["SA"]]), mask_of([CARD_BY_NAME[name] for name in ("D7", "C7")]), 0)
    for contract, cards in (("D", "D7"), ("sans", "C7 D7"), ("betl", "C7 D7")):
        tricks = play(contract, 2, {0: "come", 1: "come"}, hands=hands)
        assert tricks.play(CARD_BY_NAME["SA"])
        assert cards_text(tricks.legal()) == cards


def test_agreed_lead_to_sans() -> None:
    """Without kontra a called leader leads clubs; with kontra spades or the giver's suit."""
    agreed: dict[str, Any] = {"sans_lead": "agreed"}
    called = {0: "called", 1: "call-partner"}
    both = {0: "come", 1: "come"}
    assert play("sans", 2, called, **agreed).legal() == PARTS[0] & CLUBS  # S2-87
    assert play("sans", 2, called).legal() == PARTS[0]
    assert play("sans", 2, both, **agreed).legal() == PARTS[0]  # not called
    assert play("H", 2, called, **agreed).legal() == PARTS[0]
    assert play("sans", 2, both, kontra=(1, 1), bids=("", "", "7"), **agreed).legal() == PARTS[0] & SPADES  # S2-88
    hearts = (PARTS[2], PARTS[1], PARTS[0])
    found = play("sans", 2, both, kontra=(1, 1), bids=("3", "4", "7"), hands=hearts, **agreed)
    assert found.legal() == PARTS[2] & HEARTS  # S2-89: hearts, for he holds no spades
    found = play("sans", 2, both, kontra=(1, 1), bids=("3", "3", "7"), hands=(FULL_PACK, 0, 0), **agreed)
    assert found.legal() == SPADES | DIAMONDS
    found = play("sans", 2, both, kontra=(1, 1), bids=("2", "6", "7"), hands=hearts, **agreed)
    assert found.legal() == hearts[0]  # neither spades nor a suit bid: any card
    assert play("sans", 2, both, kontra=(1, 1), **agreed).legal() == PARTS[0]  # what he bid is not known
    assert play("sans", 0, {1: "come", 2: "come"}, kontra=(1, 1), bids=("7", "", ""), **agreed).legal() == PARTS[0]


def played(tricks: Trickplay) -> int:
    """Tricks until the play is over, the lowest legal card each time."""
    while tricks.turn >= 0:
        legal = tricks.legal()
        assert tricks.play((legal & -legal).bit_length() - 1)
    return len(tricks.winners)


def test_the_club_stops_when_the_game_is_lost() -> None:
    """K-29: at the followers' fifth trick, betl at the declarer's first; S2-76: ten tricks."""
    hearts = (PARTS[2], PARTS[1], PARTS[0])  # forehand holds six trumps
    roles = {0: "come", 1: "come"}
    assert played(play("H", 2, roles, "serbian-klub", hands=hearts)) == 5
    assert played(play("H", 2, roles, "serbian", hands=hearts)) == 10
    strong = (PARTS[0], PARTS[1], PARTS[2])
    assert played(play("betl", 0, {1: "come", 2: "come"}, "serbian-klub", hands=strong)) == 1
    assert played(play("betl", 0, {1: "come", 2: "come"}, "serbian", hands=strong)) == 10
    eight: dict[str, Any] = {"bid_ladder": "balkan8", "goal": "S:6,D:6,H:6,C:6,betl:0,sans:6,preferans:10"}
    assert played(play("preferans", 1, {0: "come", 2: "come"}, "serbian-klub", hands=strong, **eight)) == 1


@pytest.mark.parametrize(("contract", "taken", "serbian", "club"), [
    ("H", (5, 3, 2), True, True),
    ("H", (4, 3, 2), False, True),  # five for the followers
    ("H", (4, 3, 1), False, False),
    ("betl", (1, 2, 0), False, True),
    ("betl", (0, 2, 1), False, False),
    ("betl", (0, 5, 5), True, True),
    ("H", (6, 5, 0), False, False),
])
def test_which_tricks_may_end_a_deal(contract: str, taken: tuple[int, int, int], serbian: bool, club: bool) -> None:
    outcome = Outcome(3, contract, 0, roles={1: "come", 2: "come"})
    assert law("serbian").all_played(outcome, taken) is serbian
    assert law("serbian-klub").all_played(outcome, taken) is club


def test_croatian_sans_is_refused() -> None:
    with pytest.raises(UndefinedByVariant, match="first_lead_no_trump"):
        play("sans", 2, {0: "come", 1: "come"}, "croatian")
    assert play("C", 2, {0: "come", 1: "come"}, "croatian").turn == 0
