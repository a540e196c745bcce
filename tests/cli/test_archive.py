"""``select split merge dedupe anonymise``: what a person sees, and what holds for all of them together."""

from __future__ import annotations

import gzip
import json
import os
import zipfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from preferans_pbn.generate import generate
from preferans_pbn.notation import dumps, iter_text
from preferans_pbn.variants import load_variant
from tests.cli.conftest import ALL_PASS, DEAL, HEADER, Process, Run, file_of

SECOND = DEAL.replace('"1"', '"3"').replace("Anna", "Dora")
DAMAGED = DEAL.replace("SA S7 D8", "SA S7 D@").replace('"1"', '"4"')
COMMANDS = ("select", "merge", "dedupe", "anonymise")


@pytest.fixture
def club(tmp_path: Path) -> Path:
    """A directory with three files: a plain one, a compressed one and an archive."""
    folder = tmp_path / "club"
    folder.mkdir()
    (folder / "a.ppbn").write_text(file_of(DEAL, ALL_PASS), encoding="utf-8")
    (folder / "b.ppbn.gz").write_bytes(gzip.compress(file_of(SECOND).encode()))
    with zipfile.ZipFile(folder / "c.ppbn.zip", "w") as archive:
        archive.writestr("x.ppbn", file_of(DEAL.replace("Thursday", "Friday")))
    return folder


# ---- all of them ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", COMMANDS)
def test_directories_archives_and_standard_input(run: Run, club: Path, name: str) -> None:
    result = run(name, club, "-", input=file_of(ALL_PASS.replace('"2"', '"8"')))
    assert result.exit_code == 0
    assert len(list(iter_text(result.stdout))) == 5


@pytest.mark.parametrize("name", COMMANDS)
def test_a_file_is_not_replaced_unasked(run: Run, good: Path, tmp_path: Path, name: str) -> None:
    target = tmp_path / "there.ppbn"
    target.write_text("mine")
    refused = run(name, good, "-o", target)
    assert (refused.exit_code, target.read_text()) == (2, "mine")
    assert "there.ppbn exists; --force replaces it" in refused.stderr
    assert run(name, good, "-o", target, "--force").exit_code == 0
    assert target.read_text().startswith(HEADER)
    assert sorted(os.listdir(tmp_path)) == ["good.ppbn", "there.ppbn"]


@pytest.mark.parametrize("name", COMMANDS)
def test_the_input_may_be_the_output(run: Run, good: Path, name: str) -> None:
    assert run(name, good, "-o", good, "--force").exit_code == 0
    assert len(list(iter_text(good.read_text()))) == 1


@pytest.mark.parametrize("name", COMMANDS)
def test_what_cannot_be_read(run: Run, good: Path, tmp_path: Path, name: str) -> None:
    result = run(name, tmp_path / "no.ppbn", good)
    assert result.exit_code == 2
    assert "E008" in result.stderr
    assert len(list(iter_text(result.stdout))) == 1, "the other input is not lost"


@pytest.mark.parametrize("name", COMMANDS)
def test_a_damaged_record_loses_nobody(run: Run, name: str) -> None:
    result = run(name, "-", input=file_of(DEAL, DAMAGED, ALL_PASS))
    assert result.exit_code == 1
    assert "E105" in result.stderr
    boards = [read.record.board for read in iter_text(result.stdout) if read.record]
    if name == "anonymise":
        assert boards == ["1", "2"]
        assert "left out: names may stand in what could not be read" in result.stderr
    else:
        assert sorted(boards, key=str) == ["1", "2", "4"]
        assert DAMAGED in result.stdout


@pytest.mark.parametrize("name", COMMANDS)
def test_nothing_readable_gives_an_archive_without_records(run: Run, name: str) -> None:
    result = run(name, "-", input="")
    assert (result.exit_code, result.stdout) == (2, HEADER)


def test_a_traceback_is_never_shown(process: Process, tmp_path: Path) -> None:
    junk = tmp_path / "junk.ppbn"
    junk.write_bytes(b"\x00\xff" * 100)
    for arguments in (["select", junk], ["split", junk, "-d", tmp_path / "x"], ["merge", junk], ["dedupe", junk],
                      ["anonymise", junk], ["split", junk, "-d", junk], ["merge", junk, "-o", tmp_path],
                      ["select", junk, "--date", "x"], ["split", junk, "-d", tmp_path, "--by", "x"],
                      ["anonymise", junk, "--mapping", junk], ["new"], ["new", "--south", "x"]):
        result = process(*arguments, input=b"")
        assert result.returncode == 2, arguments
        assert b"Traceback" not in result.stderr, arguments


