"""Where the parts of a record stand."""

from __future__ import annotations

import pytest

from preferans_pbn.notation import iter_text, loads, locate, places, spans
from preferans_pbn.notation.engine import Parsed, parse
from preferans_pbn.record import Record, Where
from tests.notation.samples import MISERE, SAMPLE

[RECORD] = loads("% PREFERANS-PBN 1.0\n\n" + SAMPLE)


@pytest.mark.parametrize(("where", "text", "place"), [
    (Where("Event"), "Thursday club", (3, 9)),
    (Where("Event", "@name"), "Event", (3, 2)),
    (Where("Rules", 0), "ten=checked", (9, 9)),
    (Where("Deal", "W"), "W:S87.CAKQJT98.DA", (15, 28)),
    (Where("Deal", ("W", "DA")), "A", (15, 44)),
    (Where("Talon", 1), "H7", (16, 12)),
    (Where("Auction", 3), "7S", (19, 1)),
    (Where("Auction", "@end"), "", (19, 8)),
    (Where("Discard", 1), "D7", (21, 14)),
    (Where("Defence", 1), "whist", (24, 7)),
    (Where("Play"), "S", (25, 8)),
    (Where("Play", 4), "S8", (27, 4)),
    (Where("Play", ("row", "9")), "S9 CA DQ", (35, 1)),
    (Where("Tricks", "W"), "W:0", (36, 14)),
    (Where("ScoreTable", "E"), "E 0 0 S:8", (40, 1)),
    (Where("ScoreTable", ("E", "Whists")), "S:8", (40, 7)),
    (Where("ScoreTable", ("@columns", "")), "Seat;Pool;Dump;Whists", (37, 14)),
])
def test_places_in_the_sample(where: Where, text: str, place: tuple[int, int]) -> None:
    assert RECORD.source is not None
    span = spans(RECORD)[where]
    assert RECORD.source.text[span.start : span.end] == text
    assert locate(RECORD, where) == (*place, place[0], place[1] + len(text))


def test_seat_marks_and_talon_cards() -> None:
    [record] = loads('[Event "x"]\n[Play "S"]\nE:(HA) H9 {a\nb} H8 >N\n')
    assert locate(record, Where("Play", ("leader", "0"))) == (3, 1, 3, 2)
    assert locate(record, Where("Play", ("talon", "0"))) == (3, 4, 3, 6)
    assert locate(record, Where("Play", ("winner", "0"))) == (4, 8, 4, 9)
    assert locate(record, Where("Play", 1)) == (4, 4, 4, 6)
    assert locate(record, Where("Play", ("row", "0"))) == (3, 1, 4, 9)


def test_sorted_lists_are_numbered_as_the_record_has_them() -> None:
    [record] = loads('[Event "x"]\n[Rules "ten=a hold=b"]\n[Discard "H7 S9 SA"]\n')
    assert record.rules == (("hold", "b"), ("ten", "a"))
    assert locate(record, Where("Rules", 0)) == (2, 15, 2, 21)
    assert [locate(record, Where("Discard", n))[1] for n in range(3)] == [17, 14, 11]


def test_marks_belong_to_their_call() -> None:
    [record] = loads(MISERE)
    assert locate(record, Where("Auction", 0)) == (7, 1, 7, 10)


def test_columns_count_characters() -> None:
    [record] = loads('[Event "x"]\n[Site "Žluťoučký 🂡"] [Dealer "S"]\n')
    assert locate(record, Where("Dealer")) == (2, 31, 2, 32)


def test_unknown_places_fall_back() -> None:
    assert locate(RECORD, Where("Talon", 7)) == (16, 9, 16, 14)
    assert locate(RECORD, Where("Kontra", "W")) == (3, 1, 3, 24)
    assert locate(RECORD, None) == (3, 1, 3, 24)
    [one] = iter_text('[Event "x"]\n[Auction "S"]\nfoo\n')
    assert one.record is not None
    assert locate(one.record, Where("Auction", 2)) == (2, 2, 2, 9)
    assert locate(Record(), Where("Deal")) == (0, 0, 0, 0)
    assert spans(Record()) == {}


def test_many_places_of_one_record_read_its_text_once(monkeypatch: pytest.MonkeyPatch) -> None:
    [one] = iter_text('[Event "many"]\n[Rules "a=1 b=2 c=3"]\n[Dealer "E"]\n')
    assert one.record is not None
    read: list[str] = []

    def counted(text: str) -> Parsed:
        read.append(text)
        return parse(text)

    monkeypatch.setattr(places, "parse", counted)
    found = [locate(one.record, Where("Rules", number)) for number in (0, 1, 2)]
    assert found == [(2, 9, 2, 12), (2, 13, 2, 16), (2, 17, 2, 20)]
    assert len(read) == 1
