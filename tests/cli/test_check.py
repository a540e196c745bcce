"""``check``: findings with carets, selection, exit codes, inputs."""

from __future__ import annotations

import gzip
import io
import zipfile
from pathlib import Path

import pytest

from tests.cli.conftest import ALL_PASS, DEAL, Process, Run, file_of


def test_a_file_in_order(run: Run, good: Path) -> None:
    result = run("check", good)
    assert (result.exit_code, result.stdout, result.stderr) == (0, "", "1 record: 1 valid, 0 with errors\n")


def test_a_fault_has_its_place_its_line_and_a_caret(run: Run, bad: Path) -> None:
    result = run("check", bad)
    assert result.exit_code == 1
    assert result.stdout == (
        f"{bad}:26:4: E512 W must follow spades: holds S8 S7 (trick 1, card 2)\n"
        "   26 | SA C8 D8\n"
        "      |    ^~\n")
    assert result.stderr == "2 records: 1 valid, 1 with errors\n"


def test_the_rule_behind_a_finding_is_named_with_its_value_and_source(run: Run, good: Path) -> None:
    text = good.read_text().replace("6S 6C pass\n7S pass", "6S 7C pass\n7S pass")
    result = run("check", "-", input=text)
    assert result.stdout == (
        "-:19:1: E404 S must bid higher than 7C: 7S is not\n"
        "   19 | 7S pass\n"
        "      | ^~\n"
        "      = rule bid_ladder=russian26 (sochi-codex@1; CODEX, G-LL1R1K A.1)\n")


def test_a_rule_set_on_the_command_line_is_named_as_such(run: Run, good: Path) -> None:
    text = good.read_text().replace("6S 6C pass\n7S pass", "misere 6C pass\n7S pass")
    result = run("check", "-", "--rules", "misere_beaten_by=9_hand", input=text)
    assert "= rule misere_beaten_by=9_hand (set by Rules)\n" in result.stdout


def test_a_fix_is_offered(run: Run, good: Path) -> None:
    result = run("check", "-", input=good.read_text().replace("SJ CQ DT", "SJ СQ DT"))
    assert result.stdout == (
        "-:33:4: E102 СQ has the Cyrillic letter С where C is meant\n"
        "   33 | SJ СQ DT\n"
        "      |    ^~\n"
        "      = fix: write it in ASCII letters: CQ\n")


def test_wide_characters_and_tabs_before_the_fault_keep_the_caret_in_its_place(run: Run) -> None:
    result = run("check", "-", input='[Event "愛"]\n[Variant "sochi"]\n[Auction "S"]\n{愛}\t6S 6Q\n')
    lines = result.stdout.splitlines()
    assert lines[:3] == [
        "-:4:8: E106 6Q is not a call",
        "    4 | {愛}    6S 6Q",
        "      |            ^~",
    ]


def test_concise_has_one_line_a_finding(run: Run, bad: Path) -> None:
    result = run("check", bad, "--format", "concise")
    assert result.stdout == f"{bad}:26:4: E512 W must follow spades: holds S8 S7 (trick 1, card 2)\n"
    assert result.exit_code == 1


def test_control_characters_of_a_record_do_not_reach_the_terminal(run: Run) -> None:
    result = run("check", "-", input=b'[Event "x"]\n[Contract "\x1b[31m7X"]\n')
    assert "\x1b" not in result.stdout
    assert "\u241b[31m7X" in result.stdout


# ---- warnings, selection --------------------------------------------------------------------------------


def test_warnings_alone_are_fine(run: Run) -> None:
    result = run("check", "-", input=DEAL.replace("[Table", '[Chair "4"]\n[Table'))
    assert result.exit_code == 0
    assert "-:4:2: W803 the tag Chair is not part of the notation" in result.stdout
    assert result.stderr == "1 record: 1 valid, 0 with errors, 1 warning\n"