# ---- select --------------------------------------------------------------------------------------------


def test_select_writes_the_text_as_it_stands(run: Run) -> None:
    odd = DEAL.replace('[Table "2"]', '[Wind "strong"]   ; a comment\n[Table "2"]').replace("SA S7 D8", "SA  S7 D8 {!}")
    result = run("select", "--contract", "7S", "-", input=f"{HEADER}{odd}\n\n\n{ALL_PASS}")
    assert (result.exit_code, result.stdout) == (0, f"{HEADER}\n{odd}")
    assert result.stderr == "2 records read, 1 selected\n"


def test_select_not_and_count_and_limit(run: Run, club: Path) -> None:
    assert run("select", club, "--event", "thursday*", "--count").stdout == "3\n"
    assert run("select", club, "--event", "thursday*", "--not", "--count").stdout == "1\n"
    assert run("select", club, "--limit", "2", "--count").stdout == "2\n"
    assert run("select", club, "--limit", "0").stdout == HEADER


def test_select_by_code_keeps_the_session(run: Run) -> None:
    """The record that is found is judged behind the records that are not."""
    wrong = ALL_PASS + '[ScoreTable "Seat;Pool;Dump;Whists"]\nS 0 0 -\nW 0 0 -\nE 0 7 -\n'
    text = file_of(DEAL, wrong)
    result = run("select", "--code", "wrong-score", "-", input=text)
    assert result.stdout == f"{HEADER}\n{wrong}"
    assert run("select", "--code", "E6", "--count", "-", input=text).stdout == "1\n"
    assert run("select", "--invalid", "--count", "-", input=text).stdout == "1\n"


def test_select_by_a_house_variant(run: Run, tmp_path: Path) -> None:
    house = tmp_path / "club.yaml"
    house.write_text("id: thursday-club\ntitle: Club\nextends: sochi-codex\nparameters:\n  k: 20\n")
    text = file_of(DEAL.replace("sochi-codex", "thursday-club"))
    assert run("select", "--variant", house, "--count", "-", input=text).stdout == "1\n"
    found = run("select", "--variant", "thursday-clubb", "--count", "-", input=text)
    assert found.stdout == "0\n"
    assert "no variant thursday-clubb is known here" in found.stderr


@pytest.mark.parametrize("arguments, message", [
    (["--date", "2026.13"], "is no date"), (["--outcome", "won"], "is none of played"), (["--code", "E9"], "No code"),
    (["--family", "english"], "is not one of"), (["--count", "-o", "x"], "does not go with --output"),
])
def test_select_says_what_it_does_not_know(run: Run, good: Path, arguments: list[str], message: str) -> None:
    result = run("select", good, *arguments)
    assert result.exit_code == 2
    assert message in result.stderr


# ---- split ---------------------------------------------------------------------------------------------


def test_split_by_event(run: Run, club: Path, tmp_path: Path) -> None:
    target = tmp_path / "parts" / "deep"
    result = run("split", club, "-d", target, "--by", "event")
    assert (result.exit_code, sorted(os.listdir(target))) == (0, ["Friday-club.ppbn", "Thursday-club.ppbn"])
    assert result.stderr == f"4 records read, 2 files in {target}\n"
    assert (target / "Thursday-club.ppbn").read_text() == file_of(DEAL, ALL_PASS, SECOND)


def test_split_by_player_and_number(run: Run, club: Path, tmp_path: Path) -> None:
    run("split", club, "-d", tmp_path / "p", "--by", "player")
    assert sorted(os.listdir(tmp_path / "p")) == ["Anna.ppbn", "Boris.ppbn", "Clara.ppbn", "Dora.ppbn"]
    assert (tmp_path / "p" / "Dora.ppbn").read_text() == file_of(SECOND)
    run("split", club, "-d", tmp_path / "n", "--by", "count=3")
    assert [(name, len(list(iter_text((tmp_path / "n" / name).read_text())))) for name in sorted(os.listdir(
        tmp_path / "n"))] == [("0001.ppbn", 3), ("0002.ppbn", 1)]


def test_split_replaces_nothing_unasked(run: Run, club: Path, tmp_path: Path) -> None:
    target = tmp_path / "parts"
    target.mkdir()
    (target / "Thursday-club.ppbn").write_text("mine")
    refused = run("split", club, "-d", target, "--by", "event")
    assert refused.exit_code == 2
    assert os.listdir(target) == ["Thursday-club.ppbn"], "neither file appears"
    assert (target / "Thursday-club.ppbn").read_text() == "mine"
    assert run("split", club, "-d", target, "--by", "event", "--force").exit_code == 0
    assert (target / "Thursday-club.ppbn").read_text().startswith(HEADER)


