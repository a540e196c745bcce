"""Two players and a dummy (rules.md 5B): ring, auction, whist, redeal, sheet, and records of such deals."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from preferans_pbn.checking import check_stream
from preferans_pbn.families import law_of
from preferans_pbn.families.russian.scoring import PoolScore
from preferans_pbn.families.russian.sheet import PoolSheet
from preferans_pbn.notation import iter_records, loads
from preferans_pbn.record import Calls, Record
from preferans_pbn.replaying import replay
from preferans_pbn.replaying.seating import seating_of
from preferans_pbn.rules.interface import Auction
from preferans_pbn.rules.outcome import DUMMY, Outcome
from preferans_pbn.variants import load_variant

RULES = load_variant("gusarik-2")
LAW = law_of(RULES)
FIXTURE = (Path(__file__).parents[2] / "fixtures" / "regional" / "gusarik-2.ppbn").read_text(encoding="utf-8")

# W deals; S is forehand, the dummy N sits between them.
DEAL = """[Event "Two at home"]
[Board "1"]
[Variant "gusarik-2"]
[South "Anna"]
[West "Boris"]
[Dealer "W"]
[Dummy "N"]
[Deal "S:SAKQJT9.HAKQJ N:S87.CAKQJT987 W:DAKQJT98.HT98"]
[Talon "D7 H7"]
[Auction "S"]
"""
PLAYED = DEAL + """6S 6D
hold pass
[Declarer "S"]
[Discard "D7 H7"]
[Contract "7S"]
[Defence "W"]
whist
[Play "S"]
SA S7 D8
SK S8 D9
SQ C7 DT
SJ C8 DJ
ST C9 DQ
S9 CT DK
HA CJ H8
HK CQ H9
HQ CK HT
HJ CA DA
[Tricks "S:10 W:0 N:0"]
"""


def found(text: str) -> list[tuple[str, str]]:
    return [(one.code, one.message) for checked in check_stream(iter_records(io.StringIO(text)))
            for one in checked.diagnostics]


def auction(*calls: str) -> Auction:
    machine = LAW.auction(0)
    for word in calls:
        assert machine.call(word) is None, word
    return machine


# --- the ring -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("dealer", "order"), [("W", ("S", "N", "W")), ("S", ("W", "N", "S"))])
def test_the_ring_is_forehand_dummy_dealer(dealer: str, order: tuple[str, ...]) -> None:
    record = Record(dealer=dealer, dummy="N", deal={"S": 1, "N": 2, "W": 4})
    seating = seating_of(record, "cw")
    assert seating.order == order
    assert seating.dummy == DUMMY
    assert seating.table == ("S", "W")
    assert seating.players == 2
    assert seating.dealer_known
    assert [seating.table[place] if place >= 0 else "" for place in seating.places] == [order[0], "", order[2]]


def test_without_a_dealer_the_first_speaker_is_forehand() -> None:
    record = Record(dummy="N", deal={"S": 1, "N": 2, "W": 4}, auction=Calls("W", ("6S", "pass")))
    assert seating_of(record, "cw").order == ("W", "N", "S")
    nothing = seating_of(Record(dummy="N", deal={"S": 1, "N": 2, "W": 4}), "cw")
    assert nothing.order == ("S", "N", "W")
    assert not nothing.dealer_known
    names = seating_of(Record(dummy="E", players={"S": "Anna", "W": "Boris"}, dealer="S"), "cw")
    assert names.order == ("W", "E", "S")


# --- the auction ----------------------------------------------------------------------------------------------


def test_two_bid_in_turn_and_the_dummy_never() -> None:
    machine = auction()
    assert machine.turn == 0
    assert machine.call("6S") is None
    assert machine.turn == 2
    assert machine.call("6C") is None
    assert machine.turn == 0


@pytest.mark.parametrize(("calls", "declarer", "bid"), [
    (("6S", "pass"), 0, "6S"),
    (("pass", "6S"), 2, "6S"),
    (("6S", "7D", "hold", "pass"), 0, "7D"),
    (("6S", "6C", "hold", "6D", "pass"), 2, "6D"),
    (("misere", "9S", "pass"), 2, "9S"),
    (("pass", "misere"), 2, "misere"),
])
def test_one_pass_with_a_bid_ends_it(calls: tuple[str, ...], declarer: int, bid: str) -> None:
    machine = auction(*calls)
    assert machine.turn == -1
    result = machine.result()
    assert result is not None
    assert (result.declarer, result.bid) == (declarer, bid)


def test_two_passes_are_an_all_pass() -> None:
    machine = auction("pass", "pass")
    assert machine.turn == -1
    result = machine.result()
    assert result is not None
    assert result.declarer is None
    assert LAW.all_pass_manner == "redeal"


def test_only_forehand_holds() -> None:
    assert "hold" in auction("6S", "6C").legal()
    assert "hold" not in auction("6S").legal()
    held = auction("6S", "6C", "hold")
    assert held.turn == 2
    assert "hold" not in held.legal()
    # a misère is bid as a first call or not at all
    assert "hold" not in auction("6S", "misere").legal()


# --- whist ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("declarer", "other"), [(0, 2), (2, 0)])
def test_the_other_player_alone_answers(declarer: int, other: int) -> None:
    defence = LAW.defence("6S", declarer, 2)
    assert defence is not None
    assert defence.turn == other
    assert defence.legal() == ["whist", "pass"]
    assert not defence.settled
    assert defence.call("whist") is None
    assert (defence.turn, defence.settled) == (-1, True)
    assert (defence.roles(), defence.open(), defence.manner()) == ({other: "whist"}, "pair", "played")
    refused = LAW.defence("6S", declarer, 2)
    assert refused is not None
    assert refused.call("pass") is None
    assert (refused.roles(), refused.manner()) == ({other: "pass"}, "passed-out")
    violation = refused.call("whist")
    assert violation is not None
    assert violation.name == "defence-after-end"


def test_a_checked_ten_is_defended_without_an_answer() -> None:
    rules = RULES.with_overrides({"ten": "checked"})
    law = law_of(rules)
    assert law.defence("10S", 2, 2) is None
    assert law.roles_without_calls("10S", 2) == ({0: "whist"}, "pair", "played")


# --- scores and sheet ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("outcome", "expected"), [
    # the whole duty is the whister's: 4 at a six; his tricks and the dummy's are his
    (Outcome(2, "6S", 0, roles={2: "whist"}, tricks=(6, 3, 1)), PoolScore([2, 0, 0], [0] * 3, {(2, 0): 8})),
    (Outcome(2, "6S", 0, roles={2: "whist"}, tricks=(8, 0, 2)), PoolScore([2, 0, 0], [0, 0, 4], {(2, 0): 4})),
    (Outcome(2, "8H", 2, roles={0: "whist"}, tricks=(0, 0, 10)), PoolScore([0, 0, 6], [6, 0, 0])),
    # two short at a seven: 2 x 4 dump; consolation 8 and five tricks at 4
    (Outcome(2, "7S", 2, roles={0: "whist"}, tricks=(2, 3, 5)), PoolScore([0] * 3, [0, 0, 8], {(0, 2): 28})),
    (Outcome(2, "7S", 2, roles={0: "pass"}, tricks=(0, 0, 0), manner="passed-out"), PoolScore([0, 0, 4], [0] * 3)),
    (Outcome(2, "misere", 0, tricks=(0, 4, 6)), PoolScore([10, 0, 0], [0] * 3)),
    (Outcome(2, "misere", 2, tricks=(4, 4, 2)), PoolScore([0] * 3, [0, 0, 20])),
    (Outcome(2, "all-pass", tricks=(0, 0, 0), manner="redeal"), PoolScore([0] * 3, [0] * 3)),
])
def test_score(outcome: Outcome, expected: PoolScore) -> None:
    assert LAW.score(outcome) == expected


def test_a_redeal_leaves_the_run_alone() -> None:
    assert LAW.next_run(Outcome(2, "all-pass", tricks=(0, 0, 0), manner="redeal", all_pass_run=0)) == 0


def test_the_sheet_has_two_players() -> None:
    """Settled for two: 5 whists a dump point, 5 a pool point (K/2), and the whists."""
    sheet = PoolSheet.empty(2)
    score = LAW.score(Outcome(2, "7S", 2, roles={0: "whist"}, tricks=(2, 3, 5)))
    sheet, ended = LAW.add_to_sheet(sheet, score, (1, -1, 0), 10)
    assert sheet == PoolSheet([0, 0], [8, 0], {(1, 0): 28})
    assert not ended
    made = LAW.score(Outcome(2, "misere", 0, tricks=(0, 4, 6)))
    sheet, ended = LAW.add_to_sheet(sheet, made, (1, -1, 0), 10)
    assert sheet == PoolSheet([0, 10], [8, 0], {(1, 0): 28})
    # 5 x (0-8) + 5 x (0-10) - 28 for the first
    assert LAW.settle(sheet) == [-118, 118]
    assert LAW.add_to_sheet(sheet, LAW.score(Outcome(2, "misere", 2, tricks=(3, 7, 0))), (1, -1, 0), 10)[1]


# --- records ---------------------------------------------------------------------------------------------------------


def test_a_deal_that_is_played() -> None:
    """Seven spades with ten tricks: pool 4; the whister lacks both tricks, 2 x 4 into his dump."""
    table = '[ScoreTable "Seat;Pool;Dump;Whists"]\nS 4 0 -\nW 0 8 -\n'
    assert found(PLAYED + table) == []
    record = loads(PLAYED)[0]
    result = replay(record, RULES)
    assert result.seats == ("S", "N", "W")
    assert result.outcome is not None
    assert (result.outcome.players, result.outcome.roles, result.outcome.open) == (2, {2: "whist"}, "pair")
    assert result.outcome.tricks == (10, 0, 0)


def test_the_dummy_has_no_row() -> None:
    table = '[ScoreTable "Seat;Pool;Dump;Whists"]\nS 4 0 -\nW 0 8 -\nN 0 0 -\n'
    assert [code for code, _ in found(PLAYED + table)] == ["E205"]


@pytest.mark.parametrize(("auction", "rest", "code"), [
    ("6S 7D\npass 8D", "", "E403"),  # one pass has ended it
    ("6S hold", "", "E407"),
    ("6S 7D\nmisere", "", "E405"),
])
def test_faulty_auctions(auction: str, rest: str, code: str) -> None:
    assert [one for one, _ in found(f"{DEAL}{auction}\n{rest}")] == [code]


def test_the_dummy_does_not_speak() -> None:
    text = PLAYED.replace("whist\n[Play", "whist whist\n[Play")
    assert [code for code, _ in found(text)] == ["E503"]
    wrong = PLAYED.replace('[Defence "W"]', '[Defence "N"]')
    assert found(wrong)[0][0] == "E501"


def test_a_revoke_by_the_dummy() -> None:
    text = PLAYED.replace("SK S8 D9", "SK C7 D9").replace("SQ C7 DT", "SQ S8 DT")
    assert [code for code, _ in found(text)] == ["E512"]


def test_two_passes_end_the_deal_without_play() -> None:
    passed = DEAL + 'pass pass\n[Contract "all-pass"]\n'
    assert found(passed + '[Outcome "redeal"]\n[ScoreTable "Seat;Pool;Dump;Whists"]\nS 0 0 -\nW 0 0 -\n') == []
    played = passed + '[Play "S"]\nSA S7 D7\n'
    assert [code for code, _ in found(played)] == ["E523"]


def test_an_all_pass_round_with_a_dummy_is_refused() -> None:
    """Set to be played, it is not said how: who plays the dummy's cards in a round in which tricks are lost?"""
    rules = RULES.with_overrides({"all_pass_outcome": "play_no_trump"})
    law = law_of(rules)
    with pytest.raises(KeyError, match="does not define how an all-pass round with a dummy is played"):
        law.score(Outcome(2, "all-pass", tricks=(4, 3, 3)))