@pytest.mark.parametrize(("options", "codes"), [
    ([], ["E512", "W803"]),
    (["--select", "E"], ["E512"]),
    (["--select", "E4,W"], ["W803"]),
    (["--select", "revoke"], ["E512"]),
    (["--ignore", "E5"], ["W803"]),
    (["--ignore", "W", "--ignore", "E512"], []),
    (["--select", "E512", "--ignore", "E5"], ["E512"]),
    (["--select", "E5", "--ignore", "e512"], []),
])
def test_select_and_ignore(run: Run, bad: Path, options: list[str], codes: list[str]) -> None:
    bad.write_text(bad.read_text().replace("[Table", '[Chair "4"]\n[Table', 1))
    result = run("check", bad, "--format", "concise", *options)
    found = sorted(line.split()[1] for line in result.stdout.splitlines())
    assert found == codes
    assert result.exit_code == ("E512" in codes)


def test_a_selection_of_no_code_is_refused_with_a_suggestion(run: Run, good: Path) -> None:
    result = run("check", good, "--select", "revok")
    assert result.exit_code == 2
    assert "No code begins with 'revok'. Did you mean revoke?" in result.stderr


def test_exit_zero(run: Run, bad: Path) -> None:
    result = run("check", bad, "--exit-zero")
    assert result.exit_code == 0
    assert "E512" in result.stdout


def test_exit_zero_does_not_hide_what_cannot_be_read(run: Run, tmp_path: Path) -> None:
    assert run("check", tmp_path / "none.ppbn", "--exit-zero").exit_code == 2


def test_statistics_count_by_code(run: Run, bad: Path) -> None:
    text = bad.read_text()
    bad.write_text(text + "\n" + text.removeprefix("% PREFERANS-PBN 1.0\n\n").replace('"2"', '"4"').replace(
        '"3"', '"5"').replace("[Site", '[Chair "1"]\n[Site', 1))
    result = run("check", bad, "--format", "concise", "--statistics")
    assert result.stdout.splitlines()[-2:] == ["2  E512  revoke", "1  W803  unknown-tag"]
    machine = run("check", bad, "--format", "ndjson", "--statistics")
    assert machine.stderr.splitlines()[:2] == ["2  E512  revoke", "1  W803  unknown-tag"]


# ---- rules ----------------------------------------------------------------------------------------------


def test_variant_holds_for_records_that_name_none(run: Run) -> None:
    unnamed = DEAL.replace('[Variant "sochi-codex"]\n', "")
    assert "W809" in run("check", "-", input=unnamed).stdout
    assert run("check", "-", "--variant", "sochi", input=unnamed).stdout == ""
    assert run("check", "-", "--variant", "sochi-guide", input=DEAL).stdout == ""


def test_override_variant_holds_for_all(run: Run) -> None:
    named_wrong = DEAL.replace("sochi-codex", "sochy")
    assert "E210" in run("check", "-", input=named_wrong).stdout
    assert run("check", "-", "--override-variant", "sochi-codex", "--rules", "ten=checked",
               input=named_wrong).stdout == ""


def test_rules_overrule_the_record(run: Run) -> None:
    assert run("check", "-", input=DEAL).exit_code == 0
    result = run("check", "-", "--rules", "k=10 wm=2", "--rules", "gm=2", input=DEAL)
    # With whists doubled E writes 16 on S for two tricks at seven.
    assert "E610 E writes S:16 in Whists, not S:8" in result.stdout
    assert result.exit_code == 1


@pytest.mark.parametrize(("options", "message"), [
    (["--variant", "sochy"], "no variant is called sochy; did you mean sochi?"),
    (["--override-variant", "sochy"], "no variant is called sochy; did you mean sochi?"),
    (["--rules", "tem=checked"], "no parameter is called tem; did you mean ten?"),
    (["--rules", "ten=cheked"], "ten cannot be cheked: expected one of"),
    (["--rules", "ten"], "'ten' is not a rule"),
    (["--max-line", "0"], "0 is not in the range"),
    (["--format", "xml"], "'xml' is not one of"),
    (["--jobs", "two"], "'two' is neither a number of processes nor auto."),
    (["--jobs", "-1"], "'-1' is neither a number of processes nor auto."),
])
def test_wrong_options_exit_2_with_a_sentence(run: Run, good: Path, options: list[str], message: str) -> None:
    result = run("check", good, *options)
    assert result.exit_code == 2
    assert message in result.stderr
    assert result.stdout == ""


