"""``convert`` to formats that are several files, and the query of the README."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import DEAL, Run, file_of
from tests.readme import README


@pytest.mark.parametrize("target,names", [
    ("club.csv", {"club.deals.csv", "club.calls.csv", "club.plays.csv", "club.scores.csv"}),
    ("there", {"there/deals.csv", "there/calls.csv", "there/plays.csv", "there/scores.csv"})])
def test_a_prefix_or_a_directory(run: Run, good: Path, tmp_path: Path, target: str, names: set[str]) -> None:
    assert run("convert", good, tmp_path / target, "--to", "csv").exit_code == 0
    found = {str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*.csv")}
    assert found == names
    again = run("convert", good, tmp_path / target, "--to", "csv")
    assert again.exit_code == 2
    assert "exists; --force replaces it." in again.stderr
    assert run("convert", good, tmp_path / target, "--to", "csv", "--force").exit_code == 0


@pytest.mark.parametrize("form", ["csv", "parquet"])
def test_four_files_do_not_go_to_standard_output(run: Run, good: Path, form: str) -> None:
    result = run("convert", good, "--to", form)
    assert result.exit_code == 2
    assert f"{form} is 4 files (deals, calls, plays, scores): name a directory for DST" in result.stderr


@pytest.mark.parametrize("form", ["csv", "parquet"])
def test_lossless_leaves_no_file(run: Run, tmp_path: Path, form: str) -> None:
    if form == "parquet":
        pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    source = tmp_path / "a.ppbn"
    source.write_text(file_of(DEAL, DEAL.replace("[Contract", "{ a comment }\n[Contract")), encoding="utf-8")
    result = run("convert", source, tmp_path / f"b.{form}", "--lossless")
    assert result.exit_code == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.ppbn"]


def test_without_pyarrow_it_says_how_to_get_it(run: Run, good: Path, tmp_path: Path,
                                               monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    result = run("convert", good, tmp_path / "x.parquet")
    assert result.exit_code == 2
    assert "Writing Parquet needs the package pyarrow: pip install 'preferans-pbn[parquet]'" in result.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["good.ppbn"]


def sixes(text: str) -> tuple[int, int]:
    """Whisted sixes and those of them that were made, counted by the tags of the records alone; who takes a half whist
    back whists."""
    whisted = made = 0
    for record in text.split("\n\n"):
        contract = re.search(r'^\[Contract "6', record, re.MULTILINE)
        defence = re.search(r'^\[Defence "."\]\n(.*)$', record, re.MULTILINE)
        declarer = re.search(r'^\[Declarer "(.)"\]', record, re.MULTILINE)
        tricks = re.search(r'^\[Tricks "(.*)"\]', record, re.MULTILINE)
        if not (contract and defence and declarer and tricks) or {"whist", "return"}.isdisjoint(defence[1].split()):
            continue
        whisted += 1
        made += int(dict(part.split(":") for part in tricks[1].split())[declarer[1]]) >= 6
    return whisted, made


@pytest.mark.slow
def test_the_query_of_the_readme(run: Run, tmp_path: Path) -> None:
    duckdb: Any = pytest.importorskip("duckdb", reason="DuckDB is not installed")
    pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    readme = README.read_text(encoding="utf-8")
    query = re.search(r"```sql\n(.*?)```", readme, re.DOTALL)
    told = re.search(r"of 1,000 random deals with seed 1: (\d+) whisted, (\d+) made", readme)
    assert query is not None
    assert told is not None
    text = run("random", "--variant", "sochi-codex", "--seed", 1, "--count", 1000).stdout
    source = tmp_path / "club.ppbn"
    source.write_text(text, encoding="utf-8")
    assert run("convert", source, tmp_path / "club.parquet").exit_code == 0
    sql = query[1].replace("club.deals.parquet", str(tmp_path / "club.deals.parquet"))
    assert duckdb.sql(sql).fetchall() == [(int(told[1]), int(told[2]))] == [sixes(text)]
