"""Sections that break off, faults that hide no other, and play without a deal."""

from __future__ import annotations

import pytest

from tests.replaying.helpers import DEAL, THREE, WHOLE, changed, codes, told


def test_an_auction_breaks_off_though_nothing_follows() -> None:
    assert told(f'{THREE}[Auction "S"]\n6S pass\n') == [("E411", 8)]
    assert codes(f'{THREE}[Auction "S"]\n6S ? 6D\n') == ["E411"]
    assert codes(f'{THREE}[Auction "S"]\n6S pass ?\n') == []


def test_a_defence_breaks_off_though_nothing_follows() -> None:
    start = f'{THREE}[Declarer "S"]\n[Contract "6C"]\n[Defence "W"]\n'
    assert told(start + "whist\n") == [("E504", 10)]
    assert codes(start + "whist ?\n") == []


def test_a_discard_not_held_is_told_beside_a_contract_too_low() -> None:
    text = changed(WHOLE, ("C7 D7", "C7 D8"), ('[Contract "7S"]', '[Contract "6S"]'))
    assert sorted(codes(text)) == ["E450", "E452"]


def test_a_discard_of_one_card_is_told_without_a_deal() -> None:
    start = f'{THREE}[Declarer "S"]\n[Contract "6S"]\n'
    assert codes(start + '[Discard "C7"]\n') == ["E451"]
    assert codes(start + '[Discard "C8 C7"]\n') == []


def test_a_card_played_twice_is_told_beside_a_revoke() -> None:
    revoke = changed(WHOLE, ("HA DA H9", "HA DA DT"), ("SJ CQ DT", "SJ CQ H9"))
    assert told(changed(revoke, ("H8 C9 HJ", "H8 DA HJ"))) == [("E512", 20), ("E515", 22)]


def test_one_card_written_for_another_is_one_fault() -> None:
    """E's DT in trick 3 instead of the H9: its second appearance in trick 8 is the same slip."""
    assert told(changed(WHOLE, ("HA DA H9", "HA DA DT"))) == [("E512", 20)]


@pytest.mark.parametrize("calls", ["hand 3 pass", "hand pass 3", "hand hold pass"])
def test_a_number_against_a_game_in_hand_is_reported_and_followed(calls: str) -> None:
    text = changed(THREE, ("sochi-codex", "serbian"), ('[Dealer "E"]', '[Dealer "W"]'))
    assert codes(f'{text}[Auction "S"]\n{calls}\n')[0] in ("E407", "E415")


def test_a_game_in_hand_named_too_early_is_reported_and_followed() -> None:
    text = changed(THREE, ("sochi-codex", "slovak"))
    assert codes(f'{text}[Auction "S"]\n1 hand-3 pass\n')[0] == "E415"


PLAY = '[Declarer "S"]\n[Contract "6S"]\n[Play "S"]\n'


def test_a_void_shown_without_a_deal() -> None:
    assert told(THREE + PLAY + "CA C7 D8\nCK C8 C9\n+\n") == [("E605", 11)]
    assert codes(THREE + PLAY + "CA C7 D8\nCK C8 D9\n+\n") == []


def test_a_card_twice_without_a_deal() -> None:
    for deal in ("", '[Deal "S:- W:- E:-"]\n'):
        assert codes(THREE + deal + PLAY + "SA S7 S8\nSA S9 ST\n+\n") == ["E515"]
        assert codes(THREE + deal + PLAY + "SA S7 S8\nSK S7 ST\n+\n") == ["E515"]


def test_a_whole_play_without_a_deal_is_in_order() -> None:
    assert codes(changed(WHOLE, (DEAL, ""))) == []
    assert codes(changed(WHOLE, (DEAL, ""), ("S:8 W:0 E:2", "S:7 W:1 E:2"))) == ["E601"]


@pytest.mark.parametrize(("head", "deal"), [
    (THREE, ""), (THREE.replace("sochi-codex", "serbian"), ""), (THREE, '[Deal "S:- W:- E:-"]\n'),
])
def test_a_card_is_laid_away_once_whatever_was_dealt(head: str, deal: str) -> None:
    contract = "H" if "serbian" in head else "6S"
    for start in (f'[Declarer "S"]\n[Contract "{contract}"]\n', '[Declarer "S"]\n', ""):
        assert codes(f'{head}{deal}{start}[Discard "C7 C7"]\n') == ["E450"], start
        assert codes(f'{head}{deal}{start}[Discard "C8 C7"]\n') == [], start


PASSED = '[Defenders "W:pass E:pass"]\n'


@pytest.mark.parametrize("tags", [
    '[Declarer "S"]\n[Contract "6S"]\n' + PASSED,
    '[Declarer "S"]\n[Contract "6S"]\n[Defence "W"]\npass pass\n',
    '[Declarer "S"]\n[Contract "6S"]\n[Defence "W"]\npass half pass\n',
    '[Declarer "S"]\n[Contract "6S"]\n[Outcome "passed-out"]\n',
    '[Rules "concede=3"]\n[Declarer "S"]\n[Bid "6S"]\n[Contract "concede-3"]\n',
    '[Rules "all_pass_outcome=redeal"]\n[Contract "all-pass"]\n',
])
def test_where_nothing_was_played_nobody_took_a_trick(tags: str) -> None:
    assert codes(f'{THREE}{tags}[Tricks "S:6 W:2 E:2"]\n') == ["E602"]
    assert codes(f'{THREE}{tags}[Tricks "S:? W:? E:2"]\n') == ["E602"]
    assert codes(f'{THREE}{tags}[Tricks "S:0 W:0 E:0"]\n') == []
    assert codes(f'{THREE}{tags}[Tricks "S:? W:? E:?"]\n') == []


def test_a_play_and_tricks_of_a_deal_that_was_not_played_are_one_fault() -> None:
    text = changed(WHOLE, ("whist whist", "pass pass"))
    assert codes(text)[0] == "E523"
    assert "E602" not in codes(text)


@pytest.mark.parametrize("tags", ['[Declarer "S"]\n', '[Contract "H"]\n', ""])
def test_tricks_of_an_unknown_game_are_as_many_as_some_game_ends_with(tags: str) -> None:
    """Where five of the followers end the play a deal may end with any number; elsewhere all ten are played."""
    stopped = THREE.replace("sochi-codex", "serbian").replace("[South", '[Rules "stop_at_five=true"]\n[South')
    assert codes(f'{stopped}{tags}[Tricks "S:2 W:3 E:2"]\n') == []
    assert codes(f'{stopped}{tags}[Tricks "S:8 W:3 E:2"]\n') == ["E602"]
    contract = tags.replace('"H"', '"6H"')
    assert codes(f'{THREE}{contract}[Tricks "S:2 W:3 E:2"]\n') == ["E602"]
    assert codes(f'{THREE}{contract}[Tricks "S:0 W:0 E:0"]\n') == []
