"""``convert`` of many sources: directories, archives, older encodings, and where their records go."""

from __future__ import annotations

import gzip
import json
import zipfile
from pathlib import Path

import pytest

from preferans_pbn.convert import Source, read_source
from preferans_pbn.notation import loads
from tests.cli.conftest import ALL_PASS, DEAL, Run, file_of
from tests.convert.logs import path_of

LOG = path_of("dmitrybal", "sochi-01.log")
BESIDE = ("sochi-01.deals.json", "sochi.effective.json", "sochi.yaml")
LETTERS = str.maketrans("♠♣♦♥", "птбч")
"""Suits as they are written where there are no signs."""


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A folder with a Russian log and the files beside it."""
    folder = tmp_path / "game"
    folder.mkdir()
    for name in (LOG.name, *BESIDE):
        (folder / name).write_bytes(LOG.with_name(name).read_bytes())
    return folder


# ---- encodings --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("encoding", ["cp1251", "koi8-r", "cp866"])
def test_a_russian_log_of_an_older_encoding(run: Run, game: Path, encoding: str) -> None:
    log = game / LOG.name
    wanted = run("convert", log)
    text = LOG.read_text("utf-8").translate(LETTERS)
    if encoding != "cp1251":  # they have neither these quotes nor this dash
        text = text.translate(str.maketrans("«»—", '""-'))
    log.write_bytes(text.encode(encoding))
    result = run("convert", log, "--encoding", "auto")
    assert (result.exit_code, result.stdout) == (wanted.exit_code, wanted.stdout)
    assert len(loads(result.stdout)) == 10
    assert f"encoding {encoding} (by what it holds; --encoding names another)" in result.stderr
    named = run("convert", log, "--encoding", encoding)
    assert named.stdout == wanted.stdout
    assert "by what it holds" not in named.stderr


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-8-sig"])
def test_a_log_of_a_wide_encoding(run: Run, game: Path, encoding: str) -> None:
    log = game / LOG.name
    wanted = run("convert", log).stdout
    log.write_bytes(LOG.read_text("utf-8").replace("\n", "\r\n").encode(encoding))
    marked = encoding in ("utf-16", "utf-32", "utf-8-sig")
    result = run("convert", log, *([] if marked else ["--encoding", "auto"]))
    assert result.stdout == wanted
    if encoding in ("utf-16", "utf-32"):
        assert f"encoding {encoding}-le (by its byte order mark)" in result.stderr
    elif not marked:
        assert f"encoding {encoding} (by what it holds" in result.stderr


@pytest.mark.parametrize(("encoding", "name"), [
    ("cp1251", "Борис Ёлкин"), ("koi8-r", "Мизерная контора"), ("cp866", "Игрок Пасов"), ("cp1250", "Đorđe Žižić"),
    ("latin-1", "Jürgen Müller"), ("utf-16", "Đorđe Žižić"), ("utf-8", "Борис ♠"),
])
def test_records_of_every_encoding(run: Run, tmp_path: Path, encoding: str, name: str) -> None:
    path = tmp_path / "club.ppbn"
    path.write_bytes(file_of(DEAL).replace("Anna", name).encode(encoding))
    result = run("convert", path, "--encoding", encoding)
    assert (result.exit_code, loads(result.stdout)[0].players["S"]) == (0, name)


def test_what_is_no_utf_8_is_refused_at_its_place(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "club.ppbn"
    path.write_bytes(file_of(DEAL).replace("Anna", "Анна").encode("cp1251") + b"\n" + ALL_PASS.encode())
    result = run("convert", path)
    line = file_of(DEAL).split("\n").index('[South "Anna"]') + 1
    assert f"{path}:{line}:9: E005 byte 0xC0 is not UTF-8" in result.stderr
    assert "--encoding auto looks for it" in result.stderr
    assert result.exit_code == 1
    assert [record.board for record in loads(result.stdout)] == ["2"]


@pytest.mark.parametrize("encoding", ["cp1251", "koi8-r", "cp866"])
def test_a_log_that_is_no_utf_8_is_refused_at_its_place(run: Run, game: Path, encoding: str) -> None:
    log = game / LOG.name
    text = LOG.read_text("utf-8").translate(LETTERS).translate(str.maketrans("«»—", '""-'))
    log.write_bytes(text.encode(encoding))
    first = text.encode(encoding)[0]
    for source in (log, game):  # named, or found in a directory
        result = run("convert", source)
        assert (result.exit_code, result.stdout) == (2, "")
        lines = [line for line in result.stderr.splitlines() if "passed over" not in line]
        assert lines == [
            f"{log}:1:1: E005 byte 0x{first:02X} is not UTF-8",
            f"{log}: if this is another encoding, --encoding names it; --encoding auto looks for it",
            "nothing was written: no record could be read"]
        assert "sochi-01.log" not in "".join(line for line in result.stderr.splitlines() if "passed over" in line)


def test_the_first_bad_byte_may_stand_further_on(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "post.txt"
    path.write_bytes("Hello!\nЮг: п В10 т ТКД б ТКД ч ТК\n".encode("cp1251"))
    assert f"{path}:2:1: E005 byte 0xDE is not UTF-8" in run("convert", path).stderr
    path.write_bytes("Nabend! Süd: ...\n".encode("latin-1"))
    assert f"{path}:1:10: E005 byte 0xFC is not UTF-8" in run("convert", path).stderr


def test_a_character_that_the_sample_cuts_in_two_is_no_fault(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("." * 8191 + "Ж" * 10, "utf-8")
    assert "E225" in run("convert", path).stderr


def test_a_wide_log_without_a_mark_is_named(run: Run, game: Path) -> None:
    log = game / LOG.name
    log.write_bytes(LOG.read_text("utf-8").encode("utf-16-le"))
    result = run("convert", log)
    assert (result.exit_code, result.stdout) == (2, "")
    assert f"{log}: E003 this file is UTF-16-LE, not UTF-8" in result.stderr
    assert "--encoding auto looks for it" in result.stderr


def test_bytes_that_are_no_text_fit_no_format(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "picture.png"
    path.write_bytes(bytes(range(256)))
    result = run("convert", path)
    assert result.exit_code == 2
    assert "E225 none of the known formats fits this file" in result.stderr and "--encoding" not in result.stderr


def test_a_zip_of_logs_that_are_no_utf_8(run: Run, game: Path, tmp_path: Path) -> None:
    archive = tmp_path / "logs.zip"
    text = LOG.read_text("utf-8").translate(LETTERS).encode("cp1251")
    with zipfile.ZipFile(archive, "w") as made:
        for number in range(3):
            made.writestr(f"{number}.log", text)
        made.writestr("club.ppbn", file_of(DEAL))
        made.writestr("letter.txt", "Добрый вечер".encode("cp1251"))
    result = run("convert", archive)
    assert result.exit_code == 2
    assert len(loads(result.stdout)) == 1
    for number in range(3):
        assert f"{archive}/{number}.log:1:1: E005 byte 0xE8 is not UTF-8" in result.stderr
    assert "3 files are not UTF-8: if they are in another encoding, --encoding names it; --encoding auto" in (
        result.stderr)
    assert f"1 file of no known format passed over: {archive}/letter.txt" in result.stderr
    found = run("convert", archive, "--encoding", "auto")
    assert len(loads(found.stdout)) == 31


def test_read_source_refuses_what_is_no_utf_8_at_its_place() -> None:
    data = LOG.read_text("utf-8").translate(LETTERS).encode("cp1251")
    (one,) = read_source(Source.of_bytes(data, "a.log"))
    assert one.record is None
    assert [(found.code, found.path, found.line, found.col) for found in one.diagnostics] == [("E005", "a.log", 1, 1)]


def test_a_byte_that_the_encoding_does_not_have(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "club.ppbn"
    path.write_bytes(file_of(DEAL, ALL_PASS).encode().replace(b"Clara", b"Cl\x98ra"))
    result = run("convert", path, "--encoding", "cp1251")
    line = file_of(DEAL).split("\n").index('[East "Clara"]') + 1
    assert f"{path}:{line}:10: E010 byte 0x98 is not cp1251" in result.stderr
    assert result.exit_code != 0


def test_an_encoding_that_is_none(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "club.ppbn"
    path.write_text(file_of(DEAL))
    result = run("convert", path, "--encoding", "klingon")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "E009 no text encoding is called klingon" in result.stderr


# ---- several sources -------------------------------------------------------------------------------------------


def test_a_zip_of_a_thousand_files_in_one_command(run: Run, tmp_path: Path) -> None:
    archive = tmp_path / "season.zip"
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as made:
        for number in range(1000):
            made.writestr(f"{number // 100}/{number:04}.json", json.dumps(
                {"event": f"Game {number}", "variant": "sochi-codex", "board": "1", "contract": "6S"}))
    target = tmp_path / "season.ppbn"
    result = run("convert", archive, target)
    assert result.exit_code == 0
    events = [record.event for record in loads(target.read_text("utf-8"))]
    assert events == [f"Game {number}" for number in range(1000)]
    assert "1000 files read: 1000 as json in utf-8" in result.stderr
    assert result.stderr.endswith("1000 records converted\n")
    assert len(result.stderr.splitlines()) < 30
    folder = tmp_path / "each"
    folder.mkdir()
    assert run("convert", archive, folder).exit_code == 0
    assert len(list(folder.rglob("*.ppbn"))) == 1000
    assert loads((folder / "3" / "0345.ppbn").read_text("utf-8"))[0].event == "Game 345"


def test_a_log_in_an_archive_finds_what_stands_beside_it(run: Run, game: Path, tmp_path: Path) -> None:
    wanted = run("convert", game / LOG.name).stdout
    archive = tmp_path / "logs.zip"
    with zipfile.ZipFile(archive, "w") as made:
        for path in sorted(game.iterdir()):
            made.write(path, f"night/{path.name}")
    result = run("convert", archive)
    assert result.stdout == wanted
    assert "passed over" not in result.stderr  # they were read beside the log


def test_a_directory_of_mixed_logs(run: Run, game: Path) -> None:
    (game / "more").mkdir()
    (game / "more" / "club.ppbn").write_text(file_of(DEAL, ALL_PASS))
    with gzip.open(game / "zoo.json.gz", "wb") as packed:
        packed.write(path_of("jura", "game-01.json").read_bytes())
    (game / "readme.txt").write_text("nothing to see")
    result = run("convert", game)
    assert len(loads(result.stdout)) == 10 + 2 + 10
    assert "read as jura" in result.stderr and "read as dmitrybal" in result.stderr


def test_several_files_into_one_and_into_a_directory(run: Run, tmp_path: Path) -> None:
    first, second = tmp_path / "a.ppbn", tmp_path / "b.ppbn"
    first.write_text(file_of(DEAL))
    second.write_text(file_of(ALL_PASS))
    target = tmp_path / "all.ndjson"
    assert run("convert", first, second, target).exit_code == 0
    assert [json.loads(line)["board"] for line in target.read_text().splitlines()] == ["1", "2"]
    assert run("convert", first, second).exit_code == 2  # the second is DST, and it exists
    assert second.read_text() == file_of(ALL_PASS)
    folder = tmp_path / "out"
    result = run("convert", first, second, "-o", f"{folder}/", "--to", "json")
    assert result.exit_code == 0
    assert sorted(path.name for path in folder.iterdir()) == ["a.json", "b.json"]
    again = run("convert", first, second, "-o", folder, "--to", "json")
    assert again.exit_code == 2
    assert "file exists" in again.stderr
    assert run("convert", first, second, "-o", folder, "--to", "json", "--force").exit_code == 0


@pytest.mark.parametrize("more", [[], ["--force"], ["--to", "json"], ["--to", "csv"], ["--lossless"]])
@pytest.mark.parametrize("slash", ["", "/"])
def test_a_directory_that_holds_something_is_not_taken_for_the_target(run: Run, tmp_path: Path, more: list[str],
                                                                      slash: str) -> None:
    for name in ("spring", "summer"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "a.ppbn").write_text(file_of(DEAL))
    before = sorted(tmp_path.rglob("*"))
    result = run("convert", tmp_path / "spring", f"{tmp_path / 'summer'}{slash}", *more)
    assert (result.exit_code, result.stdout) == (2, "")
    assert f"{tmp_path / 'summer'}{slash} is a directory that is not empty (a.ppbn): it is not taken for the " in (
        result.stderr)
    assert sorted(tmp_path.rglob("*")) == before
    assert (tmp_path / "summer" / "a.ppbn").read_text() == file_of(DEAL)


def test_a_directory_is_a_target_where_it_is_asked_for_or_empty(run: Run, tmp_path: Path) -> None:
    source, full, empty = tmp_path / "club.ppbn", tmp_path / "full", tmp_path / "empty"
    source.write_text(file_of(DEAL))
    for folder in (full, empty):
        folder.mkdir()
    (full / "notes.md").write_text("mine")
    (empty / ".keep").write_text("")
    assert run("convert", source, full).exit_code == 2
    assert run("convert", source, "-o", full).exit_code == 0
    assert run("convert", source, empty).exit_code == 0
    assert run("convert", source, f"{tmp_path / 'new'}/").exit_code == 0
    for folder in (full, empty, tmp_path / "new"):
        assert (folder / "club.ppbn").read_text() == file_of(DEAL)


def test_tables_may_be_written_again_where_only_tables_are(run: Run, tmp_path: Path) -> None:
    source, folder = tmp_path / "club.ppbn", tmp_path / "tables"
    source.write_text(file_of(DEAL))
    assert run("convert", source, f"{folder}/", "--to", "csv").exit_code == 0
    again = run("convert", source, folder, "--to", "csv")
    assert again.exit_code == 2 and "exists; --force replaces it." in again.stderr
    assert run("convert", source, folder, "--to", "csv", "--force").exit_code == 0
    (folder / "more.csv").write_text("mine")
    assert "more.csv" in run("convert", source, folder, "--to", "csv", "--force").stderr


def test_what_was_written_into_a_source_is_no_source(run: Run, tmp_path: Path) -> None:
    logs = tmp_path / "logs"
    (logs / "out").mkdir(parents=True)
    (logs / "a.ppbn").write_text(file_of(DEAL))
    for _ in range(2):
        result = run("convert", logs, "-o", logs / "out", "--force", "--to", "json")
        assert result.exit_code == 0
        assert result.stderr.endswith("1 record converted\n")
    assert sorted(path.name for path in logs.rglob("*") if path.is_file()) == ["a.json", "a.ppbn"]
    result = run("convert", logs / "out" / "a.json", "-o", logs / "out")  # a file that is named is a source anywhere
    assert result.exit_code == 0 and (logs / "out" / "a.ppbn").read_text() == file_of(DEAL)


def test_formats_without_a_suffix_have_files_of_their_own_in_a_directory(run: Run, tmp_path: Path) -> None:
    source, out = tmp_path / "club.ppbn", tmp_path / "out"
    source.write_text(file_of(DEAL))
    assert run("convert", source, "-o", f"{out}/", "--to", "deal-lines").exit_code == 0
    assert run("convert", source, "-o", out, "--to", "begin-end").exit_code == 0
    assert sorted(path.name for path in out.iterdir()) == ["club.begin-end.txt", "club.deal-lines.txt"]
    assert run("convert", source, "-o", out, "--to", "ndjson").exit_code == 0
    assert (out / "club.ndjson").exists()


def test_two_sources_of_one_name_get_two_files(run: Run, tmp_path: Path) -> None:
    for folder in ("x", "y"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "a.ppbn").write_text(file_of(DEAL))
    out = tmp_path / "out"
    assert run("convert", tmp_path / "x" / "a.ppbn", tmp_path / "y" / "a.ppbn", "-o", f"{out}/").exit_code == 0
    assert sorted(path.name for path in out.iterdir()) == ["a.ppbn", "a.ppbn.ppbn"]


def test_no_member_of_an_archive_leads_out_of_the_target(run: Run, tmp_path: Path) -> None:
    archive = tmp_path / "bad.zip"
    with zipfile.ZipFile(archive, "w") as made:
        for name in ("../../evil.ppbn", "/abs/evil.ppbn", "c:/evil.ppbn", "..\\evil.ppbn"):
            made.writestr(name, file_of(DEAL))
    out = tmp_path / "deep" / "out"
    out.mkdir(parents=True)
    assert run("convert", archive, out).exit_code == 0
    assert len(list(out.rglob("*.ppbn"))) == 4
    assert len(list(tmp_path.rglob("*.ppbn"))) == 4


def test_a_source_that_is_missing_does_not_stop_the_others(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.ppbn").write_text(file_of(DEAL))
    target = tmp_path / "all.json"
    result = run("convert", tmp_path / "a.ppbn", tmp_path / "none.ppbn", target)
    assert result.exit_code == 2
    assert "none.ppbn: no such file or directory" in result.stderr
    assert len(target.read_text().splitlines()) == 1


def test_the_report_of_several_sources_names_each(run: Run, game: Path, tmp_path: Path) -> None:
    report = tmp_path / "loss.json"
    (game / "club.ppbn").write_text(file_of(DEAL))
    (game / "other.json").write_text('{"x": 1}')
    run("convert", game, tmp_path / "all.ppbn", "--report", report)
    data = json.loads(report.read_text())
    by_name = {Path(one["source"]).name: one for one in data["sources"]}
    assert by_name[LOG.name]["from"] == "dmitrybal" and by_name[LOG.name]["records"] == 10
    assert by_name["club.ppbn"] == {"source": str(game / "club.ppbn"), "from": "ppbn", "encoding": "utf-8",
                                    "records": 1, "with_errors": 0, "left_out": 0}
    assert data["records"] == 11 and data["written"] is True
    assert all(set(one) == {"source", "code", "field", "reason", "record"} for one in data["losses"])
    assert [Path(name).name for name in data["passed_over"]] == ["other.json"]


def test_lossless_into_a_directory_is_all_or_nothing(run: Run, tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / f"{name}.ppbn").write_text(file_of(DEAL))
    (tmp_path / "c.json").write_text(path_of("jura", "game-01.json").read_text("utf-8"))
    out = tmp_path / "out"
    sources = [tmp_path / name for name in ("a.ppbn", "b.ppbn", "c.json")]
    result = run("convert", *sources, "-o", f"{out}/", "--lossless")
    assert result.exit_code == 1
    assert "nothing was written: something would be lost" in result.stderr
    assert not out.exists()
    assert run("convert", *sources[:2], "-o", f"{out}/", "--lossless").exit_code == 0
    assert sorted(path.name for path in out.iterdir()) == ["a.ppbn", "b.ppbn"]


# ---- what could not be read ---------------------------------------------------------------------------------------


def test_the_summary_says_what_was_read_in_part_and_what_not(run: Run, game: Path) -> None:
    log = game / LOG.name
    text = log.read_text("utf-8").replace("взятка 1: 2=7♠", "взятка 1: 2=7?", 1)
    text = text.replace("--- раздача 3, сдающий 1 ---", "--- раздача 3, сдающий 9 ---", 1)
    log.write_text(text.replace("игрок 1", "игрок 1 говорит чепуху ###\nигрок 1", 1), "utf-8")
    result = run("convert", log, "--report", game / "report.json")
    assert result.exit_code == 1
    assert len(loads(result.stdout)) == 9
    assert f"{log}:23:11: E222 " in result.stderr
    assert result.stderr.endswith(
        "9 records converted, 1 could not be read, 1 with errors (1 of them read in part), 2 losses\n")
    losses = json.loads((game / "report.json").read_text("utf-8"))["losses"]
    assert [loss["field"] for loss in losses if loss["code"] == "W702"] == ["line 5"]


def test_of_a_json_log_that_is_cut_the_deals_before_are_kept(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    text = path_of("suntehnik", "game-01.json").read_text("utf-8")
    path.write_text(text[: len(text) // 2], "utf-8")
    result = run("convert", path)
    assert result.exit_code == 1
    count = len(loads(result.stdout))
    assert 3 <= count <= 6
    assert "E220" in result.stderr
    assert f"{count} records converted, 1 could not be read" in result.stderr


# ---- what the replay finds ----------------------------------------------------------------------------------------


def test_a_contradiction_is_told_at_its_place_in_the_source(run: Run, game: Path) -> None:
    log = game / LOG.name
    text = log.read_text("utf-8")
    wrong = text.replace("взятка 2: 0=7♣ 1=Q♣ 2=J♣ -> взял 1 (Q♣)", "взятка 2: 0=7♣ 1=Q♣ 2=J♣ -> взял 2 (J♣)", 1)
    log.write_text(wrong, "utf-8")
    line = wrong[: wrong.index("взял 2 (J♣)")].count("\n") + 1
    result = run("convert", log)
    assert result.exit_code == 1
    assert f"{log}:{line}:34: E521 E is written as the winner of trick 2, but W won it" in result.stderr
    assert len(loads(result.stdout)) == 10
    assert result.stderr.endswith("10 records converted, 1 with errors, 1 loss\n")


def test_scores_are_compared_where_they_are_kept(run: Run) -> None:
    path = path_of("jura", "game-02.json")
    assert run("convert", path).exit_code == 0
    result = run("convert", path, "--claims")
    assert result.exit_code == 1
    assert "E610 S writes W:18 in Whists, not -" in result.stderr


def test_sources_compressed_with_zstandard(run: Run, game: Path) -> None:
    zstandard = pytest.importorskip("zstandard")
    wanted = run("convert", game / LOG.name).stdout
    packed = game / f"{LOG.name}.zst"
    packed.write_bytes(zstandard.ZstdCompressor().compress((game / LOG.name).read_bytes()))
    (game / LOG.name).unlink()
    assert run("convert", packed).stdout == wanted


def test_a_pasted_text_from_standard_input(run: Run) -> None:
    result = run("convert", "-", "--encoding", "auto", input="Юг: п В10 т ТКД б ТКД ч ТК\n".encode("koi8-r"))
    assert result.exit_code == 0
    assert '[Deal "S:SJT.CAKQ.DAKQ.HAK W:- E:-"]' in result.stdout
    assert "read as pasted" in result.stderr and "encoding koi8-r" in result.stderr
