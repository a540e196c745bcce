"""What reading one record gives."""

from __future__ import annotations

from fractions import Fraction

import pytest

from preferans_pbn.cards import CARD_BY_NAME, hand_text
from preferans_pbn.notation import iter_text, loads
from preferans_pbn.record import UNKNOWN_CARD, Calls, Comment, Extra, Mark, Record, Table, Trick, Where
from tests.notation.samples import SAMPLE


def read(body: str) -> Record:
    [record] = loads(f'[Event "x"]\n{body}')
    return record


def found(body: str) -> list[tuple[str, int, int, int]]:
    """Code, line (of the body), column and end column of what is wrong in a record with this body."""
    read_all = iter_text(f'[Event "x"]\n{body}')
    return [(d.code, d.line - 1, d.col, d.end_col) for one in read_all for d in one.diagnostics]


def test_the_sample() -> None:
    [record] = loads("% PREFERANS-PBN 1.0\n\n" + SAMPLE)
    assert record.event == "Thursday club"
    assert record.rules == (("ten", "checked"),)
    assert record.players == {"S": "Anna", "W": "Boris", "E": "Clara"}
    assert record.target == Fraction(20)
    assert record.deal is not None
    assert {seat: hand_text(hand or 0) for seat, hand in record.deal.items()} == {
        "S": "SAKQJT9.C7.D7.HAK", "W": "S87.CAKQJT98.DA", "E": "DKQJT98.HQJT9"}
    assert record.talon == (CARD_BY_NAME["H8"], CARD_BY_NAME["H7"])
    assert record.auction == Calls("S", ("6S", "6C", "pass", "7S", "pass"))
    assert record.discard == (CARD_BY_NAME["C7"], CARD_BY_NAME["D7"])
    assert record.defence == Calls("W", ("whist", "whist"))
    assert record.play is not None
    assert len(record.play.tricks) == 10
    assert record.play.tricks[9] == Trick(tuple(CARD_BY_NAME[c] for c in ("S9", "CA", "DQ")))
    assert record.tricks == {"S": 8, "W": 0, "E": 2}
    assert record.score_table == Table(("Seat", "Pool", "Dump", "Whists"),
                                       (("S", "4", "0", "-"), ("W", "0", "0", "-"), ("E", "0", "0", "S:8")))
    assert record.comments == ()


def test_import_form_of_layout() -> None:
    record = read('  [Dealer\t"E"  ] [Declarer  "S"]\n[Auction "S"] 6S\n\n pass\t pass \n[Deal " W:H7S8SA  S:- "]\n'
                  .replace("H7S8SA", "H7.S8A"))
    assert (record.dealer, record.declarer) == ("E", "S")
    assert record.auction == Calls("S", ("6S", "pass", "pass"))
    assert record.deal is not None
    assert [(s, h and hand_text(h)) for s, h in record.deal.items()] == [("W", "SA8.H7"), ("S", None)]


def test_strings() -> None:
    assert read('[Site "a \\"b\\" \\\\ {c} ;d % [e]"]\n').site == 'a "b" \\ {c} ;d % [e]'


def test_the_text_of_a_single_sign_is_not_a_repetition() -> None:
    [record] = loads('[Event "\\#"]\n[Board "#"]\n[South "#1"]\n')
    assert (record.event, record.board, record.players) == ("#", "#", {"S": "#1"})


def test_marks_and_notes() -> None:
    record = read('[Auction "S"]\n6S^I!? $3$14 =2= ?? pass?\n[Note "2:said \\"late\\""]\n')
    assert record.auction == Calls(
        "S", ("6S", "?", "pass"),
        {0: Mark("I", ("!?", "$3", "$14"), 2), 1: Mark("", ("?",)), 2: Mark("", ("?",))}, {2: 'said "late"'})


def test_rows_of_the_play() -> None:
    record = read('[Play "E"]\nE:(HA) H9 H8\n(H7) >N\n- SA^R >S\n*\n')
    assert record.play is not None
    card = CARD_BY_NAME
    assert record.play.tricks == (
        Trick((card["H9"], card["H8"]), card["HA"], "E"), Trick((), card["H7"], None, "N"),
        Trick((UNKNOWN_CARD, card["SA"]), None, None, "S"))
    assert record.play.end == "*"
    assert record.play.marks == {3: Mark("R")}


