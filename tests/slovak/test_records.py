"""Slovak records: deal, seats, exchange and cards (S0-02 to S0-05, S0-09, S0-28 to S0-30, S0-47 to S0-53, S0-65 to
S0-71, S0-94)."""

from __future__ import annotations

from io import StringIO

import pytest

from preferans_pbn.cards import cards_of, cards_text, mask_of
from preferans_pbn.checking import check_stream
from preferans_pbn.families import law_of
from preferans_pbn.notation import iter_records
from preferans_pbn.rules.outcome import Outcome
from preferans_pbn.variants import load_variant

# Dealer E; clockwise S, W, E.  S has the ace, king and queen of hearts and no leaf.
RECORD = """% PREFERANS-PBN 1.0

[Event "Zvolen"]
[Variant "slovak"]
[South "Anna"]
[West "Juraj"]
[East "Milan"]
[Dealer "E"]
[Deal "S:CAKQ.DT987.HAKQ W:SAKQJT.CJT.DAJ.HJ E:S987.C987.DKQ.HT8"]
[Talon "H9 H7"]
[Auction "S"]
1 2 pass
hold pass
[Declarer "S"]
[Discard "D8 D7"]
[Contract "H"]
"""


def found(text: str) -> list[str]:
    return [finding.name for one in check_stream(iter_records(StringIO(text))) for finding in one.diagnostics]


def test_the_record_is_in_order() -> None:
    assert found(RECORD) == []


@pytest.mark.parametrize(("before", "after", "name"), [
    ("S:CAKQ.DT987.HAKQ", "S:CAKQ.DT98.HAKQ", "card-missing"),  # S0-02
    ("E:S987", "E:S98A", "card-twice"),  # S0-04
    (" E:S987.C987.DKQ.HT8", "", "wrong-hands"),  # S0-09
    ('[Talon "H9 H7"]', '[Talon "H9"]', "talon-size"),  # S0-28
    ('[Auction "S"]', '[Auction "W"]', "call-out-of-turn"),  # S0-29, S0-30
    ('[Declarer "S"]', '[Declarer "W"]', "wrong-declarer"),  # S0-03
    ("1 2 pass\nhold pass", "1 2 pass", "auction-unfinished"),  # S0-86
    ('[Discard "D8 D7"]', '[Discard "D8"]', "discard-count"),  # S0-69
    ('[Discard "D8 D7"]', '[Discard "-"]', "discard-count"),
    ('[Discard "D8 D7"]', '[Discard "D8 SA"]', "discard-not-held"),
    ("1 2 pass\nhold pass", "hand pass pass", "contract-not-allowed"),  # S0-94
    ('[Contract "H"]', '[Contract "thrown-in"]', "concede-not-allowed"),  # S0-73
    ("1 2 pass\nhold pass", "1 pass pass pass", "call-after-end"),
    ('[Contract "H"]', '[Contract "H"]\n[Aces "S"]', "undefined-by-variant"),
    ('[Contract "H"]', '[Contract "H"]\n[Play "W"]\nSA', "wrong-leader"),
    ('[Contract "H"]', '[Contract "H"]\n[Play "S"]\nCA CJ D7\n+', "card-not-held"),
    ('[Contract "H"]', '[Contract "H"]\n[Play "S"]\nCA SA C7\n+', "revoke"),  # S0-47
    ('[Contract "H"]', '[Contract "H"]\n[Play "S"]\nDT DA DK\nSA S7 CA\n+', "must-trump"),  # S0-49
])
def test_fault(before: str, after: str, name: str) -> None:
    assert before in RECORD
    assert name in found(RECORD.replace(before, after, 1))


def test_a_game_from_hand_leaves_the_talon() -> None:
    """S0-94: no discard; the talon stays unseen."""
    hand = RECORD.replace("1 2 pass\nhold pass", "hand pass pass").replace('"H"', '"H-hand"')
    assert found(hand.replace('"D8 D7"', '"-"')) == []
    assert found(hand) == ["discard-count"]
    assert "card-not-held" in found(hand.replace('"D8 D7"', '"-"') + '[Play "S"]\nH9 HJ HT\n+\n')


def test_a_free_throw_in() -> None:
    """S0-70: the first hand, after seeing the talon, where both passed on his 1."""
    text = RECORD.replace("1 2 pass\nhold pass", "1 pass pass").replace('"H"', '"thrown-in"')
    assert found(text.replace('[Discard "D8 D7"]\n', "")) == []
    assert "not-played" in found(text.replace('[Discard "D8 D7"]\n', "") + '[Play "S"]\nCA CJ C7\n+\n')


def legal(contract: str, led: str, hand: str) -> str:
    """The cards of ``hand`` that may follow the card ``led``; cards as in the notation."""
    law = law_of(load_variant("slovak").with_overrides({"fill_in": "true"}))
    names = {cards_text(1 << card): card for card in range(32)}
    hands = [1 << names[led], mask_of(names[card] for card in hand.split()), 0]
    play = law.trickplay(Outcome(3, contract, 0), hands, ())
    play.turn = play.leader = 0
    assert play.play(names[led])
    return " ".join(cards_text(1 << card) for card in sorted(cards_of(play.legal()), reverse=True))


@pytest.mark.parametrize(("contract", "led", "hand", "expected"), [
    ("H", "SJ", "SA S7 HA", "SA S7"),  # S0-47, S0-48: follow, no duty to overtake
    ("H", "SJ", "H7 HA C7", "HA H7"),  # S0-49: else trump, any
    ("H", "SJ", "C7 DA", "DA C7"),  # S0-50: else any card
    ("betl", "SJ", "HA C7", "HA C7"),  # S0-51: without trumps only the duty to follow
    ("durch", "SJ", "S7 HA", "S7"),
    ("preferans", "SJ", "DA C7", "DA C7"),
])
def test_legal_cards(contract: str, led: str, hand: str, expected: str) -> None:
    assert sorted(legal(contract, led, hand).split()) == sorted(expected.split())


def test_ranks() -> None:
    """S0-52: ace, king, over, under, ten, nine, eight, seven."""
    names = [cards_text(1 << card) for card in range(8)]
    assert names == ["S7", "S8", "S9", "ST", "SJ", "SQ", "SK", "SA"]
