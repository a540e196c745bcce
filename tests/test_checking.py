"""A checker and the files that its records come from."""

from __future__ import annotations

import io
from pathlib import Path

from preferans_pbn.checking import Checker
from preferans_pbn.notation import ReadRecord, iter_records
from preferans_pbn.record import Record, Source

SESSIONS = Path("fixtures/session")


def of_file(path: Path) -> list[ReadRecord]:
    """The records of a file as they are read."""
    return list(iter_records(io.BytesIO(path.read_bytes()), path=str(path)))


def evenings() -> list[ReadRecord]:
    """One evening's last two boards, two boards of another, and five boards of a third, which has the Event, Site and
    Date of the first."""
    return [read for name in ("end-of-the-game.ppbn", "evening-four.ppbn", "evening-three.ppbn")
            for read in of_file(SESSIONS / name)]


def test_a_session_does_not_run_on_into_the_next_file() -> None:
    checker = Checker()
    for read in evenings():
        assert checker.check(read).diagnostics == []
    assert checker.sessions.state is not None and checker.sessions.state.deals == 5


def test_within_a_file_a_session_runs_on() -> None:
    reads = evenings()
    for read in reads:
        assert read.record is not None
        read.record.source = Source("", path="both.ppbn")
    checker = Checker()
    codes = [[found.code for found in checker.check(read).diagnostics] for read in reads]
    assert codes == [[], [], [], [], ["E616", "W805"], [], [], [], []]


def test_records_of_no_file_are_one_stream() -> None:
    checker = Checker()
    for board, codes in (("1", []), ("2", []), ("2", ["E616"])):
        record = Record(event="x", board=board, variant="sochi-codex", contract="all-pass")
        assert [found.code for found in checker.check(ReadRecord(record, [], 1)).diagnostics] == codes


def test_the_state_before_a_record_is_that_of_its_own_file() -> None:
    checker = Checker()
    for path, known in (("a", False), ("a", True), ("b", False)):
        record = Record(event="x", board="1", variant="sochi-codex", contract="all-pass", source=Source("", path=path))
        checker.enter(record)
        assert (checker.sessions.state is not None) is known
        checker.check(ReadRecord(record, [], 1))
