"""Deal lines of jpref: hands, expectation, logs before and behind their deal."""

from __future__ import annotations

import io

import pytest

from preferans_pbn.convert import Converted, Loss, Options, Source, detect_format, find_format, read_source
from preferans_pbn.notation import loads
from preferans_pbn.record import Record
from tests.convert.logs import codes

ALL_PASS = "deal: ♠A ♣9XK ♦79XK ♥7K  ♠79XJ ♣7A ♦8 ♥89Q  ♠QK ♣8J ♦JQA ♥XJA  ♣Q ♠8  0 -> 2, 3, 5"
LOG = "[♦X8A, ♥X79, ♥AK8, ♠QAJ, ♦7 ♠7 ♦J, ♠K ♦K ♠9, ♣8X7, ♣KAJ, ♠X ♥J ♦9, ♥Q ♦Q ♣9]"
SIX = "deal: ♠JQK ♣8QKA ♦J ♥8Q  ♠9XA ♣79 ♦89 ♥79K  ♠78 ♣XJ ♦7QK ♥XJA  ♦X ♦A  2 -> 6♦ 8"
SIX_LOG = "[♥A87, ♦AJ8, ♣JQ7, 89X, ♦K ♠J ♦9, Q ♠Q9, ♥JQK, ♥9X ♠K, ♦X ♣K ♠X, ♦7 ♣A ♠A]"
BARE = "deal: ♠789XJQKA ♥78  ♣789XJQKA ♥9X  ♦789XJQKA ♥JQ  ♥K ♥A  1"


def read(text: str) -> list[Converted]:
    return list(read_source(Source.of_bytes(text.encode(), "x"), "deal-lines"))


def only(text: str) -> tuple[Converted, Record]:
    [one] = read(text)
    assert one.record is not None
    return one, one.record


def written(records: list[Record]) -> tuple[str, list[Loss]]:
    stream = io.StringIO()
    losses = list(find_format("deal-lines").write(records, stream, Options()))
    return stream.getvalue(), losses


def comments(record: Record) -> list[tuple[str, str, str]]:
    return [(comment.owner, comment.style, comment.text) for comment in record.comments]


@pytest.mark.parametrize("text", [f"{ALL_PASS}\n{LOG}\n", f"{LOG}\nlist build duration: 0 sec\n{ALL_PASS}\n"])
def test_log_behind_the_deal_and_before_it(text: str) -> None:
    one, record = only(text)
    assert (record.dealer, record.contract) == ("E", "all-pass")
    assert record.play is not None
    assert [trick.leader for trick in record.play.tricks] == [None] * 10  # each leads who took the trick before
    assert record.tricks == {"S": 2, "W": 3, "E": 5}
    assert record.variant is None
    assert codes([one]) in ([], ["W702"])


def test_declarer_and_discard_follow_from_the_cards() -> None:
    one, record = only(f"{SIX_LOG}\n{SIX}\n")
    assert one.diagnostics == []
    assert (record.dealer, record.declarer, record.contract) == ("W", "E", "6D")
    assert record.discard == (1, 0)  # 8 and 7 of spades
    assert record.tricks == {"S": 1, "W": 1, "E": 8}
    assert record.play is not None
    assert record.play.first == "E"
    assert not record.play.end


def test_logs_find_their_deals() -> None:
    deals = read(f"{SIX_LOG}\n{SIX}\n{BARE}\n{ALL_PASS}\n{LOG}\n\n{BARE}\n{SIX_LOG}\n{SIX}\n")
    assert [(one.record.contract, one.record.play is not None) for one in deals if one.record] == [
        ("6D", True), (None, False), ("all-pass", True), (None, False), ("6D", True)]


def test_log_of_no_deal_is_a_fault_of_its_own() -> None:
    deals = read(f"{BARE}\n {LOG}\n")
    assert [one.record is not None for one in deals] == [True, False]
    [found] = deals[1].diagnostics
    assert (found.code, found.line, found.col) == ("E223", 2, 2)


def test_expectation_without_a_log_is_kept_as_a_comment() -> None:
    for expected, contract in (("6♦ 8", "6D"), ("X♥ 9", "10H"), ("8- 8", "8NT"), ("Misère 1", "misere"),
                               ("All-pass", "all-pass"), ("0, 4, 6", "all-pass"), ("1", None), ("d 1", None),
                               ("d", None), ("1 : ♣XK ♦J", None)):
        one, record = only(f"{BARE} -> {expected} # why\n")
        assert one.diagnostics == []
        assert record.contract == contract
        assert record.tricks is None
        assert comments(record) == [("Talon", "{", f"expected: {expected}"), ("Talon", ";", "why")]
        text, _ = written([record])
        assert text == f"{BARE} -> {expected} # why\n\n"


