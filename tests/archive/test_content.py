"""The content hash: what counts and what does not."""

from __future__ import annotations

import hashlib

import pytest
from hypothesis import given

from preferans_pbn.archive.content import BY, By, content_hash
from preferans_pbn.archive.doubles import Doubles
from preferans_pbn.notation import dumps, loads
from preferans_pbn.record import Record
from tests.archive.support import pieces_of
from tests.archive.test_pieces import relaxed
from tests.cli.conftest import ALL_PASS, DEAL
from tests.notation.strategies import records


def _hash(text: str, by: By = "record") -> str:
    [record] = loads(text)
    return content_hash(record, by)


def test_it_is_the_hash_of_the_export_form() -> None:
    assert _hash(DEAL) == hashlib.sha256(DEAL.encode()).hexdigest()


def test_the_hash_of_the_cards() -> None:
    text = ('[Dealer "E"]\n[Deal "S:SAKQJT9.C7.D7.HAK W:S87.CAKQJT98.DA E:DKQJT98.HQJT9"]\n[Talon "H8 H7"]\n')
    assert _hash(DEAL, "deal") == hashlib.sha256(text.encode()).hexdigest()


@pytest.mark.parametrize("old, new", [
    ("SAKQJT9.C7", "S9TJQKA.C7"), ('[Board "1"]\n[Variant "sochi-codex"]', '[Variant "sochi-codex"] [Board  "1"]'),
    ("whist whist", "whist\nwhist"), ('"C7 D7"', '"D7 C7"'), ("S 4 0 -\nW 0 0 -", "W 0 0 -\nS +4 0 -"),
    ("W:S87.CAKQJT98.DA E:DKQJT98.HQJT9", "E:DKQJT98.HQJT9 W:S87.CAKQJT98.DA"),
])
def test_spelling_does_not_count(old: str, new: str) -> None:
    assert old in DEAL
    assert _hash(DEAL.replace(old, new)) == _hash(DEAL)


@pytest.mark.parametrize("old, new, same", [
    ("Anna", "Ann", {"play", "deal"}),
    ('"1"', '"9"', {"play", "deal"}),
    ("S 4 0 -", "S 5 0 -", {"play", "deal"}),
    ("SA S7 D8", "SA S7! D8 {well played}", {"play", "deal"}),
    ('[Talon "H8 H7"]', '[Talon "H8 H7"]\n[Wind "strong"]', {"play", "deal"}),
    ("SA S7 D8", "SA S7^R D8", {"deal"}),
    ("whist whist", "whist pass", {"deal"}),
    ("ten=checked", "k=20", {"deal"}),
    ('"H8 H7"', '"H7 H8"', set()),
    ('[Dealer "E"]', '[Dealer "W"]', set()),
])
def test_what_counts(old: str, new: str, same: set[str]) -> None:
    assert old in DEAL
    other = DEAL.replace(old, new)
    assert {by for by in BY if _hash(other, by) == _hash(DEAL, by)} == same


def test_records_without_hands_are_compared_as_a_whole() -> None:
    other = ALL_PASS.replace('"2026.11.26"', '"2026.11.27"')
    for by in BY:
        assert _hash(other, by) != _hash(ALL_PASS, by)
    unknown = DEAL.replace("W:S87.CAKQJT98.DA", "W:-")
    assert _hash(unknown.replace("Anna", "Ann"), "deal") != _hash(unknown, "deal")


@given(records())
@relaxed
def test_writing_it_anew_does_not_change_it(record: Record) -> None:
    [again] = loads(dumps(record))
    for by in BY:
        assert content_hash(again, by) == content_hash(record, by)


def test_which_is_a_double_of_which() -> None:
    doubles = Doubles()
    pieces = pieces_of("\n".join([DEAL, ALL_PASS, DEAL, DEAL.replace("SA S7 D8", "SA  S7  D8"), ALL_PASS]))
    assert [seen.first for seen in doubles.follow(pieces)] == [
        None, None, ("a.ppbn", 1), ("a.ppbn", 1), ("a.ppbn", 2)]


def test_a_damaged_record_is_no_double() -> None:
    damaged = DEAL.replace("SA S7 D8", "SA S7 D@")
    assert [seen.first for seen in Doubles().follow(pieces_of(f"{damaged}\n{damaged}\n{DEAL}\n{DEAL}"))] == [
        None, None, None, ("a.ppbn", 3)]