# ---- inputs ---------------------------------------------------------------------------------------------


def test_standard_input(run: Run) -> None:
    result = run("check", "-", input=file_of(DEAL))
    assert (result.exit_code, result.stderr) == (0, "1 record: 1 valid, 0 with errors\n")


def test_a_session_does_not_go_on_in_the_next_file(run: Run, tmp_path: Path) -> None:
    for name in ("a.ppbn", "b.ppbn"):
        (tmp_path / name).write_text(file_of(DEAL))
    result = run("check", tmp_path / "a.ppbn", tmp_path / "b.ppbn")
    assert (result.exit_code, result.stderr) == (0, "2 records: 2 valid, 0 with errors\n")


def test_a_directory_is_searched_in_the_order_of_names(run: Run, tmp_path: Path) -> None:
    broken = '[Event "x"]\n[Contract "7X"]\n'
    (tmp_path / "b").mkdir()
    (tmp_path / ".hidden").mkdir()
    for name in ("c.ppbn", "a.PPBN", "b/x.ppbn", ".hidden/y.ppbn", "b/readme.txt", ".z.ppbn"):
        (tmp_path / name).write_text(broken)
    (tmp_path / "b" / "y.ppbn.gz").write_bytes(gzip.compress(broken.encode()))
    result = run("check", tmp_path, "--format", "concise", "--select", "E203")
    names = [line.split(":")[0] for line in result.stdout.splitlines()]
    assert names == [str(tmp_path / name) for name in ("a.PPBN", "c.ppbn", "b/x.ppbn", "b/y.ppbn.gz")]


def test_gzip_by_name_and_on_standard_input(run: Run, tmp_path: Path, bad: Path) -> None:
    data = gzip.compress(bad.read_bytes())
    packed = tmp_path / "bad.ppbn.gz"
    packed.write_bytes(data)
    result = run("check", packed, "--format", "concise")
    assert result.stdout.startswith(f"{packed}:26:4: E512 ")
    assert run("check", "-", "--format", "concise", input=data).stdout.startswith("-:26:4: E512 ")