def test_a_comment_inside_a_row_does_not_end_it() -> None:
    record = read('[Play "S"]\nSA {one\ntwo} S7 D8\nSK ; end of line\nS8\n')
    assert record.play is not None
    assert [len(t.cards) for t in record.play.tricks] == [3, 1, 1]


def test_places_of_comments() -> None:
    [record] = loads('; top\n[Event "x"]\n{ a }\n[Auction "S"]\n% b\n6S {c} pass\n;d\npass\n{e}\n'
                     '[Contract "6S"]\n;  \n')
    assert record.comments == (
        Comment("", 0, ";", "top"), Comment("Event", 0, "{", "a"), Comment("Auction", 0, "%", "b"),
        Comment("Auction", 1, "{", "c"), Comment("Auction", 2, ";", "d"), Comment("Auction", 3, "{", "e"),
        Comment("Contract", 0, ";", ""))


def test_tables_are_put_in_order() -> None:
    record = read('[ScoreTable "Seat;Pool;Whists"]\nE +4 W:007,S:4/6\n; of East\nS -0 ?\n')
    assert record.score_table == Table(("Seat", "Pool", "Whists"), (("S", "0", "?"), ("E", "4", "S:2/3,W:7")))
    assert record.comments == (Comment("ScoreTable", 6, ";", "of East"),)


def test_unknown_tags_and_sections_are_kept() -> None:
    [one] = iter_text('[Event "x"]\n[Wnid "a \\"b\\""]\n[Site "y"]\n[Hcp "z"]\n a row [1]\n; c\nlast\n')
    assert one.record is not None
    assert one.record.extras == (Extra("Wnid", 'a "b"', "Event"), Extra("Hcp", "z", "Site", ("a row [1]", "last")))
    assert one.record.comments == (Comment("Hcp", 1, ";", "c"),)
    assert [(d.code, d.line, d.col, d.end_col) for d in one.diagnostics] == [("W803", 2, 2, 6), ("W804", 4, 2, 5)]


def test_a_near_name_is_suggested() -> None:
    [one] = iter_text('[Event "x"]\n[discard "C7"]\n')
    assert one.diagnostics[0].message.endswith("did you mean Discard?")


def test_repeated_values_come_from_the_record_before() -> None:
    text = ('[Event "x"]\n[West "Ann"]\n[Rules "ten=checked"]\n[Target "41/2"]\n\n'
            '[Event "#"]\n[West "#"]\n[Rules "#"]\n[Target "#"]\n\n[Event "#"]\n[West "Ben"]\n')
    first, second, third = loads(text)
    assert second == first
    assert (third.event, third.players) == ("x", {"W": "Ben"})


@pytest.mark.parametrize(("before", "why"), [
    ("", "there is no record before"), ('[Event "a"]\n[Board "1"]\n', "it has no Site"),
    ('[Event "a"]\n[Site "b]\n', "could not be read"), ('[Event "a\xff"]\n', "there is no record before"),
])
def test_nothing_to_repeat(before: str, why: str) -> None:
    data = before.encode("latin-1") + b'[Event "b"]\n[Site "#"]\n'
    last = list(iter_text(data))[-1]
    [finding] = last.diagnostics
    assert finding.code == "E204"
    assert why in finding.message
    assert (finding.where, finding.col, finding.end_col) == (Where("Site"), 8, 9)
    assert last.record is not None
    assert last.record.damaged == {"Site"}


