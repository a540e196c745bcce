"""The export form."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from preferans_pbn.notation import dump, dumps, iter_text, loads
from preferans_pbn.record import Calls, Comment, Extra, Record, Table
from tests.notation.samples import MISERE, SAMPLE, SERBIAN

GOLDEN = sorted((Path(__file__).parent / "golden").glob("*.txt"))


@pytest.mark.parametrize("path", GOLDEN, ids=lambda p: p.stem)
def test_golden(path: Path) -> None:
    text, wanted = path.read_text(encoding="utf-8").split("---\n")
    got = dumps(loads(text))
    assert got == wanted
    assert dumps(loads(got)) == got


def test_there_are_golden_cases() -> None:
    assert len(GOLDEN) >= 8


@pytest.mark.parametrize("text", [SAMPLE, SERBIAN, MISERE])
def test_export_form_stays(text: str) -> None:
    assert dumps(loads(text)) == text


def test_a_file_has_its_header_once() -> None:
    stream = io.StringIO()
    dump(loads(SAMPLE + "\n" + SERBIAN), stream)
    assert stream.getvalue() == "% PREFERANS-PBN 1.0\n\n" + SAMPLE + "\n" + SERBIAN


def test_seats_in_playing_order() -> None:
    [record] = loads('[Event "x"]\n[Dealer "W"]\n[Deal "S:SA W:SK E:SQ"]\n')
    assert '[Deal "S:SA W:SK E:SQ"]' in dumps(record)
    assert '[Deal "S:SA E:SQ W:SK"]' in dumps(record, seats="ESW"[::-1])
    record.dealer = None
    assert '[Deal "S:SA W:SK E:SQ"]' in dumps(record)


def test_writing_does_not_change_the_record() -> None:
    [record] = loads('[Event "x"]\n[Defence "W"]\nwhist pass closed\n')
    dumps(record)
    assert record.defence == Calls("W", ("whist", "pass", "closed"))


@pytest.mark.parametrize(("calls", "kept"), [
    ("whist pass closed", "whist pass"),
    ("pass whist closed", "pass whist"),
    ("whist pass open", "whist pass open"),
    ("whist whist closed", "whist whist closed"),
    ("closed", "closed"),
    ("whist pass whist", "whist pass"),
    ("whist pass whist closed", "whist pass whist closed"),
    ("pass half pass", "pass half"),
    ("pass half return", "pass half return"),
    ("pass pass", "pass pass"),
    ("come come fine fine", "come come"),
    ("come stay-out call-partner fine", "come stay-out call-partner"),
    ("come come kontra fine", "come come kontra"),
    ("fine", "fine"),
    ("whist pass closed!", "whist pass closed!"),
])
def test_implied_calls_are_left_off(calls: str, kept: str) -> None:
    [record] = loads(f'[Event "x"]\n[Defence "W"]\n{calls}\n')
    assert dumps(record) == f'[Event "x"]\n[Defence "W"]\n{kept}\n'


def test_with_four_the_last_word_may_be_the_dealers() -> None:
    text = '[Event "x"]\n[South "a"]\n[West "b"]\n[North "c"]\n[East "d"]\n[Defence "W"]\npass half pass\n'
    assert dumps(loads(text)) == text


DEAL = '[Dealer "E"]\n[Deal "S:SA.C7 W:SK.C8 E:SQ.C9"]\n'


@pytest.mark.parametrize(("rows", "kept"), [
    ("S:SA SK SQ >S\nS:C7 C8 C9 >E", "SA SK SQ\nC7 C8 C9"),
    ("SA SK SQ >W\nC7 C8 C9 >S", "SA SK SQ >W\nC7 C8 C9 >S"),
    ("SA SK SQ\nW:C7 C8 C9", "SA SK SQ\nW:C7 C8 C9"),
    ("SA SK -\nS:C7 C8 C9", "SA SK -\nS:C7 C8 C9"),
    ("SA SK^R SQ >S\nS:C7 C8 C9", "SA SK^R SQ >S\nS:C7 C8 C9"),
])
def test_seats_that_the_deal_shows_are_left_off(rows: str, kept: str) -> None:
    text = '[Event "x"]\n' + DEAL + '[Contract "6NT"]\n[Play "S"]\n'
    assert dumps(loads(text + rows + "\n")) == text + kept + "\n"


def test_seats_stay_where_the_trump_is_not_known() -> None:
    text = '[Event "x"]\n' + DEAL + '[Play "S"]\nSA SK SQ >S\nS:C7 C8 C9\n'
    assert dumps(loads(text)) == text


@pytest.mark.parametrize("record", [
    Record(event="two\nlines"), Record(event="x", deal={"S": 0}), Record(event="\x01"),
    Record(event="x", score_table=Table(("Seat", "Pool"), (("S", "1 2"),))),
    Record(event="x", extras=(Extra("Foo", "", "Event", ("[bar]",)),)),
])
def test_what_no_text_can_express_is_refused(record: Record) -> None:
    with pytest.raises(ValueError, match="cannot be written"):
        dumps(record)


def test_comments_that_cannot_stand_as_they_are() -> None:
    record = Record(event="x", auction=Calls("S", ("6S", "pass")), comments=(
        Comment("Event", 0, "{", "a } b\nc"), Comment("Event", 0, "{", "x\n[y\n%z"), Comment("Auction", 1, ";", "d")))
    text = dumps(record)
    assert text == '[Event "x"]\n; a } b\n; c\n{x\n [y\n %z}\n[Auction "S"]\n6S\n; d\npass\n'
    assert dumps(loads(text)) == text


def test_comments_before_the_first_tag_move_behind_it_in_later_records() -> None:
    one = Record(event="x", comments=(Comment("", 0, ";", "top"),))
    assert dumps([one, one]) == '; top\n[Event "x"]\n\n[Event "x"]\n; top\n'


def test_header_like_text_is_dropped_by_readers_only() -> None:
    [one] = iter_text('[Event "x"]\n; PREFERANS-PBN 1.0\n')
    assert one.record is not None
    assert one.record.comments == (Comment("Event", 0, ";", "PREFERANS-PBN 1.0"),)