def test_roles_from_a_tag() -> None:
    text = PLAYED.replace('[Defence "W"]\nwhist\n', '[Defenders "W:whist"]\n')
    assert found(text + '[ScoreTable "Seat;Pool;Dump;Whists"]\nS 4 0 -\nW 0 6 -\n') == [
        ("E610", "W writes 8 in Dump, not 6")]
    passed = DEAL + '6S pass\n[Declarer "S"]\n[Discard "D7 H7"]\n[Contract "6S"]\n[Defenders "W:pass"]\n'
    assert found(passed + '[ScoreTable "Seat;Pool;Dump;Whists"]\nS 2 0 -\nW 0 0 -\n') == []


@pytest.mark.parametrize(("text", "message"), [
    (DEAL.replace('[Dummy "N"]\n', ""), "gusarik-2 is played by two and a dummy, but three sit at this table"),
    (DEAL.replace("gusarik-2", "sochi-codex"), "sochi-codex is played by three or four, but two and a dummy sit"),
])
def test_a_table_of_another_size(text: str, message: str) -> None:
    codes = found(text + "6S pass\n")
    assert [code for code, _ in codes] == ["E305"]
    assert message in codes[0][1]


def test_the_dummy_never_deals() -> None:
    assert found(DEAL.replace('[Dealer "W"]', '[Dealer "N"]') + "6S pass\n")[0][0] == "E305"


def test_deal_and_dealer_alternate() -> None:
    """The same player deals twice: an error, but not after a redeal."""
    assert found(FIXTURE) == []
    records = FIXTURE.split('\n\n[Event "')
    again = '\n\n[Event "'.join([records[0], records[0].removeprefix('[Event "').replace('[Board "1"]', '[Board "2"]')])
    assert "E307" in [code for code, _ in found(again)]
    redealt = records[4].replace('[Board "5"]', '[Board "1"]').split("[SheetTable")[0]
    twice = f'[Event "{redealt}\n[Event "{redealt}'.replace('[Board "1"]', '[Board "2"]').replace('"2"', '"1"', 1)
    assert found(twice) == []
