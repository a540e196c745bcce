"""Programs of other hands: the independent JavaScript subject, and an npm package."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from preferans_pbn.checking import Checker
from preferans_pbn.conformance.cases import Case, case_of, load_corpus
from preferans_pbn.conformance.profile.claims import Claims
from preferans_pbn.conformance.runner import run_subject
from preferans_pbn.conformance.skips import read_skips
from preferans_pbn.generate import Generator
from preferans_pbn.notation import ReadRecord
from preferans_pbn.record import Source
from preferans_pbn.variants import load_variant
from tests.conformance.support import QUICK, ROOT

SUBJECTS = ROOT / "conformance" / "subjects"
JAVASCRIPT = ["node", str(SUBJECTS / "javascript" / "subject.js")]
PACKAGE = SUBJECTS / "preferans-score-js"
VARIANTS = ("sochi-codex", "leningrad-sport", "serbian", "serbian-klub")

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="Node is not installed")


def test_the_javascript_subject_passes_all_that_it_declares() -> None:
    run = run_subject(load_corpus(), JAVASCRIPT, limits=QUICK)
    verdicts = {result.case.id: result.verdict for result in run.results if result.verdict != "unsupported"}
    assert {ident: verdict for ident, verdict in verdicts.items() if verdict != "pass"} == {}
    assert len(verdicts) >= 800
    asked = {result.case.variant for result in run.results if result.verdict == "pass"}
    assert asked >= set(VARIANTS)
    levels = {result.case.level for result in run.results if result.verdict == "pass"}
    assert levels >= {"L3", "L4", "L5", "L6"}


def claims_of(variant: str, count: int) -> list[Case]:
    """What random deals, scored by this program, come to, as cases."""
    checker, claims = Checker(), Claims()
    found: list[Case] = []
    for number, record in enumerate(Generator(load_variant(variant), 3).sessions(count), 1):
        checked = checker.check(ReadRecord(record, [], number, Source("")))
        assert checked.ok
        for one in claims.of(checked):
            data: dict[str, Any] = {
                "id": f"PC-{9000 + len(found)}", "title": "A random deal", "level": "L5", "rules": {"variant": variant},
                "op": one.question.op, "input": json.loads(json.dumps(one.question.input)),
                "expect": dict(one.said["output"]), "source": ["WE-01"], "tags": ["made"]}
            found.append(case_of(data, "shared", "random.yaml", number))
    return found


@pytest.mark.parametrize("variant", VARIANTS)
def test_random_deals_score_alike_in_both_programs(variant: str) -> None:
    """Every claim of 300 deals: scores, running sheets and settlements."""
    cases = claims_of(variant, 300)
    assert len(cases) > 400
    run = run_subject(cases, JAVASCRIPT, limits=QUICK)
    wrong = []
    for result in run.results:
        said = dict((result.got or {}).get("output") or {})
        for name in ("all_pass_run", "ended", "good"):  # not claimed
            said.pop(name, None)
        if result.verdict == "unsupported" or not same(said, result.case.expect):
            wrong.append((result.case.op, dict(result.case.input), said, dict(result.case.expect)))
    assert wrong == []


def same(said: Any, claimed: Any) -> bool:
    """Equal, where a zero, an empty map and nothing are the same."""
    return bool(bare(said) == bare(claimed))


def bare(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: kept for name, item in value.items() if (kept := bare(item)) not in (0, None, {}, "")}
    return [bare(item) for item in value] if isinstance(value, list) else value


@pytest.mark.skipif(not (PACKAGE / "node_modules").is_dir(), reason="the npm package is not installed")
def test_what_the_npm_package_fails_is_known() -> None:
    """Its list of known failures is exact: nothing else fails, and nothing on it passes."""
    run = run_subject(load_corpus(), ["node", str(PACKAGE / "subject.js")], limits=QUICK,
                      skips=read_skips(PACKAGE / "known.yaml"))
    assert [(result.case.id, result.verdict, result.reason) for result in run.results if result.failed] == []
    assert run.problems == []
    assert sum(result.verdict == "pass" for result in run.results) >= 45


def test_the_folder_of_every_subject_explains_itself() -> None:
    for folder in (SUBJECTS / "javascript", PACKAGE):
        assert (Path(folder) / "README.md").stat().st_size > 300
