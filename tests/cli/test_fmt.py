"""``fmt``: canonical form, what is kept, and what is never overwritten."""

from __future__ import annotations

import json
import os
import random
import re
import stat
import tracemalloc
from pathlib import Path

import pytest

from preferans_pbn.data_files import data_path
from tests.cli.conftest import ALL_PASS, DEAL, HEADER, Run, file_of

LOOSE = (
    '[Event "Thursday club"]\n[Variant "sochi-codex"]\n[Dealer "E"]\n'
    '[Talon "H8 H7"]\n'
    '[Deal "S:HKA.C7.D7.STJQKA9  W:S78.CA89TJQK.DA E:HQJT9.DKQJT98"]\n'
    '[Contract "7S"]\n[Declarer "S"]\n'
)
"""A record as a person types it."""

TIDY = (
    '[Event "Thursday club"]\n[Variant "sochi-codex"]\n[Dealer "E"]\n'
    '[Deal "S:SAKQJT9.C7.D7.HAK W:S87.CAKQJT98.DA E:DKQJT98.HQJT9"]\n'
    '[Talon "H8 H7"]\n'
    '[Declarer "S"]\n[Contract "7S"]\n'
)
BROKEN = '[Event  "broken"]\n[Deal "S:XX"]\n[Site   "kept  as it is"]\n'


def test_canonical_form(run: Run) -> None:
    result = run("fmt", "-", input=LOOSE)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == file_of(TIDY)


def test_what_is_canonical_stays(run: Run, good: Path) -> None:
    assert run("fmt", good).stdout == good.read_text()


def test_hands_are_written_from_forehand_in_the_variants_direction(run: Run) -> None:
    clockwise = '[Event "x"]\n[Variant "sochi-codex"]\n[Dealer "S"]\n[Deal "S:- W:- E:-"]\n'
    assert '[Deal "W:- E:- S:-"]' in run("fmt", "-", input=clockwise).stdout


def test_the_dummy_plays_between_forehand_and_the_dealer(run: Run) -> None:
    two = '[Event "x"]\n[Variant "gusarik-2"]\n[Dealer "N"]\n[Dummy "E"]\n[Deal "E:- N:- S:-"]\n'
    assert '[Deal "S:- E:- N:-"]' in run("fmt", "-", input=two).stdout


def test_the_header_stands_once_and_records_of_several_files_follow_each_other(run: Run, tmp_path: Path) -> None:
    paths = []
    for number, text in enumerate((LOOSE, file_of(LOOSE), "; top\n" + LOOSE)):
        path = tmp_path / f"{number}.ppbn"
        path.write_text(text)
        paths.append(path)
    result = run("fmt", *paths)
    assert result.stdout.count(HEADER) == 1
    assert result.stdout.count("[Event") == 3
    assert "; top\n" in result.stdout
    assert run("fmt", "-", input=result.stdout).stdout == result.stdout


@pytest.mark.parametrize("text", [
    LOOSE,
    file_of(LOOSE, LOOSE),
    "; above\n" + LOOSE + "\n; between\n\n\n" + DEAL,
    "\ufeff" + LOOSE,
    LOOSE.replace("\n", "\r\n"),
    LOOSE + BROKEN,
    BROKEN + LOOSE,
    BROKEN + "\n\n\n" + LOOSE + "\n" + BROKEN + "\n" + DEAL,
    "\ufeff" + BROKEN + LOOSE,
    BROKEN.rstrip("\n"),
    LOOSE.rstrip("\n"),
    BROKEN.replace("\n", "\r\n") + "\r\n" + LOOSE,
    file_of(DEAL, ALL_PASS),
    "% PREFERANS-PBN 1.0\n" + BROKEN,
])
def test_twice_is_the_same_as_once(run: Run, text: str) -> None:
    once = run("fmt", "-", input=text.encode())
    twice = run("fmt", "-", input=once.stdout_bytes)
    assert twice.stdout_bytes == once.stdout_bytes
    assert once.stdout_bytes.startswith(HEADER.encode()) or text.startswith(("\ufeff" + BROKEN[:9], BROKEN[:9]))
    assert run("fmt", "--check", "-", input=once.stdout_bytes).exit_code == (1 if "broken" in text else 0)


