"""`preferans_pbn.score` and `preferans_pbn.settle`; amounts worked out by hand (see test_score)."""

from __future__ import annotations

import doctest
from fractions import Fraction

import pytest

import preferans_pbn
from preferans_pbn import api
from preferans_pbn.api import ScoreError, SeatScore
from preferans_pbn.record import Record
from preferans_pbn.variants import RulesError, UnknownVariant
from tests.cli.conftest import ALL_PASS, DEAL, file_of

SHEET = {"S": SeatScore(4, 0, {}), "W": SeatScore(0, 0, {}), "E": SeatScore(0, 0, {"S": 8})}
SETTLED = {"S": Fraction(56, 3), "W": Fraction(-40, 3), "E": Fraction(-16, 3)}


def _records(*texts: str) -> list[Record]:
    return preferans_pbn.loads(file_of(*texts))


def test_the_examples_of_the_documentation() -> None:
    failed, tried = doctest.testmod(api)
    assert (failed, tried > 2) == (0, True)


def test_score() -> None:
    [record] = _records(DEAL)
    assert preferans_pbn.score(record) == SHEET
    assert preferans_pbn.score(record, "sochi", {"wm": "2"})["E"].whists == {"S": 16}


def test_a_ruling_is_added() -> None:
    ruling = '[AdjustTable "Seat;Pool;Dump;Whists"]\nS 0 0 -\nW 0 2 S:1\n'
    [record] = _records(DEAL.replace("[ScoreTable", ruling + "[ScoreTable"))
    assert preferans_pbn.score(record)["W"] == SeatScore(0, 2, {"S": 1})


def test_settle_of_records_and_of_a_sheet() -> None:
    assert preferans_pbn.settle(_records(DEAL)) == SETTLED
    assert preferans_pbn.settle(SHEET, "sochi-codex") == SETTLED
    assert sum(preferans_pbn.settle(_records(DEAL, ALL_PASS)).values()) == 0


def test_settle_with_other_rules() -> None:
    # At 20 whists a point: S gets 80/3 from each and pays 8.
    assert preferans_pbn.settle(_records(DEAL), rules={"k": "20"})["S"] == Fraction(160, 3) - 8


def test_what_cannot_be_scored_says_why() -> None:
    [record] = _records(DEAL.replace("SA S7 D8", "SA C8 D8"))
    with pytest.raises(ScoreError, match="this deal cannot be scored: E512 W must follow spades") as caught:
        preferans_pbn.score(record)
    assert caught.value.diagnostics[0].line == 26
    with pytest.raises(ScoreError, match="the deal of record 1 cannot be scored"):
        preferans_pbn.settle([record])
    with pytest.raises(ScoreError, match="cannot be scored"):
        preferans_pbn.score(Record(variant="sochi-codex", contract="7S"))


def test_what_cannot_be_settled_says_why() -> None:
    with pytest.raises(ScoreError, match="the sheet is not known at record 1"):
        preferans_pbn.settle(_records(ALL_PASS))
    with pytest.raises(ScoreError, match="record 2 begins another session"):
        preferans_pbn.settle(_records(DEAL, DEAL.replace('[Table "2"]', '[Table "3"]')))
    with pytest.raises(ScoreError, match="there is no record"):
        preferans_pbn.settle([])
    with pytest.raises(ScoreError, match="name one"):
        preferans_pbn.settle(SHEET)
    with pytest.raises(ScoreError, match="no sheet"):
        preferans_pbn.settle({"S": SeatScore(1, 1, {"X": 1})}, "sochi")


def test_wrong_rules() -> None:
    [record] = _records(DEAL)
    with pytest.raises(UnknownVariant):
        preferans_pbn.score(record, "sochy")
    with pytest.raises(RulesError):
        preferans_pbn.score(record, rules={"tem": "checked"})
    with pytest.raises(ScoreError, match="the rules of this record are not known: E210"):
        preferans_pbn.score(preferans_pbn.loads(DEAL.replace("sochi-codex", "sochy"))[0])
