"""``convert``: formats, losses, and files that are not overwritten."""

from __future__ import annotations

import json
import os
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from preferans_pbn.convert import FORMATS, Converted, Loss, Source, find_format, read_source
from tests.cli.conftest import ALL_PASS, DEAL, Run, file_of


def test_to_json_and_back(run: Run, good: Path, tmp_path: Path) -> None:
    target = tmp_path / "x.ndjson"
    result = run("convert", good, target)
    assert (result.exit_code, result.stdout) == (0, "")
    assert result.stderr.splitlines() == [
        f"{good}: read as ppbn (Preferans-PBN records); --from names another", "1 record converted"]
    record = json.loads(target.read_text())
    assert record["contract"] == "7S"
    back = run("convert", target)
    assert (back.exit_code, back.stdout) == (0, good.read_text())


def test_standard_input_and_named_formats(run: Run) -> None:
    made = run("convert", "-", "--from", "ppbn", "--to", "json", input=file_of(DEAL, ALL_PASS))
    assert made.exit_code == 0
    assert made.stderr == "2 records converted\n"
    assert [json.loads(line)["board"] for line in made.stdout.splitlines()] == ["1", "2"]
    back = run("convert", "-", "--from", "json", "--to", "ppbn", input=made.stdout)
    assert back.stdout == file_of(DEAL, ALL_PASS)