@pytest.mark.parametrize(("body", "wanted"), [
    # lexical
    ('[Play "S"]\nSA @ S7\n', ("E101", 2, 4, 5)),
    ('[Play "S"]\nSA S7}\n', ("E101", 2, 6, 7)),
    ('[Play "S"]\nSA\u00a0S7\n', ("E101", 2, 3, 4)),
    ('[Play "S"]\nSA \x00\n', ("E101", 2, 4, 5)),
    ('[Site "a\\b"]\n', ("E101", 1, 9, 10)),
    ('[Site "a\x01b"]\n', ("E101", 1, 9, 10)),
    ('[Play "S"]\nSA % S7\n', ("E101", 2, 4, 5)),
    ('[Play "S"]\nSA СQ S7\n', ("E102", 2, 4, 6)),
    ('[Play "Ѕ"]\nSA\n', ("E102", 1, 8, 9)),
    ('[Dealer "Ε"]\n', ("E102", 1, 10, 11)),
    ('[Deal "S:SАK W:-"]\n', ("E102", 1, 11, 12)),
    ('[Talon "НT H9"]\n', ("E102", 1, 9, 11)),
    ('[Auction "S"]\n6С\n', ("E102", 2, 1, 3)),
    ('[Contract "6Н"]\n', ("E102", 1, 12, 14)),
    ('[Tricks "Ѕ:8"]\n', ("E102", 1, 10, 13)),
    ('[Tаlon "H8 H7"]\n', ("E102", 1, 3, 4)),
    ('[Тalon "H8 H7"]\n', ("E102", 1, 2, 3)),
    ('[Deal "S:SАКQ W:-"]\n', ("E102", 1, 11, 13)),
    ('[Site "a]\n', ("E103", 1, 7, 10)),
    ('[Dealer "E"]\n{ open\n[Talon "H8 H7"]\n', ("E104", 2, 1, 2)),
    ('[Play "S"]\nSA {x\n% y\n}\n', ("E104", 2, 4, 5)),
    ('[Play "S"]\nSA SX\n', ("E105", 2, 4, 6)),
    ('[Play "S"]\nSA S10 S7\n', ("E105", 2, 4, 7)),
    ('[Play "S"]\n♠A\n', ("E105", 2, 1, 3)),
    ('[Talon "H8 7H"]\n', ("E105", 1, 12, 14)),
    ('[Discard "C7 X"]\n', ("E105", 1, 14, 15)),
    ('[Deal "S:SAX.C7 W:-"]\n', ("E105", 1, 12, 13)),
    ('[Deal "S:SA.X7 W:-"]\n', ("E105", 1, 13, 15)),
    ('[Auction "S"]\n6S 6X pass\n', ("E106", 2, 4, 6)),
    ('[Auction "S"]\nPASS\n', ("E106", 2, 1, 5)),
    ('[Defence "S"]\nwhist Pass\n', ("E106", 2, 7, 11)),
    ('[Dealer "X"]\n', ("E107", 1, 10, 11)),
    ('[Dealer ""]\n', ("E107", 1, 10, 11)),
    ('[Play "South"]\nSA S7\n', ("E107", 1, 8, 13)),
    ('[Tricks "S:8 X:2"]\n', ("E107", 1, 14, 15)),
    ('[Deal "Q:SAK"]\n', ("E107", 1, 8, 9)),
    # syntax
    ('[Auction "S"]\n6S whist\n', ("E201", 2, 4, 9)),
    ('[Defence "S"]\nwhist 6S\n', ("E201", 2, 7, 9)),
    ('[Play "S"]\nSA pass\n', ("E201", 2, 4, 8)),
    ('[Play "S"]\nSA (H8) S7\n', ("E201", 2, 4, 8)),
    ('[Play "S"]\nSA E:S7\n', ("E201", 2, 4, 8)),
    ('[Play "S"]\n*\nSA\n', ("E201", 3, 1, 3)),
    ('[Play "S"]\nSA >S {x} D8\n', ("E201", 2, 11, 13)),
    ('[Dealer "S"]\nSA S7\n', ("E201", 2, 1, 3)),
    ('[Dealer "S"] SA\n', ("E201", 1, 14, 16)),
    ('[Site Tallinn]\n', ("E201", 1, 7, 14)),
    ('[Site]\n', ("E201", 1, 6, 7)),
    ('[Site"x"]\n', ("E201", 1, 6, 7)),
    ('[Site "a" "b"]\n', ("E201", 1, 11, 12)),
    ('[Site "a"\n', ("E201", 1, 10, 11)),
    ('[ Site "a"]\n', ("E201", 1, 3, 7)),
    ('[12:00]\n', ("E201", 1, 2, 7)),
    ('[Note "1:x"]\n', ("E201", 1, 1, 13)),
    ('[Auction "S"]\npass\n[Note "x"]\n', ("E203", 3, 8, 9)),
    ('[Board "1"] [Board "2"]\n', ("E202", 1, 14, 19)),
    ('[Board "1"]\n[Board "2"]\n', ("E202", 2, 2, 7)),
    ('[Auction "S"]\npass=1=\n[Note "1:x"]\n[Note "1:y"]\n', ("E202", 4, 8, 9)),
    ('[Date "26.11.2026"]\n', ("E203", 1, 8, 18)),
    ('[Date "2026.13.01"]\n', ("E203", 1, 8, 18)),
    ('[Contract "7"]\n', ("E203", 1, 12, 13)),
    ('[Bid "pass"]\n', ("E203", 1, 7, 11)),
    ('[Rules "a=1 a=2"]\n', ("E203", 1, 13, 16)),
    ('[Rules "Ten"]\n', ("E203", 1, 9, 12)),
    ('[Target "20.5"]\n', ("E203", 1, 10, 14)),
    ('[Target "20/0"]\n', ("E203", 1, 10, 14)),
    ('[Tricks "S:8 W:x"]\n', ("E203", 1, 14, 17)),
    ('[Tricks "S:8 S:2"]\n', ("E203", 1, 14, 17)),
    ('[Defenders "W:whist E:defends"]\n', ("E203", 1, 21, 30)),
    ('[Kontra "W:5"]\n', ("E203", 1, 10, 13)),
    ('[Deal "S:SAK S:-"]\n', ("E203", 1, 14, 17)),
    ('[Deal "SAK C7"]\n', ("E203", 1, 8, 11)),
    ('[Dealer "#"]\n', ("E203", 1, 10, 11)),
    ('[ScoreTable "Pool;Seat"]\nS 1\n', ("E205", 1, 14, 23)),
    ('[ScoreTable "Seat;Pool;Pool"]\nS 1 1\n', ("E205", 1, 14, 28)),
    ('[ScoreTable "Seat;Pool"]\nS 1 2\n', ("E205", 2, 1, 6)),
    ('[ScoreTable "Seat;Pool"]\nS 1\nS 1\n', ("E205", 3, 1, 4)),
    ('[ScoreTable "Seat;Pool"]\nAnna 1\n', ("E205", 2, 1, 5)),
    ('[ScoreTable "Seat;Pool"]\nS 1,5\n', ("E205", 2, 3, 6)),
    ('[Deal "S:SAK"]\n[Position "S:SAK"]\n', ("E206", 2, 2, 10)),
    ('[Position "S:SAK"]\n[Deal "S:SAK"]\n', ("E206", 2, 2, 6)),
    ('[Auction "S"]\n6S=3=\n', ("E207", 2, 4, 5)),
    ('[Play "S"]\nSA - S7=12=\n', ("E207", 2, 9, 11)),
    # deal
    ('[Deal "S:SAKA W:-"]\n', ("E301", 1, 13, 14)),
    ('[Deal "S:SAK.C7 W:C8.SQA"]\n', ("E301", 1, 24, 25)),
    ('[Position "S:SA W:SA"]\n', ("E301", 1, 20, 21)),
])
def test_each_fault_has_one_finding_at_its_place(body: str, wanted: tuple[str, int, int, int]) -> None:
    assert found(body) == [wanted]