def test_expectation_against_its_log_is_no_result() -> None:
    _, record = only(ALL_PASS.replace("2, 3, 5", "3, 3, 4") + f"\n{LOG}\n")
    assert record.tricks is None
    assert comments(record) == [("Talon", "{", "expected: 3, 3, 4")]


def test_comments_before_a_deal() -> None:
    _, record = only(f"#one\n# two: deal\n{BARE}\n")
    assert comments(record) == [("", ";", "one"), ("", ";", "two: deal")]
    assert written([record])[0].startswith("# one\n# two: deal\ndeal:")


def test_comments_behind_the_last_deal_are_a_loss_of_the_file() -> None:
    one, record = only(f"{BARE}\n# the end\nby hand\n")
    assert comments(record) == []
    assert [loss.field for loss in one.losses] == ["comments", "line 3"]
    assert codes([one]) == ["W702"]
    [nothing] = read("# only a comment\nhello\n")
    assert (nothing.record, codes([nothing])) == (None, ["W702", "E001"])


def test_a_book_before_a_deal_is_not_held() -> None:
    one, record = only("# x\n" * 300 + "y\n" * 300 + BARE + "\n")
    assert len(record.comments) == len(one.diagnostics) == 200
    assert [loss.reason for loss in one.losses] == [
        "200 more lines before this deal that are no deals", 'the line "y" is not understood and was left out']


def test_cyrillic_ranks_tens_and_loose_blanks() -> None:
    text = "deal: ♠789ТВДКА  ♥78   ♣78910JQKA ♥9Х   ♦789XJQКА ♥JQ   ♥К♥A 1\n"
    one, record = only(text)
    assert one.diagnostics == []
    assert record.deal == only(BARE)[1].deal


def test_faults_of_the_cards_have_their_place() -> None:
    text = BARE.replace("♥9X", "♥97")
    one, record = only("\n" + text + "\n")
    assert [(found.code, found.line, found.col) for found in one.diagnostics] == [("E301", 2, text.index("♥97") + 3)]
    assert record.deal is not None
    assert [seat for seat, hand in record.deal.items() if hand is None] == ["W"]
    one, record = only(BARE.replace("♥9X", "♥9"))
    assert codes([one]) == ["E222"]
    one, record = only(BARE.replace("♥K ♥A", "♥K"))
    assert codes([one]) == ["E222"]
    assert record.talon is None


def test_faults_of_a_log_have_their_place() -> None:
    log = SIX_LOG.replace("♣JQ7, 89X", "♣JQ ♠9, ♣89X").replace("Q ♠Q9", "♦Q ♠Q ♣7")
    one, _ = only(f"{log}\n{SIX}\n")
    assert [(found.code, found.line, found.col) for found in one.diagnostics] == [("E512", 1, log.index("♠9") + 1)]
    one, _ = only(f"{SIX_LOG.replace('♥A87', '♥AK7')}\n{SIX}\n")
    assert ("E511", 1, 4) in [(found.code, found.line, found.col) for found in one.diagnostics]


def test_bad_lines_leave_their_neighbours() -> None:
    text = f"freeplay: hands\n{BARE}\ndeal: ♠78 nothing\n[♠7, ]\n{BARE} -> random position 4 # x\n"
    deals = read(text)
    assert [one.record is not None for one in deals] == [True, False, False, True]
    assert [(found.code, found.line) for one in deals for found in one.diagnostics] == [
        ("W702", 1), ("E220", 3), ("E220", 4), ("W702", 5)]


def test_what_cannot_be_written_is_left_out_whole() -> None:
    greek = loads('[Event "x"]\n[Variant "greek"]\n[Dealer "W"]\n'
                  '[Deal "S:SAKQJT987.H87 E:CAKQJT987.HT9 W:DAKQJT987.HQJ"]\n[Talon "HK HA"]\n')[0]
    unknown = loads('[Event "x"]\n[Dealer "W"]\n[Deal "S:- E:- W:DAKQJT987.HQJ"]\n[Talon "HK HA"]\n')[0]
    _, good = only(BARE)
    text, losses = written([greek, good, unknown])
    assert [(loss.code, loss.record) for loss in losses] == [("W705", 1), ("W705", 3)]
    assert text == f"{BARE}\n\n"


def test_is_recognised() -> None:
    for text in (BARE, f"#clean\n\n{SIX_LOG}\n{SIX}\n"):
        found = detect_format(text.encode())
        assert found is not None
        assert found.name == "deal-lines"
    assert detect_format(b"deal: the cards\n") is None
