"""Cards that cannot have been played."""

from __future__ import annotations

from preferans_pbn.cards import CARD_BY_NAME
from preferans_pbn.convert.deal import SourceDeal, SourceTrick
from preferans_pbn.convert.holdings import wrong_cards
from preferans_pbn.record import Where


def cards(text: str) -> list[int]:
    return [CARD_BY_NAME[name] for name in text.split()]


def deal(declarer: int | None, discard: list[int] | str | None, *tricks: str) -> SourceDeal:
    hands = {0: cards("SA SK SQ SJ ST S9 S8 S7 CA CK"), 1: cards("DA DK DQ DJ DT D9 D8 D7 CQ CJ"),
             2: cards("HA HK HQ HJ HT H9 H8 H7 CT C9")}
    return SourceDeal(1, 2, hands=hands, talon=cards("C8 C7"), declarer=declarer, discard=discard, tricks=[
        SourceTrick([(player, card) for player, card in enumerate(cards(trick))]) for trick in tricks])


def found(one: SourceDeal) -> list[tuple[str, Where | None]]:
    return [(finding.code, finding.where) for finding in wrong_cards(one, "SWE")]


def test_cards_of_the_hands_are_in_order() -> None:
    assert found(deal(None, None, "SA DA HA", "CA CQ CT")) == []


def test_card_of_another_hand_and_card_played_again() -> None:
    assert found(deal(None, None, "SA HA DA", "SA DK HK", "SA DQ HQ")) == [
        ("E511", Where("Play", 1)), ("E511", Where("Play", 2)), ("E515", Where("Play", 3))]


def test_the_declarer_may_play_the_talon_but_not_his_discard() -> None:
    assert found(deal(0, cards("CA CK"), "C8 CQ CT")) == []
    assert found(deal(0, cards("CA C8"), "C8 CQ CT")) == [("E511", Where("Play", 0))]
    assert found(deal(0, "-", "C8 CQ CT")) == [("E511", Where("Play", 0))]
    assert found(deal(1, cards("CQ CJ"), "C8 DA HA")) == [("E511", Where("Play", 0))]


def test_a_hand_that_is_not_known_is_not_looked_at() -> None:
    one = deal(None, None, "DA SA HA")
    del one.hands[0]
    one.hands[1] = one.hands[1][:9]
    assert found(one) == []