@pytest.mark.parametrize(("body", "replacement"), [
    ('[Play "S"]\nSA СQ S7\n', "CQ"), ('[Auction "S"]\nPASS\n', "pass"), ('[Talon "h8 H7"]\n', "H8"),
    ('[Talon "H10 H7"]\n', "HT"), ('[Dealer "east"]\n', "E"), ('[Contract "6s"]\n', "6S"),
    ('[Deal "Ѕ:ЅАK W:-"]\n', "S:SA"), ('[Tаlon "H8 H7"]\n', "a"),
])
def test_safe_fixes(body: str, replacement: str) -> None:
    [one] = iter_text(f'[Event "x"]\n{body}')
    [finding] = one.diagnostics
    assert finding.fix is not None
    assert (finding.fix.replacement, finding.fix.safe) == (replacement, True)
    line = f'[Event "x"]\n{body}'.split("\n")[finding.line - 1]
    mended = line[: finding.col - 1] + replacement + line[finding.end_col - 1 :]
    again = f'[Event "x"]\n{body}'.replace(line, mended)
    assert [d for one in iter_text(again) for d in one.diagnostics] == []


def test_a_tag_that_repeats_is_one_fault_of_its_record() -> None:
    [one] = iter_text('[Event "x"]\n[Dealer "E"]\n[Dealer "W"]\n[Talon "H8 H7"]\n')
    assert [(d.code, d.line, d.col) for d in one.diagnostics] == [("E202", 3, 2)]
    assert one.record is not None
    assert one.record.dealer == "E"
    assert one.record.damaged == {"Dealer"}
    assert one.record.talon is not None


