"""``new``: a hand from what is told, checked at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import DEAL, HEADER, Run, file_of

TOLD = [
    "--variant", "sochi-codex", "--event", "Thursday club", "--site", "Tallinn EST", "--date", "2026-11-26", "--table",
    "2", "--board", "1", "--target", "20", "--name", "S=Anna", "--name", "запад=Boris", "--name", "E=Clara", "--dealer",
    "E", "--south", "♠ТКДВ109 ♣7 ♦7 ♥ТК", "--west", "S87.CAKQJT98.DA", "--east", "бКДВ1098 чДВ109", "--talon", "8♥ 7♥",
    "--auction", "6♠ 6♣ пас 7♠ пас", "--contract", "7 пик", "--declarer", "юг", "--discard", "♣7 ♦7",
    "--defence", "вист вист", "--tricks", "8 0 2",
]
PLAY = DEAL[DEAL.index('[Play "S"]'):DEAL.index("[Tricks")]
SCORE = DEAL[DEAL.index("[ScoreTable"):]
RECORD = DEAL.replace(PLAY, "").replace(SCORE, "").replace('[Rules "ten=checked"]\n', "")


def test_a_whole_hand(run: Run) -> None:
    result = run("new", *TOLD)
    assert (result.exit_code, result.stdout, result.stderr) == (0, f"{HEADER}\n{RECORD}", "")


def test_what_is_not_told_is_not_there(run: Run) -> None:
    result = run("new", "--contract", "мизер", "--declarer", "W")
    assert (result.exit_code, result.stdout) == (0, f'{HEADER}\n[Declarer "W"]\n[Contract "misere"]\n')


def test_answers_at_a_terminal(run: Run) -> None:
    answers = ["sochi", "Thursday club", "26.11.2026", "2026-11-26", "1", "Anna", "Boris", "Clara", "e",
               "♠ТКДВ109 ♣7 ♦7 ♥ТК", "♠87 ♣ТКДВ1098 ♦7", "♠87 ♣ТКДВ1098 ♦Т", "КДВ1098 бубен", "♦КДВ1098 ♥ДВ109",
               "h8 h7", "6s 6c pass 7s pass", "7s", "south", "", "whist whist", ""]
    result = run("new", "--ask", input="\n".join(answers) + "\n")
    assert result.exit_code == 0
    assert result.stdout == f"{HEADER}\n" + RECORD.replace('[Site "Tallinn EST"]\n', "").replace(
        '[Table "2"]\n', "").replace('[Target "20"]\n', "").replace('[Discard "C7 D7"]\n', "").replace(
        '[Tricks "S:8 W:0 E:2"]\n', "")
    for message in ("26.11.2026 is no date such as 2026.11.26", "D7 is in S's hand already",
                    "КДВ1098: of which suit?", "Defence, from W", "Tricks of S, W, E"):
        assert message in result.stderr


def test_an_all_pass_is_not_asked_for_a_declarer(run: Run) -> None:
    result = run("new", "--ask", "--dealer", "E", "--contract", "распасы", "--tricks", "3 3 4", input="\n" * 30)
    assert "Declarer" not in result.stderr
    assert result.stdout.endswith('[Contract "all-pass"]\n[Tricks "S:3 W:3 E:4"]\n')


def test_it_is_checked_at_once(run: Run, tmp_path: Path) -> None:
    told = [*TOLD[:-1], "8 1 2"]
    target = tmp_path / "x.ppbn"
    result = run("new", *told, "-o", target)
    assert (result.exit_code, result.stdout) == (1, "")
    assert "E602" in result.stderr and "nothing was written" in result.stderr
    assert not target.exists()
    assert run("new", *told, "-o", target, "--anyway").exit_code == 1
    assert '[Tricks "S:8 W:1 E:2"]' in target.read_text()
    asked = run("new", *told, "--ask", input="y\n" * 9)
    assert (asked.exit_code, '[Tricks "S:8 W:1 E:2"]' in asked.stdout) == (1, True)


@pytest.mark.parametrize("arguments, message", [
    (["--south", "AKQ"], "'--south': AKQ: of which suit?"), (["--dealer", "up"], "'--dealer': up is no seat"),
    (["--south", "♠AK"], "that is 2 cards; a hand has ten"), (["--auction", "6S"], "the auction needs the dealer"),
    (["--name", "Anna"], "'Anna' is not SEAT=NAME"), (["--name", "X=Anna"], "X is no seat"),
    (["--variant", "sochy"], "did you mean sochi?"), ([], "Nothing is told"),
    (["--append", "a", "-o", "b"], "do not go together"), (["--event", "a\nb"], "a control character"),
])
def test_what_cannot_be_understood(run: Run, arguments: list[str], message: str) -> None:
    result = run("new", *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr


def test_the_next_board_of_an_evening(run: Run, tmp_path: Path) -> None:
    evening = tmp_path / "evening.ppbn"
    assert run("new", *TOLD, "--append", evening).exit_code == 0
    result = run("new", "--append", evening, "--dealer", "S", "--auction", "пас пас пас", "--contract", "all-pass",
                 "--tricks", "3 3 4")
    assert (result.exit_code, result.stdout, result.stderr) == (0, "", "")
    second = RECORD[:RECORD.index("[Dealer")].replace('[Board "1"]', '[Board "2"]') + (
        '[Dealer "S"]\n[Auction "W"]\npass pass pass\n[Contract "all-pass"]\n[Tricks "S:3 W:3 E:4"]\n')
    assert evening.read_text() == file_of(RECORD, second)
    assert run("check", evening).stderr == "2 records: 2 valid, 0 with errors\n"


def test_what_is_in_the_file_stays(run: Run, tmp_path: Path) -> None:
    evening = tmp_path / "evening.ppbn"
    evening.write_bytes(b'% mine\n[Event "x"] ; no line end')
    assert run("new", "--append", evening, "--contract", "6S").exit_code == 0
    assert evening.read_bytes() == b'% mine\n[Event "x"] ; no line end\n\n[Event "x"]\n[Contract "6S"]\n'
    evening.write_bytes(b'[Board "1"]\n{open')
    assert run("new", "--append", evening, "--contract", "6S").exit_code == 2
    assert evening.read_bytes() == b'[Board "1"]\n{open'
    evening.write_bytes(b"\x00\x01")
    assert run("new", "--append", evening, "--contract", "6S").exit_code == 2
    assert evening.read_bytes() == b"\x00\x01"