def test_split_keeps_damaged_records(run: Run, tmp_path: Path) -> None:
    lost = b'[Event "\xff"]\n[Board "9"]\n'
    text = file_of(DEAL, DAMAGED).encode() + b"\n" + lost
    result = run("split", "-", "-d", tmp_path / "x", "--by", "session", input=text)
    assert result.exit_code == 1
    files = {path.name: path.read_bytes() for path in (tmp_path / "x").iterdir()}
    assert files == {"2026.11.26_Thursday-club_Tallinn-EST_2.ppbn": file_of(DEAL, DAMAGED).encode(),
                     "unknown.ppbn": HEADER.encode() + b"\n" + lost}


def test_split_into_more_files_than_may_be_open(run: Run, tmp_path: Path) -> None:
    texts = [f'[Event "{n % 100}"]\n[Board "{n}"]\n' for n in range(300)]
    result = run("split", "-", "-d", tmp_path / "x", "--by", "event", input=file_of(*texts))
    assert result.exit_code == 0
    assert (tmp_path / "x" / "7.ppbn").read_text() == file_of(*texts[7::100])
    assert len(os.listdir(tmp_path / "x")) == 100


def test_split_takes_back_what_it_placed(tmp_path: Path) -> None:
    """Somebody makes one of the files while they are written."""
    from preferans_pbn.archive.parts import Parts
    from tests.archive.support import pieces_of

    def write() -> None:
        with Parts[str](tmp_path) as parts:
            for key in "abc":
                parts.write(key, pieces_of(DEAL)[0])
            names = {key: f"{key}.ppbn" for key in "abc"}

            class Late(dict[str, str]):
                """The file b appears after it was looked for."""

                asked = 0

                def __getitem__(self, key: str) -> str:
                    self.asked += 1
                    if self.asked == 4:
                        (tmp_path / "b.ppbn").write_text("mine")
                    return names[key]

            parts.place(Late())

    with pytest.raises(FileExistsError):
        write()
    assert os.listdir(tmp_path) == ["b.ppbn"]
    assert (tmp_path / "b.ppbn").read_text() == "mine"


# ---- merge ---------------------------------------------------------------------------------------------


def test_merge_sorts(run: Run, tmp_path: Path) -> None:
    (tmp_path / "z.ppbn").write_text(file_of(ALL_PASS, DEAL))
    (tmp_path / "y.ppbn").write_text(file_of(SECOND, DEAL.replace("11.26", "11.25")))
    result = run("merge", tmp_path)
    assert result.stdout == file_of(DEAL.replace("11.26", "11.25"), DEAL, ALL_PASS, SECOND)
    assert "a session of 2026.11.26 is in" in result.stderr
    assert result.stderr.endswith("4 records read, 4 written\n")


# ---- dedupe --------------------------------------------------------------------------------------------


def test_dedupe_says_which_are_doubles(run: Run, tmp_path: Path) -> None:
    one, two = tmp_path / "one.ppbn", tmp_path / "two.ppbn"
    one.write_text(file_of(DEAL, ALL_PASS))
    two.write_text(file_of(DEAL.replace("SA S7 D8", "SA   S7 D8"), SECOND))
    result = run("dedupe", one, two)
    assert (result.exit_code, result.stdout) == (0, file_of(DEAL, ALL_PASS, SECOND))
    assert result.stderr == (f"{two}:3: record 1 is a double of record 1 in {one}\n"
                             "4 records read, 1 double left out\n")
    listed = run("dedupe", one, two, "--by", "play", "--list", "--format", "json")
    assert [json.loads(line) for line in listed.stdout.splitlines()] == [
        {"path": str(two), "record": number, "line": line, "double_of": {"path": str(one), "record": 1}}
        for number, line in ((1, 3), (2, 42))]
    assert listed.stderr == "4 records read, 2 doubles\n"


# ---- anonymise -----------------------------------------------------------------------------------------


def test_anonymise_with_a_mapping(run: Run, club: Path, tmp_path: Path) -> None:
    mapping = tmp_path / "names.json"
    first = run("anonymise", club / "b.ppbn.gz", "--mapping", mapping)
    assert first.stderr == "1 record read, 1 written, 3 names\n"
    assert json.loads(mapping.read_text()) == {"Dora": "Player 1", "Boris": "Player 2", "Clara": "Player 3"}
    second = run("anonymise", club / "a.ppbn", "--mapping", mapping)
    assert second.stdout == file_of(*(
        text.replace("Anna", "Player 4").replace("Boris", "Player 2").replace("Clara", "Player 3")
        for text in (DEAL, ALL_PASS)))
    assert json.loads(mapping.read_text())["Anna"] == "Player 4"