def test_random_sessions_are_canonical(run: Run) -> None:
    made = run("random", "--seed", "5", "--count", "30")
    assert run("fmt", "-", input=made.stdout_bytes).stdout_bytes == made.stdout_bytes


def test_a_record_with_errors_is_kept_byte_for_byte_and_reported(run: Run) -> None:
    result = run("fmt", "-", input=BROKEN + "\n" + LOOSE)
    assert result.exit_code == 1
    assert result.stdout == BROKEN + "\n" + TIDY
    assert result.stderr == (
        "-:2:10: E105 XX is not a card\n"
        '    2 | [Deal "S:XX"]\n'
        "      |          ^~\n")


def test_bytes_that_are_no_text_are_kept(run: Run) -> None:
    broken = b'[Event "caf\xe9"]\r\n[Site "x"]\r\n'
    result = run("fmt", "-", input=LOOSE.encode() + b"\n" + broken + b"\n" + LOOSE.encode())
    assert result.exit_code == 1
    assert result.stdout_bytes == f"{HEADER}\n{TIDY}\n".encode() + broken + b"\n" + TIDY.encode()


def test_a_record_beyond_the_limit_is_kept_and_its_neighbours_are_formatted(run: Run) -> None:
    long = '[Event "long"]\n[Ruling "' + "x" * 5000 + '"]\n'
    result = run("fmt", "-", "--max-line", "1000", input=LOOSE + "\n" + long + "\n" + LOOSE)
    assert result.exit_code == 1
    assert result.stdout == f"{HEADER}\n{TIDY}\n{long}\n{TIDY}"


def test_faults_against_the_rules_are_no_matter(run: Run, bad: Path) -> None:
    result = run("fmt", bad)
    assert (result.exit_code, result.stdout) == (0, bad.read_text())


JOINTS = ["", "\n", "\n\n", "; c\n", "\n; c\n", "\n\ufeff", "\ufeff", "\nxx", "hello\n", "\nhello\n"]


def _errors(run: Run, path: Path) -> list[str]:
    report = run("check", "--format", "ndjson", path).stdout.splitlines()
    return [one["code"] for one in map(json.loads, report) if one["severity"] == "error"]


def _keeps_the_faults(run: Run, path: Path) -> bool:
    before = _errors(run, path)
    run("fmt", "--write", path)
    once = path.read_bytes()
    run("fmt", "--write", path)
    return _errors(run, path) == before and path.read_bytes() == once