@pytest.mark.parametrize(("before", "code"), [("\ufeff", "E101"), ("xx", "E201"), (" \ufeff ", "E101")])
def test_what_stands_before_an_event_tag_is_the_only_fault(before: str, code: str) -> None:
    first, second = iter_text(f'[Event "a"]\n\n{before}[Event "b"]\n[Dealer "E"]\n')
    assert first.ok
    assert [d.code for d in second.diagnostics] == [code]
    assert second.record is not None
    assert (second.record.event, second.record.dealer) == ("b", "E")


@pytest.mark.parametrize(("rows", "same"), [
    ("SA S7 D8 {c} >S\n", "SA S7 D8 >S\n"), ("S: {c} SA S7 D8\n", "S:SA S7 D8\n"),
    ("E: {c} (H8) {d} H9 {e\nf} >E\n", "E:(H8) H9 >E\n"),
])
def test_a_comment_behind_the_leader_and_before_the_winner(rows: str, same: str) -> None:
    [one] = iter_text(f'[Event "x"]\n[Play "S"]\n{rows}')
    [plain] = iter_text(f'[Event "x"]\n[Play "S"]\n{same}')
    assert one.diagnostics == []
    assert one.record is not None
    assert plain.record is not None
    assert one.record.play == plain.record.play
    assert len(one.record.comments) == rows.count("{")


@pytest.mark.parametrize(("rows", "place"), [
    ("S:\nSA S7\n", (3, 1)), ("SA S7 D8\n>S\n", (4, 1)), ("S: {c} >S\n", (3, 8)), ("S: {c} *\n", (3, 1)),
    ("SA {c} >S {d} SK\n", (3, 15)), ("S: {c} W:SA\n", (3, 8)),
])
def test_a_leader_or_a_winner_without_its_row(rows: str, place: tuple[int, int]) -> None:
    [one] = iter_text(f'[Event "x"]\n[Play "S"]\n{rows}')
    assert [(d.code, d.line, d.col) for d in one.diagnostics] == [("E201", *place)]


def test_card_twice_names_both_hands() -> None:
    [one] = iter_text('[Event "x"]\n[Deal "S:SA W:SK E:SA"]\n')
    [finding] = one.diagnostics
    assert finding.arguments == {"card": "SA", "first": "S", "second": "E"}
    assert finding.where == Where("Deal", ("E", "SA"))
    assert one.record is not None
    assert one.record.deal is None
    assert one.record.damaged == {"Deal"}


def test_every_broken_section_is_reported_and_the_rest_is_read() -> None:
    [one] = iter_text('[Event "x"]\n[Dealer "Q"]\n[Auction "S"]\n6S foo bar\nbaz\n[Contract "6S"]\n'
                      '[Play "S"]\nSA XX\nYY\n[Site "a]\n[Tricks "S:8"]\n')
    assert [(d.code, d.line) for d in one.diagnostics] == [("E107", 2), ("E106", 4), ("E105", 8), ("E103", 10)]
    assert one.record is not None
    assert one.record.damaged == {"Dealer", "Auction", "Play", "Site"}
    assert (one.record.contract, one.record.tricks, one.record.auction) == ("6S", {"S": 8}, None)


def test_too_many_faults_end_the_record_not_the_file() -> None:
    text = '[Event "x"]\n' + '[Site "a\n[Date "b\n' * 40 + '[Event "y"]\n'
    read_all = list(iter_text(text))
    assert read_all[-1].ok
    assert all(len(one.diagnostics) <= 26 for one in read_all)


def test_record_without_event_is_noted() -> None:
    assert [(d.code, d.line, d.col) for one in iter_text('[Board "1"]\n\n[Board "2"]\n') for d in one.diagnostics] == [
        ("W807", 1, 1), ("W807", 3, 1)]


def test_header_is_no_comment_wherever_it_stands() -> None:
    for record in loads('% PREFERANS-PBN 1.0\n[Event "x"]\n% PREFERANS-PBN 1.0\n\n[Event "y"]\n'):
        assert record.comments == ()