def test_a_dash_for_the_target_is_standard_output(run: Run, good: Path, tmp_path: Path,
                                                  monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    before = sorted(tmp_path.iterdir())
    result = run("convert", str(good), "-", "--to", "json")
    assert result.exit_code == 0
    assert json.loads(result.stdout.splitlines()[0])["variant"] == "sochi-codex"
    assert sorted(tmp_path.iterdir()) == before


def test_the_list_of_formats(run: Run) -> None:
    lines = run("convert", "--list").stdout.splitlines()
    assert lines[0].split() == ["ppbn", "read,", "write", ".ppbn", "Preferans-PBN", "records"]
    assert {line.split()[0] for line in lines} >= {"ppbn", "json"}


def test_a_page_is_written_but_not_read(run: Run, good: Path, tmp_path: Path) -> None:
    target = tmp_path / "session.html"
    result = run("convert", good, target)
    assert (result.exit_code, result.stdout) == (0, "")
    assert result.stderr.endswith("1 record converted\n")
    text = target.read_text("utf-8")
    assert text.startswith("<!doctype html>") and text.rstrip().endswith("</html>")
    assert run("convert", good, "--to", "html").stdout == text
    result = run("convert", target, "--from", "html")
    assert result.exit_code == 2
    assert "html can be written but not read" in result.stderr
    assert run("convert", target).exit_code == 2  # no format takes it for its own


def test_a_target_is_not_overwritten(run: Run, good: Path, tmp_path: Path) -> None:
    target = tmp_path / "x.json"
    target.write_text("mine")
    result = run("convert", good, target)
    assert result.exit_code == 2
    assert f"{target} exists; --force replaces it." in result.stderr
    assert target.read_text() == "mine"
    result = run("convert", good, tmp_path / "y.json", "--report", target)
    assert (result.exit_code, target.read_text()) == (2, "mine")
    assert run("convert", good, target, "--force").exit_code == 0
    assert json.loads(target.read_text())["contract"] == "7S"


def test_a_source_that_cannot_be_read_leaves_nothing(run: Run, tmp_path: Path) -> None:
    target = tmp_path / "x.json"
    for source, data in (("none.ppbn", None), ("empty.ppbn", ""), ("odd.txt", "nothing that is known\n")):
        path = tmp_path / source
        if data is not None:
            path.write_text(data)
        result = run("convert", path, target)
        assert result.exit_code == 2, source
        assert not target.exists()
    assert sorted(os.listdir(tmp_path)) == ["empty.ppbn", "odd.txt"]


def test_a_source_of_no_known_format(run: Run) -> None:
    result = run("convert", "-", input="what is this")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "E225" in result.stderr


def test_what_can_be_read_is_converted_and_the_rest_reported(run: Run, tmp_path: Path) -> None:
    target = tmp_path / "x.json"
    result = run("convert", "-", target, "--from", "ppbn",
                 input=file_of(DEAL).encode() + b'\n[Event "caf\xe9"]\n\n' + ALL_PASS.encode())
    assert result.exit_code == 1
    assert "E005" in result.stderr
    assert result.stderr.endswith("2 records converted, 1 could not be read\n")
    assert len(target.read_text().splitlines()) == 2


@pytest.fixture
def lossy(monkeypatch: pytest.MonkeyPatch) -> None:
    """The JSON reader loses something of the second record."""
    from preferans_pbn.convert import json_record

    inner = json_record.read

    def read(source: Any, options: Any) -> Iterator[Converted]:
        for number, one in enumerate(inner(source, options), 1):
            if number == 2:
                one.losses.append(Loss("colour", number, "records have no colours"))
            yield one

    monkeypatch.setattr(json_record, "read", read)
    assert find_format("json").module == json_record.__name__


@pytest.fixture
def as_json(run: Run, tmp_path: Path) -> Path:
    """Two records as NDJSON."""
    path = tmp_path / "in.ndjson"
    path.write_text(run("convert", "-", "--to", "json", input=file_of(DEAL, ALL_PASS)).stdout)
    return path


@pytest.mark.usefixtures("lossy")
def test_losses_are_reported(run: Run, as_json: Path, tmp_path: Path) -> None:
    report = tmp_path / "loss.json"
    result = run("convert", as_json, "--report", report)
    assert result.exit_code == 0
    assert result.stdout == file_of(DEAL, ALL_PASS)
    assert f"{as_json}: record 2: W701 colour: records have no colours" in result.stderr
    assert result.stderr.endswith("2 records converted, 1 loss\n")
    assert json.loads(report.read_text()) == {
        "source": str(as_json), "from": "json", "to": "ppbn", "encoding": "utf-8", "records": 2,
        "with_errors": 0, "left_out": 0, "written": True,
        "losses": [{"code": "W701", "field": "colour", "reason": "records have no colours", "record": 2}],
    }


@pytest.mark.usefixtures("lossy")
def test_lossless_writes_nothing_if_anything_is_lost(run: Run, as_json: Path, tmp_path: Path) -> None:
    target, report = tmp_path / "out.ppbn", tmp_path / "loss.json"
    result = run("convert", as_json, target, "--lossless", "--report", report)
    assert result.exit_code == 1
    assert not target.exists()
    assert json.loads(report.read_text())["written"] is False
    assert "nothing was written: something would be lost" in result.stderr
    result = run("convert", as_json, "--lossless")
    assert (result.exit_code, result.stdout) == (1, "")


def test_lossless_without_a_loss(run: Run, as_json: Path) -> None:
    result = run("convert", as_json, "--lossless")
    assert (result.exit_code, result.stdout) == (0, file_of(DEAL, ALL_PASS))


@pytest.mark.parametrize(("options", "message"), [
    (["x", "--from", "jsn"], "no format is called jsn; did you mean json?"),
    (["x", "--to", "pbn"], "no format is called pbn; did you mean ppbn?"),
    (["x", "--to", "dmitrybal"], "can be read but not written"),
    ([], "Missing argument 'SRC'"),
])
def test_wrong_usage(run: Run, options: list[str], message: str) -> None:
    result = run("convert", *options)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr


# ---- records that the format cannot say ---------------------------------------------------------------------------

GREEK = Path("fixtures/greek")
"""Nine deals of another game."""
SERBIAN = Path("fixtures/serbian/nedeljna-partija.ppbn")
"""Twelve deals, all of which PPN can say."""
NOT_HERE = DEAL.replace("sochi-codex", "martian")
"""A deal by rules that are not known."""


@pytest.mark.parametrize(("source", "to", "records"), [
    (GREEK, "deal-lines", "any of these 9 records"), (GREEK, "begin-end", "any of these 9 records"),
    (Path("fixtures/good/claim.ppbn"), "ppn", "this record"), (GREEK, "ppn-json", "any of these 9 records"),
])
def test_a_format_that_can_say_nothing_of_it(run: Run, tmp_path: Path, source: Path, to: str, records: str) -> None:
    target, report = tmp_path / "out.txt", tmp_path / "loss.json"
    result = run("convert", source, target, "--to", to, "--report", report)
    assert result.exit_code == 1
    assert result.stderr.endswith(f"nothing was written: {to} cannot say {records}\n")
    assert not target.exists()
    data = json.loads(report.read_text())
    assert (data["written"], data["left_out"]) == (False, data["records"])
    plain = run("convert", source, "--to", to)
    assert (plain.exit_code, plain.stdout) == (1, "")
    folder = run("convert", source, "-o", f"{tmp_path / 'each'}/", "--to", to)
    assert folder.exit_code == 1
    assert folder.stderr.endswith(f"nothing was written: {to} cannot say {records}\n")
    assert not [path for path in (tmp_path / "each").rglob("*") if path.is_file()]


def test_a_file_that_is_there_stays_where_nothing_can_be_written(run: Run, tmp_path: Path) -> None:
    target = tmp_path / "mine.txt"
    target.write_text("mine")
    assert run("convert", GREEK, target, "--to", "deal-lines", "--force").exit_code == 1
    assert target.read_text() == "mine"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["mine.txt"]


def test_records_left_out_among_others(run: Run, tmp_path: Path) -> None:
    source, report = tmp_path / "club.ppbn", tmp_path / "loss.json"
    source.write_text(file_of(DEAL, NOT_HERE, ALL_PASS))  # the third has no cards
    target = tmp_path / "out.txt"
    result = run("convert", source, target, "--to", "deal-lines", "--report", report)
    assert result.exit_code == 1
    losses = json.loads(report.read_text())["losses"]
    assert [loss["record"] for loss in losses if loss["code"] == "W705"] == [2, 3]
    assert result.stderr.splitlines()[-1] == (
        f"3 records read, 1 written, 2 left out (W705), {len(losses)} losses")
    assert "club.ppbn: record 2: W705 record: not written:" in result.stderr
    data = json.loads(report.read_text())
    assert (data["records"], data["left_out"], data["written"]) == (3, 2, True)


def test_the_report_says_of_each_source_what_was_left_out(run: Run, tmp_path: Path) -> None:
    report = tmp_path / "loss.json"
    result = run("convert", GREEK, SERBIAN, "-o", tmp_path / "out.ppn", "--report", report)
    assert result.exit_code == 1
    data = json.loads(report.read_text())
    assert [(one["records"], one["left_out"]) for one in data["sources"]] == [(1, 1), (8, 8), (12, 0)]
    assert "21 records read, 12 written, 9 left out (W705)" in result.stderr


def test_into_a_directory_only_what_can_be_said_has_a_file(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "out"
    result = run("convert", GREEK, SERBIAN, "-o", f"{out}/", "--to", "ppn")
    assert result.exit_code == 1
    assert [path.name for path in out.iterdir()] == ["nedeljna-partija.ppn"]
    assert "21 records read, 12 written, 9 left out (W705)" in result.stderr


def test_everything_written_is_no_failure(run: Run, tmp_path: Path) -> None:
    result = run("convert", SERBIAN, tmp_path / "out.ppn")
    assert result.exit_code == 0
    assert "12 records converted, " in result.stderr and "left out" not in result.stderr


# ---- names of formats ---------------------------------------------------------------------------------------------


def test_formats_that_are_only_written_are_not_offered_for_reading(run: Run) -> None:
    (line,) = [line for line in run("convert", "-", input="what is this").stderr.splitlines() if "E225" in line]
    named = line[line.index("(") + 1:line.index(")")].split(", ")
    assert named == [one.name for one in FORMATS if one.reads]
    assert not {"html", "text", "markdown", "svg", "csv", "parquet"} & set(named)
    (one,) = read_source(Source.of_bytes(b"what is this", "x"))
    assert f"({', '.join(named)})" in one.diagnostics[0].message


@pytest.mark.parametrize("name", ["ndjson", "jsonl"])
def test_one_record_a_line_has_its_own_name(run: Run, name: str) -> None:
    made = run("convert", "-", "--to", name, input=file_of(DEAL, ALL_PASS))
    assert made.exit_code == 0
    assert [json.loads(line)["board"] for line in made.stdout.splitlines()] == ["1", "2"]
    back = run("convert", "-", "--from", name, input=made.stdout)
    assert (back.exit_code, back.stdout) == (0, file_of(DEAL, ALL_PASS))


@pytest.mark.parametrize(("name", "form"), [
    ("y.ppbn.gz", "ppbn"), ("y.ppbn.zst", "ppbn"), ("y.ndjson.gz", "json"), ("y.GZ", "ppbn"),
])
def test_a_compressed_target_is_compressed(run: Run, good: Path, tmp_path: Path, name: str, form: str) -> None:
    """What is written is read back by the same name, and is in the format that the rest of the name says."""
    if name.endswith("zst"):
        pytest.importorskip("zstandard")
    for arguments in ((good, tmp_path / name), (good, "-o", tmp_path / name, "--force")):
        assert run("convert", *arguments).exit_code == 0
        assert (tmp_path / name).read_bytes()[:2] in (b"\x1f\x8b", b"\x28\xb5")
        back = run("convert", tmp_path / name)
        assert (back.exit_code, back.stdout) == (0, good.read_text())
        assert f"read as {form} " in back.stderr


def test_select_and_merge_compress_too(run: Run, good: Path, tmp_path: Path) -> None:
    for command in (("select", good), ("merge", good)):
        target = tmp_path / f"{command[0]}.ppbn.gz"
        result = run(*command, "-o", target)
        assert result.exit_code == 0, result.stderr
        assert target.read_bytes()[:2] == b"\x1f\x8b"
        assert "[Event " in run("convert", target).stdout


def test_a_target_that_cannot_be_packed_is_refused(run: Run, good: Path, tmp_path: Path) -> None:
    result = run("convert", good, tmp_path / "y.ppbn.zip")
    assert result.exit_code == 2
    assert f"{tmp_path / 'y.ppbn.zip'}: a zip archive is read but not written; .gz and .zst are\n" in result.stderr
    result = run("convert", good, tmp_path / "y.csv.gz")
    assert result.exit_code == 2 and "which are not packed: name a directory, or " in result.stderr
    assert os.listdir(tmp_path) == [good.name]


@pytest.mark.parametrize(("arguments", "report", "message"), [
    (("good.ppbn", "-o", "out.json"), "good.ppbn", "is a source"),
    (("good.ppbn", "-o", "z.json"), "z.json", "is DST"),
    (("good.ppbn", "out/z.json"), "out/../out/z.json", "is DST"),
    (("good.ppbn",), "link.ppbn", "is a source"),
    (("old.json", "good.ppbn", "-o", "z.json"), "./good.ppbn", "is a source"),
    (("folder", "-o", "z.json"), "folder/a.ppbn", "is a source"),
    (("folder", "-o", "out/"), "out/a.json", "is in DST"),
    (("good.ppbn", "--to", "csv", "-o", "out"), "out/deals.csv", "is DST"),
])
def test_a_report_replaces_no_source_and_no_target(run: Run, good: Path, tmp_path: Path,
                                                   monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...],
                                                   report: str, message: str) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("folder", "out"):
        (tmp_path / name).mkdir()
    (tmp_path / "folder" / "a.ppbn").write_text(file_of(DEAL))
    (tmp_path / "old.json").write_text("{}")
    (tmp_path / "link.ppbn").symlink_to(good)
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    result = run("convert", *arguments, "--report", report, "--force")
    assert result.exit_code == 2
    assert f"{Path(report)} {message}" in result.stderr and "the report needs another" in result.stderr
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before


def test_a_report_beside_the_sources_is_written(run: Run, good: Path, tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "a.ppbn").write_text(file_of(DEAL))
    report = folder / "report.txt"
    assert run("convert", folder, "-o", tmp_path / "z.json", "--report", report, "--force").exit_code == 0
    assert json.loads(report.read_text())["records"] == 1


@pytest.mark.parametrize("encoding", ["", " "])
def test_an_encoding_has_a_name(run: Run, good: Path, encoding: str) -> None:
    result = run("convert", good, "--encoding", encoding)
    assert result.exit_code == 2 and "name an encoding, or auto." in result.stderr


def test_many_files_of_another_encoding_are_not_said_to_be_read(run: Run, good: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "x.zip", "w") as archive:
        for number in range(30):
            archive.writestr(f"{number}.ppbn", '[Event "Игра"]\n'.encode("cp1251"))
    result = run("convert", tmp_path / "x.zip", "-o", tmp_path / "y.ppbn")
    assert result.exit_code == 2 and "30 files are not UTF-8" in result.stderr
    assert "files read" not in result.stderr and "nothing was written: no record could be read\n" in result.stderr
    result = run("convert", tmp_path / "x.zip", good, "-o", tmp_path / "y.ppbn")
    assert "\n1 file read: 1 as ppbn in utf-8\n" in result.stderr
    result = run("convert", tmp_path / "x.zip", "-o", tmp_path / "z.ppbn", "--encoding", "auto")
    assert "\n30 files read: 30 as ppbn in cp1251\n" in result.stderr


@pytest.mark.parametrize("head", ["% PREFERANS-PBN 1.0\r\r", "; notes\r", ""])
def test_lines_that_end_in_carriage_returns_alone_are_told(run: Run, tmp_path: Path, head: str) -> None:
    path = tmp_path / "x.ppbn"
    path.write_bytes(f"{head}{DEAL}".replace("\n", "\r").encode())
    col = (head + DEAL).replace("\n", "\r").index("\r") + 1
    for command in ("check", "convert"):
        result = run(command, path)
        told = result.stdout + result.stderr
        assert result.exit_code and f"{path}:1:{col}: E004 a line ends in a lone carriage return" in told
        assert "E001" not in told