@pytest.mark.parametrize("name", sorted(path.name for path in data_path("fixtures/bad").iterdir()))
def test_a_bad_file_has_the_same_faults_when_it_was_formatted(run: Run, tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_bytes((data_path("fixtures/bad") / name).read_bytes())
    assert _keeps_the_faults(run, path)


def test_a_mutated_stream_has_the_same_faults_when_it_was_formatted(run: Run, tmp_path: Path) -> None:
    chance = random.Random(20261130)
    path = tmp_path / "x.ppbn"
    found = 0
    for _ in range(60):
        text = ""
        for record in chance.choices([LOOSE, DEAL, BROKEN, ALL_PASS], k=chance.randint(1, 4)):
            lines = record.splitlines(keepends=True)
            if chance.random() < 0.3:
                del lines[0]
            if chance.random() < 0.5:
                lines.insert(chance.randrange(len(lines)), chance.choice([*lines, "{\n", "\n", "xx\n", '[Site "a]\n']))
            text += "".join(lines) + chance.choice(JOINTS)
        path.write_text(text)
        found += bool(_errors(run, path))
        assert _keeps_the_faults(run, path), text
    assert 20 < found < 60


def test_a_file_without_a_record_is_not_written(run: Run, tmp_path: Path) -> None:
    for text in ("hello\n", '[Event "a"]\r[Site "b"]\r', "\ufeffhello", BROKEN):
        path = tmp_path / "x.ppbn"
        path.write_bytes(text.encode())
        result = run("fmt", "--write", path)
        assert (result.exit_code, path.read_bytes()) == (1, text.encode())
        assert "0 files reformatted, 1 left unchanged" in result.stderr
        assert run("fmt", "--diff", path).stdout == ""


def test_a_byte_order_mark_of_a_second_file_is_left_out(run: Run, tmp_path: Path) -> None:
    first, second = tmp_path / "1.ppbn", tmp_path / "2.ppbn"
    first.write_text(BROKEN.rstrip("\n"))
    second.write_text("\ufeff" + BROKEN)
    assert run("fmt", first, second).stdout == BROKEN + "\n" + BROKEN


def test_a_long_line_is_copied_without_being_held(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "x.ppbn"
    path.write_text(LOOSE + "\n" + BROKEN + ";" + "x" * 24_000_000 + "\n")
    tracemalloc.start()
    try:
        run("fmt", "--write", path)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 12_000_000
    assert path.stat().st_size == len(f"{HEADER}\n{TIDY}\n{BROKEN};\n") + 24_000_000


# ---- --check, --diff ------------------------------------------------------------------------------------


def test_check(run: Run, good: Path, tmp_path: Path) -> None:
    loose = tmp_path / "loose.ppbn"
    loose.write_text(LOOSE)
    result = run("fmt", "--check", good, loose)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == f"would reformat {loose}\n1 file would be reformatted, 1 left unchanged\n"
    assert loose.read_text() == LOOSE
    assert run("fmt", "--check", good).exit_code == 0


def test_diff(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "x.ppbn"
    path.write_text(file_of(DEAL, TIDY.replace("S:SAKQJT9.C7", "S:SAKQJ9T.C7")))
    result = run("fmt", "--diff", path)
    start = file_of(DEAL).count("\n") + 2
    assert result.exit_code == 1
    assert result.stdout == (
        f"--- {path}\n+++ {path}\n"
        f"@@ -{start},7 +{start},7 @@\n"
        ' [Event "Thursday club"]\n [Variant "sochi-codex"]\n [Dealer "E"]\n'
        '-[Deal "S:SAKQJ9T.C7.D7.HAK W:S87.CAKQJT98.DA E:DKQJT98.HQJT9"]\n'
        '+[Deal "S:SAKQJT9.C7.D7.HAK W:S87.CAKQJT98.DA E:DKQJT98.HQJT9"]\n'
        ' [Talon "H8 H7"]\n [Declarer "S"]\n [Contract "7S"]\n')
    assert run("fmt", "--diff", "-", input=file_of(DEAL)).exit_code == 0


def test_a_diff_that_is_applied_gives_the_formatted_text(run: Run) -> None:
    chance = random.Random(7)
    for _ in range(25):
        records = chance.choices([LOOSE, DEAL, BROKEN, "\n\n" + DEAL, LOOSE.replace("\n", "\r\n"),
                                  DEAL.replace("SA S7 D8\n", "SA   S7 D8\n")], k=chance.randint(1, 6))
        text = chance.choice(["", HEADER, "\ufeff"]) + chance.choice(["", "\n"]).join(records)
        if chance.random() < 0.2:
            text = text.rstrip("\n")
        old = text.encode()
        formatted = run("fmt", "-", input=old).stdout_bytes
        diff = run("fmt", "--diff", "-", input=old).stdout_bytes
        assert _patched(old, diff) == formatted


def _patched(old: bytes, diff: bytes) -> bytes:
    """``old`` after a unified diff, written for this test."""
    lines = old.splitlines(keepends=True)
    result: list[bytes] = []
    at = 0
    parts = diff.splitlines(keepends=True)[2:]
    for number, line in enumerate(parts):
        body = line[1:]
        if number + 1 < len(parts) and parts[number + 1].startswith(b"\\"):
            body = body.removesuffix(b"\n")
        if line.startswith(b"@@"):
            head = re.match(rb"@@ -(\d+),(\d+) \+(\d+),(\d+) @@", line)
            assert head is not None
            start = int(head[1]) - (head[2] != b"0")
            result += lines[at:start]
            at = start
            assert len(result) == int(head[3]) - (head[4] != b"0")
        elif line.startswith(b"+"):
            result.append(body)
        elif not line.startswith(b"\\"):
            assert lines[at] == body
            if line.startswith(b" "):
                result.append(body)
            at += 1
    return b"".join(result + lines[at:])


# ---- --write --------------------------------------------------------------------------------------------


def test_write_rewrites_in_place_and_keeps_permissions(run: Run, good: Path, tmp_path: Path) -> None:
    path = tmp_path / "loose.ppbn"
    path.write_text(LOOSE)
    path.chmod(0o640)
    result = run("fmt", "--write", path, good)
    assert (result.exit_code, result.stdout, result.stderr) == (0, "", "1 file reformatted, 1 left unchanged\n")
    assert path.read_text() == file_of(TIDY)
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert sorted(os.listdir(tmp_path)) == ["good.ppbn", "loose.ppbn"]


def test_nothing_is_written_without_write(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "loose.ppbn"
    path.write_text(LOOSE)
    before = path.stat().st_mtime_ns
    for options in ([], ["--check"], ["--diff"]):
        run("fmt", path, *options)
    assert (path.read_text(), path.stat().st_mtime_ns) == (LOOSE, before)


def test_write_does_not_touch_what_is_canonical(run: Run, good: Path) -> None:
    before = good.stat()
    run("fmt", "--write", good)
    after = good.stat()
    assert (before.st_mtime_ns, before.st_ino) == (after.st_mtime_ns, after.st_ino)


def test_write_keeps_a_symbolic_link(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "real.ppbn"
    path.write_text(LOOSE)
    link = tmp_path / "link.ppbn"
    link.symlink_to(path)
    run("fmt", "--write", link)
    assert link.is_symlink()
    assert path.read_text() == file_of(TIDY)


def test_write_of_a_file_with_a_broken_record(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "x.ppbn"
    path.write_text(LOOSE + BROKEN)
    result = run("fmt", "--write", path)
    assert result.exit_code == 1
    assert path.read_text() == f"{HEADER}\n{TIDY}{BROKEN}"


@pytest.mark.parametrize("data", [b"", b"\x00\x01binary", '[Event "x"]'.encode("utf-16")])
def test_what_cannot_be_read_is_not_rewritten(run: Run, tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "x.ppbn"
    path.write_bytes(data)
    result = run("fmt", "--write", path)
    assert result.exit_code == 2
    assert path.read_bytes() == data
    assert run("fmt", path).exit_code == 2


def test_wrong_usage(run: Run, tmp_path: Path) -> None:
    assert "standard input" in run("fmt", "--write", "-", input=LOOSE).stderr
    packed = tmp_path / "x.ppbn.gz"
    packed.write_bytes(b"")
    for options in (["--write", packed], ["--write", "--check", "x"], ["--write", "--diff", "x"], []):
        result = run("fmt", *options)
        assert result.exit_code == 2
        assert "Error: " in result.stderr


def test_a_missing_file_does_not_stop_the_others(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "loose.ppbn"
    path.write_text(LOOSE)
    result = run("fmt", tmp_path / "none.ppbn", path)
    assert result.exit_code == 2
    assert result.stdout == file_of(TIDY)
    assert "E008" in result.stderr


# ---- --fix -----------------------------------------------------------------------------------------------------

SPELLED = DEAL.replace("6S 6C pass", "6♠ 6C пас").replace("HA DA H9", "HА DA H9").replace("SA S7 D8", "♠A S7 D8")


def test_fix_puts_right_what_can_mean_one_thing_only_and_says_so(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "x.ppbn"
    path.write_text(SPELLED, encoding="utf-8")
    kept = run("fmt", path)
    assert kept.exit_code == 1
    assert "6♠" in kept.stdout
    result = run("fmt", "--fix", path)
    assert (result.exit_code, result.stdout) == (0, file_of(DEAL))
    assert result.stderr.splitlines() == [
        f"{path}:16:1: E106 6♠ is not a call; read as 6S",
        f"{path}:16:7: E106 пас is not a call; read as pass",
        f"{path}:24:1: E105 ♠A is not a card; read as SA",
        f"{path}:26:1: E102 HА has the Cyrillic letter А where A is meant; read as HA",
        "4 spellings put right",
    ]
    assert path.read_text(encoding="utf-8") == SPELLED
    assert run("fmt", "--fix", "--write", path).exit_code == 0
    assert path.read_text(encoding="utf-8") == file_of(DEAL)
    again = run("fmt", "--fix", "--check", path)
    assert (again.exit_code, "0 spellings put right" in again.stderr) == (0, True)


def test_fix_leaves_what_is_not_safe(run: Run, tmp_path: Path) -> None:
    """Cyrillic Т is the ten that it looks like or the ace: the record keeps it and its other fixes are made."""
    text = SPELLED.replace("HK C8 HT", "HK C8 HТ").replace("6♠ 6C пас", "6♠ 6C чепуха")
    path = tmp_path / "x.ppbn"
    path.write_text(f"{text}\n{ALL_PASS}", encoding="utf-8")
    result = run("fmt", "--fix", path)
    assert result.exit_code == 1
    assert "6S 6C чепуха\n" in result.stdout
    assert "\nSA S7 D8\n" in result.stdout and "\nHA DA H9\n" in result.stdout and "\nHK C8 HТ\n" in result.stdout
    assert "E102 HТ has the Cyrillic letter Т where T is meant" in result.stderr
    assert "unsafe fix: if the ten is meant (with the ace, туз, it is HA): HT" in result.stderr
    assert result.stdout.endswith(ALL_PASS)
    assert result.stdout.count("[Event ") == 2


def test_fix_tells_both_readings_of_a_latin_t_among_russian_ranks(run: Run, tmp_path: Path) -> None:
    text = DEAL.replace("SAKQJT9.C7.D7.HAK", "♠TКДВ109.♣7.♦7.♥TК")
    path = tmp_path / "x.ppbn"
    path.write_text(text, encoding="utf-8")
    result = run("fmt", "--fix", path)
    assert (result.exit_code, result.stdout) == (1, file_of(text).removeprefix(f"{HEADER}\n"))
    assert ("E108 ♠TКДВ109.♣7.♦7.♥TК can be read in two ways: STKQJT9.C7.D7.HTK or SAKQJT9.C7.D7.HAK\n"
            in result.stderr)
    path.write_text(text.replace("109", "9"), encoding="utf-8")
    result = run("fmt", "--fix", path)
    assert result.stdout == text.replace("109", "9")
    assert ("E108 ♠TКДВ9.♣7.♦7.♥TК can be read in two ways: STKQJ9.C7.D7.HTK or SAKQJ9.C7.D7.HAK\n"
            in result.stderr)
    assert "read as" not in result.stderr.replace("can be read", "")
    assert result.stderr.endswith("0 spellings put right\n")


def test_fix_shows_the_whole_hand(run: Run, tmp_path: Path) -> None:
    text = DEAL.replace("SAKQJT9.C7.D7.HAK", "SАKQJT9.C7.D7.HАK").replace("CAKQJT98", "CAKQJ1098")
    path = tmp_path / "x.ppbn"
    path.write_text(text, encoding="utf-8")
    result = run("fmt", "--fix", path)
    assert (result.exit_code, result.stdout) == (0, file_of(DEAL))
    assert [line.split(" ", 1)[1] for line in result.stderr.splitlines()[:2]] == [
        "E102 S:SАKQJT9.C7.D7.HАK has the Cyrillic letter А where A is meant; read as S:SAKQJT9.C7.D7.HAK",
        "E105 S87.CAKQJ1098.DA is not a card; read as S87.CAKQJT98.DA",
    ]


def test_fix_shows_in_the_diff(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "x.ppbn"
    path.write_text(SPELLED, encoding="utf-8")
    result = run("fmt", "--fix", "--diff", path)
    assert result.exit_code == 1
    assert "-6♠ 6C пас\n" in result.stdout and "+6S 6C pass\n" in result.stdout


def test_check_lenient_reads_other_spellings(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "x.ppbn"
    path.write_text(SPELLED, encoding="utf-8")
    assert run("check", path).exit_code == 1
    result = run("check", "--lenient", path)
    assert (result.exit_code, result.stdout) == (0, "")
    assert "E106 пас is not a call; read as pass" in result.stderr
