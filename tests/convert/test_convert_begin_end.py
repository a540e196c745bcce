"""begin–end records of gambler.ru protocols."""

from __future__ import annotations

import io

import pytest

from preferans_pbn.convert import Converted, Loss, Source, detect_format, find_format, read_source
from preferans_pbn.notation import loads
from preferans_pbn.record import Record
from tests.convert.logs import codes

HANDS = """\
HAND Jd Ks 10h Ad Jh Jc Ah Qs 8c Qd HAND 9d 7h Kd As Kc 7d 9c 10c 10d Kh
HAND 8d 8h 7c Qh 10s 9h Js Ac 9s 7s
"""


def text_of(contract: str = "pass", first: int = 0, trades: str = "pass pass pass", moves: str = "") -> str:
    trade = " ".join(f"TRADE {word}" for word in trades.split())
    move = " ".join(f"MOVE {card}" for card in moves.split())
    return f"begin CONTRACT {contract} FIRSTPLAYER {first} NUMOFPLAYERS 3\n{HANDS}{trade} WIDOW Qc 8s {move} end\n"


def read(text: str) -> list[Converted]:
    return list(read_source(Source.of_bytes(text.encode(), "x"), "begin-end"))


def only(text: str) -> tuple[Converted, Record]:
    [one] = read(text)
    assert one.record is not None
    return one, one.record


def written(records: list[Record]) -> tuple[str, list[Loss]]:
    stream = io.StringIO()
    losses = list(find_format("begin-end").write(records, stream))
    return stream.getvalue(), losses


def test_hands_begin_with_player_two() -> None:
    one, record = only(text_of(moves="10d 8d Ad"))
    assert one.diagnostics == []
    expected = loads('[Dealer "E"]\n[Deal "S:SA.CKT9.DKT97.HK7 W:SJT97.CA7.D8.HQ98 E:SKQ.CJ8.DAQJ.HAJT"]\n'
                     '[Talon "CQ S8"]\n')[0]
    assert record.deal == expected.deal
    assert (record.dealer, record.talon) == ("E", expected.talon)
    assert record.play is not None
    assert (record.play.first, record.play.end) == ("S", "+")
    assert record.variant is None


@pytest.mark.parametrize(("contract", "trades", "word", "declarer"), [
    ("6s", "6s pass pass", "6S", "S"),
    ("10nt", "6s 6c pass 10nt pass", "10NT", "S"),
    ("1nt", "pass 1nt pass", "10NT", "W"),
    ("7БК", "pass pass 6s", "7NT", "E"),
    ("miser", "pass miser pass", "misere", "W"),
    ("RMZ", "miser pass pass", "misere", "S"),
    ("7-3", "pass 7h pass", "concede-3", "W"),
])
def test_words(contract: str, trades: str, word: str, declarer: str) -> None:
    one, record = only(text_of(contract, 3, trades))
    assert one.diagnostics == []
    assert (record.contract, record.declarer) == (word, declarer)


def test_unfinished_auction_names_no_declarer() -> None:
    _, record = only(text_of("6c", 0, "6s 6c"))
    assert (record.contract, record.declarer) == ("6C", None)


def test_faults_have_their_place() -> None:
    good = text_of("6s", 0, "6s pass pass")
    for wrong, code, word, shift in (
        (good.replace("10s 9h", "10s 8h"), "E301", "8h Js", 0),
        (good.replace("10s 9h", "10s"), "E222", "8d 8h", 0),
        (good.replace("PLAYERS 3", "PLAYERS 4"), "E222", "4\n", 0),
        (good.replace("10s 9h", "10s 9x"), "E220", "9x", 0),
        (good.replace("CONTRACT 6s", "CONTRACT pass"), "E223", "pass FIRST", 0),
        (good.replace("TRADE pass WIDOW", "TRADE pass TRADE 7s WIDOW"), "E223", "7s WIDOW", 0),
    ):
        [one] = read("\n  " + wrong)
        [found] = one.diagnostics
        at = ("\n  " + wrong).index(word) + shift
        before = ("\n  " + wrong)[:at]
        assert (found.code, found.line, found.col) == (code, before.count("\n") + 1, at - before.rfind("\n"))


def test_a_hand_that_cannot_be_told_is_unknown() -> None:
    _, record = only(text_of("6s", 0, "6s pass pass").replace("10s 9h", "10s"))
    assert record.deal is not None
    assert [seat for seat, hand in record.deal.items() if hand is None] == ["W"]


def test_moves_that_cannot_be() -> None:
    one, _ = only(text_of(moves="10d 8d Ad Ac 10s Kh 10d"))
    assert codes([one]) == ["E511", "E515"]


def test_broken_records_leave_their_neighbours() -> None:
    good = text_of("6s", 0, "6s pass pass")
    text = "stray " + good + "begin CONTRACT\n" + good.replace("end", "") + good.rstrip() + " " + good + "begin x"
    deals = read(text)
    assert [(one.record is not None, [(found.code, found.line) for found in one.diagnostics]) for one in deals] == [
        (False, [("E220", 1)]), (True, []), (False, [("E226", 5)]), (False, [("E226", 6)]), (True, []), (True, []),
        (False, [("E226", 17)])]


def test_written_record_comes_back() -> None:
    text = text_of("1nt", 4, "6s 1nt pass pass")
    _, record = only(text)
    again, losses = written([record])
    assert losses == []
    assert "CONTRACT 10nt FIRSTPLAYER 1 " in again
    assert only(again)[1] == record


def test_what_cannot_be_written_is_left_out_whole() -> None:
    _, good = only(text_of())
    _, balkan = only(text_of())
    balkan.variant = "serbian"
    _, conceded = only(text_of("6s", 0, "6s pass pass"))
    conceded.contract = "concede-2"
    text, losses = written([balkan, good, conceded])
    assert [(loss.code, loss.record) for loss in losses] == [("W705", 1), ("W705", 3)]
    assert text.count("begin") == text.count("end") == 1


def test_is_recognised() -> None:
    found = detect_format(text_of().encode())
    assert found is not None
    assert found.name == "begin-end"
    assert detect_format(b"to begin and to end\n") is None
