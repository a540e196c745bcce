"""``convert``: formats, losses, and files that are not overwritten."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from preferans_pbn.convert import Converted, Loss, find_format
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
    assert result.stderr.endswith("2 records converted, 1 with errors\n")
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
        "with_errors": 0, "written": True,
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
