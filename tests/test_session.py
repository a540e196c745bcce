"""Sessions: boards in order, state that is lost and taken up again, claims about it."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path

import pytest

from preferans_pbn import notation
from preferans_pbn.checking import check_stream
from preferans_pbn.generate import generate
from preferans_pbn.record import Table, Where
from preferans_pbn.session import Sessions
from preferans_pbn.variants import load_variant

FIXTURES = Path(__file__).parent.parent / "fixtures"
HEADER, *DEALS = (FIXTURES / "session/evening-three.ppbn").read_text(encoding="utf-8").rstrip("\n").split("\n\n")
OPENING = '[OpeningSheetTable "Seat;Pool;Dump;Whists"]\nS {pool} 0 E:6\nW 0 0 E:8\nE 0 2 -\n[Deal '


def told(*records: str) -> list[tuple[int, str, str]]:
    """Record, code and message of everything that is found in ``records``."""
    text = "\n\n".join((HEADER, *records)) + "\n"
    reads = notation.iter_records(io.BytesIO(text.encode()))
    return [(checked.number, one.code, one.message) for checked in check_stream(reads) for one in checked.diagnostics]


def codes(*records: str) -> list[tuple[int, str]]:
    return [(number, code) for number, code, _ in told(*records)]


def renamed(record: str, board: str) -> str:
    """``record`` as another board."""
    lines = [f'[Board "{board}"]' if line.startswith("[Board ") else line for line in record.split("\n")]
    return "\n".join(lines)


def test_the_evening_is_in_order() -> None:
    assert len(DEALS) == 5
    assert told(*DEALS) == []


def test_a_missing_board_is_told_once_and_blames_no_record_behind_it() -> None:
    assert told(DEALS[0], *DEALS[2:]) == [
        (2, "W805", "the state of this session is not known; a deal is missing before board 3, so what follows from "
                    "it is not checked")]


def test_behind_a_gap_the_sheets_are_compared_again() -> None:
    # The fifth deal's sheet has 11 in S's pool; 12 does not follow from the fourth's 5 and the six of the deal.
    wrong = DEALS[4].replace("S 11 0 E:6", "S 12 0 E:6")
    assert wrong != DEALS[4]
    assert codes(DEALS[0], DEALS[2], DEALS[3], wrong)[:2] == [(2, "W805"), (4, "E611")]


def test_a_board_that_comes_twice() -> None:
    assert told(DEALS[0], *DEALS) == [(2, "E616", "board 1 stands twice in this session")]
    assert told(*DEALS[:3], *DEALS[2:]) == [(4, "E616", "board 3 stands twice in this session")]


def test_boards_out_of_order() -> None:
    second_first = told(DEALS[1], DEALS[0], *DEALS[2:])
    assert [(number, code) for number, code, _ in second_first] == [(1, "W805"), (2, "E616"), (3, "W805")]
    assert second_first[1][2] == "board 1 stands behind board 2; the boards of a session rise"


@pytest.mark.parametrize("boards", [("1", "2a", "7"), ("1", "02", "3")])
def test_boards_that_are_no_numbers_and_boards_with_zeros(boards: tuple[str, ...]) -> None:
    assert told(*(renamed(deal, board) for deal, board in zip(DEALS[:3], boards, strict=True))) == []


def test_a_second_board_1_with_other_players_is_another_game() -> None:
    other = DEALS[0].replace("Olha", "Maria")
    assert told(DEALS[0], DEALS[1], other) == []


def test_a_second_board_1_behind_the_settlement_is_another_game() -> None:
    assert told(*DEALS, *DEALS) == []


def test_a_record_that_cannot_be_read_is_no_gap() -> None:
    broken = DEALS[1].replace('[Contract "all-pass"]', '[Contract "7X"]')
    assert "W805" not in [code for number, code in codes(DEALS[0], broken, *DEALS[2:]) if number != 3]
    assert "missing before" not in "".join(message for _, _, message in told(DEALS[0], broken, *DEALS[2:]))


def test_a_sheet_that_cannot_be_checked_is_taken_as_it_is_and_the_next_is_compared_with_it() -> None:
    started = DEALS[2].replace("S 1 0 E:6", "S 10 0 E:6")
    findings = told(started, DEALS[3])
    assert findings[0] == (1, "W805", "the state of this session is not known; the sheet is taken as it is written, "
                                      "not checked")
    # 10 and the four of the deal are 14; the record goes on from 1.
    assert findings[1] == (2, "E611", "S stands at 14 in Pool, not 5")


def test_an_opening_sheet_that_contradicts_the_replay_is_a_wrong_state() -> None:
    # After the first deal: S 6 whists on E, W 8, E 2 in the dump.
    right, wrong = (DEALS[1].replace("[Deal ", OPENING.format(pool=pool)) for pool in (0, 5))
    assert told(DEALS[0], right) == []
    assert told(DEALS[0], wrong) == [(2, "E615", "OpeningSheetTable says 5 for S in Pool, but it is 0")]


def test_an_opening_sheet_behind_a_gap_makes_the_state_known() -> None:
    opening = '[OpeningSheetTable "Seat;Pool;Dump;Whists"]\nS 1 0 E:6\nW 0 2 E:8\nE 0 10 -\n[Deal '
    assert told(DEALS[0], DEALS[2].replace("[Deal ", opening), *DEALS[3:]) == []


@pytest.mark.parametrize("target", ["0", "-5"])
def test_a_target_is_above_nothing(target: str) -> None:
    wrong = DEALS[0].replace('[Target "20"]', f'[Target "{target}"]')
    assert told(wrong, DEALS[1]) == [(1, "E203", f"{target} is not a value of Target: a target is above 0")]


def test_who_changes_seats_is_told_and_somebody_new_is_not() -> None:
    moved = DEALS[1].replace('[South "Olha"]\n[West "Petro"]', '[South "Petro"]\n[West "Olha"]')
    assert codes(DEALS[0], moved) == [(2, "W810"), (2, "W810")]
    assert codes(DEALS[0], DEALS[1].replace("Petro", "Marko")) == []


def claims(name: str, *changes: tuple[str, str]) -> list[tuple[int, str, str]]:
    """What is found in a session of ``fixtures/`` after the first of each change's places in its second record has been
    changed."""
    header, *records = (FIXTURES / name).read_text(encoding="utf-8").rstrip("\n").split("\n\n")
    for old, new in changes:
        assert old in records[1], old
        records[1] = records[1].replace(old, new, 1)
    text = "\n\n".join((header, *records[:2])) + "\n"
    reads = notation.iter_records(io.BytesIO(text.encode()))
    return [(checked.number, one.code, one.message) for checked in check_stream(reads) for one in checked.diagnostics]


BULE = ('[Bule "20"]', '[Bule "30"]')
BULE_TOLD = (2, "E615", "Bule says 30, but it is 20")


@pytest.mark.parametrize(("name", "changes", "found"), [
    ("serbian/nedeljna-partija.ppbn", [BULE, ("[Dealer ", '[Refe "S:2 W:1 E:1"]\n[Dealer ')],
     [BULE_TOLD, (2, "E615", "Refe says S:2, but it is S:1")]),
    ("serbian/nedeljna-partija.ppbn", [BULE, ("[Dealer ", '[Refe "S:1 W:1 E:1"]\n[Dealer ')], [BULE_TOLD]),
    ("serbian/nedeljna-partija.ppbn", [("[Dealer ", '[Refe "S:2 W:2 E:2"]\n[Dealer ')],  # one tag, one fault
     [(2, "E615", "Refe says S:2, but it is S:1")]),
    ("serbian/nedeljna-partija.ppbn",
     [("[Dealer ", '[AllPassRun "3"]\n[Refe "S:2 W:1 E:1"]\n[Dealer ')],
     [(2, "E615", "AllPassRun says 3, but it is 1"), (2, "E615", "Refe says S:2, but it is S:1")]),
    ("greek/session.ppbn", [('[Kasa "300"]', '[Kasa "400"]'), ('[KasaLeft "260"]', '[KasaLeft "250"]')],
     [(2, "E615", "Kasa says 400, but it is 300"), (2, "E615", "KasaLeft says 250, but it is 260")]),
])
def test_every_state_tag_is_a_claim_of_its_own(
    name: str, changes: list[tuple[str, str]], found: list[tuple[int, str, str]],
) -> None:
    assert claims(name) == []
    assert claims(name, *changes) == found


def test_the_rows_of_a_table_may_stand_in_any_order() -> None:
    """A cell is compared by its seat, wherever its row stands and however its number is written."""
    deals = generate(load_variant("sochi-codex"), 3, 40)
    record = next(one for one in deals if one.contract not in (None, "all-pass"))
    record.board, record.session = "1", "1"
    record.sheet_table = record.settlement_table = None
    assert record.score_table is not None
    rows = record.score_table.rows
    for order in (rows, rows[::-1], rows[1:] + rows[:1]):
        dashed = tuple(tuple("-" if cell == "0" else cell for cell in row) for row in order)
        for told in (order, dashed):
            changed = replace(record, score_table=Table(record.score_table.columns, told))
            assert Sessions().replay(changed, load_variant("sochi-codex")).diagnostics == []
        wrong = tuple((*row[:1], "99", *row[2:]) if row[0] == rows[0][0] else row for row in order)
        changed = replace(record, score_table=Table(record.score_table.columns, wrong))
        found = Sessions().replay(changed, load_variant("sochi-codex")).diagnostics
        assert [(one.code, one.where) for one in found] == [("E610", Where("ScoreTable", (rows[0][0], "Pool")))]
