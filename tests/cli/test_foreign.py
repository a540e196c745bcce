"""Commands that read records, given something else: they say what it looks like and name ``convert``."""

from __future__ import annotations

import gzip
import zipfile
from pathlib import Path

import pytest

from tests.cli.conftest import DEAL, Run, file_of
from tests.convert.logs import path_of

HINT = "preferans-pbn convert reads it"
COMMANDS = [["check"], ["check", "--infer-rules"], ["fmt"], ["fmt", "--check"], ["show"], ["score"],
            ["rescore", "--variant", "leningrad"]]


@pytest.fixture
def game(run: Run, tmp_path: Path) -> Path:
    """Two records as JSON."""
    path = tmp_path / "game.json"
    path.write_text(run("convert", "-", "--to", "ndjson", input=file_of(DEAL, DEAL)).stdout, "utf-8")
    return path


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_every_command_points_to_convert(run: Run, game: Path, command: list[str]) -> None:
    result = run(*command, game)
    assert result.exit_code == 1 or command in (["score"], ["check", "--infer-rules"], COMMANDS[-1])
    lines = [line for line in result.stderr.splitlines() if HINT in line]
    assert len(lines) == 1
    assert lines[0].startswith(f"{game}: this looks like json (Preferans-PBN records as JSON")
    assert HINT not in result.stdout


@pytest.mark.parametrize(("family", "name", "form"), [
    ("dmitrybal", "sochi-01.log", "dmitrybal"), ("jura", "game-01.json", "jura"), ("gpreda", "games.log", "gpreda"),
    ("suntehnik", "game-01.json", "suntehnik"), ("backslasher", "game-01.json", "backslasher"),
])
def test_logs_of_other_programs(run: Run, family: str, name: str, form: str) -> None:
    result = run("check", path_of(family, name))
    assert result.exit_code != 0
    assert f": this looks like {form} (" in result.stderr and HINT in result.stderr


def test_standard_input_archives_and_compressed_files(run: Run, game: Path, tmp_path: Path) -> None:
    assert run("check", "-", input=game.read_text("utf-8")).stderr.startswith("-: this looks like json (")
    archive = tmp_path / "games.zip"
    with zipfile.ZipFile(archive, "w") as made:
        made.write(game, "game.json")
    assert run("check", archive).stderr.startswith(f"{archive}/game.json: this looks like json (")
    packed = tmp_path / "game.json.gz"
    packed.write_bytes(gzip.compress(game.read_bytes()))
    assert run("check", packed).stderr.startswith(f"{packed}: this looks like json (")


def test_a_directory_without_records(run: Run, game: Path) -> None:
    result = run("check", game.parent)
    assert result.exit_code == 2
    assert "E008 cannot read this file: no .ppbn file in this directory (convert reads other formats)" in result.stdout


def test_a_record_with_faults_is_not_taken_for_something_else(run: Run, tmp_path: Path, bad: Path) -> None:
    path = tmp_path / "typed.ppbn"
    path.write_text(file_of(DEAL.replace("[Event", "[Evnt").replace("SA S7", "S7")), "utf-8")
    for one in (path, bad, Path("fixtures/bad")):
        assert "this looks like" not in run("check", one).stderr


def test_another_encoding_is_told_once_with_the_command_that_reads_it(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "club.ppbn"
    path.write_bytes(file_of(DEAL, DEAL.replace('Board "1"', 'Board "2"')).replace("Anna", "Анна").encode("cp1251"))
    result = run("check", path)
    assert result.exit_code == 1
    assert result.stdout.count("E005 byte 0xC0 is not UTF-8") == 2
    assert result.stderr.splitlines()[0] == (
        f"{path}: if this is another encoding, preferans-pbn convert --encoding auto reads it")
    assert len(result.stderr.splitlines()) == 2


def test_machine_formats_stay_what_they_are(run: Run, game: Path) -> None:
    plain = run("check", "--format", "json", game)
    assert HINT in plain.stderr and HINT not in plain.stdout
