"""What people type."""

from __future__ import annotations

import pytest

from preferans_pbn.archive.entering import Draft
from preferans_pbn.archive.typed import (
    Mistyped,
    auction_typed,
    cards_typed,
    contract_typed,
    defence_typed,
    hand_typed,
    seat_typed,
    talon_typed,
    tricks_typed,
)
from preferans_pbn.cards import hand_text, mask_of

HAND = "SAKQT97.CT8.HJ7"


@pytest.mark.parametrize("text", [
    "SAKQT97.CT8.HJ7", "♠ТКД1097 ♣108 ♥В7", "♠ТКД1097 ♣10 8 ♦- ♥В7", "♠ A K Q 10 9 7, ♣ 10 8, ♥ J 7",
    "п ТКД1097 т 108 ч В7", "пТКД1097 т108 б- чВ7", "♠ — Т, К, Д, 10, 9, 7; ♣ — 10, 8; ♥ — В, 7",
    "pik A K Q 10 9 7 tref 10 8 herc J 7", "A♠ K♠ Q♠ 10♠ 9♠ 7♠ T♣ 8♣ J♥ 7♥", "AsKsQsTs9s7s Tc8c Jh7h",
    "HJ7 SAKQ SX97 CX8", "spades: AKQT97; clubs: T8; hearts: J7", "zeleň AKQ1097 žaluď 108 červeň J7",
    "ACE_SPADES KING_SPADES QUEEN_SPADES SPADE_10 SPADE_9 SPADE_7 CLUB_10 CLUB_8 JACK_HEARTS HEART_7",
    "пики туз король дама 10 9 7\nтрефы 10 8\nчервы валет 7", "SA SK SQ ST S9 S7 CT C8 HJ H7", "♠️AKQT97 ♣️T8 ♥️J7",
])
def test_a_hand_in_any_spelling(text: str) -> None:
    assert hand_text(mask_of(cards_typed(text))) == HAND


@pytest.mark.parametrize("text, why", [
    ("AKQ", "AKQ: of which suit?"), ("♠AKx", "♠AKx is no card; a small card has to be named"),
    ("♠AKA", "SA stands there twice"), ("♠2", "♠2 is no card"), ("hello", "hello is no card"),
    ("♠A ♥K A♠", "SA stands"), ("10 9", "10: of which suit?"),
])
def test_no_cards(text: str, why: str) -> None:
    with pytest.raises(Mistyped) as caught:
        cards_typed(text)
    assert str(caught.value).startswith(why)


def test_hands_and_talon() -> None:
    south = hand_typed(HAND, {})
    assert south == mask_of(cards_typed(HAND))
    assert hand_typed(" - ", {}) is None
    with pytest.raises(Mistyped, match="that is 2 cards; a hand has ten"):
        hand_typed("♠AK", {})
    with pytest.raises(Mistyped, match=r"C8 HJ is in S's hand already"):
        hand_typed("♣KQJ98 ♥AKQJ ♦A", {"S": south})
    assert list(talon_typed("♥K ♥A", {"S": south})) == cards_typed("HK HA"), "the order counts"
    with pytest.raises(Mistyped, match="the talon has two"):
        talon_typed("♥AKQ", {})
    with pytest.raises(Mistyped, match="SA is in S's hand"):
        talon_typed("♠A ♥A", {"S": south})


@pytest.mark.parametrize("text, calls", [
    ("6S 6C pass 7S pass", "6S 6C pass 7S pass"), ("6♠, 6♣, пас, 7♠, пас", "6S 6C pass 7S pass"),
    ("6 пик здесь пас", "6S hold pass"), ("мизер пас пас", "misere pass pass"), ("2 dalje 3 dalje", "2 pass 3 pass"),
    ("8 без козыря; pass; pass", "8NT pass pass"), ("6s PASS ?", "6S pass ?"), ("10NT pass pass", "10NT pass pass"),
])
def test_auctions(text: str, calls: str) -> None:
    assert " ".join(auction_typed(text)) == calls


@pytest.mark.parametrize("text, calls", [
    ("вист пас в светлую", "whist pass open"), ("dolazim ne dolazim", "come stay-out"), ("whist pass", "whist pass"),
    ("пас полвиста", "pass half"),
])
def test_defences(text: str, calls: str) -> None:
    assert " ".join(defence_typed(text)) == calls


@pytest.mark.parametrize("text", ["6 S X", "whist", "11S", "pass pas-s"])
def test_no_calls(text: str) -> None:
    with pytest.raises(Mistyped, match="is no call here"):
        auction_typed(text)


def test_contracts_and_seats() -> None:
    for text, contract in (("7♥", "7H"), ("7 червей", "7H"), ("мизер", "misere"), ("распасы", "all-pass"), ("6s", "6S"),
                           ("betl", "betl"), ("concede-3", "concede-3"), ("8БК", "8NT")):
        assert contract_typed(text) == contract
    assert [seat_typed(text) for text in ("s", "W", "Север", "Ost", "east")] == ["S", "W", "N", "E", "E"]
    for wrong in ("5S", "", "7"):
        with pytest.raises(Mistyped):
            contract_typed(wrong)
    with pytest.raises(Mistyped):
        seat_typed("X")


def test_tricks() -> None:
    assert tricks_typed("8 0 2", "SWE") == {"S": 8, "W": 0, "E": 2}
    assert tricks_typed("E:2, S:8 W:?", "SWE") == {"E": 2, "S": 8, "W": None}
    for wrong in ("8 2", "S8", "S:x", "11 0 0", "S:99"):
        with pytest.raises(Mistyped):
            tricks_typed(wrong, "SWE")


def test_what_nobody_tells_does_not_stand_in_the_record() -> None:
    draft = Draft()
    draft.take("south", "♠ТКДВ109 ♣7 ♦7 ♥ТК")
    assert draft.text() == '[Deal "S:SAKQJT9.C7.D7.HAK"]\n'


def test_an_answer_that_is_wrong_changes_nothing() -> None:
    draft = Draft()
    draft.take("dealer", "E")
    before = draft.text()
    for name, answer in (("south", "♠AK"), ("dealer", "Q"), ("variant", "sochy"), ("date", "today"), ("event", "a\nb"),
                         ("defence", "whist"), ("discard", "♠A"), ("target", "-5")):
        with pytest.raises(Mistyped):
            draft.take(name, answer)
        assert draft.text() == before


def test_the_variant_says_whose_turn_it_is() -> None:
    for variant, first in (("sochi-codex", "S"), ("serbian", "S"), ("greek", "S")):
        draft = Draft()
        draft.take("variant", variant)
        draft.take("dealer", "E" if variant == "sochi-codex" else "W")
        draft.take("auction", "pass pass pass")
        assert draft.record.auction is not None and draft.record.auction.first == first, variant
    draft = Draft()
    draft.take("variant", "gusarik-4")
    for seat in "SWNE":
        draft.take(f"name-{seat}", f"player {seat}")
    draft.take("dealer", "N")
    assert draft.seats == "SWE"
    assert "north" not in [question.name for question in draft.questions()]
