"""``convert`` of several sources into one stream: each is a stream of its own."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path

import pytest

from preferans_pbn.notation import dumps, loads
from tests.cli.conftest import ALL_PASS, DEAL, Run, file_of

SESSIONS = Path("fixtures/session")
"""Three files; the first and the last have the same Event, Site and Date, and another session stands between them."""
GOOD = Path("fixtures/good")
"""A club's deals, a file each, all of one evening and table."""
SAME = "its Event, Site, Date and Table"


def findings_of(form: str, target: Path) -> list[str]:
    """The codes of the findings that the file shows."""
    text = target.read_text("utf-8")
    if form == "html":
        return re.findall(r'"findings":\[\{"code":"([EW]\d+)"', text)
    return re.findall(r"^(?:\* )?([EW][0-9]{3}) ", text, re.MULTILINE)


@pytest.mark.parametrize("form", ["txt", "md", "html", "svg"])
def test_each_source_is_replayed_by_itself(run: Run, tmp_path: Path, form: str) -> None:
    # By itself each of them is in order.
    assert run("check", SESSIONS, GOOD).stdout == ""
    target = tmp_path / f"all.{form}"
    assert run("convert", SESSIONS, GOOD, "-o", target).exit_code == 0
    assert findings_of(form, target) == []


@pytest.mark.parametrize("form", ["txt", "md", "html"])
def test_what_is_wrong_in_one_source_is_shown_once(run: Run, tmp_path: Path, form: str) -> None:
    # Board 1 twice in one file is a fault of that file, whatever stands before and behind it.
    path = tmp_path / "twice.ppbn"
    path.write_text(file_of(DEAL, DEAL), "utf-8")
    other = tmp_path / "z.ppbn"
    other.write_text(file_of(DEAL), "utf-8")
    target = tmp_path / f"all.{form}"
    run("convert", GOOD, path, other, "-o", target)
    assert findings_of(form, target) == ["E616"]