def test_what_a_cut_gzip_file_holds_is_read(run: Run, tmp_path: Path) -> None:
    records = [DEAL.replace('[Table "2"]', f'[Table "{n * 7919}"]') for n in range(200)]
    packed = tmp_path / "cut.ppbn.gz"
    data = gzip.compress(file_of(*records).encode())
    packed.write_bytes(data[: len(data) * 2 // 3])
    result = run("check", packed)
    assert result.exit_code == 2
    assert "E008 cannot read this file: compressed file ended before" in result.stdout
    assert int(result.stderr.split()[0]) > 50


def test_zip_members_are_named_by_archive_and_member(run: Run, tmp_path: Path, bad: Path) -> None:
    archive = tmp_path / "a.zip"
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("notes.txt", "not a record")
        packed.writestr("x/bad.ppbn", bad.read_text())
    result = run("check", archive, "--format", "concise")
    assert result.stdout.startswith(f"{archive}/x/bad.ppbn:26:4: E512 ")
    assert result.exit_code == 1


@pytest.mark.parametrize(("name", "data", "message"), [
    ("empty.ppbn", b"", "E001 nothing to read"),
    ("blank.ppbn", b"\n% only this\n\n", "E001 nothing to read"),
    ("binary.ppbn", b"\x89PNG\r\n\x00\x01", "E002 this is not a text file"),
    ("utf16.ppbn", '[Event "x"]'.encode("utf-16"), "E003 this file is UTF-16"),
    ("bad.zip", b"PK no archive", "E008 cannot read this file: not a zip archive"),
    ("bad.ppbn.gz", b"no gzip", "E008 cannot read this file: not a gzipped file"),
    ("none", None, "E008 cannot read this file: no such file or directory"),
])
def test_what_cannot_be_read_exits_2(run: Run, tmp_path: Path, name: str, data: bytes | None, message: str) -> None:
    path = tmp_path / name
    if data is not None:
        path.write_bytes(data)
    result = run("check", path)
    assert result.exit_code == 2
    assert message in result.stdout
    assert result.stderr == "0 records: 0 valid, 0 with errors, 1 input not readable\n"


def test_an_unreadable_input_does_not_hide_the_others(run: Run, tmp_path: Path, bad: Path) -> None:
    result = run("check", tmp_path / "none.ppbn", bad)
    assert result.exit_code == 2
    assert "E512" in result.stdout
    assert result.stderr == "2 records: 1 valid, 1 with errors, 1 input not readable\n"


def test_an_empty_directory(run: Run, tmp_path: Path) -> None:
    result = run("check", tmp_path)
    assert result.exit_code == 2
    assert "no .ppbn file in this directory" in result.stdout


def test_zst_without_its_package_says_what_to_install(run: Run, tmp_path: Path,
                                                      monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> object:
        raise ImportError(name)

    monkeypatch.setattr("preferans_pbn.inputs.import_module", missing)
    path = tmp_path / "x.ppbn.zst"
    path.write_bytes(b"\x28\xb5\x2f\xfd")
    result = run("check", path)
    assert result.exit_code == 2
    assert "pip install 'preferans-pbn[zstd]'" in result.stdout


def test_zst(run: Run, tmp_path: Path, bad: Path) -> None:
    zstandard = pytest.importorskip("zstandard")
    data = zstandard.ZstdCompressor().compress(bad.read_bytes())
    path = tmp_path / "bad.ppbn.zst"
    path.write_bytes(data)
    assert f"{path}:26:4: E512" in run("check", path).stdout
    assert "-:26:4: E512" in run("check", "-", input=data).stdout
    path.write_bytes(data[:50])
    assert run("check", path).exit_code == 2


def test_a_zip_archive_on_standard_input_is_refused(run: Run) -> None:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as packed:
        packed.writestr("a.ppbn", DEAL)
    result = run("check", "-", input=data.getvalue())
    assert result.exit_code == 2
    assert "this is a zip archive" in result.stdout


def test_limits(run: Run) -> None:
    result = run("check", "-", "--max-line", "60", input=file_of(DEAL))
    assert "E006 this line is longer than 60 bytes" in result.stdout
    result = run("check", "-", "--max-record", "500", input=file_of(DEAL))
    assert "E007 this record is longer than 500 bytes" in result.stdout
    assert result.exit_code == 1


def test_a_broken_record_does_not_hide_its_neighbours(run: Run) -> None:
    result = run("check", "-", "--format", "concise",
                 input=file_of(DEAL, '[Event "x"]\n[Site "unclosed]\n{ open\n', ALL_PASS.replace('"2"]', '"1"]', 2)))
    assert result.stderr.startswith("3 records: 2 valid, 1 with errors")


# ---- as a process ---------------------------------------------------------------------------------------


def test_as_a_process_with_random_records(process: Process) -> None:
    made = process("random", "--seed", "1", "--count", "50")
    assert (made.returncode, made.stderr) == (0, b"")
    checked = process("check", "-", input=made.stdout)
    assert (checked.returncode, checked.stdout, checked.stderr) == (0, b"", b"50 records: 50 valid, 0 with errors\n")


def test_findings_on_a_terminal_of_an_old_encoding(process: Process) -> None:
    result = process("check", "-", input=file_of(DEAL).replace("SJ CQ", "SJ СQ").encode(),
                     env={"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"})
    assert result.returncode == 1
    assert b"\\u0421Q" in result.stdout
    assert b"Traceback" not in result.stderr


def test_a_card_twice_in_one_place_says_so(run: Run) -> None:
    # S has the ace of spades twice and no king; then S lays the seven of clubs away twice.
    twice = run("check", "-", input=DEAL.replace("S:SAKQJT9", "S:SAAQJT9"))
    assert "E301 SA is dealt twice: S and S again" in twice.stdout
    assert DEAL.count('[Discard "C7 D7"]') == 1
    laid = run("check", "-", input=DEAL.replace('[Discard "C7 D7"]', '[Discard "C7 C7"]'))
    assert "E450 S discards a second C7 but does not hold it" in laid.stdout
