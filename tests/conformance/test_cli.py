"""The commands ``conform`` and ``perft``."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from preferans_pbn.cli import cli
from preferans_pbn.conformance.cases import load_corpus
from preferans_pbn.conformance.schema import fault
from tests.conformance.support import WRONG


def call(*arguments: str, text: str | None = None) -> Result:
    return CliRunner().invoke(cli, arguments, prog_name="preferans-pbn", input=text)


def test_run_in_process_ends_with_0() -> None:
    result = call("conform", "run")
    assert result.exit_code == 0, result.output
    assert f"{len(load_corpus())} of {len(load_corpus())} cases passed" in result.stdout


def test_run_of_a_wrong_subject_ends_with_1_and_writes_reports(tmp_path: Path) -> None:
    subject = f"{sys.executable} {WRONG / 'liable_both.py'}"
    paths = {name: tmp_path / name for name in ("json", "html", "junit", "markdown", "badge", "ndjson")}
    result = call("conform", "run", "--subject", subject, "--op", "score", "--format", "json",
                  *(part for name, path in paths.items() for part in ("--report", f"{name}={path}")))
    assert result.exit_code == 1
    data = json.loads(result.stdout)
    assert fault("report", data) == ""
    assert {one["op"] for one in data["results"]} == {"score"}
    assert json.loads(paths["json"].read_text(encoding="utf-8")) == data
    assert all(path.stat().st_size for path in paths.values())
    matrix = call("conform", "report", str(paths["json"]), str(paths["json"]), "-o", str(tmp_path / "two.html"))
    assert matrix.exit_code == 0, matrix.output
    assert (tmp_path / "two.html").read_text(encoding="utf-8").count("wrong: liable_both") >= 2
    assert call("conform", "report", str(paths["json"]), "-o", str(tmp_path / "two.html")).exit_code == 2
    assert call("conform", "report", str(paths["badge"])).exit_code == 2
    assert call("conform", "report", str(paths["json"]), "--format", "markdown").stdout.startswith("# Conformance")


@pytest.mark.parametrize("arguments", [
    ("run", "--subject", "no-such-program-anywhere"),
    ("run", "--subject", "'"),
    ("run", "--subject", ""),
    ("run", "--id", "PC-9999"),
    ("run", "--level", "L9"),
    ("run", "--report", "pdf=x"),
    ("run", "--corpus", "/nowhere"),
    ("run", "--skip", "/nowhere.yaml"),
    ("lint", "--select", "fllip"),
    ("serve", "--rules", "ten=checked"),
    ("serve", "--own", "no-such-variant"),
    ("profile", "--subject", "no-such-program-anywhere"),
    ("dance",),
])
def test_what_cannot_be_done_ends_with_2(arguments: tuple[str, ...]) -> None:
    result = call("conform", *arguments)
    assert result.exit_code == 2, result.output
    assert "Traceback" not in result.output


def test_a_skip_file_is_obeyed(tmp_path: Path) -> None:
    subject = f"{sys.executable} {WRONG / 'ten_checked.py'}"
    skips = tmp_path / "skips.yaml"
    skips.write_text('- {id: "PC-0069", reason: "tens are checked here"}\n', encoding="utf-8")
    assert call("conform", "run", "--subject", subject, "--id", "PC-0069").exit_code == 1
    assert call("conform", "run", "--subject", subject, "--id", "PC-0069", "--skip", str(skips)).exit_code == 0
    result = call("conform", "run", "--id", "PC-0069", "--skip", str(skips))
    assert result.exit_code == 1
    assert "is not needed any more" in result.stdout


def test_list_counts_and_filters() -> None:
    data = json.loads(call("conform", "list", "--format", "json").stdout)
    assert data["count"] == len(data["cases"]) == len(load_corpus())
    chosen = json.loads(call("conform", "list", "--format", "json", "--variant", "sochi", "--level", "L6").stdout)
    assert {(one["variant"], one["level"]) for one in chosen["cases"]} == {("sochi-codex", "L6")}
    assert "PC-0001" in call("conform", "list", "--op", "trick-winner").stdout
    lines = call("conform", "list", "--format", "ndjson", "--tag", "contested").stdout.splitlines()
    assert all("contested" in json.loads(line)["tags"] for line in lines)


def test_lint_says_what_it_did_not_ask_for() -> None:
    result = call("conform", "lint", "--incomplete")
    assert result.exit_code == 0, result.output
    assert "completeness was not asked for (flip, clause, statement, code)" in result.stderr
    data = json.loads(call("conform", "lint", "--incomplete", "--format", "json").stdout)
    assert data["findings"] == []
    assert data["not_asked"] == ["clause", "code", "flip", "statement"]


def test_lint_ends_with_1_where_it_finds_something(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text("- {id: 7}\n", encoding="utf-8")
    result = call("conform", "lint", "--corpus", str(tmp_path), "--select", "schema")
    assert result.exit_code == 1
    assert "a.yaml:1: schema" in result.stdout


def test_export_writes_once(tmp_path: Path) -> None:
    assert call("conform", "export", str(tmp_path)).exit_code == 0
    assert call("conform", "export", str(tmp_path)).exit_code == 2
    assert call("conform", "export", str(tmp_path), "--force").exit_code == 0
    assert call("conform", "run", "--corpus", str(tmp_path)).exit_code == 0


def test_perft_counts_and_divides() -> None:
    assert call("perft", "--depth", "1").stdout == "27\n"
    lines = call("perft", "--kind", "defence", "--contract", "6S", "--divide").stdout.splitlines()
    assert lines == ["whist 3", "pass 6", "9"]
    data = json.loads(call("perft", "--variant", "serbian", "--depth", "2", "--divide", "--format", "json").stdout)
    assert sum(data["divide"].values()) == data["count"]
    position = json.dumps({"declarer": "S", "contract": "7S", "defence": {"W": "whist", "E": "whist"}, "hands": {
        "S": ["SA", "SK", "SQ", "SJ", "ST", "S9", "HA", "HK", "H8", "H7"],
        "W": ["S8", "S7", "CA", "CK", "CQ", "CJ", "CT", "C9", "C8", "DA"],
        "E": ["DK", "DQ", "DJ", "DT", "D9", "D8", "HQ", "HJ", "HT", "H9"]}})
    assert call("perft", "--kind", "play", "--depth", "2", "--position", "-", text=position).stdout == "20\n"


@pytest.mark.parametrize("arguments", [
    ("--kind", "play"), ("--kind", "defence"), ("--calls", "6S 6S"), ("--variant", "no-such-variant"),
    ("--kind", "defence", "--contract", "6S", "--declarer", "X"), ("--position", "/nowhere.json"),
])
def test_perft_of_what_is_no_position_ends_with_2(arguments: tuple[str, ...]) -> None:
    result = call("perft", *arguments)
    assert result.exit_code == 2, result.output
    assert "Traceback" not in result.output


def test_perft_of_nonsense_ends_with_2() -> None:
    for text in ("{", "[]", '{"hands": 7}', '{"hands": {"S": 1}}'):
        assert call("perft", "--kind", "play", "--position", "-", text=text).exit_code == 2
