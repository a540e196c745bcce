"""The skip file: reasons, last days, and skips that are not needed any more."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from preferans_pbn.conformance.runner import run_reference
from preferans_pbn.conformance.skips import Skips, SkipsError, read_skips
from tests.conformance.support import a_case

WRONG = a_case(1, expect={"result": {"S": 1}, "good": "high"})
RIGHT = a_case(1, id="PC-0002")
TODAY = date(2026, 11, 26)


def skips(tmp_path: Path, text: str) -> Skips:
    path = tmp_path / "skips.yaml"
    path.write_text(text, encoding="utf-8")
    return read_skips(path, TODAY)


def test_a_skipped_failure_is_no_failure(tmp_path: Path) -> None:
    found = skips(tmp_path, '- {id: "PC-0001", reason: "thirds are rounded here", until: "2026-11-26"}\n')
    run = run_reference([WRONG, RIGHT], skips=found)
    assert run.ok
    assert [(result.verdict, result.skipped) for result in run.results] == [
        ("fail", "thirds are rounded here"), ("pass", None)]


@pytest.mark.parametrize(("text", "problem"), [
    ('- {id: "PC-0001", reason: "soon", until: "2026-11-25"}\n', "expired on 2026-11-25: soon"),
    ('- {id: "PC-0002", reason: "once wrong"}\n', "is not needed any more"),
    ('- {id: "PC-0777", reason: "gone"}\n', "there is no such case"),
    ('- {id: "PC-0*", reason: "all of them", until: "2026-11-01"}\n', "expired"),
])
def test_a_stale_skip_is_a_problem(tmp_path: Path, text: str, problem: str) -> None:
    run = run_reference([RIGHT], skips=skips(tmp_path, text), corpus=[WRONG, RIGHT])
    assert len(run.problems) == 1
    assert problem in run.problems[0]
    assert not run.ok


def test_a_pattern_is_needed_while_one_of_its_cases_fails(tmp_path: Path) -> None:
    assert run_reference([WRONG, RIGHT], skips=skips(tmp_path, '- {id: "PC-0*", reason: "all of them"}\n')).ok


def test_an_expired_skip_skips_nothing(tmp_path: Path) -> None:
    run = run_reference([WRONG], skips=skips(tmp_path, '- {id: "PC-0001", reason: "soon", until: "2026-11-25"}\n'))
    assert run.results[0].failed


@pytest.mark.parametrize("text", [
    '- {id: "PC-0001"}\n', '- {id: "0001", reason: "because"}\n', 'id: "PC-0001"\n', "- {id: PC-0001, reason: x y z}\n",
    '- {id: "PC-0001", reason: "because", until: "2026-13-01"}\n', "- [\n",
])
def test_a_skip_file_has_one_form(tmp_path: Path, text: str) -> None:
    with pytest.raises(SkipsError):
        skips(tmp_path, text)


def test_an_empty_skip_file_skips_nothing(tmp_path: Path) -> None:
    assert skips(tmp_path, "# nothing\n").all == ()