def test_the_same_deals_in_one_file_run_on(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "all.ppbn"
    names = ("end-of-the-game", "evening-four", "evening-three")
    path.write_text(file_of(*(dumps(one) for name in names for one in loads(
        (SESSIONS / f"{name}.ppbn").read_text("utf-8")))), "utf-8")
    target = tmp_path / "all.txt"
    run("convert", path, target)
    assert findings_of("txt", target) == ["E616", "W805"]


def test_tables_of_several_sources(run: Run, tmp_path: Path) -> None:
    assert run("convert", SESSIONS, "-o", tmp_path / "club.csv").exit_code == 0
    with (tmp_path / "club.deals.csv").open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert [(row["board"], row["errors"], row["codes"]) for row in rows] == [
        (board, "0", "") for board in ("6", "7", "1", "2", "1", "2", "3", "4", "5")]
    ids = [row["session_id"] for row in rows]
    assert [ids.index(one) for one in ids] == [0, 0, 2, 2, 4, 4, 4, 4, 4]


def test_sessions_that_are_not_replayed_are_kept_apart_in_the_tables(run: Run, tmp_path: Path) -> None:
    # The rules are not known here, so that nothing but the file tells the sessions apart.
    for name in ("a", "b"):
        (tmp_path / f"{name}.ppbn").write_text(file_of(DEAL.replace("sochi-codex", "martian")), "utf-8")
    run("convert", tmp_path / "a.ppbn", tmp_path / "b.ppbn", "-o", tmp_path / "x.csv")
    with (tmp_path / "x.deals.csv").open(encoding="utf-8", newline="") as stream:
        assert len({row["session_id"] for row in csv.DictReader(stream)}) == 2


def test_deals_of_other_programs_are_apart_too(run: Run, tmp_path: Path) -> None:
    # The same game twice, under two names: the second does not stand behind the first.
    record = json.loads(run("convert", "-", "--to", "json", input=file_of(DEAL)).stdout)
    for name in ("a", "b"):
        (tmp_path / f"{name}.json").write_text(json.dumps(record), "utf-8")
    run("convert", tmp_path / "a.json", tmp_path / "b.json", "-o", tmp_path / "x.txt")
    assert findings_of("txt", tmp_path / "x.txt") == []


# ---- one stream of notation -------------------------------------------------------------------------------------


@pytest.mark.parametrize("suffix", ["ppbn", "ndjson"])
def test_sessions_that_are_read_back_as_one_are_told(run: Run, tmp_path: Path, suffix: str) -> None:
    target, report = tmp_path / f"ses.{suffix}", tmp_path / "loss.json"
    result = run("convert", SESSIONS, "-o", target, "--report", report)
    assert result.exit_code == 0
    first, last = SESSIONS / "end-of-the-game.ppbn", SESSIONS / "evening-three.ppbn"
    reason = f"by {SAME} it is a session of {first} too, and is read back as one with it"
    assert f"{last}: record 1: W701 Session: {reason}\n" in result.stderr
    assert "give two games different Session tags, or write a file for each source (-o DIRECTORY/)" in result.stderr
    assert json.loads(report.read_text())["losses"] == [
        {"source": str(last), "code": "W701", "field": "Session", "reason": reason, "record": 1}]
    # Nothing is changed in silence: the records are those of the files.
    records = loads(run("convert", target).stdout)
    assert [record.board for record in records] == ["6", "7", "1", "2", "1", "2", "3", "4", "5"]
    assert [record.session for record in records] == [None] * 2 + ["four-handed"] * 2 + [None] * 5


def test_each_session_is_told_once(run: Run, tmp_path: Path) -> None:
    third = ALL_PASS.replace('Board "2"', 'Board "3"')
    for name, records in (("a", (DEAL,)), ("b", (ALL_PASS, third)), ("c", (DEAL,))):
        (tmp_path / f"{name}.ppbn").write_text(file_of(*records), "utf-8")
    result = run("convert", *(tmp_path / f"{name}.ppbn" for name in "abc"), "-o", tmp_path / "all.ppbn")
    told = [line for line in result.stderr.splitlines() if "W701" in line]
    assert [line.split(": ")[0] for line in told] == [str(tmp_path / "b.ppbn"), str(tmp_path / "c.ppbn")]
    assert f"a session of {tmp_path / 'a.ppbn'} too" in told[0] and f"a session of {tmp_path / 'b.ppbn'} too" in told[1]
    assert result.stderr.endswith("4 records converted, 2 losses\n")


def test_a_file_for_each_source_keeps_them_apart(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "out"
    result = run("convert", SESSIONS, "-o", f"{out}/")
    assert (result.exit_code, "W701" in result.stderr) == (0, False)
    assert run("check", out).stdout == ""


def test_different_session_tags_keep_them_apart(run: Run, tmp_path: Path) -> None:
    sources = []
    for name in ("end-of-the-game", "evening-four", "evening-three"):
        text = (SESSIONS / f"{name}.ppbn").read_text("utf-8")
        sources.append(tmp_path / f"{name}.ppbn")
        sources[-1].write_text(text if "[Session " in text else re.sub(
            r"(\[Board .*\]\n)", rf'\1[Session "{name}"]\n', text), "utf-8")
    target = tmp_path / "all.ppbn"
    result = run("convert", *sources, "-o", target)
    assert (result.exit_code, "W701" in result.stderr) == (0, False)
    assert run("check", target).stdout == ""


def test_lossless_refuses_to_join_sessions(run: Run, tmp_path: Path) -> None:
    target = tmp_path / "ses.ppbn"
    result = run("convert", SESSIONS, "-o", target, "--lossless")
    assert (result.exit_code, target.exists()) == (1, False)
    assert "nothing was written: something would be lost" in result.stderr
    assert run("convert", SESSIONS, "-o", f"{tmp_path / 'each'}/", "--lossless").exit_code == 0
