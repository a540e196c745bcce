"""What differs between a record and its second reading."""

from __future__ import annotations

from dataclasses import replace

from preferans_pbn.convert.rereading import changed_fields, losses_of
from preferans_pbn.notation import loads
from preferans_pbn.record import Comment, Extra

RECORD = loads('[Event "x"]\n[South "Anna"]\n[West "Boris"]\n[Dealer "E"]\n[Contract "6S"]\n[Declarer "S"]\n'
               '[Discard "C7 D7"]\n[ScoreTable "Seat;Pool;Dump;Whists"]\nS 2 0 -\nW 0 0 -\n')[0]


def test_equal_records() -> None:
    assert changed_fields(RECORD, replace(RECORD)) == []
    assert changed_fields(RECORD, replace(RECORD, discard=(16, 8), players={"W": "Boris", "S": "Anna"})) == []


def test_names_are_those_of_the_tags() -> None:
    other = replace(RECORD, event=None, players={"S": "Anna", "E": "Clara"}, contract="7S", score_table=None,
                    extras=(Extra("Mood", "good", ""),), comments=(Comment("", 0, ";", "hm"),))
    assert changed_fields(RECORD, other) == ["Event", "West", "East", "Contract", "ScoreTable", "Mood", "comments"]


def test_losses_have_their_reasons() -> None:
    losses = losses_of(RECORD, replace(RECORD, event=None, contract=None), 4, {"Event": "no names"}, "no place")
    assert [(loss.field, loss.record, loss.reason, loss.code) for loss in losses] == [
        ("Event", 4, "no names", "W701"), ("Contract", 4, "no place", "W701")]