def test_anonymise_knows_names_that_come_later(run: Run) -> None:
    text = file_of(ALL_PASS + "{Dora looks on}\n", SECOND)
    assert "{Player 4 looks on}" in run("anonymise", "-", input=text).stdout


@pytest.mark.parametrize("content, message", [
    ("{", "not JSON"), ("[]", "an object of old names"), ('{"a": 1}', "an object of old names"),
    ('{"a": "X", "b": "X"}', "two names become X"),
])
def test_anonymise_refuses_a_mapping(run: Run, good: Path, tmp_path: Path, content: str, message: str) -> None:
    mapping = tmp_path / "names.json"
    mapping.write_text(content)
    result = run("anonymise", good, "--mapping", mapping)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr
    assert mapping.read_text() == content


def test_anonymise_does_not_leave_out_what_the_game_needs(run: Run, good: Path) -> None:
    assert run("anonymise", good, "--drop", "Deal").exit_code == 2
    assert "Site" not in run("anonymise", good, "--drop", "Site").stdout


# ---- what holds for all archives -----------------------------------------------------------------------

_SESSIONS = [dumps(record) for name in ("sochi-codex", "greek", "serbian")
             for record in generate(load_variant(name), 11, 12)]
_archives = st.lists(st.sampled_from([*_SESSIONS, DEAL, ALL_PASS, SECOND, DAMAGED]), min_size=1, max_size=12)
relaxed = settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow], deadline=None,
                   max_examples=25)


def _records(text: str) -> list[str]:
    return [read.source.text.replace(HEADER, "").strip() for read in iter_text(text) if read.number]


@given(texts=_archives, by=st.sampled_from(["session", "event", "date", "variant", "count=2"]))
@relaxed
def test_split_and_merge_give_the_same_records(run: Run, tmp_path_factory: pytest.TempPathFactory, texts: list[str],
                                               by: str) -> None:
    folder = tmp_path_factory.mktemp("x")
    run("split", "-", "-d", folder, "--by", by, input=file_of(*texts))
    merged = run("merge", folder).stdout
    assert sorted(_records(merged)) == sorted(text.strip() for text in texts)
    assert run("merge", "-", input=merged).stdout == merged


@given(texts=_archives, by=st.sampled_from(["record", "play", "deal"]))
@relaxed
def test_leaving_doubles_out_twice_is_leaving_them_out_once(run: Run, texts: list[str], by: str) -> None:
    once = run("dedupe", "--by", by, "-", input=file_of(*texts)).stdout
    assert run("dedupe", "--by", by, "-", input=once).stdout == once
    if by == "record":
        assert _records(once) == [text.strip() for n, text in enumerate(texts)
                                  if text == DAMAGED or text not in texts[:n]]


@given(texts=_archives, asked=st.sampled_from([
    ["--contract", "7*"], ["--valid"], ["--made"], ["--variant", "greek"], ["--player", "Anna"], ["--code", "E"],
    ["--outcome", "played", "--family", "russian"]]))
@relaxed
def test_what_fits_and_what_does_not_are_all_records(run: Run, texts: list[str], asked: list[str]) -> None:
    text = file_of(*texts)
    fit, rest = run("select", *asked, "-", input=text).stdout, run("select", *asked, "--not", "-", input=text).stdout
    assert sorted(_records(fit) + _records(rest)) == sorted(one.strip() for one in texts)
    whole = [one.strip() for one in texts]
    for part in (_records(fit), _records(rest)):
        at = iter(whole)
        assert all(one in at for one in part), "in the order of the archive"


def test_after_merging_sessions_check_finds_nothing(run: Run, tmp_path: Path) -> None:
    for name in ("sochi-codex", "greek", "serbian", "gusarik-4", "leningrad-sport"):
        records = generate(load_variant(name), 4, 40)
        texts = []
        for record in records:
            record.event, record.session = name, f"{name} {record.session}"
            texts.append(dumps(record))
        (tmp_path / f"{name}-even.ppbn").write_text(file_of(*texts[::2]))
        (tmp_path / f"{name}-odd.ppbn").write_text(file_of(*texts[1::2]))
    merged = run("merge", tmp_path)
    assert merged.exit_code == 0
    assert run("check", "-", input=merged.stdout).stderr == "200 records: 200 valid, 0 with errors\n"
